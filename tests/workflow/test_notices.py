"""Before a phrase is sent: everybody who owes one gets a notice, and can check at home that the envelope is bound."""

from __future__ import annotations

import email
import os
import re
import shutil
from email import policy
from pathlib import Path
from typing import Any

import pytest
from forger import reforged
from torn_games import beside, cheap, enveloped, orders, phrase, place, played

from games import sheet_text
from pbem.seal import age
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.codes import LEAK
from pbem.workflow.gathering import gather
from pbem.workflow.journal import undo
from pbem.workflow.status import next_action, status
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.verify import verify
from pbem.workflow.verify_notices import held_together

ROLES = ("north", "south")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A game in which both have sealed a bid with a phrase, made once: to lock an envelope takes a second."""
    folder = str(tmp_path_factory.mktemp("held"))
    with pytest.MonkeyPatch.context() as patch:
        cheap(patch)
        played(folder)
        for role in ROLES:
            receipt = submit(enveloped(folder, role, hold=True), place(folder))
            Path(folder, f"{role}.receipt.txt").write_text(receipt.text)
            if role == "north":
                shutil.copytree(folder, f"{folder}-first")
    return folder


@pytest.fixture
def folder(made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game with both envelopes gathered; the receipts lie beside it."""
    cheap(monkeypatch)
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    return str(tmp_path)


