"""What is bound stays bound: envelopes and words of a step taken back, phrases, the number of the world, defaults."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from forger import Lines, reforged, rewritten, step_path
from torn_games import ARCHIVE, beside, cheap, enveloped, phrase, place, played, take

from games import play_steps, send, send_all, sheet_text
from pbem.seal import age
from pbem.store import GameFault
from pbem.store.ledger import ALL, Line, ledger_path, read_lines
from pbem.workflow import open_game
from pbem.workflow import opening as desk_of_envelopes
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.gathering import gather
from pbem.workflow.journal import as_text as log_text
from pbem.workflow.journal import log, said_undone, undo
from pbem.workflow.keyring import renew
from pbem.workflow.new import Plan, new
from pbem.workflow.numbers import spelled, take_number
from pbem.workflow.publish import publish, reveal
from pbem.workflow.reporting import report_of
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.verify import as_text, verify

LOTTERY = "the three numbers of the lottery of 28 November 2026"


@pytest.fixture(autouse=True)
def cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    cheap(monkeypatch)


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path)


def found(desk: str, *saved: str) -> set[str]:
    return {f"{row.code} {Path(row.file).name}" for row in verify(desk, saved).findings}


def codes(receipt: Any) -> list[str]:
    return [item.code.id for item in receipt.answer.diagnostics if item.is_error]


def fault_of(work: Any) -> str:
    with pytest.raises(GameFault) as fault:
        work()
    return str(fault.value.code.id)


def held(folder: str, role: str, body: dict[str, Any], hold: bool = True, **heading: Any) -> Any:
    """An envelope of the role, submitted; the receipt, and what `seal` said."""
    path = Path(beside(folder, f"{role}.sheet.toml"))
    path.write_text(sheet_text(place(folder), role, body, **heading))
    made = seal(str(path), open_game(place(folder)).game.seal_key, hold=hold, faults=True)
    path.write_text(made.text)
    return submit(str(path), place(folder)), made


def with_held_bids(folder: str) -> dict[str, str]:
    """A step made from held envelopes of both; the phrases."""
    played(folder)
    hands, phrases = open_game(place(folder)).state.hands, {}
    for role in ("north", "south"):
        phrases[role] = held(folder, role, {"card": hands[role][0]})[1].phrase
    for role, words in phrases.items():
        assert not open_held(place(folder), role, words).answer.is_refused
    adjudicate(place(folder))
    return phrases


def with_held_words(folder: str, beacon: str = "") -> dict[str, str]:
    """A game whose moderator, south, plays; the words of both are gathered."""
    new(Plan(place(folder), "toy", seed="a", plays=["south"], beacon=beacon, beacon_numbers=3 if beacon else 1))
    bodies = {"north": "sour cherries", "south": "storks"}
    return {role: held(folder, role, {"vow": 2}, word=word)[1].phrase for role, word in bodies.items()}


# a step taken back


def test_the_envelopes_of_a_step_taken_back_stay_bound_with_their_phrases(folder: str) -> None:
    with_held_bids(folder)
    desk = place(folder)
    before = open_game(desk).last.orders
    undo(desk, "a slip")
    other = {"card": open_game(desk).state.hands["south"][-1]}

    assert "stay bound" in said_undone(desk, open_game(desk).last)
    assert ["PB619"] == codes(held(folder, "south", other)[0])
    assert ["PB619"] == codes(send(desk, "south", other))
    assert gather(desk) in read_lines(ledger_path(desk)), "they are gathered already"
    adjudicate(desk)
    assert before == open_game(desk).last.orders
    assert (set(), ()) == (found(desk), verify(desk).notes)
    undo(desk, "once more")
    adjudicate(desk)
    reveal(desk, beside(folder, ARCHIVE), force=True)
    assert set() == found(desk) | found(beside(folder, ARCHIVE))


def test_a_reopened_step_is_told_to_everybody_and_noted(folder: str) -> None:
    with_held_bids(folder)
    desk = place(folder)
    undone = undo(desk, "a sheet was overlooked", reopen=True)
    hands = open_game(desk).state.hands
    assert "may be exchanged now" in said_undone(desk, undone)
    receipt, made = held(folder, "south", {"card": hands["south"][-1]})

    assert not receipt.gathered, "the first to seal anew does not shut out the others"
    assert "PB632" == fault_of(lambda: adjudicate(desk))
    receipt, other = held(folder, "north", {"card": hands["north"][-1]})
    assert receipt.gathered
    for role, words in (("south", made.phrase), ("north", other.phrase)):
        assert [] == codes(open_held(desk, role, words))
    adjudicate(desk)
    for role in (None, "north", "south"):
        assert "exchanged all the same" in " ".join(report_of(desk, role).split())
    assert "exchanged all the same" in log_text(log(desk))
    note = "the envelopes of step 2 were open before they were sealed anew"
    publish(desk, beside(folder, ARCHIVE))
    for place_ in (desk, beside(folder, ARCHIVE)):
        assert (set(), (note,)) == (found(place_), verify(place_).notes)
        assert f"winter: {note}" in as_text(verify(place_))


def test_a_reopened_step_is_gathered_with_the_old_envelopes_if_the_moderator_says_so(folder: str) -> None:
    phrases = with_held_bids(folder)
    desk = place(folder)
    undo(desk, "a sheet was overlooked", reopen=True)

    assert "PB632" == fault_of(lambda: adjudicate(desk))
    gather(desk)
    assert "PB608" == fault_of(lambda: adjudicate(desk))
    for role, words in phrases.items():
        open_held(desk, role, words)
    adjudicate(desk)
    assert (set(), ()) == (found(desk), verify(desk).notes)


def test_nothing_is_reopened_where_nothing_was_gathered(folder: str) -> None:
    played(folder)
    send_all(place(folder))
    adjudicate(place(folder))
    last = open_game(place(folder)).last

    assert "PB634" == fault_of(lambda: undo(place(folder), "a slip", reopen=True))
    assert last == open_game(place(folder)).last


def test_where_the_moderator_plays_nothing_is_reopened(folder: str) -> None:
    phrases = with_held_words(folder)
    for role, words in phrases.items():
        open_held(place(folder), role, words)
    adjudicate(place(folder))

    assert "PB634" == fault_of(lambda: undo(place(folder), "a slip", reopen=True))


def test_envelopes_of_a_later_step_are_laid_aside_and_noted(folder: str) -> None:
    with_held_bids(folder)
    desk = place(folder)
    undo(desk, "a slip")
    undo(desk, "the step before it too")
    assert set() == found(desk)
    adjudicate(desk)
    send_all(desk)
    adjudicate(desk)

    assert set() == found(desk)
    assert ("the envelopes of step 2 were open before they were sealed anew",) == verify(desk).notes


def test_a_ledger_that_frees_envelopes_without_a_word(folder: str) -> None:
    """As a changed program would write it: the undo says nothing, and the moderator seals anew."""
    with_held_bids(folder)
    desk = place(folder)
    undo(desk, "a slip")
    adjudicate(desk)
    for key in ("gathered", "reopened"):
        reforged(desk, lambda lines: [*map(_silent, lines)])
        assert "PB670 ledger.toml" in found(desk), key


def _silent(line: Line) -> Line:
    facts = {key: value for key, value in line.facts.items() if key != "gathered"}
    return line._replace(facts=facts) if line.kind == "undo" else line


# words


def test_words_that_were_opened_stay_the_words_of_the_game(folder: str) -> None:
    phrases = with_held_words(folder)
    desk = place(folder)
    for role, words in phrases.items():
        open_held(desk, role, words)
    adjudicate(desk)
    dealt = open_game(desk).last
    undo(desk, "a slip of mine")

    assert ["PB619"] == codes(held(folder, "south", {"vow": 2}, word="chosen afterwards")[0])
    adjudicate(desk)
    assert (dealt.words, dealt.state) == (open_game(desk).last.words, open_game(desk).last.state)
    assert set() == found(desk)


def test_open_words_stay_too_and_none_is_added(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a"))
    desk = place(folder)
    send(desk, "north", {"vow": 2}, word="sour cherries")
    send(desk, "south", {"vow": 2})
    adjudicate(desk)
    undo(desk, "a slip")

    assert ["PB636"] == codes(send(desk, "south", {"vow": 3}, word="chosen afterwards"))
    assert ["PB636"] == codes(send(desk, "north", {"vow": 3}, word="chosen afterwards"))
    assert [] == codes(send(desk, "north", {"vow": 3}))
    assert [] == codes(held(folder, "south", {"vow": 1}, hold=False, word="chosen afterwards")[0])
    adjudicate(desk)
    last = open_game(desk).last
    assert ({"north": "sour cherries"}, {"vow": 3}) == (dict(last.words), last.orders["north"])
    reveal(desk, beside(folder, ARCHIVE), force=True)
    assert set() == found(desk) | found(beside(folder, ARCHIVE))


def test_another_word_after_the_first_ones_were_opened(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a changed program would take it."""
    new(Plan(place(folder), "toy", seed="a"))
    desk = place(folder)
    for role in ("north", "south"):
        send(desk, role, {"vow": 2}, word="sour cherries")
    adjudicate(desk)
    undo(desk, "a slip")
    monkeypatch.setattr("pbem.workflow.words.bound_words", lambda *_: None)
    send(desk, "south", {"vow": 2}, word="chosen afterwards")
    adjudicate(desk)

    assert {"PB671 0001-r01-bid.toml"} == found(desk)


