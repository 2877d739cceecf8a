"""A view as plain data for a report: powers and pieces, the own hands kept apart, what is known of the others."""

from __future__ import annotations

from typing import Any

from pbem.core import listed
from pbem.core.events import HIDDEN
from pbem.rulesets.common import SIGNS, SUITS
from pbem.rulesets.common.words import Section, by_deck, once, table, values
from pbem.rulesets.maria.board import name_of
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Declared, Winter
from pbem.rulesets.maria.relations import is_neutral, owner_of, powers_of, takes_part
from pbem.rulesets.maria.standing import standing_text
from pbem.rulesets.maria.state import (
    AWAY,
    DECK,
    OFF,
    PIECE_NAMES,
    POWER_OF,
    RANK,
    RETIRED,
    WAITING,
    State,
    name_of_piece,
    shows_backs,
)
from pbem.rulesets.maria.telling import words
from pbem.rulesets.maria.telling.political_summary import political_sections
from pbem.rulesets.maria.telling.threats import threat_section
from pbem.rulesets.maria.telling.victory_summary import VICTORY_TITLES, conditions, fortresses, pools, score_rows

EVERYBODY = tuple(range(len(POWERS)))


def summary(view: State, role: str | None) -> dict[str, Any]:
    """The sections of a report, in the order in which they are read; the whole state is shown to the moderator."""
    whole = view.cards is not HIDDEN
    own = EVERYBODY if whole else powers_of(view, role) if role else ()
    whose = "" if whole else "Your "
    sections: list[Section | None] = [powers(view), hands(view, own, whose), pieces(view, own, whose)]
    sections += [stacks(view, own), fortresses(view), hussars(view)]
    sections += [pools(view)] if view.is_advanced else [conditions(view)]
    sections += political_sections(view, own) if view.is_advanced else []
    sections += [backs(view, own), seen(view), clock(view)]
    sections += [face_down(view)] if whole else []
    sections += [threat_section(view, role)] if role and not whole and view.agenda and view.turn else []
    sections += [standing_bids(view, whose)] if view.standing else []
    sections += [standing_answers(view, whose)] if view.answers else []
    return {"sections": [section for section in sections if section]}


def standing_bids(view: State, whose: str) -> Section:
    """The bids that answer for an absent player: each stands in its owner's view only."""
    lines = [standing_text(standing) for standing in view.standing]
    return {"id": "standing", "title": f"{whose}standing bids".capitalize(), "lines": lines}


def standing_answers(view: State, whose: str) -> Section:
    """What is said ahead to questions: each stands in its owner's view only."""
    lines = [line for _, rows in view.answers for line in rows]
    return {"id": "answers", "title": f"{whose}standing answers".capitalize(), "lines": lines}


def powers(view: State) -> Section:
    """M6.8, M25: commanders, sums of troops and sizes of hands: all of it public."""
    rows = [
        [words.power_title(p), words.role_title(owner_of(view, p)), str(view.totals[p]), str(len(view.hands[p])),
         state_of(view, p)]
        for p in EVERYBODY
        if takes_part(view.mode, p)
    ]  # fmt: skip
    columns = ["Power", "Commander", "Troops", "Cards", "Standing"]
    if not any(row[4] for row in rows):
        columns, rows = columns[:4], [row[:4] for row in rows]
    return table("powers", "The powers", columns, rows)


def state_of(view: State, power: int) -> str:
    """M2.4, M2.5: what is not as at the start."""
    if is_neutral(view, power):
        return "neutral"
    if POWERS[power] == "saxony" and view.saxony != "prussia":
        return words.STANDINGS[view.saxony]
    return ""


def score_section(view: State, role: str | None) -> Section:
    """M14.2, M23: how near every power is to victory: for the front page of a site."""
    title, columns = VICTORY_TITLES[view.is_advanced]
    return table("score", title, columns, score_rows(view))


def hands(view: State, own: tuple[int, ...], whose: str) -> Section | None:
    """M8.7: the hands the reader knows, by suit, each by itself."""
    rows = [
        [words.power_title(p), *(values(view.hands[p], suit) for suit in SUITS)]
        for p in own
        if takes_part(view.mode, p)
    ]
    lines = ["Each power plays and pays with its own hand alone."] if len(rows) > 1 and whose else []
    title = words.capital(f"{whose}cards")
    return table("hand", title, ["Power", *(SIGNS[suit] for suit in SUITS)], rows, lines) if rows else None


def shown(view: State, some: tuple[int, ...]) -> list[int]:
    """The pieces of some powers that are in the game, power by power."""
    found = [p for p, power in enumerate(POWER_OF) if power in some and view.place[p] != RETIRED]
    return sorted(found, key=lambda p: (POWER_OF[p], p))


def pieces(view: State, own: tuple[int, ...], whose: str) -> Section | None:
    """The pieces whose numbers the reader knows."""
    found = [p for p in shown(view, own) if takes_part(view.mode, POWER_OF[p])]
    rows = [
        [words.power_title(POWER_OF[p]), PIECE_NAMES[p], where(view, p), troops(view, p)]
        for p in found
        if view.place[p] not in (OFF, WAITING)
    ]
    off = {n: [PIECE_NAMES[p] for p in found if POWER_OF[p] == n and view.place[p] == OFF] for n in own}
    lines = [f"{words.power_title(n)}, off the map: {listed(names)}." for n, names in off.items() if names]
    lines += [f"{words.capital(name_of_piece(p))} waits in the box Silesia." for p in found if view.place[p] == WAITING]
    title = words.capital(f"{whose}pieces")
    return table("pieces", title, ["Power", "Piece", "City", "Troops"], once(rows), lines) if found else None


