"""Every ruling that is a switch: the same position under each reading."""

import pytest

from simcore.games.infiltration.state import SECRET, Status
from simcore.rulebook import load_rules
from tests.games.infiltration.board import SPEC, Board


@pytest.mark.parametrize(("reading", "first"), [("passes_left", 1), ("fixed", 0)])
def test_first_player_role(reading: str, first: int) -> None:
    board = Board(first_player_role=reading)
    board.play(["interface"], ["interface"], ["interface"])
    assert board.state.first_player == first
    assert board.state.actor == first


@pytest.mark.parametrize(("reading", "order"), [("passes_left", [1, 2]), ("fixed", [1, 2])])
def test_first_player_role_when_the_first_player_is_out(reading: str, order: list[int]) -> None:
    board = Board(first_player_role=reading)
    board.play(["retreat"], ["interface"], ["interface"])
    assert board.state.first_player == (1 if reading == "passes_left" else 0)
    for seat in order:
        assert board.state.actor == seat
        board.play(["interface"])


@pytest.mark.parametrize(("reading", "face_up", "tokens"), [("any_entry", 1, 2), ("advance", 0, 0)])
def test_reveal_by(reading: str, face_up: int, tokens: int) -> None:
    board = Board(reveal_by=reading)
    board.lay(2, "mail_room", face_up=False)
    board.stand(0, 3)
    board.play(["retreat"], ["interface"], ["interface"])
    assert board.state.place[0] == 2
    assert board.state.face_up[2] == face_up
    assert board.state.room_tokens[2].sum() == tokens


@pytest.mark.parametrize("reading", ["any_entry", "advance"])
def test_reveal_by__an_advance_and_the_way_out_of_the_secret_room_reveal_in_any_case(reading: str) -> None:
    board = Board(reveal_by=reading)
    board.lay(4, "mail_room", face_up=False)
    board.lay(9, "freight_lift", face_up=False)
    board.stand(0, 3)
    board.stand(1, SECRET, secret_from=0)
    board.play(["advance"], ["retreat"], ["interface"])
    assert (board.state.place[0], board.state.place[1]) == (4, 9)
    assert board.state.face_up[4] == board.state.face_up[9] == 1


@pytest.mark.parametrize(("reading", "from_stair", "into_stair"), [("start", 2, 1), ("arrival", 1, 2)])
def test_room_move_effects(reading: str, from_stair: int, into_stair: int) -> None:
    board = Board(room_move_effects=reading)
    board.lay(0, "service_stair")
    board.play(["advance"], ["interface"], ["interface"])
    assert board.state.place[0] == from_stair
    board = Board(room_move_effects=reading)
    board.lay(1, "service_stair")
    board.play(["advance"], ["interface"], ["interface"])
    assert board.state.place[0] == into_stair


@pytest.mark.parametrize(("reading", "files"), [("nothing", 0), ("files", 2)])
def test_removed_slot_releases(reading: str, files: int) -> None:
    board = Board(removed_slot_releases=reading)
    board.lay(3, "mail_room", locks=1)
    board.state.slot_tokens -= 1
    board.send("csx13", 3)
    board.play(["interface"], ["interface"], ["interface"])
    assert board.state.locks[3] == 0
    assert board.state.slot_tokens == board.rules.slot_supply
    assert board.state.room_tokens[3].sum() == files


def test_secret_door__choice() -> None:
    for answer, place in ((["door", "onward"], 1), (["door", "secret"], SECRET)):
        board = Board(secret_door="choice")
        board.lay(0, "finance_archive")
        board.play(["advance"], ["interface"], ["interface"], answer)
        assert board.state.place[0] == place


def test_secret_door__forced() -> None:
    board = Board(secret_door="forced")
    board.lay(0, "finance_archive")
    board.play(["advance"], ["interface"], ["interface"])
    assert board.state.place[0] == SECRET
    assert board.state.secret_from[0] == 0


@pytest.mark.parametrize(("reading", "exit_there", "exit_absent"), [("exit_or_back", 7, 4), ("back", 4, 4), ("stuck", 7, SECRET)])
def test_secret_exit(reading: str, exit_there: int, exit_absent: int) -> None:
    for exit_place, place in ((7, exit_there), (None, exit_absent)):
        board = Board(secret_exit=reading)
        if exit_place is not None:
            board.lay(exit_place, "freight_lift")
        board.stand(0, SECRET, secret_from=4)
        board.play(["retreat"], ["interface"], ["interface"])
        assert board.state.place[0] == place


@pytest.mark.parametrize(("reading", "status"), [("yes", Status.ESCAPED), ("no", Status.INSIDE)])
def test_pushed_out_escapes(reading: str, status: Status) -> None:
    board = Board(pushed_out_escapes=reading)
    board.give(0, "crowd_hook")
    board.stand(1, 0, guards=0)
    board.play(["item", "crowd_hook"], ["interface"], ["interface"], ["operative", 1])
    assert board.state.status[1] == status


