"""The commands that show a game: reports, archive, journal, map and site. Loaded when one of them is called."""

from __future__ import annotations

import gc
import sys
from functools import partial
from typing import Any

import click

from pbem.cli import (
    GAME,
    GAMES,
    JOBS,
    JSON,
    alone,
    cli,
    echo,
    fault_told,
    json_text,
    listed_words,
    now,
    told_of_each,
    with_bar,
)
from pbem.workflow.many import games_of, namesakes

Shades = tuple[tuple[str, str], ...]
READER = click.option("--role", help="As this role knows it; without it, as the public does.")


@cli.command()
@GAMES
@click.option("--role", "roles", multiple=True, help="Only for this role; can be repeated.")
@click.option("--moderator", is_flag=True, help="One more, with every secret, for the moderator.")
@click.option("--format", "forms", multiple=True, default=["txt,html"], show_default=True,
              callback=listed_words, help="Of txt, html, md, json, joined by commas; can be repeated.")  # fmt: skip
@click.option("--battles", type=click.Choice(["full", "short"]), default="full", help="Every card, or the outcome.")
@click.option("--since", type=click.IntRange(0), help="Tell what happened after this step, not after the last report.")
@click.option("--by", default="", help='The deadline in your words, for reports and mails: "Sunday 18:00 CET".')
@click.option("--map/--no-map", "maps", default=True, help="HTML and mails with the map, or without.")
@click.option("--stdout", is_flag=True, help="Print the role's report, or the public one, and write nothing.")
@click.option("--eml", metavar="DIR", help="Write mails, one for each player, into this directory instead.")
@click.option("--date", default="", help="With --eml: the date of the mails, like 2026-03-12T18:00+01:00.")
@JOBS
@JSON
def report(
    games: tuple[str, ...], forms: tuple[str, ...], stdout: bool, eml: str | None, date: str, jobs: int | None,
    as_json: bool, **wish: Any,
) -> int:  # fmt: skip
    """Write the reports of the last step. One for each role, one for the public; of a folder, those of each game.

    \b
    Example:
      pbem report games/winter-1756
      pbem report games/winter-1756 --role frederick --format md --stdout
      pbem report games/winter-1756 --eml outbox
      pbem report games --by "Sunday 18:00 CET" --eml outbox
    """
    from pbem.workflow import reporting

    wanted = reporting.Wish(forms=forms, now=now(), **wish)
    if as_json or not (game := alone(games)):
        work = partial(reporting.print_told if stdout else reporting.report_told, wish=wanted)
        return told_of_each(mails_of_each(games, eml, wanted, date) or work, games, jobs or 0, as_json)
    if eml is not None:
        from pbem.workflow.mailing import mailed

        done = mailed(game, eml, wanted, date)
        echo("\n".join(done.written))
        return max([fault_told(fault) for fault in done.faults], default=0)
    echo(reporting.printed(game, wanted) if stdout else "\n".join(reporting.report(game, wish=wanted)), nl=not stdout)
    return 0


def mails_of_each(games: tuple[str, ...], folder: str | None, wish: Any, date: str) -> Any:
    """What writes the mails of one of many games; nothing if no mails are wanted."""
    if folder is None:
        return None
    from pbem.workflow.mailing import mail_told  # not for report

    check_namesakes(games)
    return partial(mail_told, folder=folder, wish=wish, date=date)


def check_namesakes(games: tuple[str, ...]) -> None:
    """Whether no two games would write into the same place."""
    for name in namesakes(games_of(games)):
        raise click.UsageError(f"several of these games are called {name}: do it one by one")


@cli.command()
@GAMES
@click.argument("directory")
@click.option("--git", is_flag=True, help="Commit the archive to a repository of its own, made if there is none.")
@click.option("--date", default="", help="With --git: the date of the commit.")
@JOBS
@JSON
def publish(games: tuple[str, ...], directory: str, git: bool, date: str, jobs: int | None, as_json: bool) -> int:
    """Write the public archive of a game. It tells no secret, so it can be pushed while the game runs.

    Of a folder of games, or of several, each gets an archive of its own name in the directory.

    \b
    Example:
      pbem publish games/winter-1756 archive/winter-1756 --git
      pbem publish games archive --git
    """
    from pbem.workflow import publish as work

    if not (game := alone(games)):
        check_namesakes(games)
        return told_of_each(partial(work.told, folder=directory, git=git, date=date), games, jobs or 0, as_json)
    done = work.publish(game, directory, git, date)
    echo(json_text(work.as_data(game, directory, done)) if as_json else work.said_published(directory, done))
    return 0


