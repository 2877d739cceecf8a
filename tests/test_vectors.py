"""Run every case of tests/vectors/<ruleset>/<chapter>.toml through check and resolve.

A case has an id, the rules it shows, a title, a position (or ``setup = "4p"``), and sheets: one table a step,
a sheet for each role named; an awaited role without a sheet takes the default. A step may also be
``{ until = "t05-hanover" }``: defaults all round until the game stands there.

``expect`` is ``"ok"`` or the errors of the last step's sheets, as ``"FR405 at do.0"``; the sheets of earlier
steps must be clean. ``warn`` lists warnings and notes of the last step's sheets that must be among those given.
``depends`` lists all answers of the third kind. ``says`` and ``unsaid`` list texts that must, or must not, occur in the
complaints about the last step's sheets, each written as ``FR405 message hint rule F4.5``.

``ahead`` has, by role, an order ahead as ``[[ahead]]`` holds it (``for``, ``unless``, ``do`` ...), judged after the
sheets: what holds for good is an error, an error that hangs on something is an answer of the third kind, and what it
hangs on stands behind its words.

``then`` is compared with the state after: any key of the encoded state, and besides these ``awaiting`` (as
``"frederick movement"``), ``label``, ``hand_sizes`` and ``pile``; hands and discards are lists of cards.
``shows`` says for which text of a card of fate a case stands: that it applies, is impossible, expires or lasts.
``views`` compares in the same way with what single roles (or ``public``) see. ``story`` and ``silence`` list
texts that must, or must not, occur in what all are told; ``whispers`` lists, by role, what only that role is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
import rule_coverage
from ahead_cases import faults_ahead
from rule_coverage import CASES, TEXT, WITHOUT, Case

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event, seen_by
from pbem.rulesets.friedrich import RULESET

CHANCE = Chance("vectors")


def beginning(case: Case) -> tuple[Any, tuple[Event, ...]]:
    """The state in which a case begins, run on to its first decision."""
    options = case.get("options", {})
    if "setup" in case:
        state = RULESET.rules.set_up(case["setup"], options)
    else:
        mode = case["position"].get("mode", "4p")
        state = RULESET.files.position(case["position"], mode, options)
    return (state, ()) if RULESET.rules.awaiting(state) else resolved(state, {})


def faults(state: Any, role: str, body: Mapping[str, Any]) -> dict[str, list[str]]:
    """What check says of a sheet, by severity; on the view and on the whole state alike."""
    on_view = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body).diagnostics
    on_state = RULESET.rules.take(state, role, body).diagnostics
    assert on_view == on_state, "check says one thing of the view and another of the state"
    found: dict[str, list[str]] = {}
    for fault in on_view:
        assert fault.message and not re.search(r"\{\w+\}", fault.message + fault.hint)
        place = ".".join(map(str, fault.at.path))
        rule = f"rule {fault.rule}" if fault.rule else ""
        found.setdefault("words", []).append(f"{fault.code.id} {fault.message} {fault.hint} {rule}")
        found.setdefault(fault.code.severity, []).append(f"{fault.code.id} at {place}".removesuffix(" at "))
    assert has_errors(on_view) == ("error" in found)
    return found


def resolved(state: Any, sheets: Mapping[str, Any]) -> tuple[Any, tuple[Event, ...]]:
    """One step; the new state keeps the invariants and can be stored, and its views agree and hide what they should."""
    after, events = RULESET.rules.resolve(state, sheets, CHANCE)
    hold(state, after)
    return after, events


def hold(state: Any, after: Any) -> None:
    """What must be true of a state after a step."""
    assert not RULESET.rules.invariants(after, state)
    assert RULESET.files.decode(RULESET.files.encode(after)) == after
    for role in [role.id for role in RULESET.mode(after.mode).roles] + [None]:
        view = RULESET.secrets.view_of(after, role)
        assert RULESET.rules.awaiting(view) == RULESET.rules.awaiting(after), "a view waits for somebody else"
        assert RULESET.telling.label(view) == RULESET.telling.label(after)
        assert RULESET.files.decode(RULESET.files.encode(view)) == view
        assert RULESET.secrets.view_of(RULESET.secrets.twin_of(after, role, CHANCE), role) == view, (
            "a view tells what it hides"
        )


def until(state: Any, label: str) -> tuple[Any, tuple[Event, ...]]:
    """Defaults all round until the game stands at a label."""
    told: tuple[Event, ...] = ()
    for _ in range(400):
        if RULESET.telling.label(state) == label or RULESET.rules.result(state):
            return state, told
        state, events = resolved(state, {})
        told += events
    raise AssertionError(f"the game never came to {label}; it stands at {RULESET.telling.label(state)}")


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
    if "ahead" in case:
        found = merged(faults_ahead(RULESET, state, role, table) for role, table in case["ahead"].items())
    return state, told, found


def merged(tables: Any) -> dict[str, list[str]]:
    whole: dict[str, list[str]] = {}
    for table in tables:
        for key, values in table.items():
            whole.setdefault(key, []).extend(values)
    return whole


def facts_of(state: Any) -> dict[str, Any]:
    """The encoded state with the few computed facts that ``then`` may name."""
    encoded = RULESET.files.encode(state)
    result = RULESET.rules.result(state)
    return {
        **encoded,
        "discards": [card for pile in encoded["discards"] for card in pile.split()],
        "hands": {nation: cards.split() for nation, cards in encoded["hands"].items()},
        "awaiting": [f"{owed.role} {owed.kind}" for owed in RULESET.rules.awaiting(state)],
        "label": RULESET.telling.label(state),
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
    return "\n".join(line for event in seen_by(events, role) for line in RULESET.telling.tell(event))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['file']}-{case['id']}" for case in CASES])
def test_vector(case: Case) -> None:
    state, events, found = played(case)

    expected = case.get("expect", "ok")
    assert ([] if expected == "ok" else sorted(expected)) == sorted(found.get("error", []))
    assert set(case.get("warn", ())) <= {*found.get("warning", ()), *found.get("note", ())}
    assert sorted(case.get("depends", ())) == sorted(found.get("depends", ()))
    words = "\n".join(found.get("words", ()))
    assert [text for text in case.get("says", ()) if text not in words] == [], words
    assert [text for text in case.get("unsaid", ()) if text in words] == [], words
    assert list(differences(case.get("then", {}), facts_of(state))) == []
    for role, facts in case.get("views", {}).items():
        view = RULESET.secrets.view_of(state, None if role == "public" else role)
        assert list(differences(facts, facts_of(view), role)) == []
    public = telling(events, None)
    assert [line for line in case.get("story", ()) if line not in public] == []
    assert [line for line in case.get("silence", ()) if line in public] == []
    for role, lines in case.get("whispers", {}).items():
        assert [line for line in lines if line not in telling(events, role)] == []
        assert [line for line in lines if line in public] == []


def test_the_reference_is_read_whole() -> None:
    assert 134 + 10 + 6 + 8 == len(rule_coverage.chapters())
    assert {"-": 12, "now": 16, "next": 20} == {
        when: list(rule_coverage.texts().values()).count(when) for when in ("-", "now", "next")
    }
    assert 6 == len(rule_coverage.strokes())
    assert 12 + 75 == len(rule_coverage.worked())
    assert [27, 17, 45, 12, 4] == [len(rule_coverage.numbered(letter)) for letter in "DQACK"]


def test_every_rule_text_decision_question_and_worked_case_has_a_vector_or_a_reason() -> None:
    shown, reasons = rule_coverage.shown(), {**WITHOUT["rules"], **WITHOUT["cases"]}

    assert rule_coverage.holes() == []
    assert [rule for rule in reasons if rule in shown] == [], "a reason is not needed any more"
    assert all(len(reason) > 20 for reason in reasons.values())


def test_every_question_of_the_faq_is_a_case_of_its_own() -> None:
    made = {re.sub(r"[a-z]+$", "", case["id"]) for case in CASES}

    assert [id_ for id_ in rule_coverage.numbered("Q") if id_ not in made] == []


def test_every_text_and_stroke_is_shown_where_it_applies_where_it_cannot_and_how_it_ends() -> None:
    displays = rule_coverage.displays()

    assert [what for what in rule_coverage.to_be_shown() if what not in displays] == []
    assert [what for what in displays if what not in rule_coverage.to_be_shown()] == []


def test_every_house_rule_is_shown_both_ways() -> None:
    shown = {(name, choice) for case in CASES for name, choice in case.get("options", {}).items()}
    house = [option for option in RULESET.options if re.match(r"A\d+:", option.about)]
    wanted = {(option.id, choice) for option in house for choice in option.choices}

    assert len(house) == 11
    assert wanted - shown == set()


def test_the_page_of_rules_and_tests_is_fresh() -> None:
    """To write it anew: python tests/rule_coverage.py > docs/rules/friedrich-coverage.md."""
    assert rule_coverage.page() == rule_coverage.PAGE.read_text(encoding="utf-8")


def test_every_rule_named_by_a_vector_exists() -> None:
    known = set(re.findall(r"(?m)^([FCKDANHQ]\d+(?:\.\d+)?a?) ", TEXT))
    known |= {*rule_coverage.chapters(), *rule_coverage.texts(), *rule_coverage.strokes()}
    named = {rule for case in CASES for rule in case["rule"]}

    assert [rule for rule in sorted(named) if rule not in known and rule[:-1] not in known] == []


def test_every_code_names_a_rule_of_the_reference() -> None:
    known = set(re.findall(r"(?m)^([FC]\d+(?:\.\d+)?) ", TEXT)) | set(rule_coverage.texts())
    signs = str.maketrans("SCHD", "♠♣♥♦")
    rules = {
        (code.id, name): rule.translate(signs) if rule[:1].isdigit() else rule
        for code in RULESET.rules.codes().values()
        for name, rule in (("", code.rule), *((name, form.rule) for name, form in code.forms.items()))
        if rule
    }

    assert {place: rule for place, rule in rules.items() if rule not in known} == {}


def test_every_code_has_a_vector_or_a_reason() -> None:
    shown = {word[:5] for case in CASES for key in ("expect", "warn", "depends") for word in listed(case.get(key))}
    missing = [code for code in RULESET.rules.codes() if code not in shown and code not in WITHOUT["codes"]]

    assert [] == missing
    assert [code for code in WITHOUT["codes"] if code in shown or code not in RULESET.rules.codes()] == []


def listed(value: Any) -> list[str]:
    return value if isinstance(value, list) else []


def test_ids_of_vectors_are_unique() -> None:
    ids = [case["id"] for case in CASES]

    assert sorted(set(ids)) == sorted(ids)
