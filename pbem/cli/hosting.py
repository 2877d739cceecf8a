"""The commands with which a host begins, mends and carries on a game. Loaded when one of them is called."""

from __future__ import annotations

import os
from typing import Any

import click

from pbem.cli import GAME, Command, cli, echo, now, pairs
from pbem.rulesets import MODULES, ruleset_of


class NewCommand(Command):
    """The help of ``new`` lists the modes and options of every title; they load only for it."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for name in MODULES:
            ruleset = ruleset_of(name)
            with formatter.section(f"Modes of {name}"):
                formatter.write_dl([(mode.id, mode.title) for mode in ruleset.modes])
            if ruleset.options:
                with formatter.section(f"Options of {name} (the first choice holds if nothing is said)"):
                    rows = [(o.id, f"{' | '.join((o.default, *(c for c in o.choices if c != o.default)))}: {o.about}")
                            for o in ruleset.options]  # fmt: skip
                    formatter.write_dl(rows)


@cli.command(cls=NewCommand)
@click.argument("directory")
@click.option("--ruleset", default="", help="The title to play; the first listed below if left out.")
@click.option("--mode", default="", help="The way to play it; the ruleset's first if left out.")
@click.option("--option", "options", multiple=True, callback=pairs, metavar="NAME=CHOICE")
@click.option("--player", "players", multiple=True, callback=pairs, metavar="ROLE=NAME <ADDRESS>")
@click.option("--deal", multiple=True, metavar="NAME <ADDRESS>", help="A player who takes a role by lot.")
@click.option("--position", default="", help="Begin from a position file.")
@click.option("--board", default="", metavar="NAME|DIR",
              help="The board to play on: a folder of tables, or one that comes with pbem.")  # fmt: skip
@click.option("--moderator-plays", "plays", multiple=True, metavar="ROLE",
              help="A role the moderator plays: words and bids travel in held envelopes.")  # fmt: skip
@click.option("--beacon", default="", metavar="WHICH",
              help="A number of the world to be mixed into the seed, named before it is known.")  # fmt: skip
@click.option("--beacon-numbers", type=click.IntRange(1, 20), default=1, show_default=True,
              help="How many numbers that is: a lottery draws several.")  # fmt: skip
@click.option("--pace", type=click.Choice(["brisk", "table"]), default="brisk", show_default=True,
              help="brisk: orders may be given ahead, and the game goes on through all that is answered; table: every"
                   " decision is asked when it comes.")  # fmt: skip
@click.option("--seed", default="", help="For tests: a real game draws its own. Every report says so.")
def new(directory: str, players: dict[str, str], deal: tuple[str, ...], **plan: Any) -> None:
    """Begin a game in a new directory.

    \b
    Example:
      pbem new games/winter-1756 --mode 4p --player "frederick=Anna <anna@example.org>"
      pbem new games/winter-1756 --moderator-plays frederick \\
        --beacon "the six numbers of the lottery of 28 November 2026" --beacon-numbers 6
      pbem new games/winter-1756 --board boards/ours
    """
    from pbem.store import layout
    from pbem.store.reading import Player
    from pbem.workflow.new import Plan
    from pbem.workflow.new import new as begin

    def player(text: str) -> Player:
        name, _, address = text.partition("<")
        return Player(name.strip(), address.rstrip("> "))

    seats = {role: player(text) for role, text in players.items()}
    game = begin(Plan(directory, players=seats, dealt=[player(text) for text in deal], **plan))
    echo(f"{game.name}: a game of {game.ruleset}, mode {game.mode}, in {directory}")
    echo(f"seed commitment {game.commitment}")
    echo(f"\nEdit {os.path.join(directory, layout.GAME)} for names and addresses, then:\n")
    echo(f"  pbem report {directory}\n  pbem next {directory}")


@cli.command()
@GAME
@click.option("--role", required=True, help="Whose sheet.")
def orders(game: str, role: str) -> None:
    """Write the commented sheet of what a role owes now.

    \b
    Example:
      pbem orders games/winter-1756 --role frederick > orders.toml
    """
    from pbem.workflow.sheet import orders as write

    echo(write(game, role), nl=False)


@cli.command()
@GAME
@click.option("--output", "-o", default="", help="Write to this file.")
@click.option("--force", is_flag=True, help="Write over the file.")
def position(game: str, output: str, force: bool) -> None:
    """Write the position of a game to a file. It holds all secrets; `pbem new --position` begins from it.

    \b
    Example:
      pbem position games/winter-1756 -o after-prague.toml
      pbem new games/what-if --position after-prague.toml
    """
    from pbem.workflow.journal import position as write

    text = write(game, output, force)
    echo(output if output else text, nl=bool(output))


@cli.command()
@GAME
@click.option("--reason", required=True, help="Told to all players with the next reports.")
@click.option("--reopen", is_flag=True, help="Let gathered envelopes be exchanged though they were open; all are told.")
@click.option("--to", "step", type=int, help="Take back this step and all after it, instead of the last run.")
def undo(game: str, reason: str, reopen: bool, step: int | None) -> None:
    """Take back what the last adjudication did, all steps of it. They are kept, and the next reports tell.

    \b
    Example:
      pbem undo games/winter-1756 --reason "Anna's second sheet was overlooked"
      pbem undo games/winter-1756 --to 31 --reason "Anna's second sheet was overlooked"
    """
    from pbem.workflow import open_game
    from pbem.workflow.journal import said_undone
    from pbem.workflow.journal import undo as take_back

    last = open_game(game).last.number
    echo(said_undone(game, take_back(game, reason, reopen, step, now()), last))
    echo(f"\nNext:\n\n  pbem next {game}")
