"""Rating an action by what it brings the acting seat, from what that seat can see.

Everything is counted in one unit: what a resource is worth that a mission needs. Goods are worth what they add to the *outlook*: the
missions in the row, each counted the more the fewer tokens are still lacking for it, a stock of goods for missions not yet seen, and
the Infamy that Henchmen will bring. Of Infamy and Rep the one counts for more on whose track a freelancer is ahead and rivals are not;
winning outweighs all. Programs of cards are read statement by statement, so that the bots understand cards they have never seen.
Nothing is played out, nothing is drawn.

A contact is worth its program to this freelancer now, and a better place in the Contact Order. Rivals' limits are estimated the same
way from their public goods; with them every possible bid is weighed: the chance that nobody answers, times what is left of the worth.

Everything is written into one float64 array, here called `view`.
"""

from simcore.bits import size_of
from simcore.bots import bounded
from simcore.games.infamy.effects import can_meet, is_gate, repetitions, works_now
from simcore.games.infamy.pieces import passes_watchdogs
from simcore.games.infamy.state import (
    BOARD_ZONES,
    FACTIONS,
    GOODS,
    HENCHMAN,
    LEVELS,
    MISSION_ZONE,
    NO_PROGRAM,
    OWN,
    RESOURCES,
    ROW,
    SEATS,
    SECTORS,
    ZONES,
    Action,
    Decision,
    Frame,
    Stage,
    Weight,
    WithoutContact,
)
from simcore.games.infamy.vocabulary import Cell, Chooser, Faction, Good, Trigger, Verb, ZoneKind
from simcore.kernel import inner_kernel, kernel
from simcore.spec import NONE

# --- The array ------------------------------------------------------------------------------------------------------------

ZONE_KINDS = 8
ANY_RESOURCE = 5
ALL_FACTIONS = 7
"""Bits of the three."""

HELD = 0  # by good: the goods that the outlook is asked about
NIGHTS = HELD + GOODS  # Nights expected after this Round
TIME = NIGHTS + 1  # what pays later against what pays now: 1 at the start, 0 at the end
TONIGHT = NIGHTS + 2  # 1: Henchmen will be counted in this Round
SHORT = NIGHTS + 3  # Infamy that is lacking
INFAMY_PRICE = NIGHTS + 4  # of one Infamy, victory apart
SCHEME_PRICE = NIGHTS + 5  # of one card drawn
BRIBES_TO_COME = NIGHTS + 6  # worth of the contacts still to come in this Turn: what bribes must last for
BASE = NIGHTS + 7  # the outlook as things stand
TAKEN = NIGHTS + 8  # place in the row of a mission that is gone, NONE: none is
STAKE = NIGHTS + 9  # worth of the missions that this freelancer can pay, and a rival too
FARTHEST = 9
REACH = NIGHTS + 10  # by effort still lacking for a mission, at most FARTHEST: how much of it is counted
MISSION_AT = REACH + FARTHEST + 1  # by place in the row: the mission, or NONE
REWARD = MISSION_AT + ROW  # by place in the row: worth of the reward text
PAYOFF = REWARD + ROW  # by place in the row: what completing the mission brings, its cost apart
PLANNED = PAYOFF + ROW  # the same less its cost, and less if rivals can pay it too
LACKING = PLANNED + ROW  # by seat and place in the row: effort still lacking
KIND = LACKING + SEATS * ROW  # by kind of resupply zone: what its action brings
FREE = KIND + ZONE_KINDS  # by sector and zone: chance that those who come before leave it free
FAVORITE = FREE + SECTORS * BOARD_ZONES  # by sector: the best zone, or NONE
APPEAL = FAVORITE + SECTORS  # by sector: how a rival is drawn to it
REP_PRICE = APPEAL + SECTORS  # of the first Rep in a faction
INFAMY_RACE = REP_PRICE + 1  # parts of the way to an infamy victory, of all freelancers together
REP_RACE = REP_PRICE + 2  # the same for reputation
NIGHT_PRICE = REP_RACE + 1  # of one Infamy in each of the Nights still to come
VIEW = NIGHT_PRICE + 1  # how many numbers there are

# --- What the bots take for granted ---------------------------------------------------------------------------------------

MANY = 1.0e6  # ratings: more than there can be
VICTORY = 20.0  # winning now, against going on
TURNS = 5.5  # length of a game when nobody has got anywhere
EFFORT = (1, 1, 1, 2, 3, 1)  # by good, any resource the last: how hard a missing token is to come by
SATIETY = 6.0  # tokens of a kind with which half of all that a stock could bring is reached
IN_STOCK = 0.7  # a resource paid, against one more in stock
SHARE = 0.4  # missions beside the best one
CROWD = 0.25  # a rival who can pay the same mission
CROWDED = 0.4  # cards in hand beside which a new one has to wait
LEAST_BRIBES = 0.05  # worth of bribes with no contact to come
LEAST_DOUBT = 0.1
RESERVE = 0.5  # keeps divisions sound
SURE = 0.97  # chance that nobody answers a bid: never more, and never less than the rest
GIVEN = 0.6  # a token that the victim picks, against one chosen freely
RANSOMED = 0.6  # a theft that can be bought off
CONVERTED = 0.5  # a resource turned into another; a rival's bribes against own ones
NUISANCE = 0.6  # a Hazard or Watchdog in rivals' way, before spite
PASSAGE = 0.3  # leave to enter Watchdog sectors
FIRST_WORD = 0.3  # the Triggerman's marker
PAWN_WORTH = 1.0  # a second pawn, if no mission is at hand
RESUPPLIED = 1.0  # a resupply action once more
SECOND_PLAY = 0.6  # an extra scheme, with cards enough in hand
IDLE_PLAY = 0.25  # an extra scheme otherwise
KEPT = 0.7  # what a card would do in a better Round, against what it does now
PLAIN = 1.0  # how a zone with a resource draws rivals
SPECIAL_BY_DAY = 0.7  # the same for bribes


# --- The race -------------------------------------------------------------------------------------------------------------


@inner_kernel
def best_rep(state, seat):
    """Highest Rep of a freelancer in one faction."""
    return max(state.rep[seat, 0], state.rep[seat, 1], state.rep[seat, 2])


@inner_kernel
def progress(state, rules, seat):
    """Part of the way to the nearer victory."""
    return max(state.infamy[seat] / rules.infamy_target, best_rep(state, seat) / rules.reputation_target)


