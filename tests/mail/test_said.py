"""What players and moderators are told by mail, and by the commands about people: held word for word.

Each text comes of a real case, and the golden files are made to be read: `tests/golden/mails`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mail.post import NORTH, games, key_of, letter, mails, taken, text_of, vow, winter
from mail.talk import EVE, HOTEL, MAX, NOW, TIME, Talk
from mail.test_who_is_it import failure

from games import pbem, play_steps, same_keys, send_all, toy
from pbem.workflow.fetching import as_text
from pbem.workflow.new_keys import key_by_mail
from pbem.workflow.proxying import proxy
from pbem.workflow.status import next_action
from pbem.workflow.tick import tick
from pbem.workflow.votes import offer

__all__ = ["games", "pbem", "same_keys", "toy"]
pytestmark = pytest.mark.usefixtures("same_keys")
Hold = Callable[[str, str], None]


def test_answers_to_sheets(games: str, golden: Hold) -> None:
    talk = Talk(games)
    talk.letter("a sheet", vow(games))
    talk.letter("the same sheet again", vow(games))
    talk.letter("another sheet", vow(games, vow=1))
    talk.letter("a draft", vow(games, status="draft"))
    talk.letter(
        "a sheet that was written before the one that counts", vow(games), date="Tue, 17 Nov 2026 11:00:00 +0000"
    )
    talk.letter("orders that make no sense", vow(games, vow=99))
    talk.letter("a sheet for another step", vow(games, step=7))
    talk.letter("a letter without a sheet, but with the key", f"Hello!\n\n{key_of(winter(games), 'north')}\n")
    talk.letter("a sheet that withdraws", vow(games, status="withdrawn").replace("vow = 2\n", ""))
    talk.letter("press to all", vow(games).replace("vow = 2\n", '[[press]]\ntext = "Peace, all of you!"\n'))
    talk.letter("press alone", vow(games).replace("vow = 2\n", '[[press]]\nto = "south"\ntext = "Peace?"\n'))
    talk.letter("a vote where there is nothing to vote about", vow(games).replace("vow = 2\n", 'vote = "yes"\n'))

    golden("mails/sheets.txt", talk.text)


def test_answers_to_words(games: str, golden: Hold) -> None:
    talk, key = Talk(games), key_of(winter(games), "north")
    for word in ("help", "status", "orders", "wait", "absent 2026-12-01 2026-12-04", "withdraw"):
        talk.letter(f"{word}, in a game without deadlines", f"{key}\n{word}\n")
    talk.letter("a sheet, so that there is one", vow(games))
    for word in ("status", "orders", "withdraw", "status"):
        talk.letter(f"{word}, after a sheet", f"{key}\n{word}\n")
    path = Path(winter(games), "game.toml")
    path.write_text(path.read_text() + TIME)
    tick([games], NOW)
    talk.read[winter(games)] = len(mails(winter(games)))
    for word in (
        "wait", "wait", "absent 2026-12-01 2026-12-04", "absent", "absent 2026-12-04 2026-12-01",
        "absent 2026-11-01 2026-11-04", "absent 2027-01-01 2027-03-01", "absent tomorrow friday", "status",
    ):  # fmt: skip
        talk.letter(f"{word}, in a game with deadlines", f"{key}\n{word}\n")
    again = taken(games, letter(f"{key}\nreport\n", message_id="<report@x>"))
    talk.told("report; the answer is the last report, which is held elsewhere", as_text(again))

    golden("mails/words.txt", talk.text)


def test_answers_to_whoever_it_is(games: str, golden: Hold) -> None:
    talk, key = Talk(games), key_of(winter(games), "north")
    talk.letter("a stranger", "Hello, what is this?\n", EVE, subject="Hello")
    talk.letter("a player without the key", "Hello!\n")
    talk.letter("a wrong key from the address of a player", vow(games, key="guess"))
    talk.letter("a wrong key from elsewhere", vow(games, key="guess"), EVE)
    talk.letter("a role that is none", vow(games).replace('"north"', '"east"'), EVE)
    talk.letter("the key of a player from an unknown address", vow(games), HOTEL)
    word = next(line for line in re.split(r"[\s.]+", text_of(mails(winter(games))[-2])) if line.startswith("confirm-"))
    talk.letter("a confirmation that nothing waits for", "confirm-aaaaaaaaaa\n")
    talk.letter("the confirmation", f"{word}\n")
    talk.letter("the sheet of another role with the own key", vow(games, "south", key=key))
    receipt = next(mail for mail in mails(winter(games)) if "Receipt" in mail["Subject"])
    talk.take("a mail that did not arrive", failure(receipt["Message-ID"]))
    talk.take("a notice about a mail of somebody else", failure("<else@example.org>"))
    late = failure(receipt["Message-ID"], "delayed").replace(b"<bounce@", b"<late@")
    talk.take("a mail that is late", late)
    talk.take("a mail of our own", bytes(receipt))
    talk.take(
        "the same letter again",
        letter(
            "Hello, what is this?\n", EVE, subject="Hello", message_id="<1@x>", date="Wed, 18 Nov 2026 11:01:00 +0000"
        ),
    )
    talk.letter("an answer of a machine", "I am away.\n", auto_submitted="auto-replied")
    talk.letter("a mail to a list", "Hello, all!\n", list_id="<friends.example.net>")
    talk.letter("a filled sheet in a mail to a list", vow(games, vow=3), list_id="<friends.example.net>")
    talk.letter("a letter without a key for a game that is named", "Hello!\n", EVE, subject="Re: [winter 0] The toy")
    talk.letter("a letter of nobody", "Hello!\n", "", subject="")
    talk.told("what is to be done", next_action(winter(games)))
    for at in range(45):
        taken(games, letter(f"{key}\nhelp\n", message_id=f"<many.{at}@x>"))
    talk.read[winter(games)] = len(mails(winter(games))) - 1
    talk.say("answers without end")

    golden("mails/who.txt", talk.text.replace(word, "confirm-the-one-time-word"))


def test_answers_to_votes_and_to_letters_without_the_key(games: str, golden: Hold) -> None:
    talk, directory = Talk(games), winter(games)
    play_steps(directory, 1)
    named = proxy(directory, "north", "Max", MAX, "", NOW)
    talk.read[directory] = len(mails(directory))
    offer(directory)
    votes = {"north": key_of(directory, "north"), "proxy": named.key}

    def vote(what: str, whose: str, choice: str, sender: str) -> None:
        top = f'game = "winter"\nstep = 2\nrole = "north"\nkey = "{votes[whose]}"\n'
        talk.letter(what, f'{top}vote = "{choice}"\n', sender)

    vote("a vote of a proxy", "proxy", "yes", MAX)
    vote("another vote of the proxy", "proxy", "no", MAX)
    vote("the vote of the player", "north", "no", NORTH)
    vote("a vote of the proxy after that of the player", "proxy", "yes", MAX)
    vote("another vote of the player", "north", "yes", NORTH)
    receipt = mails(directory)[-1]["Message-ID"]
    talk.letter("thanks for a receipt", "Thanks!\n", in_reply_to=receipt, subject="Re: Receipt")
    talk.letter("an answer to a receipt, without a key", "status\n", in_reply_to=receipt, subject="Re: Receipt")
    talk.letter("a key that is none of this game", "amber-falcon-7k2m-q4xz status\n")
    talk.letter("such a key from elsewhere", "amber-falcon-7k2m-q4xz status\n", EVE, subject="[winter 1]")
    key_by_mail(directory, "north", True, NOW.isoformat())
    talk.letter("an old key", f"{votes['north']}\nstatus\n")
    talk.letter("an old key from elsewhere", f"{votes['north']}\nstatus\n", EVE, subject="[winter 1]")

    golden("mails/votes.txt", re.sub(r"\b[a-z]+-[a-z]+-\w{4}-\w{4}\b", "a-key", talk.text))


def test_commands_about_people(
    games: str, pbem: Callable[..., Any], golden: Hold, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk, directory = Talk(games), winter(games)
    play_steps(directory, 1)

    def run(what: str, *words: str) -> None:
        ran = pbem(*words)
        talk.told(what, ran.out + ran.err)
        talk.read[directory] = talk.read.get(directory, 0)

    run("the key once more", "mail", "key", directory, "north")
    run("another key", "mail", "key", directory, "north", "--renew")
    talk.say("the mails with the keys")
    run("a proxy", "proxy", directory, "north", "--name", "Max", "--address", MAX, "--until", "2090-08-14")
    run("the proxy is over", "proxy", directory, "north", "--end")
    run("a proxy without an end", "proxy", directory, "north", "--name", "Max", "--address", MAX)
    run("that proxy is over", "proxy", directory, "north", "--end")
    run("press of the moderator", "press", directory, "--from", "moderator", "--to", "all", "--text", "Welcome!")
    run("a draw is offered", "vote", directory, "--offer", "draw", "--by", "Friday")
    run("a vote", "vote", directory, "north", "yes")
    run("another vote", "vote", directory, "south", "no")
    run("the votes are counted", "vote", directory, "--count")
    run(
        "a newcomer from the next step on",
        "replace",
        directory,
        "south",
        "--name",
        "Eve",
        "--address",
        EVE,
        "--next-step",
    )
    run("a ruling", "rule", directory, "--set", "round=1", "--reason", "A slip of mine.")
    run("what is to be done", "next", directory)
    send_all(directory)
    run("a step", "adjudicate", directory)
    run("what happened", "log", directory)
    run("a newcomer at once", "replace", directory, "north", "--name", "Max", "--address", MAX, "--now", "--drop")
    monkeypatch.setattr("pbem.workflow.handover.new_pair", lambda: ("age1another", "AGE-SECRET-KEY-ANOTHER"))
    run("a hand-over", "handover", directory, "--new-moderator", "Eve", EVE, "-o", str(tmp_path / "winter.bundle"))
    run("the game is taken back", "handover", directory, "--cancel")
    run("a victory is offered", "vote", directory, "north", "--offer", "victory")
    run("a vote for it", "vote", directory, "north", "yes")
    run("one more", "vote", directory, "south", "yes")
    run("all are for it", "vote", directory, "--count")
    run("all of it", "log", directory)

    text = re.sub(
        r"\b[a-z]+-[a-z]+-\w{4}-\w{4}\b|\b[a-z]+-[a-z]+-\d+\b|(?<=key = \")[^\"]+|(?<=key for it is )\S+"
        r"|(?<=new one is )\S+",
        "a-new-key",
        talk.text,
    )
    golden("mails/people.txt", re.sub(r"(?<=the mail: ).*", "a phrase", text).replace(str(tmp_path), "."))


END = {
    "resign": [("the game is resigned", "end", "GAME", "--resign", "north")],
    "abandon": [("the game is given up", "end", "GAME", "--abandon", "--reason", "Nobody has time.")],
    "draw": [
        ("a victory is offered", "vote", "GAME", "north", "--offer", "victory"),
        ("a vote", "vote", "GAME", "south", "no"),
        ("it is counted, who has not voted is against it", "vote", "GAME", "--count", "--late"),
        ("a draw is offered", "vote", "GAME", "--offer", "draw"),
        ("a vote", "vote", "GAME", "north", "yes"),
        ("another vote", "vote", "GAME", "south", "yes"),
        ("they are counted", "vote", "GAME", "--count"),
    ],
}


@pytest.mark.parametrize("how", END)
def test_ends_that_are_no_victory(games: str, pbem: Callable[..., Any], golden: Hold, how: str) -> None:
    talk, directory = Talk(games), winter(games)
    play_steps(directory, 1)
    for what, *words in END[how]:
        ran = pbem(*(directory if word == "GAME" else word for word in words))
        talk.told(what, ran.out + ran.err)
    talk.told("what happened", pbem("log", directory).out)

    golden(f"mails/end-{how}.txt", talk.text)


def test_people_without_a_name_and_sheets_of_who_leaves(games: str, pbem: Callable[..., Any], golden: Hold) -> None:
    talk, directory = Talk(games), winter(games)
    play_steps(directory, 1)

    def run(what: str, *words: str) -> None:
        ran = pbem(*words)
        talk.told(what, ran.out + ran.err)

    run("a proxy without a name", "proxy", directory, "north", "--name", "", "--address", MAX, "--until", "2090-08-14")
    run("it is over", "proxy", directory, "north", "--end")
    send_all(directory)
    run("a ruling while sheets are in", "rule", directory, "--set", "round=1", "--reason", "A slip of mine.")
    send_all(directory)
    run("a newcomer; the sheet stays", "replace", directory, "north", "--name", "Max", "--address", MAX, "--now")
    run("a newcomer; the sheet is dropped", "replace", directory, "south", "--address", EVE, "--now", "--drop")
    run("press for one", "press", directory, "--from", "north", "--to", "south", "--text", "Peace?")
    run("what happened, for south", "log", directory, "--role", "south")

    golden("mails/newcomers.txt", re.sub(r"(?<=key for it is )\S+|(?<=new one is )\S+", "a-new-key", talk.text))
