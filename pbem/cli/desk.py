"""The command for the player's desk. Loaded when it is called."""

from __future__ import annotations

import click

from pbem.cli import cli, echo


@cli.command()
@click.argument("work", metavar="build")
@click.option("--output", "-o", default="desk.html", show_default=True, help="The file to write.")
@click.option("--pyodide", default="", metavar="DIR",
              help="The folder of the npm package pyodide; without it npm fetches it, once.")  # fmt: skip
def desk(work: str, output: str, pyodide: str) -> None:
    """Build the player's desk: one page with the checker in it, which opens in a browser, with the network off.

    It is the same for every game and player, and holds no secret. Whoever gets it opens it and drops in the mail, the
    view file or the HTML report. To lay it beside a site with the public view inside: `pbem site --desk`.

    \b
    Example:
      pbem desk build -o desk.html
    """
    if work != "build":
        raise click.UsageError(f"pbem desk {work} is not known; there is pbem desk build")
    from pbem.workflow.deskpage.build import build

    echo(build(output, pyodide))
