"""How the shipped set was made: the point model, and what the tables and their README claim. None of it binds a set of one's own."""

import re
from collections import Counter
from typing import Any

import pytest

from simcore.games.infamy import SPEC, cards
from simcore.games.infamy.cards import FACTION, GATES, NAMES, PREFIXES, TYPE, Alternative, Program, compile_program, compile_trigger
from simcore.games.infamy.vocabulary import Cell, Chooser, Condition, Faction, Good, Trigger, Verb, When
from simcore.rulebook import read_tables

TABLES: dict[str, Any] = read_tables(SPEC)
README = (SPEC.directory / "cards" / "README.md").read_text(encoding="utf-8")
MISSIONS, SCHEMES, CONTACTS, LEVELS = (TABLES[name] for name in ("missions", "schemes", "contacts", "rep_tracks"))
FACTIONS = FACTION.words

# --- The point model: one point is the work of placing one pawn, which brings one resource ---------------------------------

GOOD = {Good.WEAPON: 1.0, Good.DATA: 1.0, Good.COMPOUND: 1.0, Good.RESOURCE: 1.1, Good.HENCHMAN: 1.5, Good.FAVOR: 2.5}
INFAMY, REP, BRIBE, SCHEME = 2.0, 4.4, 1 / 3, 1.0
ANY_FACTION = 0.2
ANY_DECK = 1.1
GIVEN_UP = 0.9
"""Of any resource, when it is given up and its kind chosen."""
DISCARDED = 0.7
HURT = 0.4
"""What a rival's loss of a point is worth."""
RIVALS = 2.5
PER = (0.55, 0.85, 1.0)
IF_TYPE = (0.55, 0.3, 0.1)
IF_REP = (0.8, 0.55, 0.35, 0.2)
RANSOM = 0.8
TIMED = 0.5
HELD_BACK = 0.9
"""Of an effect of the Day or the Night on a scheme, which waits for its time."""
OTHER_TIME = 0.2
OTHER_ALTERNATIVE = 0.2
PLAYED = 1.6
"""Points of a usual scheme."""
BAND = 0.30

FLAT = {
    Verb.CONVERT: 0.35,
    Verb.EXTRA_SCHEME: 0.5,
    Verb.SABOTAGE: 0.4,
    Verb.HAZARD_ADD: 0.3,
    Verb.HAZARD_REMOVE: 0.3,
    Verb.HAZARD_MOVE: 0.4,
    Verb.WATCHDOG_MOVE: 0.4,
    Verb.WATCHDOG_PASS: 0.5,
    Verb.WATCHDOG_ADD: 0.4,
    Verb.WATCHDOG_REMOVE: 0.3,
    Verb.TAKE_TRIGGERMAN: 0.3,
    Verb.RESUPPLY_CURRENT: 0.8,
    Verb.RECOVER_BRIBES: BRIBE,
    Verb.SPEND_BRIBES: -BRIBE,
    Verb.DRAIN_BRIBES: BRIBE * HURT,
    Verb.GAIN_INFAMY: INFAMY,
    Verb.DISCARD_SCHEME: -DISCARDED,
    Verb.STEAL_HENCHMAN: 1.4 + HURT,
}
"""Of each unit."""


def unit_points(verb: Verb, what: int) -> float:
    """What one unit of a verb is worth."""
    if verb in FLAT:
        return FLAT[verb]
    if verb is Verb.GAIN:
        return GOOD[Good(what)]
    if verb in (Verb.LOSE, Verb.PAY):
        return -GOOD[Good(what)] * (GIVEN_UP if what == Good.RESOURCE else 1)
    if verb is Verb.GAIN_REP:
        return REP + (ANY_FACTION if what == Faction.ANY else 0)
    if verb is Verb.DRAW_SCHEME:
        return SCHEME * (ANY_DECK if what == Faction.ANY else 1)
    own_choice = 0.8 if what == Chooser.VICTIM else 1.0
    return own_choice + (HURT if verb is Verb.STEAL_RESOURCE else 0.7 * HURT)


def alternative_points(cells: Alternative, scheme: bool) -> float:
    """What an alternative is worth, its prefixes considered."""
    verb = Verb(cells[Cell.VERB])
    points = unit_points(verb, cells[Cell.WHAT]) * max(cells[Cell.NUMBER], 1)
    if cells[Cell.WHEN] and verb not in GATES:
        points *= HELD_BACK if scheme else TIMED
    factors = {Condition.PER: PER, Condition.IF: IF_TYPE, Condition.IF_REP: IF_REP}.get(Condition(cells[Cell.CONDITION]), (1.0,))
    points *= factors[max(cells[Cell.CONDITION_NUMBER], 1) - 1]
    points *= -RIVALS * HURT if cells[Cell.EACH_RIVAL] else 1
    points *= RANSOM if cells[Cell.RANSOM] else 1
    return max(points, 0.0) if cells[Cell.MAY] else points


