"""The commands about envelopes and proofs: keys, seal, open, verify, reveal, duel. Loaded when one is called."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from typing import Any

import click

from pbem.cli import GAME, JOBS, JSON, alone, cli, echo, fault_told, json_text, told_of_each


@cli.command()
@GAME
@click.option("--renew", default="", metavar="ROLE", help="Give a role a new key, for its sheets, and print it.")
def keys(game: str, renew: str) -> None:
    """Print the public key that players seal for. A game without one gets a pair of keys.

    \b
    Example:
      pbem keys games/winter-1756
      pbem keys games/winter-1756 --renew frederick
    """
    from pbem.mail.heads import instant
    from pbem.workflow import keyring

    echo(keyring.renew(game, renew, instant(datetime.now(UTC))) if renew else keyring.keys(game))


@cli.command()
@click.argument("sheet")
@click.option("--to", required=True, metavar="KEY|VIEW", help="The moderator's public key, or your view file.")
@click.option("--hold", is_flag=True, help="Lock it with a phrase you keep: for games whose moderator plays.")
@click.option("--ahead", is_flag=True, help="Leave the sheet open and close its orders for coming decisions.")
@click.option("--output", "-o", default="", help="The file to write; SHEET.sealed.toml if left out.")
@click.option("--force", is_flag=True, help="Write over the file.")
@click.option("--faults-and-all", is_flag=True, help="Seal a sheet with errors too: it may be left aside when opened.")
@click.option("--accept-key", is_flag=True, help="Though the key of the game is another one than before.")
def seal(
    sheet: str, to: str, hold: bool, ahead: bool, output: str, force: bool, faults_and_all: bool, accept_key: bool
) -> int:
    """Seal a sheet. With a view file it is checked first; nobody can read it until all sheets are in.

    \b
    Example:
      pbem seal orders.toml --to frederick.view.toml
      pbem seal orders.toml --to frederick.view.toml --hold
      pbem seal orders.toml --to frederick.view.toml --ahead
    """
    from pbem.workflow import sealing

    try:
        made = sealing.seal(sheet, to, hold, faults_and_all, accept_key, ahead)
    except sealing.Refused as fault:
        echo(f"{fault.answer.complaints()}\n\nThe sheet was not sealed.")
        return 1
    if made.note:
        echo(made.note, err=True)
    echo(sealing.said_sealed(made, sealing.write_envelope(made, sheet, output, force)))
    return 0


@cli.command()
@GAME
@click.option("--default", "defaults", multiple=True, metavar="ROLE",
              help="Take the default for a role that sent nothing; `all` for all of them.")  # fmt: skip
@click.option("--eml", metavar="DIR", help="Write the notices as mails, one for each phrase owed, into this directory.")
@click.option("--date", default="", help="With --eml: the date of the mails, like 2026-03-12T18:00+01:00.")
def gather(game: str, defaults: tuple[str, ...], eml: str | None, date: str) -> int:
    """Gather the held envelopes of a step. After it nothing is exchanged, and the players send their phrases.

    Whoever owes a phrase gets a notice, to be checked at home before the phrase is sent.

    \b
    Example:
      pbem gather games/winter-1756 --default pompadour
      pbem gather games/winter-1756 --eml outbox
    """
    from pbem.workflow import gathering

    gathering.gather(game, defaults)
    if eml is None:
        echo(gathering.said_gathered(game))
        return 0
    from pbem.workflow.mailing import mailed_notices

    done = mailed_notices(game, eml, date)
    echo("\n".join(done.written))
    return max([fault_told(fault) for fault in done.faults], default=0)


@cli.command("open")
@GAME
@click.argument("role")
def open_(game: str, role: str) -> int:
    """Take in the phrase of a held envelope. It is read from standard input, or asked for without being shown.

    \b
    Example:
      pbem open games/winter-1756 frederick < phrase.txt
    """
    from pbem.workflow.taking import open_held

    receipt = open_held(game, role, _phrase(role))
    echo(receipt.text)
    return 1 if receipt.answer.is_refused else 0


def _phrase(role: str) -> str:
    """A phrase, as no process list and no history of a shell will show it."""
    if sys.stdin.isatty():
        answer: str = click.prompt(f"The phrase of {role}", hide_input=True)
        return answer
    if hasattr(sys.stdin, "reconfigure"):  # what is no text opens no envelope, and that is said as usual
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin.readline(1000)


@cli.command()
@GAME
@click.argument("numbers", nargs=-1, required=True)
def number(game: str, numbers: tuple[str, ...]) -> None:
    """Take in the number of the world that the game was begun with. The deal waits for it.

    \b
    Example:
      pbem number games/winter-1756 7 12 23 31 40 44
    """
    from pbem.workflow.numbers import take_number

    line = take_number(game, " ".join(numbers))
    echo(f"The number is mixed in as: {line.facts['text']}")
    echo(f"It stands in line {line.number} of the ledger. From now on no word for the seed is taken any more.")


@cli.command()
@click.argument("games", nargs=-1)
@click.option("--receipt", "--report", "saved", multiple=True, metavar="FILE",
              help="A saved receipt, report or notice to hold against the ledger; can be repeated.")  # fmt: skip
@click.option("--all", "upgrade", is_flag=True,
              help="Name the running games that would go on otherwise under this version of the program.")  # fmt: skip
@JOBS
@JSON
def verify(games: tuple[str, ...], saved: tuple[str, ...], upgrade: bool, jobs: int | None, as_json: bool) -> int:
    """Verify a game, its public archive, a revealed one, or a folder of games.

    The ledger, every file it stands for, and every step played again from the beginning.

    Without a game, the notice of a gathering is held against a receipt or an envelope: at home, before the phrase
    is sent.

    With --all, before an upgrade is put to use: the new version plays every running game again and names those whose
    steps, owed decisions or defaults would be others, and those that were begun under older rules.

    \b
    Example:
      pbem verify games/winter-1756
      pbem verify archive/winter-1756 --receipt receipt.txt --report frederick.txt
      pbem verify games --jobs 2
      pbem verify --all games
      pbem verify --receipt receipt.txt --report notice.txt
    """
    if (saved and upgrade) or not (games or saved):
        raise click.UsageError("give a game, or a receipt and a notice to be held against each other")
    if not games:
        from pbem.workflow import verify_notices

        bound = verify_notices.held_together(saved)
        echo(json_text(verify_notices.as_data(bound)) if as_json else verify_notices.as_text(bound))
        return 1 if bound.findings else 0
    from pbem.workflow import verify as work

    if upgrade or not (saved or alone(games)):
        return told_of_each(_outlook() if upgrade else work.told, games, jobs or 0, as_json)
    found = work.verified(games, saved)
    echo(json_text(work.all_data(found)) if as_json else "\n\n".join(map(work.said, found)))
    return work.exit_code(found)


def _outlook() -> Any:
    from pbem.workflow.upgrade import told  # not for verify

    return told


@cli.command()
@GAME
@click.argument("directory", default="")
@click.option("--force", is_flag=True, help="Though the game is not over: for a game that is given up.")
def reveal(game: str, directory: str, force: bool) -> None:
    """Open the seed of a game that is over. With a directory, its archive becomes the full one at once.

    \b
    Example:
      pbem reveal games/winter-1756 archive/winter-1756
    """
    from pbem.store.layout import REVEALED
    from pbem.workflow.publish import reveal as open_

    done = open_(game, directory, force)
    echo(f"{os.path.join(game, REVEALED)}: the seed is open")
    echo(f"{directory}: {done.message}" if done else f"\nNext:\n\n  pbem publish {game} ARCHIVE")


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
        echo(found.answer.complaints())
        return 1
    echo(json_text(found.battles) if as_json else work.as_text(found))
    return 0
