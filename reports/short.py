"""The answers in the head of the page, for whoever reads its first screen only: a line for each question, and whether games were enough."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analyses.targets import Outcome
from analyses.verdicts import OPEN
from reports import numbers
from reports.material import ACROSS, Material, rows_of
from reports.names import capital, listed, players_words, short_names
from reports.wording import Answer

MOST_NAMED = 3
"""More variants of which the same is said are counted."""

WORDS: dict[str, str] = {Outcome.HOLDS: "hold", Outcome.MISSED: "missed", Outcome.UNDECIDED: "undecided"}


@dataclass(frozen=True)
class Short:
    """An answer in little room.

    Attributes
    ----------
    kind : str
        The verdict's stable word, or that of an answer without one.
    about : str
        Of which variants or numbers of players it is, where there are several; of a single run the number itself.
    """

    kind: str
    about: str


def in_short(material: Material, answers: Sequence[Answer], badges: Mapping[str, object]) -> dict[str, list[Short]]:
    """The declared questions with their answers: those that have a verdict, which is one of the badges, or a number."""
    found: dict[str, list[Short]] = {}
    for answer in answers:
        if answer.kind in badges or answer.headline:
            found.setdefault(answer.topic, []).append(Short(answer.kind, _about(material, answer)))
    if ACROSS in material.tables:
        table = material.tables[ACROSS]
        for row in rows_of(table[table["primary"]]):
            told = found.setdefault(f"{capital(row['label'])}, compared", [])
            told.append(Short(row["kind"], players_words(int(row["variant"].partition("=")[2]))))
    outcomes = [row["outcome"] for row in material.rows("targets")]
    if outcomes:
        found["Targets"] = [Short("", ", ".join(f"{outcomes.count(one)} {WORDS[one]}" for one in Outcome if one in outcomes))]
    return found


def _about(material: Material, answer: Answer) -> str:
    """The variants where several are compared, the numbers of players where it is not of all; of a single run the number."""
    parts = []
    if len(material.players) > 1 and answer.players != material.players:
        parts.append(f"{listed([str(players) for players in answer.players])} players")
    if not material.compared:
        parts.append(answer.headline)
    elif len(material.variants) > 2:
        labels = short_names(material.variants)
        few = len(answer.variants) <= MOST_NAMED
        others = len(material.variants) - 1
        parts.append(listed([labels[name] for name in answer.variants]) if few else f"{len(answer.variants)} of {others} variants")
    return ": ".join(part for part in parts if part)


def enough(material: Material) -> str:
    """For how many of the questions asked there are too few games, and how many would do; nothing where no variants are compared."""
    rows = [row for row in material.rows("differences") if row["primary"]]
    unsettled = [row for row in rows if row["kind"] in OPEN]
    if not rows:
        return ""
    if not unsettled:
        return "Enough games to settle every question asked."
    needed = max((row["games_needed"] for row in unsettled if row["games_needed"] > 0), default=0)
    words = numbers.counted(numbers.whole(numbers.rounded_up(needed)), "games")
    enough_for_all = f": about {words} would narrow every interval to half its margin" if needed > material.first.games else ""
    some, asked = (len({row["measure"] for row in found}) for found in (unsettled, rows))
    return f"Not enough games to settle {some} of {numbers.counted(str(asked), 'questions')}{enough_for_all}."
