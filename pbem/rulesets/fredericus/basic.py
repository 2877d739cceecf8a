"""Basic actions (R5): moving a card, flying, hooding."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Diagnostic
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.cards import TREE
from pbem.rulesets.fredericus.geometry import are_adjacent, neighbours
from pbem.rulesets.fredericus.orders import Fly, Hood, Line, Move
from pbem.rulesets.fredericus.state import (
    BIRD_LETTERS,
    FALCON,
    GOSHAWK,
    ROLES,
    SEATS,
    Bird,
    News,
    State,
    birds_on,
    others,
)


def check_rows(line: Line) -> Iterator[Diagnostic]:
    """R5.1: a card goes to a row next to its own, whatever the position."""
    order: Move = line.order
    if not are_adjacent(order.source, order.target):
        before, after = neighbours(order.source)
        yield fd.ROWS_NOT_ADJACENT(
            line.words[1], source=order.source, target=order.target, before=before, after=after
        )  # fmt: skip


def check_move(state: State, line: Line) -> Iterator[Diagnostic]:
    """R5.1: the row must have a card."""
    if not state.end(line.order.source):
        yield fd.ROW_EMPTY(line.words[0], row=line.order.source)


def move(state: State, order: Move) -> News:
    """R5.1: from far end to far end."""
    card = state.end(order.source)
    after = state.with_row(order.source, state.rows[order.source - 1][:-1])
    after = after.with_row(order.target, after.rows[order.target - 1] + card)
    moved = happened.Moved(role=ROLES[state.turn.seat], card=card, from_=order.source, to=order.target)
    return after, (moved.event(),)


def check_hooded(state: State, line: Line, which: int, verb: str) -> Iterator[Diagnostic]:
    """R5.3c: a hooded bird does nothing."""
    bird = state.birds[state.turn.seat][which]
    if bird.hooded:
        names = {"bird": words.bird(which), "other": words.bird(GOSHAWK - which)}
        yield fd.BIRD_HOODED(line.words[0], verb=verb, post=bird.post, **names)


def check_fly(state: State, line: Line) -> Iterator[Diagnostic]:
    """R5.2: a bird that is not hooded flies to an adjacent post."""
    order: Fly = line.order
    post = state.birds[state.turn.seat][order.bird].post
    if state.birds[state.turn.seat][order.bird].hooded:
        yield from check_hooded(state, line, order.bird, "fly")
    elif not are_adjacent(post, order.target):
        before, after = neighbours(post)
        yield fd.POSTS_NOT_ADJACENT(
            line.words[1], target=order.target, post=post, bird=words.bird(order.bird), before=before, after=after
        )


def fly(state: State, order: Fly) -> News:
    """R5.2: from post to post."""
    seat = state.turn.seat
    flew = happened.Flew(
        role=ROLES[seat], bird=words.bird(order.bird), from_=state.birds[seat][order.bird].post, to=order.target
    )
    return state.with_bird(seat, order.bird, Bird(order.target)), (flew.event(),)


def has_trees(state: State, post: int) -> bool:
    """R5.3a: whether both neighbouring rows end in trees."""
    return state.ends_beside(post) == (TREE, TREE)


def to_hood(state: State, order: Hood) -> list[tuple[int, int]]:
    """R5.3b, d, e: the birds that hooding takes, as (seat, bird): one a falconer, none of one with a hooded bird."""
    there = birds_on(state, order.post)
    chosen = dict(order.choices)
    found = []
    for seat in others(state, state.turn.seat):
        birds = [bird for owner, bird in there if owner == seat]
        if birds and state.hooded(seat) is None:
            found.append((seat, chosen.get(seat, FALCON) if len(birds) == 2 else birds[0]))
    return found


def check_hood(state: State, line: Line) -> Iterator[Diagnostic]:
    """R5.3a, f: trees on both sides, and a bird to be hooded."""
    order: Hood = line.order
    if not has_trees(state, order.post):
        (before, after), (first, second) = neighbours(order.post), state.ends_beside(order.post)
        yield fd.NO_TREES(
            line.words[0], before=before, after=after, first=words.end_card(first), second=words.end_card(second)
        )
    elif not to_hood(state, order):
        yield fd.NOBODY_TO_HOOD(line.words[0], post=order.post, hint=why_nobody(state, order.post))
    there = birds_on(state, order.post)
    for number, (seat, bird) in enumerate(order.choices):
        if seat == state.turn.seat or {(seat, FALCON), (seat, GOSHAWK)} - set(there):
            text = f"{SEATS[seat]}={BIRD_LETTERS[bird]}"
            yield fd.CHOICE_NOT_NEEDED(line.words[1 + 2 * number], text=text, post=order.post)


def why_nobody(state: State, post: int) -> str:
    """What stands on a post where nobody can be hooded."""
    there = {seat for seat, _ in birds_on(state, post)}
    if not there:
        return "No free bird stands there."
    if there == {state.turn.seat}:
        return "Only your own birds stand there."
    return "A falconer who has a hooded bird is immune."


def hood(state: State, order: Hood) -> News:
    """R5.3b, c: the birds go to the sector of the courtyard inside the post."""
    birds = to_hood(state, order)
    names = [f"{ROLES[seat]} {words.bird(bird)}" for seat, bird in birds]
    hooded = happened.Hooded(role=ROLES[state.turn.seat], post=order.post, birds=names)
    for seat, bird in birds:
        state = state.with_bird(seat, bird, Bird(order.post, hooded=True))
    return state, (hooded.event(),)
