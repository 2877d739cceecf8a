"""What is put to the vote goes out with the next round and is answered by mail."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from mail.post import HOST, NORTH, SOUTH, edit, fates, games, key_of, letter, mails, taken, text_of, winter

from games import play_steps, toy
from pbem.store.outbox import read_outbox
from pbem.store.votes import votes_of
from pbem.workflow import open_game
from pbem.workflow.proxying import proxy
from pbem.workflow.status import as_table, next_action, status
from pbem.workflow.tick import Round, tick
from pbem.workflow.verify import verify
from pbem.workflow.votes import count, offer, vote

__all__ = ["games", "toy"]
AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
MAX = "max@example.org"
HOUR = timedelta(hours=1)


@pytest.fixture
def offered(games: str) -> str:
    """A game in which a draw is offered, and everybody was told."""
    edit(winter(games), "[options]", '[[observer]]\nname = "Olga"\naddress = "olga@example.org"\n\n[options]')
    play_steps(winter(games), 1)
    tick([games], AT)
    offer(winter(games), by="Sunday")
    planned = tick([games], AT + HOUR, dry=True)
    done = tick([games], AT + HOUR)

    assert "What is put to the vote would go to north, south and observer-1." in planned.said[0]
    assert 1 == len(done.said) and "put to the vote" in done.said[0]
    return games


def asked(games: str, address: str) -> Any:
    return next(mail for mail in mails(winter(games)) if "put to the vote" in mail["Subject"] and address in mail["To"])


def reply(games: str, address: str, line: str, number: int) -> bytes:
    """An answer with the line of the vote changed in the quotation."""
    text = text_of(asked(games, address)).replace("\r\n", "\n").replace('# vote = "yes"', line)
    quoted = "\n".join(f"> {row}" for row in text.split("\n"))
    return letter(f"Hello\n\nOn Wed, 18 Nov 2026, Zoe wrote:\n{quoted}", address, message_id=f"<{number}@x>")


def test_everybody_is_asked_once(offered: str) -> None:
    kinds = [(row.to, row.kind) for row in read_outbox(winter(offered)).rows][-3:]
    text = " ".join(text_of(asked(offered, NORTH)).split())

    assert [("north", "offer-1"), ("south", "offer-1"), ("observer-1", "offer-1")] == kinds
    assert "A draw is offered. If all are for it, the game is over. Vote by Sunday with a line" in text
    assert "key  =" in text_of(asked(offered, SOUTH)) and "key  =" not in text_of(asked(offered, "olga"))
    assert "your key" in text and "your key" not in text_of(asked(offered, "olga"))
    assert "ask the moderator for it" in " ".join(text_of(asked(offered, "olga")).split())
    assert Round() == tick([offered], AT + 2 * HOUR)


def test_votes_by_mail_are_taken_and_the_moderator_hears_of_the_last(offered: str) -> None:
    untouched = reply(offered, NORTH, '# vote = "yes"', 1)
    votes = [reply(offered, NORTH, 'vote = "yes"', 2), reply(offered, SOUTH, 'vote = "yes"', 3)]

    assert ["refused", "talk"] == fates(taken(offered, untouched, votes[0]))
    tick([offered], AT + 2 * HOUR)
    assert "votes-1" not in [row.kind for row in read_outbox(winter(offered)).rows]
    assert ["talk"] == fates(taken(offered, votes[1]))
    tick([offered], AT + 3 * HOUR)
    tick([offered], AT + 4 * HOUR)
    assert 1 == [row.kind for row in read_outbox(winter(offered)).rows].count("votes-1")
    assert "pbem vote" in text_of(mails(winter(offered))[-1])
    assert 1 == open_game(winter(offered)).last.number and status(winter(offered)).result is None

    assert count(winter(offered)).passed
    tick([offered], AT + 5 * HOUR)
    assert 2 == open_game(winter(offered)).last.number and () == verify(winter(offered)).findings


def test_next_tells_who_has_not_voted_and_then_the_command(offered: str) -> None:
    game = winter(offered)
    assert "put to the vote: a draw, until Sunday. Votes are missing of north and south." in next_action(game)
    vote(game, "north", "no")

    assert "Votes are missing of south." in next_action(game) and "Votes are missing of south." in as_table(
        status(game)
    )
    vote(game, "south", "yes")
    assert f"To count them:\n\n  pbem vote {game} --count" in next_action(game)
    count(game)
    assert "vote" not in next_action(game)


def test_where_the_moderator_has_no_address_the_round_says_that_all_have_voted_twice_a_day(offered: str) -> None:
    game = winter(offered)
    edit(game, f'address = "{HOST}"', 'address = ""')
    for role in ("north", "south"):
        vote(game, role, "yes")
    done = [tick([offered], AT + hour * HOUR) for hour in range(2, 27)]

    assert 3 == sum("--count" in "".join(row.said) for row in done)
    assert () == verify(game).findings


# what a vote says, and whose it is


def told(games: str, address: str) -> str:
    return " ".join(text_of([mail for mail in mails(winter(games)) if address in mail["To"]][-1]).split())


def test_the_receipt_says_first_what_the_vote_is_and_on_what(offered: str) -> None:
    taken(offered, reply(offered, NORTH, 'vote = "no"', 2))

    assert "Receipt: your vote is in" in mails(winter(offered))[-1]["Subject"]
    assert "ACCEPTED. Your orders, as understood: your vote is no: you are against a draw" in told(offered, NORTH)
    taken(offered, reply(offered, NORTH, 'vote = "yes"', 3))
    assert "as understood: your vote is yes: you are for a draw" in told(offered, NORTH)
    assert "it takes the place of your vote before it" in told(offered, NORTH)


def answered(games: str, typed: str, line: str, number: int = 9) -> bytes:
    """An answer with words above the quotation, and the line of the vote in it changed."""
    quoted = reply(games, NORTH, line, number).decode().partition("Hello\n")[2]
    return letter(f"{typed}\n{quoted}", NORTH, message_id=f"<{number}@x>")


@pytest.mark.parametrize("typed", ["I am against it.", "No!", "Against.", "Hi Zoe,\n\nI do not think that it is over."])
def test_a_vote_that_only_stands_in_the_quotation_below_other_words_is_asked_about(offered: str, typed: str) -> None:
    assert ["refused"] == fates(taken(offered, answered(offered, typed, 'vote = "yes"')))
    assert "PB137" in told(offered, NORTH) and {} == votes_of(winter(offered), 1, ("north", "south"))


@pytest.mark.parametrize("typed", ["", "Hi Zoe,", "Hello Zoe\n\nBest regards\nAnna", "\n\n-- \nAnna, never at home"])
def test_a_greeting_is_no_other_word(offered: str, typed: str) -> None:
    assert ["talk"] == fates(taken(offered, answered(offered, typed, 'vote = "yes"')))


@pytest.mark.parametrize("words", ["", "I am against it.\n\n"])
def test_a_typed_vote_goes_before_one_in_the_quotation(offered: str, words: str) -> None:
    assert ["talk"] == fates(taken(offered, answered(offered, f'{words}vote = "no"', 'vote = "yes"')))
    assert {"north": "no"} == votes_of(winter(offered), 1, ("north", "south"))


def voting(games: str, key: str, choice: str, sender: str, number: int) -> bytes:
    """A sheet with nothing but a vote."""
    top = f'game = "winter"\nstep = 2\nrole = "north"\nkey = "{key}"\n'
    return letter(f'{top}vote = "{choice}"\n', sender, message_id=f"<{number}@y>")


def test_a_proxy_never_takes_the_place_of_the_vote_of_the_player_and_both_are_told(offered: str) -> None:
    key = proxy(winter(offered), "north", "Max", MAX, "2026-11-30", AT).key
    own = key_of(winter(offered), "north")

    taken(offered, voting(offered, key, "yes", MAX, 1))
    assert "your vote is yes" in told(offered, MAX)
    assert "Max, who plays for you, has voted yes" in told(offered, NORTH)
    taken(offered, voting(offered, own, "no", NORTH, 2))
    assert "it takes the place of the vote of Max, who plays for you" in told(offered, NORTH)
    assert "The player for whom you play has voted" in told(offered, MAX)
    before = len(mails(winter(offered)))
    taken(offered, voting(offered, key, "yes", MAX, 3))
    assert "PB788" in told(offered, MAX) and "your vote is yes" not in told(offered, MAX).partition("PB788")[0]
    assert "Max, who plays for you, has sent a vote" in told(offered, NORTH)
    assert before + 2 == len(mails(winter(offered)))
    assert {"north": "no"} == votes_of(winter(offered), 1, ("north", "south"))
    assert () == verify(winter(offered)).findings
