"""Words, numbers and envelopes that stay bound, also when a step is taken back."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from unittest import mock

from battle_game import sheet

from games import sheet_text
from message_cases.common import GAME, case, forged, written
from message_cases.envelopes import sent
from message_cases.ledger import with_fact
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.journal import position, undo
from pbem.workflow.new import Plan, new
from pbem.workflow.numbers import take_number
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.verify import verify


@case("PB629", "another number")
def number_known() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026", beacon_numbers=6))
    take_number("summer", "7 12 23 31 40 44")
    return take_number("summer", "7 12 23 31 40 45")


@case("PB630", "a number with words")
def number_odd() -> Any:
    new(Plan("summer", seed="a", beacon="the block of Bitcoin with the number 900000"))
    return take_number("summer", "block 900000")


@case("PB630", "too few numbers")
def numbers_odd() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026", beacon_numbers=6))
    return take_number("summer", "7 12 23 31 40")


@case("PB633", "a number before the words")
def number_early() -> Any:
    new(Plan("summer", seed="a", plays=["frederick"], beacon="the lottery of 28 November 2026"))
    return take_number("summer", "7")


@case("PB634", "opened envelopes to be exchanged")
def reopening_refused() -> Any:
    new(Plan("summer", seed="a", plays=["frederick"]))
    adjudicate("summer", ["all"])
    return undo("summer", "a slip", reopen=True)


@case("PB634", "nothing was gathered")
def nothing_to_reopen() -> Any:
    adjudicate(GAME, ["all"])
    return undo(GAME, "a slip", reopen=True)


@case("PB635", "a phrase that is gone")
def phrase_lost() -> Any:
    made = {role: sent(role, hold=True)[0] for role in ("frederick", "pompadour")}
    for role in made:
        open_held(GAME, role, made[role].phrase)
    Path(GAME, "inbox", "0001", "frederick-01.phrase").unlink()
    return adjudicate(GAME, ["frederick"])


@case("PB636", "another word when step 1 was taken back")
def words_bound() -> Any:
    new(Plan("summer", seed="a"))
    adjudicate("summer", ["all"])
    undo("summer", "a slip")
    return submit(written("orders.toml", sheet_text("summer", "frederick", {}, word="sour cherries")), "summer").answer


@case("PB637", "a word when the number is known")
def word_late() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026"))
    take_number("summer", "7")
    return submit(written("orders.toml", sheet_text("summer", "frederick", {}, word="sour cherries")), "summer").answer


@case("PB638", "another sheet when the number is known")
def sheet_bound() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026"))
    for _ in range(2):
        done = submit(written("orders.toml", sheet_text("summer", "elisabeth", {}, word="sour cherries")), "summer")
        take_number("summer", "7")
    return done.answer


@case("PB670", "envelopes that were freed in secret")
def freed() -> Any:
    made = {role: sent(role, hold=True)[0] for role in ("frederick", "pompadour")}
    for role in made:
        open_held(GAME, role, made[role].phrase)
    adjudicate(GAME)
    undo(GAME, "a slip")
    forged(lambda line: line._replace(facts={**line.facts, "gathered": False}) if line.kind == "undo" else line)
    return verify(GAME)


@case("PB671", "other words when step 1 was taken back")
def words_exchanged() -> Any:
    new(Plan("summer", seed="a"))
    adjudicate("summer", ["all"])
    undo("summer", "a slip")
    with mock.patch("pbem.workflow.words.bound_words", lambda *_: None):
        submit(written("orders.toml", sheet_text("summer", "frederick", {}, word="sour cherries")), "summer")
        adjudicate("summer", ["all"])
    return verify("summer")


@case("PB672", "a word that came after the number")
def word_after_number() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026"))
    take_number("summer", "7")
    with mock.patch("pbem.workflow.words.check_word", lambda *_: None):
        submit(written("orders.toml", sheet_text("summer", "frederick", {}, word="sour cherries")), "summer")
    with mock.patch("pbem.workflow.words.late_sheets", lambda _: set()):
        adjudicate("summer", ["all"])
    return verify("summer")


@case("PB673", "a number with zeros in front")
def number_misspelt() -> Any:
    new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026"))
    take_number("summer", "7")
    forged(with_fact("number", text="07"), "summer")
    return verify("summer")


@case("PB674", "a default over an envelope without a reason")
def left_aside() -> Any:
    sent("frederick", hold=True)
    submit(sheet(GAME, "pompadour"), GAME)
    adjudicate(GAME, ["frederick"])
    forged(lambda line: with_fact("closed", reason="")(line) if "reason" in line.facts else line)
    return verify(GAME)


@case("PB509", "a count of numbers without their source")
def numbers_alone() -> Any:
    path = Path(GAME, "game.toml")
    path.write_text(path.read_text().replace("seed_commitment", "beacon_numbers = 3\nseed_commitment", 1))
    return open_game(GAME)


@case("PB509", "a position of no mode")
def no_mode() -> Any:
    text = position(GAME).replace('mode = "4p"', 'mode = ""', 1)
    return new(Plan("summer", position=written("position.toml", text)))


@case("PB512", "numbers of the world that nobody named")
def numbers_of_nothing() -> Any:
    return new(Plan("summer", seed="a", beacon_numbers=3))
