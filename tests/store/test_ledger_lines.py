"""The ledger by itself: chains that hang together, read from the end, and every line that does not fit found."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from pbem.store import GameFault
from pbem.store.ledger import (
    ALL,
    NOTHING,
    PUBLIC_KINDS,
    ROLE_KINDS,
    Backwards,
    Chains,
    Line,
    as_json,
    broken,
    committed,
    find_sheets,
    find_step,
    hash_of,
    kinds_of,
    next_line,
    read_chains,
    read_lines,
    salt_of,
    whole,
)

HEADER = "pbem ledger\n"
# Something for every fact that a line must tell.
FACTS: dict[str, Any] = {
    "step": 0, "label": "r01", "roles": ["north", "south"], "keys": "k", "beacon": "", "digest": "d", "position": "p",
    "text": "7", "reason": "a slip", "seal_key": "age1x", "undone": 0, "by": "Sunday", "manifest": "m",
    "program": "1", "public": "p", "version": 0, "commitment": "c", "file": "f", "answer": "sheet",
    "role": "north", "since": "2026-12-24", "until": "2026-12-27", "name": "Zoe", "first": 2, "offer": 1,
    "what": "draw", "passed": True,
}  # fmt: skip


def full(of: str, kind: str, facts: dict[str, Any]) -> dict[str, Any]:
    """All that a line of this kind must tell, these facts among it."""
    return {**{key: FACTS[key] for key in kinds_of(of)[kind]}, **facts}


def chains(*lines: tuple[str, str, dict[str, Any]]) -> Chains:
    """Chains with these lines, each as (whose, kind, facts)."""
    made = Chains(0, {}, NOTHING)
    for of, kind, facts in lines:
        made = made.with_line(of, kind, **full(of, kind, facts))
    return made


# Two rounds of a game of two: sheets, the closing of each chain, the step; the second step was taken back once.
STORY = chains(
    (ALL, "begun", {"step": 0}),
    ("north", "sheet", {"step": 1, "version": 1}), ("south", "sealed", {"step": 1, "version": 1}),
    ("north", "held", {"step": 1, "version": 2}), ("north", "closed", {}), ("south", "closed", {}),
    (ALL, "step", {"step": 1, "heads": {"north": "a", "south": "b"}}), (ALL, "report", {"step": 1}),
    ("north", "sheet", {"step": 2, "version": 1}), ("north", "closed", {}), ("south", "closed", {}),
    (ALL, "step", {"step": 2}), (ALL, "undo", {"step": 2}),
    ("north", "phrase", {"step": 2, "version": 2}), ("south", "sheet", {"step": 2, "version": 1}),
    ("north", "closed", {}), ("south", "closed", {}), (ALL, "step", {"step": 2, "again": True}),
    (ALL, "report", {"step": 2}),
)  # fmt: skip


@pytest.fixture
def ledger(tmp_path: Path) -> str:
    (tmp_path / "ledger.toml").write_bytes(whole(STORY.added))
    return str(tmp_path)


def test_the_hash_of_a_line_is_one_anybody_can_count_again() -> None:
    line = Line("north", 2, "sheet", {"step": 1, "names": ["a", "ü"], "heads": {"x": "1"}}, "0a", "")
    said = '{"before":"0a","heads":{"x":"1"},"kind":"sheet","names":["a","\\u00fc"],"number":2,"of":"north","step":1}'

    assert hashlib.sha256(f"{HEADER}{said}".encode()).hexdigest() == hash_of(line)


@pytest.mark.parametrize(
    "value",
    ["", "plain text", 'a "quote"', "a \\ b", "ü ♥ \U0001f600 \ud800", "\t\n\x00\x7f", 0, -7, 10**30, True, False, 1.5,
     [], {}, ["a", 1, ["ü"], {"b": True}], {"b": 1, "a": {'q"': ["x"]}, "ü": "\x1f", "Z": ""}, ("a", 2)],
)  # fmt: skip
def test_what_is_hashed_is_the_json_that_everybody_writes(value: object) -> None:
    assert json.dumps(value, sort_keys=True, separators=(",", ":"), default=str) == as_json(value)
    line = next_line(NOTHING, "all", "undo", step=1, label="a", reason="b", more=value)
    assert [] == [*broken([line])]


def test_a_line_continues_its_own_chain_and_no_other() -> None:
    for of in (ALL, "north", "south"):
        mine = [line for line in STORY.added if line.of == of]
        assert list(range(1, len(mine) + 1)) == [line.number for line in mine]
        assert ["", *(line.hash for line in mine[:-1])] == [line.before for line in mine]
        assert STORY.head(of) == mine[-1]
    assert NOTHING == STORY.head("east")


def test_a_ledger_is_read_as_it_was_written(ledger: str) -> None:
    assert list(STORY.added) == read_lines(f"{ledger}/ledger.toml")
    assert [] == list(broken(STORY.added))


def test_the_ends_of_the_chains_are_found_from_the_end(ledger: str) -> None:
    found = read_chains(ledger, ("north", "south"))

    assert Path(ledger, "ledger.toml").stat().st_size == found.size
    assert dict(STORY.heads) == dict(found.heads)
    assert STORY.standing == found.standing
    assert full(ALL, "step", {"step": 2, "again": True}) == dict(found.standing.facts)


def test_a_role_that_never_sent_anything_has_no_end_and_the_rest_is_found(ledger: str) -> None:
    found = read_chains(ledger, ("north", "south", "east"))

    assert dict(STORY.heads) == dict(found.heads)
    assert NOTHING == found.head("east")


@pytest.mark.parametrize("kind", ["begun", "number", "gathered", "step", "undo"])
def test_receipts_name_the_lines_that_all_wait_for(kind: str) -> None:
    after = chains((ALL, "begun", {}), (ALL, kind, {}))
    later = after.with_line(ALL, "report", **full(ALL, "report", {}))
    later = later.with_line("north", "gathered", **full("north", "gathered", {}))

    assert after.added[-1] == after.standing
    assert after.standing == later.standing
    assert ["report", "gathered"] == [line.kind for line in later.added[-2:]]


@pytest.mark.parametrize(
    ("of", "kind"), [*((ALL, kind) for kind in PUBLIC_KINDS), *(("north", kind) for kind in ROLE_KINDS)]
)
def test_a_line_tells_all_that_its_kind_must_tell(of: str, kind: str) -> None:
    facts = full(of, kind, {})

    assert facts == next_line(NOTHING, of, kind, **facts).facts
    assert {**facts, "more": 1} == next_line(NOTHING, of, kind, **facts, more=1).facts
    for left_out in facts:
        with pytest.raises(ValueError, match=f"no line {kind} of {of}"):
            next_line(NOTHING, of, kind, **{key: value for key, value in facts.items() if key != left_out})


@pytest.mark.parametrize(("of", "kind"), [(ALL, "sheet"), (ALL, "closed"), ("north", "step"), ("north", "x")])
def test_a_chain_has_no_lines_of_another_kind(of: str, kind: str) -> None:
    with pytest.raises(ValueError, match=f"no line {kind} of {of}"):
        next_line(NOTHING, of, kind, **FACTS)


def test_new_lines_are_added_behind_the_old_ones(ledger: str) -> None:
    old = Path(ledger, "ledger.toml").read_bytes()
    found = read_chains(ledger, ("north",)).with_line("north", "sheet", **full("north", "sheet", {"step": 3}))
    (part,) = found.change

    assert (len(old), "ledger.toml", 0o600) == (part.start, part.name, part.mode)
    Path(ledger, "ledger.toml").write_bytes(old + part.data)
    assert [*STORY.added, found.added[0]] == read_lines(f"{ledger}/ledger.toml")
    assert () == read_chains(ledger, ("north",)).change


def test_the_first_lines_of_a_ledger_come_with_its_heading() -> None:
    made = chains((ALL, "begun", {"step": 0}))

    assert whole(made.added) == made.change[0].data
    assert 0 == made.change[0].start


@pytest.mark.parametrize(
    "change", [
        {"number": 3}, {"before": "00"}, {"hash": "00"}, {"kind": "held"}, {"facts": {"step": 9}}, {"of": "south"},
    ],
)  # fmt: skip
def test_a_line_that_was_changed_is_found(change: dict[str, Any]) -> None:
    lines = list(STORY.added)
    lines[1] = lines[1]._replace(**change)

    assert lines[1] in list(broken(lines))


def test_a_line_left_out_is_found_at_the_next_one_of_its_chain() -> None:
    lines = [line for at, line in enumerate(STORY.added) if at != 1]

    assert [("north", "held")] == [(line.of, line.kind) for line in broken(lines)]


def test_lines_are_read_from_the_end_and_each_only_once(ledger: str) -> None:
    lines = Backwards(f"{ledger}/ledger.toml")
    newest = next(iter(lines))

    assert STORY.added[-1] == newest
    assert [newest] == lines.known
    assert [*reversed(STORY.added)] == list(lines) == list(lines) == lines.known
    assert Path(ledger, "ledger.toml").stat().st_size == lines.size


def test_lines_that_stand_across_the_blocks_that_are_read_are_whole(tmp_path: Path) -> None:
    long = chains(
        (ALL, "begun", {}), *(("north", "sheet", {"step": at, "file": "f" * (at * 97)}) for at in range(1, 90))
    )
    (tmp_path / "ledger.toml").write_bytes(whole(long.added))

    assert [*reversed(long.added)] == list(Backwards(str(tmp_path / "ledger.toml")))


def test_the_newest_line_of_each_sheet_asked_for_is_found(ledger: str) -> None:
    lines = Backwards(f"{ledger}/ledger.toml")
    found = find_sheets(lines, 1, [("north", 1), ("north", 2), ("south", 1), ("south", 2)])

    assert {("north", 1): "sheet", ("north", 2): "held", ("south", 1): "sealed"} == {
        key: line.kind for key, line in found.items()
    }
    assert 2 == find_sheets(lines, 2, [("south", 1)])["south", 1].facts["step"]
    assert {} == find_sheets(lines, 2, [("north", 2)])  # a phrase is no sheet
    assert {} == find_sheets(lines, 1, [])


def test_a_step_is_found_as_it_was_last_played_with_the_lines_that_closed_it(ledger: str) -> None:
    first, again, begun = find_step(ledger, 1), find_step(ledger, 2), find_step(ledger, 0)

    assert [("all", "step"), ("south", "closed"), ("north", "closed")] == [(line.of, line.kind) for line in first]
    assert [True, None, None] == [line.facts.get("again") for line in again]
    assert ["begun"] == [line.kind for line in begun]
    assert [] == find_step(ledger, 3)


def test_a_line_of_a_ledger_has_its_five_keys(tmp_path: Path) -> None:
    path = tmp_path / "ledger.toml"
    good = {"of": '"all"', "number": "1", "kind": '"begun"', "before": '""', "hash": '"00"'}
    for key in good:
        for other in ("7.5", None):
            rows = {**good, key: other}
            text = "\n".join(f"{name} = {value}" for name, value in rows.items() if value is not None)
            path.write_text(f"format = 2\n\n[[line]]\n{text}\n")
            for read in (lambda: read_lines(str(path)), lambda: read_chains(str(tmp_path), ())):
                with pytest.raises(GameFault, match=f"PB509.*line.{key}"):
                    read()


@pytest.mark.parametrize("text", ["format = 3\n", "format = 2\ncolour = 1\n", "x = 1\n", ""])
def test_what_is_no_ledger_is_not_read_as_one(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ledger.toml"
    path.write_text(text)

    with pytest.raises(GameFault, match="PB534"):
        read_lines(str(path))


@pytest.mark.parametrize("text", ["format = 2\nline = 3\n", "format = 2\nline = [3]\n"])
def test_lines_are_tables(tmp_path: Path, text: str) -> None:
    path = tmp_path / "ledger.toml"
    path.write_text(text)

    with pytest.raises(GameFault, match="PB509"):
        read_lines(str(path))


def test_a_ledger_without_lines_has_none(tmp_path: Path) -> None:
    path = tmp_path / "ledger.toml"
    path.write_bytes(whole(()))

    assert [] == read_lines(str(path))


def test_a_salt_and_a_commitment_are_ones_anybody_can_count_again() -> None:
    salt = salt_of("seed", "north", 3)

    assert hashlib.sha256(b"pbem salt\nseed\nnorth\n3").hexdigest()[:32] == salt
    assert hashlib.sha256(f"pbem commitment\n{salt}\nbytes".encode()).hexdigest() == committed(salt, b"bytes")


def test_a_text_is_told_from_the_number_or_list_it_looks_like() -> None:
    hashes = {next_line(NOTHING, ALL, "revealed", step=fact).hash for fact in (1, "1", ["1"], "['1']", True)}

    assert 5 == len(hashes)
