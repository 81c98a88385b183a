"""The command line, `heistlab`: one file a command, all of them thin layers over the API; and one line for whatever goes wrong."""

import io
import os
import re
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

import typer
from typer.core import TyperCommand, TyperGroup

from heistlab.commands.bots import bots
from heistlab.commands.cards import cards
from heistlab.commands.columns import columns
from heistlab.commands.compare import compare
from heistlab.commands.games import games
from heistlab.commands.ladder import ladder
from heistlab.commands.plan import plan
from heistlab.commands.report import report
from heistlab.commands.rules import rules
from heistlab.commands.run import run
from heistlab.commands.simulate import simulate
from heistlab.commands.trace import trace
from heistlab.console import say, standard_output
from heistlab.repeat import PROGRAM
from heistlab.signals import EXIT_CODES, catch_signals, exit_code
from simcore.errors import HeistlabError, StorageError, nearest

FAILED, REFUSED = 1, 2
"""Exit codes: the machine could not do it; the request cannot be carried out."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f]+")


class FrontDoor(TyperGroup):
    """All commands. Whatever is not a mistake of ours is one line on standard error and an exit code, without a traceback."""

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *more: Any, **extra: Any) -> NoReturn:
        """Run a command and leave with its exit code."""
        words = list(sys.argv[1:] if args is None else args)
        try:
            found = super().main(words or ["--help"], PROGRAM, **(extra | {"standalone_mode": False}))
        except StorageError as error:
            sys.exit(_refuse(str(error), FAILED))
        except HeistlabError as error:
            sys.exit(_refuse(str(error), REFUSED))
        except typer.TyperException as error:
            sys.exit(_refuse(_usage(error), REFUSED))
        except OSError as error:
            sys.exit(_refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error), FAILED))
        sys.exit(found if isinstance(found, int) else 0)

    def invoke(self, ctx: typer.Context) -> Any:  # type: ignore[override]
        """Run the command that was named, and see its output off."""
        try:
            found = super().invoke(ctx)
            with standard_output():
                sys.stdout.flush()
        except KeyboardInterrupt as interrupt:
            raise typer.Exit(_refuse("stopped", exit_code(interrupt))) from None
        return found

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that the first word names."""
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise HeistlabError(f"no command {args[0]!r}{nearest(args[0], self.commands)}")
        return super().resolve_command(ctx, args)


class Command(TyperCommand):
    """A command that takes an option once, unless it is one that may be repeated."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Refuse what is given twice: the last would win, and nobody would be told."""
        _, _, given = self.make_parser(ctx).parse_args(args=list(args))
        for option in given:
            single = option.param_type_name == "option" and not option.multiple and not getattr(option, "is_flag", False)
            if single and given.count(option) > 1:
                raise HeistlabError(f"{' '.join(option.opts)} is given twice")
        return super().parse_args(ctx, args)


def _refuse(message: str, code: int) -> int:
    """Say in one line why nothing came of it."""
    say(f"{PROGRAM}: {_CONTROL.sub(' ', message).strip()}")
    return code


def _usage(error: typer.TyperException) -> str:
    """What is wrong with the words of a command, with the nearest right word for a misspelt option."""
    option, context = getattr(error, "option_name", None), getattr(error, "ctx", None)
    message = error.format_message().split("\n")[0].rstrip(".")
    if option is None or context is None or "such option" not in message:
        return message[:1].lower() + message[1:]
    known = [name for parameter in context.command.params for name in parameter.opts if name.startswith("-")]
    return f"no option {option!r}{nearest(option, known)}"


app = typer.Typer(
    cls=FrontDoor,
    name=PROGRAM,
    help="A Monte Carlo balance laboratory for tabletop games.",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (games, rules, cards, bots, columns, simulate, compare, ladder, plan, run, report, trace):
    app.command(cls=Command)(command)


def _open_what_is_closed() -> None:
    """Let a closed stream lead nowhere: else the next file that is opened takes its number, and gets what others print."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "r" if name == "stdin" else "w", encoding="utf-8"))  # noqa: SIM115 - until the end


def _drop_output() -> None:
    """Forget what standard output could not take: Python would try again at its end, and complain in words of its own."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """What `heistlab` on the command line runs."""
    catch_signals()
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a sign shows another one
    try:
        app()
    except SystemExit as end:
        if end.code == FAILED:
            _drop_output()
        if isinstance(end.code, int) and end.code in EXIT_CODES.values():
            # Python kills itself by SIGINT, whatever exit code is asked for, if the interrupt came through a C extension on its way.
            os._exit(end.code)
        raise
