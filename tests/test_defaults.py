"""Records of the rules, the files and the core: a field that is not given is empty, off or nought, but for those here.

A default that is something decides where nobody has decided anything, so each of them is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

import pbem.core
import pbem.rulesets
import pbem.seal
import pbem.store
from pbem.rulesets.common.wishes import Place
from pbem.store.reading import Player

SOMETHING: dict[str, Any] = {
    "common.bid_reader.Language.play_keys": ("card", "when", "value", "to"),
    "common.bid_reader.Language.most_wishes": 40,  # of a sheet; files keep more
    "common.bids.Bid.enemy": -1,  # whoever it is
    "common.bids.Bid.otherwise": "ask",
    "common.bids.Answer.number": -1,  # no play of the bid
    "common.conditions.Sight.battle": 1,
    "common.piles.Piles.discards": ((), (), (), ()),
    "common.piles.Piles.buried": ((), (), (), ()),
    "common.standing.Standing.nation": -1,
    "common.standing.Standing.against": -1,
    "common.terms.Terms.barred": 100,  # no card is as high
    "common.wishes.Place.city": -1,  # where a general stands
    "common.wishes.Place.general": -1,  # a city, wherever anybody stands
    "common.wishes.Wish.place": Place(),  # none: the wish is of a kind that names no place
    "core.board.City.kind": "town",  # no fortress
    "core.board.Pack.complete": True,  # parts of a board are for tests
    "core.board.Sector.cities": -1,  # the table does not say
    "core.offers.Effect.sure": "certain",
    "core.offers.Fight.key": "bid",  # not one for battles still to come
    "core.offers.Fight.line": -1,  # none
    "core.offers.Group.line": -1,  # none
    "core.ruleset.Foreseen.sure": "certain",  # what hangs on others or on chance says so
    "fredericus.state.Deal.whole": True,
    "fredericus.state.Turn.hunted": (False, False),
    "friedrich.orders.Reader.near": -1,
    "friedrich.orders.Reader.missing": "no-piece",
    "friedrich.state.Shuffle.draw": True,
    "friedrich.state.Battle.bids": (None, None),
    "friedrich.state.Battle.used": ((), ()),
    "friedrich.state.Battle.asked": -1,  # neither side
    "maria.orders.Reader.near": -1,
    "maria.orders.Reader.missing": "no-piece",
    "maria.political_orders.Spoken.power": -1,  # the only one that decides
    "maria.records.Shuffle.deal": True,
    "maria.records.Shuffle.draw": True,
    "maria.records.Battle.bids": (None, None),
    "maria.records.Battle.used": ((), ()),
    "maria.records.Battle.asked": -1,  # neither side
    "maria.records.Treaty.binding": "warn",
    "store.reading.Game.numbers": 1,
    "store.reading.Game.pace": "brisk",  # as games went before there was a choice
    # titles that say nothing of press, and the post
    "core.ruleset.Ruleset.talk": ("", ""),
    "store.post.Account.folder": "INBOX",
    "store.post.Post.patience": 10,
    "store.reading.Game.moderator": Player("", ""),
    "store.reading.Game.second": Player("", ""),
}


def defaults() -> Iterator[tuple[str, Any]]:
    """The default of every field of a named tuple that has one."""
    for package in (pbem.core, pbem.rulesets, pbem.seal, pbem.store):
        for found in walk_packages(package.__path__, f"{package.__name__}."):
            module = import_module(found.name)
            name = found.name.removeprefix("pbem.").removeprefix("rulesets.")
            for kind in vars(module).values():
                if isinstance(kind, type) and kind.__module__ == found.name:
                    fields = getattr(kind, "_field_defaults", {})
                    yield from ((f"{name}.{kind.__name__}.{field}", value) for field, value in fields.items())


def nothing(value: Any) -> bool:
    """Whether a default is empty, off or nought, or a record of nothing else."""
    return not value or (hasattr(value, "_fields") and all(map(nothing, value)))


def test_what_is_not_given_is_nothing_but_for_what_is_named_here() -> None:
    assert SOMETHING == {name: value for name, value in defaults() if not nothing(value)}
