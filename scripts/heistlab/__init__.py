"""A Monte Carlo balance laboratory for tabletop games."""
