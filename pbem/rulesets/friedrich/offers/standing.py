"""Standing bids (N2), for whoever attacks, and wishes for the retreats of the beaten (F8, D16)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.core.offers import Choice, Fight
from pbem.rulesets.common.bid_offers import (
    ALL_BEATEN,
    WISHES,
    Front,
    Realm,
    standings,
    wish_texts,
    wishes,
)
from pbem.rulesets.friedrich.bid_reader import language_of
from pbem.rulesets.friedrich.board import IDS, NAMES, cities_in, name_of, suit_of
from pbem.rulesets.friedrich.combat import Pair
from pbem.rulesets.friedrich.offers.case import Case
from pbem.rulesets.friedrich.retreats import destinations
from pbem.rulesets.friedrich.standing import SCOPE
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_OF,
    NATIONS,
    PIECE,
    PIECE_IDS,
    PIECE_NAMES,
    State,
    hostile,
    nations_of,
    takes_part,
)
from pbem.rulesets.friedrich.telling.threats import threats
from pbem.rulesets.friedrich.wishes import namer, shared_names

LOSSES = (1, 2, 3)  # after which a retreat is thought of


def wishes_for(case: Case, state: State, line: int, enemy: Sequence[int], places: Pair) -> Choice:
    """Where the beaten enemy of one bid is to go."""
    here, there = places
    goals, blocked = 0, state.occupied(tuple(enemy))
    for loss in LOSSES:
        goals |= destinations(here, there, loss, blocked)
    most = language_of(0).most_wishes
    return wishes(case.body, ("bid", line, WISHES), texts(case, state, enemy, tuple(cities_in(goals))), most)


def texts(case: Case, state: State, enemy: Sequence[int], cities: Sequence[int] = ()) -> list[str]:
    """Wishes that may be had of some enemies: towards one's own generals, away from the others of theirs."""
    nations = {NATION_OF[piece] for piece in enemy}
    own = [p for n in nations_of(state, case.role) for p in GENERALS[n] if state.place[p] >= 0]
    others = [p for n in nations for p in GENERALS[n] if state.place[p] >= 0 and p not in enemy]
    return wish_texts(namer(), cities, own, others)


def wishes_of_sheet(case: Case, fights: Sequence[Fight]) -> Iterator[Choice]:
    """The wishes that hold for all battles of the sheet; where it leads to none, there is nothing to wish."""
    if fights:
        enemies = [PIECE[id_] for fight in fights for id_ in fight.enemy]
        most = language_of(0).most_wishes
        yield wishes(case.body, (WISHES,), texts(case, case.after, enemies), most, ALL_BEATEN)


def standing_bids(case: Case) -> Iterator[Fight]:
    """The standing bids of the sheet, those that hold, and those that could be begun."""
    state = case.after
    own = nations_of(state, case.role)
    found = {row.city: row.enemies for row in threats(state, case.role)}
    cities = sorted({state.place[p] for n in own for p in GENERALS[n] if state.place[p] >= 0})
    against = [n for n in range(len(NATIONS)) if takes_part(state, n) and any(hostile(n, o) for o in own)]
    realm = Realm(
        case.role, state.turn, SCOPE, language_of(own[0] if own else 0), own, against, NATION_OF, state.hands,
        PIECE_IDS, PIECE_NAMES, [name_of(city) for city in range(len(NAMES))], shared_names(),
        [standing for standing in case.view.standing if standing.role == case.role],
        [front(state, city, found.get(city, ())) for city in cities], lambda enemy: texts(case, state, enemy),
    )  # fmt: skip
    return standings(case.body, realm)


def front(state: State, city: int, enemies: Sequence[int]) -> Front:
    """The stack of a city, and those who can attack it, by their commanders."""
    return Front(state.stack(city), IDS[city], suit_of(city), tuple(state.stack(enemy)[0] for enemy in enemies))
