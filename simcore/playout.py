"""The driver that every game shares: play a block of games.

The functions below are templates: `bind` gives them one game's kernels as globals and compiles them for that game. Passing kernels
as arguments would compile them anew in every process; binding is cached.
"""

import types
from dataclasses import replace
from typing import Any

import numpy as np

from simcore import bots, rollout
from simcore.bots import draw_weights
from simcore.kernel import kernel
from simcore.rng import CHANCE, MASK, MAX_SEATS, NULL_SOURCE, SHIFT, WORDS, block, scaled, start_chance
from simcore.spec import CAP, CAPPED, LEADER_BITS, LEADER_NOBODY, LEADER_ROUNDS, NONE, GameSpec, Kernels, record

set_up: Any
legal_actions: Any
apply_action: Any
standings: Any
running_scores: Any
choose_action: Any
prepare_game: Any
finish_game: Any
close_round: Any
follow_course: Any

ACTIONS_A_ROUND = 1000
"""Actions that rounds take on average at most: a game with more than this for each round of its cap never ends a round, and is stopped."""

COURSE = record(
    [
        ("leaders", np.int64),  # who led alone after each round, packed: see the column
        ("alone", np.int64),  # seat alone at the top now, NONE for none
        ("rounds", np.int64),  # rounds begun when the scores were last looked at
        ("active", np.int64),  # seats that took part then, as bits
        ("leader", np.int64),  # last seat that led alone, NONE before
        ("lead_changes", np.int64),
        ("actions", np.int64),
        ("choices", np.int64),
        ("scores", np.int64, MAX_SEATS),
        ("null_event", np.int64),  # block of the null's stream that is in `null_words`, NONE before
        ("null_words", np.uint64, WORDS),
        ("null_leader", np.int64),
        ("null_lead_changes", np.int64),
        ("null_scores", np.int64, MAX_SEATS),  # what the scores are with each round's gains relabelled
        ("now", np.int64, MAX_SEATS),  # work space: scores at a round's end
        ("gains", np.int64, MAX_SEATS),  # work space: what the active seats gained in a round
    ]
)
"""What the driver keeps of a game's course."""


@kernel
def start_course(course):
    """A game that has not begun."""
    course.rounds = 0
    course.leaders = 0
    course.alone = NONE
    course.leader = NONE
    course.lead_changes = 0
    course.null_event = NONE
    course.null_leader = NONE
    course.null_lead_changes = 0
    course.actions = 0
    course.choices = 0


@kernel
def leader_of(scores, seats, last):
    """The seat alone at the top, or the one that stood there alone last: a tie leads nobody."""
    top = scores[0]
    leader = 0
    for seat in range(1, seats):
        score = scores[seat]
        leader = seat if score > top else NONE if score == top else leader
        top = max(top, score)
    return last if leader == NONE else leader


@kernel
def note_leaders(course, seats):
    """A lead change is another seat alone at the top than the last one that stood there alone; so too for the relabelled scores."""
    course.alone = leader_of(course.scores[:], seats, NONE)
    leader = course.leader if course.alone == NONE else course.alone
    course.lead_changes += course.leader != NONE and course.leader != leader
    course.leader = leader
    leader = leader_of(course.null_scores[:], seats, course.null_leader)
    course.null_lead_changes += course.null_leader != NONE and course.null_leader != leader
    course.null_leader = leader


@kernel
def keep_leader(course, closed):
    """Keep who stands alone at the top now, for the round begun when that was last looked at and all others up to `closed`."""
    code = LEADER_NOBODY if course.alone == NONE else course.alone + 1
    for number in range(course.rounds, min(closed, LEADER_ROUNDS) + 1):
        course.leaders |= code << (LEADER_BITS * (number - 1))


@kernel
def null_word(course, chance, orders):
    """The round's word of the null's stream, from which `orders` equally likely orders can be read; a block serves four rounds."""
    event = course.rounds // WORDS
    if event != course.null_event:
        course.null_event = event
        words = block(chance, NULL_SOURCE, event, 0)
        course.null_words[0], course.null_words[1], course.null_words[2], course.null_words[3] = words
    word = course.null_words[course.rounds % WORDS]
    index = 0
    while scaled(word, orders)[1]:
        index += 1
        word = block(chance, NULL_SOURCE, course.rounds, index)[0]
    return word


@kernel
def next_place(word, count):
    """A place 0..count-1 from a word, and the word that is left for further ones, as in Brackett-Rozinsky and Lemire 2024."""
    product = word * np.uint64(count)
    return np.int64(product >> SHIFT), product & MASK


@kernel
def relabel_gains(course, chance, seats):
    """The exchangeable null: what the seats active as a round began gained in it goes to them in an order drawn for that round.

    `course.now` are the scores at its end. What a seat gains or loses that takes no part any more stays its own.
    """
    active = 0
    orders = 1
    for seat in range(seats):
        gain = course.now[seat] - course.scores[seat]
        course.scores[seat] = course.now[seat]
        if course.active >> seat & 1:
            course.gains[active] = gain
            active += 1
            orders *= active
        else:
            course.null_scores[seat] += gain
    word = null_word(course, chance, orders) if orders > 1 else np.uint64(0)
    for seat in range(seats):
        if course.active >> seat & 1:
            place, word = next_place(word, active)
            active -= 1
            course.null_scores[seat] += course.gains[place]
            course.gains[place] = course.gains[active]


