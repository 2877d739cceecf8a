"""Which orders are behind an event: the kinds and pieces they are looked for by, and what is found in sheets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from event_samples import EVENTS

from pbem.core.events import Event
from pbem.rulesets.friedrich.events import read
from pbem.rulesets.friedrich.state import PIECE_IDS
from pbem.rulesets.friedrich.telling.reasons import orders_behind, trail_of


def event(kind: str, **facts: Any) -> Event:
    return Event(kind, {key.rstrip("_"): value for key, value in facts.items()})


def moved(pieces: list[str], *way: str) -> Event:
    return event("moved", nation="prussia", pieces=pieces, way=list(way))


def battle(active: str, other: str) -> Event:
    return event("battle", active=[active], other=[other], cities=["riesa", "meissen"], troops=[5, 4], score=1)


BID = "bid: Keith against any enemy: 2S; otherwise concede"
EARLIER = [
    event("stage", turn=5, nation="prussia"), moved(["keith"], "riesa", "meissen", "torun", "pirna"),
    moved(["dohna", "lehwaldt"], "berlin", "spandau", "torun"), battle("heinrich", "browne"), battle("keith", "daun"),
    event("starved", nation="prussia", general="seydlitz", city="halle"),
]  # fmt: skip


def test_by_what_the_orders_behind_every_kind_of_event_are_looked_for(golden: Callable[[str, str], None]) -> None:
    lines = []
    for sample in EVENTS:
        kinds, pieces, bids = trail_of(read(sample), [read(row) for row in EARLIER])
        named = " ".join(sorted(PIECE_IDS[piece] for piece in pieces)) or "-"
        words = " ".join(kind.__name__ for kind in kinds) or "nothing"
        lines.append(f"{sample.kind}: {words}, {named}{', bids' if bids else ''}")

    golden("reasons/trails.txt", "\n".join([*lines, ""]))


SHEET = {
    "do": ["Keith > Meißen > Pirna", "Dohna > Spandau", "T1 > Potsdam", "Seydlitz stays",
           "reconquer Rastenburg, Ortelsburg", "recruit 1 troop; pay 6S", "discard 2S"],
    "troops": {"Keith": 4, "Dohna": 1},
    "bid": [{"own": "Keith", "plays": ["2S"], "otherwise": "concede"}, {"own": "Dohna", "otherwise": "concede"}],
    "retreat": ["towards Prag", "anywhere"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("sample", "expected"),
    [
        (moved(["keith"], "riesa", "meissen"), [SHEET["do"][0]]),
        (event("conquered", nation="prussia", city="meissen"), [SHEET["do"][0], SHEET["do"][4]]),
        (event("conquered", nation="prussia", city="riesa"), [SHEET["do"][0], SHEET["do"][4]]),
        (event("conquered", nation="prussia", city="pirna"), [SHEET["do"][4]]),
        (event("captured", nation="prussia", train="austria-t1", city="pirna"), [SHEET["do"][0]]),
        (event("captured", nation="prussia", train="austria-t1", city="meissen"), []),
        (event("unsupplied", nation="prussia", general="dohna", city="torun"), SHEET["do"][1:3]),
        (event("troops-lost", nation="prussia", troops=3, total=20), [SHEET["do"][3]]),
        (event("recruited", nation="prussia", troops=1, trains=0, pieces=[], cities=[], paid=["6S"], total=20),
         [SHEET["do"][5]]),
        (event("discarded", nation="prussia", deck=1), [SHEET["do"][6]]),
        (event("troops", nation="prussia", troops={"keith": 4}), ["troops: Keith 4", "troops: Dohna 1"]),
        (event("tied", nation="prussia", cities=["riesa", "meissen"]), [BID]),
        (event("retreated", nation="austria", generals=["daun"], from_="meissen", to="pirna"),
         [BID, "retreat: towards Prag, anywhere"]),
        (event("fate", turn=7, card="poems"), []),
    ],
)  # fmt: skip
def test_the_orders_behind_an_event_are_those_of_its_kind_about_its_pieces(sample: Event, expected: list[str]) -> None:
    assert tuple(expected) == orders_behind(sample, EARLIER, "frederick", SHEET)


RETREAT = event("retreated", nation="austria", generals=["daun"], from_="meissen", to="pirna")
WISHES = ("retreat: towards Prag",)


def wishes(earlier: list[Event], role: str = "frederick", **body: Any) -> tuple[str, ...]:
    found = orders_behind(RETREAT, earlier, role, {"retreat": ["towards Prag"], **body})
    return tuple(line for line in found if line.startswith("retreat"))


def test_the_wishes_of_a_sheet_with_moves_are_behind_the_retreats_of_battles_it_began() -> None:
    assert WISHES == wishes(EARLIER, do=["Keith stays"])
    assert () == wishes(EARLIER)
    assert () == wishes(EARLIER, "maria-theresa", do=["Keith stays"])
    assert () == wishes([battle("daun", "keith")], do=["Keith stays"])
    assert () == wishes([], do=["Keith stays"])


def test_the_wishes_of_a_sheet_with_bids_are_behind_the_retreats_of_their_battles() -> None:
    own = {"own": "Keith", "otherwise": "concede"}
    attacked = [*EARLIER, battle("daun", "keith")]

    assert WISHES == wishes(attacked, bid=[own])
    assert WISHES == wishes(attacked, bid=[{**own, "own": "*"}])
    assert () == wishes(attacked, bid=[{**own, "own": "Dohna"}])
    assert () == wishes(attacked, bid=[{**own, "retreat": ["anywhere"]}])
    assert () == wishes(EARLIER, bid=[{**own, "retreat": ["anywhere"]}], do=["Keith stays"])


def test_a_train_is_that_of_the_nation_whose_stage_it_is() -> None:
    sample = event("moved", nation="hanover", pieces=["hanover-t1"], way=["stade", "celle"])
    stage = event("stage", turn=5, nation="hanover")

    assert ("T1 > Celle",) == orders_behind(sample, [stage], "frederick", {"do": ["T1 > Celle"]})
    assert () == orders_behind(sample, [EARLIER[0]], "frederick", {"do": ["T1 > Celle"]})
    assert () == orders_behind(sample, [stage, EARLIER[0]], "frederick", {"do": ["T1 > Celle"]})
    assert ("T1 > Celle",) == orders_behind(sample, [], "frederick", {"do": ["T1 > Celle"]})