@cli.command()
@GAME
@READER
@click.option("--moderator", is_flag=True, help="Everything, secrets included.")
@click.option("--battles", type=click.Choice(["full", "short"]), default="full", help="Card by card, or in one line.")
@click.option("--turn", "--round", "round", type=click.IntRange(0), help="Only what happened in this turn or round.")
@click.option("--nation", default="", help="Only what concerns this nation.")
@click.option("--piece", default="", help="Only what concerns this piece.")
@click.option("--city", default="", help="Only what concerns this city.")
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text")
@JSON
def log(game: str, role: str | None, moderator: bool, battles: str, form: str, as_json: bool, **search: Any) -> None:
    """Tell what happened so far. The filters can be joined.

    \b
    Example:
      pbem log games/winter-1756 --role frederick
      pbem log games/winter-1756 --turn 2 --piece Daun --format md
    """
    from pbem.workflow import journal

    wanted = None
    if any(value not in (None, "") for value in search.values()):
        from pbem.workflow.search import Search

        wanted = Search(**search)
    entries = journal.log(game, role, moderator, wanted, battles)
    if as_json or form == "json":
        echo(json_text(journal.as_data(entries)))
    else:
        echo(journal.as_markdown(entries) if form == "md" else journal.as_text(entries))


@cli.command()
@GAME
@click.argument("step", type=click.IntRange(0))
@click.argument("line", default="")
@READER
@click.option("--moderator", is_flag=True, help="With everybody's orders and secrets.")
@JSON
def why(game: str, step: int, line: str, role: str | None, moderator: bool, as_json: bool) -> None:
    """Say what is behind a line of a report: the facts, the orders, the rules.

    The line is named by words of it, or by its number; without it all lines of the step are printed with their numbers.

    \b
    Example:
      pbem why games/winter-1756 12
      pbem why games/winter-1756 12 3 --role frederick
      pbem why games/winter-1756 12 "Keith in Pilsen is out of supply"
    """
    from pbem.workflow import why as work

    if not line:
        rows = work.lines(game, step, role, moderator)
        echo(json_text(work.as_rows(rows)) if as_json else work.as_list(rows))
        return
    reason = work.why(game, step, line, role, moderator)
    echo(json_text(work.as_data(reason)) if as_json else work.as_text(reason))


@cli.command()
@GAME
@click.argument("steps", metavar="A..B")
@READER
@click.option("--format", "form", type=click.Choice(["text", "md", "json"]), default="text")
def diff(game: str, steps: str, role: str | None, form: str) -> None:
    """Tell what changed between two steps. `7` is short for `6..7`, `3..` goes up to now.

    \b
    Example:
      pbem diff games/winter-1756 3..7
      pbem diff games/winter-1756 12.. --role frederick --format md
    """
    from pbem.workflow import difference

    echo(difference.LAYOUTS[form](difference.difference(game, steps, role)))


def as_shades(_ctx: click.Context, option: click.Parameter, values: tuple[str, ...]) -> Shades:
    """KIND=NATION as a pair; an option that is called like a kind of its own has the nation alone."""
    for text in values:
        if option.name == "shades" and "=" not in text:
            raise click.BadParameter(f"{text!r} is not of the form KIND=NATION")
    rows = [text.partition("=")[::2] if option.name == "shades" else (option.name or "", text) for text in values]
    return tuple((kind.strip(), nation.strip()) for kind, nation in rows)


