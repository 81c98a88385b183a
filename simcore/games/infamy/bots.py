"""Rating an action by what it brings the acting seat, from what that seat can see.

Everything is counted in one unit: what a resource is worth that a mission needs. Goods are worth what they add to the *outlook*: the
missions in the row, each counted the more the fewer tokens are still lacking for it, a stock of goods for missions not yet seen, and
the Infamy that Henchmen will bring. Infamy and Rep have prices that rise along their tracks, and winning outweighs all. Programs of
cards are read statement by statement, so that the bots understand cards they have never seen. Nothing is played out, nothing is drawn.

A contact is worth its program to this freelancer now, and a better place in the Contact Order. Rivals' limits are estimated the same
way from their public goods; with them every possible bid is weighed: the chance that nobody answers, times what is left of the worth.

Everything is written into one float64 array, here called `view`.
"""

# --- The array ------------------------------------------------------------------------------------------------------------

GOODS_HELD = 0  # by good: what the outlook is asked about
NIGHTS = GOODS_HELD + GOODS  # Nights still to come after this Round's
TIME = NIGHTS + 1  # what pays later against what pays now: 1 at the start, less towards the end
TONIGHT = NIGHTS + 2  # 1: Henchmen will be counted in this Round
INFAMY_PRICE = NIGHTS + 3  # of one Infamy, victory apart
SCHEME_PRICE = NIGHTS + 4  # of one card drawn
BRIBES_TO_COME = NIGHTS + 5  # worth of the contacts still to come in this Turn: what bribes must last for
BASE = NIGHTS + 6  # the outlook as things stand
TAKEN = NIGHTS + 7  # place in the row of a mission that is gone, NONE: none is
STAKE = NIGHTS + 8  # worth of the missions that this freelancer can pay, and a rival too
REACH = NIGHTS + 9  # by effort still lacking for a mission: how much of it is counted
FARTHEST = 9
PAYOFF = REACH + FARTHEST + 1  # by place in the row: what completing the mission brings, its cost apart
PLANNED = PAYOFF + SLOTS  # the same less its cost and the chance that a rival is first
LACKING = PLANNED + SLOTS  # by seat and place in the row: effort still lacking
KIND = LACKING + SEATS * SLOTS  # by kind of resupply zone: what the action brings
FREE = KIND + ZONE_KINDS  # by sector and zone: chance that those before leave it free
APPEAL = FREE + SECTORS * PLACES  # by sector: how a rival is drawn to it
VIEW = APPEAL + SECTORS

# --- What the bots take for granted ---------------------------------------------------------------------------------------

MANY = 1.0e6  # ratings: more than there can be
VICTORY = 20.0  # winning now, against going on
TURNS = 6.0  # length of a game when nobody has got anywhere
EFFORT = (1, 1, 1, 2, 3)  # by good: how hard a missing token is to come by
SATIETY = 6.0  # tokens of a kind with which half of what more could bring is reached
SHARE = 0.4  # missions beside the best one
CROWD = 0.25  # a rival who can pay the same mission
EARLY_SCHEME = 0.4  # cards in hand beside which a new one has to wait
LEAST_BRIBES = 0.05  # worth of bribes with no contact to come
RESERVE = 0.5  # keeps divisions sound
SURE = 0.97  # chance that nobody answers a bid: never more, and never less than the rest
STOLEN, GIVEN = 1.0, 0.6  # worth of a token picked by thief or victim, against one chosen freely
RANSOMED = 0.6  # of a theft that can be bought off
CONVERTED = 0.5  # of a resource turned into another
NUISANCE = 0.6  # a Hazard or Watchdog that is in rivals' way, before spite
PASSAGE = 0.3  # leave to enter Watchdog sectors
FIRST_WORD = 0.3  # the Triggerman's marker
PAWN = 1.0  # a second pawn, if no mission is at hand
SECOND_PLAY = 0.6  # an extra scheme, with cards enough
IDLE = 0.25  # worth of an extra scheme otherwise
LATER = 0.7  # a card kept for a Round in which it works
DRAWN = 3  # power by which rivals prefer the better sector