@inner_kernel
def infamy_tonight(state, rules, view, seat):
    """Infamy that Henchmen will still bring in this Round."""
    return state.goods[seat, Good.HENCHMAN] // rules.henchmen_per_infamy if view[TONIGHT] > 0.0 else 0


@inner_kernel
def infamy_worth(state, rules, view, seat, number):
    """Worth of some Infamy: its price, and victory if that is enough."""
    worth = number * view[INFAMY_PRICE]
    held = state.infamy[seat] + infamy_tonight(state, rules, view, seat)
    if held < rules.infamy_target <= held + number:
        worth += VICTORY
    return worth


@inner_kernel
def rep_worth(state, rules, weights, view, seat, faction, number):
    """Worth of some Rep in a faction: each step more than the one before, less where another track is ahead; nothing under the ban."""
    if state.rep_banned[seat]:
        return 0.0
    held = state.rep[seat, faction]
    worth = 0.0
    for level in range(held, min(held + number, LEVELS)):
        gap = max(best_rep(state, seat) - level, 0)
        worth += (
            weights[Weight.REPUTATION]
            * (1.0 + weights[Weight.LOYALTY] * level / rules.reputation_target)
            / (1.0 + weights[Weight.FOCUS] * gap)
        )
        if level + 1 == rules.reputation_target:
            worth += VICTORY
    return worth


@inner_kernel
def best_faction_worth(state, rules, weights, view, seat, factions, number):
    """Worth of some Rep in the best of several factions (bits)."""
    best = 0.0
    for faction in range(FACTIONS):
        if factions >> faction & 1:
            best = max(best, rep_worth(state, rules, weights, view, seat, faction, number))
    return best


# --- The outlook ----------------------------------------------------------------------------------------------------------


@inner_kernel
def lacking_effort(state, rules, seat, mission):
    """Effort that a freelancer still lacks for a mission; 0: he can pay it."""
    lacking = 0
    for good in range(GOODS):
        short = rules.mission_cost[mission, good] - state.goods[seat, good]
        if short > 0:
            lacking += short * EFFORT[good]
    return lacking