def program_points(program: Program, scheme: bool) -> float:
    """What an effect is worth."""
    total, timed = 0.0, {When.DAY: 0.0, When.NIGHT: 0.0}
    for statement in program:
        points = max(alternative_points(cells, scheme) for cells in statement)
        when = When(statement[0][Cell.WHEN])
        if len(statement) > 1:
            total += points + OTHER_ALTERNATIVE
        elif scheme and points > 0 and when:
            timed[when] += points
        else:
            total += points
    return total + (max(timed.values()) + OTHER_TIME * min(timed.values()) if scheme else 0.0)


def cost(mission: Any) -> dict[Good, int]:
    return {good: getattr(mission, good.name.lower()) for good in cards.TOKENS}


def rounded(points: float, places: int) -> str:
    return f"{points:.{places}f}"


@pytest.mark.parametrize("mission", MISSIONS, ids=lambda mission: mission.slug)
def test_missions__work_pay_and_ratio(mission: Any) -> None:
    work = 1 + sum(GOOD[good] * number for good, number in cost(mission).items())
    reward = program_points(compile_program(mission.reward, "reward"), scheme=False)
    pay = INFAMY * mission.infamy + REP * mission.rep + reward
    assert (mission.work, mission.pay, mission.ratio) == (rounded(work, 1), rounded(pay, 1), rounded(pay / work, 2))
    assert abs(pay / work - 1) <= BAND


@pytest.mark.parametrize("scheme", SCHEMES, ids=lambda scheme: scheme.slug)
def test_schemes__points_and_ratio(scheme: Any) -> None:
    points = program_points(compile_program(scheme.effects, "scheme"), scheme=True)
    assert (scheme.points, scheme.ratio) == (rounded(points, 2), rounded(points / PLAYED, 2))
    assert abs(points / PLAYED - 1) <= BAND


def claims(pattern: str) -> list[tuple[str, ...]]:
    """What the README says, wherever it does."""
    return [found.groups() for found in re.finditer(pattern, README, flags=re.DOTALL)]


def test_readme__spread_of_ratios_and_points() -> None:
    missions = [float(mission.ratio) for mission in MISSIONS]
    schemes = [float(scheme.ratio) for scheme in SCHEMES]
    [(low, high, mean)] = claims(r"pay / work, from ([0-9.]+) to ([0-9.]+), ([0-9.]+) on average")
    assert (low, high, mean) == (rounded(min(missions), 2), rounded(max(missions), 2), rounded(sum(missions) / len(missions), 2))
    assert claims(r"points / 1\.6, from ([0-9.]+) to ([0-9]\.[0-9]+)") == [(rounded(min(schemes), 2), rounded(max(schemes), 2))]
    means = {
        faction: sum(float(scheme.points) * scheme.copies for scheme in SCHEMES if scheme.faction == faction) / cards.BOX_SCHEMES
        for faction in FACTIONS
    }
    [told] = claims(r"Cartel has ([0-9.]+) points on average, of the Megacorp ([0-9.]+), of the Militia ([0-9]\.[0-9]+)")
    assert told == tuple(rounded(means[faction], 2) for faction in FACTIONS)
    assert max(means.values()) / min(means.values()) <= 1.1


# --- What the README says of the set ---------------------------------------------------------------------------------------


def test_missions__five_in_each_sector() -> None:
    assert Counter(mission.sector for mission in MISSIONS) == dict.fromkeys(range(1, 7), 5)


def test_missions__rep_on_sixteen_and_nine_in_sight_for_each_faction() -> None:
    assert sum(mission.rep > 0 for mission in MISSIONS) == 16
    assert [mission.rep for mission in MISSIONS].count(2) == 1
    for faction in FACTIONS:
        assert sum(mission.rep for mission in MISSIONS if faction in mission.factions) == 9


def test_missions__costs() -> None:
    asked = {good: sum(cost(mission)[good] for mission in MISSIONS) for good in cards.TOKENS}
    assert [asked[good] for good in (Good.WEAPON, Good.DATA, Good.COMPOUND)] == [37, 36, 36]
    assert sum(mission.henchman > 0 for mission in MISSIONS) == 17
    favors = {mission.slug for mission in MISSIONS if mission.favor}
    richest = sorted(MISSIONS, key=lambda mission: -float(mission.pay))[:5]
    assert len(favors) == 4
    assert favors < {mission.slug for mission in richest}


