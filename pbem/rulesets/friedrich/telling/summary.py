"""A view as plain data for a report: tables of nations and pieces, the own hand, what is known of the others."""

from __future__ import annotations

from typing import Any

from pbem.core import listed
from pbem.core.events import HIDDEN
from pbem.rulesets.common import SIGNS, SUITS
from pbem.rulesets.common.words import Section, by_deck, once, table, values
from pbem.rulesets.friedrich.board import OBJECTIVES, cities_in, name_of
from pbem.rulesets.friedrich.objectives import can_prussia_conquer
from pbem.rulesets.friedrich.standing import standing_text
from pbem.rulesets.friedrich.state import (
    DECK,
    NATION_NAMES,
    NATION_OF,
    OFF,
    PIECE_NAMES,
    RANK,
    RETIRED,
    STROKES,
    Declared,
    State,
    has_left,
    in_scenario,
    maximum_of,
    nations_of,
    owner_of,
    takes_part,
)
from pbem.rulesets.friedrich.telling import words
from pbem.rulesets.friedrich.telling.fate_words import reminder
from pbem.rulesets.friedrich.telling.threats import threat_section
from pbem.rulesets.friedrich.victory import is_eased, needed


def summary(view: State, role: str | None) -> dict[str, Any]:
    """The sections of a report, in the order in which they are read; the whole state is shown to the moderator."""
    whole = view.fate is not HIDDEN
    own = tuple(range(7)) if whole else nations_of(view, role) if role else ()
    whose = "" if whole else "Your "
    sections: list[Section | None] = [nations(view), hands(view, own, whose), pieces(view, own, whose)]
    sections += [stacks(view, own), objectives(view, own), backs(view, own), seen(view), clock(view)]
    sections += [face_down(view)] if whole else []
    sections += [threat_section(view, role)] if role and not whole and view.agenda else []
    sections += [standing_bids(view, whose)] if view.standing else []
    return {"sections": [section for section in sections if section]}


def standing_bids(view: State, whose: str) -> Section:
    """The bids that answer for an absent player: each stands in its owner's view only."""
    lines = [standing_text(standing) for standing in view.standing]
    return {"id": "standing", "title": f"{whose}standing bids".capitalize(), "lines": lines}


def nations(view: State) -> Section:
    """Troops, hands and objectives of every nation: all of it public."""
    rows = []
    for n, name in enumerate(NATION_NAMES):
        if has_left(view, n):
            rows.append([words.capital(name), "has left the game", "", "", ""])
            continue
        if not takes_part(view, n):
            continue
        conquered, goal = towards_victory(view, n)
        won = f"{conquered}/{goal}" if goal else "-"
        won += " (eased)" if is_eased(view, n) else ""
        commander = words.role_title(owner_of(view, n))
        troops = f"{view.totals[n]}/{maximum_of(view.mode, n)}"
        rows.append([words.capital(name), commander, troops, str(len(view.hands[n])), won])
    return table("nations", "The nations", ["Nation", "Commander", "Troops", "Cards", "Objectives"], rows)


def towards_victory(view: State, nation: int) -> tuple[int, int]:
    """F12: how many objectives a nation has conquered of how many it needs; a nation that only defends needs none."""
    if nation < 2 and not (nation == 0 and can_prussia_conquer(view)):
        return 0, 0
    goal = needed(view, nation)
    return (goal & view.conquered).bit_count(), goal.bit_count()


def score_section(view: State, role: str | None) -> Section:
    """F12: what every nation has of what it needs, and who has left the war: for the front page of a site."""
    rows = [
        [words.capital(name), words.role_title(owner_of(view, n)), score_words(view, n)]
        for n, name in enumerate(NATION_NAMES)
        if owner_of(view, n)
    ]
    return table("score", "The score", ["Nation", "Commander", "Objectives"], rows)


def score_words(view: State, nation: int) -> str:
    """``3 of 10``."""
    if has_left(view, nation):
        return "has left the war"
    conquered, goal = towards_victory(view, nation)
    if not goal:
        return "defends"
    return f"{conquered} of {goal}, eased" if is_eased(view, nation) else f"{conquered} of {goal}"


def hands(view: State, own: tuple[int, ...], whose: str) -> Section | None:
    """The hands the reader knows, by suit."""
    rows = [
        [words.capital(NATION_NAMES[n]), *(values(view.hands[n], suit) for suit in SUITS)]
        for n in own
        if takes_part(view, n)
    ]
    title = words.capital(f"{whose}cards")
    return table("hand", title, ["Nation", *(SIGNS[suit] for suit in SUITS)], rows) if rows else None


def shown(view: State, nations: tuple[int, ...]) -> list[int]:
    """The pieces of some nations that are in the game, nation by nation."""
    mode = view.mode
    found = [p for p, n in enumerate(NATION_OF) if n in nations and not has_left(view, n) and in_scenario(mode, p)]
    return sorted(found, key=lambda p: (NATION_OF[p], p))


def pieces(view: State, own: tuple[int, ...], whose: str) -> Section | None:
    """The pieces whose numbers the reader knows."""
    found = shown(view, own)
    rows = [
        [words.capital(NATION_NAMES[NATION_OF[p]]), PIECE_NAMES[p], where(view, p), troops(view, p)]
        for p in found
        if view.place[p] != OFF
    ]
    off = {n: [PIECE_NAMES[p] for p in found if NATION_OF[p] == n and view.place[p] == OFF] for n in own}
    lines = [f"{words.capital(NATION_NAMES[n])}, off the map: {listed(names)}." for n, names in off.items() if names]
    title = words.capital(f"{whose}pieces")
    return table("pieces", title, ["Nation", "Piece", "City", "Troops"], once(rows), lines) if found else None