@kernel
def bounded(rating):
    """Ratings are finite whatever the weights are."""
    return rating if -MANY < rating < MANY else 0.0


# --- The race -------------------------------------------------------------------------------------------------------------


@kernel
def best_rep(state, seat):
    """Highest Rep of a freelancer in one faction."""
    return max(state.rep[seat, 0], state.rep[seat, 1], state.rep[seat, 2])


@kernel
def progress(state, rules, seat):
    """Part of the way to the nearer victory."""
    return max(state.infamy[seat] / rules.infamy_target, best_rep(state, seat) / rules.reputation_target)


@kernel
def infamy_tonight(state, rules, view, seat):
    """Infamy that Henchmen will still bring in this Round."""
    return state.goods[seat, Good.HENCHMAN] // rules.henchmen_per_infamy if view[TONIGHT] > 0.0 else 0


@kernel
def infamy_worth(state, rules, view, seat, number):
    """Worth of some Infamy: its price, and victory if that is enough."""
    worth = number * view[INFAMY_PRICE]
    held = state.infamy[seat] + infamy_tonight(state, rules, view, seat)
    if held < rules.infamy_target <= held + number:
        worth += VICTORY
    return worth


@kernel
def rep_worth(state, rules, weights, seat, faction, number):
    """Worth of some Rep in a faction: each step more than the one before, less where another track is ahead; nothing under the ban."""
    if state.rep_banned[seat]:
        return 0.0
    held = state.rep[seat, faction]
    worth = 0.0
    for level in range(held, min(held + number, TRACK_END)):
        gap = max(best_rep(state, seat) - level, 0)
        worth += weights[Weight.REPUTATION] * (1.0 + weights[Weight.LOYALTY] * level / rules.reputation_target) / (
            1.0 + weights[Weight.FOCUS] * gap
        )
        if level + 1 == rules.reputation_target:
            worth += VICTORY
    return worth


@kernel
def best_faction_worth(state, rules, weights, seat, factions, number):
    """Worth of some Rep in the best of several factions (bits)."""
    best = 0.0
    for faction in range(FACTIONS):
        if factions >> faction & 1:
            best = max(best, rep_worth(state, rules, weights, seat, faction, number))
    return best


# --- The outlook ----------------------------------------------------------------------------------------------------------


@kernel
def lacking_effort(state, rules, seat, mission):
    """Effort that a freelancer still lacks for a mission; 0: he can pay it."""
    lacking = 0
    for good in range(GOODS):
        short = rules.mission_cost[mission, good] - state.goods[seat, good]
        if short > 0:
            lacking += short * EFFORT[good]
    return lacking


@kernel
def outlook(rules, weights, view):
    """What the goods in `view` are good for: the missions in the row, a stock for later ones, the Infamy of Henchmen."""
    best = 0.0
    total = 0.0
    for slot in range(SLOTS):
        worth = view[PLANNED + slot]
        if worth > 0.0 and slot != view[TAKEN]:
            mission = int(view[ROW + slot])
            lacking = 0
            for good in range(GOODS):
                short = rules.mission_cost[mission, good] - int(view[GOODS_HELD + good])
                if short > 0:
                    lacking += short * EFFORT[good]
            worth *= view[REACH + min(lacking, FARTHEST)]
            total += worth
            best = max(best, worth)
    stock = 0.0
    for good in range(RESOURCES):
        stock += view[GOODS_HELD + good] / (view[GOODS_HELD + good] + SATIETY)
    henchmen = int(view[GOODS_HELD + Good.HENCHMAN])
    nights = weights[Weight.HENCHMEN] * view[NIGHTS] * henchmen / rules.henchmen_per_infamy
    if view[TONIGHT] > 0.0:
        nights += henchmen // rules.henchmen_per_infamy
        if view[SHORT] > 0.0 and henchmen // rules.henchmen_per_infamy >= view[SHORT]:
            best += VICTORY
    return (
        best
        + SHARE * (total - best)
        + weights[Weight.STOCK] * view[TIME] * SATIETY * stock
        + weights[Weight.FAVOR] * view[TIME] * view[GOODS_HELD + Good.FAVOR]
        + view[INFAMY_PRICE] * nights
    )


