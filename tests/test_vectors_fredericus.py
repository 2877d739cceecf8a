"""Run every case of tests/vectors/fredericus/<chapter>.toml through check and resolve.

A case has an id, the rules it shows, a title and a position in the notation of the rules page (R17): ``given`` names
what differs from the defaults there. With ``setup = "3p"`` the case begins with the set-up instead.

``do`` lists turns in their order, each a table with the actions of one falconer. ``END`` closes a turn; without it
the position in the middle of the turn is compared. ``"ABSENT"`` sends no sheet: all that are awaited take the
default. Any other value that is no list is sent as it stands. ``expect`` is ``"ok"`` or the errors of the last
sheet, as ``"FD502 at 3"``: actions are counted from 1, and what is wrong with the whole list is wrong at its END.
``warn`` lists warnings and notes likewise.

``ahead`` has, by seat, an order ahead as ``[[ahead]]`` holds it (``for``, ``unless``, ``do``), judged after the turns:
what holds for good is an error, as ``"FD503 at do.0"``; ``depends`` lists the errors that hang on something, and
``says`` texts that must occur in what is said of them.

``then`` is compared with the position after. ``views`` compares in the same way with what single roles (or
``public``) see. ``story`` and ``silence`` list texts that must, or must not, occur in what all are told;
``whispers`` lists, by role, what only that role is told.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from ahead_cases import faults_ahead

from pbem.core.chance import Chance
from pbem.core.events import HIDDEN, Event, seen_by
from pbem.rulesets.fredericus import RULESET
from pbem.rulesets.fredericus.cards import FREDERICUS
from pbem.rulesets.fredericus.objectives import draw
from pbem.rulesets.fredericus.orders import read_lines
from pbem.rulesets.fredericus.scoring import ranking, score
from pbem.rulesets.fredericus.setup import with_fredericus
from pbem.rulesets.fredericus.state import SEATS, Due, State, Turn, allowed, mandatory
from pbem.rulesets.fredericus.turn import acted

HERE = Path(__file__).parent
VECTORS = HERE / "vectors" / "fredericus"
RULES = HERE.parent / "docs" / "rules" / "fredericus.md"
CHANCE = Chance("vectors")
OPTIONS = {option.id: option.default for option in RULESET.options}
BIRDS = {"A": (1, 5), "B": (3, 7), "C": (5, 1), "D": (7, 3)}
Case = dict[str, Any]


def cases() -> Iterator[Case]:
    for path in sorted(VECTORS.glob("*.toml")):
        if path.stem != "without":
            for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
                yield {**case, "file": path.stem}


CASES = list(cases())
WITHOUT: dict[str, dict[str, str]] = tomllib.loads((VECTORS / "without.toml").read_text(encoding="utf-8"))


# the position of a case


def beginning(case: Case) -> State:
    """The state in which a case begins."""
    options = {**OPTIONS, **case.get("options", {})}
    if "setup" in case:
        return RULESET.rules.set_up(case["setup"], options)  # type: ignore[no-any-return]
    given = dict(case["given"])
    players = given.pop("players")
    options |= given.pop("options", {})
    seats = SEATS[:players]
    data = {
        "house": True,
        "round": given.pop("round", 3),
        "turn": given.pop("turn", "A"),
        "rows": {str(tower): "S T h" for tower in range(1, 9)} | given.pop("rows", {}),
        "birds": birds_of(seats, given.pop("birds", "")),
        "tokens": tokens_of(seats, given.pop("tokens", "")),
        "hands": dict.fromkeys(seats, "h") | given.pop("hands", {}),
        "deck": given.pop("deck", "a b c d e f g a b c d e FR f g"),
    }
    if "fredericus" in given:
        data["fredericus"] = given.pop("fredericus").lower()
        data["deck"] = data["deck"].replace("FR ", "")
    return RULESET.files.position({**data, **given}, f"{players}p", options)  # type: ignore[no-any-return]


def birds_of(seats: str, text: str) -> dict[str, str]:
    """The defaults of R17 with what the case says: ``A.F=1 B.G=hooded:4``."""
    said = dict(word.split("=") for word in text.split())
    return {
        seat: " ".join(f"{bird}={said.get(f'{seat}.{bird}', BIRDS[seat][at])}" for at, bird in enumerate("FG"))
        for seat in seats
    }


def tokens_of(seats: str, text: str) -> dict[str, str]:
    """Every token on tower 8, but ``A=3 B=court``, or ``A1=3`` with two players."""
    said = dict(word.split("=") for word in text.split())
    names = ("1", "2") if len(seats) == 2 else ("",)
    return {seat: " ".join(said.get(f"{seat}{name}", "8") for name in names) for seat in seats}


# playing it


def place_of(path: tuple[Any, ...], actions: Any) -> int:
    """The number of the action at fault; for the whole list that of its END."""
    return path[1] + 1 if len(path) > 1 else len(actions) if isinstance(actions, list) else 1


def faults(state: State, role: str, actions: Any) -> dict[str, list[str]]:
    """What check says of a sheet, by severity; on the view and on the whole state alike."""
    body = {"do": [a for a in actions if a != "END"] if isinstance(actions, list) else actions}
    on_view = RULESET.rules.take(RULESET.secrets.view_of(state, role), role, body)
    on_state = RULESET.rules.take(state, role, body)
    assert on_view.diagnostics == on_state.diagnostics, "check says one thing of the view and another of the state"
    assert on_view.understood == on_state.understood
    found: dict[str, list[str]] = {}
    for fault in on_view.diagnostics:
        assert fault.message and not re.search(r"\{\w+\}", fault.message + fault.hint)
        found.setdefault(fault.code.severity, []).append(f"{fault.code.id} at {place_of(fault.at.path, actions)}")
    if "error" in found:
        with pytest.raises(ValueError, match="cannot be carried out"):  # M1: nothing of it is
            RULESET.rules.resolve(state, {role: body}, CHANCE)
    return found


def resolved(state: State, role: str, actions: Any) -> tuple[State, tuple[Event, ...]]:
    """One whole turn, with the invariants and the stored form of the new state checked."""
    sheets = {} if actions == "ABSENT" else {role: {"do": actions[:-1]}}
    after, events = RULESET.rules.resolve(state, sheets, CHANCE)
    assert not RULESET.rules.invariants(after, state)
    assert RULESET.files.decode(RULESET.files.encode(after)) == after
    return after, events


def halfway(state: State, actions: list[str]) -> tuple[State, tuple[Event, ...]]:
    """The position in the middle of a turn, with the cards drawn that were due so far."""
    said: list[Any] = []
    lines = read_lines({"do": actions}, state.players, said.append).lines
    done = acted(state, lines)
    assert not said and not done.said, done.said
    after, events = done.state, done.events
    for task in reversed(after.agenda[:-1]):
        assert isinstance(task, Due)
        after, news = draw(after, task)
        events += news
    return after._replace(agenda=after.agenda[-1:]), events


def played(case: Case) -> tuple[State, tuple[Event, ...], dict[str, list[str]]]:
    """The state after all turns, the events told, and the faults of the last sheet."""
    state, told, found = beginning(case), (), {}
    turns = case.get("do", [])
    for number, turn in enumerate(turns, start=1):
        ((seat, actions),) = turn.items()
        ended = actions == "ABSENT" or (isinstance(actions, list) and actions[-1:] == ["END"])
        found = {} if actions == "ABSENT" else faults(state, seat.lower(), actions)
        if isinstance(actions, list) and not ended:  # the rest of the turn is left out
            missing = [f"FD402 at {len(actions)}"]
            found["error"] = [fault for fault in found.get("error", []) if fault not in missing]
        if found.get("error"):
            assert number == len(turns), f"turn {number} was refused: {found}"
            break
        state, events = resolved(state, seat.lower(), actions) if ended else halfway(state, actions)
        told += events
    for seat, table in case.get("ahead", {}).items():
        found = faults_ahead(RULESET, state, seat.lower(), table)
    return state, told, found


# comparing


def cards(pile: Any) -> str:
    """A pile in which the order means nothing."""
    return " ".join(sorted("?" if card is HIDDEN else card for card in pile)) or "-"


def facts_of(state: State) -> dict[str, Any]:
    """The position in the words of R17."""
    encoded = RULESET.files.encode(state)
    result, task = RULESET.rules.result(state), state.agenda[-1] if state.agenda else None
    facts = {f"row{tower}": cards_ for tower, cards_ in encoded["rows"].items()}
    facts |= {key: encoded[key] for key in ("deck", "discards", "round", "seals_out")}
    facts |= {"discard": encoded["discards"], "display": cards(state.display)}
    facts |= {"fredericus": encoded["fredericus"].upper().replace("NOBODY", "nobody") or "-"}
    facts |= {"last": "yes" if state.ending else "no", "over": "yes" if state.winners else "no"}
    facts |= {
        "cause": state.ending,
        "label": RULESET.telling.label(state),
        "lengths": " ".join(str(len(r)) for r in state.rows),
    }
    facts |= {"awaiting": " ".join(f"{o.role.upper()} {o.kind}" for o in RULESET.rules.awaiting(state))}
    facts |= {"landscape": landscape(state), "fredericus_place": place_of_fredericus(state)}
    facts |= {
        "display_size": len(state.display),
        "deck_size": len(state.deck),
        "discard_size": len(state.discards),
        "keeper": SEATS[state.keeper],
    }
    if isinstance(task, Turn):
        facts |= {"turn": SEATS[task.seat], "used": task.used, "allowed": allowed(state)}
        facts |= {"mandatory": mandatory(state, task.seat)}
    known = all(card is not HIDDEN for hand in state.hands for card in hand)
    if known:
        facts["score"] = {SEATS[seat]: score(state, seat).total for seat in range(state.players)}
        facts["winner"] = result.winners[0].upper() if result else SEATS[ranking(state)[0].seat]
        facts["places"] = " ".join(SEATS[place.seat] for place in ranking(state))
    return facts | {SEATS[seat]: facts_of_seat(state, seat, encoded) for seat in range(state.players)}


def landscape(state: State) -> str:
    """How many cards of each sort lie in the rows: ``T24 S24 X8 a4``."""
    table = "".join(state.rows)
    return " ".join(f"{card}{table.count(card)}" for card in "TSXabcdefgh")


def place_of_fredericus(state: State) -> str:
    return "bottom five" if FREDERICUS in state.deck[-5:] else "elsewhere"


def facts_of_seat(state: State, seat: int, encoded: dict[str, Any]) -> dict[str, Any]:
    role = SEATS[seat].lower()
    birds = dict(word.split("=") for word in encoded["birds"][role].split())
    tokens = encoded["tokens"][role].split()
    numbered = {f"token{at}": place for at, place in enumerate(tokens, 1)} if len(tokens) > 1 else {"token": tokens[0]}
    held = {"objectives": cards(state.objectives(seat)), "creatures": cards(state.creatures[seat])}
    return {**birds, **numbered, **held, "shown": cards(state.shown[seat]), "prefer": encoded["prefer"][role]}


UNORDERED = ("objectives", "creatures", "display")


def differences(expected: Mapping[str, Any], actual: Mapping[str, Any], place: str = "") -> Iterator[str]:
    """Where the expected facts are not the actual ones; keys not named are not compared."""
    for key, value in expected.items():
        found = actual.get(key)
        if isinstance(value, dict):
            yield from differences(value, found or {}, f"{place}{key}.")
            continue
        wanted = cards(value.replace("-", "").split()) if key in UNORDERED else str(value)
        if wanted != str(found):
            yield f"{place}{key}: expected {value}, found {found}"


def telling(events: tuple[Event, ...], role: str | None) -> str:
    return "\n".join(line for event in seen_by(events, role) for line in RULESET.telling.tell(event))


@pytest.mark.parametrize("case", CASES, ids=[f"{case['file']}-{case['id']}" for case in CASES])
def test_vector(case: Case) -> None:
    state, events, found = played(case)

    expected = case.get("expect", "ok")
    wanted = [] if expected == "ok" else [expected] if isinstance(expected, str) else expected
    assert sorted(wanted) == sorted(found.get("error", []))
    assert set(case.get("warn", ())) <= {*found.get("warning", ()), *found.get("note", ())}
    assert sorted(case.get("depends", ())) == sorted(found.get("depends", ()))
    assert [text for text in case.get("says", ()) if text not in "\n".join(found.get("words", ()))] == []
    assert list(differences(case.get("then", {}), facts_of(state))) == []
    for role, facts in case.get("views", {}).items():
        view = RULESET.secrets.view_of(state, None if role == "public" else role.lower())
        assert list(differences(facts, facts_of(view), f"{role}: ")) == []
    public = telling(events, None)
    assert [line for line in case.get("story", ()) if line not in public] == []
    assert [line for line in case.get("silence", ()) if line in public] == []
    for role, lines in case.get("whispers", {}).items():
        assert [line for line in lines if line not in telling(events, role.lower())] == []
        assert [line for line in lines if line in public] == []


def test_fredericus_lies_equally_often_in_each_of_the_bottom_five_places() -> None:
    """S6."""
    counts = [0] * 5
    for number in range(2000):
        deck = with_fredericus(tuple("abcdefghabcdefgh"), Chance(f"S6 {number}"))
        counts[deck[::-1].index(FREDERICUS)] += 1

    assert all(340 < count < 460 for count in counts), counts


# the whole reference


def rules_shown() -> set[str]:
    """The rules that have a case, each also without the letter of its part: R7.2b shows R7.2."""
    named = {rule for case in CASES for rule in case["rule"]}
    return named | {re.sub(r"(?<=\d)[a-z]$", "", rule) for rule in named}


def rules_of_the_reference() -> list[str]:
    """Every numbered rule: R1.1 to R14.3, the options, the house rules for mail, the invariants."""
    text = RULES.read_text(encoding="utf-8")
    found = re.findall(r"(?m)^(?:- )?\**(R\d+\.\d+|O\d|M\d|I\d)\**[ :]", text)
    return list(dict.fromkeys(found))


def cases_of_the_reference() -> list[str]:
    """The ids of the worked cases, S1 to S6 and V01 to V54."""
    text = RULES.read_text(encoding="utf-8")
    return [*re.findall(r"(?m)^\| (S\d) \|", text), *re.findall(r"(?m)^id: (V\d\d)$", text)]


def test_the_reference_is_read_whole() -> None:
    assert 6 + 54 == len(cases_of_the_reference())
    assert 64 + 4 + 6 + 9 == len(rules_of_the_reference())


def test_every_rule_has_a_vector_or_a_reason() -> None:
    shown, reasons = rules_shown(), WITHOUT["rules"]

    assert [rule for rule in rules_of_the_reference() if rule not in shown and rule not in reasons] == []
    assert [rule for rule in reasons if rule in shown] == [], "a reason is not needed any more"
    assert all(len(reason) > 20 for reason in reasons.values())


def test_every_worked_case_has_a_vector_or_a_reason() -> None:
    made = {re.sub(r"[a-z]+$", "", case["id"]) for case in CASES}

    assert [id_ for id_ in cases_of_the_reference() if id_ not in made and id_ not in WITHOUT["cases"]] == []
    assert [id_ for id_ in WITHOUT["cases"] if id_ in made] == []


def test_every_rule_named_by_a_vector_or_a_code_exists() -> None:
    known = {*rules_of_the_reference(), "R12", "R15"}
    named = {rule for case in CASES for rule in case["rule"]} | {code.rule for code in RULESET.rules.codes().values()}

    assert [rule for rule in sorted(named) if rule not in known and rule[:-1] not in known] == []


def test_every_code_has_a_vector() -> None:
    words = [case.get(key) or [] for case in CASES for key in ("expect", "warn")]
    shown = {word[:5] for value in words for word in ([value] if isinstance(value, str) else value)}

    assert [code for code in RULESET.rules.codes() if code not in shown] == []


def test_every_code_has_a_hint_a_rule_and_a_page() -> None:
    for code in RULESET.rules.codes().values():
        assert code.hint and code.rule and len(code.about) > 60, code.id


def test_ids_of_vectors_are_unique() -> None:
    ids = [case["id"] for case in CASES]

    assert sorted(set(ids)) == sorted(ids)