def where(view: State, piece: int) -> str:
    city = view.place[piece]
    if city < 0:
        return {OFF: "off the map", RETIRED: "out of the game"}[city]
    down = ", face-down" if view.is_face_down(piece) else ""
    return f"{words.city_with_suit(city)}{down}"


def troops(view: State, piece: int) -> str:
    number = view.troops[piece]
    return str(number) if RANK[piece] and view.place[piece] >= 0 else ""


def stacks(view: State, own: tuple[int, ...]) -> Section | None:
    """The stacks of the others, with the strength last declared in a battle."""
    others = tuple(n for n in range(7) if n not in own)
    declared = {row.pieces: row for row in view.declared if row.nation in others}
    rows = []
    for stack in stacked(view, others):
        seen = declared.pop(stack, None)
        names = " + ".join(PIECE_NAMES[p] for p in stack)
        rows.append([words.capital(NATION_NAMES[NATION_OF[stack[0]]]), names, where(view, stack[0]), last(seen)])
    left = sorted(declared.values(), key=lambda row: (row.nation, row.pieces))
    lines = [f"Seen as another stack: {listed(PIECE_NAMES[p] for p in row.pieces)}, {last(row)}." for row in left]
    title = "The other pieces" if own else "The pieces"
    return table("others", title, ["Nation", "Pieces", "City", "Last seen"], once(rows), lines) if rows else None


def stacked(view: State, nations: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The pieces of some nations by the place where they stand."""
    places: dict[tuple[int, int, bool], list[int]] = {}
    for p in shown(view, nations):
        places.setdefault((NATION_OF[p], view.place[p], RANK[p] == 0), []).append(p)
    return [tuple(stack) for stack in places.values()]


def last(seen: Declared | None) -> str:
    """``11 in turn 3``."""
    return f"{seen.troops} in turn {seen.turn}" if seen is not None else ""


def objectives(view: State, own: tuple[int, ...]) -> Section | None:
    """The objectives in hostile hands, and what the reader's nations still miss."""
    lines = []
    for n, name in enumerate(NATION_NAMES):
        held = view.conquered & OBJECTIVES[n]
        if held:
            lines.append(f"{words.capital(name)} holds {cities(held)}.")
    for n in own:
        missing = needed(view, n) & ~view.conquered
        if len(own) < 7 and n >= 2 and missing and takes_part(view, n):
            lines.append(f"{words.capital(NATION_NAMES[n])} still needs {cities(missing)}.")
    if view.marked:
        lines.append(f"Question marks: {cities(view.marked)}.")
    return {"id": "objectives", "title": "Objectives", "lines": lines} if lines else None


def cities(bits: int) -> str:
    return listed([name_of(c) for c in cities_in(bits)])


def backs(view: State, own: tuple[int, ...]) -> Section | None:
    """The hands of the others by the backs of their cards, which all can see."""
    lines = []
    for n, hand in enumerate(view.hands):
        if n not in own and hand and takes_part(view, n):
            lines.append(f"{words.capital(NATION_NAMES[n])}: {by_deck(hand)}")
    title = "The hands of the others" if own else "The hands"
    return {"id": "backs", "title": title, "lines": lines} if lines else None


def seen(view: State) -> Section | None:
    """The cards on the open discards, deck by deck."""
    piles = [(number, pile) for number, pile in enumerate(view.discards, 1) if pile]
    lines = [
        f"Deck {n} ({len(pile)} of {len(DECK.cards(n))}): {words.hand(pile).replace('  ', '; ')}" for n, pile in piles
    ]
    return {"id": "seen", "title": "Cards played and paid", "lines": lines} if lines else None


def clock(view: State) -> Section:
    """The turn, the draw pile and the cards of fate so far."""
    decks = sorted({card.deck for card in view.draw})
    lines = [f"Turn {view.turn}. The draw pile has {words.count(len(view.draw), 'card')}" + (
        f" of deck{'s' * (len(decks) > 1)} {listed(map(str, decks))}." if decks else ".")]  # fmt: skip
    if view.executed:
        lines.append(f"Cards of fate so far: {', '.join(fate_name(card) for card in view.executed)}.")
    if view.mode.startswith(("4p", "3p")):
        strokes = [words.fate_card(card) for card in STROKES if card not in view.executed]
        lines.append(f"Strokes of fate still to come: {', '.join(strokes) or 'none'}.")
    if view.in_force:
        spent = " It has been used." if view.spent else ""
        text = reminder(view.in_force)
        lines.append(f"In force this turn: {text}.{spent}")
    return {"id": "clock", "title": "The clock", "lines": lines}


def face_down(view: State) -> Section:
    """What nobody at the table knows: for the moderator."""
    piles = [("The draw pile, from the top", view.draw), *((f"Discards of deck {n} face-down", pile)
             for n, pile in enumerate(view.buried, 1))]  # fmt: skip
    lines = [f"{name}: {words.cards([str(card) for card in pile])}." for name, pile in piles if pile]
    lines += [f"The clock, from the top: {', '.join(map(fate_name, view.fate))}."] if view.fate else []
    return {"id": "face-down", "title": "Face-down on the table", "lines": lines}


def fate_name(card: str) -> str:
    return words.card(card) if card[0].isdigit() and not card.isdigit() else words.fate_card(card)
