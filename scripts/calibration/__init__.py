"""What `make calibrate` measures: whether intervals, tests and verdicts keep their word where the truth is known, on the duel."""
