"""A new key by mail: the old one was seen by others, and from the same moment on it opens nothing any more."""

from __future__ import annotations

from pbem.store import GameFault, layout
from pbem.store.outbox import read_outbox
from pbem.store.reading import read_secret
from pbem.store.transaction import commit
from pbem.store.writing import locked
from pbem.workflow import Table, chosen, open_game
from pbem.workflow.codes import BAD_ADDRESS
from pbem.workflow.gate import own_secret
from pbem.workflow.keyring import renewed
from pbem.workflow.mailroom import origin_of
from pbem.workflow.owed import owed_sheet
from pbem.workflow.posting import Draft, posted

SUBJECT = "[{game} {step}] Your new key"
AGAIN = "[{game} {step}] Your key"
TEXT = """\
You have a new key for {role}; the old one opens nothing any more:

  {key}

A sheet that was taken before still counts."""
ANSWER = """

Answer this mail, and none from before, with the sheet filled in that you owe
now, or with a word such as status above it. The sheet has the key in it.

{sheet}"""
SAME = """\
This is your key for {role}, as it stands in the heading of your sheets:

  {key}

Keep it to yourself: with your address it proves who wrote a letter."""


def key_by_mail(directory: str, role: str, renew: bool, now: str) -> str:
    """Write a player the key of his role, a new one if that is wished; the name of the mail in the outbox.

    A new key and the mail that tells it are one change: neither happens without the other.
    """
    with locked(directory):
        table = open_game(directory)
        chosen(role, tuple(table.game.players), "role", directory)
        if not table.game.players[role].address:
            path = layout.path(directory, layout.GAME)
            raise GameFault(BAD_ADDRESS, path, key=f"roles.{role}.address", found="")
        key, parts = renewed(table, role, now) if renew else (own_secret(read_secret(table.game), role).keys[role], ())
        outbox = posted(read_outbox(directory), origin_of(table.game), _draft(table, role, key, renew), now)
        commit(directory, (*parts, *outbox.parts))
        return layout.path(directory, layout.outgoing(outbox.new[0][0].number, role))


def _draft(table: Table, role: str, key: str, renew: bool) -> Draft:
    seat, step = table.game.players[role], table.last.number
    subject = (SUBJECT if renew else AGAIN).format(game=table.game.name, step=step)
    text = (TEXT if renew else SAME).format(role=table.title(role), key=key)
    if table.ruleset.rules.result(table.state) is None:
        text += ANSWER.format(sheet=owed_sheet(table, role, key))
    return Draft(role, seat.name or table.title(role), seat.address, "key", subject, text, step=step)
