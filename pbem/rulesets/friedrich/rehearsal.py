"""A battle rehearsed: a bid played out against enemies that are possible by what its writer knows (F7.17, D13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.rulesets.friedrich.bids import Bid, Play
from pbem.rulesets.friedrich.board import suit_of
from pbem.rulesets.friedrich.cards import Card, deck, parse_face, rank_of
from pbem.rulesets.friedrich.combat import Pair, bid_for, declare, exchange
from pbem.rulesets.friedrich.conditions import Condition
from pbem.rulesets.friedrich.decisions import take
from pbem.rulesets.friedrich.fights import Seat, battle_name, cities_of, seats_of
from pbem.rulesets.friedrich.state import NATION_OF, Battle, Combat, State, nations_of
from pbem.rulesets.friedrich.story import tell
from pbem.rulesets.friedrich.thinking import strengths

STYLES = ("plays all he has", "plays just enough", "gives up soon")


def rehearse(view: State, role: str, body: Mapping[str, Any], chance: Chance, wishes: Mapping[str, Any]) -> Any:
    """Every battle the sheet bids for, fought many times; plain data, in the order of the battles."""
    state = take(view, role, body, think=False).state
    return [
        rehearsed(state, seat, bid, Chance(f"{chance.seed}\n{number}"), wishes)
        for number, (seat, bid) in enumerate(bids_of(state, role))
    ]


def bids_of(state: State, role: str) -> list[tuple[Seat, Bid]]:
    """The sides of battles that the role's sheet has bid for."""
    own = nations_of(state, role)
    task = state.task
    if isinstance(task, Battle):
        found = [((task.pair, side), task.bids[side]) for side in (0, 1)]
        return [(seat, bid) for seat, bid in found if bid is not None and nation_at(state, cities_of(seat)[0]) in own]
    if not isinstance(task, Combat):
        return []
    given = {nation: bids for nation, bids in ((task.nation, task.bids), *task.theirs) if nation in own}
    pairs = [(seat, nation) for nation in given for seat in seats_of(state, task, nation)]
    bids = [(seat, bid_for(state, given[nation], *cities_of(seat))) for seat, nation in pairs]
    return [(seat, bid) for seat, bid in bids if bid is not None]


def nation_at(state: State, city: int) -> int:
    return NATION_OF[state.stack(city)[0]]


def rehearsed(state: State, seat: Seat, bid: Bid, chance: Chance, wishes: Mapping[str, Any]) -> dict[str, Any]:
    """One battle, fought as often as wished."""
    pair, side = seat
    enemy = nation_at(state, pair[1 - side])
    low, high = strengths(state, pair[1 - side], enemy)
    known = [state.task.totals[1 - side]] if isinstance(state.task, Battle) else list(range(low, high + 1))
    numbers = list(wishes.get("strengths") or known)
    results: Counter[tuple[str, int]] = Counter()
    transcripts: list[dict[str, Any]] = []
    for at in range(wishes["samples"]):
        strength = chance.pick(numbers, f"strength {at}")
        hand = named_hand(wishes["hand"]) if wishes.get("hand") else possible_hand(state, enemy, chance, at)
        style = chance.below(len(STYLES), f"style {at}")
        result, events = fought(state, seat, bid, strength, hand, style, chance.below(4, f"patience {at}"))
        results[result] += 1
        if len(transcripts) < wishes["transcripts"]:
            lines = [line for event in events for line in tell(event)]
            told = {"strength": strength, "hand": " ".join(map(str, hand)), "enemy": STYLES[style], "lines": lines}
            transcripts.append({**told, "result": result[0], "number": result[1]})
    return {
        "battle": battle_name(state, cities_of(seat)),
        "strengths": numbers,
        "hand": wishes.get("hand") or f"any {len(state.hands[enemy])} cards that are possible",
        "samples": wishes["samples"],
        "results": [{"result": r, "number": n, "count": c} for (r, n), c in sorted(results.items(), key=order)],
        "transcripts": transcripts,
    }


def order(row: tuple[tuple[str, int], int]) -> tuple[int, int]:
    """Best first: won by most, ties, questions, lost by most last."""
    (result, number), _ = row
    return (("won", "tied", "asked", "lost").index(result), -number if result == "won" else number)


def named_hand(text: str) -> tuple[Card, ...]:
    """The hand a player names for the enemy; ValueError names the word that is no card."""
    cards = []
    for word in text.split():
        face = parse_face(word)
        if face is None:
            raise ValueError(f"{word!r} is not a card; write 13S, 7H, 2D, 10C, or R for a Reserve")
        cards.append(Card(face[0], face[1], face[2] or 1))
    return tuple(cards)


