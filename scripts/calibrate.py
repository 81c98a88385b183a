"""Measure on the duel, where the truth is known, whether intervals, tests and verdicts keep their word; write `docs/calibration.md`.

python scripts/calibrate.py [--repetitions 1000] [--pages 1500] [--games 100000] [--jobs 2]
"""

import argparse
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from analyses.intervals import wilson
from calibration import alarms, coverage, looks
from calibration.coverage import Cell
from calibration.truth import Duel

SEED, SEED_STEP = 20_261_130, 10_000_000
FRESH = 1000
"""More than there are tasks: their seeds come before those of what is measured anew."""

PAGE = Path("docs/calibration.md")
UPPER = 0.98
"""Level of the two-sided interval whose upper end is the upper 99 % bound."""

DOUBTED, AGAIN = 0.935, 4
"""What is below this, and the lowest of each kind, is measured anew, so many times: the smallest of many shares is small by chance."""

PROMISED, ONCE_MORE = 0.93, 20
"""What is below this even then is measured once more, so many times: the least of many measured anew is small by chance too."""

PAGE_GAMES, PAGES_AT_ONCE = 1000, 250
LOOKED_FEWER = 5
"""Samples that are looked at again and again are long: so many times fewer."""

SAME = (Duel(2, 20), Duel(3, 12, 6, True))
FAULTS_EACH, NULLS = 20, 100


def _call(task: tuple[int, tuple[Callable[..., Any], tuple[Any, ...]]]) -> Any:
    """One function with a seed of its own after its third argument."""
    number, (function, given) = task
    return function(*given[:3], SEED + SEED_STEP * number, *given[3:])


def _merged(cells: Sequence[Cell]) -> list[Cell]:
    """Samples of one kind, question and size together."""
    together: dict[tuple[str, str, int], Cell] = {}
    for cell in cells:
        before = together.get(cell[:3])
        if before is not None:
            cell = cell._replace(hits=cell.hits + before.hits, repetitions=cell.repetitions + before.repetitions)
        together[cell[:3]] = cell
    return list(together.values())


