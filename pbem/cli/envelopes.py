"""The commands about battles and envelopes: keys, seal, open, verify, duel. Loaded when one of them is called."""

from __future__ import annotations

from typing import Any

import click

from pbem.cli import GAME, JSON, _json, cli


@cli.command()
@GAME
def keys(game: str) -> None:
    """Print the public key that players seal for. A game without one gets a pair of keys.

    \b
    Example:
      pbem keys games/winter-1756
    """
    from pbem.workflow.sealing import keys as find

    click.echo(find(game))


@cli.command()
@click.argument("sheet")
@click.option("--to", required=True, metavar="KEY|VIEW", help="The moderator's public key, or your view file.")
@click.option("--hold", is_flag=True, help="Lock it with a phrase you keep: for games whose moderator plays.")
@click.option("--output", "-o", default="", help="The file to write; SHEET.sealed.toml if left out.")
@click.option("--force", is_flag=True, help="Seal a sheet with errors; write over the file.")
def seal(sheet: str, to: str, hold: bool, output: str, force: bool) -> int:
    """Seal a sheet. With a view file it is checked first; nobody can read it until all sheets are in.

    \b
    Example:
      pbem seal orders.toml --to frederick.view.toml
      pbem seal orders.toml --to frederick.view.toml --hold
    """
    from pbem.workflow import sealing

    try:
        made = sealing.seal(sheet, to, hold, force)
    except sealing.Refused as fault:
        click.echo(f"{fault.answer.complaints()}\n\nThe sheet was not sealed.")
        return 1
    click.echo(sealing.said_sealed(made, sealing.write_envelope(made, sheet, output, force)))
    return 0


@cli.command("open")
@GAME
@click.argument("role")
@click.argument("phrase", nargs=-1, required=True)
def open_(game: str, role: str, phrase: tuple[str, ...]) -> int:
    """Take in the phrase of a held envelope. It is refused until all envelopes of the step are in.

    \b
    Example:
      pbem open games/winter-1756 frederick acorn river tulip oak wagon ember quill
    """
    from pbem.workflow.sealing import open_held

    receipt = open_held(game, role, " ".join(phrase))
    click.echo(receipt.text)
    return 1 if receipt.answer.is_refused else 0


@cli.command()
@GAME
@JSON
def verify(game: str, as_json: bool) -> int:
    """Verify a game. Digests, every step played again, every envelope held against its commitment.

    \b
    Example:
      pbem verify games/winter-1756
    """
    from pbem.workflow import verify as work

    done = work.verify(game)
    click.echo(_json(work.as_data(done)) if as_json else work.as_text(done))
    return 1 if done.findings else 0


@cli.command()
@click.argument("sheet")
@click.option("--view", default="", help="The view file that came with the report (the player's way).")
@click.option("--game", default="", help="The game directory (the moderator's way).")
@click.option("--strength", "strengths", multiple=True, type=click.IntRange(1, 24), help="Of the enemy; repeatable.")
@click.option("--hand", default="", metavar="CARDS", help="The enemy's hand; any that is possible if left out.")
@click.option("--samples", type=click.IntRange(1, 100_000), default=500, show_default=True, help="Battles to fight.")
@click.option("--transcripts", type=click.IntRange(0, 100), default=2, show_default=True, help="Battles to show.")
@click.option("--seed", default="duel", show_default=True, help="Another seed, other enemies.")
@JSON
def duel(sheet: str, view: str, game: str, as_json: bool, **wishes: Any) -> int:
    """Rehearse the bids of a sheet. The enemies are those that are possible by what its writer knows.

    \b
    Example:
      pbem duel orders.toml --view frederick.view.toml
      pbem duel orders.toml --view frederick.view.toml --strength 5 --strength 6 --hand "13S 9S R"
    """
    if bool(view) == bool(game):
        raise click.UsageError("give either --view FILE or --game DIRECTORY")
    from pbem.workflow import duel as work

    found = work.duel(sheet, view, game, work.Wishes(**wishes))
    if found.answer.is_refused or found.answer.sheet is None:
        click.echo(found.answer.complaints())
        return 1
    click.echo(_json(found.battles) if as_json else work.as_text(found))
    return 0
