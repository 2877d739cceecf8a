"""Sealed sheets at the desk: closed until all are in, opened at once, and what a hand changes is named."""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from battle_game import BIDS, begin, key_of, sheet, view_of

from games import tree
from pbem.seal import BEGIN, END, age
from pbem.store import GameFault
from pbem.store.ledger import SHEETS, Line, ledger_path, read_lines
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.check import check_with_view
from pbem.workflow.gathering import gather
from pbem.workflow.journal import undo
from pbem.workflow.keyring import keys
from pbem.workflow.new import Plan
from pbem.workflow.new import new as begin_new
from pbem.workflow.sealing import Refused, seal
from pbem.workflow.status import next_action, status
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.verify import verify

ROLES = ("frederick", "pompadour")
WORDS = (b'plays = [\n    "', b"otherwise", b"12D", b"11S", b"Alfeld", b"alfeld")  # of the bids


@pytest.fixture
def desk(tmp_path: Path) -> str:
    return begin(tmp_path)


def envelope(
    desk: str, role: str, body: Any = None, /, hold: bool = False, to: str = "", **more: Any
) -> tuple[str, Any]:
    """An envelope of the role beside the game, and what `seal` said."""
    made = seal(sheet(desk, role, body, **more), to or view_of(desk, role), hold, faults=bool(to))
    path = os.path.join(os.path.dirname(desk), f"{role}.sealed.toml")
    Path(path).write_text(made.text)
    return path, made


def parted(data: bytes) -> tuple[bytes, bytes]:
    """What of a file can be read, and what its envelope holds as bytes; signs of its armour mean nothing by chance."""
    open_, begin_, rest = data.partition(BEGIN.encode())
    armour, end, after = rest.partition(END.encode())
    return open_ + begin_ + end + after, b64decode(armour)


def sheet_lines(desk: str, role: str) -> list[bytes]:
    """The lines of the role's orders, all too long to be found anywhere by chance."""
    lines = Path(desk).with_name(f"{role}.toml").read_bytes().splitlines()
    return [line for line in lines if len(line) > 11 and not line.startswith((b"game", b"step", b"role", b"key"))]


def test_the_search_for_a_bid_finds_one_that_is_not_sealed(desk: str) -> None:
    sheet(desk, "frederick")
    bare = Path(desk).with_name("frederick.toml").read_bytes()
    lines = sheet_lines(desk, "frederick")
    wrapped = BEGIN.encode() + b64encode(bare) + END.encode()

    assert lines
    assert lines == [line for line in lines if line in parted(bare)[0]]
    assert lines == [line for line in lines if line in parted(wrapped)[1]]


def bound(desk: str) -> list[Line]:
    """The lines of the ledger that sheets and envelopes have."""
    return [line for line in read_lines(ledger_path(desk)) if line.kind in SHEETS]


def codes(receipt: Any) -> list[str]:
    return [item.code.id for item in receipt.answer.diagnostics]


def fault_of(work: Any) -> str:
    with pytest.raises(GameFault) as fault:
        work()
    return str(fault.value.code.id)


def test_no_bid_is_in_the_directory_before_both_are_in_and_both_after(desk: str) -> None:
    before = tree(desk)
    for role in ROLES:
        path, made = envelope(desk, role)
        receipt = submit(path, desk)

        assert not receipt.answer.is_refused
        assert made.words in receipt.text and made.commitment in receipt.text
        assert made.commitment in Path(desk, "ledger.toml").read_text()
        new = {name: data for name, data in tree(desk).items() if before.get(name) != data}
        assert new
        for name, data in new.items():
            open_, closed = parted(data)
            assert [] == [word for word in WORDS if word in open_], name
            assert [] == [line for line in sheet_lines(desk, role) if line in closed or line in open_], name
    assert ["sealed"] * 2 == [row.sheet for row in status(desk).rows if row.owes]
    done = adjudicate(desk, expect=1)

    assert BIDS == open_game(desk).last.orders
    assert 16 == sum(event.kind == "played" for event in done.events)
    assert 2 == verify(desk).sheets
    assert () == verify(desk).findings