@pytest.fixture
def first(made: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The game with the envelope of north alone."""
    cheap(monkeypatch)
    shutil.copytree(f"{made}-first", tmp_path, dirs_exist_ok=True)
    return str(tmp_path)


def notice(folder: str, role: str) -> str:
    return os.path.join(place(folder), "reports", "0001", f"{role}.notice.txt")


def kept(folder: str, role: str, kind: str = "receipt.txt") -> str:
    return beside(folder, f"{role}.{kind}")


def codes(receipt: Any) -> list[str]:
    return [item.code.id for item in receipt.answer.diagnostics]


def found(*paths: str) -> list[str]:
    return [f"{row.code} {os.path.basename(row.file)}" for row in held_together(paths).findings]


# who is told what


def test_everybody_who_owes_a_phrase_gets_a_notice_with_the_same_line_of_the_table(folder: str) -> None:
    texts = {role: Path(notice(folder, role)).read_text() for role in ROLES}
    heads = {role: re.search(r"- the table, line 3 \(step 2\): (.*)\n  ([0-9a-f]{64})", texts[role]) for role in ROLES}

    assert heads["north"] and heads["south"]
    assert heads["north"].groups() == heads["south"].groups()
    for role, other in (ROLES, ROLES[::-1]):
        key = re.search(r'key +(= "\S+")', sheet_text(place(folder), other, {}))
        assert key and key[1] not in texts[role]
        assert f'role = "{role}"' in texts[role] and f'role = "{other}"' not in texts[role]
        assert f"- {role}, line 4: " in texts[role] and f"- {other}, line" not in texts[role]
        assert Path(beside(folder, f"{role}.phrase")).read_text() not in texts[role]
        assert "pbem verify --receipt" in texts[role]
    assert () == verify(place(folder)).findings


def test_a_notice_is_part_of_the_change_that_gathers(folder: str) -> None:
    Path(notice(folder, "north")).write_text("changed")
    assert ["PB646"] == [row.code for row in verify(place(folder)).findings]
    Path(notice(folder, "north")).unlink()
    assert ["PB647"] == [row.code for row in verify(place(folder)).findings]

    gather(place(folder))
    assert () == verify(place(folder)).findings
    assert [] == found(notice(folder, "north"), kept(folder, "north"))


def test_no_notice_is_written_before_all_are_in_and_none_for_open_sheets(first: str) -> None:
    assert not os.path.exists(notice(first, "north"))
    orders(first, "south")
    assert submit(beside(first, "orders.toml"), place(first)).gathered

    assert os.path.exists(notice(first, "north"))
    assert not os.path.exists(notice(first, "south"))


def test_a_notice_passes_the_leak_gate(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A template that tells what is hidden is stopped: here one could only do so through the program itself."""
    from pbem.workflow import notices

    whole = notices.notice_model
    monkeypatch.setattr(
        notices,
        "notice_model",
        lambda table, **facts: {**whole(table, **facts), "game": str(table.state.hands["south"])},
    )
    Path(notice(folder, "north")).unlink()
    with pytest.raises(GameFault) as fault:
        gather(place(folder))

    assert LEAK.id == fault.value.code.id


def test_the_moderator_is_told_which_notices_to_send(folder: str, pbem: Any) -> None:
    listed = [notice(folder, role) for role in ROLES]
    words = re.escape("pbem gather ") + ".*" + re.escape(" --eml outbox")

    assert listed == list(status(place(folder)).notices)
    for text in (pbem("status", place(folder)).out, next_action(place(folder)), pbem("gather", place(folder)).out):
        assert [] == [path for path in listed if path not in text]
    assert re.search(words, next_action(place(folder)))
    phrase(folder, "north")
    assert listed[1:] == list(status(place(folder)).notices)
    assert '"gathered": true' in pbem("status", place(folder), "--json").out
    phrase(folder, "south")
    assert () == status(place(folder)).notices
    assert "pbem adjudicate" in next_action(place(folder))


def test_submit_tells_the_moderator_beside_the_receipt(first: str, pbem: Any) -> None:
    draft = pbem("submit", place(first), orders(first, "south", status="draft"))
    last = pbem("submit", place(first), orders(first, "south"))

    assert "" == draft.err
    assert notice(first, "north") in last.err and notice(first, "north") not in last.out


def test_before_the_gathering_nobody_is_asked_for_a_phrase(first: str) -> None:
    said = next_action(place(first))

    assert ["south"] == [row.role for row in status(place(first)).missing]
    assert "phrase" not in said
    assert f"pbem gather {place(first)} --default south" in said


def test_after_a_step_was_taken_back_and_reopened_the_envelopes_are_to_be_gathered_again(folder: str) -> None:
    for role in ROLES:
        phrase(folder, role)
    adjudicate(place(folder))
    undo(place(folder), "a slip", reopen=True)
    before = Path(notice(folder, "north")).read_text()

    assert f"pbem gather {place(folder)}" in next_action(place(folder))
    assert () == status(place(folder)).notices
    gather(place(folder))
    assert before != Path(notice(folder, "north")).read_text()
    assert [] == found(notice(folder, "north"), kept(folder, "north"))
    assert () == verify(place(folder)).findings


# mails


def test_notices_go_as_mails(folder: str, pbem: Any) -> None:
    path = Path(place(folder), "game.toml")
    head, mark, rest = path.read_text().partition("[roles.north]")
    path.write_text(head + mark + re.sub('address = ""', 'address = "anna@example.org"', rest, count=1))
    ran = pbem("gather", place(folder), "--eml", beside(folder, "outbox"), "--date", "2026-03-12T18:00+01:00")
    names = [beside(folder, f"outbox/winter-0001-{role}-notice.eml") for role in ROLES]
    mail = email.message_from_bytes(Path(names[0]).read_bytes(), policy=policy.default)

    assert (0, names) == (ran.code, ran.out.split())
    assert "anna@example.org" in mail["To"] and "you owe your phrase" in mail["Subject"]
    assert Path(notice(folder, "north")).read_text() == mail.get_content().replace("\r\n", "\n")
    assert [] == found(names[0], kept(folder, "north"))
    phrase(folder, "north")
    assert names[1:] == pbem("gather", place(folder), "--eml", beside(folder, "outbox")).out.split()


@pytest.mark.parametrize("mark", ["", "> "])
def test_an_answer_to_the_notice_brings_the_phrase(folder: str, mark: str) -> None:
    """The phrase is filled in where the notice has room for it, in a mail of its own or in the quotation."""
    text = Path(notice(folder, "north")).read_text()
    filled = text.replace('phrase = "..."', f'phrase = "{Path(kept(folder, "north", "phrase")).read_text()}"')
    body = "".join(f"{mark}{line}\n" for line in filled.splitlines())
    path = Path(beside(folder, "answer.eml"))
    path.write_text(f"From: anna@example.org\nSubject: Re: gathered\n\nHere it is.\n\nThe desk wrote:\n{body}")

    assert [] == codes(submit(str(path), place(folder)))
    assert ["south"] == [row.role for row in status(place(folder)).missing]


def test_an_answer_with_nothing_filled_in_opens_nothing(folder: str) -> None:
    path = Path(beside(folder, "answer.eml"))
    text = Path(notice(folder, "north")).read_text()
    path.write_text(f"From: a@example.org\nSubject: Re: gathered\n\nWhy?\n\n{text}")

    assert submit(str(path), place(folder)).answer.is_refused
    assert set(ROLES) == {row.role for row in status(place(folder)).missing}


# at home


@pytest.mark.parametrize("kind", ["receipt.txt", "envelope.toml"])
def test_at_home_the_notice_is_held_against_the_receipt_or_the_envelope(folder: str, kind: str, pbem: Any) -> None:
    ran = pbem("verify", "--receipt", kept(folder, "north", kind), "--report", notice(folder, "north"))

    assert 0 == ran.code, ran.out + ran.err
    assert "send your phrase" in ran.out
    data = pbem("verify", "--receipt", kept(folder, "north", kind), "--report", notice(folder, "north"), "--json")
    assert '"findings": []' in data.out
    both = pbem("verify", *(w for role in ROLES for w in ("--report", notice(folder, role), "--receipt",
                                                         kept(folder, role, kind))))  # fmt: skip
    assert 0 == both.code


def test_the_receipt_of_another_envelope_is_named(folder: str) -> None:
    other = enveloped(folder, "north", hold=True)  # sealed anew at home: another salt, another commitment

    assert ["PB657 north.envelope.toml"] == found(notice(folder, "north"), other)
    assert ["PB657 south.receipt.txt"] == found(notice(folder, "north"), kept(folder, "south"))


def test_a_moderator_who_exchanges_the_envelope_before_he_gathers_is_found_out_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pbem: Any
) -> None:
    """He answers the player, takes the line out again and puts in an envelope of his own: the ledger fits itself."""
    cheap(monkeypatch)
    folder = str(tmp_path)
    played(folder)
    first = enveloped(folder, "north", hold=True)
    before = Path(place(folder), "ledger.toml").read_bytes()
    Path(kept(folder, "north")).write_text(submit(first, place(folder)).text)
    Path(place(folder), "ledger.toml").write_bytes(before)
    Path(place(folder), "inbox", "0002", "north-01.toml").unlink()
    submit(enveloped(folder, "north", hold=True), place(folder))
    submit(orders(folder, "south"), place(folder))
    ran = pbem("verify", "--receipt", kept(folder, "north"), "--report", notice(folder, "north"))

    assert () == verify(place(folder)).findings
    assert 1 == ran.code
    assert "error[PB657]" in ran.out and "Keep your phrase" in ran.out


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("commitment: ..", "commitment: xx"), ("\nversion: 1", "\nversion: 2"), ("answer: held", "answer: sheet"),
        ("roles.north: ..", "roles.north: xx"), ("roles.south: ..", "roles.south: xx"), ("  salt ....", "  salt 0000"),
        ("kind: held", "kind: sealed"), ("before: ..", "before: xx"), ("of: all\nnumber: 3", "of: all\nnumber: 4"),
        ("hash: ..", "hash: xx"), ("\nstep: 2", "\nstep: 3"), ("\nstep: 2", "\nmood: 3\nstep: 2"),
    ],
)  # fmt: skip
def test_whatever_is_changed_in_a_notice_is_found(folder: str, old: str, new: str) -> None:
    text = Path(notice(folder, "north")).read_text()
    path = Path(beside(folder, "changed.txt"))
    path.write_text(re.sub(old, new, text, count=1))

    assert path.read_text() != text
    assert "PB656 changed.txt" in found(str(path), kept(folder, "north"))


