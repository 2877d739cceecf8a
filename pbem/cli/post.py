"""The commands of the post: its settings, its servers, sending, and the round that does all of it."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import click

from pbem.cli import GAME, GAMES, JSON, Command, echo, json_text
from pbem.store import GameFault, read_bytes
from pbem.store.times import Running

if TYPE_CHECKING:
    from pbem.workflow.tick import Round

NOW = click.option("--now", "moment", default="", metavar="TIME", help="For tests: as if it were then, with its zone.")


def time_of(text: str) -> datetime:
    """The time that a round goes by: now, unless another is given."""
    if not text:
        return datetime.now(UTC).replace(microsecond=0)
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a time like 2026-03-12T18:00+01:00") from None
    if found.tzinfo is None:
        raise click.BadParameter(f"{text!r} has no zone; write it like 2026-03-12T18:00+01:00")
    return found.astimezone(UTC)


def told(done: Round, as_json: bool) -> int:
    """What a round has done; nothing if there was nothing to do, so that cron sends no mail about it."""
    if as_json:
        echo(json_text(done.data))
        return done.code
    for line in done.said:
        echo(line)
    for fault in done.faults:
        echo(f"{fault.message}\n   = hint: {fault.hint}", err=True)
    for line in done.broken:
        echo(line, err=True)
    return done.code


@click.command(cls=Command)
@click.argument("directory")
def init(directory: str) -> None:
    """Write a post.toml to fill in, into the folder that holds the games.

    \b
    Example:
      pbem mail init games
    """
    from pbem.workflow.post_servers import init as write

    path = write(directory, date.today())
    echo(path)
    echo(f"\nFill in your servers, then:\n\n  pbem mail test {directory}")


@click.command(cls=Command)
@click.argument("directory")
@JSON
def test(directory: str, as_json: bool) -> int:
    """Try both servers of post.toml, and say what works. Nothing is fetched, nothing is sent.

    \b
    Example:
      pbem mail test games
    """
    from pbem.store.post import post_directory
    from pbem.workflow.post_servers import test as try_out

    found = try_out(post_directory(directory))
    if as_json:
        echo(json_text([row.data for row in found]))
    for row in () if as_json else found:
        if row.fault is not None:
            echo(f"{row.fault.message}\n   = hint: {row.fault.hint}", err=True)
        else:
            echo(row.said)
    return 2 if any(row.fault is not None for row in found) else 0


@click.command(cls=Command)
@GAMES
@NOW
@JSON
def send(games: tuple[str, ...], moment: str, as_json: bool) -> int:
    """Send what is in the outbox of each game over the server that post.toml names.

    A mail that the server has accepted moves to the folder sent; one that it puts off is tried again later, and one
    that it refuses for good is kept apart, and the moderator told.

    \b
    Example:
      pbem mail send games
    """
    from pbem.workflow.tick import send_all

    return told(send_all(games, time_of(moment)), as_json)


@click.command(cls=Command)
@GAME
@click.argument("names", nargs=-1, metavar="MAIL...")
@click.option("--all", "everything", is_flag=True, help="All that are in the outbox.")
def sent(game: str, names: tuple[str, ...], everything: bool) -> None:
    """Say that mails were handed over with a mail program: they move from outbox to sent.

    \b
    Example:
      pbem mail sent games/winter-1756 0003-frederick.eml
      pbem mail sent games/winter-1756 --all
    """
    if bool(names) == everything:
        raise click.UsageError("name the mails, or say --all")
    from pbem.workflow.sending import hand_over

    for name in hand_over(game, names):
        echo(name)


@click.command(cls=Command)
@click.argument("games", nargs=-1)
@click.option("--from", "sources", multiple=True, metavar="FILE|MAILDIR|MBOX|-",
              help="Take letters from here too, besides the server.")  # fmt: skip
@click.option("--sent", "handed", is_flag=True,
              help="First say of all mails in the outbox that you have sent them with a mail program.")  # fmt: skip
@click.option("--dry-run", "dry", is_flag=True, help="Say what would be done, and do nothing.")
@click.option(
    "--clock-is-right", "believed", is_flag=True, help="Go on by the clock of this machine though it has leapt."
)
@click.option("--uptime", type=int, help="For tests: as if the machine had run for so many seconds then.")
@NOW
@JSON
def tick(
    games: tuple[str, ...], sources: tuple[str, ...], handed: bool, dry: bool, believed: bool, uptime: int | None,
    moment: str, as_json: bool,
) -> int:  # fmt: skip
    """Do the whole round for all games of a folder: fetch, answer, adjudicate what is due, report, remind, send.

    It says what it has done, and nothing if there was nothing to do. Run it as often as you like, from cron or by hand.

    \b
    Example:
      pbem mail tick games
      pbem mail tick games --dry-run
      pbem mail tick games --from ~/Maildir --sent
    """
    from pbem.store.post import by_folder
    from pbem.workflow.tick import tick as do_all

    if sources and len(by_folder(games or (".",))) > 1:
        raise click.UsageError("with --from, name the games of one folder: letters to others would be of strangers")
    running = Running("test", uptime) if uptime is not None else None if moment else running_clock()
    done = do_all(games or (".",), time_of(moment), sources, dry, handed, running, believed)
    return told(done, as_json)


BOOT_ID = "/proc/sys/kernel/random/boot_id"


def running_clock() -> Running | None:
    """The clock of the machine that only runs forward, asleep too where the system has one that does."""
    try:
        if hasattr(time, "CLOCK_BOOTTIME"):
            return Running(read_bytes(BOOT_ID).decode().strip(), int(time.clock_gettime(time.CLOCK_BOOTTIME)))
        if hasattr(time, "CLOCK_MONOTONIC"):
            return Running("this start", int(time.clock_gettime(time.CLOCK_MONOTONIC)))
        return Running("this start", int(time.monotonic()))
    except (GameFault, OSError):
        return None
