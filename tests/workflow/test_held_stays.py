"""Held orders ahead that wait for their phrase are not lost through a sheet that says nothing of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, codes, last, sent, stays

from games import sheet_file
from pbem.store.writing import dumps
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view, said
from pbem.workflow.gathering import gather
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sealing import seal
from pbem.workflow.sheet import orders
from pbem.workflow.status import as_table, status
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify

STANDING = {"standing": [{"name": "guard", "own": "Ferdinand", "otherwise": "concede"}]}
PRUSSIA = {"ahead": [{"for": "prussia", "do": ["Friedrich stays"]}]}


@pytest.fixture
def held(tmp_path: Path) -> tuple[str, str]:
    """A game that waits for the phrase of Hanover's held orders, and that phrase."""
    game = begun(tmp_path)
    made = seal(sheet_file(game, "frederick", stays(HANOVER)), open_game(game).game.seal_key, hold=True, ahead=True)
    path = tmp_path / "closed.toml"
    path.write_text(made.text, encoding="utf-8")
    assert not submit(str(path), game).answer.is_refused
    adjudicate(game)
    report(game)
    return game, made.phrase


def with_phrase(game: str, phrase: str, body: dict[str, Any]) -> str:
    """A phrase, and more in the same file."""
    path = Path(sheet_file(game, "frederick", {}))
    path.write_text(f'{path.read_text("utf-8")}\nphrase = "{phrase}"\n{dumps(body).decode()}', encoding="utf-8")
    return str(path)


def found(answer: Any) -> list[str]:
    return [item.code.id for item in answer.diagnostics]


def flat(receipt: Any) -> str:
    return " ".join(receipt.text.split())


@pytest.mark.parametrize("body", [STANDING, PRUSSIA, {"answers": ["decline 8C"]}, {"retreat": ["anywhere"]}, {}])
def test_a_sheet_that_says_nothing_of_them_is_refused(held: tuple[str, str], body: dict[str, Any]) -> None:
    receipt = sent(held[0], "frederick", body)

    assert ["PB220"] == codes(receipt)
    assert "your held orders ahead wait for their phrase: Hanover's moves" in flat(receipt)


def test_so_is_ok(held: tuple[str, str]) -> None:
    path = Path(sheet_file(held[0], "frederick", {}))
    path.write_text("ok = true\n" + path.read_text("utf-8"), encoding="utf-8")

    assert ["PB220"] == codes(submit(str(path), held[0]))


def test_at_home_the_same_is_said(held: tuple[str, str]) -> None:
    game = held[0]
    view = str(sorted(Path(game, "reports").glob("*/frederick.view.toml"))[-1])
    path = sheet_file(game, "frederick", STANDING)

    assert said(check_in_game(path, game), "text") == said(check_with_view(path, view), "text")


def test_a_draft_is_kept(held: tuple[str, str]) -> None:
    assert not sent(held[0], "frederick", {"status": "draft", **STANDING}).answer.is_refused


def test_orders_count_instead_of_them_and_that_is_warned_of(held: tuple[str, str]) -> None:
    receipt = sent(held[0], "frederick", {"do": []})

    assert not receipt.answer.is_refused and "PB224" in codes(receipt)
    assert "your held orders ahead were to answer now: Hanover's moves. This sheet counts instead" in flat(receipt)


def test_the_phrase_can_bring_what_holds_for_good_and_orders_ahead(held: tuple[str, str]) -> None:
    game, phrase = held
    receipt = submit(with_phrase(game, phrase, {"answers": ["decline 8C"], **STANDING, **PRUSSIA}), game)
    adjudicate(game)

    assert not receipt.answer.is_refused, receipt.text
    assert "Ferdinand > Zeven" in receipt.text and "standing bid guard" in receipt.text
    ordered = {"do": ["Ferdinand > Zeven"], "answers": ["decline 8C"], **STANDING, **PRUSSIA}
    assert ordered == last(game).orders["frederick"]
    assert ["prussia"] == [item.decision for item in last(game).ahead]
    assert [] == list(verify(game).findings)


def test_what_is_wrong_beside_the_phrase_is_said(held: tuple[str, str]) -> None:
    game, phrase = held

    assert ["FR714"] == codes(submit(with_phrase(game, phrase, {"standing": [{"own": "Daun"}]}), game))
    assert ["PB104"] == codes(submit(with_phrase(game, phrase, {"do": ["Ferdinand stays"]}), game))


@pytest.mark.parametrize("body, code", [({"standing": [{"own": "Daun"}]}, "FR714"),
                                        ({"ahead": [{"for": "prussia", "do": ["Daun stays"]}]}, "FR205")])  # fmt: skip
def test_before_it_is_sent_what_stands_beside_the_phrase_is_judged(
    held: tuple[str, str], body: dict[str, Any], code: str
) -> None:
    game, phrase = held
    view = str(sorted(Path(game, "reports").glob("*/frederick.view.toml"))[-1])
    path = with_phrase(game, phrase, body)

    home, desk = check_with_view(path, view), check_in_game(path, game)

    assert [code] == found(home) == codes(submit(path, game))
    assert said(home, "text") == said(desk, "text")