def test_pushed_out_escapes__a_push_that_achieves_nothing_uses_up_no_guard() -> None:
    for reading, guards in (("yes", 0), ("no", 1)):
        board = Board(pushed_out_escapes=reading)
        board.give(0, "crowd_hook")
        board.stand(1, 0, guards=1)
        board.play(["item", "crowd_hook"], ["interface"], ["interface"], ["operative", 1])
        assert board.state.guards[1] == guards
        assert board.state.status[1] == Status.INSIDE


@pytest.mark.parametrize(("reading", "standing"), [("eliminated", [1, 1, 0]), ("ranked", [2, 2, 1])])
def test_caught_score(reading: str, standing: list[int]) -> None:
    """Two are out with a Sludge each; the third is caught with a file."""
    board = Board(caught_score=reading)
    board.give(0, "sludge")
    board.give(1, "sludge")
    board.stand(2, 3, tokens=(0, 0, 1))
    result = board.finish(Status.ESCAPED, Status.ESCAPED, Status.CAUGHT)
    assert list(result.standing[:3]) == standing
    assert list(result.score[:3]) == [-2, -2, 0]
    assert result.points_lost[2] == 3


@pytest.mark.parametrize("reading", ["eliminated", "ranked"])
def test_caught_score__nobody_out_is_no_winner_and_a_sole_survivor_wins_in_any_case(reading: str) -> None:
    board = Board(caught_score=reading)
    result = board.police()
    assert (result.winners, board.decided_by(result)) == (0, "nobody")
    board = Board(caught_score=reading)
    board.give(1, "sludge")
    result = board.finish(Status.CAUGHT, Status.ESCAPED, Status.CAUGHT)
    assert (result.winners, board.decided_by(result)) == (0b010, "sole_survivor")


@pytest.mark.parametrize(("reading", "winner", "step"), [("out", 1, "score"), ("not_out", 0, "sole_survivor"), ("kept", 1, "score")])
def test_release(reading: str, winner: int, step: str) -> None:
    board = Board(release=reading)
    board.stand(0, 0, tokens=(1, 0, 0))
    board.play(["retreat"], ["interface"], ["interface"])
    board.stand(1, 3, tokens=(0, 0, 2))
    board.give(1, "blackmail")
    result = board.police()
    assert list(board.state.status[:3]) == [Status.ESCAPED, Status.RELEASED, Status.CAUGHT]
    assert (result.winners, board.decided_by(result)) == (1 << winner, step)
    assert list(result.score[:3]) == [1, 6, 0]


@pytest.mark.parametrize(("reading", "winners", "step"), [("out", 0b011, "shared"), ("kept", 0b010, "compromising_file")])
def test_release__whether_the_file_still_breaks_ties(reading: str, winners: int, step: str) -> None:
    board = Board(release=reading)
    for agent in (0, 1):
        board.stand(agent, 0, tokens=(1, 0, 0))
    board.give(1, "blackmail")
    board.play(["retreat"], ["interface"], ["interface"])
    result = board.police()
    assert (result.winners, board.decided_by(result)) == (winners, step)


def test_release__not_out_still_ranks_the_released_among_themselves() -> None:
    board = Board(release="not_out")
    for agent in (0, 1):
        board.give(agent, "blackmail")
        board.stand(agent, 3, tokens=(agent, 0, 0))
    result = board.police()
    assert (result.winners, board.decided_by(result)) == (0b010, "score")
    assert result.players_out == 0


@pytest.mark.parametrize(("reading", "files"), [("resolution", 4), ("snapshot", 2), ("first", 2)])
def test_extract_count__the_first_is_pushed_away_after_his_own(reading: str, files: int) -> None:
    board = Board(take_action="extract", extract_count=reading)
    board.lay(1, "mail_room", tokens=(9, 0, 0))
    for agent in range(3):
        board.stand(agent, 1)
    board.give(1, "crowd_hook")
    board.play(["extract"], ["item", "crowd_hook"], ["extract"], ["operative", 0])
    assert board.state.tokens[0].sum() == 2
    assert board.state.tokens[2].sum() == files


@pytest.mark.parametrize(("reading", "pushed", "stayed"), [("resolution", 4, 4), ("snapshot", 4, 2), ("first", 4, 4)])
def test_extract_count__one_is_pushed_away_before_any(reading: str, pushed: int, stayed: int) -> None:
    board = Board(take_action="extract", extract_count=reading)
    board.lay(0, "mail_room", tokens=(9, 0, 0))
    board.lay(3, "mail_room", tokens=(9, 0, 0))
    for agent in range(3):
        board.stand(agent, 3)
    board.give(0, "crowd_hook")
    board.lay(1, "mail_room", tokens=(9, 0, 0))
    board.play(["item", "crowd_hook"], ["extract"], ["extract"], ["operative", 1])
    assert board.state.place[1] == 1
    assert board.state.tokens[1].sum() == pushed
    assert board.state.tokens[2].sum() == stayed


def test_every_ruling_has_a_test_here() -> None:
    rulings = [name for name, rule in load_rules(SPEC).items() if rule.kind == "ruling"]
    tested = [name for name in globals() if name.startswith("test_")]
    assert [name for name in rulings if not any(test.startswith(f"test_{name}") for test in tested)] == []
