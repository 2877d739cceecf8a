"""Special actions (R6): hunting, turning over a row, shifting three cards (O1); each has a limit of its own (R6.5)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Diagnostic
from pbem.rulesets.fredericus import diagnostics as fd
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.basic import check_hooded
from pbem.rulesets.fredericus.bets import settle
from pbem.rulesets.fredericus.cards import SEAL, SKY, TREE, is_creature
from pbem.rulesets.fredericus.geometry import are_adjacent, neighbours
from pbem.rulesets.fredericus.objectives import due
from pbem.rulesets.fredericus.orders import Hunt, Line, Shift, TurnOver
from pbem.rulesets.fredericus.state import EIGHT, FALCON, ROLES, News, State, replaced

THREES = (TREE * 3, SKY * 3)


def has_hunting_ground(state: State, which: int, post: int) -> bool:
    """R6.1, R6.2: two skies for the falcon, a sky and a tree for the goshawk."""
    ends = state.ends_beside(post)
    return ends == (SKY, SKY) if which == FALCON else ends in ((SKY, TREE), (TREE, SKY))


def can_hunt(state: State, which: int) -> bool:
    """R6.1, R6.2: whether a bird of the player on turn may hunt now."""
    turn = state.turn
    bird = state.birds[turn.seat][which]
    return (
        not turn.hunted[which]
        and not bird.hooded
        and is_creature(state.end(bird.post))
        and has_hunting_ground(state, which, bird.post)
    )


def check_hunt(state: State, line: Line) -> Iterator[Diagnostic]:
    """R6.1, R6.2: each bird once a turn, unhooded, at a creature, between the right ends."""
    order: Hunt = line.order
    turn = state.turn
    post = state.birds[turn.seat][order.bird].post
    if turn.hunted[order.bird]:
        free = "" if turn.hunted[1 - order.bird] else " may still hunt"
        other = f"the {words.bird(1 - order.bird)}{free or ' has hunted too'}"
        yield fd.SECOND_HUNT(line.words[0], bird=words.bird(order.bird), other=other)
        return
    if state.birds[turn.seat][order.bird].hooded:
        yield from check_hooded(state, line, order.bird, "hunt")
        return
    if not is_creature(state.end(post)):
        end = words.end_card(state.end(post))
        yield fd.NO_CREATURE(line.words[0], row=post, end=end, bird=words.bird(order.bird))
    if not has_hunting_ground(state, order.bird, post):
        code = fd.NO_SKIES if order.bird == FALCON else fd.NO_SKY_AND_TREE
        yield code(line.words[0], **beside(state, post))


def beside(state: State, post: int) -> dict[str, object]:
    """The neighbouring rows and what they end in, as facts of a complaint."""
    (before, after), (first, second) = neighbours(post), state.ends_beside(post)
    return {"before": before, "after": after, "first": words.end_card(first), "second": words.end_card(second)}


def hunt(state: State, order: Hunt) -> News:
    """R6.4: the creature is captured, then the bets are settled."""
    turn = state.turn
    post = state.birds[turn.seat][order.bird].post
    creature = state.end(post)
    caught = "".join(sorted(state.creatures[turn.seat] + creature))
    state = state.with_row(post, state.rows[post - 1][:-1])
    state = state._replace(creatures=replaced(state.creatures, turn.seat, caught))
    state = state.now(turn._replace(hunted=replaced(turn.hunted, order.bird, True)))
    role = ROLES[turn.seat]
    events = [happened.Hunted(role=role, bird=words.bird(order.bird), post=post, creature=creature).event()]
    if len(caught) >= EIGHT and not state.ending:
        state = state._replace(ending="eighth")
        events.append(happened.LastRound(cause="eighth", role=role, round=state.round).event())
    state, settled = settle(state, turn.seat, post)
    return state, (*events, *settled)


def check_seal(line: Line) -> Iterator[Diagnostic]:
    """R6.3: the seal that goes is one of the two beside the row, whatever the position."""
    order: TurnOver = line.order
    if not are_adjacent(order.row, order.seal):
        before, after = neighbours(order.row)
        yield fd.WRONG_SEAL(line.words[-1], before=before, after=after, row=order.seal, post=order.row)


def has_seals(state: State, row: int) -> bool:
    """R6.3: whether both neighbouring rows end in seals."""
    return state.ends_beside(row) == (SEAL, SEAL)


def can_turn(state: State, row: int) -> bool:
    """R6.3: whether the player on turn may turn a row over now."""
    turn = state.turn
    return not turn.turned and has_seals(state, row) and state.rows[row - 1] != "" and state.stands_at(turn.seat, row)


def check_turn(state: State, line: Line) -> Iterator[Diagnostic]:
    """R6.3: once a turn, with an own bird, between two seals, a row with a card."""
    order: TurnOver = line.order
    if state.turn.turned:
        yield fd.SECOND_TURNING(line.at)
        return
    yield from check_own_bird(state, line, order.row)
    if not state.rows[order.row - 1]:
        yield fd.NOTHING_TO_TURN(line.words[0], row=order.row)
    if not has_seals(state, order.row):
        yield fd.NO_SEALS(line.words[0], **beside(state, order.row))


def check_own_bird(state: State, line: Line, post: int) -> Iterator[Diagnostic]:
    """R6.3, O1: one of the player's birds is on the post and not hooded."""
    seat = state.turn.seat
    if state.stands_at(seat, post):
        return
    free = [f"the {words.bird(at)} is on post {bird.post}" for at, bird in enumerate(state.birds[seat])
            if not bird.hooded]  # fmt: skip
    hooded = "; a hooded bird does not count" if state.hooded(seat) is not None else ""
    text = " and ".join(free)
    yield fd.NO_BIRD_THERE(line.words[0], post=post, hint=f"{text[0].upper()}{text[1:]}{hooded}.")


