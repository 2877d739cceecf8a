"""Run every case of tests/vectors/maria/<chapter>.toml through check and resolve.

Cases are as those of Friedrich (tests/test_vectors.py). They are played on the probe map of the rules unless ``board``
says ``"house"``. On the probe map a case says what is there: ``land`` has cities with the country they lie in, ``fort``
those that are ``"minor"`` or ``"major"`` fortresses, ``electors`` those with a two-sided marker and its side; ``start``
the set-up cities of pieces by their ids in tables of boards, ``names`` other names of cities and countries.
A position there is of turn 5, with five markers in each pool and no contract, unless it says otherwise. ``signed``
says how many agreements between Frederick's own powers there were, and what became of them.

``ahead`` has, by role, an order ahead as ``[[ahead]]`` holds it, judged after the sheets; ``depends`` are the errors
that hang on something. ``events`` lists events that must happen, as ``"conquered power=france city=m3"``; ``quiet``
kinds that must not.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ahead_cases import faults_ahead

from pbem.boards import load
from pbem.core import has_errors, sha256
from pbem.core.board import Marker, Pack, Piece
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.core.ruleset import Ruleset
from pbem.rulesets.boarded import played_on
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.boxes import points_of
from pbem.rulesets.maria.packed import modules
from pbem.rulesets.maria.powers import PRAGMATIC, PRUSSIA
from pbem.rulesets.maria.records import Treaty

CHANCE = Chance("vectors")
Case = dict[str, Any]
FOLDER = Path(__file__).parent / "vectors" / "maria"
CASES: list[Case] = [
    {**case, "file": path.stem}
    for path in sorted(FOLDER.glob("*.toml"))
    if path.stem != "without"
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
POOLS = {"france": 5, "prussia": 5, "austria": 5, "pragmatic": 5}


@cache
def probe() -> Pack:
    return load("probe")


def ground(case: Case) -> Ruleset:
    """The title on the board of a case."""
    if case.get("board") == "house":
        return RULESET
    changes = repr([case.get(key) for key in ("land", "fort", "electors", "start", "names")])
    return on_probe(changes, sha256(changes.encode()).hex())


@cache
def on_probe(changes: str, digest: str) -> Ruleset:
    """The title on the probe map with other lands and fortresses."""
    land, fort, electors, start, names = eval(changes)
    cities = tuple(
        city._replace(
            country=(land or {}).get(city.id, city.country),
            name=(names or {}).get(city.id, city.name),
            kind=(fort or {}).get(city.id, "minor" if city.id in (electors or {}) else city.kind),
        )
        for city in probe().cities
    )
    countries = tuple(
        country._replace(name=(names or {}).get(country.id, country.name)) for country in probe().countries
    )
    markers = tuple(Marker(id_, "elector", tuple(side.split("+")), False) for id_, side in (electors or {}).items())
    pieces = tuple(
        Piece(id_, id_.partition(":")[0], "general", int(id_[-1]), id_, "city", city)
        for id_, city in (start or {}).items()
    )
    pack = probe()._replace(cities=cities, countries=countries, markers=markers, setup=pieces, digest=digest)
    return played_on("maria", digest, modules(pack))


class Table:
    """A case on its board, as it is played."""

    def __init__(self, case: Case) -> None:
        self.case, self.title = case, ground(case)
        self.rules = self.title.rules
        # Positions name a few markers, pools without regard to them: the sum of markers is not theirs to keep.
        self.unkept = "M32.3" if "position" in case else "nothing"
        self.told: tuple[Event, ...] = ()
        self.found: dict[str, list[str]] = {}
        self.state = self.beginning()
        if not self.rules.awaiting(self.state):
            self.resolve({})

    def beginning(self) -> Any:
        options = self.case.get("options", {})
        if "setup" in self.case:
            return self.rules.set_up(self.case["setup"], options)
        position = self.case["position"]
        mode = position.get("mode", "advanced")
        if self.case.get("board") != "house":
            position = {"turn": 5, "contracts": [], **position}
            if mode in ("advanced", "two"):
                position["pools"] = POOLS | position.get("pools", {})
        state = self.title.files.position(position, mode, options)
        return state._replace(treaties=tuple(self.signed())) if "signed" in self.case else state

    def signed(self) -> Iterator[Treaty]:
        """Agreements of Prussia and the Pragmatic Army, in numbers that no sheet could hold."""
        number, status = self.case["signed"]
        parties = (PRUSSIA, PRAGMATIC)
        for id_ in range(1, number + 1):
            yield Treaty(str(id_), status, parties, 5, 6, ("Prussia does not enter Wien",), assented=parties)

    def faults(self, role: str, body: Mapping[str, Any]) -> dict[str, list[str]]:
        """What check says of a sheet, by severity; on the view and on the whole state alike."""
        on_view = self.rules.take(self.title.secrets.view_of(self.state, role), role, body).diagnostics
        on_state = self.rules.take(self.state, role, body).diagnostics
        assert on_view == on_state, "check says one thing of the view and another of the state"
        found: dict[str, list[str]] = {}
        for fault in on_view:
            assert fault.message and not re.search(r"\{\w+\}", fault.message + fault.hint)
            hangs = self.title.ahead.hangs_on(fault)
            assert not hangs or (hangs.startswith("It hangs on ") and hangs.endswith(".") and "{" not in hangs)
            place = ".".join(map(str, fault.at.path))
            rule = f"rule {fault.rule}" if fault.rule else ""
            found.setdefault("words", []).append(f"{fault.code.id} {fault.message} {fault.hint} {rule}")
            found.setdefault(fault.code.severity, []).append(f"{fault.code.id} at {place}".removesuffix(" at "))
        assert has_errors(on_view) == ("error" in found)
        return found

    def resolve(self, sheets: Mapping[str, Any]) -> None:
        """One step; the new state keeps the invariants and can be stored, and its views agree and hide."""
        after, events = self.rules.resolve(self.state, sheets, CHANCE)
        self.hold(after)
        self.state, self.told = after, self.told + events

    def hold(self, after: Any) -> None:
        """What must be true of a state after a step."""
        broken = [text for text in self.rules.invariants(after, self.state) if not text.startswith(self.unkept)]
        assert not broken
        assert self.title.files.decode(self.title.files.encode(after)) == after
        for role in [role.id for role in self.title.mode(after.mode).roles] + [None]:
            view = self.title.secrets.view_of(after, role)
            assert self.rules.awaiting(view) == self.rules.awaiting(after), "a view waits for somebody else"
            assert self.title.telling.label(view) == self.title.telling.label(after)
            assert self.title.files.decode(self.title.files.encode(view)) == view
            twin = self.title.secrets.twin_of(after, role, CHANCE)
            assert self.title.secrets.view_of(twin, role) == view, "a view tells what it hides"

    def until(self, label: str) -> None:
        """Defaults all round until the game stands at a label."""
        for _ in range(400):
            if self.title.telling.label(self.state) == label or self.rules.result(self.state):
                return
            self.resolve({})
        raise AssertionError(f"the game never came to {label}; it stands at {self.title.telling.label(self.state)}")

    def play(self) -> None:
        """All steps; the faults found are those of the last step's sheets."""
        for number, sheets in enumerate(self.case.get("sheets", ()), start=1):
            if "until" in sheets:
                self.until(sheets["until"])
                continue
            tables = [self.faults(role, body) for role, body in sheets.items()]
            self.found = {key: [text for t in tables for text in t.get(key, ())] for t in tables for key in t}
            if "error" in self.found:
                assert number == len(self.case["sheets"]), f"step {number} was refused: {self.found}"
                return
            self.resolve(sheets)
        if "ahead" in self.case:
            tables = [faults_ahead(self.title, self.state, role, row) for role, row in self.case["ahead"].items()]
            self.found = {key: [text for t in tables for text in t.get(key, ())] for t in tables for key in t}

    def facts(self, view: Any) -> dict[str, Any]:
        """The encoded state with the few computed facts that ``then`` may name; pieces stand under their powers."""
        encoded = self.title.files.encode(view)
        result = self.rules.result(view)
        return {
            **encoded,
            **encoded["pieces"],
            "saxony_standing": encoded["saxony"],
            "discards": [card for pile in encoded["discards"] for card in pile.split()],
            "hands": {power: cards.split() for power, cards in encoded["hands"].items()},
            "awaiting": [f"{owed.role} {owed.kind}" for owed in self.rules.awaiting(view)],
            "label": self.title.telling.label(view),
            "winners": sorted(result.winners) if result else [],
            "over": result is not None,
            "hand_sizes": {power: len(cards.split()) for power, cards in encoded["hands"].items()},
            "pile": len(view.draw),
        }


