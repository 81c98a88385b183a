"""What starts at once: importing the package, and the help of the command line."""

import heistlab as hl
from heistlab.commands.options import DEFAULT_BOTS
from simcore.lineups import DEFAULT_LINEUP
from tests.heistlab.tools import played, python

HEAVY = ("numba", "pandas", "scipy", "statsmodels", "matplotlib", "pyarrow", "numpy")
LOADED = f"""
import sys
{{}}
print(" ".join(name for name in {HEAVY!r} if name in sys.modules))
"""
COMMANDS = ("games", "rules", "cards", "bots", "columns", "simulate", "compare", "ladder", "plan", "run", "report", "trace")


def loaded(code, here):
    child = python("-c", LOADED.format(code), directory=here)
    out, err = child.communicate()
    assert child.returncode == 0, err
    return out.splitlines()[-1]


def test_importing_the_package_loads_nothing_heavy(here):
    assert loaded("import heistlab; heistlab.HeistlabError", here) == ""


def test_building_the_command_line_and_its_help_loads_nothing_heavy(here):
    shown = "from heistlab.cli import app\ntry: app(['simulate', '--help'])\nexcept SystemExit as end: assert end.code == 0"
    assert loaded(shown, here) == ""


def test_playing_needs_no_tables(here):
    """`hl.simulate` alone loads neither pandas nor what is built on it."""
    found = loaded("import heistlab as hl; hl.simulate('duel', games=10, seed=1)", here).split()
    assert "numba" in found
    assert not {"pandas", "statsmodels", "matplotlib"} & set(found)


def test_the_package_names_what_it_offers():
    assert set(hl.__all__) == set(dir(hl))
    for name in hl.__all__:
        assert getattr(hl, name).__doc__


def test_help_names_every_command_and_each_has_help():
    shown = played("--help").stdout
    for command in COMMANDS:
        assert command in shown
        assert "Usage" in played(command, "--help").stdout


def test_the_default_line_up_is_the_engines():
    assert DEFAULT_BOTS == DEFAULT_LINEUP


def test_no_words_show_the_help():
    assert played().stdout == played("--help").stdout == played("-h").stdout
