"""The uncertainty budget: what the answers' intervals cover, and what they leave out."""

from dataclasses import dataclass

from reports import numbers, panel
from reports.edits import edits
from reports.material import LINEUPS, Material, Source, gather
from reports.names import listed, words
from reports.wording import NO_CARDS, RECONSTRUCTED, farthest, lineup_words, lineups, primary_names, within
from simcore.rulebook import load_rules


@dataclass(frozen=True)
class Uncertainty:
    """One source of uncertainty.

    Attributes
    ----------
    source : str
    state : str
        MEASURED, NOT_MEASURED, or NONE where there is nothing to measure.
    text : str
        How much, or why not.
    """

    source: str
    state: str
    text: str


MEASURED, NOT_MEASURED, NONE = "measured", "not measured", "none"


def budget(source: Source) -> list[Uncertainty]:
    """What the answers' intervals cover, and what they do not: sampling, line-ups, rulings, card set."""
    material = gather(source)
    return [
        Uncertainty("Sampling", MEASURED, _sampling(material)),
        _lineup_uncertainty(material),
        _ruling_uncertainty(material),
        _card_uncertainty(material),
    ]


def _sampling(material: Material) -> str:
    """How far the ends of the primary measures' intervals lie from their values."""
    name_of = "differences" if material.compared else "measures"
    table = material.table(name_of)
    parts = []
    for name in primary_names(material):
        rows = table[table["measure"] == name]
        unit = numbers.unit_of(rows["unit"].iloc[0])
        distance = unit.factor * farthest(rows, "difference" if material.compared else "value")
        parts.append(f"{within(distance, unit.difference, '±')} ({rows['label'].iloc[0]})")
    return "; ".join(parts)


def _spread(material: Material) -> str:
    """How far the primary measures lie apart between the variants."""
    table = material.table("measures")
    parts = []
    for name in primary_names(material):
        rows = table[table["measure"] == name]
        unit = numbers.unit_of(rows["unit"].iloc[0])
        groups = rows.groupby("players")["value"]
        apart = unit.factor * float((groups.max() - groups.min()).max())
        decimals = numbers.decimals_for(unit.factor * farthest(rows, "value"))
        parts.append(f"{numbers.counted(numbers.plain(apart, decimals), unit.difference)} ({rows['label'].iloc[0]})")
    return "; ".join(parts)


def _varied_settings(material: Material, kind: str) -> list[str]:
    """Parameters or rulings in which the runs of the page differ."""
    rules = load_rules(material.spec)
    settings = [entry.manifest.settings for entry in material.entries]
    return [name for name, rule in rules.items() if rule.kind == kind and len({setting.get(name) for setting in settings}) > 1]


def _lineup_uncertainty(material: Material) -> Uncertainty:
    names = lineups(material)
    if material.beside:
        table = material.table(LINEUPS)
        primary = table["measure"][table["primary"]].unique()
        terms = "; ".join(filter(None, (panel.lineup_terms(material, name) for name in primary)))
        if any(other.counts for other in material.beside):
            return Uncertainty("Line-ups", MEASURED, f"furthest from {listed(names)}: {terms}")
        return Uncertainty("Line-ups", NOT_MEASURED, f"only within one way of playing; furthest from {listed(names)}: {terms}")
    if len(names) > 1:
        return Uncertainty("Line-ups", MEASURED, f"between {listed(names)}: {_spread(material)}")
    return Uncertainty("Line-ups", NOT_MEASURED, f"only {lineup_words(material.first)} played")


def _ruling_uncertainty(material: Material) -> Uncertainty:
    varied = _varied_settings(material, "ruling")
    if varied:
        return Uncertainty("Rulings", MEASURED, f"only {listed([words(name) for name in varied])}: {_spread(material)}")
    rulings = [rule for rule in load_rules(material.spec).values() if rule.kind == "ruling"]
    if not rulings:
        return Uncertainty("Rulings", NONE, "the rules leave nothing open")
    return Uncertainty("Rulings", NOT_MEASURED, f"each of the {len(rulings)} open questions of the rulebook was read one way")


def _card_uncertainty(material: Material) -> Uncertainty:
    manifests = [entry.manifest for entry in material.entries]
    if manifests[0].provenance == NO_CARDS:
        return Uncertainty("Card set", NONE, "the game has no cards")
    edited = len(edits(material))
    if edited and manifests[0].provenance == RECONSTRUCTED and 2 * edited < sum(len(rows) for rows in manifests[0].tables.values()):
        return Uncertainty("Card set", NOT_MEASURED, f"{edited} edited in a reconstructed set: the printed cards differ")
    if len({manifest.card_set for manifest in manifests}) > 1:
        return Uncertainty(
            "Card set", MEASURED, f"between {listed(sorted({manifest.card_set for manifest in manifests}))}: {_spread(material)}"
        )
    what = "the cards are reconstructed, the printed ones differ" if manifests[0].provenance == RECONSTRUCTED else "one card set was played"
    return Uncertainty("Card set", NOT_MEASURED, what)
