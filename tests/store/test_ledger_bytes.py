"""The ledger: what its hashes hang on, and what it cannot hold."""

from __future__ import annotations

from hashlib import sha256
from typing import Any

from pbem.store.ledger import NOTHING, Line, next_line


def test_the_hash_of_a_line_hangs_on_no_python_and_its_knowledge_of_signs() -> None:
    """U+0378 is no sign yet: a Python that knows it one day must not reckon another hash."""
    line = next_line(NOTHING, "all", "undo", step=2, label="a", reason="f\u00fcr \u0378", roles={"b": "1", "a": "2"}, more=["x", 1])
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
