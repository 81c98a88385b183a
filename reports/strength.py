"""How strong bots are, in words."""

from analyses.strength import FIT_MARGIN, Ladder
from analyses.verdicts import Kind, describe_margin
from reports.names import listed
from reports.numbers import SHARE, decimals_of, percent, signed, span


def ladder_sentences(found: Ladder) -> list[str]:
    """What has to be known to read a ladder: how well one scale tells it, what it leaves out, and what is no evidence."""
    told = [_fit(found)]
    undecided = found.cells["undecided"]
    if undecided.max() > 0:
        shares = dict.fromkeys((percent(undecided.min()), percent(undecided.max())))
        told.append(f"Games that nobody won alone are left out of the scale, not of the credit: {' to '.join(shares)} of a line-up's.")
    never = list(found.scale["bot"][found.scale["strength"].isna()])
    if never:
        told.append(f"{listed(never)} won no game alone, and so stands below the scale.")
    floor = list(found.scale["bot"][found.scale["floor"]])
    if floor:
        told.append(f"{listed(floor)} chooses without looking: a floor, and to beat it is no evidence of good play.")
    return told


def _fit(found: Ladder) -> str:
    """Whether one number a bot tells who wins among whom."""
    if not found.free:
        return "One number a bot tells everything here, as two bots met in one line-up only."
    row, margin = found.worst, describe_margin(FIT_MARGIN, SHARE)
    low, high = 100 * row["gap_low"], 100 * row["gap_high"]
    digits = decimals_of(low, high, (0.0, 100 * FIT_MARGIN, -100 * FIT_MARGIN))
    where = (
        f"one {row['bot']} among {row['rival']} won {percent(row['measured'], digits)} of the games won alone, by the scale "
        f"{percent(row['predicted'], digits)} ({signed(100 * row['gap'], digits)}, {span(low, high, digits)} together)"
    )
    said = {
        Kind.EQUAL: f"One scale tells who wins among whom within {margin}; the largest gap: {where}.",
        Kind.SMALL_BUT_REAL: f"One scale tells who wins among whom within {margin} (gaps are small but real); the largest: {where}.",
        Kind.UNDECIDED: f"Whether one scale tells who wins among whom within {margin} is undecided; the largest gap: {where}.",
        Kind.HIGHER_SIZE_OPEN: f"One scale does not quite tell who wins among whom, by how much is open: {where}.",
        Kind.HIGHER: f"One scale does not tell who wins among whom within {margin}, see the cross table: {where}.",
    }
    kinds = {Kind.LOWER: Kind.HIGHER, Kind.LOWER_SIZE_OPEN: Kind.HIGHER_SIZE_OPEN}
    return said[kinds.get(found.fit, found.fit)]
