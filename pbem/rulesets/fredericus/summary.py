"""A view as plain data for a report: the castle, the falconers, the own objectives, the deck."""

from __future__ import annotations

from typing import Any

from pbem.core import listed
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.cards import KIND_NAMES, written
from pbem.rulesets.fredericus.geometry import COURT, HAND, TOWERS
from pbem.rulesets.fredericus.scoring import Score, pairs_of, score
from pbem.rulesets.fredericus.state import BIRD_LETTERS, ROLES, SEATS, Placing, State, seat_of

Section = dict[str, Any]
# R8.3, R10.1c, O4: said before the first turn; which of the two hangs on the option.
ENDS_BY_DISCARD = {
    False: "The deck keeper discards a card after each of his turns; if it is Fredericus, the game ends at once and"
    " nobody gets its two points.",
    True: "The deck keeper discards a card after each of his turns; if it is Fredericus, the game ends at once and"
    " he gets its two points.",
}


def summary(view: State, role: str | None) -> dict[str, Any]:
    """The sections of a report, in the order in which they are read."""
    own = seat_of(view, role)
    sections = [castle(view), falconers(view)]
    sections += [own_section(view, own)] if own is not None else []
    return {"sections": [*sections, deck(view), letters(view)]}


def castle(view: State) -> Section:
    """R2: every tower with its row, the birds on its post and the tokens on it."""
    rows = [
        [tower, written(view.rows[tower - 1]), birds_at(view, tower), tokens_at(view, tower)] for tower in TOWERS
    ]  # fmt: skip
    columns = ["Tower", "Row, near end to far end", "Birds", "Tokens"]
    lines = []
    court = view.court()
    if court is not None:
        lines.append(f"In the courtyard lies the token of {words.seat_name(court)}.")
    return {"title": "The castle", "lines": lines, "table": {"columns": columns, "rows": rows}}


def birds_at(view: State, post: int) -> str:
    """``A.F B.G`` on the post, ``(C.F)`` hooded in its sector."""
    found = []
    for seat, pair in enumerate(view.birds):
        for letter, bird in zip(BIRD_LETTERS, pair, strict=True):
            if bird.post == post:
                name = f"{SEATS[seat]}.{letter}"
                found.append(f"({name})" if bird.hooded else name)
    return " ".join(found)


def tokens_at(view: State, tower: int) -> str:
    """``A B``, or ``A1 A2`` with two players."""
    return " ".join(
        SEATS[seat] + (str(token + 1) if len(places) > 1 else "")
        for seat, places in enumerate(view.tokens)
        for token, place in enumerate(places)
        if place == tower
    )


def falconers(view: State) -> Section:
    """R14: what all may know of each falconer."""
    rows = []
    for seat, role in enumerate(ROLES[: view.players]):
        held = str(len(view.objectives(seat)))
        if view.winners:
            held = words.kinds(view.objectives(seat))
        elif view.shown[seat]:
            held += f", of them open {written(view.shown[seat])}"
        held += " and Fredericus" if view.fredericus == role else ""
        points = score(view, seat).total if view.winners else len(view.creatures[seat])
        rows.append([SEATS[seat], words.kinds(view.creatures[seat]), held, where_tokens(view, seat), points])
    columns = ["", "Creatures", "Objectives", "Tokens", "Points" if view.winners else "Captured"]
    return {"title": "The falconers", "table": {"columns": columns, "rows": rows}}


def score_section(view: State, role: str | None) -> Section:
    """R11: the points of each falconer, for the front page of a site; pairs are counted once objectives are open."""
    scores = [score(view, seat) for seat in range(view.players)]
    rows = [
        [words.seat_name(own.seat), own.creatures, own.objectives, own.total if view.winners else known_points(own)]
        for own in scores
    ]
    lines = [f"Two points are for Fredericus: {words.seat_name(own.seat)}." for own in scores if own.fredericus]
    lines += [] if view.winners else ["Matching pairs are counted at the end, when the objectives are shown."]
    columns = ["", "Creatures", "Objectives", "Points"]
    return {"title": "The score", "lines": lines, "table": {"columns": columns, "rows": rows}}


def known_points(own: Score) -> int:
    """R11.1: the points that everybody can count."""
    return own.creatures + own.objectives + own.fredericus


def where_tokens(view: State, seat: int) -> str:
    """Where the tokens of a seat are: ``tower 3``, ``hand``."""
    short = {HAND: "hand", COURT: "courtyard"}
    return ", ".join(short.get(place, f"tower {place}") for place in view.tokens[seat])


def own_section(view: State, seat: int) -> Section:
    """The reader's own objectives and what they are worth by now."""
    own = score(view, seat)
    pairs = pairs_of(view, seat)
    lines = [
        f"You hold: {words.kinds(view.objectives(seat))}.",
        f"{words.count(pairs, 'matching pair')} so far, {words.count(own.total, 'point')} in all.",
    ]
    if view.options.display:
        lines.append(f"Your list for draws: {words.wish(view.prefer[seat])}.")
    return {"title": "Your objectives", "lines": lines}


UNDEALT = "Round {round}. The deck, with Fredericus in it, is shuffled and dealt from when all birds are placed."


def deck(view: State) -> Section:
    """R14: the counts, the discards and the display, all public."""
    task = view.agenda[-1] if view.agenda else None
    if isinstance(task, Placing) and task.what == "birds":
        lines = [UNDEALT.format(round=view.round)]
    else:
        lines = [f"Round {view.round}{', the last' if view.ending else ''}. The deck has "
                 f"{words.count(len(view.deck), 'card')}; Fredericus: {words.holder(view.fredericus)}."]  # fmt: skip
    if view.options.display:
        lines.append(f"The open display: {words.kinds(view.display)}.")
    if view.discards:
        lines.append(f"Discarded objectives: {words.kinds(view.discards)}.")
    lines.append(f"Seals out of the game: {view.seals_out}.")
    if isinstance(task, Placing):
        lines.append(ENDS_BY_DISCARD[view.options.keeper])
    chosen = [name for name, on in (("shift3 (O1)", view.options.shift3), (f"display {view.options.display} (O2)",
              view.options.display), ("fredericus_stops_draws (O3)", view.options.stops),
              ("fredericus_discard (O4)", view.options.keeper)) if on]  # fmt: skip
    lines += [f"Options in force: {listed(chosen)}."] if chosen else []
    return {"title": "The deck", "lines": lines}


def letters(view: State) -> Section:
    """What the letters mean."""
    kinds = ", ".join(f"{kind} {name}" for kind, name in KIND_NAMES.items())
    return {
        "title": "The letters",
        "lines": [
            f"T tree, S sky, X seal; {kinds}.",
            "A.F is the falcon of A, A.G the goshawk; in brackets: hooded.",
        ],
    }
