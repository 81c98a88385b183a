"""Can I trust this? What the page rests on: checks, bots, rulings, what was tuned, what was not simulated, and how to repeat it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports import stopping, tables
from reports.edits import own_cells
from reports.material import Material
from reports.names import listed, path_words, value_words, variant_words, varied_title, words
from reports.strength import how_strong
from reports.tables import Table
from reports.wording import NO_CARDS, RANDOM, RECONSTRUCTED, SHIPPED, cards_words, tuned_everywhere
from simcore.rulebook import Rule, load_rules

CARD_SET = "cards"
"""Under which name an own card set stands among what was changed."""


@dataclass(frozen=True)
class CheckGroup:
    """The checks of one run."""

    name: str
    checks: tuple[Any, ...]

    @property
    def passed(self) -> int:
        """How many passed."""
        return sum(check.passed for check in self.checks)


@dataclass(frozen=True)
class ChangedRule:
    """A parameter, ruling or card field that is not the default somewhere.

    Attributes
    ----------
    name : str
    values : str
        Its value, or its values with the runs that have them.
    default, text, clause : str
    """

    name: str
    values: str
    default: str
    text: str
    clause: str


@dataclass(frozen=True)
class Trust:
    """The last section."""

    checks: tuple[CheckGroup, ...]
    stopping: str
    bots: tuple[tuple[str, str], ...]
    changed: tuple[ChangedRule, ...]
    cards: str
    tuned: str
    not_simulated: tuple[str, ...]
    seats: Table | None
    command: str


def trust(material: Material, command: str) -> Trust:
    """What the page rests on."""
    return Trust(
        checks=(
            *(CheckGroup(tables.key_label(material, entry.players, entry.variant), entry.checks) for entry in material.entries),
            *(
                CheckGroup(", ".join(filter(None, (variant_words(name), f"{other.lineup} bots"))), checks)
                for other in material.beside
                for name, checks in other.checks.items()
            ),
        ),
        stopping=stopping.paragraph(material),
        bots=_bots(material),
        changed=_changed(material),
        cards=_cards(material),
        tuned=_tuned(material),
        not_simulated=_not_simulated(material),
        seats=tables.seats(material),
        command=command,
    )


def _bots(material: Material) -> tuple[tuple[str, str], ...]:
    """Each bot with its sentence, and how strong it is."""
    found = {bot.name: bot for entry in material.entries for bot in entry.manifest.bots}
    found |= {bot.name: bot for other in material.beside for bot in other.bots}
    runs = [entry.manifest for entry in material.entries]
    return tuple((name, f"{bot.text or 'No description.'} {how_strong(runs, bot)}") for name, bot in found.items())


def _changed(material: Material) -> tuple[ChangedRule, ...]:
    """Settings and cells of cards that are not the default in some run, with their values."""
    rules = load_rules(material.spec)
    found: dict[str, dict[str, list[str]]] = {}
    shipped: dict[str, str] = {}
    for entry in material.entries:
        run = tables.key_label(material, entry.players, entry.variant)
        patches = dict(patch.split("=", 1) for patch in entry.manifest.patches)
        cells = {cell.path: cell for cell in own_cells(material, entry) if cell.path not in patches}
        shipped |= {path: cell.before for path, cell in cells.items()}
        named = {CARD_SET: entry.manifest.card_set} if entry.manifest.card_set != SHIPPED else {}
        words_of = {name: value_words(value) for name, value in {**entry.manifest.changed, **patches}.items()}
        for name, value in {**words_of, **named, **{path: cell.value for path, cell in cells.items()}}.items():
            found.setdefault(name, {}).setdefault(value, []).append(run)
    return tuple(_changed_rule(material, name, values, rules.get(name), shipped.get(name)) for name, values in found.items())


def _changed_rule(material: Material, name: str, values: Mapping[str, Sequence[str]], rule: Rule | None, cell: str | None) -> ChangedRule:
    """One line of the list; `cell` is what the shipped card set has there."""
    if all(len(runs) == len(material.entries) for runs in values.values()):
        said = next(iter(values))
    elif varied_title(material.variants) == path_words(name):
        said = f"{listed(list(values))}, varied"
    else:
        said = "; ".join(f"{value} (in {listed(runs)})" for value, runs in values.items())
    default = value_words(rule.default) if rule else "as in the card table"
    text = rule.text if rule else "A field of a card."
    if name == CARD_SET:
        default, text = SHIPPED, "Where the cards come from; the cells that differ from the shipped set stand below, if there are any."
    return ChangedRule(
        name=name,
        values=said,
        default=default if cell is None else cell,
        text=text,
        clause=rule.clause if rule else "",
    )


def _cards(material: Material) -> str:
    """Where the cards come from."""
    entry = material.first
    if entry.manifest.provenance == NO_CARDS:
        return ""
    text = f"{cards_words(entry)[:1].upper()}{cards_words(entry)[1:]}."
    if entry.manifest.provenance == RECONSTRUCTED:
        text += (
            " The printed card lists are not public: this set keeps to every known count, example and constraint and fills in the "
            "rest, so what is said here of single cards, and levels that hang on them, need not hold for the printed game."
        )
    return text


def _tuned(material: Material) -> str:
    """What the card set was tuned on."""
    measures = tuned_everywhere(material)
    if not measures:
        if any(entry.manifest.calibrated_on for entry in material.entries):
            return "Not every run is at the setting its card set was tuned at: no level here counts as tuned."
        if any(entry.manifest.card_set != SHIPPED for entry in material.entries):
            return "What a card set of one's own was tuned on is not known: a level it was tuned on is no finding."
        return "" if material.first.manifest.provenance == NO_CARDS else "No measure was used to tune the card set."
    labels = [material.measures[name].label if name in material.measures else words(name) for name in measures]
    tuned = f"The card set was tuned on {listed(labels)}: levels of these are tuned, not found, and get no verdict."
    return f"{tuned} Differences between variants are found."


def _not_simulated(material: Material) -> tuple[str, ...]:
    """What is left out of the model."""
    left_out = ["People: no talk, no threats, no deals, no learning from one game to the next."]
    random = list(dict.fromkeys(bot.name for entry in material.entries for bot in entry.manifest.bots if bot.kind == RANDOM))
    if random:
        left_out.append(f"Players who want to win: {listed(random)} chooses without looking, a floor for other bots and never evidence.")
    left_out.append(
        f"Other players than {listed(_lineup_names(material))}: how good play has to be for a claim to hold is not known from this page."
    )
    if any(rule.kind == "ruling" for rule in load_rules(material.spec).values()):
        left_out.append("Other readings of the rulebook than the defaults, but for what is listed as changed.")
    if material.first.manifest.provenance == RECONSTRUCTED:
        left_out.append("The printed cards.")
    return tuple(left_out)


def _lineup_names(material: Material) -> list[str]:
    bots = [*(bot for entry in material.entries for bot in entry.manifest.bots), *(bot for other in material.beside for bot in other.bots)]
    return list(dict.fromkeys(bot.name for bot in bots))
