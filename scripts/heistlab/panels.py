"""The panel: which further line-ups play the same runs beside the one that decides, and how many games each.

A claim is about how people play, so every seat of a line-up has the same kind of bot. `mixed` decides. `greedy` is the middle of what
`mixed` draws its weights from: the same evaluator and so the same opinion, and a quarter of the games shows whether the spread of the
weights matters. `rollout` chooses in another way, and only it can confirm or refute; a game costs some 400 times one of `mixed`, so it
plays 1 game for 500, which takes about as long as all of `mixed`, but no fewer than 100: fewer decide nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from heistlab import kinds
from heistlab.numerals import whole
from heistlab.repeat import NO_PANEL, USUAL_PANEL
from simcore.errors import HeistlabError
from simcore.lineups import Bot, bot_names, load_lineup
from simcore.spec import GameSpec

RANDOM = "random"
"""Kind of bots that are no evidence."""


class Part(NamedTuple):
    """How many games a line-up plays: one for so many of the deciding one's, and at least so many, but no more than it."""

    share: int
    least: int

    def games(self, games: int, most_least: int | None = None) -> int:
        """Games beside so many of the deciding line-up: a function of nothing else, so that a run can be repeated.

        `most_least` bounds the least number where games are played only to see how long they take.
        """
        least = self.least if most_least is None else min(self.least, most_least)
        return min(games, max(least, -(-games // self.share)))


USUAL: Mapping[str, Part] = {"greedy": Part(4, 1), "rollout": Part(500, 100)}
"""Line-ups of a panel that nobody chose, those of them that the game has."""

SEARCH_KIND = "rollout"
"""Kind of bots of which a seat takes some hundred times as long as any other."""

ONE_SEARCHER = Part(10, 100)
"""Games of a ladder in which one seat has such a bot; with more of them so many times fewer, so that they take as long."""


def ladder_games(bots: Sequence[Bot], games: int, rotations: int) -> int:
    """Games that a line-up plays in a ladder of so many: whole deals, and fewer where bots play games on."""
    searchers = sum(bot.kind == SEARCH_KIND for bot in bots)
    count = -(-ONE_SEARCHER.games(games) // searchers) if searchers else games
    return -(-count // rotations) * rotations


def usual_ladder(spec: GameSpec) -> list[str]:
    """The bots of a ladder that nobody chose: the floor, and those of the usual panel that the game has."""
    known = bot_names(spec)
    return [RANDOM, *(name for name in USUAL if name in known)]


def usual_panel(spec: GameSpec, deciding: str, games: int, most_least: int | None = None) -> dict[str, int]:
    """Line-ups of the usual panel that a game has, with the games that each plays: see `Part.games`."""
    known = bot_names(spec)
    return {name: part.games(games, most_least) for name, part in USUAL.items() if name in known and name != deciding}


def panel_for_page(panel: Any, bots: Any, page: bool) -> Any:
    """The panel asked for beside runs; where neither it nor the bots are chosen the usual one if a page is, as a page makes claims."""
    return USUAL_PANEL if page and panel is None and bots is None else panel


def chosen_panel(spec: GameSpec, deciding: str, games: int, players: int, asked: Any) -> dict[str, int]:
    """A panel from `none`, `default`, `NAME=GAMES,NAME=GAMES`, or a mapping of names to games; without games a name plays the usual ones.

    Raises
    ------
    HeistlabError
        A line-up that cannot be played or is no evidence, that stands there twice or decides itself, or a number of games that cannot be.
    """
    if isinstance(asked, str) and asked.strip() == NO_PANEL:
        return {}
    if isinstance(asked, str) and asked.strip() == USUAL_PANEL:
        return usual_panel(spec, deciding, games)
    found: dict[str, int] = {}
    for name, number in _pairs(asked):
        if name in found or name == deciding:
            raise HeistlabError(f"panel: {name} {'decides already' if name == deciding else 'stands there twice'}")
        if any(bot.kind == RANDOM for bot in load_lineup(spec, name, players)):
            raise HeistlabError(f"panel: {name}: random bots are a floor, no evidence")
        found[name] = _games(name, number, games)
    return found


def _pairs(asked: Any) -> list[tuple[str, Any]]:
    if isinstance(asked, Mapping):
        return [(name.strip(), number) for name, number in kinds.mapping("panel", asked).items()]
    pairs = []
    for word in kinds.several("panel", asked):
        name, equals, number = kinds.text("panel", word).rpartition("=")
        pairs.append((name.strip(), number) if equals else (number.strip(), None))
    return pairs


def panel_reached(panel: Mapping[str, int], most: int, games: int) -> dict[str, int]:
    """A panel of the most games that the deciding line-up may play, as it is for those that it played.

    A part that is the usual one stays the usual one; a number that was chosen stands, but is no larger than the deciding line-up's.
    """
    usual = {name: part for name, part in USUAL.items() if panel.get(name) == part.games(most)}
    return {name: usual[name].games(games) if name in usual else min(number, games) for name, number in panel.items()}


def _games(name: str, number: Any, games: int) -> int:
    if number is None:
        if name not in USUAL:
            raise HeistlabError(f"panel: {name}: how many games? write {name}=GAMES")
        return USUAL[name].games(games)
    count = whole(f"panel: {name}", number)
    if not 1 <= count <= games:
        raise HeistlabError(f"panel: {name}={count}: games are 1 to {games}, those of the line-up that decides")
    return count


def panel_text(panel: Mapping[str, int]) -> str:
    """A panel as it is written."""
    return ",".join(f"{name}={games}" for name, games in panel.items()) or NO_PANEL
