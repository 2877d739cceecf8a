"""Run every case of tests/vectors/<ruleset>/<chapter>.toml through check and resolve.

A case has an id, the rules it shows, a title, a position (or ``setup = "4p"``), and sheets: one table a step,
a sheet for each role named; an awaited role without a sheet takes the default. A step may also be
``{ until = "t05-hanover" }``: defaults all round until the game stands there.

``expect`` is ``"ok"`` or the errors of the last step's sheets, as ``"FR405 at do.0"``; the sheets of earlier
steps must be clean. ``warn`` lists warnings of the last step's sheets that must be among those given. ``depends``
lists answers of the third kind, likewise.

``then`` is compared with the state after: any key of the encoded state, and besides these ``awaiting`` (as
``"frederick movement"``), ``label``, ``hand_sizes`` and ``pile``; hands and discards are lists of cards.
``views`` compares in the same way with what single roles (or ``public``) see. ``story`` and ``silence`` list
texts that must, or must not, occur in what all are told; ``whispers`` lists, by role, what only that role is told.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.core.diagnostics import has_errors
from pbem.core.events import Event, seen_by
from pbem.rulesets.friedrich import RULESET

HERE = Path(__file__).parent
VECTORS = HERE / "vectors" / "friedrich"
RULES = HERE.parent / "docs" / "rules" / "friedrich.md"
CHANCE = Chance("vectors")
Case = dict[str, Any]


def cases() -> Iterator[Case]:
    for path in sorted(VECTORS.glob("*.toml")):
        if path.stem != "without":
            for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
                yield {**case, "file": path.stem}


CASES = list(cases())
WITHOUT: dict[str, dict[str, str]] = tomllib.loads((VECTORS / "without.toml").read_text(encoding="utf-8"))


def beginning(case: Case) -> tuple[Any, tuple[Event, ...]]:
    """The state in which a case begins, run on to its first decision."""
    options = case.get("options", {})
    if "setup" in case:
        state = RULESET.set_up(case["setup"], options)
    else:
        mode = case["position"].get("mode", "4p")
        state = RULESET.position(case["position"], mode, options)
    return (state, ()) if RULESET.awaiting(state) else resolved(state, {})


def faults(state: Any, role: str, body: Mapping[str, Any]) -> dict[str, list[str]]:
    """What check says of a sheet, by severity; on the view and on the whole state alike."""
    on_view = RULESET.take(RULESET.view(state, role), role, body).diagnostics
    on_state = RULESET.take(state, role, body).diagnostics
    assert on_view == on_state, "check says one thing of the view and another of the state"
    found: dict[str, list[str]] = {}
    for fault in on_view:
        assert fault.message and not re.search(r"\{\w+\}", fault.message + fault.hint)
        place = ".".join(map(str, fault.at.path))
        found.setdefault(fault.code.severity, []).append(f"{fault.code.id} at {place}".removesuffix(" at "))
    assert has_errors(on_view) == ("error" in found)
    return found


def resolved(state: Any, sheets: Mapping[str, Any]) -> tuple[Any, tuple[Event, ...]]:
    """One step; the new state keeps the invariants and can be stored, and its views agree and hide what they should."""
    after, events = RULESET.resolve(state, sheets, CHANCE)
    assert not RULESET.invariants(after, state)
    assert RULESET.decode(RULESET.encode(after)) == after
    for role in [role.id for role in RULESET.mode(after.mode).roles] + [None]:
        view = RULESET.view(after, role)
        assert RULESET.awaiting(view) == RULESET.awaiting(after), "a view waits for somebody else"
        assert RULESET.label(view) == RULESET.label(after)
        assert RULESET.decode(RULESET.encode(view)) == view
        assert RULESET.view(RULESET.exchange(after, role, CHANCE), role) == view, "a view tells what it hides"
    return after, events


def until(state: Any, label: str) -> tuple[Any, tuple[Event, ...]]:
    """Defaults all round until the game stands at a label."""
    told: tuple[Event, ...] = ()
    for _ in range(400):
        if RULESET.label(state) == label or RULESET.result(state):
            return state, told
        state, events = resolved(state, {})
        told += events
    raise AssertionError(f"the game never came to {label}; it stands at {RULESET.label(state)}")


def played(case: Case) -> tuple[Any, tuple[Event, ...], dict[str, list[str]]]:
    """The state after all steps, the events told, and the faults of the last step's sheets."""
    state, told = beginning(case)
    found: dict[str, list[str]] = {}
    for number, sheets in enumerate(case.get("sheets", ()), start=1):
        if "until" in sheets:
            state, events = until(state, sheets["until"])
        else:
            found = merged(faults(state, role, body) for role, body in sheets.items())
            if "error" in found:
                assert number == len(case["sheets"]), f"step {number} was refused: {found}"
                break
            state, events = resolved(state, sheets)
        told += events
    return state, told, found


def merged(tables: Any) -> dict[str, list[str]]:
    whole: dict[str, list[str]] = {}
    for table in tables:
        for key, values in table.items():
            whole.setdefault(key, []).extend(values)
    return whole


def facts_of(state: Any) -> dict[str, Any]:
    """The encoded state with the few computed facts that ``then`` may name."""
    encoded = RULESET.encode(state)
    result = RULESET.result(state)
    return {
        **encoded,
        "discards": [card for pile in encoded["discards"] for card in pile.split()],
        "hands": {nation: cards.split() for nation, cards in encoded["hands"].items()},
        "awaiting": [f"{owed.role} {owed.kind}" for owed in RULESET.awaiting(state)],
        "label": RULESET.label(state),
        "winners": sorted(result.winners) if result else [],
        "hand_sizes": {nation: len(cards.split()) for nation, cards in encoded["hands"].items()},
        "pile": len(state.draw),
        "discard_sizes": " ".join(str(len(pile.split())) for pile in encoded["discards"]),
    }


