"""The commands of the time of a game: deadlines, absences, pauses, the calendar. Loaded when one of them is called."""

from __future__ import annotations

from typing import Any

import click

from pbem.cli import GAME, JSON, cli, echo, json_text, listed_words, now, pairs


@cli.command("time")
@GAME
@click.option("--zone", help="The time zone of the players, like Europe/Lisbon.")
@click.option("--period", help="How long a decision may take: 3d are days that count, 36h hours of such days.")
@click.option("--kind", "periods", multiple=True, callback=pairs, metavar="KIND=PERIOD",
              help="The same for one kind of decision, like bid=2d; can be repeated.")  # fmt: skip
@click.option("--at", help="The hour of the day at which deadlines fall, like 20:00.")
@click.option("--weekdays", multiple=True, callback=listed_words,
              help="The days that count, like mon,tue,wed,thu,fri; can be repeated.")  # fmt: skip
@click.option("--grace", help="How late a player may be, in the whole game together, like 48h.")
@click.option("--remind", help="How long before a deadline players are reminded; 0h for never.")
@click.option("--wait", help="How much longer a step takes when a player asks for it; 0d for not at all.")
@click.option("--absence", type=int, help="How many days a player may be away in the whole game.")
@click.option("--pause", type=int, help="How many days a pause may last.")
@click.option("--passed", type=click.Choice(["default", "standing", "ask"]),
              help="After a deadline: take the default; ask again where no orders stand; ask you.")  # fmt: skip
@click.option("--early", help="Whether a step goes on as soon as all is in: yes, no, or not before, like 12h.")
def time(game: str, weekdays: tuple[str, ...], early: str | None, **said: Any) -> None:
    """Set when decisions are due, or show it. What is not named stays as it is; deadlines that were told are kept.

    \b
    Example:
      pbem time games/winter-1756 --zone Europe/Lisbon --period 3d --at 20:00 --weekdays mon,tue,wed,thu,fri
      pbem time games/winter-1756 --kind bid=2d --grace 48h
      pbem time games/winter-1756
    """
    from pbem.workflow import time_setting as work

    found = {key: value for key, value in said.items() if value not in (None, {})}
    found |= {"weekdays": [*weekdays]} if weekdays else {}
    found |= {"early": {"yes": True, "no": False}.get(early, early)} if early is not None else {}
    if found:
        work.set_time(game, found)
    echo(work.shown(game, now()))


@cli.command("holidays")
@GAME
@click.option("--country", required=True, help="Two letters, like DE.")
@click.option("--year", required=True, type=click.IntRange(2000, 2200))
@click.option("--region", default="", help="A part of the country with holidays of its own, like BY.")
def holidays(game: str, country: str, year: int, region: str) -> None:
    """Write the public holidays of a year into game.toml. On these days no deadline falls.

    \b
    Example:
      pbem holidays games/winter-1756 --country DE --year 2027
      pbem holidays games/winter-1756 --country DE --region BY --year 2027
    """
    from pbem.workflow.time_setting import holidays as work

    new = work(game, country.upper(), year, region.upper())
    echo("\n".join(day.isoformat() for day in new) if new else "All of them were there already.")


@cli.command("wait")
@GAME
@click.option("--role", required=True, help="Who asks for it.")
def wait(game: str, role: str) -> None:
    """Give the step under way more time, because a player asks for it. Once a step; the next report tells it.

    \b
    Example:
      pbem wait games/winter-1756 --role frederick
    """
    from pbem.workflow.timing import wait as work

    echo(work(game, role, now()))


@cli.command("absent")
@GAME
@click.argument("first")
@click.argument("last")
@click.option("--role", required=True, help="Who is away.")
def absent(game: str, first: str, last: str, role: str) -> None:
    """Note that a player will be away, from one day to another. These days do not count for what he owes.

    \b
    Example:
      pbem absent games/winter-1756 2027-07-01 2027-07-14 --role frederick
    """
    from pbem.workflow.timing import absent as work

    echo(work(game, role, first, last, now()))


@cli.command("pause")
@GAME
@click.option("--until", default="", help='A day, or an hour of it in the zone: "2027-01-03 18:00".')
@click.option("--reason", default="", help="Told to all players.")
@click.option("--resume", is_flag=True, help="Take the game up again before the pause is over.")
def pause(game: str, until: str, reason: str, resume: bool) -> None:
    """Stop the deadlines of a game for a while. It is a line of the ledger, and all players are told.

    \b
    Example:
      pbem pause games/winter-1756 --until 2027-01-03 --reason "Christmas"
      pbem pause games/winter-1756 --resume
    """
    if resume == bool(until):
        raise click.UsageError("give either --until DAY with --reason TEXT, or --resume")
    from pbem.workflow import timing as work

    echo(work.resume(game, now()) if resume else work.pause(game, until, reason, now()))


@cli.command("times")
@GAME
@JSON
def times(game: str, as_json: bool) -> None:
    """Show how long each player held the game. For the moderator: it tells who had answered ahead.

    \b
    Example:
      pbem times games/winter-1756
      pbem times games/winter-1756 --json
    """
    from pbem.timing.holding import as_text
    from pbem.workflow.time_files import held

    rows = held(game, now())
    echo(json_text([row.data for row in rows]) if as_json else as_text(rows))


@cli.command("calendar")
@GAME
@click.option("--role", default="", help="With what this role owes.")
@click.option("--output", "-o", default="", help="Write to this file.")
@click.option("--force", is_flag=True, help="Write over the file.")
def calendar(game: str, role: str, output: str, force: bool) -> None:
    """Write the deadlines of a game as an .ics file, for the calendars of players. It tells no secret.

    \b
    Example:
      pbem calendar games/winter-1756 -o winter.ics
      pbem calendar games/winter-1756 --role frederick -o frederick.ics
    """
    from pbem.workflow.time_files import write_calendar

    text = write_calendar(game, output, role, force)
    echo(output if output else text.replace("\r\n", "\n"), nl=bool(output))