def _table(rows: Sequence[Sequence[str]], head: Sequence[str]) -> str:
    return "\n".join("| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows])


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _mean(cells: Sequence[Cell]) -> float:
    return sum(cell.coverage for cell in cells) / len(cells)


def coverage_table(cells: Sequence[Cell], again: dict[Cell, Cell]) -> str:
    """Coverage by kind: mean over the cells, the lowest of them, and the lowest of those that were measured anew."""
    rows = []
    for kind, enough in dict.fromkeys((cell.kind, cell.enough) for cell in cells):
        own = [cell for cell in cells if (cell.kind, cell.enough) == (kind, enough)]
        sizes = sorted({cell.games for cell in own})
        anew = [again[cell] for cell in own if cell in again]
        lowest, worst = (min(some, key=lambda cell: cell.coverage) for some in (own, anew or own))
        rows.append(
            [
                kind if enough else f"{kind}, little to go by",
                f"{sizes[0]}-{sizes[-1]}",
                str(len(own)),
                _percent(_mean(own)),
                _percent(_mean([cell for cell in own if cell.games == sizes[-1]])),
                _percent(lowest.coverage),
                _percent(worst.coverage) if anew else "-",
                f"{worst.question}, {worst.games} games",
            ]
        )
    return _table(rows, ["kind", "games", "numbers", "mean coverage", "with most games", "lowest", "lowest anew", "which"])


def alarm_table(cells: Sequence[Cell]) -> str:
    """False alarms of comparisons of a game with itself, with their upper 99 % bound; last of all together."""
    totals = []
    for kind in dict.fromkeys(cell.kind for cell in cells):
        own = [cell for cell in cells if cell.kind == kind]
        totals.append(Cell(kind, "all", PAGE_GAMES, sum(cell.hits for cell in own), sum(cell.repetitions for cell in own)))
    rows = []
    for cell in [*cells, *totals]:
        count = cell.repetitions - cell.hits
        share, upper = count / cell.repetitions, wilson(count, cell.repetitions, UPPER)[1]
        rows.append([cell.kind, cell.question, f"{count} of {cell.repetitions}", f"{100 * share:.2f} %", f"{100 * upper:.2f} %"])
    return _table(rows, ["of", "runs", "false alarms", "share", "upper 99 % bound"])


def looks_table(cells: Sequence[Cell]) -> str:
    """How often intervals that are looked at again and again miss the truth at some look."""
    return _table(looks.table_rows(cells), ["looked at", "interval", "numbers", "misses at some look, mean", "least", "most"])


def planted_table(found: Sequence[alarms.Planted]) -> str:
    """Share of the planted faults that were found, by kind; the null last."""
    rows = []
    for fault in dict.fromkeys(one.fault for one in found):
        told = [one.found for one in found if one.fault == fault]
        rows.append([fault, str(sum(told)), str(len(told))])
    return _table(rows, ["planted", "told of", "of"])


def page(
    chosen: argparse.Namespace,
    cells: Sequence[Cell],
    again: dict[Cell, Cell],
    same: Sequence[Cell],
    found: Sequence[alarms.Planted],
    looked: Sequence[Cell],
) -> str:
    """The page of the docs."""
    missed = [f"- {one.fault}: {one.size}" for one in found if one.fault != alarms.NULLS and not one.found]
    found_share = [one.found for one in found if one.fault != alarms.NULLS]
    parts = [
        "# Calibration",
        "What intervals, tests and verdicts promise, measured on the duel, whose answers are known exactly. Written by `make calibrate` "
        f"(seed {SEED}, {chosen.repetitions} samples a number, {chosen.pages} pages of a kind, {chosen.games} games a fault).",
        "## Coverage of 95 % intervals",
        "Asked are 94.5-95.5 % on average and nowhere less than 93 %. Shares with n p (1-p) below 10, and paired differences with fewer "
        "than 10 diverging pairs, have little to go by and stand apart. Quantiles are whole numbers: their intervals hold the true one "
        "more often than they say; so do those of pairs with few games, by their two pseudo-pairs. Of what has to hold all at once, the "
        f"whole page is one number. What was found below {_percent(DOUBTED)}, and the lowest of each kind, was measured anew with {AGAIN} "
        f"times as many samples, and what was below {_percent(PROMISED)} even then once more with {ONCE_MORE} times as many: the smallest "
        "of many shares is small by chance.",
        coverage_table(cells, again),
        "## False alarms",
        f"Pages that compare a game with itself, three runs of {PAGE_GAMES} games. A false alarm is any claim of a difference in a "
        "primary measure. Self-checks may fail once in 10,000.",
        alarm_table(same),
        "## Looking again and again",
        f"`--until` looks after {looks.EVEN_LOOKS[0]} games, and again and again, until enough is known: its confidence sequences have to "
        "hold the truth at all looks at once, in 95 % of the samples at least. Beside them 95 % intervals for a fixed number of games, "
        "looked at as often.",
        looks_table(looked),
        f"## Planted faults in {chosen.games} games",
        "Each fault in a duel drawn at random, and in a share of its games between a tenth and all. A variant that is not applied is told "
        "of when the page says that no game diverged. The duel has no cards: a face of its die that counts nothing is its dead card. The "
        "nulls are the same game on other deals; one in twenty may be told of.",
        planted_table(found),
        f"{sum(found_share)} of {len(found_share)} planted faults were found.",
    ]
    return "\n\n".join([*parts, *(["Missed:\n\n" + "\n".join(missed)] if missed else [])]) + "\n"


def main() -> None:
    """Measure everything, print the page and write it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--repetitions", type=int, default=1000, help="samples for each number")
    parser.add_argument("--pages", type=int, default=1500, help="pages of each kind that have nothing to find")
    parser.add_argument("--games", type=int, default=100_000, help="games in which a planted fault is looked for")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=PAGE)
    chosen = parser.parse_args()
    start = time.monotonic()
    asked = coverage.tasks(chosen.repetitions)
    blocks = max(1, chosen.pages // PAGES_AT_ONCE)
    kinds = [(duel, how) for duel in SAME for how in (None, *alarms.PAIRED_SHARES)]
    same_asked = [(alarms.same, (duel, PAGE_GAMES, chosen.pages // blocks, how)) for duel, how in kinds for _ in range(blocks)]
    planted_asked = [(alarms.planted, (fault, chosen.games, FAULTS_EACH)) for fault in alarms.FAULTS]
    planted_asked.append((alarms.planted, (alarms.NULLS, chosen.games, NULLS)))
    with ProcessPoolExecutor(chosen.jobs) as pool:
        everything = list(pool.map(_call, enumerate([*planted_asked, *same_asked, *asked])))
        found = [one for part in everything[: len(planted_asked)] for one in part]
        same = _merged([one for part in everything[len(planted_asked) : -len(asked)] for one in part])
        by_task = everything[-len(asked) :]
        again = _again(pool, asked, by_task)
        again_and_again = looks.tasks(max(1, chosen.repetitions // LOOKED_FEWER))
        looked = [cell for part in pool.map(_call, enumerate(again_and_again, 2 * FRESH)) for cell in part]
    text = page(chosen, [cell for part in by_task for cell in part], again, same, found, looked)
    print(text)
    print(f"{time.monotonic() - start:.0f} s")
    chosen.out.parent.mkdir(exist_ok=True)
    chosen.out.write_text(text, encoding="utf-8")


def _again(pool: ProcessPoolExecutor, asked: Sequence[coverage.Task], by_task: Sequence[Sequence[Cell]]) -> dict[Cell, Cell]:
    """What is doubted and the lowest cell of each kind, measured on fresh games; what then is below the promise, on fresh ones again."""
    task_of = {cell: number for number, cells in enumerate(by_task) for cell in cells if cell.enough}
    lowest = {cell.kind: cell for cell in sorted(task_of, key=lambda cell: -cell.coverage)}
    doubted = [cell for cell in task_of if cell.coverage < DOUBTED or cell == lowest[cell.kind]]
    anew = _measured(pool, asked, task_of, doubted, AGAIN, FRESH)
    below = [cell for cell in doubted if anew[cell].coverage < PROMISED]
    return anew | _measured(pool, asked, task_of, below, ONCE_MORE, 3 * FRESH)


def _measured(
    pool: ProcessPoolExecutor, asked: Sequence[coverage.Task], task_of: dict[Cell, int], cells: Sequence[Cell], times: int, first: int
) -> dict[Cell, Cell]:
    """Some cells from so many times as many samples; `first` numbers their seeds."""
    tasks = [asked[number] for number in dict.fromkeys(task_of[cell] for cell in cells) for _ in range(times)]
    found = {cell[:3]: cell for cell in _merged([cell for part in pool.map(_call, enumerate(tasks, first)) for cell in part])}
    return {cell: found[cell[:3]] for cell in cells}


if __name__ == "__main__":
    main()
