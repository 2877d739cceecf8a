"""The commands for players at their own desk: what may be done next. Loaded when one is called."""

from __future__ import annotations

import click

from pbem.cli import JSON, cli, echo, json_text


@cli.command()
@click.argument("piece")
@click.option("--view", required=True, metavar="FILE", help="Your view file.")
@click.option("--sheet", default="", metavar="FILE", help="The orders so far; the piece moves after them.")
@JSON
def reach(piece: str, view: str, sheet: str, as_json: bool) -> int:
    """Print where a piece may go, with the orders that say so and what they would do.

    \b
    Example:
      pbem reach Keith --view frederick.view.toml
      pbem reach Keith --view frederick.view.toml --sheet orders.toml
    """
    from pbem.workflow import offers as work

    found = work.reach(piece, view, sheet)
    if found.answer is not None and found.answer.sheet is None:
        echo(found.answer.complaints())
        return 1
    echo(json_text(work.as_data(found)) if as_json else work.as_text(found))
    return 0