def test_two_players_who_were_told_different_lines_find_it_out(folder: str) -> None:
    """South is shown a gathering of another ledger; both notices fit themselves."""
    shown = Path(beside(folder, "first.txt"))
    shown.write_text(Path(notice(folder, "north")).read_text())
    reforged(place(folder), lambda rows: [row._replace(facts={**row.facts, "program": "9"}) if (
        row.kind == "begun") else row for row in rows])  # fmt: skip
    Path(notice(folder, "south")).unlink()
    gather(place(folder))

    assert [] == found(notice(folder, "south"), kept(folder, "south", "envelope.toml"))
    assert ["PB657 south.notice.txt"] == found(str(shown), notice(folder, "south"), kept(folder, "north"))


def test_an_older_receipt_proves_nothing_and_no_game_is_no_fault(folder: str, pbem: Any) -> None:
    old = Path(beside(folder, "old.txt"))
    old.write_text(re.sub(r"north, line \d+", "north, line 1", Path(kept(folder, "north")).read_text()))
    ran = pbem("verify", "--receipt", str(old), "--report", notice(folder, "north"))

    assert 0 == ran.code
    assert "Keep your phrase" in ran.out
    for paths in ([notice(folder, "north")], [kept(folder, "north")]):
        assert 2 == pbem("verify", *(word for path in paths for word in ("--receipt", path))).code
    assert 2 == pbem("verify").code