# the number of the world


@pytest.mark.parametrize(
    ("typed", "count", "text"),
    [
        ("44 7, 012", 3, "7 12 44"), ("7 12 44", 3, "7 12 44"), ("100;9 ; 10", 3, "9 10 100"), ("000", 1, "0"),
        ("00AbC9", 1, "abc9"), ("0042", 1, "42"), ("7 7 7", 3, "7 7 7"),
        ("7 12", 3, ""), ("7 12 23 44", 3, ""), ("7 12 x", 3, ""), ("numbers: 7 12 44", 3, ""), ("7-12-44", 3, ""),
        ("a b c", 3, ""), ("7 12", 1, ""), ("0x42", 1, ""), ("", 1, ""), (" ", 1, ""), ("٤٢", 1, ""), ("4.2", 1, ""),
        ("+42", 1, ""), ("1" * 201, 1, ""),
    ],
)  # fmt: skip
def test_a_number_has_one_spelling(typed: str, count: int, text: str) -> None:
    assert text == spelled(typed, count)


def test_the_number_is_shown_as_it_is_mixed_in(folder: str, pbem: Any) -> None:
    desk = place(folder)
    assert 0 == pbem("new", desk, "--ruleset", "toy", "--seed", "a", "--beacon", LOTTERY, "--beacon-numbers", "3").code
    assert 3 == read_lines(ledger_path(desk))[0].facts["beacon_numbers"]
    assert f"{LOTTERY} (3 numbers)" in " ".join(report_of(desk, "north").split())
    for wrong in (("7", "12"), ("7-12-44",), ("7", "12", "44", "45")):
        ran = pbem("number", desk, *wrong)
        assert (2, True) == (ran.code, "Type 3 whole numbers" in ran.err)
    ran = pbem("number", desk, "44", "07", "12")

    assert "mixed in as: 7 12 44" in ran.out
    assert 0 == pbem("number", desk, "12", "7", "44").code, "the same draw in another order"
    adjudicate(desk, ["all"])
    assert "7 12 44" == open_game(desk).last.beacon
    assert "The number of the world is 7 12 44" in " ".join(report_of(desk, None).split())
    assert set() == found(desk)


