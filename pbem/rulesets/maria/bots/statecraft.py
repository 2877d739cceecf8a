"""Politics of the bots: cards placed and chosen, votes, corps, peace, contracts and simple agreements (M17 to M21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.rulesets.common import NOUNS
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.board import CORE, HOME, cities_in
from pbem.rulesets.maria.bots.dice import Dice
from pbem.rulesets.maria.clauses import NotAttack, Subsidy, VoteFor
from pbem.rulesets.maria.contracts import has_drawn, refused
from pbem.rulesets.maria.corps import default_sent, on_map
from pbem.rulesets.maria.election import free_votes, usual
from pbem.rulesets.maria.influence import counts, influence
from pbem.rulesets.maria.peace import not_lowered
from pbem.rulesets.maria.political_orders import GoTo
from pbem.rulesets.maria.politics import CARDS, can_select, front, has_executed
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, GREAT, POWER_NAMES, POWERS, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.records import Corps, Displaced, Election, Moves, Peace, Politics, Slip, Treaty
from pbem.rulesets.maria.relations import enemies, owner_of, powers_of
from pbem.rulesets.maria.saxony import spaces_left
from pbem.rulesets.maria.state import PIECE_NAMES, TRACKS, TWO, State
from pbem.rulesets.maria.tracks import SIDES, allowed, icons_at, standing_at, stops
from pbem.rulesets.maria.treaties import ACCEPTED, OFFERED, clauses_in

Body = Mapping[str, Any]
TROOP, CARD = 5, 5  # what a troop and a tactical card are worth, in points of cards
ICONS = {"tc_bonus": 8, "tc_penalty": -8, "expedition": -14, "victory": 25}  # to the power that they hit
ALLY = {"prussia": 24, "neutral": 0, "austria": -24}  # what Saxony's standing is worth to Prussia
WORTH_A_CARD = 9  # of a political card for which a low tactical card is placed
NEAR_VICTORY = 3  # markers in a pool


def decided(view: State, role: str, temperament: str, dice: Dice) -> Body:
    """The sheet for what politics asks now."""
    task = view.task
    makers: dict[type, Callable[[State, str, str, Dice], list[str]]] = {
        Politics: political, Corps: corps, Displaced: displaced, Slip: slip, Peace: peace, Election: votes,
    }  # fmt: skip
    maker = makers.get(type(task))
    return {"do": maker(view, role, temperament, dice)} if maker else {}


def political(view: State, role: str, temperament: str, dice: Dice) -> list[str]:
    """D2 to D5."""
    task = view.task
    assert isinstance(task, Politics)
    if task.step == "suit":
        return [f"suit {NOUNS[best_suit(view, role)]}"]
    if task.step == "place":
        own = [power for power in front(view, task) if owner_of(view, power) == role]
        return [f"{POWER_NAMES[power]}: place {placed(view, power, temperament, dice) or 'nothing'}" for power in own]
    return chosen(view, role, task.awaited[0], temperament, dice)


def best_suit(view: State, role: str) -> str:
    """The suit in which the role's great powers with a card to win have the highest cards."""
    own = [power for power in powers_of(view, role) if power in GREAT]
    totals = {suit: sum([max([c.value for c in view.hands[p] if c.suit == suit], default=0) for p in own])
              for suit in NOUNS}  # fmt: skip
    return max(NOUNS, key=lambda suit: totals[suit])


def placed(view: State, power: int, temperament: str, dice: Dice) -> str:
    """D3: a card that fits what there is to win; the lowest that beats what lies open already, else none."""
    prizes = [max(gain(view, power, card)[0], spite(view, power, card)) for card in can_select(view, power)]
    prize = max(prizes, default=0)
    if temperament == "wild":
        prize = dice.below(30)
    fits = sorted([c for c in view.hands[power] if counts(c, view.suit) and not c.is_reserve], key=lambda c: c.value)
    if prize < WORTH_A_CARD or not fits:
        return ""
    rivals = [influence(view.kept[other]) for other in GREAT if other != power]
    needed = max(rivals, default=0) - influence(view.kept[power])
    enough = [card for card in fits if card.value > needed]
    if not enough:
        return ""
    most = prize // 2 + 1
    affordable = [card for card in enough if card.value <= most]
    return str((affordable or enough[:1])[-1])