@kernel
def change_worth(rules, weights, view, good, number):
    """Worth of holding some more, or fewer, of a good than `view` says."""
    view[GOODS_HELD + good] += number
    worth = outlook(rules, weights, view) - view[BASE]
    view[GOODS_HELD + good] -= number
    return worth


@kernel
def gain_worth(state, rules, weights, view, good, number):
    """Worth of gaining some of a good, as far as the supply goes; RESOURCE: of the best type."""
    if good != Good.RESOURCE:
        number = min(number, state.supply[good])
        return change_worth(rules, weights, view, good, number) if number > 0 else 0.0
    best = 0.0
    for kind in range(RESOURCES):
        if state.supply[kind] > 0:
            best = max(best, change_worth(rules, weights, view, kind, 1))
    return number * best


@kernel
def loss_worth(rules, weights, view, good, number):
    """What losing some of a good costs; RESOURCE: of the type that is missed least."""
    if good != Good.RESOURCE:
        number = min(number, int(view[GOODS_HELD + good]))
        return -change_worth(rules, weights, view, good, -number)
    least = MANY
    for kind in range(RESOURCES):
        if view[GOODS_HELD + kind] > 0.0:
            least = min(least, -change_worth(rules, weights, view, kind, -1))
    return number * least if least < MANY else 0.0


# --- Programs of cards ----------------------------------------------------------------------------------------------------


@kernel
def completed_of(state, rules, seat, kind):
    """Completed missions of a type."""
    found = 0
    for mission in range(rules.missions):
        if state.completed[seat] >> mission & 1 and rules.mission_types[mission] >> kind & 1:
            found += 1
    return found


@kernel
def times_done(state, rules, seat, statement, now):
    """How often a statement is done, with the missions and the Rep of the present; `now` 0: the Round does not matter."""
    if now and statement[Cell.WHEN] != When.ALWAYS and (statement[Cell.WHEN] == When.DAY) != (state.day == 1):
        return 0
    condition = statement[Cell.CONDITION]
    what, number = statement[Cell.CONDITION_WHAT], statement[Cell.CONDITION_NUMBER]
    if condition == Condition.PER:
        return min(number, completed_of(state, rules, seat, what))
    if condition == Condition.IF:
        return 1 if completed_of(state, rules, seat, what) >= number else 0
    if condition == Condition.IF_REP:
        rep = best_rep(state, seat) if what == Faction.ANY else state.rep[seat, what]
        return 1 if rep >= number else 0
    return 1


@kernel
def recover_worth(state, view, seat, number):
    """Worth of bribes that become available again: the more, the fewer there are and the more contacts are to come."""
    number = min(number, state.spent[seat])
    return view[BRIBES_TO_COME] * number / (state.available[seat] + number + RESERVE)


@kernel
def spend_worth(state, view, seat, number):
    """What spending bribes costs: what could have been bought for them."""
    return view[BRIBES_TO_COME] * number / (max(state.available[seat] - number, 0) + RESERVE)


@kernel
def somebody_has(state, seat, good):
    """Whether there is anything to be taken from a rival."""
    for rival in range(state.seats):
        if rival != seat:
            if good == Good.RESOURCE:
                if state.goods[rival, 0] + state.goods[rival, 1] + state.goods[rival, 2] > 0:
                    return True
            elif state.goods[rival, good] > 0:
                return True
    return False


@kernel
def theft_worth(state, rules, weights, view, seat, statement, good, rough):
    """A token taken from a rival."""
    if not somebody_has(state, seat, good):
        return 0.0
    worth = weights[Weight.STOCK] if rough else gain_worth(state, rules, weights, view, good, 1)
    worth = worth * (GIVEN if statement[Cell.WHAT] == Chooser.VICTIM else STOLEN) + weights[Weight.SPITE]
    return worth * statement[Cell.NUMBER] * (RANSOMED if statement[Cell.RANSOM] > 0 else 1.0)


@kernel
def hand_size(state, seat):
    """Scheme cards in a hand: everybody sees how many."""
    number = 0
    cards = state.hand[seat]
    while cards:
        cards &= cards - 1
        number += 1
    return number