def differences(expected: Any, actual: Any, place: str = "") -> Iterator[str]:
    """Where the expected facts are not the actual ones; keys not named are not compared."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            known = actual.get(key) if isinstance(actual, Mapping) else None
            yield from differences(value, known, f"{place}.{key}".strip("."))
    elif isinstance(expected, list) and isinstance(actual, list | tuple):
        if sorted(map(str, expected)) != sorted(map(str, actual)):
            yield f"{place}: expected {expected}, found {list(actual)}"
    elif expected != actual:
        yield f"{place}: expected {expected!r}, found {actual!r}"


def matches(event: Event, text: str) -> bool:
    """Whether an event is of the kind and has the facts that a text names."""
    kind, *facts = text.split()
    pairs = [fact.partition("=")[::2] for fact in facts]
    return event.kind == kind and all(written(event.facts.get(key)) == value for key, value in pairs)


def written(fact: Any) -> str:
    return ",".join(map(str, fact)) if isinstance(fact, list) else str(fact)


@pytest.mark.parametrize("case", CASES, ids=[f"{case['file']}-{case['id']}" for case in CASES])
def test_vector(case: Case) -> None:
    table = Table(case)
    table.play()

    expected = case.get("expect", "ok")
    assert ([] if expected == "ok" else sorted(expected)) == sorted(table.found.get("error", []))
    assert sorted(case.get("depends", ())) == sorted(table.found.get("depends", ()))
    assert set(case.get("warn", ())) <= {*table.found.get("warning", ()), *table.found.get("note", ())}
    words = "\n".join(table.found.get("words", ()))
    assert [code for code in case.get("silent", ()) if code in words] == []
    assert [text for text in case.get("says", ()) if text not in words] == [], words
    assert list(differences(case.get("then", {}), table.facts(table.state))) == []
    for role, facts in case.get("views", {}).items():
        view = table.title.secrets.view_of(table.state, None if role == "public" else role)
        assert list(differences(facts, table.facts(view), role)) == []
    public = seen_by(table.told, None)
    assert [text for text in case.get("events", ()) if not any(matches(event, text) for event in public)] == []
    assert [event.kind for event in public if event.kind in case.get("quiet", ())] == []


@pytest.mark.parametrize(
    ("troops", "generals", "points"), [(2, 0, 0), (2, 1, 1), (3, 2, 1), (5, 0, 1), (6, 1, 2), (10, 2, 3)]
)
def test_v39_points_by_troops_or_by_generals(troops: int, generals: int, points: int) -> None:
    assert points == points_of(troops, generals)


def test_every_case_has_an_id_of_its_own() -> None:
    ids = [case["id"] for case in CASES]

    assert sorted(set(ids)) == sorted(ids)
