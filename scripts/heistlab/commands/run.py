"""heistlab run."""

from pathlib import Path
from typing import Annotated

import typer

from heistlab.commands.options import Figures, Json, Out, Report, Threads
from heistlab.commands.show import show
from heistlab.console import say_seed
from heistlab.stopping import going_on


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Experiment file: TOML; or the experiment.toml that a comparison wrote.")],
    out: Out = None,
    report: Report = None,
    figures: Figures = None,
    threads: Threads = None,
    json: Json = False,
) -> int:
    """Play what an experiment file asks for.

    Fields: game, players, games, seed, bots, cards, label, primary, level, baseline, panel; tables [set], [vary], [margin], [target],
    [until], [panel], all as the options of compare and simulate. Without [vary] it is a run; with --report that has a panel as simulate
    has. Exit codes 3 and 4 as for --target. Every comparison writes its resolved file, experiment.toml, into its directory: run on that
    plays the same games again.
    """
    from heistlab.api import result_of
    from heistlab.experiments import read_experiment
    from heistlab.repeat import with_options
    from heistlab.results import page_path

    if report is not None:
        page_path(report)
    prepared = read_experiment(file, page=report is not None)
    line = with_options(prepared.line, {"--out": out, "--report": report, "--figures": figures})
    directory = out or prepared.directory
    with going_on(line):
        runs = prepared.play(directory, threads, progress=True, ready=lambda: say_seed(prepared.seed, None))
        return show(result_of(prepared, directory, runs), line, report, figures, json)