def test_the_lines_shown_are_those_of_the_writer(held: tuple[str, str]) -> None:
    game, phrase = held
    path = with_phrase(game, phrase, {"standing": [{"own": "Daun"}]})

    receipt = submit(path, game)

    assert Path(path).read_text("utf-8") == receipt.answer.text
    assert 'own = "Daun"' in receipt.text


def test_a_draft_beside_the_phrase_stays_a_draft(held: tuple[str, str]) -> None:
    game, phrase = held
    receipt = submit(with_phrase(game, phrase, {}), game)
    draft = submit(as_draft(with_phrase(game, phrase, STANDING)), game)

    assert "final" == receipt.answer.sheet.status and "draft" == draft.answer.sheet.status  # type: ignore[union-attr]


def as_draft(path: str) -> str:
    Path(path).write_text('status = "draft"\n' + Path(path).read_text("utf-8"), encoding="utf-8")
    return path


def test_the_sheet_that_asks_says_how_the_phrase_is_sent_and_orders_nothing(held: tuple[str, str]) -> None:
    game, phrase = held
    text = orders(game, "frederick")
    path = Path(sheet_file(game, "frederick", {}))

    path.write_text(text, encoding="utf-8")
    as_sent = submit(str(path), game)
    path.write_text(text.replace('# phrase = "..."', f'phrase = "{phrase}"'), encoding="utf-8")
    filled = submit(str(path), game)

    assert ["PB220"] == codes(as_sent)
    assert not filled.answer.is_refused and "Ferdinand > Zeven" in filled.text


def test_the_report_names_the_words_of_closed_orders_and_status_says_that_they_are(tmp_path: Path) -> None:
    game = begun(tmp_path)
    made = seal(sheet_file(game, "frederick", stays(HANOVER)), open_game(game).game.seal_key, hold=True,
                ahead=True)  # fmt: skip
    path = tmp_path / "closed.toml"
    path.write_text(made.text, encoding="utf-8")
    submit(str(path), game)
    adjudicate(game, one=True)

    told = " ".join(report_of(game, "frederick").split())

    assert f"Held under the words {made.words}; when you are asked, send their phrase." in told
    assert "frederick: Hanover's moves in turn 2 (closed)" in as_table(status(game))


def test_of_what_is_right_beside_the_phrase_is_told_how_it_was_understood(held: tuple[str, str]) -> None:
    game, phrase = held
    view = str(sorted(Path(game, "reports").glob("*/frederick.view.toml"))[-1])
    path = with_phrase(game, phrase, {**STANDING, **PRUSSIA})

    answer = check_with_view(path, view)

    assert not answer.is_refused
    assert ["standing bid guard (until withdrawn)", "orders ahead for Prussia's moves in turn 3: Friedrich stays"] == [
        line.partition(":")[0] if line.startswith("standing") else line for line in answer.understood
    ]


def test_at_home_too_the_phrase_of_a_held_sheet_comes_alone(tmp_path: Path) -> None:
    game = begun(tmp_path)
    report(game)
    view = str(sorted(Path(game, "reports").glob("*/frederick.view.toml"))[-1])
    path = with_phrase(game, "any seven words", STANDING)

    assert ["PB662"] == found(check_with_view(path, view)) == found(check_in_game(path, game))


@pytest.mark.parametrize("body", [STANDING, {"do": ["Ferdinand stays"]}])
def test_of_an_envelope_the_owner_is_told_that_it_counts_instead_of_them(
    held: tuple[str, str], tmp_path: Path, body: dict[str, Any]
) -> None:
    game = held[0]
    made = seal(sheet_file(game, "frederick", body), open_game(game).game.seal_key)
    path = tmp_path / "sealed.toml"
    path.write_text(made.text, encoding="utf-8")

    receipt = submit(str(path), game)

    assert ["PB224"] == codes(receipt) and not receipt.answer.is_refused
    assert "Hanover's moves. What is in this envelope counts instead of them, whole" in flat(receipt)


def test_an_envelope_where_nothing_was_to_answer_is_not_warned_of(tmp_path: Path) -> None:
    game = begun(tmp_path)
    made = seal(sheet_file(game, "frederick", stays()), open_game(game).game.seal_key)
    path = tmp_path / "sealed.toml"
    path.write_text(made.text, encoding="utf-8")

    assert [] == codes(submit(str(path), game))


def test_the_phrase_of_a_held_sheet_comes_alone(tmp_path: Path) -> None:
    game = begun(tmp_path)
    made = seal(sheet_file(game, "frederick", stays()), open_game(game).game.seal_key, hold=True)
    path = tmp_path / "held.toml"
    path.write_text(made.text, encoding="utf-8")
    assert submit(str(path), game).gathered or gather(game)

    more = submit(with_phrase(game, made.phrase, STANDING), game)
    alone = submit(with_phrase(game, made.phrase, {}), game)

    assert ["PB662"] == codes(more) and not alone.answer.is_refused
