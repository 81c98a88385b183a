"""How strong bots are, in words: what a ladder says, and what a page says of its bots from measurements that come with a game.

The measurements are in the file `strength.toml` of a game, which `scripts/strength.py` writes. They are no part of the rules, and
printed only for the rules, cards and weights that they were made with.
"""

import tomllib
from collections.abc import Iterable

from pydantic import BaseModel, ConfigDict

from analyses.strength import FIT_MARGIN, Ladder
from analyses.verdicts import Kind, describe_margin
from reports.names import listed
from reports.numbers import SHARE, counted, decimals_of, percent, plain, signed, span
from simcore.lineups import Bot, load_bot
from simcore.rulebook import short_hash
from simcore.spec import GameSpec
from simcore.store import Manifest

MEASURED = "strength.toml"
"""Name of the file in a game's directory."""


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
        f"{percent(row['predicted'], digits)} ({signed(100 * row['gap'], digits)}, {span(low, high, digits)})"
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


class Rung(BaseModel):
    """One bot: a seat of it among rivals that are all the yardstick; credit and excess with their 95 % intervals, as fractions."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    plays: str
    games: int
    credit: tuple[float, float, float]
    excess: tuple[float, float, float]


class Measured(BaseModel):
    """What was measured of a game's bots.

    Attributes
    ----------
    players, rules_version : int
    cards : str
        Stamp of the card tables, see `stamp_of_cards`.
    yardstick : str
        The bot that has all other seats.
    yardstick_plays : str
        Stamp of it, see `stamp_of_bot`.
    bots : dict
        By name; the yardstick is not among them.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    players: int
    rules_version: int
    cards: str
    yardstick: str
    yardstick_plays: str
    bots: dict[str, Rung]


def stamp_of_cards(manifest: Manifest) -> str:
    """Twelve hexadecimal digits that change with any field of any card."""
    return short_hash(manifest.tables)


def stamp_of_bot(bot: Bot) -> str:
    """Twelve hexadecimal digits that change with how a bot plays, not with its name or its sentence."""
    return short_hash(bot.model_dump(mode="json", exclude={"name", "text"}))


def measured_of(spec: GameSpec) -> Measured | None:
    """What was measured of a game's bots, if anything was."""
    path = spec.directory / MEASURED
    return Measured(**tomllib.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def how_strong(manifests: Iterable[Manifest], bot: Bot) -> str:
    """How strong a bot is, a sentence.

    Parameters
    ----------
    manifests : iterable of Manifest
        Of the runs it plays in.
    bot : Bot
    """
    runs = list(manifests)
    found = measured_of(runs[0].spec)
    rung = None if found is None else found.bots.get(bot.name)
    if found is not None and bot.name == found.yardstick and stamp_of_bot(bot) == found.yardstick_plays:
        return "The others are measured by it."
    if found is not None and bot.name == found.yardstick:
        return "How strong it is with these weights has not been measured."
    if found is None or rung is None:
        how = f"; heistlab ladder {runs[0].game} --bots {bot.name},{found.yardstick} does" if found else ""
        return f"How strong it is has not been measured{how}."
    for other, same in (
        ("by other rules", any(run.rules_version == found.rules_version for run in runs)),
        ("on other cards", any(stamp_of_cards(run) == found.cards for run in runs)),
        ("with other weights", stamp_of_bot(bot) == rung.plays),
        (
            f"among rivals with other weights than {found.yardstick} has now",
            stamp_of_bot(load_bot(runs[0].spec, found.yardstick)) == found.yardstick_plays,
        ),
    ):
        if not same:
            return f"How strong it is was measured {other}."
    return _strength(found, rung)


def _strength(found: Measured, rung: Rung) -> str:
    """What one seat wins."""
    credit, low, high = (100 * number for number in rung.credit)
    excess, least, most = (100 * number for number in rung.excess)
    digits, finer = decimals_of(low, high), decimals_of(least, most, (0.0,))
    rivals = f"{found.players - 1} seats" if found.players > 2 else "a seat"
    more = "more" if excess >= 0 else "less"
    if excess < 0:
        excess, least, most = -excess, -most, -least
    return (
        f"One seat of it against {rivals} of {found.yardstick} wins {percent(credit / 100, digits)} ({span(low, high, digits)}): "
        f"{counted(plain(excess, finer), 'points')} {more} than an even split ({span(least, most, finer)}; {rung.games:,} games of "
        f"{found.players} players, rules and cards as they come)."
    )
