"""Checking and submitting sheets."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games import play_steps, process, send, send_all, sheet_file, sheet_text, tree
from pbem.core.sheets import may_be_order
from pbem.mail.blank import filled_remarks
from pbem.store import GameFault
from pbem.store.reading import read_game, read_last_step, read_secret
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view, said
from pbem.workflow.reporting import report
from pbem.workflow.sheet import fitted, orders
from pbem.workflow.status import status
from pbem.workflow.submit import submit


def codes(answer: Any) -> list[str]:
    return [item.code.id for item in answer.diagnostics]


SHEETS: list[tuple[dict[str, Any], dict[str, Any]]] = [
    ({"card": 0}, {}),
    ({"card": 99}, {}),
    ({"card": "x"}, {}),
    ({}, {}),
    ({"vow": 2}, {}),
    ({"do": ["x"]}, {}),
    ({"card": 1}, {"game": "summer"}),
    ({"card": 1}, {"step": 1}),
    ({"card": 1}, {"step": 9}),
    ({"card": 1}, {"role": "east"}),
    ({"card": 1}, {"role": "south"}),
    ({"card": 1}, {"key": "wrong-word-10"}),
    ({"card": 1}, {"word": "late"}),
    ({"card": 1}, {"status": "draft"}),
    ({"card": 1}, {"status": "perhaps"}),
]


@pytest.mark.parametrize(("body", "heading"), SHEETS)
@pytest.mark.parametrize("form", ["text", "json", "github"])
def test_the_player_and_the_moderator_get_the_same_answer(
    game: str, body: dict[str, Any], heading: dict[str, Any], form: str
) -> None:
    play_steps(game, 1)
    report(game)
    if body.get("card") == 1:
        body = {"card": open_game(game).state.hands["north"][0]}
    sheet = sheet_file(game, "north", body, **heading)
    view = os.path.join(game, "reports", "0001", "north.view.toml")

    assert said(check_in_game(sheet, game), form) == said(check_with_view(sheet, view), form)


@pytest.mark.parametrize("text", ["", "x", "card = ", "= 3", "[[[", "card = 1\ncard = 2", "\ufeff# nothing"])
def test_text_that_is_no_sheet_gets_the_same_answer_too(game: str, text: str) -> None:
    report(game)
    sheet = Path(game).parent / "orders.toml"
    sheet.write_text(text)
    view = os.path.join(game, "reports", "0000", "north.view.toml")
    answer = check_in_game(str(sheet), game)

    assert answer.is_refused
    assert said(answer, "text") == said(check_with_view(str(sheet), view), "text")


def test_a_wrong_key_is_told_nothing_about_the_orders(game: str) -> None:
    play_steps(game, 1)
    sheet = sheet_file(game, "south", {"card": 99}, key=read_secret(read_game(game)).keys["north"])

    assert ["PB205"] == codes(check_in_game(sheet, game))


def test_a_role_that_owes_nothing_is_answered_by_the_ruleset(game: str) -> None:
    play_steps(game, 2)
    chooser = open_game(game).state.chooser
    other = "south" if chooser == "north" else "north"

    assert ["TY305"] == codes(check_in_game(sheet_file(game, other, {}), game))


def test_the_blank_sheet_passes_the_check(game: str) -> None:
    for _ in range(7):
        for owed in status(game).missing:
            path = Path(game).parent / "orders.toml"
            path.write_text(orders(game, owed.role))
            assert not submit(str(path), game).answer.is_refused
        adjudicate(game)

    assert status(game).result is not None


def test_a_new_sheet_replaces_the_old_one_whole(game: str) -> None:
    first, second = send(game, "north", {"vow": 1}), send(game, "north", {"vow": 3})
    send(game, "south", {"vow": 1})
    adjudicate(game)

    assert (1, 0) == (first.version, first.replaces)
    assert (2, 1) == (second.version, second.replaces)
    assert first.fingerprint != second.fingerprint
    assert 3 == open_game(game).state.vows["north"]
    assert {"inbox/0001/north-01.toml", "inbox/0001/north-02.toml"} < set(tree(game))


def test_a_sheet_sent_twice_is_kept_once_and_said_so(game: str) -> None:
    send(game, "north", {"vow": 1})
    before = tree(game)
    again = send(game, "north", {"vow": 1})

    assert ["PB210"] == codes(again.answer)
    assert "version 1" in again.text
    assert before == tree(game)


def test_a_draft_is_kept_but_not_acted_upon(game: str) -> None:
    send(game, "north", {"vow": 2})
    send(game, "north", {"vow": 3}, status="draft")
    send(game, "south", {"vow": 1}, status="draft")

    assert ["south"] == [row.role for row in status(game).missing]
    with pytest.raises(GameFault, match="PB520"):
        adjudicate(game)

    adjudicate(game, ["south"])
    assert {"north": 2, "south": 1} == open_game(game).state.vows


def test_a_sheet_for_a_step_already_adjudicated_is_too_late(game: str) -> None:
    late = sheet_text(game, "north", {"vow": 3})
    play_steps(game, 1)
    path = Path(game).parent / "late.toml"
    path.write_text(late)
    before = tree(game)
    receipt = submit(str(path), game)

    assert ["PB202"] == codes(receipt.answer)
    assert "refused" in receipt.text
    assert before == tree(game)


def test_a_receipt_tells_the_orders_and_not_who_is_awaited(game: str) -> None:
    text = send(game, "north", {"vow": 2}).text

    assert "vow 2" in text
    assert "south" not in text.lower()


def test_a_sheet_comes_from_a_mail_and_from_standard_input(game: str) -> None:
    body = sheet_text(game, "north", {"vow": 2})
    mail = Path(game).parent / "mail.eml"
    mail.write_text(f"From: Anna <a@example.org>\nTo: host@example.org\nSubject: orders\n\n{body}\n-- \nAnna\n")
    south = sheet_text(game, "south", {"vow": 3})

    assert not submit(str(mail), game).answer.is_refused
    assert 0 == process("submit", game, "-", input=south.encode()).returncode
    assert {"north": 2, "south": 3} == {role: body["vow"] for role, body in read_orders(game).items()}


def read_orders(game: str) -> dict[str, dict[str, Any]]:
    """What the players ordered in the step now adjudicated."""
    adjudicate(game)
    return read_last_step(read_game(game)).orders


@pytest.mark.parametrize("size", [1_000_001, 10_000_000])
def test_rubbish_without_end_is_refused_at_once(game: str, size: int) -> None:
    path = Path(game).parent / "big.toml"
    path.write_bytes(b"x" * size)

    assert ["PB121"] == codes(check_in_game(str(path), game))


def test_words_change_the_cards_and_are_carried_along(game: str, tmp_path: Path) -> None:
    def hands(place: str, **heading: Any) -> Any:
        from pbem.workflow.new import Plan, new

        new(Plan(place, "toy", seed="a"))
        send(place, "north", {"vow": 1}, **heading)
        send(place, "south", {"vow": 1})
        adjudicate(place)
        return open_game(place).state.hands

    plain, other = hands(str(tmp_path / "one")), hands(str(tmp_path / "two"), word="cherries")
    assert plain != other
    play_steps(str(tmp_path / "two"), 2)
    assert {"north": "cherries"} == read_last_step(read_game(str(tmp_path / "two"))).words


def test_every_damaged_sheet_leaves_the_game_untouched(game: str) -> None:
    play_steps(game, 1)
    before = tree(game)
    for body, heading in SHEETS[:13]:
        if body.get("card") == 1 and not heading:
            continue
        assert send(game, "north", body, **heading).answer.is_refused

    assert before == tree(game)
    send_all(game)


def test_a_view_file_that_is_damaged_is_named(game: str) -> None:
    report(game)
    view = Path(game, "reports", "0000", "north.view.toml")
    sheet = sheet_file(game, "north", {"vow": 1})
    text = view.read_text()
    damage = [
        ("format = 2", "format = 3", "PB506"),
        ('ruleset = "toy"', 'ruleset = "chess"', "PB507"),
        ("revision = 3", "revision = 4", "PB508"),
        ('mode = "duel"', 'mode = "trio"', "PB519"),
        ('role = "north"', 'role = "east"', "PB509"),
        ("step = 1", 'step = "1"', "PB509"),
        ('phase = "vow"', "", "PB514"),
        ("hands", "bands", "PB514"),
        ("format = 2", "format = ", "PB504"),
    ]
    for old, new, code in damage:
        assert old in text
        view.write_text(text.replace(old, new, 1))
        with pytest.raises(GameFault, match=code):
            check_with_view(sheet, str(view))


def test_a_mail_without_a_sheet_is_called_that(game: str, tmp_path: Path) -> None:
    mail = tmp_path / "hello.eml"
    mail.write_bytes(b"From: a@example.org\nTo: b@example.org\nSubject: soon\n\nI will write tomorrow.\n")

    receipt = submit(str(mail), game)

    assert ["PB123"] == [item.code.id for item in receipt.answer.diagnostics]


def test_a_text_without_its_closing_quotes_is_shown_as_it_is_written(game: str) -> None:
    play_steps(game, 1)
    text = sheet_text(game, "north", {}) + 'do = [\n  "a > b,\n  "c > d",\n]\n'
    path = Path(game).parent / "sheet.toml"
    path.write_text(text)
    line = text.split("\n").index('  "a > b,') + 1
    shown = "\n".join(said(check_in_game(str(path), game), "text"))

    assert f'{line:4} |   "a > b,\n' in shown
    assert "closing quotes" in shown


def test_a_name_with_a_hyphen_stays_whole_in_a_long_remark() -> None:
    names = " ".join(["winter-prussia", "saxony-return", "maria-theresa"] * 4)
    lines = fitted(f"# {names}").split("\n")

    assert len(lines) > 2
    assert names.split() == [word for line in lines for word in line.removeprefix("#").split()]


def test_a_long_remark_stands_above_its_order_but_other_choices_stand_below_it() -> None:
    long = " ".join(["winter-prussia"] * 3)
    order = '# for = "cards-prussia"'

    assert [f"# # such as {long}", order] == fitted(f"{order}   # such as {long}").split("\n")
    assert [order, f"# # or {long}"] == fitted(f"{order}   # or {long}").split("\n")


def test_no_order_behind_the_sign_of_a_remark_is_passed_over_at_first_sight() -> None:
    dice = Random("remarks")
    blanks, signs = (" ", "\t", "\u2003", ""), ' #"=>ab1.-,'
    lines = [f"{dice.choice(blanks)}#{''.join(dice.choices(signs, k=dice.randint(2, 9)))}" for _ in range(20_000)]
    orders_found = [line for line in lines if [*filled_remarks(line, '# "a > ",\n# b =')]]

    assert [] == [line for line in orders_found if not may_be_order(line)]
    assert len(orders_found) > 100
