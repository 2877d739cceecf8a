"""What the files of a game hold."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from games import play_steps, send
from pbem.core.chance import commitment, sha256
from pbem.store import BAD_NAME, GameFault, safe_name
from pbem.store.deadlines import Deadline, deadline_of, deadlines_part, read_deadlines
from pbem.store.keys import FIRST, SECOND, SIGNS, key_of
from pbem.store.reading import read_game, read_last_step, read_step, step_names
from pbem.store.undone import Undone
from pbem.store.writing import dumps, fingerprint
from pbem.workflow.adjudicate import adjudicate


def test_the_first_line_of_a_step_is_the_digest_of_the_rest(game: str) -> None:
    head, _, rest = next(Path(game).glob("steps/0000-*")).read_bytes().partition(b"\n")

    assert f'digest = "{sha256(rest).hex()}"'.encode() == head


def test_steps_form_a_chain(game: str) -> None:
    play_steps(game, 4)
    steps = [read_step(read_game(game), named) for named in step_names(game)]

    assert [0, 1, 2, 3, 4] == [step.number for step in steps]
    assert [step.digest for step in steps[:-1]] == [step.previous for step in steps[1:]]


def test_a_step_keeps_orders_without_keys_words_and_who_was_defaulted(game: str) -> None:
    send(game, "north", {"vow": 2}, word="sour cherries")
    adjudicate(game, ["south"])
    step = read_last_step(read_game(game))

    assert {"north": {"vow": 2}} == step.orders
    assert {"north": "sour cherries"} == step.words
    assert [("north", "sheet"), ("south", "default")] == [(row.role, row.answer) for row in step.awaited]
    assert "key" not in Path(step.file).read_text()


def test_only_the_last_step_is_opened(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    play_steps(game, 3)
    opened = []
    monkeypatch.setattr("pbem.store.reading.split_digest", lambda data, path: opened.append(path) or ("", data))
    read_last_step(read_game(game))

    assert ["0003-r02-bid.toml"] == [Path(path).name for path in opened]


def test_the_same_inputs_give_the_same_bytes(game: str) -> None:
    play_steps(game, 2)
    table = tomllib.loads(next(Path(game).glob("steps/0002-*")).read_text())
    digest = table.pop("digest")

    assert digest == sha256(dumps(table)).hex()


def test_the_secret_is_kept_out_of_git_and_from_other_users(game: str) -> None:
    assert "secret.toml" in Path(game, ".gitignore").read_text().split()
    assert 0 == Path(game, "secret.toml").stat().st_mode & 0o077
    assert commitment("a") == read_game(game).commitment


def test_keys_differ_by_role_and_seed() -> None:
    keys = {key_of(seed, role) for seed in ("a", "b", "c") for role in ("north", "south")}

    assert 6 == len(keys)
    assert 64 == len(set(FIRST)) == len(set(SECOND))


def test_each_part_of_a_key_is_made_from_noise_of_its_own() -> None:
    keys = [key_of("a", f"role {number}").split("-") for number in range(2000)]
    firsts, seconds, thirds, fourths = (list(part) for part in zip(*keys, strict=True))

    assert (64, 64) == (len(set(firsts)), len(set(seconds)))
    # Made from one byte, a first word would have few second words, and eight signs would be few of 2 ** 40.
    assert len(set(zip(firsts, seconds, strict=True))) > 1400
    assert 2000 == len({*zip(thirds, fourths, strict=True)})
    assert min(len(set(thirds)), len(set(fourths))) > 1900
    for at in range(4):
        assert [32, 32] == [len({part[at] for part in parts}) for parts in (thirds, fourths)]


def test_a_key_has_at_least_fifty_bits() -> None:
    assert 64 * 64 * len(set(SIGNS)) ** 8 >= 2**50
    assert not set("1iloO") & set(SIGNS)


def test_the_keys_of_a_seed_are_the_same_on_every_machine() -> None:
    keys = [key_of("a", role) for role in ("north", "south")]

    assert ["clever-hawk-en92-hb0v", "crimson-lark-bze7-swxf"] == keys


def test_a_fingerprint_does_not_hang_on_the_order_of_keys() -> None:
    assert fingerprint({"a": 1, "b": {"d": 2, "c": 3}}) == fingerprint({"b": {"c": 3, "d": 2}, "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})


@pytest.mark.parametrize("name", ["", "..", ".", "a/b", "a\\b", "/a", ".a", "-a", "a b", "a\n", "ä", "a" * 61, "\0"])
def test_a_name_that_could_lead_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(GameFault) as fault:
        safe_name(name, "game.toml")

    assert BAD_NAME == fault.value.code


def test_deadlines_are_kept_in_a_file_that_can_be_read_without_the_program(game: str) -> None:
    rows = (Deadline(1, 0, "Sunday"), Deadline(2, 1, "Monday, 8 pm"))
    part = deadlines_part(rows)
    Path(game, part.name).write_bytes(part.data)
    table = tomllib.loads(Path(game, "deadlines.toml").read_text(encoding="utf-8"))

    assert rows == read_deadlines(game)
    assert [row._asdict() for row in rows] == table["deadline"]
    undone = [Undone(1, "t01", "a slip")]
    assert ("Sunday", "", "Monday, 8 pm") == tuple(
        deadline_of(told, step, undone) for told, step in ((rows, 1), ((Deadline(2, 0, "Friday"),), 2), (rows, 2))
    )