def where(view: State, piece: int) -> str:
    city = view.place[piece]
    if city == AWAY:
        return f"off-map box {words.off_map_box(POWERS[POWER_OF[piece]])}"
    if city < 0:
        return "box Silesia" if city == WAITING else "off the map"
    down = ", face-down" if view.is_face_down(piece) else ""
    return f"{words.city_with_suit(city)}{down}"


def troops(view: State, piece: int) -> str:
    number = view.troops[piece]
    return str(number) if RANK[piece] and (view.place[piece] >= 0 or view.place[piece] == AWAY) else ""


def stacks(view: State, own: tuple[int, ...]) -> Section | None:
    """The stacks of the others, with the strength last declared in a battle."""
    others = tuple(p for p in EVERYBODY if p not in own and takes_part(view.mode, p))
    declared = {row.pieces: row for row in view.declared if POWER_OF[row.pieces[0]] in others}
    rows = []
    for stack in stacked(view, others):
        seen = declared.pop(stack, None)
        names = (" + " if view.place[stack[0]] >= 0 else ", ").join(PIECE_NAMES[p] for p in stack)
        rows.append([words.power_title(POWER_OF[stack[0]]), names, where(view, stack[0]), last(seen)])
    left = sorted(declared.values(), key=lambda row: (POWER_OF[row.pieces[0]], row.pieces))
    lines = [f"Seen as another stack: {listed(PIECE_NAMES[p] for p in row.pieces)}, {last(row)}." for row in left]
    title = "The other pieces" if own else "The pieces"
    return table("others", title, ["Power", "Pieces", "City", "Last seen"], once(rows), lines) if rows else None


def stacked(view: State, some: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The pieces of some powers by the place where they stand; a mixed stack is told with its commander's power."""
    places: dict[tuple[int, int, bool], list[int]] = {}
    for p in shown(view, some):
        city = view.place[p]
        ahead = [q for q in view.stack(city) if POWER_OF[q] in some] if city >= 0 and RANK[p] else []
        places.setdefault((POWER_OF[ahead[0]] if ahead else POWER_OF[p], city, RANK[p] == 0), []).append(p)
    ordered = sorted(places.items(), key=lambda row: row[0][0])
    return [tuple(sorted(stack, key=lambda p: order_in(view, p))) for _, stack in ordered]


def order_in(view: State, piece: int) -> int:
    """M6.2: the supreme commander comes first."""
    city = view.place[piece]
    return view.stack(city).index(piece) if city >= 0 and RANK[piece] else piece


def last(seen: Declared | None) -> str:
    """``11 in turn 3``."""
    return f"{seen.troops} in turn {seen.turn}" if seen is not None else ""


def hussars(view: State) -> Section | None:
    """M7: where Austria's hussars are."""
    placed = [name_of(city) for city in view.hussars if city >= 0]
    beside = len(view.hussars) - len(placed)
    lines = [f"In {listed(placed)}."] if placed else []
    lines += [f"{words.capital(words.count(beside, 'hussar'))} beside the board."] if beside and placed else []
    return {"id": "hussars", "title": "Hussars", "lines": lines} if lines else None


def backs(view: State, own: tuple[int, ...]) -> Section | None:
    """A33: the hands of the others by the backs of their cards, which all can see unless the group hides them."""
    if not shows_backs(view):
        return None
    lines = [
        f"{words.power_title(p)}: {by_deck(hand)}."
        for p, hand in enumerate(view.hands)
        if p not in own and hand and takes_part(view.mode, p)
    ]
    title = "The hands of the others" if own else "The hands"
    return {"id": "backs", "title": title, "lines": lines} if lines else None


def seen(view: State) -> Section | None:
    """M8.9: the used cards, deck by deck."""
    piles = [(number, pile) for number, pile in enumerate(view.discards, 1) if pile]
    lines = [
        f"Deck {n} ({len(pile)} of {len(DECK.cards(n))}): {words.hand(pile).replace('  ', '; ')}" for n, pile in piles
    ]
    return {"id": "seen", "title": "Used cards", "lines": lines} if lines else None


def clock(view: State) -> Section:
    """The turn, the draw deck, and when winter and the end come."""
    decks = sorted({card.deck for card in view.draw})
    lines = [f"Turn {view.turn}. The draw deck has {words.count(len(view.draw), 'card')}" + (
        f" of deck{'s' * (len(decks) > 1)} {listed(map(str, decks))}." if decks else ".")]  # fmt: skip
    if view.turn and view.agenda:
        lines.append(seasons(view.turn, any(isinstance(task, Winter) for task in view.agenda), view.is_advanced))
    return {"id": "clock", "title": "The clock", "lines": lines}


def seasons(turn: int, is_winter: bool, is_advanced: bool) -> str:
    """M5.3, M14.2, M23.3: when winter comes, and the end: after the winter of turn 12, or after turn 9 without one."""
    end, last = (12, 12) if is_advanced else (9, 6)  # the last turn, and the last that has a winter
    coming = (turn // 3 + 1 if is_winter else -(-turn // 3)) * 3
    ends = "the game ends after it" if turn == last == end else f"the game ends after turn {end}"
    if not is_winter and coming > last:
        return f"T{ends[1:]}, without another winter."
    if not is_winter:
        return f"Winter comes after turn {coming}; {ends}."
    if coming <= last:
        return f"It is winter; the next one comes after turn {coming}. T{ends[1:]}."
    return f"It is winter; {ends}." if last == end else f"It is winter, the last one. T{ends[1:]}."


def face_down(view: State) -> Section:
    """What nobody at the table knows: for the moderator."""
    lines = [f"The draw deck, from the top: {words.cards([str(card) for card in view.draw])}."] if view.draw else []
    lines += [f"The political deck, from the top: {', '.join(view.cards)}."] if view.cards else []
    return {"id": "face-down", "title": "Face-down on the table", "lines": lines}
