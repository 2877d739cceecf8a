"""What must be true of every position (R16), for random play and for positions."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.rulesets.fredericus import cards
from pbem.rulesets.fredericus.cards import FREDERICUS, KINDS, SEAL, SKY, TREE
from pbem.rulesets.fredericus.geometry import COURT, HAND, TOWERS
from pbem.rulesets.fredericus.state import ROLES, Close, Deal, Due, Placing, State, Turn
from pbem.rulesets.fredericus.words import CARD_NAMES


def broken(state: State, before: State | None = None) -> list[str]:
    """The invariants I1-I9 that do not hold, in words."""
    return [
        *broken_cards(state), *broken_position(state), *broken_agenda(state),
        *(broken_change(before, state) if before is not None else ()),
    ]  # fmt: skip


def is_dealt(state: State) -> bool:
    """Whether the cards are on the table."""
    return not any(
        (isinstance(t, Placing) and t.what == "birds") or (isinstance(t, Deal) and t.whole) for t in state.agenda
    )


def broken_cards(state: State) -> list[str]:
    """I1, I2: every card is in exactly one place; Fredericus too."""
    faults = []
    places = (FREDERICUS in state.deck) + (state.fredericus != "")
    if is_dealt(state) and (places != 1 or state.deck.count(FREDERICUS) > 1):
        faults.append("I2: Fredericus must be in the deck, with one falconer, or set aside")
    if state.house or not is_dealt(state):
        return faults
    faults += unequal("I1", landscape_of(state), cards.landscape(state.players))
    return faults + unequal("I2", objectives_of(state), cards.objectives())


def landscape_of(state: State) -> str:
    """All landscape cards: rows, captured creatures and seals out."""
    return "".join(state.rows) + "".join(state.creatures) + SEAL * state.seals_out


def objectives_of(state: State) -> tuple[str, ...]:
    """All objectives, without Fredericus."""
    piles = (*state.hands, *state.shown, state.deck, state.display, state.discards)
    return tuple(card for pile in piles for card in pile if card != FREDERICUS)


def unequal(rule: str, found: Iterable[str], expected: Iterable[str]) -> list[str]:
    """Which cards there are too many or too few of."""
    have, want = list(found), list(expected)
    counts = {card: have.count(card) - want.count(card) for card in (TREE, SKY, SEAL, *KINDS)}
    noun = "objective " if rule == "I2" else ""
    return [
        f"{rule}: {abs(n)} {noun}{CARD_NAMES[card]} ({card}) too {'many' if n > 0 else 'few'}"
        for card, n in counts.items()
        if n
    ]


def broken_position(state: State) -> list[str]:
    """I3, I4, I6: birds and tokens."""
    faults = []
    placed = not any(isinstance(t, Placing) and t.what == "birds" for t in state.agenda)
    for seat, pair in enumerate(state.birds):
        if all(bird.hooded for bird in pair):
            faults.append(f"I3: both birds of {ROLES[seat]} are hooded")
        if placed and any(bird.post not in TOWERS for bird in pair):
            faults.append(f"I6: a bird of {ROLES[seat]} is nowhere")
    court = [seat for seat, places in enumerate(state.tokens) for place in places if place == COURT]
    if len(court) > 1:
        faults.append("I4: more than one token lies in the courtyard")
    if court and state.players == 2:
        faults.append("I4: a token lies in the courtyard with two players")
    task = state.agenda[-1] if state.agenda else None
    if isinstance(task, Turn) and task.seat in court:
        faults.append(f"I4: the token of {ROLES[task.seat]} lies in the courtyard in its owner's turn")
    if state.round < 1 or state.seals_out < 0:
        faults.append("R4.1: the round or the number of seals makes no sense")
    return [*faults, *broken_seats(state), *broken_deal(state)]


def broken_seats(state: State) -> list[str]:
    """R3.2, R3.8, R10.2: whoever has still to place does so once, and winners sit at the table."""
    faults = []
    for task in state.agenda:
        if isinstance(task, Placing) and (not task.seats or len(set(task.seats)) < len(task.seats)):
            faults.append("R3.2: agenda.seats must name each seat that has still to place, and each once")
    if sum(isinstance(task, Placing | Turn) for task in state.agenda) > 1:
        faults.append("R4: agenda must hold one turn, or one round of placing, and not several")
    roles = ROLES[: state.players]
    if len(set(state.winners)) < len(state.winners) or any(winner not in roles for winner in state.winners):
        faults.append("R10.2: winners must be seats of the game, each named once")
    return faults


def broken_deal(state: State) -> list[str]:
    """R3.3-R3.7: before the deal there is no card on the table or in a hand, and nothing has ended."""
    if is_dealt(state):
        return []
    piles = {
        "rows": state.rows, "creatures": state.creatures, "hands": state.hands, "shown": state.shown,
        "deck": state.deck, "display": state.display, "discards": state.discards, "fredericus": state.fredericus,
        "last": state.ending, "winners": state.winners,
    }  # fmt: skip
    faults = [f"R3.3: {key} must be empty before the deal" for key, pile in piles.items() if any(pile)]
    faults += ["R3.3: seals_out must be 0 before the deal"] if state.seals_out else []
    waiting = [seat for task in state.agenda if isinstance(task, Placing) for seat in task.seats]
    for seat, pair in enumerate(state.birds):
        placed = [bird.post in TOWERS for bird in pair]
        if any(placed) if seat in waiting else not all(placed):
            role, has = ROLES[seat], "has still to place its birds" if seat in waiting else "has placed its birds"
            faults.append(f"R3.2: birds.{role} does not fit agenda.seats, by which {role} {has}")
    return faults


def broken_agenda(state: State) -> list[str]:
    """A game at rest waits for somebody or is over; after the end of the game nothing goes on."""
    task = state.agenda[-1] if state.agenda else None
    if state.winners:
        return [f"R10.2: the game is over and {task!r} goes on"] if task else []
    return [f"R4: nobody is to decide at {task!r}"] if task is None or isinstance(task, (Due, Close, Deal)) else []


def broken_change(before: State, after: State) -> list[str]:
    """I1, I2, I5, I7, I8, I9: what a step may not do."""
    faults = []
    if is_dealt(before) and sorted(landscape_of(before)) != sorted(landscape_of(after)):
        faults.append("I1: a step has changed the landscape cards")
    if is_dealt(before) and sorted(objectives_of(before)) != sorted(objectives_of(after)):
        faults.append("I2: a step has changed the objectives")
    if not 0 <= after.seals_out - before.seals_out <= 1:
        faults.append("I5: a turn removes one seal at most")
    for seat, role in enumerate(ROLES[: after.players]):
        if len(after.objectives(seat)) < len(before.objectives(seat)):
            faults.append(f"I9: {role} has fewer objectives than before")
        if len(after.creatures[seat]) < len(before.creatures[seat]):
            faults.append(f"I9: {role} has fewer creatures than before")
    return faults + broken_sequence(before, after)


def broken_sequence(before: State, after: State) -> list[str]:
    """I7, I8: turns follow each other, and tokens come back to hand for a reason."""
    old = before.agenda[-1] if before.agenda else None
    if not isinstance(old, Turn):
        return []
    faults = []
    new = after.agenda[-1] if after.agenda else None
    if after.winners and old.seat != after.keeper:
        faults.append("I7: the game ended before the deck keeper's turn")
    if isinstance(new, Turn) and new.seat != (old.seat + 1) % after.players:
        faults.append(f"I7: after {ROLES[old.seat]} it is {ROLES[new.seat]}'s turn")
    captured = sum(map(len, after.creatures)) > sum(map(len, before.creatures))
    for seat, role in enumerate(ROLES[: after.players]):
        pairs = zip(before.tokens[seat], after.tokens[seat], strict=True)
        returned = [place for place, now in pairs if now == HAND and place != HAND]
        own_court = returned == [COURT] and isinstance(new, Turn) and new.seat == seat
        if returned and not captured and not own_court:
            faults.append(f"I8: a token of {role} came back without a capture")
    if HAND in after.tokens[old.seat] and not (isinstance(new, Turn) and new.seat == old.seat):
        faults.append(f"I8: {ROLES[old.seat]} ended a turn with a token in hand")
    return faults
