"""Bids, standing bids and the cards of a battle as plain data for a file, and back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from pbem.core import Diagnostic, Where
from pbem.core.events import HIDDEN
from pbem.rulesets.common import Card, face_text
from pbem.rulesets.common.bid_reader import Language, read_bid, read_list
from pbem.rulesets.common.bids import Bid, Play
from pbem.rulesets.common.conditions import when_text
from pbem.rulesets.common.duel import PlayedCard
from pbem.rulesets.common.standing import Scope, Standing, read_standing
from pbem.rulesets.common.wishes import Namer, wish_text

MOST = 200  # wishes of one list: as many as a sheet could ever name
UNKNOWN = "?"  # in place of what a view hides
Data = dict[str, Any]


def encode_bid(bid: Bid, generals: Sequence[str], cities: Sequence[str], shared: Collection[str] = ()) -> Data:
    """A bid as it stands in a sheet, with the ids of generals and cities."""
    sides = (("own", bid.own), ("enemy", bid.enemy))
    data: Data = {key: generals[piece] if piece >= 0 else "*" for key, piece in sides}
    data["plays"] = [encode_play(play) for play in bid.plays]
    data["accept"] = bid.accept
    data["keep"] = [face_text(face) for face in bid.keep]
    data["forced"] = [face_text(face) for face in bid.forced]
    if limit := {k: n for k, n in (("cards", bid.most_cards), ("points", bid.most_points)) if n is not None}:
        data["limit"] = limit
    data["otherwise"] = bid.otherwise
    data["retreat"] = encode_wishes(bid.retreat, generals, cities, shared)
    return data


def encode_wishes(
    wishes: Iterable[Any], generals: Sequence[str], cities: Sequence[str], shared: Collection[str] = ()
) -> list[str]:
    """Wishes for a retreat as they stand in a sheet, with the ids of generals and cities."""
    names = Namer(generals.__getitem__, cities.__getitem__, shared)
    return [wish_text(wish, names) for wish in wishes]


def decode_wishes(texts: Any, language: Language) -> Any:
    """The wishes that ``encode_wishes`` wrote; ValueError says what is wrong."""
    said: list[Diagnostic] = []
    found = read_list({"retreat": texts}, "retreat", Where(), language._replace(most_wishes=MOST), said.append)
    if said:
        raise ValueError(f"wishes for a retreat: {said[0].message}")
    return found


def encode_play(play: Play) -> Data:
    """One play of a bid."""
    data: Data = {"card": face_text(play.card)}
    if play.when:
        data["when"] = when_text(play.when)
    for key in ("value", "to", "double"):
        if getattr(play, key) is not None:
            data[key] = getattr(play, key)
    return data


def decode_bid(data: Any, language: Language) -> Any:
    """The bid that ``encode_bid`` wrote; HIDDEN and no bid at all are what they were; ValueError says what is wrong."""
    if data == UNKNOWN:
        return HIDDEN
    if data is None:
        return None
    said: list[Diagnostic] = []
    bid = read_bid(data, Where(), language._replace(most_wishes=MOST), said.append)
    if bid is None:
        raise ValueError(f"a bid in the agenda: {said[0].message}")
    return bid


def encode_standing(
    standing: Standing, nations: Sequence[str], generals: Sequence[str], cities: Sequence[str],
    shared: Collection[str] = (),
) -> Data:  # fmt: skip
    """A standing bid as it stands in a sheet, with its owner."""
    data: Data = {"role": standing.role, "name": standing.name, **encode_bid(standing.bid, generals, cities, shared)}
    for key, nation in (("nation", standing.nation), ("against", standing.against)):
        if nation >= 0:
            data[key] = nations[nation]
    for key in ("suit", "until", "attacking"):
        if getattr(standing, key):
            data[key] = getattr(standing, key)
    return data


def decode_standing(data: Mapping[str, Any], role: str, language: Language, scope: Scope) -> Standing:
    """The standing bid that ``encode_standing`` wrote; ValueError says what is wrong."""
    said: list[Diagnostic] = []
    rest = {key: value for key, value in data.items() if key != "role"}
    found = read_standing(rest, Where(), role, language._replace(most_wishes=MOST), scope, said.append)
    if found is None:
        raise ValueError(f"a standing bid: {said[0].message}")
    return found


def encode_played(played: Iterable[PlayedCard]) -> list[str]:
    """The cards of a battle, one a line: the side, the card with its deck, what it counted, the score it led to."""
    return [f"{one.side} {one.card}/{one.card.deck} {one.value} {one.score}" for one in played]


def decode_played(lines: Iterable[str], read_card: Callable[[str], Card]) -> tuple[PlayedCard, ...]:
    """The cards that ``encode_played`` wrote; the title reads its cards."""
    found = []
    for line in lines:
        side, card, value, score = line.split()
        found.append(PlayedCard(int(side), read_card(card), int(value), int(score)))
    return tuple(found)


def encode_used(used: Any) -> Any:
    """The plays of a bid that have been made."""
    return UNKNOWN if used is HIDDEN else list(used)


def decode_used(data: Any) -> Any:
    """The plays that ``encode_used`` wrote."""
    return HIDDEN if data == UNKNOWN else tuple(data)
