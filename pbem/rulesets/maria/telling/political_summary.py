"""Politics as a report shows it (M17 to M21): the political board, tracks, college, contracts and agreements."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.rulesets.common.words import Section, by_deck, table
from pbem.rulesets.maria import facts
from pbem.rulesets.maria.clauses import Subsidy
from pbem.rulesets.maria.powers import POWER_NAMES, POWERS
from pbem.rulesets.maria.records import Contract, Politics, Treaty
from pbem.rulesets.maria.state import TRACKS, State
from pbem.rulesets.maria.telling import politics_words, words
from pbem.rulesets.maria.telling.victory_summary import college
from pbem.rulesets.maria.treaties import clauses_in, powers_in

RESERVE = 16  # M17.6


def political_sections(view: State, own: tuple[int, ...]) -> list[Section | None]:
    """The sections of politics, in the order in which they are read."""
    return [board(view, own), tracks(view), college(view), agreements(view, own)]


# the political board


def board(view: State, own: tuple[int, ...]) -> Section:
    """M17: the open cards, and what lies in the boxes: kept cards face up, new ones by their backs."""
    placed = placed_cards(view)
    rows = [
        [words.power_title(p), kept(view, p), face_down(placed.get(p), p in own), str(points(view, p) or "-")]
        for p in facts.CARD_BOXES
    ]
    lines = [f"Open: {politics_words.described(card)}." for card in view.open_cards]
    lines += [f"Dominant suit: {words.suit(view.suit)}."] if view.suit else []
    lines += [deck_line(view)]
    return table("politics", "The political board", ["Box", "Kept", "Face down", "Influence"], rows, lines)


def placed_cards(view: State) -> dict[int, object]:
    """M17.3: the cards placed in this turn, by power."""
    task = next((task for task in view.agenda if isinstance(task, Politics)), None)
    return dict(task.placed) if task is not None else {}


def kept(view: State, power: int) -> str:
    """M17.4: the cards face up in a box."""
    return words.cards([str(card) for card in view.kept[power]]) or "-"


def face_down(cards: object, known: bool) -> str:
    """M17.3: the card just placed: its owner sees it, all others its back."""
    held = cards if isinstance(cards, tuple) and not hasattr(cards, "deck") else (cards,) if cards else ()
    if not held:
        return "-"
    if known:
        return words.cards([str(card) for card in held])
    return by_deck(held) if all(card.deck for card in held) else words.count(len(held), "card")  # A33


def points(view: State, power: int) -> int:
    """M17.5, M17.6: the influence of what lies face up."""
    return sum(RESERVE if card.suit == "R" else card.value for card in view.kept[power])


def deck_line(view: State) -> str:
    """How much of the political deck is left."""
    gone = len(view.spent_cards) + len(view.open_cards)
    left = max(0, len(facts.CARDS) - gone)
    return f"{words.capital(words.count(left, 'political card'))} in the deck, of {len(facts.CARDS)}."


# tracks


def tracks(view: State) -> Section:
    """M17.12 to M17.16: where the three markers stand, and what that does."""
    rows = [
        [politics_words.TRACK_TITLES[id_], pictured(id_, at), politics_words.space_text(id_, at)]
        for id_, at in zip(TRACKS, view.tracks, strict=True)
    ]
    lines = [
        f"{politics_words.TRACK_TITLES[id_]}: to the left {facts.TRACKS[id_][0]}, to the right {facts.TRACKS[id_][1]}."
        for id_ in TRACKS
    ]
    return table("tracks", "The political tracks", ["Track", "Marker", "Here"], rows, lines)


def pictured(track: str, at: int) -> str:
    """``. . # * . .``: the spaces from left to right, the marker and the asterisk."""
    start = facts.TRACKS[track][2]
    signs = ["#" if n == at else "*" if n == start else "." for n in range(1, len(facts.TRACKS[track][4]) + 1)]
    return " ".join(signs)


# contracts and agreements


def agreements(view: State, own: tuple[int, ...]) -> Section | None:
    """M20, M21: contracts and agreements in force, what they bind the reader to, and offers that are open."""
    lines = [contract_line(contract) for contract in view.contracts]
    live = [treaty for treaty in view.treaties if treaty.status == "accepted" and treaty.last >= view.turn]
    lines += [f"{treaty_text(treaty)}." for treaty in live]
    lines += [ending_line(treaty) for treaty in live if treaty.ending]
    open_ = [treaty for treaty in view.treaties if treaty.status == "offered"]
    lines += [f"Offered: {treaty_text(treaty)}." for treaty in open_]
    if len(own) < len(POWER_NAMES):
        lines += [line for treaty in live for line in duties(view, treaty, own)]
        lines += [ANSWER.format(id=treaty.id) for treaty in open_ if {*own} & {*treaty.parties} - {*treaty.assented}]
    return {"id": "agreements", "title": "Contracts and agreements", "lines": lines} if lines else None


def contract_line(contract: Contract) -> str:
    """M20.3: ``France hands Bavaria a card a turn, for 3 turns more``."""
    giver, taker = words.power_title(contract.giver), POWER_NAMES[contract.taker]
    fixed = "; it cannot be ended" if contract.fixed else ""
    return f"{giver} hands {taker} a new card a turn, for {words.count(contract.left, 'turn')} more{fixed}."


def treaty_text(treaty: Treaty) -> str:
    """An agreement with its number, so that a sheet can answer it; without a full stop."""
    turns = f"turn {treaty.first}" if treaty.first == treaty.last else f"turns {treaty.first} to {treaty.last}"
    parties = words.powers(POWERS[p] for p in treaty.parties)
    strict = ", strict" if treaty.binding == "refuse" else ""
    return f"No. {treaty.id} of {parties}, {turns}{strict}: {'; '.join(treaty.clauses)}"


ANSWER = (
    'No. {id} waits for your answer, with any sheet: treaties = ["accept {id}"], or "refuse {id}", or'
    ' "counter {id}, ...".'
)
ENDING = {
    (False, False): "{wish} wishes to end No. {id}; it ends when {others} does, too.",
    (False, True): "{wish} wishes to end No. {id}; it ends when {others} do, too.",
    (True, False): "{wish} wish to end No. {id}; it ends when {others} does, too.",
    (True, True): "{wish} wish to end No. {id}; it ends when {others} do, too.",
}  # by whether several wish it, and several have not said so


def ending_line(treaty: Treaty) -> str:
    """M20.4: who wishes to end an agreement, and whose wish is still missing."""
    left = [p for p in treaty.parties if p not in treaty.ending]
    sentence = ENDING[len(treaty.ending) > 1, len(left) > 1]
    wish, others = (words.powers(POWERS[p] for p in powers) for powers in (treaty.ending, left))
    return sentence.format(wish=words.capital(wish), others=others, id=treaty.id)


def duties(view: State, treaty: Treaty, own: tuple[int, ...]) -> Iterator[str]:
    """M21.1: what an agreement in force binds the reader's powers to in this turn."""
    if not treaty.first <= view.turn <= treaty.last:
        return
    for text, clause in zip(treaty.clauses, clauses_in(treaty), strict=True):
        bound = (clause.giver,) if isinstance(clause, Subsidy) else powers_in(clause)
        if any(POWERS[power] in bound for power in own):
            yield f"You are bound by No. {treaty.id}: {text}."