def turn_over(state: State, order: TurnOver) -> News:
    """R6.3: the row is reversed, a seal leaves the game, an objective is due, two more actions are open."""
    turn = state.turn
    state = state.with_row(order.row, state.rows[order.row - 1][::-1])
    state = state.with_row(order.seal, state.rows[order.seal - 1][:-1])
    state = state._replace(seals_out=state.seals_out + 1).now(turn._replace(turned=True))
    turned = happened.Turned(role=ROLES[turn.seat], row=order.row, seal=order.seal)
    return due(state, turn.seat, "row"), (turned.event(),)


def can_shift(state: State, row: int) -> bool:
    """O1: whether the player on turn may shift the last three cards of a row now."""
    turn = state.turn
    return (
        state.options.shift3
        and not turn.shifted
        and state.rows[row - 1][-3:] in THREES
        and state.stands_at(turn.seat, row)
    )


def check_shift(state: State, line: Line) -> Iterator[Diagnostic]:
    """O1: once a turn, with an own bird, three trees or three skies at the far end."""
    row = line.order.row
    if not state.options.shift3:
        yield fd.OPTION_OFF(line.at, option="the shifting of three cards (shift3)", order="SHIFT")
        return
    if state.turn.shifted:
        yield fd.SECOND_SHIFT(line.at)
        return
    yield from check_own_bird(state, line, row)
    last = state.rows[row - 1][-3:]
    if last not in THREES:
        yield fd.NOT_ALIKE(line.words[0], row=row, cards=" ".join(last) or "nothing")


def shift(state: State, order: Shift) -> News:
    """O1: the three go to the near end together."""
    turn = state.turn
    cards = state.rows[order.row - 1]
    state = state.with_row(order.row, cards[-3:] + cards[:-3]).now(turn._replace(shifted=True))
    return state, (happened.Shifted(role=ROLES[turn.seat], row=order.row, card=cards[-1]).event(),)
