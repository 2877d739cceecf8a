"""Orders ahead in envelopes: closed until their decision comes, then opened by the key of the game or by a phrase."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ahead_games import HANOVER, begun, codes, last, sent, stays

from games import sheet_file
from pbem.core import Diagnostic, Where
from pbem.seal import age
from pbem.store import GameFault, layout
from pbem.store.writing import dumps
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.ahead_closed import judged_closed, table_text
from pbem.workflow.gathering import gather
from pbem.workflow.journal import undo
from pbem.workflow.reporting import report, report_of
from pbem.workflow.sealing import Refused, SealedFile, said_sealed, seal
from pbem.workflow.status import as_table, next_action, status
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.verify import verify


@pytest.fixture
def game(tmp_path: Path) -> str:
    return begun(tmp_path)


def closed(game: str, body: dict[str, Any], hold: bool = False, to: str = "") -> tuple[str, SealedFile]:
    """A file with the sheet whose orders ahead were closed at home."""
    made = seal(sheet_file(game, "frederick", body), to or open_game(game).game.seal_key, hold, ahead=True)
    path = Path(game).parent / "closed.toml"
    path.write_text(made.text, encoding="utf-8")
    return str(path), made


def phrase_file(game: str, phrase: str) -> str:
    path = Path(sheet_file(game, "frederick", {}))
    path.write_text(f'{path.read_text("utf-8")}\nphrase = "{phrase}"\n', encoding="utf-8")
    return str(path)


def test_sealed_orders_are_opened_when_their_decision_comes(game: str) -> None:
    file, made = closed(game, stays({**HANOVER, "unless": ["fate"]}))
    receipt = submit(file, game)
    adjudicate(game, one=True)

    assert "Zeven" not in made.text and "fate" not in made.text
    assert f"sealed, and opened when you are asked: {made.words}" in " ".join(receipt.text.split())
    assert [({"do": ["Ferdinand > Zeven"]}, ("fate",), {})] == [
        (k.body, k.unless, k.envelope) for k in last(game).ahead
    ]
    adjudicate(game)
    assert ("t02-russia", ["Ferdinand > Zeven"]) == (last(game).label, last(game).orders["frederick"]["do"])
    assert [] == list(verify(game).findings)


def test_before_that_nobody_can_read_them_in_the_game(game: str) -> None:
    body = {"do": [], "ahead": [{"for": "prussia", "do": ["Friedrich stays"]}]}
    sent(game, "frederick", stays())
    adjudicate(game)
    submit(closed(game, body)[0], game)
    adjudicate(game)

    texts = [path.read_text("utf-8") for path in Path(game).rglob("*.toml") if path.name != "secret.toml"]
    kept = last(game).ahead
    assert ["prussia"] == [item.decision for item in kept] and kept[0].envelope and not kept[0].body
    assert not any("Friedrich stays" in text.split("[[ahead]]")[-1] for text in texts if "-----BEGIN AGE" in text)
    assert "Sealed under the words " in report_of(game, "frederick")
    assert "Sealed" not in report_of(game, "elisabeth")
    assert [] == list(verify(game).findings)


def test_orders_sealed_for_another_key_are_lost_on_nobody(game: str) -> None:
    submit(closed(game, stays(HANOVER), to=age.new_pair()[0])[0], game)
    adjudicate(game)

    told = " ".join(report_of(game, "frederick").split())
    assert "t02-hanover" == last(game).label
    assert "Your sealed orders ahead cannot be opened; nothing of them is used, and you are asked: Hanover's" in told
    assert "PB602" in told
    assert [] == list(verify(game).findings)


FAULTY: list[dict[str, Any]] = [
    {**HANOVER, "moon": 1}, {**HANOVER, "answers": ["decline 8C"]}, {"for": "hanover", "retreat": ["towards Prag"]},
    {"for": "hanover", "standing": [{"own": "Ferdinand", "otherwise": "concede"}]},
]  # fmt: skip


@pytest.mark.parametrize("table", FAULTY)
def test_orders_that_were_sealed_with_faults_are_not_used(game: str, table: dict[str, Any]) -> None:
    made = seal(sheet_file(game, "frederick", stays(table)), open_game(game).game.seal_key, ahead=True)
    path = Path(game).parent / "closed.toml"
    path.write_text(made.text, encoding="utf-8")
    submit(str(path), game)
    adjudicate(game)

    assert "PB215" in report_of(game, "frederick") and "t02-hanover" == last(game).label
    assert [] == list(verify(game).findings)


def test_what_was_opened_is_what_was_promised_or_nothing(game: str, tmp_path: Path) -> None:
    file, _ = closed(game, stays(HANOVER))
    text = re.sub('commitment = "[0-9a-f]*"', f'commitment = "{"0" * 64}"', Path(file).read_text("utf-8"))
    Path(file).write_text(text, encoding="utf-8")
    submit(file, game)
    adjudicate(game)

    assert "PB604" in report_of(game, "frederick") and "t02-hanover" == last(game).label
    assert [] == list(verify(game).findings)


def test_an_envelope_of_another_game_is_not_used(game: str, tmp_path: Path) -> None:
    other = begun(tmp_path, name="summer")
    file, _ = closed(other, stays(HANOVER), to=open_game(game).game.seal_key)
    foreign = Path(file).read_text("utf-8").partition("[[ahead]]")[2]
    path = Path(sheet_file(game, "frederick", stays()))
    path.write_text(f"{path.read_text('utf-8')}\n[[ahead]]{foreign}", encoding="utf-8")
    submit(str(path), game)
    adjudicate(game)

    assert "PB605" in report_of(game, "frederick") and "t02-hanover" == last(game).label
    assert [] == list(verify(game).findings)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"envelope": "-----BEGIN"}, "PB601"),
        ({"commitment": "abc"}, "PB601"),
        ({"held": "yes"}, "PB601"),
        ({"do": ["Ferdinand stays"]}, "PB215"),
        ({"unless": ["fate"]}, "PB215"),
    ],
)
def test_what_is_wrong_with_closed_orders_is_said_from_outside(game: str, change: dict[str, Any], code: str) -> None:
    file, _ = closed(game, stays(HANOVER))
    data = tomllib.loads(Path(file).read_text("utf-8"))
    table = {**data.pop("ahead")[0], **change}
    Path(file).write_text(dumps(data).decode() + table_text(table), encoding="utf-8")
    receipt = submit(file, game)

    assert [code] == codes(receipt), receipt.text


@pytest.mark.parametrize(("refused", "code"), [("plays", "PB627"), ("key", "PB612")])
def test_where_no_envelopes_are_taken_closed_orders_must_be_held(game: str, refused: str, code: str) -> None:
    sealed = tomllib.loads(Path(closed(game, stays(HANOVER))[0]).read_text("utf-8"))["ahead"][0]
    held = tomllib.loads(Path(closed(game, stays(HANOVER), hold=True)[0]).read_text("utf-8"))["ahead"][0]
    said: list[Diagnostic] = []
    judged_closed("Hanover's moves", sealed, Where(("ahead", 0)), refused, said.append)
    judged_closed("Hanover's moves", held, Where(("ahead", 0)), refused, said.append)

    assert [code] == [item.code.id for item in said]


@pytest.mark.parametrize("table", [*FAULTY, {**HANOVER, "withdraw": "yes"}])
def test_orders_with_faults_are_not_closed_at_home(game: str, table: dict[str, Any]) -> None:
    report(game)
    view = str(Path(game, "reports", "0000", "frederick.view.toml"))

    with pytest.raises(Refused) as refused:
        closed(game, stays(table), to=view)
    assert {"PB215"} == {item.code.id for item in refused.value.answer.diagnostics if item.is_error}


def test_a_phrase_opens_no_orders_that_are_none(game: str) -> None:
    file, made = closed(game, stays({"for": "hanover", "answers": ["decline 8C"]}), hold=True)
    submit(file, game)
    adjudicate(game)
    receipt = submit(phrase_file(game, made.phrase), game)
    sent(game, "frederick", {"do": ["Ferdinand stays"]})
    adjudicate(game)

    assert ["PB215", "PB215"] == codes(receipt) and receipt.answer.is_refused
    assert [] == list(verify(game).findings)


def test_held_orders_wait_for_their_phrase(game: str) -> None:
    file, made = closed(game, stays(HANOVER), hold=True)
    receipt = submit(file, game)
    adjudicate(game)
    due = " ".join(report_of(game, "frederick").split())
    where = as_table(status(game)), next_action(game)
    wrong = submit(phrase_file(game, "apple apple apple"), game)
    right = submit(phrase_file(game, made.phrase), game)
    adjudicate(game)

    assert "held; when you are asked, send the phrase of" in " ".join(receipt.text.split())
    assert "Your held orders ahead wait for their phrase: send it, or other orders." in due
    assert "held orders ahead, their phrase is missing" in where[0]
    assert "the phrase of held orders ahead, or orders: Hanover's moves" in " ".join(where[1].split())
    assert ["PB609"] == codes(wrong)
    assert not right.answer.is_refused and "Ferdinand > Zeven" in right.text
    assert ("t02-russia", ["Ferdinand > Zeven"]) == (last(game).label, last(game).orders["frederick"]["do"])
    assert () == last(game).ahead
    after = " ".join(report_of(game, "frederick").split())
    assert (
        "You were asked for it, and what you sent then counts; your orders ahead are used up: Hanover's moves" in after
    )
    assert [] == list(verify(game).findings)


def test_a_phrase_that_comes_before_its_decision_is_told_so(game: str) -> None:
    file, made = closed(game, stays(HANOVER), hold=True)
    submit(file, game)
    sent(game, "elisabeth", {"ahead": [{"for": "russia", "do": ["Saltikov stays"]}]})
    submitted = submit(phrase_file(game, made.phrase), game)
    adjudicate(game)
    asked = submit(phrase_file(game, made.phrase), game)

    body = {"do": ["Ferdinand stays"], "ahead": [{"for": "prussia", "do": ["Friedrich stays"]}]}
    file, later = closed(game, body, hold=True)
    submit(file, game)
    adjudicate(game)
    early = submit(phrase_file(game, later.phrase), game)
    by_host = open_held(game, "frederick", later.phrase)

    assert not asked.answer.is_refused
    assert ["PB610"] == codes(submitted) == codes(early) == codes(by_host)
    told = [" ".join(receipt.text.split()) for receipt in (submitted, early)]
    assert "this phrase came before the decision of your held orders ahead: Hanover's moves in turn 2" in told[0]
    assert "this phrase came before the decision of your held orders ahead: Prussia's moves in turn 3" in told[1]
    assert "Saltikov" not in early.text and [] == list(verify(game).findings)


def test_the_moderator_can_take_in_their_phrase(game: str) -> None:
    file, made = closed(game, stays(HANOVER), hold=True)
    submit(file, game)
    adjudicate(game)
    receipt = open_held(game, "frederick", made.phrase)
    adjudicate(game)

    assert not receipt.answer.is_refused
    assert ["Ferdinand > Zeven"] == last(game).orders["frederick"]["do"]
    assert [] == list(verify(game).findings)


def test_held_orders_whose_phrase_never_comes_are_gone_with_their_decision(game: str) -> None:
    submit(closed(game, stays(HANOVER), hold=True)[0], game)
    adjudicate(game)
    adjudicate(game, defaults=["frederick"])

    assert ("t02-russia", ()) == (last(game).label, last(game).ahead)
    assert "PB227 Your orders ahead are not used: they waited for their phrase" in report_of(game, "frederick")
    assert [] == list(verify(game).findings)


def test_after_an_undo_sealed_orders_are_closed_again(game: str) -> None:
    submit(closed(game, stays(HANOVER))[0], game)
    adjudicate(game)
    undo(game, "a slip")
    adjudicate(game)

    assert "t02-russia" == last(game).label
    assert [] == list(verify(game).findings)


def test_a_sheet_without_orders_ahead_has_nothing_to_be_closed(game: str) -> None:
    with pytest.raises(GameFault) as fault:
        closed(game, stays())

    assert "PB639" == fault.value.code.id


def test_verify_finds_orders_that_were_not_in_the_envelope(game: str) -> None:
    submit(closed(game, stays(HANOVER))[0], game)
    adjudicate(game)
    proof = Path(game, layout.opened(1))
    proof.write_text(proof.read_text("utf-8").replace("Zeven", "Winsen"), encoding="utf-8")

    assert [] != list(verify(game).findings)


def test_a_sheet_that_leaves_orders_ahead_out_is_told_so(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    receipt = sent(game, "frederick", stays())

    assert ["PB222"] == codes(receipt)
    assert "orders ahead for Hanover's moves in turn 2" in receipt.text


def whole(
    game: str, role: str, body: dict[str, Any], hold: bool = False, force: bool = False
) -> tuple[str, SealedFile]:
    """A file with the sheet sealed whole at home, against the view of its writer."""
    report(game)
    view = sorted(Path(game, "reports").glob(f"*/{role}.view.toml"))[-1]
    made = seal(sheet_file(game, role, body), str(view), hold, force)
    path = Path(game).parent / "whole.toml"
    path.write_text(made.text, encoding="utf-8")
    return str(path), made


LATER = {"for": "prussia", "do": ["Friedrich stays"]}


def test_orders_ahead_in_a_sealed_sheet_stay_closed_when_it_is_opened(game: str) -> None:
    file, made = whole(game, "frederick", stays(HANOVER))
    submit(file, game)
    sent(game, "maria-theresa", {"ahead": [{"for": "austria", "do": ["Daun stays"]}]})
    adjudicate(game, one=True)
    whole_again, _ = whole(game, "frederick", {"do": ["Ferdinand stays"], "ahead": [LATER]})
    submit(whole_again, game)
    adjudicate(game, one=True)

    kept = [item for item in last(game).ahead if item.role == "frederick"]
    assert ["hanover"] == [table.decision for table in made.tables]
    assert "orders ahead for hanover are closed on their own" in " ".join(said_sealed(made, "x").split())
    assert [("prussia", {}, True)] == [(item.decision, item.body, bool(item.envelope)) for item in kept]
    assert "Friedrich stays" not in Path(last(game).file).read_text("utf-8")
    assert [] == list(verify(game).findings)


def test_orders_ahead_in_a_held_sheet_have_a_phrase_of_their_own(game: str) -> None:
    file, made = whole(game, "frederick", stays(HANOVER), hold=True)
    submit(file, game)
    opened = open_held(game, "frederick", made.phrase)
    adjudicate(game)
    after = Path(last(game).file).read_text("utf-8")
    wrong = submit(phrase_file(game, made.phrase), game)
    right = submit(phrase_file(game, made.tables[0].phrase), game)
    adjudicate(game)

    assert made.phrase in said_sealed(made, "x") and made.tables[0].phrase in said_sealed(made, "x")
    assert not opened.answer.is_refused and "Zeven" not in after
    assert ["PB609"] == codes(wrong) and not right.answer.is_refused
    assert ["Ferdinand > Zeven"] == last(game).orders["frederick"]["do"]
    assert [] == list(verify(game).findings)


def test_each_of_several_held_tables_has_a_phrase_of_its_own(tmp_path: Path) -> None:
    game = begun(tmp_path, stage="france")
    austria, imperial = {"for": "austria", "do": ["Daun stays"]}, {"for": "imperial", "do": ["Hildburghausen stays"]}
    made = seal(
        sheet_file(game, "maria-theresa", {"ahead": [austria, imperial]}),
        open_game(game).game.seal_key, hold=True, ahead=True,
    )  # fmt: skip

    assert ["austria", "imperial"] == [table.decision for table in made.tables]
    assert 2 == len({table.phrase for table in made.tables})
    assert all(table.phrase in said_sealed(made, "x") for table in made.tables)


def test_a_sheet_that_says_ok_says_so_when_its_orders_ahead_are_closed(game: str) -> None:
    path = Path(sheet_file(game, "frederick", {"ok": True, "ahead": [HANOVER]}))
    made = seal(str(path), open_game(game).game.seal_key, ahead=True)

    assert tomllib.loads(made.text)["ok"] is True


@pytest.mark.parametrize("ahead", [True, False])
def test_where_the_moderator_plays_it_is_said_at_home_that_an_envelope_must_be_held(
    tmp_path: Path, ahead: bool
) -> None:
    game = begun(tmp_path, plays=["elisabeth"])
    adjudicate(game, defaults=["all"])
    report(game)
    view = str(Path(game, "reports", "0001", "frederick.view.toml"))
    file = sheet_file(game, "frederick", stays(HANOVER))

    with pytest.raises(GameFault) as fault:
        seal(file, view, ahead=ahead)
    assert "PB627" == fault.value.code.id
    assert ("--ahead --hold" in fault.value.code(Where(), **fault.value.facts).hint) is ahead


def test_the_hint_for_a_sealed_table_where_the_moderator_plays_names_the_right_command(game: str) -> None:
    sealed = tomllib.loads(Path(closed(game, stays(HANOVER))[0]).read_text("utf-8"))["ahead"][0]
    said: list[Diagnostic] = []
    judged_closed("Hanover's moves", sealed, Where(("ahead", 0)), "plays", said.append)

    assert "`pbem seal SHEET --to VIEW --ahead --hold`" in said[0].hint


def test_whoever_owes_nothing_gets_an_open_sheet_with_closed_tables(game: str) -> None:
    file, made = whole(game, "maria-theresa", {"ahead": [{"for": "austria", "do": ["Daun > Olmütz"]}]}, hold=True)
    receipt = submit(file, game)
    sent(game, "frederick", stays(HANOVER))
    asked = next_action(game)
    adjudicate(game)

    assert made.ahead and "travels open" in " ".join(said_sealed(made, "x").split())
    assert not receipt.answer.is_refused and "All sheets for step 1 are in" in asked
    assert "t02-russia" == last(game).label
    assert [] == list(verify(game).findings)


def test_a_held_sheet_of_somebody_who_owes_nothing_is_refused(game: str) -> None:
    sent(game, "frederick", stays())
    adjudicate(game)
    body = {"standing": [{"own": "Daun", "otherwise": "concede"}], "ahead": [{"for": "austria", "do": ["Daun stays"]}]}
    with pytest.raises(GameFault) as fault:
        whole(game, "maria-theresa", body, hold=True)
    made = seal(sheet_file(game, "maria-theresa", body), open_game(game).game.seal_key, hold=True)
    path = Path(game).parent / "held.toml"
    path.write_text(made.text, encoding="utf-8")
    receipt = submit(str(path), game)

    assert "PB661" == fault.value.code.id
    assert ["PB661"] == codes(receipt) and receipt.answer.is_refused
    assert "--ahead --hold" in receipt.text


def test_next_waits_for_the_phrase_of_a_word_for_the_seed(tmp_path: Path) -> None:
    game = begun(tmp_path)
    body = {"word": "amber", "answers": ["decline 8C"]}
    file, made = whole(game, "maria-theresa", body, hold=True)
    receipt = submit(file, game)
    sent(game, "frederick", stays())
    gather(game)
    asked = next_action(game)
    open_held(game, "maria-theresa", made.phrase)

    assert not receipt.answer.is_refused and not made.ahead
    assert "waits for maria-theresa (the phrase that opens the envelope)" in " ".join(asked.split())
    assert "adjudicate" in next_action(game) and "waits for" not in next_action(game)
    adjudicate(game)


def test_a_sealed_sheet_that_says_nothing_of_the_decision_leaves_orders_ahead_alone(game: str) -> None:
    sent(game, "frederick", stays(HANOVER))
    adjudicate(game, one=True)
    report(game)
    view = str(Path(game, "reports", "0001", "frederick.view.toml"))
    path = Path(game).parent / "sealed.toml"
    path.write_text(seal(sheet_file(game, "frederick", {"answers": ["decline 8C"]}), view).text, encoding="utf-8")
    receipt = submit(str(path), game)
    adjudicate(game)

    assert not receipt.answer.is_refused, receipt.text
    assert {"do": ["Ferdinand > Zeven"], "answers": ["decline 8C"]} == last(game).orders["frederick"]
    assert "Your orders ahead were used" in report_of(game, "frederick")
    assert [] == list(verify(game).findings)
