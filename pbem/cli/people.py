"""The commands of the moderator's desk about slips and people. Loaded when one of them is called."""

from __future__ import annotations

import sys

import click

from pbem.cli import GAME, cli, echo, now, pairs
from pbem.store import read_bytes


@cli.command()
@GAME
@click.option("--set", "facts", multiple=True, required=True, callback=pairs, metavar="KEY=VALUE",
              help="A fact by its key in a position file; again for more of them.")  # fmt: skip
@click.option("--reason", required=True, help="Told to all players.")
def rule(game: str, facts: dict[str, str], reason: str) -> None:
    """Make a ruling: set facts of the position, as a step of its own that everybody is told of.

    Each player is told of a fact what the own view has of it: of a hand only its owner sees the cards.

    \b
    Example:
      pbem rule games/winter-1756 --set "prussia.keith=glogau 4" \\
        --reason "Keith was moved one city too far in step 12"
    """
    from pbem.workflow.rulings import rule as make
    from pbem.workflow.rulings import said

    echo(said(make(game, facts, reason)))
    echo(f"\nNext:\n\n  pbem report {game}")


@cli.command()
@GAME
@click.option("--role", default="", help="Whose report; `public` for that of the public. Left out: all of them.")
@click.option("--step", type=int, help="Of which step; left out: the last that has reports.")
@click.option("--output", "-o", default="", metavar="DIR", help="Write the files into this folder.")
@click.option("--mail", default="", metavar="NAME", help="Put this mail into the outbox again: its file, number or id.")
@click.option("--new-id", is_flag=True, help="With --mail: under another Message-ID.")
def resend(game: str, role: str, step: int | None, output: str, mail: str, new_id: bool) -> None:
    """Give a report again, byte by byte as it was sent, printed or with -o as files; or send a mail again.

    A mail keeps its Message-ID. If the address of its reader was mended in game.toml, it goes there.

    \b
    Example:
      pbem resend games/winter-1756 --role frederick --step 11
      pbem resend games/winter-1756 --role frederick -o again
      pbem resend games/winter-1756 --mail 0012-frederick.eml
    """
    from pbem.workflow import mails_again, resending

    if (mail and (role or output or step is not None)) or (new_id and not mail):
        raise click.UsageError("give either --mail NAME, or whose report it is")
    if not mail and not role and not output:
        raise click.UsageError("name a folder with -o to have the reports of all")
    if mail:
        echo(mails_again.mail_again(game, mail, new_id, now().isoformat(timespec="seconds")))
    elif output:
        echo("\n".join(resending.write_again(resending.sent_again(game, role, step), output)))
    else:
        click.echo(resending.printed(resending.sent_again(game, role, step)), nl=False)


@cli.command()
@GAME
@click.argument("role")
@click.option("--name", default="", help="Who plays the role from now on.")
@click.option("--address", default="", help="Where that player gets mails.")
@click.option("--now/--next-step", "at_once", default=True, show_default=True,
              help="At once; or when the step under way is adjudicated, until when the old key counts.")  # fmt: skip
@click.option("--drop", is_flag=True, help="The sheet and the orders ahead of who leaves do not count any more.")
@click.option("--report", "again", is_flag=True, help="Write the hand-over report anew, and change nobody.")
def replace(game: str, role: str, name: str, address: str, at_once: bool, drop: bool, again: bool) -> None:
    """Let somebody else play a role: a new key, and a report of all that the role knows. Everybody is told.

    What who leaves has sent for what is to come is listed, and stays until the newcomer sends something else.

    \b
    Example:
      pbem replace games/winter-1756 frederick --name Zoe --address zoe@example.org
      pbem replace games/winter-1756 frederick --name Zoe --next-step
    """
    from pbem.workflow import people

    if again:
        echo("\n".join(people.handed_over(game, role)))
        return
    if drop and not at_once:
        raise click.UsageError("--drop goes with --now: who plays the step under way keeps what was sent for it")
    done = people.replace(game, role, name, address, not at_once, drop, now().isoformat(timespec="seconds"))
    echo(people.said(done, game, name))