@kernel
def pawn_worth(rules, weights, view, state, seat):
    """A second pawn: another zone, a better chance of a mission; but no Rep any more in this Round."""
    worth = PAWN
    for slot in range(state.seats):
        if view[PAYOFF + slot] > 0.0 and view[LACKING + seat * SLOTS + slot] == 0.0:
            rep = rules.mission_rep[state.missions[slot]]
            worth += SHARE * view[PAYOFF + slot] - rep * weights[Weight.REPUTATION]
    return max(worth, 0.0)


@kernel
def verb_worth(state, rules, weights, view, seat, statement, rough):
    """What one statement, done once, is worth to its owner; `rough`: goods at their price in stock."""
    verb, what, number = statement[Cell.VERB], statement[Cell.WHAT], statement[Cell.NUMBER]
    spite = weights[Weight.SPITE]
    if verb == Verb.GAIN:
        if statement[Cell.EACH_RIVAL]:
            return -spite * number
        if rough:
            return number * weights[Weight.STOCK] * EFFORT[min(what, Good.HENCHMAN)]
        return gain_worth(state, rules, weights, view, what, number)
    if verb == Verb.GAIN_INFAMY:
        return -spite * number if statement[Cell.EACH_RIVAL] else infamy_worth(state, rules, view, seat, number)
    if verb == Verb.GAIN_REP:
        if what == Faction.ANY:
            return best_faction_worth(state, rules, weights, seat, ALL_FACTIONS, number)
        return rep_worth(state, rules, weights, seat, what, number)
    if verb == Verb.LOSE:
        if statement[Cell.EACH_RIVAL]:
            return spite * number * (state.seats - 1)
        return -loss_worth(rules, weights, view, what, number)
    if verb == Verb.CONVERT:
        return CONVERTED * number * max(gain_worth(state, rules, weights, view, Good.RESOURCE, 1) - loss_worth(rules, weights, view, what, 1), 0.0)
    if verb == Verb.RECOVER_BRIBES:
        return recover_worth(state, view, seat, number)
    if verb == Verb.DRAIN_BRIBES:
        return spite * view[BRIBES_TO_COME] * CONVERTED
    if verb == Verb.STEAL_RESOURCE:
        return theft_worth(state, rules, weights, view, seat, statement, Good.RESOURCE, rough)
    if verb == Verb.STEAL_HENCHMAN:
        return theft_worth(state, rules, weights, view, seat, statement, Good.HENCHMAN, rough)
    if verb == Verb.STEAL_SCHEME:
        for rival in range(state.seats):
            if rival != seat and state.hand[rival] != 0:
                return number * (view[SCHEME_PRICE] + spite)
        return 0.0
    if verb == Verb.DRAW_SCHEME:
        return number * view[SCHEME_PRICE]
    if verb == Verb.DISCARD_SCHEME:
        return number * spite * (state.seats - 1) if statement[Cell.EACH_RIVAL] else -number * EARLY_SCHEME * view[SCHEME_PRICE]
    if verb == Verb.EXTRA_SCHEME:
        return number * view[SCHEME_PRICE] * (SECOND_PLAY if hand_size(state, seat) > number else IDLE)
    if verb == Verb.WATCHDOG_PASS:
        return PASSAGE
    if verb == Verb.TAKE_TRIGGERMAN:
        return FIRST_WORD if state.triggerman != seat else 0.0
    if verb == Verb.EXTRA_PAWN:
        return pawn_worth(rules, weights, view, state, seat)
    if verb == Verb.SKIP_PLACEMENT:
        return view[SCHEME_PRICE] if state.day else 0.0
    if verb == Verb.DOUBLE_RESUPPLY:
        return gain_worth(state, rules, weights, view, Good.RESOURCE, 1)
    if verb == Verb.RESUPPLY_CURRENT:
        return current_zone_worth(state, rules, weights, view, seat)
    return spite * NUISANCE  # sabotage, Hazards, Watchdogs


