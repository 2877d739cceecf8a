"""Letters that bring back what was sent before: older sheets, receipts; and orders that have no heading."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from mail.programs import ANYBODY, as_html, as_text, top_posted
from mail.test_letters_to_games import ORDERED, codes, filled, moved, report_of, sent, view_of

from games import tree
from pbem.store.reading import read_game, read_last_step
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_in_game, check_with_view
from pbem.workflow.new import Plan, new
from pbem.workflow.receipts import Receipt
from pbem.workflow.reporting import report
from pbem.workflow.sealing import seal

LATER = "['Friedrich + Winterfeldt > Riesa', 'Keith stays']"


@pytest.fixture
def game(tmp_path: Path) -> str:
    """A game at Prussia's moves, its report written."""
    directory = str(tmp_path / "winter-1756")
    new(Plan(directory, "friedrich", seed="a"))
    adjudicate(directory, ["all"])
    report(directory, ["frederick"])
    return directory


def first(game: str) -> str:
    return filled(game)


def second(game: str) -> str:
    return filled(game).replace("Riesa > Meißen", "Riesa")


def mailed(game: str, text: str) -> Receipt:
    return sent(game, bytes(as_text(ANYBODY, text)))


def changed_his_mind(game: str) -> dict[str, bytes]:
    """A first sheet and a second that takes its place; the game after them."""
    assert not mailed(game, first(game)).answer.is_refused
    assert not mailed(game, second(game)).answer.is_refused
    return tree(game)


def test_an_older_sheet_sent_back_by_a_machine_replaces_nothing(game: str) -> None:
    before = changed_his_mind(game)

    receipt = mailed(game, f"Thank you for your message!\n\n{first(game)}")

    assert ["PB213"] == codes(receipt)
    assert "received already as version 1, and version 2 has taken its place" in receipt.text
    assert before == tree(game)
    assert LATER == moved(game)


def test_an_older_sheet_that_lost_the_end_of_its_remarks_replaces_nothing(game: str) -> None:
    before = changed_his_mind(game)

    assert ["PB213"] == codes(mailed(game, first(game).partition("numbers after all")[0]))
    assert before == tree(game)


@pytest.mark.parametrize("name", ["letter.eml", "orders.toml"])
def test_an_older_sheet_is_known_in_a_file_as_in_a_letter(game: str, name: str) -> None:
    before = changed_his_mind(game)
    data = bytes(as_text(ANYBODY, first(game))) if name.endswith("eml") else first(game).encode()

    assert ["PB213"] == codes(sent(game, data, name))
    assert before == tree(game)


def test_an_older_sheet_counts_again_if_its_writer_says_so(game: str) -> None:
    changed_his_mind(game)

    said = mailed(game, first(game).replace("do = [", "# instead of version 2\ndo = [", 1))

    assert [] == codes(said) and "It takes the place of version 2" in said.text
    assert ["PB213"] == codes(mailed(game, second(game)))
    assert ORDERED == moved(game)


def test_the_newest_sheet_sent_back_is_received_already(game: str) -> None:
    before = changed_his_mind(game)

    receipt = mailed(game, f"Thank you!\n\n{second(game)}")

    assert [] == codes(receipt) and "received already as version 2" in " ".join(receipt.text.split())
    assert before == tree(game)


def test_the_sheet_that_counts_sent_back_beside_a_draft_is_received_already(game: str) -> None:
    mailed(game, first(game))
    mailed(game, second(game).replace("step = 2\n", 'step = 2\nstatus = "draft"\n'))
    before = tree(game)

    receipt = mailed(game, first(game))

    assert [] == codes(receipt) and "received already as version 1" in " ".join(receipt.text.split())
    assert before == tree(game)
    assert ORDERED == moved(game)


def test_an_older_envelope_sent_back_replaces_nothing(game: str) -> None:
    made = [seal(written(game, text), view_of(game)).text for text in (first(game), second(game))]
    for text in made:
        assert not sent(game, text, "orders.sealed.toml").answer.is_refused
    before = tree(game)

    assert ["PB213"] == codes(mailed(game, made[0]))
    assert before == tree(game)
    again = seal(written(game, first(game)), view_of(game)).text
    assert [] == codes(sent(game, again, "orders.sealed.toml"))


def written(game: str, text: str) -> str:
    path = os.path.join(os.path.dirname(game), "sheet.toml")
    Path(path).write_text(text, encoding="utf-8")
    return path


def test_a_receipt_sent_back_is_known_by_its_marks(game: str) -> None:
    receipt = mailed(game, first(game)).text
    before = tree(game)

    echoed = mailed(game, f"We have got your message:\n\n{receipt}")

    assert ["PB123"] == codes(echoed)
    assert "a receipt of the game" in echoed.text
    assert before == tree(game)


def test_a_sheet_typed_above_a_receipt_is_taken(game: str) -> None:
    receipt = mailed(game, first(game)).text

    assert [] == codes(mailed(game, f"{second(game)}\n\n{receipt}"))
    assert LATER == moved(game)


# orders without a heading

HEADLESS = {
    "as in a sheet": 'do = [\n  "Friedrich > Riesa",\n]',
    "one line of a heading": 'role = "frederick"\ndo = [ "Friedrich > Riesa" ]',
    "as people write": "Hi Zoe,\n\nFriedrich > Riesa > Torgau\nKeith stays\n\nAnna",
    "in quotes": '"Friedrich > Riesa",\n"Keith stays",',
    "in capitals": "MOVE 3>4\nHUNT F",
}


@pytest.mark.parametrize("text", HEADLESS.values(), ids=HEADLESS)
def test_orders_without_a_heading_are_told_what_they_lack(game: str, text: str) -> None:
    before = tree(game)

    receipt = mailed(game, text)

    assert ["PB123"] == codes(receipt)
    (found,) = receipt.answer.diagnostics
    assert "looks like an order" in found.message
    assert all(f"{key} = " in found.hint for key in ("game", "step", "role", "key", "do"))
    assert before == tree(game)


def test_orders_without_a_heading_are_found_in_html(game: str) -> None:
    letter = as_html(ANYBODY, "<p>Friedrich &gt; Riesa</p><p>Keith stays</p>")

    (found,) = sent(game, bytes(letter)).answer.diagnostics

    assert "headless" == found.facts["form"] and "Friedrich > Riesa" in found.message


def test_who_has_no_key_learns_nothing_of_the_game(game: str) -> None:
    said = mailed(game, HEADLESS["as people write"]).text

    step = read_last_step(read_game(game))
    secrets = [*Path(game, "secret.toml").read_text().split('"')[1::2], "winter-1756", f"step = {step.number + 1}"]
    assert [] == [word for word in (*secrets, "frederick", "elisabeth") if len(word) > 3 and word in said]


def test_words_alone_are_no_orders(game: str) -> None:
    for text in ("I shall send my orders tonight.", "Score 5:3 -> see you", top_posted(ANYBODY, "Hi", "no report")):
        (found,) = mailed(game, text).answer.diagnostics

        assert ("PB123", "") == (found.code.id, found.facts.get("form", ""))


def test_orders_without_a_heading_get_the_same_answer_at_home(game: str) -> None:
    path = written(game, "").replace("sheet.toml", "letter.eml")
    Path(path).write_bytes(bytes(as_text(ANYBODY, HEADLESS["as people write"])))

    assert check_with_view(path, view_of(game)).diagnostics == check_in_game(path, game).diagnostics
    assert report_of(game)
