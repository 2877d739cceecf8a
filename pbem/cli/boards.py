"""The command for boards of one's own. Loaded when it is called."""

from __future__ import annotations

import sys

import click

from pbem.cli import JSON, cli, echo, json_text

USES = {"lint": ("as_json",), "draw": ("output", "part", "around", "radius"), "new": ("ruleset", "like")}


@cli.command()
@click.argument("work", metavar="lint|draw|new")
@click.argument("directory", metavar="DIR")
@click.option(
    "--output",
    "-o",
    default="",
    help="draw: the file to write, .svg; with an extra .png (pbem[png]) or .pdf (pbem[pdf]).",
)
@click.option("--part", default="", help="draw: one of the maps of a board that has several, like bohemia.")
@click.option("--around", default="", metavar="CITY|PIECE", help="draw: only what lies around a city or a piece.")
@click.option(
    "--radius", type=click.IntRange(1, 50), default=4, show_default=True, help="draw: with --around, in roads."
)
@click.option("--ruleset", default="", help="new: the title that is to be played on it.")
@click.option("--like", default="", metavar="NAME|DIR", help="new: begin with a copy of this board.")
@JSON
@click.pass_context
def board(
    context: click.Context, work: str, directory: str, output: str, part: str, around: str, radius: int, ruleset: str,
    like: str, as_json: bool,
) -> int:  # fmt: skip
    """Look for the faults of a board, draw it, or begin a new one. Exit 1 if a board has faults.

    A board is a folder of tables, or the name of one that comes with the program: house, probe, or a title with one.

    \b
    Example:
      pbem board new boards/ours --like house
      pbem board lint boards/ours
      pbem board draw boards/ours -o ours.svg
      pbem board draw house --part bohemia -o bohemia.png
      pbem new games/winter-1756 --board boards/ours
    """
    _check_options(context, work)
    from pbem.workflow import boarding

    if work == "lint":
        found = boarding.lint(directory)
        echo(json_text(boarding.as_data(found)) if as_json else boarding.as_text(found))
        return 1 if found.errors else 0
    if work == "new":
        echo(boarding.said_begun(directory, boarding.begin(directory, ruleset, like)))
        return 0
    done = boarding.drawn(directory, output, part, around, radius)
    if done.remark:
        echo(done.remark, err=True)
    echo(output or done.svg, nl=bool(output))
    return 0


def _check_options(context: click.Context, work: str) -> None:
    """An option of another work would do nothing, and so is refused."""
    if work not in USES:
        raise click.UsageError(f"{work!r} is none of lint, draw and new")
    for other, names in USES.items():
        for name in names if other != work else ():
            if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
                option = "json" if name == "as_json" else name
                raise click.UsageError(f"--{option} is for `pbem board {other}`")
    if work == "new" and not context.params["ruleset"] and not context.params["like"]:
        raise click.UsageError("name the title with --ruleset, or a board to begin with by --like")
    if work == "draw" and not context.params["output"] and sys.stdout.isatty():
        raise click.UsageError("the map is a long file: name it with -o map.svg, or send it on through a pipe")
