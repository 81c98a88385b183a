"""Weights from self-play: `python scripts/tune.py infamy` searches those of `greedy` anew, writes them, and says what they lose.

Double oracle: greedy stands still, and an evolution strategy looks for its best response, one seat of other weights that wins most among
greedy rivals. What that gains is measured on seeds that no search has seen. If it is too much, it joins the pool of what greedy has to
stand up to, beside the other shipped bots, and the same strategy looks for weights from which none of the pool gains much; and so on.
Searches begin from the best of greedy and the pool, as weights far apart can do equally well. The greedy that lost least is kept.
Only wins are looked at: never seats, turn order or tie-breaks.
"""

import argparse
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import cma
import numpy as np

import simcore
from simcore.lineups import Bot, bot_names, bot_path, load_bot, rotations_of
from simcore.runner import Player, compile_game, make_manifest, threads_to_use
from simcore.spec import GameSpec

TUNED = "greedy"
AIM = 2.0
"""Points of win share over the even one that a best response may gain."""
SEED = 20_261_130
ROUND, GLANCE, FRESH = 1_000, 200, 500
"""Each round has seeds of its own, one a generation; those from GLANCE on are for choosing a start, those from FRESH on for measuring."""
STEP = 0.2
"""First standard deviation of the search, in logarithms of weights: signs stay, and a weight of 0 stays 0."""
DIGITS = 3
"""Significant ones of a weight that is written."""
Z = 1.96