def test_the_notice_is_held_against_the_archive_too(folder: str) -> None:
    from pbem.workflow.publish import publish

    publish(place(folder), beside(folder, "archive"))
    done = verify(beside(folder, "archive"), [notice(folder, "north")])

    assert ((), 2) == (done.findings, done.anchors)


# phrases that come too early


def test_a_phrase_sent_early_is_not_looked_at_and_its_writer_is_told_to_seal_anew(
    first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = first
    early = Path(beside(folder, "early.toml"))
    words = Path(kept(folder, "north", "phrase")).read_text()
    early.write_text(sheet_text(place(folder), "north", {"phrase": words}))
    monkeypatch.setattr(age, "unlocked", lambda *_: pytest.fail("it was opened"))
    answers = [submit(str(early), place(folder)), open_held(place(folder), "north", words)]

    for answer in answers:
        assert ["PB610"] == codes(answer)
        assert "seal your sheet anew with a new phrase" in answer.text.lower().replace("\n", " ")
    everything = b"".join(path.read_bytes() for path in Path(place(folder)).rglob("*") if path.is_file())
    assert words.encode() not in everything
    assert not submit(enveloped(folder, "north", hold=True), place(folder)).answer.is_refused
    assert open_game(place(folder)).under_way == 2


def test_a_round_of_the_post_brings_the_notices_once(folder: str) -> None:
    from datetime import UTC, datetime

    from pbem.store.outbox import read_outbox
    from pbem.workflow.tick import tick

    game, now = place(folder), datetime(2026, 3, 2, 9, tzinfo=UTC)
    for _ in range(2):
        done = tick([game], now)
    rows = [row for row in read_outbox(game).rows if row.kind.startswith("notice-")]

    assert 0 == done.code
    assert [*ROLES] == [row.to for row in rows]
    for row in rows:
        mail = Path(game, "outbox", f"{row.number:04}-{row.to}.eml").read_bytes()
        text = email.message_from_bytes(mail, policy=policy.default).get_content()
        assert "Your phrase is wanted now." in text
        assert held_together([written(folder, text), os.path.join(folder, f"{row.to}.receipt.txt")]).findings == ()


def written(folder: str, text: str) -> str:
    path = Path(folder, "notice.txt")
    path.write_text(text)
    return str(path)
