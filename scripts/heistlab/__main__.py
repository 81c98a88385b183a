"""`python -m heistlab` is `heistlab`."""

from heistlab.cli import main

main()
