"""Games, rules, cards and bots: shown, checked, and exported to edit."""

import pytest

import heistlab as hl
import simcore
from simcore.rulebook import load_rules
from simcore.spec import GameSpec
from tests.heistlab.tools import answer, played, refused


@pytest.fixture
def spec(game_name) -> GameSpec:
    return simcore.game(game_name)


def test_games_are_listed_with_their_players_variants_and_cards():
    assert answer("games") == {"games": hl.games()}
    shown = played("games").stdout
    for game in hl.games():
        spec = simcore.game(game["name"])
        assert game["title"] == spec.title
        assert game["players"] == {"fewest": spec.fewest, "most": spec.most, "usual": spec.usual}
        assert [variant["name"] for variant in game["variants"]] == [variant.name for variant in spec.variants]
        assert bool(game["card_sets"]) is bool(spec.module("cards").TABLES)
        assert f"{game['name']}: {game['title']}, {spec.fewest} to {spec.most} players" in shown
    assert [game["name"] for game in hl.games()] == list(simcore.GAMES)


def test_every_rule_is_shown_with_value_default_range_clause_and_sentence(spec):
    found = hl.rules(spec.name)
    assert answer("rules", spec.name) == found
    assert [rule["name"] for rule in found["rules"]] == list(load_rules(spec))
    shown = played("rules", spec.name).stdout
    for rule in found["rules"]:
        assert rule["value"] == rule["default"]
        assert rule["text"].endswith(".")
        assert rule["name"] in shown
    for entry in found["clauses"]:
        assert entry["clause"] in shown
    assert [entry["name"] for entry in found["measures"]] == [measure.name for measure in spec.measures]
    lines = [line.split() for line in shown.splitlines()]
    for entry in found["measures"]:
        (line,) = [line for line in lines if line[:2] == [entry["name"], entry["unit"]]]
        assert float(line[2]) == entry["margin"]
        assert ("primary" in line[3:]) is entry["primary"]
        assert entry["label"].split()[0] in line


def test_a_changed_rule_shows_its_value():
    found = answer("rules", "duel", "--set", "target=30", "--clause", "due-04")
    assert found == hl.rules("duel", set={"target": 30}, clause="DUE-04")
    assert [(rule["name"], rule["value"], rule["default"]) for rule in found["rules"]] == [("target", 30, 20)]
    assert [entry["clause"] for entry in found["clauses"]] == ["DUE-04"]
    assert found["rules_hash"] != hl.rules("duel")["rules_hash"]


def test_cards_are_shown_and_an_exported_set_is_the_shipped_one(spec, here):
    found = hl.cards(spec.name)
    assert answer("cards", spec.name) == found
    if not found["tables"]:
        assert "has no cards" in played("cards", spec.name).stdout
        return
    played("cards", spec.name, "--export", "mine")
    own = answer("cards", spec.name, "--cards", "mine")
    assert own["tables"] == found["tables"]
    assert own["set"] == "mine"
    assert own["differs"] == []
    lines = played("cards", spec.name, "--cards", "mine").stdout.splitlines()
    assert lines[1] == lines[-1] == "mine: a valid set; the same as the shipped one"
    assert "a valid set" not in played("cards", spec.name).stdout
    first = sorted(found["tables"])[0]
    assert "is there already" in refused("cards", spec.name, "--export", "mine")
    (here / "mine" / f"{first}.csv").write_text("slug,nam,provenance\n", encoding="utf-8")
    assert f"{first}.csv: unknown column 'nam'; did you mean 'name'?" in refused("cards", spec.name, "--cards", "mine")


def test_bots_are_shown_with_their_sentence_and_weights(spec):
    found = hl.bots(spec.name)
    assert answer("bots", spec.name) == found
    assert {"random", "greedy", "mixed"} <= {bot["name"] for bot in found["bots"]}
    shown = " ".join(played("bots", spec.name).stdout.split())
    for bot in found["bots"]:
        assert bot["text"] in shown
        assert all(set(weights) == set(spec.weights) for weights in bot["weights"])
        assert len(bot["weights"]) == max(len(bot["centres"]), 1 if bot["kind"] == "rated" else 0)
    assert answer("bots", spec.name, "greedy")["bots"] == [bot for bot in found["bots"] if bot["name"] == "greedy"]


def test_an_exported_bot_plays_as_the_shipped_one(spec):
    for name in (bot["name"] for bot in hl.bots(spec.name)["bots"]):
        written = played("bots", spec.name, name, "--export", f"{name}.toml").stdout
        assert f"--bots ./{name}.toml" in written
        shipped = hl.simulate(spec.name, games=30, seed=5, bots=name).games
        own = hl.simulate(spec.name, games=30, seed=5, bots=f"./{name}.toml").games
        assert own.equals(shipped)
        assert "is there already" in refused("bots", spec.name, name, "--export", f"{name}.toml")


def test_a_faulty_bot_is_refused_with_the_right_word(here):
    (here / "mine.toml").write_text('kind = "rated"\n[weights]\neagernes = 1\n', encoding="utf-8")
    assert "unknown weight 'eagernes'; did you mean 'eagerness'?" in refused("simulate", "duel", "--bots", "./mine.toml")


def test_an_own_set_says_what_is_different_in_it(here):
    played("cards", "infiltration", "--export", "mine")
    items = here / "mine" / "items.csv"
    heading, first, *others = items.read_text(encoding="utf-8").splitlines()
    slug, effect = first.split(",")[0], "take 2"
    column = heading.split(",").index("effect")
    cells = first.split(",")
    cells[column] = effect
    items.write_text("\n".join([heading, *others, ",".join(cells)]) + "\n", encoding="utf-8")
    assert hl.cards("infiltration", cards="mine")["differs"] == [f"items.{slug}.effect"]
    lines = played("cards", "infiltration", "--cards", "mine").stdout.splitlines()
    assert lines[1] == lines[-1] == f"mine: a valid set; differs from the shipped one in: items.{slug}.effect"
    patched = hl.cards("infiltration", set={"items.grapple_line.effect": effect})
    assert patched["differs"] == ["items.grapple_line.effect"]
