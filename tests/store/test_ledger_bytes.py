"""The ledger: what its hashes hang on, and what it cannot hold."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from games import send, tree
from pbem.store import GameFault, ledger
from pbem.store.ledger import NOTHING, Line, next_line, read_chains
from pbem.workflow import submit as desk
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.verify import verify


def test_the_hash_of_a_line_hangs_on_no_python_and_its_knowledge_of_signs() -> None:
    """U+0378 is no sign yet: a Python that knows it one day must not reckon another hash."""
    facts = {"step": 2, "label": "a", "reason": "f\u00fcr \u0378", "roles": {"b": "1", "a": "2"}, "more": ["x", 1]}
    line = next_line(NOTHING, "all", "undo", **facts)
    said = (
        '{"before":"","kind":"undo","label":"a","more":["x",1],"number":1,"of":"all","reason":"f\\u00fcr \\u0378",'
        '"roles":{"a":"2","b":"1"},"step":2}'
    )

    assert sha256(f"pbem ledger\n{said}".encode()).hexdigest() == line.hash


def test_a_key_with_a_dot_is_not_a_table_with_a_key() -> None:
    nested, dotted = (_step(**facts) for facts in ({"roles": {"a": "1"}}, {"roles.a": "1"}))

    assert nested.hash != dotted.hash


def _step(**facts: Any) -> Line:
    return next_line(NOTHING, "all", "step", step=1, label="a", digest="0", **facts)


def test_there_is_an_end_to_the_versions_of_a_sheet_and_the_last_one_stands(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desk, "MOST_VERSIONS", 2)
    answers = [send(game, "north", {"vow": vow}) for vow in (1, 2, 3)]
    before = tree(game)

    assert [1, 2, 0] == [answer.version for answer in answers]
    assert ["PB214"] == [item.code.id for item in answers[2].answer.diagnostics]
    assert ["PB210"] == [item.code.id for item in send(game, "north", {"vow": 2}).answer.diagnostics]
    assert before == tree(game)
    send(game, "south", {"vow": 1})
    adjudicate(game)
    assert () == verify(game).findings


def test_a_full_ledger_takes_no_sheet_in_and_lets_the_step_be_adjudicated(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    send(game, "north", {"vow": 1})
    monkeypatch.setattr(ledger, "RESERVE", ledger.LIMIT)
    before = tree(game)
    with pytest.raises(GameFault) as fault:
        send(game, "south", {"vow": 1})

    assert "PB547" == fault.value.code.id
    assert before == tree(game)
    adjudicate(game, ["south"])
    assert () == verify(game).findings


def test_a_ledger_beyond_its_limit_is_refused_and_never_cut(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path(game, "ledger.toml")
    monkeypatch.setattr(ledger, "LIMIT", path.stat().st_size + 10)
    with pytest.raises(GameFault) as fault:
        send(game, "north", {"vow": 1})

    assert "PB547" == fault.value.code.id
    with path.open("ab") as file:
        file.write(b"#" * 11)
    with pytest.raises(GameFault) as fault:
        read_chains(game, ())
    assert "PB534" == fault.value.code.id