@cli.command()
@GAME
@click.argument("role")
@click.option("--name", default="", help="Who plays the role for its player.")
@click.option("--address", default="", help="Where the proxy writes from and gets mails.")
@click.option("--until", default="", metavar="DAY", help="The last day of it, like 2027-08-14; left out: until --end.")
@click.option("--end", "over", is_flag=True, help="The player is back; the key of the proxy opens nothing any more.")
def proxy(game: str, role: str, name: str, address: str, until: str, over: bool) -> None:
    """Let somebody play a role for its player for a while, with a key of his own. Everybody is told.

    A mail with all that the role knows is put into the outbox. The player may write too; the last sheet counts.

    \b
    Example:
      pbem proxy games/winter-1756 frederick --name Max --address max@example.org --until 2027-08-14
      pbem proxy games/winter-1756 frederick --end
    """
    from pbem.workflow import proxying

    if over == bool(name or address or until):
        raise click.UsageError("say who plays, with --name and --address; or --end")
    echo(proxying.end_proxy(game, role) if over else
         proxying.said(proxying.proxy(game, role, name, address, until, now()), game))  # fmt: skip


@cli.command()
@GAME
@click.option("--resign", default="", metavar="ROLE", help="This role gives up.")
@click.option("--abandon", is_flag=True, help="The game is given up by all.")
@click.option("--reason", default="", help="Told to all players.")
def end(game: str, resign: str, abandon: bool, reason: str) -> None:
    """End a game that nobody has won: somebody resigns, or it is given up. Everybody is told; `undo` takes it back.

    \b
    Example:
      pbem end games/winter-1756 --resign frederick
      pbem end games/winter-1756 --abandon --reason "two players have no time any more"
    """
    from pbem.core import ended
    from pbem.workflow import ending

    if bool(resign) == abandon:
        raise click.UsageError("give either --resign ROLE or --abandon")
    if abandon and not reason:
        raise click.UsageError("say with --reason why the game is given up")
    how = ended.RESIGNED if resign else ended.ABANDONED
    echo(ending.said(ending.end(game, how, resign, reason), game))


@cli.command()
@GAME
@click.argument("role", default="")
@click.argument("choice", type=click.Choice(["yes", "no"]), required=False)
@click.option(
    "--offer", type=click.Choice(["draw", "victory"]), help="Put a draw, or the victory of ROLE, to the vote."
)
@click.option("--by", default="", metavar="WHEN", help="With --offer: until when votes are taken.")
@click.option("--count", is_flag=True, help="Count the votes; if all are for it, the game is over.")
@click.option("--late", is_flag=True, help="With --count: who has not voted is against it.")
def vote(game: str, role: str, choice: str | None, offer: str | None, by: str, count: bool, late: bool) -> None:
    """Put an end to the vote, take in a vote, or count. Players vote in their sheets: vote = "yes" or "no".

    \b
    Example:
      pbem vote games/winter-1756 --offer draw --by "Sunday, 18:00"
      pbem vote games/winter-1756 frederick yes
      pbem vote games/winter-1756 --count
    """
    from pbem.workflow import votes

    if (offer is not None) + count + (choice is not None) != 1 or (offer == "victory") > bool(role):
        raise click.UsageError("give either --offer (a victory with its ROLE), or ROLE and yes or no, or --count")
    if offer is not None:
        votes.offer(game, role if offer == "victory" else "", by)
        echo(f"It is put to the vote. Next, that everybody is told:\n\n  pbem report {game}")
    elif count:
        passed = votes.count(game, late).passed
        echo("All were for it: the game is over." if passed else "Not all were for it: the game goes on.")
    else:
        votes.vote(game, role, choice or "")
        echo("The vote is taken in; nobody is told of it.")


