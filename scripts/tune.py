"""Weights from self-play: `python scripts/tune.py infamy` searches those of `greedy` anew, writes them, and says what they lose.

First the search plays against itself: all rivals have the mean of the weights that are tried, and move with it. Then greedy stands
still and the same search looks for its best response, from the shipped bot that does best against it; what that response gains is
measured on seeds that no search has seen. Both look at wins only: never at seats, turn order or tie-breaks. `--check` leaves greedy as it is.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import cma
import numpy as np

import simcore
from simcore.lineups import Bot, bot_names, bot_path, load_bot, rotations_of
from simcore.runner import Player, compile_game, make_manifest, threads_to_use

TUNED = "greedy"
SEED = 20_261_130
FRESH = 1_000
"""Seeds of the search run up from SEED, one a generation; those of measurements from here."""
STEP = 0.2
"""First standard deviation of the search, in logarithms of weights: signs stay, and a weight of 0 stays 0."""
DIGITS = 3
"""Significant ones of a weight that is written."""
Z = 1.96

Weights = np.ndarray[Any, Any]


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
        manifest = make_manifest(self.game, players=self.players, games=games, seed=seed, bots=TUNED)
        player = Player(manifest.model_copy(update={"bots": lineup, "rotations": rotations_of(lineup)}))
        rows = player.rows(0, games)
        won = rows["winners"][:, None] >> np.arange(self.players) & 1
        credit = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
        of_one = (credit * (rows["bot"][:, : self.players] == 0)).sum(axis=1)
        return of_one.reshape(-1, self.players).mean(axis=1)

    def shares(self, tried: Sequence[Weights], rivals: Weights, games: int, seed: int) -> list[float]:
        """Share of wins of each that is tried, on the same deals and dice."""
        with ThreadPoolExecutor(self.threads) as pool:
            return [float(found.mean()) for found in pool.map(lambda weights: self.credits(weights, rivals, games, seed), tried)]

    def gain(self, weights: Weights, rivals: Weights, games: int, seed: int) -> tuple[float, float]:
        """Gain over the even share with the half-width of its 95 % interval, over deals; in points of win share."""
        count = games // self.threads // self.players * self.players
        with ThreadPoolExecutor(self.threads) as pool:
            parts = pool.map(lambda part: self.credits(weights, rivals, count, seed + part), range(self.threads))
            found = np.concatenate(list(parts))
        return 100 * (float(found.mean()) - 1 / self.players), 100 * Z * float(found.std(ddof=1)) / len(found) ** 0.5


def search(trials: Trials, start: Weights, rivals: Weights | None, generations: int, games: int, population: int, seed: int) -> Weights:
    """Weights after some generations: the search's mean; with no rivals given they have that mean too, and its own mean since half-time counts."""
    held = start != 0
    signs = np.sign(start)

    def weights_at(place: Weights) -> Weights:
        weights = np.zeros(len(start))
        weights[held] = np.exp(place)
        return signs * weights

    strategy = cma.CMAEvolutionStrategy(
        np.log(np.abs(start[held])), STEP, {"popsize": population, "seed": seed, "verbose": -9, "maxiter": generations}
    )
    means = []
    for generation in range(generations):
        places = strategy.ask()
        against = weights_at(strategy.mean) if rivals is None else rivals
        found = trials.shares([weights_at(place) for place in places], against, games, seed + generation)
        strategy.tell(places, [-share for share in found])
        means.append(strategy.mean.copy())
        print(f"  generation {generation + 1}: mean share {100 * np.mean(found):.1f} %, step {strategy.sigma:.3f}", flush=True)
    return weights_at(np.mean(means[generations // 2 :], axis=0) if rivals is None else means[-1])


def rounded(weights: Weights) -> Weights:
    """As they are written."""
    return np.array([float(f"{weight:.{DIGITS}g}") for weight in weights])


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
    parser.add_argument("--check", action="store_true", help="only look for the best response to greedy as it is")
    parser.add_argument("--generations", type=int, default=30, help="of each search")
    parser.add_argument("--population", type=int, default=12)
    parser.add_argument("--games", type=int, default=1200, help="with each set of weights in a generation")
    parser.add_argument("--measure", type=int, default=40_000, help="games to measure a gain with")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--threads", type=int)
    chosen = parser.parse_args()
    spec = simcore.game(chosen.game)
    trials = Trials(chosen.game, spec.usual, threads_to_use(chosen.threads))
    compile_game(spec, bots=[load_bot(spec, TUNED)])
    bots = rated_bots(chosen.game)
    settings = (chosen.generations, chosen.games, chosen.population)
    if not chosen.check:
        print("against itself", flush=True)
        bots[TUNED] = rounded(search(trials, bots[TUNED], None, *settings, chosen.seed))
        print(dict(zip(spec.weights, bots[TUNED].tolist(), strict=True)), flush=True)
    fresh = chosen.seed + FRESH
    gains = {name: trials.gain(weights, bots[TUNED], chosen.measure, fresh) for name, weights in bots.items()}
    for name, (gain, half) in gains.items():
        print(f"{name}: {gain:+.2f} ± {half:.2f} points", flush=True)
    start = max(gains, key=lambda name: gains[name][0])
    print(f"best response, from {start}", flush=True)
    response = search(trials, bots[start], bots[TUNED], *settings, chosen.seed + FRESH // 2)
    gain, half = trials.gain(response, bots[TUNED], chosen.measure, fresh)
    print(dict(zip(spec.weights, rounded(response).tolist(), strict=True)))
    print(f"best response: {gain:+.2f} ± {half:.2f} points", flush=True)
    if not chosen.check:
        record = (
            f"scripts/tune.py {chosen.game}: {chosen.generations} generations of {chosen.population} with {chosen.games} games each, seed {chosen.seed}.",
            f"Best response found the same way from {start}: {gain:+.2f} ± {half:.2f} points of win share ({chosen.measure} games).",
        )
        path = bot_path(spec, TUNED)
        weights = dict(zip(spec.weights, bots[TUNED].tolist(), strict=True))
        path.write_text(written(path.read_text(encoding="utf-8"), weights, record), encoding="utf-8")


if __name__ == "__main__":
    main()
