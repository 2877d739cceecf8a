"""Events in sentences, as their reader knows them."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.events import Event
from pbem.core.names import listed
from pbem.rulesets.common.words import Facts, Teller, told
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.cards import FREDERICUS
from pbem.rulesets.fredericus.geometry import HAND
from pbem.rulesets.fredericus.words import a_card, count, falconer, kind, place

CAUSES = {"tower": "the bet on the tower", "courtyard": "the bet on the courtyard", "row": "the row turned over"}


def tell(event: Event) -> list[str]:
    """What happened, in sentences."""
    return told(event, TELLERS)


def told_placing(f: Facts) -> str:
    return f"{falconer(f['role'])} puts the falcon on post {f['falcon']} and the goshawk on post {f['goshawk']}."


def told_deal(f: Facts) -> list[str]:
    """R3.3-R3.7, O2a; each falconer reads the own objective."""
    text = [f"The cards are dealt: eight rows of {f['length']}, and one objective to each falconer."]
    if "objective" in f:
        text.append(f"Your first objective is the {kind(f['objective'])}.")
    if f["discards"]:
        text.append(f"Discarded face up: {words.kinds(f['discards'])}.")
    if f["display"]:
        text.append(f"The open display: {words.kinds(f['display'])}.")
    return text


def told_turn(f: Facts) -> list[str]:
    head = [f"ROUND {f['round']}"] if f["role"] == "a" else []
    return [*head, f"* {falconer(f['role'])}, {count(f['actions'], 'basic action')}"]


def told_hooding(f: Facts) -> str:
    birds = []
    for text in f["birds"]:
        role, _, name = text.partition(" ")
        birds.append(f"the {name} of {falconer(role)}")
    return f"{falconer(f['role'])} hoods {listed(birds)} on post {f['post']}."


def told_hunt(f: Facts) -> str:
    return (
        f"{falconer(f['role'])} hunts with the {f['bird']} at tower {f['post']} and captures the {kind(f['creature'])}."
    )


def told_bet_won(f: Facts) -> str:
    tokens = "both tokens" if f["tokens"] == 2 else "the token"
    return f"{falconer(f['role'])} bet on tower {f['tower']}: {tokens} back to hand, an objective is due."


def told_turning(f: Facts) -> str:
    return (
        f"{falconer(f['role'])} turns row {f['row']} over; the seal at the end of row {f['seal']} leaves the game, "
        "an objective is due and two more actions are open."
    )


def told_draw(f: Facts) -> str:
    card = f": the {kind(f['card'])}" if "card" in f else ""
    return f"{falconer(f['role'])} draws an objective for {CAUSES[f['cause']]}{card}."


def told_no_card(f: Facts) -> str:
    why = "the deck is empty" if f["why"] == "empty" else "nobody draws after Fredericus"
    return f"{falconer(f['role'])} gets no card for {CAUSES[f['cause']]}: {why}."


def told_refill(f: Facts) -> str:
    if f["card"] == FREDERICUS:
        return "The card that takes its place is Fredericus; it is laid aside and nobody gets its points."
    return f"The {kind(f['card'])} is laid open in its place."


def told_bet(f: Facts) -> str:
    token = f"token {f['token']}" if f["token"] else "the token"
    start = "" if f["from"] == HAND else f" from {place(f['from'])}"
    verb = "puts" if f["from"] == HAND else "moves"
    to = "into the courtyard" if f["to"] > 8 else f"{'on' if f['from'] == HAND else 'to'} {place(f['to'])}"
    return f"{falconer(f['role'])} {verb} {token}{start} {to}."


def told_discard(f: Facts) -> str:
    if f["card"] == FREDERICUS and "role" in f:
        return f"The deck keeper turns up Fredericus; {falconer(f['role'])} keeps it and gets its points."
    if f["card"] == FREDERICUS:
        return "The deck keeper turns up Fredericus; nobody gets its points."
    return f"The deck keeper discards the top of the deck: the {kind(f['card'])}."


def told_last_round(f: Facts) -> str:
    why = {
        "eighth": f"{falconer(f['role'])} has an eighth creature", "discard": "Fredericus was turned up",
        "refill": "Fredericus came into the display",
    }.get(f["cause"], "Fredericus was drawn")  # fmt: skip
    return f"{why[0].upper()}{why[1:]}: round {f['round']} is the last."


def told_end(f: Facts) -> list[str]:
    """R11: the points of all, the winner first."""
    text = [f"THE GAME IS OVER after round {f['round']}. {words.CAUSES[f['cause']]}"]
    for row in f["places"]:
        parts = [count(row["creatures"], "creature"), count(row["objectives"], "objective")]
        parts += ["Fredericus (2)"] if row["fredericus"] else []
        parts.append(f"{count(row['pairs'], 'pair')} ({row['for_pairs']})")
        hand = words.kinds(row["hand"])
        text.append(f"{falconer(row['role'])}: {count(row['points'], 'point')}: {', '.join(parts)}; held {hand}.")
    return text


TELLERS: Mapping[str, Teller] = {
    "defaulted": lambda f: f"No sheet came from {falconer(f['role'])} for {f['what']}: {f['default']}.",
    "birds-placed": told_placing,
    "dealt": told_deal,
    "turn": told_turn,
    "moved": lambda f: f"{falconer(f['role'])} moves {a_card(f['card'])} from row {f['from']} to row {f['to']}.",
    "flew": lambda f: f"{falconer(f['role'])} flies the {f['bird']} from post {f['from']} to post {f['to']}.",
    "hooded": told_hooding,
    "hunted": told_hunt,
    "bet-won": told_bet_won,
    "bet-lost": lambda f: f"The token of {falconer(f['role'])} in the courtyard goes back to hand without a card.",
    "courtyard-won": lambda f: (
        f"Nothing was captured since {falconer(f['role'])} bet on the courtyard: the token goes back to hand,"
        " an objective is due."
    ),
    "turned": told_turning,
    "shifted": lambda f: (
        f"{falconer(f['role'])} shifts three {'trees' if f['card'] == 'T' else 'skies'} of row {f['row']}"
        " to its near end."
    ),
    "drew": told_draw,
    "drew-fredericus": lambda f: f"{falconer(f['role'])} draws Fredericus for {CAUSES[f['cause']]} and keeps it.",
    "took": lambda f: (
        f"{falconer(f['role'])} takes the open {kind(f['card'])} for {CAUSES[f['cause']]}."
    ),
    "refilled": told_refill,
    "no-card": told_no_card,
    "unhooded": lambda f: f"The {f['bird']} of {falconer(f['role'])} returns to post {f['post']}.",
    "bet": told_bet,
    "wished": lambda f: f"Your list for draws: {words.wish(f['kinds'])}.",
    "discarded": told_discard,
    "last-round": told_last_round,
    "over": told_end,
}  # fmt: skip