@kernel
def program_worth(state, rules, weights, view, seat, program, rough, now):
    """What a program is worth to its owner; a gate that cannot be paid ends it."""
    worth = 0.0
    first = rules.first_statement[program]
    last = first + rules.statement_count[program]
    row = first
    while row < last:
        statement = rules.statements[row]
        done = times_done(state, rules, seat, statement, now)
        verb = statement[Cell.VERB]
        if verb == Verb.PAY or verb == Verb.SPEND_BRIBES:
            number = statement[Cell.NUMBER]
            if done == 0:
                return 0.0
            if verb == Verb.SPEND_BRIBES:
                if state.available[seat] < number:
                    return 0.0
                worth -= spend_worth(state, view, seat, number)
            else:
                held = resources_of(state, seat) if statement[Cell.WHAT] == Good.RESOURCE else state.goods[seat, statement[Cell.WHAT]]
                if held < number:
                    return 0.0
                worth -= loss_worth(rules, weights, view, statement[Cell.WHAT], number)
        elif done > 0 or statement[Cell.OR_NEXT]:
            part = done * verb_worth(state, rules, weights, view, seat, statement, rough) if done > 0 else 0.0
            if statement[Cell.OR_NEXT]:
                row += 1
                other = rules.statements[row]
                done = times_done(state, rules, seat, other, now)
                if done > 0:
                    part = max(part, done * verb_worth(state, rules, weights, view, seat, other, rough))
            if statement[Cell.MAY]:
                part = max(part, 0.0)
            worth += part
        row += 1
    return worth


# --- Taking stock ---------------------------------------------------------------------------------------------------------


@kernel
def watch_race(state, rules, view):
    """How long the game will go on, by the freelancer who is furthest."""
    lead = 0.0
    for seat in range(state.seats):
        lead = max(lead, progress(state, rules, seat))
    left = TURNS * max(1.0 - lead, 0.0)
    view[NIGHTS] = left
    view[TIME] = (1.0 + 1.0 / TURNS) * left / (left + 1.0)
    view[TONIGHT] = 1.0 if henchmen_will_count(state) else 0.0


@kernel
def note_lacking(state, rules, view):
    """LACKING of everybody, and the row."""
    for slot in range(SLOTS):
        view[ROW + slot] = NONE
        if slot < state.seats and state.missions[slot] != NONE:
            view[ROW + slot] = state.missions[slot]
            for seat in range(state.seats):
                view[LACKING + seat * SLOTS + slot] = lacking_effort(state, rules, seat, state.missions[slot])


@kernel
def would_win(state, rules, view, seat, infamy, rep, factions):
    """Whether so much Infamy, or Rep in one of these factions, would bring a freelancer to a goal."""
    if infamy > 0 and state.infamy[seat] + infamy_tonight(state, rules, view, seat) + infamy >= rules.infamy_target:
        return True
    if rep > 0 and not state.rep_banned[seat]:
        for faction in range(FACTIONS):
            if factions >> faction & 1 and state.rep[seat, faction] + rep >= rules.reputation_target:
                return True
    return False


@kernel
def weigh_mission(state, rules, weights, view, seat, slot):
    """PAYOFF and PLANNED of a mission in the row; a rival who would win by it makes it worth taking away."""
    mission = state.missions[slot]
    payoff = infamy_worth(state, rules, view, seat, rules.mission_infamy[mission])
    if rules.mission_rep[mission] > 0:
        payoff += best_faction_worth(state, rules, weights, seat, rules.mission_factions[mission], rules.mission_rep[mission])
    if rules.mission_program[mission] != NO_PROGRAM:
        payoff += program_worth(state, rules, weights, view, seat, rules.mission_program[mission], True, True)
    payers = 0
    for rival in range(state.seats):
        if rival != seat and view[LACKING + rival * SLOTS + slot] == 0.0:
            payers += 1
            if would_win(
                state, rules, view, rival, rules.mission_infamy[mission], rules.mission_rep[mission], rules.mission_factions[mission]
            ):
                payoff += weights[Weight.BLOCK]
    cost = 0.0
    for good in range(RESOURCES):
        cost += rules.mission_cost[mission, good]
    cost *= weights[Weight.STOCK] * view[TIME] * IN_STOCK
    cost += rules.mission_cost[mission, Good.FAVOR] * weights[Weight.FAVOR] * view[TIME]
    nights = weights[Weight.HENCHMEN] * view[NIGHTS] + view[TONIGHT]
    cost += rules.mission_cost[mission, Good.HENCHMAN] * view[INFAMY_PRICE] * nights / rules.henchmen_per_infamy
    view[PAYOFF + slot] = payoff
    view[PLANNED + slot] = max(payoff - cost, 0.0) / (1.0 + CROWD * payers)
    if payers > 0 and view[LACKING + seat * SLOTS + slot] == 0.0:
        view[STAKE] += max(payoff - cost, 0.0)