@inner_kernel
def outlook(rules, weights, view):
    """What the goods in `view` are good for: the missions in the row, a stock for later ones, the Infamy of Henchmen."""
    best = 0.0
    total = 0.0
    for slot in range(ROW):
        worth = view[PLANNED + slot]
        if worth > 0.0 and slot != view[TAKEN]:
            mission = int(view[MISSION_AT + slot])
            lacking = 0
            for good in range(GOODS):
                short = rules.mission_cost[mission, good] - int(view[HELD + good])
                if short > 0:
                    lacking += short * EFFORT[good]
            worth *= view[REACH + min(lacking, FARTHEST)]
            total += worth
            best = max(best, worth)
    stock = 0.0
    for good in range(RESOURCES):
        stock += weights[Weight.STOCK] * view[HELD + good] / (view[HELD + good] + SATIETY)
    stock += weights[Weight.CREW] * view[HELD + Good.HENCHMAN] / (view[HELD + Good.HENCHMAN] + SATIETY)
    henchmen = int(view[HELD + Good.HENCHMAN])
    income = view[NIGHT_PRICE] * henchmen / rules.henchmen_per_infamy
    if view[TONIGHT] > 0.0:
        income += view[INFAMY_PRICE] * (henchmen // rules.henchmen_per_infamy)
        if view[SHORT] > 0.0 and henchmen // rules.henchmen_per_infamy >= view[SHORT]:
            best += VICTORY
    return (
        best + SHARE * (total - best) + view[TIME] * SATIETY * stock + weights[Weight.FAVOR] * view[TIME] * view[HELD + Good.FAVOR] + income
    )


@inner_kernel
def change_worth(state, rules, weights, view, good, number):
    """Worth of holding some more, or fewer, of a good than `view` says, as far as there are; RESOURCE: of the best type for it."""
    first, last, step, times = good, good + 1, number, 1
    if good == Good.RESOURCE:
        first, last, step, times = 0, RESOURCES, (1 if number > 0 else -1), abs(number)
    best = -MANY
    for kind in range(first, last):
        change = min(step, state.supply[kind]) if step > 0 else max(step, -int(view[HELD + kind]))
        if change != 0:
            view[HELD + kind] += change
            best = max(best, outlook(rules, weights, view) - view[BASE])
            view[HELD + kind] -= change
    return times * best if best > -MANY else 0.0


# --- Programs of cards ----------------------------------------------------------------------------------------------------


@inner_kernel
def recover_worth(state, view, seat, number):
    """Worth of bribes that become available again: the more, the fewer there are and the more contacts are to come."""
    number = min(number, state.spent[seat])
    return view[BRIBES_TO_COME] * number / (state.available[seat] + number + RESERVE)


@inner_kernel
def spend_worth(state, view, seat, number):
    """What spending bribes costs: what could have been bought for them."""
    return view[BRIBES_TO_COME] * number / (max(state.available[seat] - number, 0) + RESERVE)


@inner_kernel
def is_about_tokens(verb):
    """Whether a verb gains, loses, turns or steals tokens."""
    if verb == Verb.GAIN or verb == Verb.LOSE or verb == Verb.PAY or verb == Verb.CONVERT:
        return True
    return verb == Verb.STEAL_RESOURCE or verb == Verb.STEAL_HENCHMAN or verb == Verb.DOUBLE_RESUPPLY


@inner_kernel
def tokens_of(state, seat, good):
    """Tokens of a good that a freelancer holds; RESOURCE: of all types."""
    if good == Good.RESOURCE:
        return state.goods[seat, Good.WEAPON] + state.goods[seat, Good.DATA] + state.goods[seat, Good.COMPOUND]
    return state.goods[seat, good]


@inner_kernel
def somebody_has(state, seat, good):
    """Whether there is anything to be taken from a rival."""
    for rival in range(state.seats):
        if rival != seat and tokens_of(state, rival, good) > 0:
            return True
    return False


@inner_kernel
def pawn_worth(state, rules, weights, view, seat):
    """A second pawn: another zone, a better chance of a mission; but no Rep any more in this Round."""
    worth = PAWN_WORTH
    for slot in range(state.seats):
        if view[PAYOFF + slot] > 0.0 and view[LACKING + seat * ROW + slot] == 0.0:
            rep = rules.mission_rep[state.mission_row[slot]]
            worth += SHARE * view[PAYOFF + slot] - rep * weights[Weight.REPUTATION]
    return max(worth, 0.0)


@inner_kernel
def tokens_worth(state, rules, weights, view, seat, statement, rough):
    """What a statement about tokens of the supply is worth; `rough`: tokens at their price in stock."""
    verb, good, number = statement[Cell.VERB], statement[Cell.WHAT], statement[Cell.NUMBER]
    spite = weights[Weight.SPITE]
    if statement[Cell.EACH_RIVAL]:
        return (spite if verb == Verb.LOSE else -spite) * number * (state.seats - 1)
    factor = 1.0
    harm = 0.0
    if verb == Verb.LOSE or verb == Verb.PAY:
        number = -number
    elif verb == Verb.DOUBLE_RESUPPLY:
        good, number = ANY_RESOURCE, 1
    elif verb == Verb.CONVERT:
        factor = CONVERTED
    elif verb != Verb.GAIN:
        good = HENCHMAN if verb == Verb.STEAL_HENCHMAN else ANY_RESOURCE
        if not somebody_has(state, seat, good):
            return 0.0
        factor = (GIVEN if statement[Cell.WHAT] == Chooser.VICTIM else 1.0) * (RANSOMED if statement[Cell.RANSOM] > 0 else 1.0)
        harm = spite * number
    if rough:
        return factor * (number * weights[Weight.STOCK] * EFFORT[good] + harm)
    return factor * (change_worth(state, rules, weights, view, good, number) + harm)


@inner_kernel
def verb_worth(state, rules, weights, view, seat, statement, rough):
    """What one statement, done once, is worth to its owner."""
    verb, what, number = statement[Cell.VERB], statement[Cell.WHAT], statement[Cell.NUMBER]
    spite = weights[Weight.SPITE]
    worth = spite * NUISANCE  # sabotage, Hazards, Watchdogs
    if is_about_tokens(verb):
        worth = tokens_worth(state, rules, weights, view, seat, statement, rough)
    elif verb == Verb.GAIN_INFAMY:
        worth = -spite * number if statement[Cell.EACH_RIVAL] else infamy_worth(state, rules, view, seat, number)
    elif verb == Verb.GAIN_REP:
        factions = ALL_FACTIONS if what == Faction.ANY else 1 << what
        worth = best_faction_worth(state, rules, weights, view, seat, factions, number)
    elif verb == Verb.RECOVER_BRIBES:
        worth = recover_worth(state, view, seat, number)
    elif verb == Verb.SPEND_BRIBES:
        worth = -spend_worth(state, view, seat, number)
    elif verb == Verb.DRAIN_BRIBES:
        worth = spite * view[BRIBES_TO_COME] * CONVERTED
    elif verb == Verb.STEAL_SCHEME:
        worth = number * (view[SCHEME_PRICE] + spite)
    elif verb == Verb.DRAW_SCHEME:
        worth = number * view[SCHEME_PRICE]
    elif verb == Verb.DISCARD_SCHEME:
        worth = number * spite * (state.seats - 1) if statement[Cell.EACH_RIVAL] else -number * CROWDED * view[SCHEME_PRICE]
    elif verb == Verb.EXTRA_SCHEME:
        worth = number * view[SCHEME_PRICE] * (SECOND_PLAY if size_of(state.hand[seat]) > number else IDLE_PLAY)
    elif verb == Verb.WATCHDOG_PASS:
        worth = PASSAGE
    elif verb == Verb.TAKE_TRIGGERMAN:
        worth = FIRST_WORD if state.triggerman != seat else 0.0
    elif verb == Verb.EXTRA_PAWN:
        worth = pawn_worth(state, rules, weights, view, seat)
    elif verb == Verb.SKIP_PLACEMENT:
        worth = view[SCHEME_PRICE]
    elif verb == Verb.RESUPPLY_CURRENT:
        pawn = state.last_pawn[seat]
        worth = RESUPPLIED if pawn != NONE and state.pawn_zone[seat, pawn] != MISSION_ZONE else 0.0
    return worth


@inner_kernel
def rows_worth(state, rules, weights, view, seat, first, end, rough, now):
    """What the statements from one row to another are worth to their owner; a gate that cannot be met ends them.

    `rough`: tokens at their price in stock. `now` 0: in whatever Round they work best.
    """
    worth = 0.0
    alternative = -MANY
    for row in range(first, end):
        statement = rules.statements[row]
        done = repetitions(state, seat, statement) if works_now(state, statement) or not now else 0
        if is_gate(statement[Cell.VERB]) and not can_meet(state, seat, statement, done):
            return 0.0
        part = done * verb_worth(state, rules, weights, view, seat, statement, rough) if done > 0 else 0.0
        if statement[Cell.MAY]:
            part = max(part, 0.0)
        part = max(part, alternative)
        alternative = -MANY
        if statement[Cell.OR_NEXT]:
            alternative = part
        else:
            worth += part
    return worth


@inner_kernel
def program_worth(state, rules, weights, view, seat, program, rough, now):
    """What a program is worth to its owner; `rough` and `now` as for its rows."""
    first = rules.first_statement[program]
    return rows_worth(state, rules, weights, view, seat, first, first + rules.statement_count[program], rough, now)


# --- Taking stock ---------------------------------------------------------------------------------------------------------


@kernel
def watch_race(state, rules, view):
    """How long the game will go on, by the freelancer who is furthest."""
    lead = 0.0
    view[INFAMY_RACE] = 0.0
    view[REP_RACE] = 0.0
    for seat in range(state.seats):
        by_infamy = state.infamy[seat] / rules.infamy_target
        by_rep = best_rep(state, seat) / rules.reputation_target
        lead = max(lead, by_infamy, by_rep)
        view[INFAMY_RACE] += by_infamy
        view[REP_RACE] += by_rep
    left = TURNS * max(1.0 - lead, 0.0)
    view[NIGHTS] = left
    view[TIME] = (1.0 + 1.0 / TURNS) * left / (left + 1.0)
    view[TONIGHT] = 1.0 if not state.day and state.stage < Stage.NIGHT else 0.0


@kernel
def note_lacking(state, rules, view):
    """LACKING of everybody, and the row."""
    for slot in range(ROW):
        view[MISSION_AT + slot] = NONE
        if slot < state.seats and state.mission_row[slot] != NONE:
            view[MISSION_AT + slot] = state.mission_row[slot]
            for seat in range(state.seats):
                view[LACKING + seat * ROW + slot] = lacking_effort(state, rules, seat, state.mission_row[slot])


@inner_kernel
def would_win(state, rules, view, seat, infamy, rep, factions):
    """Whether so much Infamy, or Rep in one of these factions, would bring a freelancer to a goal."""
    if infamy > 0 and state.infamy[seat] + infamy_tonight(state, rules, view, seat) + infamy >= rules.infamy_target:
        return True
    if rep > 0 and not state.rep_banned[seat]:
        for faction in range(FACTIONS):
            if factions >> faction & 1 and state.rep[seat, faction] + rep >= rules.reputation_target:
                return True
    return False


@inner_kernel
def wins_by_mission(state, rules, view, seat, mission):
    """Whether a mission would bring a freelancer to a goal."""
    infamy, rep, factions = rules.mission_infamy[mission], rules.mission_rep[mission], rules.mission_factions[mission]
    return would_win(state, rules, view, seat, infamy, rep, factions)


@inner_kernel
def weigh_mission(state, rules, weights, view, seat, slot):
    """PAYOFF and PLANNED of a mission in the row; a rival who would win by it makes it worth taking away."""
    mission = state.mission_row[slot]
    payoff = infamy_worth(state, rules, view, seat, rules.mission_infamy[mission])
    if rules.mission_rep[mission] > 0:
        payoff += best_faction_worth(state, rules, weights, view, seat, rules.mission_factions[mission], rules.mission_rep[mission])
    payoff += view[REWARD + slot]
    payers = 0
    for rival in range(state.seats):
        if rival != seat and view[LACKING + rival * ROW + slot] == 0.0:
            payers += 1
            if wins_by_mission(state, rules, view, rival, mission):
                payoff += weights[Weight.BLOCK]
    cost = 0.0
    for good in range(RESOURCES):
        cost += rules.mission_cost[mission, good]
    cost = weights[Weight.STOCK] * cost + weights[Weight.CREW] * rules.mission_cost[mission, Good.HENCHMAN]
    cost = (cost * IN_STOCK + weights[Weight.FAVOR] * rules.mission_cost[mission, Good.FAVOR]) * view[TIME]
    income = view[NIGHT_PRICE] + view[TONIGHT] * view[INFAMY_PRICE]
    cost += rules.mission_cost[mission, Good.HENCHMAN] * income / rules.henchmen_per_infamy
    view[PAYOFF + slot] = payoff
    view[PLANNED + slot] = max(payoff - cost, 0.0) / (1.0 + CROWD * payers)
    if payers > 0 and view[LACKING + seat * ROW + slot] == 0.0:
        view[STAKE] += max(payoff - cost, 0.0)


@inner_kernel
def commitment(state, rules, weights, view, seat):
    """From 0, all for reputation, to 1, all for Infamy: the track on which he is ahead, and on which rivals are not."""
    own = state.infamy[seat] / rules.infamy_target - best_rep(state, seat) / rules.reputation_target
    others = (view[INFAMY_RACE] - view[REP_RACE] - own) / max(state.seats - 1, 1)
    lean = weights[Weight.COMMITMENT] * own - weights[Weight.CONTRARINESS] * others
    return 0.5 + 0.5 * lean / (1.0 + abs(lean))


@kernel
def set_prices(state, rules, weights, view, seat):
    """Prices of a freelancer: of Infamy, Rep, schemes and bribes."""
    infamy = commitment(state, rules, weights, view, seat)
    view[INFAMY_PRICE] = 2.0 * infamy * weights[Weight.INFAMY]
    undecided = 1.0 + 2.0 * weights[Weight.HENCHMEN] * (1.0 - infamy)
    view[NIGHT_PRICE] = undecided * view[INFAMY_PRICE] * view[NIGHTS]
    view[REP_PRICE] = 2.0 * (1.0 - infamy) * weights[Weight.REPUTATION]
    view[SCHEME_PRICE] = weights[Weight.SCHEME] * view[TIME] / (1.0 + CROWDED * size_of(state.hand[seat]))
    view[BRIBES_TO_COME] = max(weights[Weight.THRIFT] * contacts_to_come(state, rules) / state.seats, LEAST_BRIBES)


@kernel
def weigh_rewards(state, rules, weights, view, seat):
    """REWARD of the missions in the row, roughly, to the acting seat; rivals' are taken to be the same."""
    for slot in range(ROW):
        view[REWARD + slot] = 0.0
        if view[MISSION_AT + slot] != NONE:
            program = rules.mission_program[state.mission_row[slot]]
            if program != NO_PROGRAM:
                view[REWARD + slot] = program_worth(state, rules, weights, view, seat, program, True, True)


@kernel
def take_stock(state, rules, weights, view, seat):
    """What does not depend on the question, for one freelancer; `watch_race`, `note_lacking` and `weigh_rewards` came before."""
    set_prices(state, rules, weights, view, seat)
    view[TAKEN] = NONE
    view[STAKE] = 0.0
    view[SHORT] = rules.infamy_target - state.infamy[seat]
    for good in range(GOODS):
        view[HELD + good] = state.goods[seat, good]
    reach = weights[Weight.PLAN]
    for effort in range(FARTHEST + 1):
        view[REACH + effort] = reach * (view[TIME] if effort > 0 else 1.0)
        reach *= weights[Weight.PATIENCE]
    for slot in range(ROW):
        view[PAYOFF + slot] = 0.0
        view[PLANNED + slot] = 0.0
        if view[MISSION_AT + slot] != NONE:
            weigh_mission(state, rules, weights, view, seat, slot)
    view[BASE] = outlook(rules, weights, view)


# --- Zones and missions ---------------------------------------------------------------------------------------------------


@inner_kernel
def weigh_kinds(state, rules, weights, view, seat):
    """KIND of every kind of zone: its action once or, for the Smuggler by Night, twice."""
    number = 1 + state.doubles[seat]
    for kind in range(RESOURCES + 1):
        view[KIND + kind] = change_worth(state, rules, weights, view, kind, number)
    if state.day:
        view[KIND + ZoneKind.SPECIAL] = recover_worth(state, view, seat, rules.special_recover)
    else:
        view[KIND + ZoneKind.SPECIAL] = infamy_worth(state, rules, view, seat, number * rules.special_infamy)
    for faction in range(FACTIONS):
        level = state.rep[seat, faction]
        worth = number * view[SCHEME_PRICE]
        if level == 0:
            level = 0 if state.rep_banned[seat] else 1
            worth = rep_worth(state, rules, weights, view, seat, faction, 1) + (number - 1) * level * view[SCHEME_PRICE]
        for benefit in range(level):
            if rules.benefit_trigger[faction, benefit] == Trigger.ON_HQ and rules.benefit_of[faction, benefit] == faction:
                worth += program_worth(state, rules, weights, view, seat, rules.benefit_program[faction, benefit], False, True)
        view[KIND + ZoneKind.HQ_CARTEL + faction] = worth


@inner_kernel
def mission_worth(state, rules, weights, view, slot):
    """What completing a mission of the row now is worth: its payoff, against what the goods would do otherwise."""
    mission = state.mission_row[slot]
    for good in range(GOODS):
        view[HELD + good] -= rules.mission_cost[mission, good]
    view[TAKEN] = slot
    worth = view[PAYOFF + slot] + outlook(rules, weights, view) - view[BASE]
    view[TAKEN] = NONE
    for good in range(GOODS):
        view[HELD + good] += rules.mission_cost[mission, good]
    return worth


@inner_kernel
def payable(rules, view, slot):
    """Whether the goods in `view` pay for a mission of the row."""
    mission = int(view[MISSION_AT + slot])
    for good in range(GOODS):
        if view[HELD + good] < rules.mission_cost[mission, good]:
            return False
    return True


@inner_kernel
def best_mission(state, rules, weights, view, sector):
    """Worth of the best mission that can be paid in a sector; -MANY: none."""
    best = -MANY
    for slot in range(state.seats):
        if view[MISSION_AT + slot] != NONE and slot != view[TAKEN]:
            if rules.mission_sector[state.mission_row[slot]] == sector and payable(rules, view, slot):
                best = max(best, mission_worth(state, rules, weights, view, slot))
    return best


@inner_kernel
def plain_appeal(state, rules, weights, view, seat, kind):
    """How a rival is drawn to a kind of zone, by what everybody knows."""
    if kind >= ZoneKind.HQ_CARTEL:
        if state.rep[seat, kind - ZoneKind.HQ_CARTEL] == 0 and not state.rep_banned[seat]:
            return weights[Weight.REPUTATION]
        return weights[Weight.SCHEME] * view[TIME]
    if kind == ZoneKind.SPECIAL:
        return SPECIAL_BY_DAY if state.day else weights[Weight.INFAMY] * rules.special_infamy
    return PLAIN if kind < ZoneKind.HENCHMAN else PLAIN + weights[Weight.CREW]


@inner_kernel
def has_hazard(state, sector, zone):
    """Whether a Hazard closes a resupply zone."""
    return state.hazards >> (sector * ZONES + zone) & 1 == 1


@inner_kernel
def plain_sector_appeal(state, rules, weights, view, seat, sector):
    """How a rival is drawn to a sector, by what everybody knows."""
    best = 0.0
    for zone in range(ZONES):
        if not has_hazard(state, sector, zone):
            best = max(best, plain_appeal(state, rules, weights, view, seat, rules.zone_kind[sector, zone]))
    for slot in range(state.seats):
        if view[MISSION_AT + slot] != NONE and view[LACKING + seat * ROW + slot] == 0.0:
            mission = state.mission_row[slot]
            if rules.mission_sector[mission] == sector:
                worth = weights[Weight.INFAMY] * rules.mission_infamy[mission]
                best = max(best, worth + weights[Weight.REPUTATION] * rules.mission_rep[mission])
    return best


# --- Sectors --------------------------------------------------------------------------------------------------------------


@inner_kernel
def skip_worth(state, rules, weights, view, seat):
    """What the Smuggler gives by Day for a pawn that is not placed; 0 for others."""
    if not state.skips[seat]:
        return 0.0
    return change_worth(state, rules, weights, view, ANY_RESOURCE, 1) + view[SCHEME_PRICE]


@inner_kernel
def zone_worth(state, rules, view, sector, zone):
    """KIND of a resupply zone; -MANY with a Hazard."""
    return -MANY if has_hazard(state, sector, zone) else view[KIND + rules.zone_kind[sector, zone]]


@inner_kernel
def best_zone(mission, first, second):
    """The zone that is worth most; NONE: none is open."""
    best = max(mission, first, second)
    if best <= -MANY:
        return NONE
    if mission == best:
        return MISSION_ZONE
    return 0 if first == best else 1


@inner_kernel
def sector_worth(state, rules, weights, view, seat, sector):
    """What a pawn can expect in a sector: the best zone if it is still free, else the next best."""
    mission = best_mission(state, rules, weights, view, sector)
    first = zone_worth(state, rules, view, sector, 0)
    second = zone_worth(state, rules, view, sector, 1)
    instead = skip_worth(state, rules, weights, view, seat)
    view[FAVORITE + sector] = best_zone(mission, first, second)
    worth = 0.0
    left = 1.0
    for _ in range(BOARD_ZONES):
        best = max(mission, first, second)
        if best <= instead:
            break
        zone = best_zone(mission, first, second)
        if zone == MISSION_ZONE:
            mission = -MANY
        elif zone == 0:
            first = -MANY
        else:
            second = -MANY
        worth += left * view[FREE + sector * BOARD_ZONES + zone] * best
        left *= 1.0 - view[FREE + sector * BOARD_ZONES + zone]
    return worth + left * instead


@inner_kernel
def expect_rival(state, rules, weights, view, rival):
    """FREE, less the chance that a rival who comes before takes the zone that is best for him in each sector."""
    total = 0.0
    for sector in range(SECTORS):
        appeal = 0.0
        if state.watchdogs[sector] == 0 or passes_watchdogs(state, rules, rival):
            appeal = max(sector_worth(state, rules, weights, view, rival, sector), 0.0)
        appeal = appeal * appeal
        view[APPEAL + sector] = appeal * appeal
        total += view[APPEAL + sector]
    if total > 0.0:
        for sector in range(SECTORS):
            if view[APPEAL + sector] > 0.0 and view[FAVORITE + sector] != NONE:
                chance = weights[Weight.CAUTION] * view[APPEAL + sector] / total
                view[FREE + sector * BOARD_ZONES + int(view[FAVORITE + sector])] *= 1.0 - min(max(chance, 0.0), 1.0)


@inner_kernel
def expect_rivals(state, rules, weights, view, seat):
    """FREE: what those who come before are expected to leave, one after the other in the Contact Order, each by his own goods."""
    first = state.triggerman + (1 if rules.without_contact == WithoutContact.FROM_LEFT else 0)
    met = 0
    for place in range(state.track_count + state.seats):
        rival = state.track_winner[place] if place < state.track_count else (first + place - state.track_count) % state.seats
        if rival == seat:
            break
        if rival != NONE and not met >> rival & 1:
            met |= 1 << rival
            take_stock(state, rules, weights, view, rival)
            weigh_kinds(state, rules, weights, view, rival)
            for _ in range(1 + state.accomplice[rival]):
                expect_rival(state, rules, weights, view, rival)


@inner_kernel
def place_own_pawn(state, rules, weights, view, seat, sector):
    """Before the Accomplice's sector is chosen: the own pawn takes what is best in its own."""
    mission = best_mission(state, rules, weights, view, sector)
    first = zone_worth(state, rules, view, sector, 0)
    second = zone_worth(state, rules, view, sector, 1)
    zone = best_zone(mission, first, second)
    if zone == NONE:
        return
    if zone == MISSION_ZONE:
        for slot in range(state.seats):
            card = state.mission_row[slot]
            if view[TAKEN] == NONE and card != NONE and rules.mission_sector[card] == sector and payable(rules, view, slot):
                if mission_worth(state, rules, weights, view, slot) == mission:
                    view[TAKEN] = slot
                    for good in range(GOODS):
                        view[HELD + good] -= rules.mission_cost[card, good]
    elif rules.zone_kind[sector, zone] <= ZoneKind.HENCHMAN:
        view[HELD + rules.zone_kind[sector, zone]] += 1.0
    view[FREE + sector * BOARD_ZONES + zone] = 0.0
    view[BASE] = outlook(rules, weights, view)


@inner_kernel
def whim(state, seat, sector):
    """A number from 0 to 1 that nobody else can foresee, by the seat's own cards and the state of the game."""
    mixed = state.hand[seat] % 10007 + 31 * state.rounds + 577 * seat + 1009 * sector + 7 * state.available[seat]
    mixed = (mixed * 7919 + 104729) % 1000003
    mixed = (mixed * mixed + 12345) % 1000003
    return mixed / 1000003.0


@inner_kernel
def rate_sectors(state, rules, weights, actions, count, view, ratings):
    """Sealed choice of a sector."""
    seat = state.actor
    if state.decision == Decision.ACCOMPLICE_SECTOR:
        place_own_pawn(state, rules, weights, view, seat, state.sector[seat, OWN])
    for place in range(count):
        sector = actions[place] - Action.SECTOR
        worth = sector_worth(state, rules, weights, view, seat, sector)
        ratings[place] = worth + weights[Weight.JITTER] * whim(state, seat, sector)


# --- Auctions -------------------------------------------------------------------------------------------------------------


@inner_kernel
def contacts_to_come(state, rules):
    """Contacts that will be auctioned after the present one in this Turn."""
    number = state.track_count - state.slot - 1
    if state.day:
        number += min(rules.contacts_revealed, state.contact_count - state.contact_top)
    return number


@inner_kernel
def victories_prevented(state, rules, view, seat, program):
    """Rivals who would win by a contact."""
    prevented = 0
    first = rules.first_statement[program]
    for row in range(first, first + rules.statement_count[program]):
        verb, what, number = rules.statements[row, Cell.VERB], rules.statements[row, Cell.WHAT], rules.statements[row, Cell.NUMBER]
        if verb == Verb.GAIN_INFAMY or verb == Verb.GAIN_REP:
            infamy = number if verb == Verb.GAIN_INFAMY else 0
            factions = ALL_FACTIONS if what == Faction.ANY else 1 << what
            for rival in range(state.seats):
                if rival != seat and would_win(state, rules, view, rival, infamy, number - infamy, factions):
                    prevented += 1
    return prevented


@inner_kernel
def order_worth(state, rules, weights, view, seat):
    """Worth of coming before others in the Contact Order; nothing for one who has a contact already."""
    behind = state.seats - 1
    earlier = 0
    for slot in range(state.track_count):
        winner = state.track_winner[slot]
        if winner == seat:
            return 0.0
        if winner != NONE and not earlier >> winner & 1:
            earlier |= 1 << winner
            behind -= 1
    return weights[Weight.ORDER] * (1.0 + view[STAKE]) * behind / state.seats


@kernel
def contact_worth(state, rules, weights, view, seat, contact):
    """What a contact is worth to a freelancer now: its program, benefits of Rep, the place in the order, rivals kept from winning."""
    worth = order_worth(state, rules, weights, view, seat)
    worth += weights[Weight.BLOCK] * victories_prevented(state, rules, view, seat, rules.contact_program[contact])
    worth += program_worth(state, rules, weights, view, seat, rules.contact_program[contact], False, True)
    for faction in range(FACTIONS):
        if rules.contact_factions[contact] >> faction & 1:
            for level in range(state.rep[seat, faction]):
                if rules.benefit_trigger[faction, level] == Trigger.ON_CONTACT and rules.benefit_of[faction, level] == faction:
                    worth += program_worth(state, rules, weights, view, seat, rules.benefit_program[faction, level], True, True)
    return worth


@kernel
def most_bid(state, rules, view, seat, worth):
    """A truthful maximum: bribes are shared out by worth between this contact and those to come in the Turn."""
    purse = state.available[seat] + state.bid[seat]
    if worth <= 0.0:
        return 0.0
    return min((purse + RESERVE) * worth / (worth + view[BRIBES_TO_COME]), 1.0 * purse) - rules.expenses


@inner_kernel
def may_answer(state, rules, seat, rival, most):
    """Whether a rival could, and might, bid more than `most`: he who passed at the present price will not at a higher one."""
    if state.available[rival] + state.bid[rival] - rules.expenses <= max(state.high_bid, most) or state.passed_out >> rival & 1:
        return False
    return state.high_bid == 0 or (seat - rival) % state.seats > state.passes


@inner_kernel
def rate_bids(state, rules, weights, actions, count, view, ratings):
    """Passing is 0; a bid is worth the chance that nobody answers, times what is left of the contact's worth after the bribes."""
    seat = state.actor
    contact = state.track_contact[state.slot]
    worth = 0.0
    rival_most = 0.0
    for turn in range(state.seats):  # first himself, then those who may answer
        bidder = (seat + turn) % state.seats
        if turn == 0 or may_answer(state, rules, seat, bidder, rival_most):
            take_stock(state, rules, weights, view, bidder)
            to_him = contact_worth(state, rules, weights, view, bidder, contact)
            most = most_bid(state, rules, view, bidder, to_him)
            if turn > 0:
                rival_most = max(rival_most, most)
            else:
                worth = to_him
                if most <= state.high_bid:
                    break
    purse = state.available[seat] + state.bid[seat] + RESERVE
    to_come = view[BRIBES_TO_COME]
    doubt = max(weights[Weight.DOUBT], LEAST_DOUBT)
    lost = to_come * rules.expenses / (purse - rules.expenses)
    for place in range(count):
        action = actions[place]
        if action == Action.PASS:
            ratings[place] = 0.0
        elif action == Action.FAVOR:
            ratings[place] = worth - weights[Weight.FAVOR] * view[TIME] - lost
        else:
            bid = action - Action.BID
            spent = bid + rules.expenses
            chance = min(max(0.5 + 0.5 * (bid - rival_most + 0.5) / doubt, 1.0 - SURE), SURE)
            ratings[place] = chance * (worth - to_come * spent / (purse - spent)) - (1.0 - chance) * lost


# --- Harm and help --------------------------------------------------------------------------------------------------------


@inner_kernel
def mission_threat(state, rules, weights, view, seat, slot):
    """What a mission of the row is worth to rivals, and less what it is to oneself: the worth of its going away."""
    mission = state.mission_row[slot]
    threat = 0.0
    for rival in range(state.seats):
        if rival != seat:
            lacking = int(view[LACKING + rival * ROW + slot])
            price = weights[Weight.INFAMY] * rules.mission_infamy[mission] + weights[Weight.REPUTATION] * rules.mission_rep[mission]
            threat += weights[Weight.SPITE] * price * view[REACH + min(lacking, FARTHEST)] * (1.0 + progress(state, rules, rival))
            if lacking == 0 and wins_by_mission(state, rules, view, rival, mission):
                threat += weights[Weight.BLOCK]
    lacking = int(view[LACKING + seat * ROW + slot])
    return threat - view[PLANNED + slot] * view[REACH + min(lacking, FARTHEST)]


@inner_kernel
def zone_threat(state, rules, weights, view, seat, zone):
    """What a Hazard in a resupply zone of the board costs rivals, less what it costs oneself."""
    kind = rules.zone_kind[zone // ZONES, zone % ZONES]
    threat = 0.0
    for rival in range(state.seats):
        if rival != seat:
            threat += plain_appeal(state, rules, weights, view, rival, kind) * (1.0 + progress(state, rules, rival))
    return weights[Weight.SPITE] * threat - view[KIND + kind]


@inner_kernel
def sector_threat(state, rules, weights, view, seat, sector):
    """What a Watchdog in a sector costs rivals, less what it costs oneself."""
    threat = 0.0
    for rival in range(state.seats):
        if rival != seat:
            appeal = plain_sector_appeal(state, rules, weights, view, rival, sector)
            threat += weights[Weight.SPITE] * appeal * (1.0 + progress(state, rules, rival))
            for slot in range(state.seats):
                if view[MISSION_AT + slot] != NONE and view[LACKING + rival * ROW + slot] == 0.0:
                    mission = state.mission_row[slot]
                    if rules.mission_sector[mission] == sector and wins_by_mission(state, rules, view, rival, mission):
                        threat += weights[Weight.BLOCK]
    own = 0.0 if passes_watchdogs(state, rules, seat) else sector_worth(state, rules, weights, view, seat, sector)
    return threat - own


@inner_kernel
def rate_rival(state, rules, weights, view, verb, rival):
    """Whom to rob: the leader, if there is something to be had, and rather one who cannot pay a ransom."""
    rating = progress(state, rules, rival)
    if verb == Verb.STEAL_RESOURCE:
        best = -1.0
        for kind in range(RESOURCES):
            if state.goods[rival, kind] > 0:
                best = max(best, change_worth(state, rules, weights, view, kind, 1))
        return best + weights[Weight.SPITE] * rating
    if verb == Verb.STEAL_HENCHMAN:
        return rating + min(state.goods[rival, Good.HENCHMAN], 1) + infamy_tonight(state, rules, view, rival)
    if verb == Verb.STEAL_SCHEME:
        return rating + min(size_of(state.hand[rival]), 2)
    return rating + state.available[rival] / max(rules.bribes, 1)


@inner_kernel
def ransom_worth(state, rules, weights, view, top):
    """What is saved by a ransom, less what it costs."""
    verb = state.frame_what[top]
    saved = weights[Weight.SPITE]
    if verb == Verb.STEAL_SCHEME:
        saved += view[SCHEME_PRICE]
    elif verb != Verb.DRAIN_BRIBES:
        good = HENCHMAN if verb == Verb.STEAL_HENCHMAN else ANY_RESOURCE
        for kind in range(RESOURCES):
            if state.frame_picks[top, kind] > 0:
                good = kind
        saved -= change_worth(state, rules, weights, view, good, -1)
    return saved - spend_worth(state, view, state.actor, state.frame_row[top])


# --- Rating ---------------------------------------------------------------------------------------------------------------


@inner_kernel
def rate_resource(state, rules, weights, view, top, kind):
    """A token to gain, to part with, or to take."""
    parts = False
    if state.frame_kind[top] == Frame.TASK:
        verb = state.frame_what[top]
        parts = verb == Verb.LOSE or verb == Verb.PAY or (verb == Verb.STEAL_RESOURCE and state.frame_other[top] == state.actor)
    return change_worth(state, rules, weights, view, kind, -1 if parts else 1)


@inner_kernel
def rate_conversion(state, rules, weights, view, kind):
    """A resource to turn into the best other one, against turning none."""
    best = -MANY
    for other in range(RESOURCES):
        if other != kind:
            best = max(best, change_worth(state, rules, weights, view, other, 1))
    return best + change_worth(state, rules, weights, view, kind, -1)


@inner_kernel
def rate_zone(state, rules, weights, view, top, action):
    """A resupply action, a mission, the Smuggler's skip, or nothing."""
    seat = state.actor
    if action == Action.FAIL:
        return 0.0
    if action == Action.SKIP:
        return skip_worth(state, rules, weights, view, seat)
    if action >= Action.MISSION:
        for slot in range(state.seats):
            if state.mission_row[slot] == action - Action.MISSION:
                return mission_worth(state, rules, weights, view, slot)
        return 0.0
    sector = state.sector[seat, state.frame_what[top]]
    return view[KIND + rules.zone_kind[sector, action - Action.RESUPPLY]]


@inner_kernel
def rate_mission_away(state, rules, weights, view, mission):
    """A mission to sabotage."""
    for slot in range(state.seats):
        if state.mission_row[slot] == mission:
            return mission_threat(state, rules, weights, view, state.actor, slot)
    return 0.0


@inner_kernel
def rate_pawn(state, rules, weights, view, pawn):
    """Which pawn goes first: one that can only resupply, so that the other may pay more."""
    return -best_mission(state, rules, weights, view, state.sector[state.actor, pawn])


@inner_kernel
def rate_program(state, rules, weights, view, action):
    """Whatever is a matter of statements: cards to play or to part with, gates, alternatives, benefits."""
    decision = state.decision
    seat = state.actor
    top = state.depth - 1
    if action == Action.NO_SCHEME or action == Action.STOP or action == Action.DECLINE:
        return 0.0
    first = state.frame_chosen[top]
    end = first + 1
    if decision == Decision.MAY:
        if state.frame_kind[top] == Frame.TASK:  # the removal of a Watchdog
            return weights[Weight.SPITE]
    elif decision == Decision.GATE:
        first, end = state.frame_row[top], state.frame_end[top]
    elif decision == Decision.ALTERNATIVE:
        first = state.frame_row[top] + action - Action.ALTERNATIVE
        end = first + 1
    else:
        if decision == Decision.BENEFIT:
            program = rules.benefit_program[(action - Action.BENEFIT) // LEVELS, (action - Action.BENEFIT) % LEVELS]
        else:
            program = rules.scheme_program[action - Action.SCHEME]
        first = rules.first_statement[program]
        end = first + rules.statement_count[program]
    now = 0.0
    later = 0.0
    for when in range(2):
        later = now
        now = rows_worth(state, rules, weights, view, seat, first, end, False, when == 1)
    if decision == Decision.SCHEME:
        return now - KEPT * view[TIME] * max(later - now, 0.0)
    return -later if decision == Decision.SCHEME_DISCARD or decision == Decision.SCHEME_GIVEN else now


@inner_kernel
def rate_deck(state, rules, weights, view, faction):
    """A deck to draw from: what its cards would be worth on average."""
    total = 0.0
    number = 0
    for row in range(rules.schemes):
        if rules.scheme_faction[row] == faction:
            total += program_worth(state, rules, weights, view, state.actor, rules.scheme_program[row], True, False)
            number += 1
    return total / max(number, 1)


@inner_kernel
def rep_on_offer(state, rules, top):
    """How much Rep the faction asked for gets."""
    return rules.mission_rep[state.frame_what[top]] if state.frame_kind[top] == Frame.MISSION else 1


@inner_kernel
def rate(state, rules, weights, view, action):
    """Rating of one action, for all that is neither rated together nor a matter of statements."""
    decision = state.decision
    seat = state.actor
    top = state.depth - 1
    rating = 0.0
    if decision == Decision.ZONE:
        rating = rate_zone(state, rules, weights, view, top, action)
    elif decision == Decision.RESOURCE or decision == Decision.CONVERT_TO:
        rating = rate_resource(state, rules, weights, view, top, action - Action.RESOURCE)
    elif decision == Decision.CONVERT_FROM and action != Action.STOP:
        rating = rate_conversion(state, rules, weights, view, action - Action.RESOURCE)
    elif decision == Decision.RIVAL:
        rating = rate_rival(state, rules, weights, view, state.frame_what[top], action - Action.RIVAL)
    elif decision == Decision.RANSOM and action != Action.REFUSE:
        rating = ransom_worth(state, rules, weights, view, top)
    elif decision == Decision.FACTION:
        rating = rep_worth(state, rules, weights, view, seat, action - Action.FACTION, rep_on_offer(state, rules, top))
    elif decision == Decision.SABOTAGE:
        rating = rate_mission_away(state, rules, weights, view, action - Action.MISSION)
    elif decision >= Decision.HAZARD_ADD and decision <= Decision.HAZARD_TO:
        rating = zone_threat(state, rules, weights, view, seat, action - Action.ZONE)
    elif decision <= Decision.WATCHDOG_REMOVE:
        rating = sector_threat(state, rules, weights, view, seat, action - Action.SECTOR)
    elif decision == Decision.PAWN:
        rating = rate_pawn(state, rules, weights, view, action - Action.PAWN)
    return -rating if takes_away(decision) else rating


@inner_kernel
def takes_away(decision):
    """Whether a Hazard or Watchdog goes away from the place asked for."""
    if decision == Decision.HAZARD_REMOVE or decision == Decision.HAZARD_FROM:
        return True
    return decision == Decision.WATCHDOG_REMOVE or decision == Decision.WATCHDOG_FROM


@inner_kernel
def is_about_zones(decision):
    """Whether a decision asks what the zones of the board are worth."""
    if decision <= Decision.WATCHDOG_REMOVE or (decision >= Decision.HAZARD_ADD and decision <= Decision.HAZARD_TO):
        return True
    return decision == Decision.SECTOR or decision == Decision.ACCOMPLICE_SECTOR or decision == Decision.ZONE


@inner_kernel
def is_about_statements(decision):
    """Whether a decision is settled by what statements are worth."""
    if decision >= Decision.SCHEME and decision <= Decision.SCHEME_GIVEN:
        return True
    return decision >= Decision.MAY and decision <= Decision.BENEFIT


@kernel
def rate_actions(state, rules, weights, actions, count, scratch, ratings):
    """Rate every legal action by what it brings the acting seat.

    Parameters
    ----------
    state, rules : records
    weights : float64 array
        By `Weight`.
    actions : int64 array
        Legal actions; the first `count` are rated.
    scratch : float64 array
        Work space.
    ratings : float64 array
        Written: a rating for each action, the higher the better; comparable within one decision only.
    """
    decision = state.decision
    if decision == Decision.RECOVER:
        for place in range(count):
            ratings[place] = float(actions[place])
        return
    watch_race(state, rules, scratch)
    note_lacking(state, rules, scratch)
    set_prices(state, rules, weights, scratch, state.actor)
    weigh_rewards(state, rules, weights, scratch, state.actor)
    if decision == Decision.BID:
        rate_bids(state, rules, weights, actions, count, scratch, ratings)
    else:
        scratch[FREE : FREE + SECTORS * BOARD_ZONES] = 1.0
        is_sealed = decision == Decision.SECTOR or decision == Decision.ACCOMPLICE_SECTOR
        if is_sealed:
            expect_rivals(state, rules, weights, scratch, state.actor)
        take_stock(state, rules, weights, scratch, state.actor)
        if is_about_zones(decision):
            weigh_kinds(state, rules, weights, scratch, state.actor)
        if is_sealed:
            rate_sectors(state, rules, weights, actions, count, scratch, ratings)
        else:
            for place in range(count):
                if decision == Decision.DECK:
                    ratings[place] = rate_deck(state, rules, weights, scratch, actions[place] - Action.DECK)
                elif is_about_statements(decision):
                    ratings[place] = rate_program(state, rules, weights, scratch, actions[place])
                else:
                    ratings[place] = rate(state, rules, weights, scratch, actions[place])
    for place in range(count):
        ratings[place] = bounded(ratings[place])