@cli.command("map")
@GAME
@READER
@click.option("--step", type=click.IntRange(0), help="As it stood after this step.")
@click.option("--theatre", "--part", default="", help="A part of the board by name, like silesia or bohemia.")
@click.option("--around", default="", metavar="CITY|PIECE", help="Only what lies around a city or a piece.")
@click.option("--radius", type=click.IntRange(1, 50), default=4, show_default=True, help="With --around: in roads.")
@click.option(
    "--shade",
    "shades",
    multiple=True,
    metavar="KIND=NATION",
    callback=as_shades,
    help="Shade the cities of that kind for a nation; the title has its own kinds, like supply.",
)
@click.option(
    "--protection",
    multiple=True,
    metavar="NATION",
    callback=as_shades,
    help="Short for --shade protection=NATION: what its generals protect.",
)
@click.option("--supply", multiple=True, metavar="NATION", callback=as_shades,
              help="Short for --shade supply=NATION: where its generals are in supply.")  # fmt: skip
@click.option("--moves/--no-moves", default=True, help="Draw the moves, retreats and battles of the step.")
@click.option(
    "--output", "-o", default="", help="The file to write: .svg; with an extra .png (pbem[png]) or .pdf (pbem[pdf])."
)
def map_(game: str, role: str | None, step: int | None, output: str, shades: Shades, protection: Shades, supply: Shades,
         **wanted: Any) -> None:  # fmt: skip
    """Draw the map after the last step, or a part of it.

    \b
    Example:
      pbem map games/winter-1756 -o map.svg
      pbem map games/winter-1756 --role frederick --around Breslau --radius 3 --supply Prussia -o silesia.png
    """
    from pbem.workflow.mapping import Wanted, form_of, map_of, write_map

    if not output and sys.stdout.isatty():
        raise click.UsageError("the map is a long file: name it with -o map.svg, or send it on through a pipe")
    form_of(output or "map.svg")  # before all the work of drawing
    svg = map_of(game, role, step, Wanted(shades=(*shades, *protection, *supply), **wanted))
    if output:
        write_map(svg, output)
    echo(output or svg, nl=bool(output))


@cli.command()
@click.argument("game", metavar="GAME|FILE")
@READER
@click.option("--moderator", is_flag=True, help="With every secret, for the moderator.")
@click.option("--figure", "figures", multiple=True, metavar="NAME", help="Only this one, like troops; can be repeated.")
@click.option(
    "--output", "-o", default="", help="The file to write: .svg; with an extra .png (pbem[png]) or .pdf (pbem[pdf])."
)
def plot(game: str, role: str | None, moderator: bool, figures: tuple[str, ...], output: str) -> None:
    """Plot a game turn by turn, or the statistics of the games in a file of `pbem simulate --out`.

    \b
    Example:
      pbem plot games/winter-1756 -o winter.svg
      pbem plot games/winter-1756 --role frederick --figure troops --figure objectives -o winter.png
      pbem plot games.jsonl -o games.svg
    """
    from pbem.workflow.mapping import form_of, write_map
    from pbem.workflow.plotting import plot_of

    if not output and sys.stdout.isatty():
        raise click.UsageError("the plot is a long file: name it with -o plot.svg, or send it on through a pipe")
    form_of(output or "plot.svg", "plot")
    svg = plot_of(game, role, moderator, figures)
    if output:
        write_map(svg, output)
    echo(output or svg, nl=bool(output))


@cli.command()
@GAMES
@click.argument("directory")
@READER
@click.option("--desk", is_flag=True, help="Lay the player's desk beside it, with the public view inside.")
@JOBS
@JSON
def site(games: tuple[str, ...], directory: str, role: str | None, desk: bool, jobs: int | None, as_json: bool) -> int:
    """Write a web site of the game: a page for each step, with story, map and position. It needs no server.

    Of a folder of games, or of several, each gets a site of its own name in the directory.

    \b
    Example:
      pbem site games/winter-1756 public/winter-1756
      pbem site games/winter-1756 public/winter-1756 --desk
      pbem site games public
    """
    from pbem.workflow import site as work

    gc.enable()
    beside = None
    if desk:
        from pbem.workflow.deskpage.publics import desk_of

        beside = desk_of
    if not (game := alone(games)):
        check_namesakes(games)
        return told_of_each(partial(work.told, folder=directory, role=role, desk=beside), games, jobs or 0, as_json)
    page = work.site(game, directory, role, with_bar, beside)
    echo(json_text({"directory": game, "page": page}) if as_json else page)
    return 0
