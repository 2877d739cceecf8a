"""Events in sentences, as their reader knows them."""

from __future__ import annotations

from typing import assert_never

from pbem.core import listed
from pbem.core.events import Event
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.cards import FREDERICUS
from pbem.rulesets.fredericus.events import FredericusEvent, read
from pbem.rulesets.fredericus.geometry import HAND
from pbem.rulesets.fredericus.words import a_card, count, falconer, kind, place

CAUSES = {"tower": "the bet on the tower", "courtyard": "the bet on the courtyard", "row": "the row turned over"}


def tell(event: Event) -> list[str]:
    """What happened, in sentences."""
    text = sentences(read(event))
    return [text] if isinstance(text, str) else text


def sentences(f: FredericusEvent) -> str | list[str]:
    """What happened, in a sentence or several for every kind of event."""
    match f:
        case happened.Defaulted():
            return f"No sheet came from {falconer(f.role)} for {f.what}: {f.default}."
        case happened.BirdsPlaced():
            return told_placing(f)
        case happened.Dealt():
            return told_deal(f)
        case happened.Turn():
            return told_turn(f)
        case happened.Moved():
            return f"{falconer(f.role)} moves {a_card(f.card)} from row {f.from_} to row {f.to}."
        case happened.Flew():
            return f"{falconer(f.role)} flies the {f.bird} from post {f.from_} to post {f.to}."
        case happened.Hooded():
            return told_hooding(f)
        case happened.Hunted():
            return told_hunt(f)
        case happened.BetWon():
            return told_bet_won(f)
        case happened.BetLost():
            return f"The token of {falconer(f.role)} in the courtyard goes back to hand without a card."
        case happened.CourtyardWon():
            return (
                f"Nothing was captured since {falconer(f.role)} bet on the courtyard: the token goes back to hand,"
                " an objective is due."
            )
        case happened.Turned():
            return told_turning(f)
        case happened.Shifted():
            return (
                f"{falconer(f.role)} shifts three {'trees' if f.card == 'T' else 'skies'} of row {f.row}"
                " to its near end."
            )
        case happened.Drew():
            return told_draw(f)
        case happened.DrewFredericus():
            return f"{falconer(f.role)} draws Fredericus for {CAUSES[f.cause]} and keeps it."
        case happened.Took():
            return f"{falconer(f.role)} takes the open {kind(f.card)} for {CAUSES[f.cause]}."
        case happened.Refilled():
            return told_refill(f)
        case happened.NoCard():
            return told_no_card(f)
        case happened.Unhooded():
            return f"The {f.bird} of {falconer(f.role)} returns to post {f.post}."
        case happened.Bet():
            return told_bet(f)
        case happened.Wished():
            return f"Your list for draws: {words.wish(f.kinds)}."
        case happened.Discarded():
            return told_discard(f)
        case happened.LastRound():
            return told_last_round(f)
        case happened.Over():
            return told_end(f)
        case (
            happened.Undone()
            | happened.Revised()
            | happened.OrdersAhead()
            | happened.EnvelopeLeft()
            | happened.AtTheDesk()
        ):
            raise ValueError(f"the event {f.kind!r} is told by the program itself")
        case _:
            assert_never(f)


def told_placing(f: happened.BirdsPlaced) -> str:
    return f"{falconer(f.role)} puts the falcon on post {f.falcon} and the goshawk on post {f.goshawk}."


def told_deal(f: happened.Dealt) -> list[str]:
    """R3.3-R3.7, O2a; each falconer reads the own objective."""
    text = [f"The cards are dealt: eight rows of {f.length}, and one objective to each falconer."]
    if f.objective is not None:
        text.append(f"Your first objective is the {kind(f.objective)}.")
    if f.discards:
        text.append(f"Discarded face up: {words.kinds(f.discards)}.")
    if f.display:
        text.append(f"The open display: {words.kinds(f.display)}.")
    return text


def told_turn(f: happened.Turn) -> list[str]:
    head = [f"ROUND {f.round}"] if f.role == "a" else []
    return [*head, f"* {falconer(f.role)}, {count(f.actions, 'basic action')}"]


def told_hooding(f: happened.Hooded) -> str:
    birds = []
    for text in f.birds:
        role, _, name = text.partition(" ")
        birds.append(f"the {name} of {falconer(role)}")
    return f"{falconer(f.role)} hoods {listed(birds)} on post {f.post}."


def told_hunt(f: happened.Hunted) -> str:
    return f"{falconer(f.role)} hunts with the {f.bird} at tower {f.post} and captures the {kind(f.creature)}."


def told_bet_won(f: happened.BetWon) -> str:
    tokens = "both tokens" if f.tokens == 2 else "the token"
    return f"{falconer(f.role)} bet on tower {f.tower}: {tokens} back to hand, an objective is due."


def told_turning(f: happened.Turned) -> str:
    return (
        f"{falconer(f.role)} turns row {f.row} over; the seal at the end of row {f.seal} leaves the game, "
        "an objective is due and two more actions are open."
    )


def told_draw(f: happened.Drew) -> str:
    card = f": the {kind(f.card)}" if f.card is not None else ""
    return f"{falconer(f.role)} draws an objective for {CAUSES[f.cause]}{card}."


def told_no_card(f: happened.NoCard) -> str:
    why = "the deck is empty" if f.why == "empty" else "nobody draws after Fredericus"
    return f"{falconer(f.role)} gets no card for {CAUSES[f.cause]}: {why}."


def told_refill(f: happened.Refilled) -> str:
    if f.card == FREDERICUS:
        return "The card that takes its place is Fredericus; it is laid aside and nobody gets its points."
    return f"The {kind(f.card)} is laid open in its place."


def told_bet(f: happened.Bet) -> str:
    token = f"token {f.token}" if f.token else "the token"
    start = "" if f.from_ == HAND else f" from {place(f.from_)}"
    verb = "puts" if f.from_ == HAND else "moves"
    to = "into the courtyard" if f.to > 8 else f"{'on' if f.from_ == HAND else 'to'} {place(f.to)}"
    return f"{falconer(f.role)} {verb} {token}{start} {to}."


def told_discard(f: happened.Discarded) -> str:
    if f.card == FREDERICUS and f.role is not None:
        return f"The deck keeper turns up Fredericus; {falconer(f.role)} keeps it and gets its points."
    if f.card == FREDERICUS:
        return "The deck keeper turns up Fredericus; nobody gets its points."
    return f"The deck keeper discards the top of the deck: the {kind(f.card)}."


def told_last_round(f: happened.LastRound) -> str:
    why = {
        "eighth": f"{falconer(f.role)} has an eighth creature", "discard": "Fredericus was turned up",
        "refill": "Fredericus came into the display",
    }.get(f.cause, "Fredericus was drawn")  # fmt: skip
    return f"{why[0].upper()}{why[1:]}: round {f.round} is the last."


def told_end(f: happened.Over) -> list[str]:
    """R11: the points of all, the winner first."""
    text = [f"THE GAME IS OVER after round {f.round}. {words.CAUSES[f.cause]}"]
    for row in f.places:
        parts = [count(row["creatures"], "creature"), count(row["objectives"], "objective")]
        parts += ["Fredericus (2)"] if row["fredericus"] else []
        parts.append(f"{count(row['pairs'], 'pair')} ({row['for_pairs']})")
        hand = words.kinds(row["hand"])
        text.append(f"{falconer(row['role'])}: {count(row['points'], 'point')}: {', '.join(parts)}; held {hand}.")
    return text