def test_missions__icons() -> None:
    assert {len(mission.factions.split("+")) for mission in MISSIONS} == {1, 2, 3}
    assert [sum(word in mission.types for mission in MISSIONS) for word in TYPE.words] == [12, 13, 12]
    shown = Counter(len(mission.types.split("+")) if mission.types else 0 for mission in MISSIONS)
    assert (shown[0], shown[3]) == (3, 2)


def test_schemes__a_card_for_rep_and_one_that_counts_missions_in_each_deck() -> None:
    own_type = dict(zip(FACTIONS, ("underworld", "influence", "carnage"), strict=True))
    for faction in FACTIONS:
        effects = [scheme.effects for scheme in SCHEMES if scheme.faction == faction]
        assert [f"gain rep {faction} 1" in effect for effect in effects].count(True) == 1
        assert effects.count(f"per {own_type[faction]} 2: gain infamy 1") == 1
    for scheme in SCHEMES:
        for statement in compile_program(scheme.effects, "scheme"):
            if statement[0][Cell.VERB] in (Verb.RECOVER_BRIBES, Verb.SPEND_BRIBES, Verb.DRAIN_BRIBES):
                assert statement[0][Cell.WHEN] == When.DAY


def test_board__zones() -> None:
    zones = Counter(zone for sector in TABLES["sectors"] for zone in (sector.zone_a, sector.zone_b))
    assert zones == {"compound": 3, "weapon": 2, "data": 2, "henchman": 1, "special": 1} | {f"hq {faction}": 1 for faction in FACTIONS}
    goods = dict(zip(FACTIONS, ("compound", "data", "weapon"), strict=True))
    headquarters = {sector.zone_a.removeprefix("hq "): sector for sector in TABLES["sectors"] if sector.zone_a.startswith("hq ")}
    assert [headquarters[faction].sector for faction in FACTIONS] == [1, 3, 5]
    assert all(headquarters[faction].zone_b != goods[faction] for faction in FACTIONS)


def test_contacts__as_they_are_known() -> None:
    effects = {contact.slug: (contact.factions, contact.effects) for contact in CONTACTS}
    assert effects == {
        "accomplice": ("", "extra pawn"),
        "arms_dealer": ("militia", "gain weapon 2"),
        "chemist": ("cartel", "gain compound 2"),
        "cloner": ("", "gain henchman 1"),
        "fixer": ("", "gain favor 1"),
        "hacker": ("megacorp", "gain data 2"),
        "informant": ("megacorp", "draw scheme any 2; discard scheme 1; extra scheme 1"),
        "liaison": ("", "gain infamy 2 | gain rep any 1"),
        "peddler": ("cartel+megacorp+militia", "gain resource 1"),
        "saboteur": ("", "sabotage 1; may: hazard add nonhq"),
        "sector_chief": ("", "watchdog add; watchdog pass; late: watchdog remove"),
        "smuggler": ("", "day: skip placement; night: double resupply"),
        "thug": ("cartel", "ransom 3: steal resource thief 1"),
    }
    assert {contact.provenance for contact in CONTACTS} == {"rulebook"}


def test_benefits__level_1_at_the_own_hq_and_level_2_at_contacts() -> None:
    for level in LEVELS:
        trigger, of = compile_trigger(level.trigger)
        if level.level <= 2:
            assert trigger is (Trigger.ON_HQ, Trigger.ON_CONTACT)[level.level - 1]
            assert FACTIONS[of] == level.faction
    assert [level.name for level in LEVELS[:3]] == ["Hood", "Pusher", "Enforcer"]
    assert (LEVELS[5].name, LEVELS[5].effects) == ("Stringer", "gain data 1")


def test_set__every_verb_prefix_and_trigger_occurs() -> None:
    texts = [contact.effects for contact in CONTACTS] + [scheme.effects for scheme in SCHEMES]
    texts += [mission.reward for mission in MISSIONS] + [level.effects for level in LEVELS]
    found = [cells for text in texts for statement in compile_program(text, "contact") for cells in statement]
    assert {cells[Cell.VERB] for cells in found} == set(Verb)
    for name, prefix in PREFIXES.items():
        assert any(cells[prefix.cell] == prefix.code or (name == "ransom" and cells[Cell.RANSOM]) for cells in found), name
    assert {compile_trigger(level.trigger)[0] for level in LEVELS} == set(Trigger)
    assert any(cells[Cell.VERB] == Verb.SABOTAGE and cells[Cell.NUMBER] > 1 for cells in found), NAMES[Verb.SABOTAGE]
    assert len({card.name for rows in TABLES.values() for card in rows}) == sum(map(len, TABLES.values()))