@kernel
def take_stock(state, rules, weights, view, seat):
    """Everything in `view` that does not depend on what is asked, for one freelancer; `watch_race` and `note_lacking` came before."""
    view[INFAMY_PRICE] = weights[Weight.INFAMY] * (1.0 + weights[Weight.CLIMB] * state.infamy[seat] / rules.infamy_target)
    view[SCHEME_PRICE] = weights[Weight.SCHEME] * view[TIME] / (1.0 + EARLY_SCHEME * hand_size(state, seat))
    view[BRIBES_TO_COME] = max(weights[Weight.THRIFT] * contacts_to_come(state, rules) / state.seats, LEAST_BRIBES)
    view[TAKEN] = NONE
    view[STAKE] = 0.0
    view[SHORT] = rules.infamy_target - state.infamy[seat]
    for good in range(GOODS):
        view[GOODS_HELD + good] = state.goods[seat, good]
    reach = weights[Weight.PLAN]
    for effort in range(FARTHEST + 1):
        view[REACH + effort] = reach * (view[TIME] if effort > 0 else 1.0)
        reach *= weights[Weight.PATIENCE]
    for slot in range(SLOTS):
        view[PAYOFF + slot] = 0.0
        view[PLANNED + slot] = 0.0
        if view[ROW + slot] != NONE:
            weigh_mission(state, rules, weights, view, seat, slot)
    view[BASE] = outlook(rules, weights, view)


# --- Zones and missions ---------------------------------------------------------------------------------------------------


@kernel
def visit_worth(state, rules, weights, view, seat, faction, rep):
    """Benefits of Rep that work on a visit to an HQ, with that Rep."""
    worth = 0.0
    for level in range(min(rep, LEVELS)):
        if rules.benefit_trigger[faction, level] == Trigger.ON_HQ and rules.benefit_of[faction, level] == faction:
            worth += program_worth(state, rules, weights, view, seat, rules.benefit_program[faction, level], False, True)
    return worth


@kernel
def hq_worth(state, rules, weights, view, seat, faction, double):
    """A visit to an HQ: the first Rep, or a scheme."""
    rep = state.rep[seat, faction]
    if rep == 0 and state.rep_banned[seat]:
        return 0.0
    if rep == 0:
        worth = rep_worth(state, rules, weights, seat, faction, 1)
        if double:
            worth += view[SCHEME_PRICE]
        return worth + visit_worth(state, rules, weights, view, seat, faction, 1)
    return (2.0 if double else 1.0) * view[SCHEME_PRICE] + visit_worth(state, rules, weights, view, seat, faction, rep)


@kernel
def kind_worth(state, rules, weights, view, seat, kind, double):
    """What the action of a kind of resupply zone brings."""
    if kind >= ZoneKind.HQ_CARTEL:
        return hq_worth(state, rules, weights, view, seat, kind - ZoneKind.HQ_CARTEL, double)
    number = 2 if double else 1
    if kind == ZoneKind.SPECIAL:
        if state.day:
            return recover_worth(state, view, seat, rules.special_recover)
        return infamy_worth(state, rules, view, seat, number * rules.special_infamy)
    return gain_worth(state, rules, weights, view, kind, number)


@kernel
def weigh_kinds(state, rules, weights, view, seat):
    """KIND of every kind of zone."""
    double = resupplies_twice(state, seat)
    for kind in range(ZONE_KINDS):
        view[KIND + kind] = kind_worth(state, rules, weights, view, seat, kind, double)