def possible_hand(state: State, nation: int, chance: Chance, number: int) -> tuple[Card, ...]:
    """A hand as the enemy may have it: by the backs he shows, without the cards that are seen elsewhere."""
    seen = Counter(card for hand in state.hands for card in hand if card.suit != "?")
    seen.update(card for pile in state.discards for card in pile)
    seen.update(state.aside)
    hand: list[Card] = []
    for deck_number in sorted({card.deck for card in state.hands[nation]}):
        left = list((Counter(deck(deck_number)) - seen).elements())
        count = sum(card.deck == deck_number for card in state.hands[nation])
        hand += chance.shuffled(left, f"hand {number} {deck_number}")[:count]
    return tuple(hand)


def fought(
    state: State, seat: Seat, bid: Bid, strength: int, hand: tuple[Card, ...], style: int, patience: int
) -> tuple[tuple[str, int], tuple[Event, ...]]:
    """How the battle ends against that enemy, seen from the bidder, and the transcript."""
    pair, side = seat
    enemy = nation_at(state, pair[1 - side])
    hands = list(state.hands)
    hands[enemy] = hand
    state = with_strength(state._replace(hands=tuple(hands)), pair[1 - side], strength)
    events: tuple[Event, ...] = ()
    if not isinstance(state.task, Battle):
        combat = state.task
        assert isinstance(combat, Combat)
        # The bids of the stage are not asked: the enemy's are hidden from the bidder, and his own is given.
        state, events = declare(state, combat._replace(bids=(), theirs=()), pair)
    battle = state.task
    assert isinstance(battle, Battle)
    bids = [bid, bid]
    bids[1 - side] = enemys_bid(state, pair, 1 - side, hand, style, patience)
    state = state.replaced(battle._replace(bids=(bids[0], bids[1]), used=((), ()), asked=-1))
    _, news = exchange(state, end=stopped)
    return outcome(news[-1], side, state.strength(state.stack(pair[1 - side])), battle.totals), (*events, *news)


def stopped(state: State, battle: Battle, side: int, score: int) -> tuple[State, tuple[Event, ...]]:
    """The end of a rehearsal: no losses, no retreat, only who stopped at what score."""
    from pbem.rulesets.friedrich.state import NATIONS

    nation = NATIONS[nation_at(state, battle.pair[side])]
    lost = min(-score, battle.totals[side])
    return state, (Event("stopped", {"side": side, "nation": nation, "score": score, "lost": lost}),)


def outcome(event: Event, side: int, strength: int, totals: tuple[int, int]) -> tuple[str, int]:
    """``("won", 3)``: the enemy lost 3; ``("asked", 4)``: the bidder is asked at -4."""
    if event.kind == "asked":
        return "asked", -event.facts["score"]
    if event.facts["score"] == 0:
        return "tied", 0
    return ("lost" if event.facts["side"] == side else "won"), event.facts["lost"]


def with_strength(state: State, city: int, strength: int) -> State:
    """The enemy's stack with that many troops: all on the first general, which nobody looks at."""
    troops = list(state.troops)
    stack = state.stack(city)
    for piece in stack:
        troops[piece] = 0
    troops[stack[0]] = strength
    task = state.task
    if isinstance(task, Battle):
        totals = list(task.totals)
        at = task.pair.index(city)
        change = strength - totals[at]
        totals[at] = strength
        score = task.score + (change if at == 0 else -change)
        if change:  # another strength than the declared one: the battle from its start
            holder = 0 if score <= 0 else 1
            state = state.replaced(task._replace(totals=(totals[0], totals[1]), score=score, holder=holder))
    return state._replace(troops=tuple(troops))


def enemys_bid(state: State, pair: Pair, side: int, hand: tuple[Card, ...], style: int, patience: int) -> Bid:
    """An enemy who spends, who is thrifty, or who soon gives up."""
    suit = suit_of(pair[side])
    cards = sorted([card for card in hand if card.suit in (suit, "R")], key=rank_of)
    faces = [(card.value, card.suit, card.deck) for card in cards]
    own = state.stack(pair[side])[0]
    if style == 0:
        return Bid(own, plays=tuple(Play(face) for face in faces), otherwise="concede")
    enough = [Play(face, ((Condition("score", ">=", -face[0]),),)) for face in faces if face[1] != "R"]
    reserve = [Play(face, to=0) for face in faces if face[1] == "R"]
    rest = [Play(face) for face in reversed(faces) if face[1] != "R"]
    accept = 0 if style == 1 else 1 + patience
    return Bid(own, plays=(*enough, *reserve, *rest), accept=accept, otherwise="concede")
