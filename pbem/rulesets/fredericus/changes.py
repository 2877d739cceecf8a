"""What an event speaks of, and what changed between two views, told piece by piece."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

from pbem.core.changes import About, Change
from pbem.core.events import Event
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.cards import written
from pbem.rulesets.fredericus.events import read
from pbem.rulesets.fredericus.geometry import TOWERS
from pbem.rulesets.fredericus.state import ROLES, Bird, State


def about(event: Event) -> About:
    """The falconer, the bird and the towers an event speaks of."""
    what = read(event)
    match what:
        case happened.Turn():
            return speaks_of(what.role)._replace(round=what.round if what.role == ROLES[0] else None)
        case happened.BirdsPlaced():
            return speaks_of(what.role, towers=(what.falcon, what.goshawk))
        case happened.Moved() | happened.Bet():
            return speaks_of(what.role, towers=(what.from_, what.to))
        case happened.Flew():
            return speaks_of(what.role, (f"{what.role} {what.bird}",), (what.from_, what.to))
        case happened.Hunted() | happened.Unhooded():
            return speaks_of(what.role, (f"{what.role} {what.bird}",), (what.post,))
        case happened.Hooded():
            return speaks_of(what.role, what.birds, (what.post,))
        case happened.Turned():
            return speaks_of(what.role, towers=(what.row, what.seal))
        case happened.Shifted():
            return speaks_of(what.role, towers=(what.row,))
        case happened.BetWon():
            return speaks_of(what.role, towers=(what.tower,))
        case (
            happened.Defaulted() | happened.BetLost() | happened.CourtyardWon() | happened.Drew()
            | happened.DrewFredericus() | happened.Took() | happened.NoCard() | happened.Wished()
            | happened.LastRound() | happened.Discarded()
        ):  # fmt: skip
            return speaks_of(what.role)
        case (
            happened.Undone()
            | happened.Revised()
            | happened.OrdersAhead()
            | happened.EnvelopeLeft()
            | happened.AtTheDesk()
            | happened.Dealt()
            | happened.Refilled()
            | happened.Over()
        ):
            return About()
        case _:
            assert_never(what)


def speaks_of(role: str | None, birds: Iterable[str] = (), towers: Iterable[int] = ()) -> About:
    """That falconer, if any, these birds and those of the places that are towers."""
    names = tuple(bird.replace(" ", "-") for bird in birds)
    return About((role,) if role else (), names, tuple(dict.fromkeys(str(at) for at in towers if at in TOWERS)))


def changes(before: State, after: State, role: str | None, events: Iterable[Event]) -> list[Change]:
    """All that changed from one view to a later one of the same reader."""
    return [
        *of_rows(before, after),
        *of_birds(before, after),
        *of_tokens(before, after),
        *of_cards(before, after),
        *of_the_deck(before, after),
    ]


def of_rows(before: State, after: State) -> Iterator[Change]:
    """Rows with other cards."""
    for tower in TOWERS:
        old, new = before.rows[tower - 1], after.rows[tower - 1]
        if old != new:
            facts = {"row": tower, "before": written(old), "after": written(new)}
            yield Change("The rows", "row", f"Row {tower}: {written(old)} > {written(new)}", facts)


def of_birds(before: State, after: State) -> Iterator[Change]:
    """Birds that flew, were hooded or returned."""
    for seat, role in enumerate(ROLES[: after.players]):
        for which, (old, new) in enumerate(zip(before.birds[seat], after.birds[seat], strict=True)):
            if old != new:
                name = f"{words.seat_name(seat)}'s {words.bird(which)}"
                facts = {"role": role, "bird": words.bird(which), "before": old.post, "after": new.post}
                yield Change("The birds", "bird", f"{name}: {perch(old)} > {perch(new)}", facts)


def perch(bird: Bird) -> str:
    """``post 3``, ``hooded at post 3``, ``not placed``."""
    return f"{'hooded at ' if bird.hooded else ''}post {bird.post}" if bird.post else "not placed"


def of_tokens(before: State, after: State) -> Iterator[Change]:
    """Tokens that lie elsewhere."""
    for seat, role in enumerate(ROLES[: after.players]):
        for token, (old, new) in enumerate(zip(before.tokens[seat], after.tokens[seat], strict=True)):
            if old != new:
                number = f" {token + 1}" if after.players == 2 else ""
                text = f"{words.seat_name(seat)}'s token{number}: {words.place(old)} > {words.place(new)}"
                yield Change("The tokens", "token", text, {"role": role, "before": old, "after": new})


def of_cards(before: State, after: State) -> Iterator[Change]:
    """Creatures captured and objectives drawn; kinds only where the reader knows them."""
    for seat, role in enumerate(ROLES[: after.players]):
        name = words.seat_name(seat)
        caught = gained(before.creatures[seat], after.creatures[seat])
        if caught:
            yield Change(
                "The cards", "capture", f"{name} captured {words.kinds(caught)}", {"role": role, "cards": caught}
            )
        more = len(after.objectives(seat)) - len(before.objectives(seat))
        if more > 0:
            yield Change(
                "The cards", "draw", f"{name} drew {words.count(more, 'objective')}", {"role": role, "number": more}
            )


def gained(before: Iterable[Any], after: Iterable[Any]) -> list[Any]:
    """The cards that were not there before."""
    rest = list(before)
    found = []
    for card in after:
        if card in rest:
            rest.remove(card)
        else:
            found.append(card)
    return found


def of_the_deck(before: State, after: State) -> Iterator[Change]:
    """Discards, the deck, Fredericus, the last round."""
    out = gained(before.discards, after.discards)
    if out:
        yield Change("The deck", "discard", f"Discarded: {words.kinds(out)}", {"cards": out})
    if len(before.deck) != len(after.deck):
        text = f"The deck: {len(before.deck)} > {words.count(len(after.deck), 'card')}"
        yield Change("The deck", "deck", text, {"before": len(before.deck), "after": len(after.deck)})
    if before.fredericus != after.fredericus:
        text = f"Fredericus: {words.holder(after.fredericus)}"
        yield Change("The deck", "fredericus", text, {"holder": after.fredericus})
    if after.ending and not before.ending:
        yield Change("The deck", "last-round", words.CAUSES[after.ending], {"cause": after.ending})
