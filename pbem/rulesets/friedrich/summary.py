"""A view as plain data for a report: tables of nations and pieces, the own hand, what is known of the others."""

from __future__ import annotations

from typing import Any

from pbem.core.events import HIDDEN
from pbem.core.names import listed
from pbem.rulesets.friedrich import words
from pbem.rulesets.friedrich.board import OBJECTIVES, cities_in, name_of
from pbem.rulesets.friedrich.state import (
    NATION_NAMES,
    NATION_OF,
    OFF,
    PIECE_NAMES,
    RANK,
    RETIRED,
    State,
    has_left,
    maximum_of,
    nations_of,
    owner_of,
)
from pbem.rulesets.friedrich.story import FATE_TEXTS
from pbem.rulesets.friedrich.victory import is_eased, needed

Section = dict[str, Any]


def summary(view: State, role: str | None) -> dict[str, Any]:
    """The sections of a report, in the order in which they are read."""
    sections: list[Section | None] = [nations(view)]
    own = nations_of(view, role) if role else ()
    sections += [own_section(view, own)] if own else []
    sections += [pieces(view, own), objectives(view), known(view, own), clock(view)]
    return {"sections": [section for section in sections if section]}


def nations(view: State) -> Section:
    """Troops, hands and objectives of every nation: all of it public."""
    rows = []
    for n, name in enumerate(NATION_NAMES):
        if has_left(view, n):
            rows.append([words.capital(name), "has left the game", "", "", ""])
            continue
        goal = needed(view, n)
        won = f"{(goal & view.conquered).bit_count()} of {goal.bit_count()}" if n >= 2 else "-"
        won += " (eased)" if is_eased(view, n) else ""
        commander = words.role_title(owner_of(view, n))
        troops = f"{view.totals[n]} of {maximum_of(view.mode, n)}"
        rows.append([words.capital(name), commander, troops, str(len(view.hands[n])), won])
    columns = ["Nation", "Commander", "Troops", "Cards", "Objectives"]
    return {"title": "The nations", "table": {"columns": columns, "rows": rows}}


def own_section(view: State, own: tuple[int, ...]) -> Section:
    """The reader's own hands."""
    lines = [f"{words.capital(NATION_NAMES[n])}: {words.hand(view.hands[n])}" for n in own if not has_left(view, n)]
    return {"title": "Your cards", "lines": lines}


def pieces(view: State, own: tuple[int, ...]) -> Section:
    """Every piece with its city; numbers for the own ones."""
    rows = []
    for piece, n in enumerate(NATION_OF):
        if not has_left(view, n):
            rows.append(
                (
                    n,
                    piece,
                    [words.capital(NATION_NAMES[n]), PIECE_NAMES[piece], where(view, piece), troops(view, piece)],
                )
            )
    rows.sort(key=lambda row: (row[0], row[1]))
    columns = ["Nation", "Piece", "City", "Troops"]
    return {"title": "The pieces", "table": {"columns": columns, "rows": once(row for _, _, row in rows)}}


def once(rows: Any) -> list[list[str]]:
    """A name that repeats the one above is left out."""
    shown: list[list[str]] = []
    last = None
    for row in rows:
        shown.append([row[0] if row[0] != last else "", *row[1:]])
        last = row[0]
    return shown


def where(view: State, piece: int) -> str:
    city = view.place[piece]
    if city < 0:
        return {OFF: "off the map", RETIRED: "out of the game"}[city]
    down = ", face-down" if view.is_face_down(piece) else ""
    return f"{words.city_with_suit(city)}{down}"


def troops(view: State, piece: int) -> str:
    number = view.troops[piece]
    if not RANK[piece] or view.place[piece] < 0:
        return ""
    return "?" if number is HIDDEN else str(number)


def objectives(view: State) -> Section | None:
    """The objectives in hostile hands, by nation."""
    lines = []
    for n, name in enumerate(NATION_NAMES):
        held = view.conquered & OBJECTIVES[n]
        if held:
            lines.append(f"{words.capital(name)}: {listed([name_of(c) for c in cities_in(held)])}")
    if view.marked:
        lines.append(f"Question marks: {listed([name_of(c) for c in cities_in(view.marked)])}")
    return {"title": "Conquered objectives", "lines": lines} if lines else None


def known(view: State, own: tuple[int, ...]) -> Section | None:
    """The last strengths that were declared in battle."""
    lines = []
    for declared in sorted(view.declared, key=lambda d: (d.nation, d.pieces)):
        if declared.nation not in own:
            names = listed(PIECE_NAMES[p] for p in declared.pieces)
            lines.append(f"{names}: {words.count(declared.troops, 'troop')} in turn {declared.turn}")
    return {"title": "Strengths last seen in battle", "lines": lines} if lines else None


def clock(view: State) -> Section:
    """The turn, the draw pile and the cards of fate so far."""
    decks = sorted({card.deck for card in view.draw})
    lines = [f"Turn {view.turn}. The draw pile has {words.count(len(view.draw), 'card')}" + (
        f" of deck{'s' * (len(decks) > 1)} {listed(map(str, decks))}." if decks else ".")]  # fmt: skip
    if view.executed:
        lines.append(f"Cards of fate so far: {', '.join(fate_name(card) for card in view.executed)}.")
    if view.in_force:
        spent = " It has been used." if view.spent else ""
        text = FATE_TEXTS[view.in_force[:-1]].replace("next turn", "this turn")
        lines.append(f"In force this turn: {text}.{spent}")
    return {"title": "The clock", "lines": lines}


def fate_name(card: str) -> str:
    return words.card(card) if card[0].isdigit() else words.fate_card(card)
