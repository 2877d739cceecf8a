"""Every sentence of the mails is shown in a golden file, or it is said why not."""

from __future__ import annotations

from mail.sentences import sentences
from mail.talk import MAILS

SERVERS = "said of servers and commands outside; no server is asked here"
PROGRAMS = "read by programs alone"
PART = "a part of the sentence beside it"
HELD = "said of envelopes that wait for their phrases; the toy is played without them here"
TICK = "of clocks, and of letters in files: tests/workflow/test_tick.py"
NAMELESS = "of people without name or address; the same sentence with a name is shown"
UNSAID = {
    "PRODID:": PROGRAMS, "UID:": PROGRAMS, "pbem confirm": PROGRAMS, "{game}: step {step} is due, {what}": PROGRAMS,
    "{}.deadline.txt": PROGRAMS, "{}.reminder.txt": PROGRAMS, "{}.welcome.txt": PROGRAMS,
    "# When decisions are due": "a comment in game.toml; tests/timing/test_setting.py holds what is written there",
    "A letter with the key of {role} came under": "tests/mail/test_authentication.py",
    "the victory of {title}": "of a victory that is put to the vote; of a draw it is shown",
    "the server takes no such address": SERVERS, "post.toml has no": SERVERS, "{} works; ": SERVERS,
    " works; ": SERVERS, " that would be looked at": SERVERS, "Mails sent": SERVERS,
    "Mails that the server put off": SERVERS,
    "Letters that would be fetched": SERVERS, "Mails that would be sent": SERVERS, "a mail was refused": SERVERS,
    "{path} has no address": SERVERS, "the hook has failed": SERVERS,
    "Notices are in the outbox": HELD, "The envelopes of step {step}": HELD, "Your envelope, version": HELD,
    "Ordered ahead": "of titles with orders ahead: tests/workflow/test_orders_ahead.py",
    "Who leaves has given orders": "of titles with orders ahead, which the toy has not",
    "Bids or answers of who leaves": "of titles with standing bids, which the toy has not",
    "From step {first} on {title} is played by somebody else": NAMELESS, "From now on somebody plays": NAMELESS,
    "The game is run by somebody else": NAMELESS, "it has none": NAMELESS,
    "no address": NAMELESS, "The role has no address in game.toml": NAMELESS,
    "Nothing is awaited.": "of games that are over: tests/timing/test_duty.py",
    "Nothing is awaited from you": "of roles that owe nothing; the toy asks both",
    "By this ruling something was set": "of facts that are secret: tests/workflow/test_rulings.py",
    "Somebody says to all": "of games that allow it: tests/workflow/test_press.py",
    "press to all without your name": "of games that allow it: tests/workflow/test_press.py",
    "{title} says to you alone": "tests/workflow/test_press.py", "You said to": "tests/workflow/test_press.py",
    "Press for you alone": "a heading in reports, which are held elsewhere",
    "Since this step": "a heading in reports, which are held elsewhere",
    "{place}: This letter came before": "of JSON alone, for as text such letters are left out",
    "The game was handed over before": "tests/workflow/test_handover.py", " --identity KEYFILE": PART,
    "[{game} {step}] You play": "the subject over a hand-over report; reports are held elsewhere",
    "A letter with the key of {role} from": "tests/mail/test_who_is_it.py",
    "Another round of the post": "of two rounds at once, which needs two processes",
    "{game}: a fault of the program": "no fault of the program is known",
    "Nobody would play": "of a proxy whose days are over, before it is done",
    "{role} asked for more time": "of a wish of an earlier step",
    "The game was paused until": "tests/timing/test_told.py",
    "Mails about what is put to the vote": "tests/workflow/test_post_offers.py",
    "What is put to the vote would go": "tests/workflow/test_post_offers.py",
    "Your key, which proves": "tests/workflow/test_people.py",
    "This is mail {number} to you. If an earlier one is missing, ask": "to observers: tests/workflow/"
    "test_post_offers.py",
    "A sheet is still taken until": TICK, "The clock of this machine has leapt": TICK, "the clock of the machine": TICK,
    "Nobody looked at this game for a long time": TICK, "It would be taken in": TICK, "No letters were looked at": TICK,
    "a game cannot be read": TICK, "A game in the folder of this one": TICK,
    "All is in for step {step}, which was taken back": "tests/workflow/test_undo.py",
    "the game that it is for was handed over": "tests/workflow/test_handover.py",
    "Forward it to the new moderator": "tests/workflow/test_handover.py",
    "{said}: it is passed over": "tests/workflow/test_handover.py",
    "all have voted": PROGRAMS,
    "An end of the game is put to the vote: {what}": "tests/workflow/test_post_offers.py",
    "All votes are in about what was put": "tests/workflow/test_post_offers.py",
    "Write it like anna@example.org": "the hint of a code; tests/workflow/test_people.py",
}  # fmt: skip


def test_every_sentence_is_shown_or_has_a_reason() -> None:
    said = " ".join("\n".join(path.read_text(encoding="utf-8") for path in sorted(MAILS.glob("*.txt"))).split())
    unsaid = [sentence for sentence in sentences() if not sentence.is_in(said)]

    assert [] == [found for found in unsaid if not found.text.startswith(tuple(UNSAID))]
    assert [] == [start for start in UNSAID if not any(found.text.startswith(start) for found in unsaid)]