def differences(expected: Any, actual: Any, place: str = "") -> Iterator[str]:
    """Where the expected facts are not the actual ones; keys not named are not compared."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            missing = "off" if isinstance(value, str) else [] if isinstance(value, list) else {}
            known = actual.get(key, missing) if isinstance(actual, Mapping) else None
            yield from differences(value, known, f"{place}.{key}".strip("."))
    elif isinstance(expected, list) and isinstance(actual, list | tuple):
        if sorted(map(str, expected)) != sorted(map(str, actual)):
            yield f"{place}: expected {expected}, found {list(actual)}"
    elif expected != actual:
        yield f"{place}: expected {expected!r}, found {actual!r}"


def telling(events: tuple[Event, ...], role: str | None) -> str:
    return "\n".join(line for event in seen_by(events, role) for line in RULESET.tell(event))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['file']}-{case['id']}" for case in CASES])
def test_vector(case: Case) -> None:
    state, events, found = played(case)

    expected = case.get("expect", "ok")
    assert ([] if expected == "ok" else sorted(expected)) == sorted(found.get("error", []))
    for severity, key in (("warning", "warn"), ("depends", "depends")):
        assert set(case.get(key, ())) <= set(found.get(severity, ()))
    assert list(differences(case.get("then", {}), facts_of(state))) == []
    for role, facts in case.get("views", {}).items():
        view = RULESET.view(state, None if role == "public" else role)
        assert list(differences(facts, facts_of(view), role)) == []
    public = telling(events, None)
    assert [line for line in case.get("story", ()) if line not in public] == []
    assert [line for line in case.get("silence", ()) if line in public] == []
    for role, lines in case.get("whispers", {}).items():
        assert [line for line in lines if line not in telling(events, role)] == []
        assert [line for line in lines if line in public] == []


def rules_shown() -> set[str]:
    """The rules that have a case, each also without the letter of its part: F9.2c shows F9.2."""
    named = {rule for case in CASES for rule in case["rule"]}
    return named | {re.sub(r"(?<=\d)[a-z]$", "", rule) for rule in named}


def rules_of_the_standard_game() -> list[str]:
    """F1.1 to F12.6, and every ♠ text and stroke of the cards of fate."""
    text = RULES.read_text(encoding="utf-8")
    chapters = re.findall(r"(?m)^(F(?:[1-9]|1[0-2])\.\d+) ", text)
    spades = re.findall(r"(?m)^\| (\d+)♠ \| (?:now|next|-) \|", text)
    strokes = re.findall(r"(?m)^\| ([A-Z][A-Z, ]+) \| ", text)
    return chapters + [f"{number}♠" for number in spades] + [s for row in strokes for s in row.split(", ")]


def cases_of_the_reference() -> list[str]:
    """The ids of the worked cases, W1 to W12 and V1 to V75."""
    return re.findall(r"(?m)^([WV]\d+) [*A-Z]", RULES.read_text(encoding="utf-8"))


def test_the_reference_is_read_whole() -> None:
    assert 131 + 12 + 6 == len(rules_of_the_standard_game())
    assert 12 + 75 == len(cases_of_the_reference())


def test_every_rule_has_a_vector_or_a_reason() -> None:
    shown, reasons = rules_shown(), WITHOUT["rules"]

    assert [rule for rule in rules_of_the_standard_game() if rule not in shown and rule not in reasons] == []
    assert [rule for rule in reasons if rule in shown] == [], "a reason is not needed any more"
    assert all(len(reason) > 20 for reason in reasons.values())


def test_every_worked_case_has_a_vector_or_a_reason() -> None:
    made = {re.sub(r"[a-z]+$", "", case["id"]) for case in CASES}

    assert [id_ for id_ in cases_of_the_reference() if id_ not in made and id_ not in WITHOUT["cases"]] == []
    assert [id_ for id_ in WITHOUT["cases"] if id_ in made] == []


def test_every_rule_named_by_a_vector_exists() -> None:
    text = RULES.read_text(encoding="utf-8")
    known = set(re.findall(r"(?m)^([FCKDANHQ]\d+(?:\.\d+)?a?) ", text)) | set(rules_of_the_standard_game())
    named = {rule for case in CASES for rule in case["rule"]}

    assert [rule for rule in sorted(named) if rule not in known and rule[:-1] not in known] == []


def test_every_code_names_a_rule_of_the_reference() -> None:
    text = RULES.read_text(encoding="utf-8")
    known = set(re.findall(r"(?m)^([FC]\d+(?:\.\d+)?) ", text)) | set(re.findall(r"(?m)^\| (\d+♠) \|", text))
    rules = {code.id: code.rule.replace("S", "♠") for code in RULESET.codes().values() if code.rule}

    assert {id_: rule for id_, rule in rules.items() if rule not in known} == {}


def test_every_code_has_a_vector_or_a_reason() -> None:
    shown = {word[:5] for case in CASES for key in ("expect", "warn", "depends") for word in listed(case.get(key))}
    missing = [code for code in RULESET.codes() if code not in shown and code not in WITHOUT["codes"]]

    assert [] == missing
    assert [code for code in WITHOUT["codes"] if code in shown or code not in RULESET.codes()] == []


def listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else []


def test_ids_of_vectors_are_unique() -> None:
    ids = [case["id"] for case in CASES]

    assert sorted(set(ids)) == sorted(ids)