def test_nothing_is_opened_while_somebody_is_missing(desk: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path, _ = envelope(desk, "frederick")
    submit(path, desk)
    monkeypatch.setattr(age, "opened", lambda *_: pytest.fail("it was opened"))

    assert "PB520" == fault_of(lambda: adjudicate(desk))
    assert not os.path.exists(os.path.join(desk, "opened"))


def test_an_open_sheet_and_an_envelope_go_together(desk: str) -> None:
    submit(envelope(desk, "frederick")[0], desk)
    submit(sheet(desk, "pompadour"), desk)
    adjudicate(desk)

    assert BIDS == open_game(desk).last.orders


def test_an_envelope_comes_by_mail(desk: str) -> None:
    path, _ = envelope(desk, "frederick")
    mail = Path(path).with_suffix(".eml")
    mail.write_text(f"From: anna@example.org\nSubject: bid\n\nHere it is.\n\n{Path(path).read_text()}\n-- \nAnna\n")

    assert not submit(str(mail), desk).answer.is_refused


def test_the_same_envelope_twice_changes_nothing(desk: str) -> None:
    path, _ = envelope(desk, "frederick")
    submit(path, desk)
    before = tree(desk)

    assert ["PB210"] == codes(submit(path, desk))
    assert before == tree(desk)


def test_a_new_envelope_replaces_the_old_one_and_the_ledger_shows_both(desk: str) -> None:
    first, second = envelope(desk, "frederick"), None
    submit(first[0], desk)
    body = {"bid": [{"own": "Heinrich", "plays": ["13D"], "otherwise": "concede", "retreat": ["Alfeld"]}]}
    second = envelope(desk, "frederick", body)
    receipt = submit(second[0], desk)
    submit(sheet(desk, "pompadour"), desk)
    adjudicate(desk)

    assert 1 == receipt.replaces
    own = [line.facts["commitment"] for line in bound(desk) if line.of == "frederick"]
    assert [first[1].commitment, second[1].commitment] == own
    assert body == open_game(desk).last.orders["frederick"]
    assert () == verify(desk).findings


def test_the_heading_of_an_envelope_is_checked_like_that_of_a_sheet(desk: str) -> None:
    text = Path(envelope(desk, "frederick")[0]).read_text()
    spoilt = Path(desk).parent / "spoilt.toml"
    for old, new, code in (
        ("step = 1", "step = 9", "PB203"), ("winter", "summer", "PB201"), (key_of(desk, "frederick"), "x-1", "PB205"),
    ):  # fmt: skip
        spoilt.write_text(text.replace(old, new))
        assert [code] == codes(submit(str(spoilt), desk))
    assert [] == bound(desk)


def test_an_envelope_of_another_step_with_a_new_heading_is_found_out(desk: str) -> None:
    path, _ = envelope(desk, "frederick", step=7, to=keys(desk))
    Path(path).write_text(Path(path).read_text().replace("step = 7", "step = 1"))
    submit(path, desk)
    submit(sheet(desk, "pompadour"), desk)

    assert "PB605" == fault_of(lambda: adjudicate(desk))


def test_an_envelope_for_another_key_stays_closed_and_is_not_lost(desk: str) -> None:
    path, _ = envelope(desk, "frederick", to=age.new_pair()[0])
    submit(path, desk)
    submit(sheet(desk, "pompadour"), desk)
    before = tree(desk)

    assert "PB602" == fault_of(lambda: adjudicate(desk))
    assert before == tree(desk)
    submit(envelope(desk, "frederick")[0], desk)
    assert 1 == adjudicate(desk).number


def test_a_sealed_sheet_with_errors_is_named_and_nothing_is_shown(desk: str) -> None:
    body = {"bid": [{"own": "Heinrich", "plays": ["3H"]}]}
    with pytest.raises(Refused):
        envelope(desk, "frederick", body)
    submit(envelope(desk, "frederick", body, to=keys(desk))[0], desk)
    submit(envelope(desk, "pompadour")[0], desk)
    before = tree(desk)
    with pytest.raises(GameFault) as fault:
        adjudicate(desk)

    assert "PB607" == fault.value.code.id
    assert "FR702" in fault.value.message and "frederick" in fault.value.message
    assert before == tree(desk)
    assert ("frederick",) == adjudicate(desk, ["frederick"]).defaulted


def test_an_envelope_replaced_after_its_receipt_is_named(desk: str) -> None:
    path, made = envelope(desk, "frederick")
    submit(path, desk)
    submit(sheet(desk, "pompadour"), desk)
    body = {"bid": [{"own": "Heinrich", "plays": ["13D"], "otherwise": "concede", "retreat": ["Alfeld"]}]}
    other, _ = envelope(desk, "frederick", body)
    Path(desk, "inbox", "0001", "frederick-01.toml").write_text(Path(other).read_text())
    with pytest.raises(GameFault) as fault:
        adjudicate(desk)

    assert "PB606" == fault.value.code.id
    assert made.words in fault.value.hint
    assert ["PB606"] == [finding.code for finding in verify(desk).findings]


def test_a_byte_changed_in_the_inbox_is_named_as_that(desk: str) -> None:
    submit(envelope(desk, "frederick")[0], desk)
    submit(sheet(desk, "pompadour"), desk)
    path = Path(desk, "inbox", "0001", "frederick-01.toml")
    lines = path.read_text().splitlines()
    lines[-5] = lines[-5][::-1]
    path.write_text("\n".join(lines) + "\n")

    assert "PB606" == fault_of(lambda: adjudicate(desk))


def test_an_envelope_put_into_the_inbox_by_hand_is_not_opened(desk: str) -> None:
    path, _ = envelope(desk, "frederick")
    submit(sheet(desk, "pompadour"), desk)
    Path(desk, "inbox", "0001", "frederick-01.toml").write_text(Path(path).read_text())

    assert "PB615" == fault_of(lambda: adjudicate(desk))
    assert ["PB615"] == [finding.code for finding in verify(desk).findings]


def test_a_commitment_that_does_not_fit_is_found_on_opening(desk: str) -> None:
    path, made = envelope(desk, "frederick")
    Path(path).write_text(Path(path).read_text().replace(made.commitment, "ab" * 32))
    submit(path, desk)
    submit(sheet(desk, "pompadour"), desk)

    assert "PB604" == fault_of(lambda: adjudicate(desk))


def test_an_envelope_cut_short_is_refused(desk: str) -> None:
    path, _ = envelope(desk, "frederick")
    text = Path(path).read_text()
    Path(path).write_text(text[: len(text) - 500] + '"""\n')

    assert ["PB601"] == codes(submit(path, desk))
    assert [] == bound(desk)


def test_drafts_and_envelopes_are_not_sealed(desk: str) -> None:
    assert "PB617" == fault_of(lambda: envelope(desk, "frederick", status="draft"))
    path, _ = envelope(desk, "frederick")
    assert "PB618" == fault_of(lambda: seal(path, view_of(desk, "frederick")))
    assert "PB614" == fault_of(lambda: seal(sheet(desk, "frederick"), "age1nonsense"))
    assert "PB614" == fault_of(lambda: seal(sheet(desk, "frederick"), "no-such-key"))


@pytest.mark.parametrize(
    "work",
    [
        lambda desk: seal(sheet(desk, "frederick"), "frederick.view.toml"),
        lambda desk: seal("orders.toml", view_of(desk, "frederick")),
        lambda desk: check_with_view("orders.toml", view_of(desk, "frederick")),
        lambda desk: check_with_view(sheet(desk, "frederick"), "frederick.view.toml"),
        lambda desk: submit("orders.toml", desk),
        lambda desk: begin_new(Plan("another", position="position.toml")),
    ],
    ids=["seal-to", "seal", "check", "check-view", "submit", "new"],
)
def test_a_file_named_that_is_not_there_is_told_apart_from_a_lost_one(desk: str, work: Callable[[str], Any]) -> None:
    with pytest.raises(GameFault, match=r"\.toml: error\[PB502\] file-missing: the file is missing") as fault:
        work(desk)

    assert "Look at the name and the folder." == fault.value.hint


def test_keys_that_do_not_belong_together_are_named(desk: str) -> None:
    submit(envelope(desk, "frederick")[0], desk)
    submit(sheet(desk, "pompadour"), desk)
    secret = Path(desk, "secret.toml")
    lines = [line for line in secret.read_text().splitlines() if not line.startswith("seal_identity")]
    secret.write_text(f'seal_identity = "{age.new_pair()[1]}"\n' + "\n".join(lines) + "\n")

    assert "PB613" == fault_of(lambda: adjudicate(desk))


def test_a_game_without_keys_gets_them_when_asked(desk: str) -> None:
    for name in ("game.toml", "secret.toml"):
        path = Path(desk, name)
        path.write_text("\n".join(line for line in path.read_text().split("\n") if not line.startswith("seal_")))
    text = Path(desk, "game.toml").read_text()
    path, _ = envelope(desk, "frederick", to=age.new_pair()[0])
    assert ["PB612"] == codes(submit(path, desk))
    key = keys(desk)

    assert key == keys(desk) == open_game(desk).game.seal_key
    assert set(text.split("\n")) < set(Path(desk, "game.toml").read_text().split("\n"))
    path, _ = envelope(desk, "frederick", to=key)
    assert not submit(path, desk).answer.is_refused


# held envelopes


def test_held_envelopes_open_with_their_phrases_once_all_are_in(desk: str) -> None:
    made = {}
    for role in ROLES:
        path, made[role] = envelope(desk, role, hold=True)
        early = open_held(desk, role, made[role].phrase)
        assert codes(early) in (["PB611"], ["PB610"])
        submit(path, desk)
        if role == "frederick":
            early = open_held(desk, role, made[role].phrase)
            assert ["PB610"] == codes(early)
            assert "pompadour" not in early.text, "who is awaited is not the writer's to know"
    assert "the phrase that opens the envelope" in next_action(desk)
    with pytest.raises(GameFault, match="PB608") as fault:
        adjudicate(desk)
    commands = " and ".join(f"pbem open {desk} {role}" for role in ROLES)
    assert fault.value.hint.startswith(f"Ask for it, and take it in by {commands}. If the deadline")
    assert ["PB609"] == codes(open_held(desk, "frederick", made["pompadour"].phrase))
    assert not open_held(desk, "frederick", made["frederick"].phrase).answer.is_refused

    # The envelopes are gathered, and somebody could know a bid: nothing can be exchanged any more.
    assert ["PB619"] == codes(submit(envelope(desk, "pompadour", {"bid": [{"own": "*"}]})[0], desk))
    assert ["PB619"] == codes(submit(sheet(desk, "pompadour"), desk))
    phrase = Path(desk).parent / "phrase.toml"
    phrase.write_text(
        f'game = "winter"\nstep = 1\nrole = "pompadour"\nkey = "{key_of(desk, "pompadour")}"\n'
        f'phrase = "{made["pompadour"].phrase}"\n'
    )
    assert not submit(str(phrase), desk).answer.is_refused
    adjudicate(desk)

    assert BIDS == open_game(desk).last.orders
    assert (2, ()) == (verify(desk).sheets, verify(desk).findings)


def test_a_phrase_that_never_comes_costs_the_default_and_nothing_is_lost(desk: str) -> None:
    submit(envelope(desk, "frederick", hold=True)[0], desk)
    submit(sheet(desk, "pompadour"), desk)
    kept = Path(desk, "inbox", "0001", "frederick-01.toml").read_text()
    done = adjudicate(desk, ["frederick"])

    assert ("frederick",) == done.defaulted
    assert "defaulted" in [event.kind for event in done.events]
    assert kept == Path(desk, "inbox", "0001", "frederick-01.toml").read_text()
    assert "frederick" not in open_game(desk).last.orders
    assert () == verify(desk).findings


def test_a_draft_does_not_push_an_envelope_aside(desk: str) -> None:
    submit(envelope(desk, "frederick")[0], desk)
    submit(sheet(desk, "frederick", {"bid": [{"own": "Heinrich"}]}, status="draft"), desk)
    submit(envelope(desk, "pompadour")[0], desk)
    adjudicate(desk)

    assert BIDS == open_game(desk).last.orders


def test_after_a_step_is_taken_back_and_reopened_sheets_can_be_exchanged_again(desk: str) -> None:
    path, made = envelope(desk, "frederick", hold=True)
    submit(path, desk)
    submit(sheet(desk, "pompadour"), desk)
    open_held(desk, "frederick", made.phrase)
    adjudicate(desk)
    undo(desk, "a sheet was overlooked", reopen=True)

    assert "PB632" == fault_of(lambda: adjudicate(desk))
    gather(desk)
    assert "PB608" == fault_of(lambda: adjudicate(desk))
    open_held(desk, "frederick", made.phrase)
    adjudicate(desk)
    assert () == verify(desk).findings
    undo(desk, "once more", reopen=True)
    assert not submit(envelope(desk, "frederick")[0], desk).answer.is_refused
    adjudicate(desk)
    assert () == verify(desk).findings


def test_a_held_envelope_is_closed_to_the_moderator(desk: str) -> None:
    path, made = envelope(desk, "frederick", hold=True)
    submit(path, desk)

    for data in tree(desk).values():
        assert made.phrase.encode() not in data
