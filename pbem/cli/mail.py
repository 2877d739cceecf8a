"""The commands for mail: letters taken in, and keys. Loaded when one of them is called."""

from __future__ import annotations

import click

from pbem.cli import GAME, GAMES, JSON, Group, cli, echo, json_text, now
from pbem.cli.post import init, send, sent, test, tick


@cli.group(cls=Group)
def mail() -> None:
    """Take in the letters of players, answer them, and send what the games have to say: with a server or without.

    \b
    Example:
      pbem mail tick games
      pbem mail fetch games --from ~/Maildir
    """


for command in (init, test, send, sent, tick):
    mail.add_command(command)


@mail.command()
@GAMES
@click.option(
    "--from", "sources", multiple=True, metavar="FILE|MAILDIR|MBOX|-",
    help="Where the letters are: a file, a folder of them, a Maildir, an mbox, or - for standard input; if left out, on"
         " the server that post.toml names.",
)  # fmt: skip
@JSON
def fetch(games: tuple[str, ...], sources: tuple[str, ...], as_json: bool) -> int:
    """Take in letters: each finds its game, is acted upon and answered; the answers lie in the outbox of the game.

    A letter that came before does nothing, so the same Maildir can be named again and again; nothing in it is changed.

    \b
    Example:
      pbem mail fetch games --from ~/Maildir
      pbem mail fetch games/winter-1756 --from letter.eml
      pbem mail fetch games --from -
      pbem mail fetch games
    """
    from pbem.workflow.fetching import as_data, as_text, exit_code, fetched
    from pbem.workflow.hauling import fetch_all

    found = fetched(games, sources) if sources else fetch_all(games, now().isoformat(timespec="seconds"))
    echo(json_text(as_data(found)) if as_json else as_text(found))
    return exit_code(found)


@mail.command()
@GAME
@click.argument("role")
@click.option("--renew", is_flag=True, help="Make a new key first; the old one opens nothing from then on.")
def key(game: str, role: str, renew: bool) -> None:
    """Send a player the key of his role, or a new one; the mail lies in the outbox.

    \b
    Example:
      pbem mail key games/winter-1756 frederick --renew
    """
    from datetime import UTC, datetime

    from pbem.mail.heads import instant
    from pbem.workflow.new_keys import key_by_mail

    echo(key_by_mail(game, role, renew, instant(datetime.now(UTC))))