def gain(view: State, power: int, card: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """What executing a card is worth to a power, and the moves of markers that make it so."""
    row = CARDS[card]
    total, moves = row.troops * TROOP + row.cards * CARD, list[tuple[str, int]]()
    for track, side, steps in row.arrows:
        best = max([(shift(view, power, track, move), move) for move in allowed(side, steps)], default=(0, 0))
        if best[0] > 0:
            total += best[0]
            moves.append((track, best[1] // abs(best[1])))
    return total, tuple(moves)


def shift(view: State, power: int, track: str, move: int) -> int:
    """What a move of a marker is worth to a power: by the icons it leaves and comes to, and by Saxony's standing."""
    table, at = facts.TRACKS[track], view.tracks[TRACKS.index(track)]
    after = stops(table, at, move)
    if after == at:
        return 0
    value = sum([sign * ICONS.get(kind, 0) * weight(view, power, hit) for sign, space in ((1, after), (-1, at))
                 for kind, hit in icons_at(table, space)])  # fmt: skip
    side = {FRANCE: -1, PRUSSIA: -1, AUSTRIA: 1, PRAGMATIC: 1}[power]
    value += 3 * side * move  # a step on the way is worth something, too
    if track == "saxony":
        value -= side * (ALLY[standing_at(table, after)] - ALLY[standing_at(table, at)])
    return value


def weight(view: State, power: int, hit: int) -> int:
    """How much of what hits a power is felt by another: all by itself, and the contrary by its enemies, halved."""
    return 2 if power == hit else -1 if enemies(view, power, hit) else 0


def spite(view: State, power: int, card: str) -> int:
    """What it is worth to throw a card away that would serve an enemy."""
    rivals = [other for other in CARDS[card].shields if other in GREAT and enemies(view, power, other)]
    return max([gain(view, other, card)[0] for other in rivals], default=0) // 2


def chosen(view: State, role: str, power: int, temperament: str, dice: Dice) -> list[str]:
    """D4, D5: the best of the cards, executed or thrown away, or hold for a better one."""
    cards = can_select(view, power)
    if temperament == "wild":
        return [wild_choice(view, role, power, dice)]
    done = view.mode in TWO and has_executed(view, role)
    ranked = sorted(cards, key=lambda card: -max(gain(view, power, card)[0], spite(view, power, card)))
    best = ranked[0]
    worth, moves = gain(view, power, best)
    harm = spite(view, power, best)
    if max(worth, harm) < influence(view.kept[power]) // 2:
        return ["hold"]
    if worth < harm or done:
        return [f"select {best}, throw away"] if harm > 0 else ["hold"]
    sides = {sign: side for side, sign in SIDES.items()}
    return [f"select {best}, execute" + "".join(f", {track} {sides[sign]}" for track, sign in moves)]


def wild_choice(view: State, role: str, power: int, dice: Dice) -> str:
    """Anything that is allowed."""
    card = dice.pick((*can_select(view, power), ""))
    if not card:
        return "hold"
    if (view.mode in TWO and has_executed(view, role)) or not dice.below(4):
        return f"select {card}, throw away"
    sides = {sign: side for side, sign in SIDES.items()}
    moves = ""
    for track, side, steps in CARDS[card].arrows:
        move = dice.pick((0, *allowed(side, steps)))
        moves += f", {track} {sides[move // abs(move)]}" if move else ""
    return f"select {card}, execute{moves}"


def corps(view: State, role: str, temperament: str, dice: Dice) -> list[str]:
    """D7: the general with the fewest troops; with none on the map as the default has it."""
    task = view.task
    assert isinstance(task, Corps)
    here = on_map(view, task.power)
    if not here:
        return [str(default_sent(view, task.power))]
    return [f"send {PIECE_NAMES[min(here, key=lambda p: (view.troops[p], -p))]}"]


def displaced(view: State, role: str, temperament: str, dice: Dice) -> list[str]:
    """D8, D24, D30: any of the cities."""
    task = view.task
    assert isinstance(task, Displaced)
    goals = tuple(cities_in(task.goals))
    return [str(GoTo(task.pieces[0], dice.pick(goals)))]


def slip(view: State, role: str, temperament: str, dice: Dice) -> list[str]:
    """D22: all the way, for Prussia's ally is Austria's enemy."""
    task = view.task
    assert isinstance(task, Slip)
    most = spaces_left(view, task)
    return [f"saxony {dice.below(most + 1) if temperament == 'wild' else most}"]


def peace(view: State, role: str, temperament: str, dice: Dice) -> list[str]:
    """D23: Prussia offers a peace that does not cost it many markers; Austria takes one if Prussia is about to win."""
    task = view.task
    assert isinstance(task, Peace)
    there = (view.marks[PRUSSIA] & HOME[AUSTRIA]).bit_count()
    if task.step == "offer":
        wins = not view.pools[PRUSSIA]
        offers = not wins and (there <= 2 or not dice.below(3))
        return ["offer peace" if offers else "no peace"]
    after = view.pools[PRUSSIA] + there // 2 - 1  # M19.13, M19.15
    accepts = after > 0 and (view.pools[PRUSSIA] <= NEAR_VICTORY or there >= 3 or not dice.below(3))
    return ["accept peace" if accepts else "refuse peace"]


def votes(view: State, role: str, temperament: str, dice: Dice) -> list[str]:
    """D27: as usual; but Frederick does not crown whom a marker would let win."""
    found = []
    for power in free_votes(view, role):
        name = usual(view, power)
        promised = any(row.status == ACCEPTED and isinstance(clause, VoteFor) and clause.who == POWERS[power]
                       for row in view.treaties for clause in clauses_in(row))  # fmt: skip
        near = view.pools[FRANCE] <= NEAR_VICTORY < view.pools[AUSTRIA]
        if not promised and power in (PRUSSIA, SAXONY) and near and view.mode not in TWO:
            name = "francis"
        found.append(f"{POWER_NAMES[power]}: vote {name.title()}")
    return found


# agreements, which any sheet may bring


def agreements(view: State, role: str, dice: Dice) -> dict[str, list[str]]:
    """The keys ``treaties`` and ``declare`` of a sheet; no key where nothing is said."""
    if not view.is_advanced or not view.agenda:
        return {}
    lines = [*answers(view, role, dice), *offers(view, role, dice)]
    said = {"treaties": lines} if lines else {}
    few = view.pools[FRANCE] > 1 and (view.marks[FRANCE] & CORE).bit_count() == 1
    moves = isinstance(view.task, Moves)  # with which a general may come to Core-Austria
    if owner_of(view, FRANCE) == role and few and not moves and not not_lowered(view) and not dice.below(6):
        said["declare"] = ["lower aims"]
    return said


def answers(view: State, role: str, dice: Dice) -> list[str]:
    """What the role says to offers that wait for it."""
    found = []
    for row in view.treaties:
        mine = [power for power in row.parties if owner_of(view, power) == role]
        if row.status == OFFERED and mine and not any(power in row.assented for power in mine):
            found.append(f"{'accept' if is_welcome(view, row, mine, dice) else 'refuse'} {row.id}")
    return found


def is_welcome(view: State, treaty: Treaty, mine: list[int], dice: Dice) -> bool:
    """Whether an offer is taken: subsidies are by who gets them, the rest by chance."""
    own = {POWERS[power] for power in mine}
    for clause in clauses_in(treaty):
        if isinstance(clause, Subsidy):
            pair = POWERS.index(clause.giver), POWERS.index(clause.receiver)
            if clause.giver in own or refused(view, *pair, treaty.first, treaty.last, treaty.id):
                return False
    return bool(dice.below(2))


def offers(view: State, role: str, dice: Dice) -> list[str]:
    """What the role offers: the Bavarian subsidy anew, now and then a truce, and before an election a vote."""
    found = []
    last = min(12, view.turn + 2)
    if owner_of(view, FRANCE) == role and not is_busy(view, FRANCE, BAVARIA) and dice.below(3):
        first = view.turn + has_drawn(view, FRANCE)
        if first <= last and not refused(view, FRANCE, BAVARIA, first, last):
            found.append(f"offer France and Bavaria, turns {first} to {last}: France subsidizes Bavaria")
    open_ = [row for row in view.treaties if row.status in (OFFERED, ACCEPTED) and row.last >= view.turn]
    if not dice.below(12) and len(open_) < 3:
        found += truce(view, role, dice)
    wants = view.election == "due" and owner_of(view, AUSTRIA) == role and view.mode not in TWO
    asked = any(isinstance(clause, VoteFor) for row in open_ for clause in clauses_in(row))
    if wants and not asked and not dice.below(4):
        found.append(f"offer Austria and Prussia, turn {view.turn}, strict: Prussia votes for Francis")
    return found


def is_busy(view: State, giver: int, taker: int) -> bool:
    """Whether there is such a contract, or an offer of one."""
    if any({row.giver, row.taker} == {giver, taker} for row in view.contracts):
        return True
    rows = [row for row in view.treaties if row.status in (OFFERED, ACCEPTED) and row.last >= view.turn]
    clauses = [clause for row in rows for clause in clauses_in(row)]
    return any(isinstance(clause, Subsidy) and clause.giver == POWERS[giver] for clause in clauses)


def truce(view: State, role: str, dice: Dice) -> list[str]:
    """Two powers that do not attack each other for a turn or two; nobody is held to it but by his word."""
    own = [power for power in powers_of(view, role) if power in GREAT]
    pairs = [(a, b) for a in own for b in GREAT if enemies(view, a, b) and owner_of(view, b) != role]
    if not pairs:
        return []
    a, b = dice.pick(tuple(pairs))
    names = POWER_NAMES[a], POWER_NAMES[b]
    last = min(12, view.turn + 1)
    turns = f"turns {view.turn} to {last}" if last > view.turn else f"turn {view.turn}"
    for row in view.treaties:
        if row.status in (OFFERED, ACCEPTED) and any(isinstance(c, NotAttack) for c in clauses_in(row)):
            return []
    clauses = f"{names[0]} does not attack {names[1]}; {names[1]} does not attack {names[0]}"
    return [f"offer {names[0]} and {names[1]}, {turns}: {clauses}"]