def _prepare_game(state, rules, seats, seed, game, rotations, logging, lineup, centres, weights, chance, course):
    """Set up a game: games of one deal differ only in how far the line-up is turned over the seats."""
    start_chance(chance, seed, np.uint64(game // rotations), logging)
    for seat in range(seats):
        entry = (seat + game % rotations) % lineup.entries
        draw_weights(chance, seat, entry, lineup.spread[entry], lineup, centres, weights)
    start_course(course)
    set_up(state, rules, seats, chance)
    course.rounds = state.rounds
    course.active = state.active
    running_scores(state, rules, course.scores[:])
    course.null_scores[:] = course.scores[:]


def _finish_game(state, rules, game, rotations, lineup, course, result):
    """Write the row of a game that has ended."""
    seats = state.seats
    standings(state, rules, result)
    result.game = game
    result.deal = game // rotations
    result.rotation = game % rotations
    result.first_seat = state.first_seat
    result.end_reason = state.end_reason
    result.rounds = state.rounds
    result.turns = state.turns
    result.actions = course.actions
    result.choices = course.choices
    result.lead_changes = course.lead_changes
    result.lead_changes_null = course.null_lead_changes
    result.leaders = course.leaders
    for seat in range(MAX_SEATS):
        result.bot[seat] = (seat + game % rotations) % lineup.entries if seat < seats else NONE
    if state.end_reason == CAPPED:
        result.winners = 0
        result.contenders = 0
        result.reached = 0
        result.decided_by = CAP
        for seat in range(MAX_SEATS):
            result.standing[seat] = 0


@kernel
def stop_at_cap(state, rules):
    """A game that will not end is stopped after the last round allowed."""
    if state.actor != NONE and state.rounds > rules.round_cap:
        state.rounds = rules.round_cap
        state.actor = NONE
        state.end_reason = CAPPED


def _close_round(state, rules, course, chance):
    """At a round's end look who leads, and stop a game that will not end."""
    running_scores(state, rules, course.now[:])
    relabel_gains(course, chance, state.seats)
    note_leaders(course, state.seats)
    keep_leader(course, state.rounds if state.actor == NONE else state.rounds - 1)
    course.rounds = state.rounds
    course.active = state.active
    stop_at_cap(state, rules)


def _follow_course(state, rules, course, chance):
    """After each action: see whether a round is over, or the game goes on without an end to its round."""
    course.actions += 1
    if state.rounds == course.rounds and state.actor != NONE and course.actions >= rules.round_cap * ACTIONS_A_ROUND:
        state.actor = NONE
        state.end_reason = CAPPED
    if state.rounds != course.rounds or state.actor == NONE:
        close_round(state, rules, course, chance)


def _play_block(
    rules,
    seats,
    seed,
    first_game,
    rotations,
    lineup,
    centres,
    states,
    chances,
    courses,
    weights,
    actions,
    scratch,
    ratings,
    trial,
    results,
):
    """Play games first_game, first_game + 1, ...: one row of `results` each. All arrays behind `centres` are scratch."""
    state, chance, course = states[0], chances[0], courses[0]
    for row in range(results.shape[0]):
        game = first_game + row
        prepare_game(state, rules, seats, seed, game, rotations, 0, lineup, centres, weights, chance, course)
        while state.actor != NONE:
            count = legal_actions(state, rules, actions)
            action = actions[0]
            if count > 1:
                course.choices += 1
                entry = (state.actor + game % rotations) % lineup.entries
                action = choose_action(state, rules, lineup, entry, centres, weights, chance, actions, count, scratch, ratings, trial)
            apply_action(state, rules, action, chance)
            follow_course(state, rules, course, chance)
        finish_game(state, rules, game, rotations, lineup, course, results[row])


GAME_KERNELS = ("set_up", "legal_actions", "apply_action", "deal_unseen", "standings", "running_scores")
"""What a game's `rules` module provides; its `bots` module provides `rate_actions`."""


def bind(spec: GameSpec) -> Kernels:
    """Compile the shared drivers for one game.

    Returns
    -------
    Kernels
        The game's own kernels and the drivers bound to them.
    """
    rules, game_bots = spec.module("rules"), spec.module("bots")
    known: dict[str, Any] = {name: getattr(rules, name) for name in GAME_KERNELS}
    known["rate_actions"] = game_bots.rate_actions
    templates = {
        "choose_action": bots.choose_action,
        "prepare_game": _prepare_game,
        "close_round": _close_round,
        "follow_course": _follow_course,
        "finish_game": _finish_game,
        "play_block": _play_block,
    }
    for name, template in templates.items():
        known[name] = _bound(spec, name, template, known)
    return Kernels(**known)


def bind_search(spec: GameSpec) -> Kernels:
    """The same for line-ups with bots that play out: what such a bot plays with are the kernels of the others.

    A game without such bots in it pays nothing for them, neither in compiling nor in playing.
    """
    plain = spec.kernels
    known = {**vars(plain), "stop_at_cap": stop_at_cap}
    known["play_out"] = _bound(spec, "play_out", rollout.play_out, known)
    search_action = _bound(spec, "search_action", rollout.search_action, known)
    play_block = _bound(spec, "search_block", _play_block, {**known, "choose_action": search_action})
    return replace(plain, choose_action=search_action, play_block=play_block)


def _bound(spec: GameSpec, name: str, template: Any, known: dict[str, Any]) -> Any:
    """A template compiled with a game's kernels as globals, under a name of its own."""
    bound = types.FunctionType(template.__code__, {**template.__globals__, **known, "GAME": spec.name}, name)
    bound.__qualname__ = f"{spec.name}_{name}"
    bound.__module__ = template.__module__
    bound.__doc__ = template.__doc__
    return kernel(bound)


def kernels_for(spec: GameSpec, lineup: Any) -> Kernels:
    """The kernels that play a line-up (LINEUP record)."""
    return spec.search_kernels if (lineup.kind == bots.ROLLOUT).any() else spec.kernels


class Table:
    """One game at a time, step by step, with the kernels that play blocks: for traces, and for tests.

    Parameters
    ----------
    spec : GameSpec
    rules : numpy record of `spec.rules`
    lineup : LINEUP record
    centres : float64 array, centres x weights
    seats, rotations : int
    """

    def __init__(self, spec: GameSpec, rules: Any, lineup: Any, centres: np.ndarray[Any, Any], seats: int, rotations: int) -> None:
        self.spec, self.rules, self.lineup, self.centres, self.seats, self.rotations = spec, rules, lineup, centres, seats, rotations
        self.kernels = kernels_for(spec, lineup)
        self.work = scratch_arrays(spec)
        self.state, self.chance, self.course = self.work[0][0], self.work[1][0], self.work[2][0]
        self.weights, self.actions, self.scratch, self.ratings, self.trial = self.work[3:]
        self.game = 0

    def start(self, seed: int, game: int) -> list[tuple[int, ...]]:
        """Set up a game; returns the events of its set-up."""
        self.game = game
        self.kernels.prepare_game(
            self.state,
            self.rules,
            self.seats,
            np.uint64(seed),
            game,
            self.rotations,
            1,
            self.lineup,
            self.centres,
            self.weights,
            self.chance,
            self.course,
        )
        return self.events()

    def legal(self) -> list[int]:
        """Codes of the acting seat's legal actions."""
        count = self.kernels.legal_actions(self.state, self.rules, self.actions)
        return [int(code) for code in self.actions[:count]]

    def choose(self) -> int:
        """What the bot of the acting seat does; a forced action costs its stream nothing."""
        count = self.kernels.legal_actions(self.state, self.rules, self.actions)
        if count == 1:
            return int(self.actions[0])
        self.course.choices += 1
        entry = (int(self.state.actor) + self.game % self.rotations) % int(self.lineup.entries)
        return int(
            self.kernels.choose_action(
                self.state,
                self.rules,
                self.lineup,
                entry,
                self.centres,
                self.weights,
                self.chance,
                self.actions,
                count,
                self.scratch,
                self.ratings,
                self.trial,
            )
        )

    def apply(self, action: int) -> list[tuple[int, ...]]:
        """Apply an action; returns the events, of chance and others, that followed from it."""
        self.kernels.apply_action(self.state, self.rules, action, self.chance)
        self.kernels.follow_course(self.state, self.rules, self.course, self.chance)
        return self.events()

    def events(self) -> list[tuple[int, ...]]:
        """Events since the last call, in the order in which they happened: tuples of code and meaning."""
        count = int(self.chance.events)
        if count > len(self.chance.log):
            raise OverflowError(f"{count} events in one step; LOG_CAPACITY is {len(self.chance.log)}")
        self.chance.events = 0
        return [tuple(int(number) for number in row) for row in self.chance.log[:count]]

    def result(self) -> Any:
        """The row of the game that has ended, a record of `spec.result`."""
        rows = np.zeros(1, self.spec.result)
        self.kernels.finish_game(self.state, self.rules, self.game, self.rotations, self.lineup, self.course, rows[0])
        return rows[0]


def scratch_arrays(spec: GameSpec) -> tuple[Any, ...]:
    """What one thread needs to play: states, chances, courses, weights, actions, scratch, ratings, and a trial for `rollout`."""
    return (
        np.zeros(1, spec.state),
        np.zeros(1, CHANCE),
        np.zeros(1, COURSE),
        np.zeros((MAX_SEATS, len(spec.weights))),
        np.zeros(spec.max_actions, np.int64),
        np.zeros(spec.scratch),
        np.zeros(spec.max_actions),
        rollout.trial_arrays(spec),
    )