Weights = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Effort:
    """How much a search may play: generations, weights tried in each, games with each of these."""

    generations: int
    population: int
    games: int

    @property
    def glance(self) -> "Effort":
        """A third of the generations."""
        return replace(self, generations=max(self.generations // 3, 1))

    @property
    def told(self) -> str:
        """In words."""
        return f"{self.generations} generations of {self.population} with {self.games} games each"


@dataclass(frozen=True)
class Trials:
    """One seat against equal rivals, turned over all seats of a deal.

    Attributes
    ----------
    game : str
    players, threads : int
    """

    game: str
    players: int
    threads: int

    def bot(self, name: str, weights: Weights) -> Bot:
        """A rated bot with these weights."""
        return Bot(name=name, kind="rated", centres=(dict(zip(simcore.game(self.game).weights, weights.tolist(), strict=True)),))

    def credits(self, weights: Weights, rivals: Weights, games: int, seed: int) -> Weights:
        """Credit of the one seat, a mean for each deal: `games` / players numbers."""
        lineup = (self.bot("one", weights), *[self.bot("rival", rivals)] * (self.players - 1))
        games = max(games // self.players, 2) * self.players
        manifest = make_manifest(self.game, players=self.players, games=games, seed=seed, bots=TUNED)
        player = Player(manifest.model_copy(update={"bots": lineup, "rotations": rotations_of(lineup)}))
        rows = player.rows(0, games)
        won = rows["winners"][:, None] >> np.arange(self.players) & 1
        credit = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        of_one = (credit * (rows["bot"][:, : self.players] == 0)).sum(axis=1)
        return of_one.reshape(-1, self.players).mean(axis=1)

    def shares(self, pairs: Sequence[tuple[Weights, Weights]], games: int, seed: int) -> Weights:
        """Share of wins of the first of each pair among rivals with the second, all on the same deals and dice."""
        with ThreadPoolExecutor(self.threads) as pool:
            return np.array(list(pool.map(lambda pair: self.credits(*pair, games, seed).mean(), pairs)))

    def gain(self, weights: Weights, rivals: Weights, games: int, seed: int) -> tuple[float, float]:
        """Gain over the even share with the half-width of its 95 % interval, over deals; in points of win share."""
        count = games // self.threads // self.players * self.players
        with ThreadPoolExecutor(self.threads) as pool:
            parts = pool.map(lambda part: self.credits(weights, rivals, count, seed + part), range(self.threads))
            found = np.concatenate(list(parts))
        return 100 * (float(found.mean()) - 1 / self.players), 100 * Z * float(found.std(ddof=1)) / len(found) ** 0.5


def search(start: Weights, effort: Effort, seed: int, faults: Callable[[list[Weights], int], Weights]) -> Weights:
    """Weights with few faults, from a start: the mean of the last generation of an evolution strategy; `faults` gets weights and a seed."""
    held = start != 0
    signs = np.sign(start)

    def weights_at(place: Weights) -> Weights:
        weights = np.zeros(len(start))
        weights[held] = np.exp(place)
        return signs * weights

    options = {"popsize": effort.population, "seed": seed, "verbose": -9}
    strategy = cma.CMAEvolutionStrategy(np.log(np.abs(start[held])), STEP, options)
    for generation in range(effort.generations):
        places = strategy.ask()
        found = faults([weights_at(place) for place in places], seed + generation)
        strategy.tell(places, found.tolist())
        print(f"  generation {generation + 1}: mean of what is sought {100 * found.mean():.1f}, step {strategy.sigma:.3f}", flush=True)
    return rounded(weights_at(strategy.mean))


def best_response(trials: Trials, starts: Sequence[Weights], rivals: Weights, effort: Effort, seed: int) -> Weights:
    """What wins most among rivals that stand still: a glance from every start, then a search from the best of what they found."""

    def faults(tried: list[Weights], at: int) -> Weights:
        return -trials.shares([(weights, rivals) for weights in tried], effort.games, at)

    glances = [search(start, effort.glance, seed + GLANCE, faults) for start in starts]
    return search(glances[int(faults(glances, seed + GLANCE).argmin())], effort, seed, faults)


def hardest_to_beat(trials: Trials, starts: Sequence[Weights], pool: Sequence[Weights], effort: Effort, seed: int) -> Weights:
    """What leaves least to the one of a pool that gains most among rivals with it; a little less counts what the others gain."""

    def faults(tried: list[Weights], at: int) -> Weights:
        pairs = [(one, weights) for weights in tried for one in pool]
        gains = trials.shares(pairs, max(effort.games // len(pool), 1), at).reshape(len(tried), -1) - 1 / trials.players
        worst: Weights = gains.max(axis=1) + np.sqrt((np.maximum(gains, 0) ** 2).mean(axis=1))
        return worst

    return search(starts[int(faults(list(starts), seed + GLANCE).argmin())], effort, seed, faults)


def rounded(weights: Weights) -> Weights:
    """As they are written."""
    return np.array([float(f"{weight:.{DIGITS}g}") for weight in weights])


def named(spec: GameSpec, weights: Weights) -> dict[str, float]:
    """By name."""
    return dict(zip(spec.weights, weights.tolist(), strict=True))


def told(gain: tuple[float, float]) -> str:
    """A gain in words."""
    return f"{gain[0]:+.2f} ± {gain[1]:.2f} points of win share"


def rated_bots(game: str) -> dict[str, Weights]:
    """Weights of the shipped bots that have one set of them and no spread."""
    spec = simcore.game(game)
    bots = [load_bot(spec, name) for name in bot_names(spec)]
    return {
        bot.name: np.array([bot.centres[0][weight] for weight in spec.weights])
        for bot in bots
        if bot.kind == "rated" and len(bot.centres) == 1 and not bot.spread
    }


def written(text: str, weights: dict[str, float], record: Sequence[str]) -> str:
    """A bot's file with other weights and the record of their search in front of these."""
    head, _, _ = text.partition("[weights]")
    head = "".join(line for line in head.splitlines(keepends=True) if not line.startswith("#"))
    lines = [f"# {line}" for line in record] + ["[weights]"] + [f"{name} = {value}" for name, value in weights.items()]
    return head.rstrip("\n") + "\n\n" + "\n".join(lines) + "\n"


def main() -> None:
    """Search, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=list(simcore.GAMES))
    parser.add_argument(
        "--rounds", type=int, default=6, help="times that greedy is moved at most; 0 only says what its best response gains"
    )
    parser.add_argument("--generations", type=int, default=30, help="of each search")
    parser.add_argument("--population", type=int, default=12, help="weights tried in each generation")
    parser.add_argument("--games", type=int, default=1200, help="with each of these")
    parser.add_argument("--measure", type=int, default=20_000, help="games to measure a gain with")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int)
    chosen = parser.parse_args()
    spec = simcore.game(chosen.game)
    trials = Trials(chosen.game, spec.usual, threads_to_use(chosen.threads))
    effort = Effort(chosen.generations, chosen.population, chosen.games)
    compile_game(spec, bots=[load_bot(spec, TUNED)])
    bots = rated_bots(chosen.game)
    pool = {name: weights for name, weights in bots.items() if name != TUNED}
    greedy, least, tuned, record = bots[TUNED], np.inf, bots[TUNED], [""]
    for moved in range(chosen.rounds + 1):
        seed = chosen.seed + moved * ROUND
        print(f"round {moved}: best response", flush=True)
        response = best_response(trials, [greedy, *pool.values()], greedy, effort, seed)
        rivals = pool | {"best response": response}
        gains = {name: trials.gain(weights, greedy, chosen.measure, seed + FRESH) for name, weights in rivals.items()}
        found = [f"{name} among it: {told(gain)}" for name, gain in gains.items()]
        print(*found, named(spec, response), sep="\n", flush=True)
        most = max(gain for gain, _ in gains.values())
        if most < least:
            least, tuned, record = most, greedy, found
        if least < AIM or moved == chosen.rounds:
            break
        pool[f"response {moved + 1}"] = response
        print("hardest to beat:", flush=True)
        greedy = hardest_to_beat(trials, [greedy, *pool.values()], list(pool.values()), effort, seed + FRESH // 2)
        print(named(spec, greedy), flush=True)
    if chosen.rounds:
        source = (
            f"scripts/tune.py {chosen.game}, seed {chosen.seed}, moved {moved} times; {effort.told}, {chosen.measure} to measure a gain."
        )
        path = bot_path(spec, TUNED)
        path.write_text(written(path.read_text(encoding="utf-8"), named(spec, tuned), [source, *record]), encoding="utf-8")


if __name__ == "__main__":
    main()