@kernel
def mission_worth(state, rules, weights, view, slot):
    """What completing a mission of the row now is worth: its payoff, against what the goods would do otherwise."""
    mission = state.missions[slot]
    for good in range(GOODS):
        view[GOODS_HELD + good] -= rules.mission_cost[mission, good]
    view[TAKEN] = slot
    worth = view[PAYOFF + slot] + outlook(rules, weights, view) - view[BASE]
    view[TAKEN] = NONE
    for good in range(GOODS):
        view[GOODS_HELD + good] += rules.mission_cost[mission, good]
    return worth


@kernel
def payable(rules, view, slot):
    """Whether the goods in `view` pay for a mission of the row."""
    mission = int(view[ROW + slot])
    for good in range(GOODS):
        if view[GOODS_HELD + good] < rules.mission_cost[mission, good]:
            return False
    return True


@kernel
def best_mission(state, rules, weights, view, sector):
    """Worth of the best mission that can be paid in a sector; -MANY: none."""
    best = -MANY
    for slot in range(state.seats):
        if view[ROW + slot] != NONE and slot != view[TAKEN]:
            if rules.mission_sector[state.missions[slot]] == sector and payable(rules, view, slot):
                best = max(best, mission_worth(state, rules, weights, view, slot))
    return best


@kernel
def plain_appeal(state, rules, weights, view, seat, kind):
    """How a rival is drawn to a kind of zone, by what everybody knows."""
    if kind >= ZoneKind.HQ_CARTEL:
        if state.rep[seat, kind - ZoneKind.HQ_CARTEL] == 0 and not state.rep_banned[seat]:
            return weights[Weight.REPUTATION]
        return weights[Weight.SCHEME] * view[TIME]
    if kind == ZoneKind.SPECIAL:
        return SPECIAL_BY_DAY if state.day else weights[Weight.INFAMY] * rules.special_infamy
    return PLAIN if kind < ZoneKind.HENCHMAN else PLAIN + weights[Weight.HENCHMEN]


@kernel
def mission_appeal(state, rules, weights, view, seat, sector):
    """How a rival is drawn to the missions in a sector that he can pay; 0: none."""
    best = 0.0
    for slot in range(state.seats):
        if view[ROW + slot] != NONE and view[LACKING + seat * SLOTS + slot] == 0.0:
            mission = state.missions[slot]
            if rules.mission_sector[mission] == sector:
                worth = weights[Weight.INFAMY] * rules.mission_infamy[mission]
                best = max(best, worth + weights[Weight.REPUTATION] * rules.mission_rep[mission])
    return best


@kernel
def expect_rival(state, rules, weights, view, rival):
    """FREE, less the chance that a rival who comes before takes the zone that draws him most in each sector."""
    total = 0.0
    for sector in range(SECTORS):
        appeal = 0.0
        if sector_open_to(state, rival, sector):
            appeal = mission_appeal(state, rules, weights, view, rival, sector)
            for zone in range(ZONES):
                if not has_hazard(state, sector, zone):
                    appeal = max(appeal, plain_appeal(state, rules, weights, view, rival, rules.zone_kind[sector, zone]))
        appeal = appeal * appeal * appeal
        view[APPEAL + sector] = appeal
        total += appeal
    if total <= 0.0:
        return
    for sector in range(SECTORS):
        if view[APPEAL + sector] > 0.0:
            taken = MISSION_ZONE
            if mission_appeal(state, rules, weights, view, rival, sector) == 0.0:
                taken = better_zone(state, rules, weights, view, rival, sector)
            view[FREE + sector * PLACES + taken] *= 1.0 - min(weights[Weight.CAUTION] * view[APPEAL + sector] / total, 1.0)


@kernel
def better_zone(state, rules, weights, view, seat, sector):
    """The resupply zone of a sector that draws a rival more."""
    best = 0
    for zone in range(ZONES):
        if has_hazard(state, sector, best) or (
            not has_hazard(state, sector, zone)
            and plain_appeal(state, rules, weights, view, seat, rules.zone_kind[sector, zone])
            > plain_appeal(state, rules, weights, view, seat, rules.zone_kind[sector, best])
        ):
            best = zone
    return best