def test_numbers_without_a_beacon_are_refused(folder: str) -> None:
    assert "PB512" == fault_of(lambda: new(Plan(place(folder), "toy", seed="a", beacon_numbers=3)))


def test_a_number_that_is_spelled_otherwise(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a", beacon=LOTTERY, beacon_numbers=3))
    desk = place(folder)
    take_number(desk, "7 12 44")
    reforged(desk, lambda lines: [*(_with(line, "number", text="44 12 7") for line in lines)])

    assert "PB673 ledger.toml" in found(desk)


def _with(line: Line, kind: str, **facts: Any) -> Line:
    return line._replace(facts={**line.facts, **facts}) if line.kind == kind else line


def test_no_word_is_taken_when_the_number_is_known(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a", beacon=LOTTERY, beacon_numbers=3))
    desk = place(folder)
    send(desk, "north", {"vow": 2}, word="sour cherries")
    take_number(desk, "7 12 44")

    assert ["PB637"] == codes(send(desk, "south", {"vow": 2}, word="ground afterwards"))
    assert ["PB638"] == codes(send(desk, "north", {"vow": 2}))
    assert ["PB638"] == codes(held(folder, "north", {"vow": 2}, hold=False)[0])
    assert [] == codes(held(folder, "south", {"vow": 2}, hold=False, word="ground afterwards")[0])
    adjudicate(desk)
    assert {"north": "sour cherries"} == dict(open_game(desk).last.words), "a word in a late envelope does not count"
    reveal(desk, beside(folder, ARCHIVE), force=True)
    assert set() == found(desk) | found(beside(folder, ARCHIVE))


def test_a_word_after_the_number(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a changed program would take it, and with the lines in another order."""
    new(Plan(place(folder), "toy", seed="a", beacon=LOTTERY, beacon_numbers=3))
    desk = place(folder)
    send(desk, "north", {"vow": 2}, word="sour cherries")
    take_number(desk, "7 12 44")
    monkeypatch.setattr("pbem.workflow.words.check_word", lambda *_: None)
    monkeypatch.setattr("pbem.workflow.words.late_sheets", lambda _: set())
    send(desk, "north", {"vow": 2}, word="changed afterwards")
    send(desk, "south", {"vow": 2}, word="ground afterwards")
    adjudicate(desk)
    monkeypatch.undo()
    cheap(monkeypatch)
    wronged = {row.message.split()[3] for row in verify(desk).findings if row.code == "PB672"}
    assert {"north", "south"} == wronged
    path = Path(ledger_path(desk))
    path.write_bytes(_number_last(read_lines(str(path))))

    assert "PB649 ledger.toml" in found(desk)


def _number_last(lines: Lines) -> bytes:
    """The ledger with the sheets before the number: each chain is as it was."""
    from pbem.store.ledger import whole

    at = next(number for number, line in enumerate(lines) if line.kind == "number")
    number, rest = lines[at], lines[:at] + lines[at + 1 :]
    to = next(place_ for place_, line in enumerate(rest) if line.kind == "closed")
    return whole([*rest[:to], number, *rest[to:]])


def test_where_the_moderator_plays_the_number_waits_for_the_words(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a", plays=["south"], beacon=LOTTERY, beacon_numbers=3))
    desk = place(folder)
    first = held(folder, "north", {"vow": 2}, word="sour cherries")[1]

    assert "PB633" == fault_of(lambda: take_number(desk, "7 12 44"))
    second = held(folder, "south", {"vow": 2}, word="storks")[1]
    take_number(desk, "7 12 44")
    assert ["PB619"] == codes(held(folder, "south", {"vow": 2}, word="ground afterwards")[0])
    for role, made in (("north", first), ("south", second)):
        assert [] == codes(open_held(desk, role, made.phrase))
    adjudicate(desk)
    assert {"north": "sour cherries", "south": "storks"} == dict(open_game(desk).last.words)
    assert set() == found(desk)
    undo(desk, "a slip")
    adjudicate(desk)
    assert set() == found(desk)


def test_where_the_moderator_plays_and_nobody_sends_a_word_the_number_is_taken_all_the_same(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a", plays=["south"], beacon=LOTTERY, beacon_numbers=3))
    gather(place(folder), ["all"])
    take_number(place(folder), "7 12 44")
    adjudicate(place(folder), ["all"])

    assert set() == found(place(folder))


def test_a_number_before_the_words_are_gathered(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a changed program would take it."""
    phrases = with_held_words(folder, LOTTERY)
    desk = place(folder)
    take_number(desk, "7 12 44")
    for role, words in phrases.items():
        open_held(desk, role, words)
    adjudicate(desk)
    assert set() == found(desk)
    reforged(desk, lambda lines: [*_number_first(lines)])

    assert "PB672 ledger.toml" in found(desk)


def _number_first(lines: Lines) -> Lines:
    at = next(place_ for place_, line in enumerate(lines) if line.kind == "number")
    facts = {key: value for key, value in lines[at].facts.items() if key != "gathered"}
    return [lines[0], lines[at]._replace(facts=facts), *lines[1:at], *lines[at + 1 :]]


# defaults over what was received


def test_a_phrase_that_was_received_is_not_left_aside(folder: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played(folder)
    desk, hands = place(folder), open_game(place(folder)).state.hands
    phrases = {role: held(folder, role, {"card": hands[role][0]})[1].phrase for role in ("north", "south")}
    receipt = Path(beside(folder, "receipt.txt"))
    receipt.write_text(open_held(desk, "north", phrases["north"]).text)
    open_held(desk, "south", phrases["south"])
    kept, aside = Path(desk, "inbox", "0002", "north-01.phrase"), Path(beside(folder, "aside"))
    os.rename(kept, aside)

    assert "PB635" == fault_of(lambda: adjudicate(desk, ["north"]))
    monkeypatch.setattr(desk_of_envelopes, "check_phrases", lambda *_: None)  # a changed program
    adjudicate(desk, ["north"])
    os.rename(aside, kept)
    assert {"PB648 ledger.toml"} == found(desk, str(receipt))
    assert "north is wronged" in verify(desk).findings[0].message


def test_a_phrase_changed_by_hand_costs_its_writer_nothing(folder: str) -> None:
    played(folder)
    enveloped(folder, "north", hold=True)
    take(folder, "north.envelope.toml")
    send(place(folder), "south", {"card": open_game(place(folder)).state.hands["south"][0]})
    phrase(folder, "north")
    Path(place(folder), "inbox", "0002", "north-01.phrase").write_text("another phrase\n")

    assert "PB635" == fault_of(lambda: adjudicate(place(folder), ["north"]))


def test_another_pair_of_keys_does_not_make_an_envelope_the_fault_of_its_writer(
    folder: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(folder)
    desk, hands = place(folder), open_game(place(folder)).state.hands
    receipt = Path(beside(folder, "receipt.txt"))
    receipt.write_text(held(folder, "north", {"card": hands["north"][0]}, hold=False)[0].text)
    send(desk, "south", {"card": hands["south"][0]})
    before = {name: Path(desk, name).read_text() for name in ("game.toml", "secret.toml")}
    monkeypatch.undo()
    public, private = age.new_pair()
    cheap(monkeypatch)
    game = open_game(desk).game
    rewritten(Path(desk, "game.toml"), lambda text: text.replace(game.seal_key, public))
    rewritten(Path(desk, "secret.toml"), lambda text: "".join(
        f'seal_identity = "{private}"\n' if line.startswith("seal_identity") else line
        for line in text.splitlines(keepends=True)))  # fmt: skip
    with pytest.raises(GameFault) as fault:
        adjudicate(desk, ["north"])
    assert ("PB641", "game.toml") == (fault.value.code.id, Path(fault.value.file).name)

    monkeypatch.setattr(desk_of_envelopes, "check_seal_key", lambda _: None)  # a changed program
    adjudicate(desk, ["north"])
    for name, text in before.items():
        Path(desk, name).write_text(text)
    assert {"PB674 ledger.toml"} == found(desk, str(receipt))
    assert "north is wronged" in verify(desk).findings[0].message
    # In the archive the envelope cannot be opened, but the reason that was given is told.
    reveal(desk, beside(folder, ARCHIVE), force=True)
    notes = verify(beside(folder, ARCHIVE)).notes
    assert ["the envelope of north for step 2 could not be used"] == [note.partition(",")[0] for note in notes]
    assert "PB602" in notes[0]


def test_a_default_over_an_envelope_without_a_reason(folder: str) -> None:
    played(folder)
    desk, hands = place(folder), open_game(place(folder)).state.hands
    held(folder, "north", {"card": 99}, hold=False)
    send(desk, "south", {"card": hands["south"][0]})
    adjudicate(desk, ["north"])
    assert set() == found(desk)
    assert "PB607" in verify(desk).notes[0]
    for reason in ("", "ab" * 32):
        reforged(desk, lambda lines, reason=reason: [*(_reasoned(line, reason) for line in lines)])  # type: ignore[misc]
        assert {"PB674 ledger.toml"} == found(desk)


def _reasoned(line: Line, reason: str) -> Line:
    if "reason" not in line.facts or line.of == ALL:
        return line
    facts = {key: value for key, value in line.facts.items() if key != "reason"}
    return line._replace(facts={**facts, "reason": reason} if reason else facts)


def test_a_phrase_that_never_came_is_noted(folder: str) -> None:
    played(folder)
    desk, hands = place(folder), open_game(place(folder)).state.hands
    held(folder, "north", {"card": hands["north"][0]})
    send(desk, "south", {"card": hands["south"][0]})
    adjudicate(desk, ["north"])

    assert set() == found(desk)
    assert ["the phrase of north for step 2 never came"] == [note.partition(",")[0] for note in verify(desk).notes]


def test_an_envelope_of_somebody_who_owes_nothing_is_left_aside_without_a_false_alarm(tmp_path: Path) -> None:
    from battle_game import begin, sheet

    desk = begin(tmp_path, position=AT_MOVES)
    standing = {"standing": [{"name": "guard", "own": "*", "plays": ["7S"], "otherwise": "concede"}]}
    made = seal(sheet(desk, "pompadour", standing), open_game(desk).game.seal_key, hold=True)
    (tmp_path / "held.toml").write_text(made.text)
    assert not submit(str(tmp_path / "held.toml"), desk).answer.is_refused
    assert submit(sheet(desk, "frederick", {}), desk).gathered
    adjudicate(desk, ["pompadour"])

    assert set() == found(desk)
    assert "the phrase of pompadour for step 1 never came" in as_text(verify(desk))


def test_an_envelope_left_aside_beside_a_standing_bid_is_no_false_alarm(tmp_path: Path) -> None:
    """The standing bid answers as if there had been no envelope."""
    from battle_game import begin, sheet

    desk = begin(tmp_path, position=AT_MOVES)
    standing = {"standing": [{"name": "guard", "own": "*", "plays": ["7S"], "otherwise": "concede"}]}
    assert not submit(sheet(desk, "pompadour", standing), desk).answer.is_refused
    adjudicate(desk, ["frederick"])
    assert ("pompadour",) == open_game(desk).answered
    bid = {"bid": [{"own": "Richelieu", "plays": ["5S"], "otherwise": "concede"}]}
    made = seal(sheet(desk, "pompadour", bid), open_game(desk).game.seal_key, hold=True)
    (tmp_path / "held.toml").write_text(made.text)
    assert not submit(str(tmp_path / "held.toml"), desk).answer.is_refused
    gather(desk, ["frederick"])
    adjudicate(desk, ["pompadour", "frederick"])

    assert set() == found(desk)


AT_MOVES = """
format = 2
ruleset = "friedrich"
mode = "4p"
[position]
turn = 2
stage = "prussia"
phase = "movement"
[position.prussia]
heinrich = "Celle 4"
[position.france]
richelieu = "Hannover 6"
[position.hands]
prussia = "9D 4D 3C"
france = "7S 5S 3C"
"""


# renewed keys


@pytest.mark.parametrize("kind", ["open", "sealed", "held"])
def test_a_renewed_key_does_not_spoil_what_was_received(folder: str, kind: str) -> None:
    played(folder)
    desk, hands = place(folder), open_game(place(folder)).state.hands
    body = {"card": hands["north"][0]}
    made = None if kind == "open" else held(folder, "north", body, hold=kind == "held")[1]
    if kind == "open":
        send(desk, "north", body)
    send(desk, "south", {"card": hands["south"][0]})
    renew(desk, "north", "2026-11-18T12:00:00+00:00")
    if kind == "held" and made is not None:
        assert [] == codes(open_held(desk, "north", made.phrase))
    adjudicate(desk)

    assert body == open_game(desk).last.orders["north"]
    assert set() == found(desk)


# what is told of chance


def test_the_first_report_says_whether_the_moderator_plays(folder: str) -> None:
    new(Plan(place(folder), "toy", seed="a"))
    new(Plan(beside(folder, "playing"), "toy", seed="a", plays=["south"]))
    declared = "the moderator of this game does not play"
    assert declared in " ".join(report_of(place(folder), "north").split())
    assert declared not in " ".join(report_of(beside(folder, "playing"), "north").split())
    play_steps(place(folder), 1)

    assert declared not in " ".join(report_of(place(folder), "north").split())


def test_a_game_that_began_from_a_position_says_so(tmp_path: Path) -> None:
    from battle_game import begin

    desk = begin(tmp_path)
    digest = read_lines(ledger_path(desk))[0].facts["position"]
    publish(desk, str(tmp_path / ARCHIVE))
    for role in (None, "frederick"):
        said = " ".join(report_of(desk, role).split())
        assert "This game began from a position" in said and "not drawn by the seed" in said
        assert digest in said.replace(" ", "")
    for place_ in (desk, str(tmp_path / ARCHIVE)):
        assert digest in as_text(verify(place_))
        assert "not drawn by the seed" in as_text(verify(place_))
    assert step_path(desk, 0).is_file()