@cli.command()
@GAME
@click.option("--from", "writer", required=True, metavar="ROLE", help="Who says it; `moderator` for yourself.")
@click.option("--to", "reader", default="all", show_default=True, metavar="ROLE|all", help="For whom it is.")
@click.option("--text", default="-", help="What is said; left out or - for standard input.")
@click.option("--anonymous", is_flag=True, help="Without a name, where the game allows it.")
def press(game: str, writer: str, reader: str, text: str, anonymous: bool) -> None:
    """Take in what a player says to all or to one other; it comes with the next report.

    \b
    Example:
      pbem press games/winter-1756 --from frederick --text "The Silesian question is settled."
      pbem press games/winter-1756 --from moderator --to frederick --text "Please mind the deadline."
    """
    from pbem.workflow.pressing import press as take

    words = sys.stdin.read() if text == "-" else text
    take(game, writer, reader, words, anonymous)
    echo("It is kept, and told with the next report.")


@cli.command()
@GAME
@click.argument("step", type=int)
@click.argument("line", type=int)
@click.option("--role", required=True, help="Who disputes it: the case has what this role may see, and nothing else.")
@click.option("--output", "-o", required=True, metavar="FILE", help="The file of the case; its sheet is put beside it.")
@click.option("--force", is_flag=True, help="Write over the files.")
def dispute(game: str, step: int, line: int, role: str, output: str, force: bool) -> None:
    """Write the smallest case of a dispute about a line of a step (`pbem why GAME STEP --role ROLE` numbers them).

    It has the view before the step, the sheet, what the judge said of it, the line and the rules behind it; no key.

    \b
    Example:
      pbem dispute games/winter-1756 12 3 --role frederick -o case.toml
      pbem check case.sheet.toml --view case.toml
    """
    from pbem.workflow.disputes import write_dispute

    files = write_dispute(game, step, line, role, output, force)
    echo("\n".join(files))
    if len(files) > 1:
        echo(f"\nTo judge the sheet anew:\n\n  pbem check {files[1]} --view {files[0]}")


@cli.command()
@GAME
@click.option("--new-moderator", "seat", nargs=2, metavar="NAME ADDRESS", help="Who runs the game from now on.")
@click.option("--to", "key", default="", metavar="KEY", help="The public age key of the new moderator; else a phrase.")
@click.option("--output", "-o", default="", metavar="FILE", help="The bundle to write.")
@click.option("--take", default="", metavar="FILE", help="Open a bundle into the directory GAME.")
@click.option("--cancel", is_flag=True, help="Run the game here again, as long as nobody has taken the bundle.")
@click.option("--identity", default="", metavar="FILE", help="With --take: the file with your private age key.")
def handover(
    game: str, seat: tuple[str, str] | None, key: str, output: str, take: str, cancel: bool, identity: str
) -> None:
    """Hand a game over to another moderator, in a bundle that only he can open; or take one over.

    The key to seal for is another one from then on, which everybody is told; envelopes sealed before are still opened.
    The game rests here once the bundle is written: no command changes it.

    \b
    Example:
      pbem handover games/winter-1756 --new-moderator Zoe zoe@example.org -o winter-1756.bundle
      pbem handover games/winter-1756 --take winter-1756.bundle
      pbem handover games/winter-1756 --cancel
    """
    from pbem.workflow import handover as work

    if cancel and not (seat or take):
        echo(work.cancel(game))
    elif take:
        private = _private_key(identity) if identity else ""
        echo(work.take(take, game, private, "" if private else click.prompt("Phrase", hide_input=True)))
    elif seat and output:
        echo(work.said(work.hand_over(game, output, seat[0], seat[1], key, now().isoformat(timespec="seconds")), game))
    else:
        raise click.UsageError("give --new-moderator NAME ADDRESS and -o FILE, or --take FILE, or --cancel")


def _private_key(file: str) -> str:
    """The private key in a file as age writes it, with remarks."""
    lines = read_bytes(file, form="named").decode("utf-8", "replace").split("\n")
    return next((line.strip() for line in lines if line.startswith("AGE-SECRET-KEY-")), "")
