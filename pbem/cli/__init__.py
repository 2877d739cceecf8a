"""The commands: each reads its options, calls one function of the workflow and prints."""

from __future__ import annotations

import gc

gc.disable()  # while modules load: nothing of what they make is garbage, and looking for it takes time

import os  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable, Iterator  # noqa: E402
from typing import Any, NoReturn  # noqa: E402

import click  # noqa: E402

from pbem import __version__  # noqa: E402

_debug: list[bool] = []

GAME = click.argument("game")
JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")


def _show_help(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(context.get_help())
        context.exit()


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        click.echo(f"pbem, version {__version__}")
        context.exit()


# Click's own help and version options are translated when they are made, which loads the locale module at
# every start; ours are the same without it.
HELP = click.Option(["-h", "--help"], is_flag=True, is_eager=True, expose_value=False, callback=_show_help,
                    help="Show this message and exit.")  # fmt: skip
VERSION = click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_show_version,
                       help="Show the version and exit.")  # fmt: skip


class Command(click.Command):
    """A command with our help option."""

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return HELP


class Group(click.Group):
    """The group of all commands, with our help option."""

    command_class = Command

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        return HELP


@click.group(cls=Group)
@VERSION
@click.option("--debug", is_flag=True, help="Show tracebacks.")
def cli(debug: bool) -> None:
    """Run board wargames by e-mail: a game is a directory, orders are small TOML files.

    \b
    Example:
      pbem new games/winter-1756
      pbem next games/winter-1756
    """
    _debug.append(debug)


def _pairs(_ctx: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Options of the form KEY=VALUE as a mapping."""
    pairs = {}
    for text in values:
        key, sign, value = text.partition("=")
        if not sign:
            raise click.BadParameter(f"{text!r} is not of the form KEY=VALUE")
        pairs[key.strip()] = value.strip()
    return pairs


@cli.command()
@click.argument("directory")
@click.option("--ruleset", default="friedrich", show_default=True, help="The title to play.")
@click.option("--mode", default="", help="The way to play it; the ruleset's first if left out.")
@click.option("--option", "options", multiple=True, callback=_pairs, metavar="NAME=CHOICE")
@click.option("--player", "players", multiple=True, callback=_pairs, metavar="ROLE=NAME <ADDRESS>")
@click.option("--position", default="", help="Begin from a position file.")
@click.option("--seed", default="", help="For tests: a real game draws its own.")
def new(directory: str, players: dict[str, str], **plan: Any) -> None:
    """Begin a game in a new directory.

    \b
    Example:
      pbem new games/winter-1756 --mode 4p --player "frederick=Anna <anna@example.org>"
    """
    from pbem.store.reading import Player
    from pbem.workflow.new import Plan
    from pbem.workflow.new import new as begin

    seats = {}
    for role, text in players.items():
        name, _, address = text.partition("<")
        seats[role] = Player(name.strip(), address.rstrip("> "))
    game = begin(Plan(directory, players=seats, **plan))
    click.echo(f"{game.name}: a game of {game.ruleset}, mode {game.mode}, in {directory}")
    click.echo(f"seed commitment {game.commitment}")
    click.echo(f"\nEdit {os.path.join(directory, 'game.toml')} for names and addresses, then:\n")
    click.echo(f"  pbem report {directory}\n  pbem next {directory}")


@cli.command("next")
@GAME
def next_(game: str) -> None:
    """Say the single next thing to do, and whom the game waits for.

    \b
    Example:
      pbem next games/winter-1756
    """
    from pbem.workflow.status import next_action

    click.echo(next_action(game))


@cli.command()
@GAME
@JSON
def status(game: str, as_json: bool) -> None:
    """Show who owes what and which sheets are in.

    \b
    Example:
      pbem status games/winter-1756 --json
    """
    from pbem.workflow import status as work

    found = work.status(game)
    click.echo(_json(work.as_data(found)) if as_json else work.as_table(found))


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

    click.echo(write(game, role), nl=False)


@cli.command()
@click.argument("sheet")
@click.option("--game", help="The game directory (the moderator's way).")
@click.option("--view", help="The view file that came with the report (the player's way).")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text")
def check(sheet: str, game: str | None, view: str | None, form: str) -> int:
    """Check a sheet. Exit 0 if it is in order, 1 if it has errors, 2 if it could not be checked.

    \b
    Example:
      pbem check orders.toml --view frederick.view.toml
    """
    if (game is None) == (view is None):
        raise click.UsageError("give either --game DIRECTORY or --view FILE")
    from pbem.workflow import check as work

    answer = work.check_in_game(sheet, game) if game is not None else work.check_with_view(sheet, view or "")
    click.echo("\n".join(work.said(answer, form)))
    return 1 if answer.is_refused else 0


@cli.command()
@GAME
@click.argument("sheet")
def submit(game: str, sheet: str) -> int:
    """Take in a sheet and print the receipt. It comes from a file, a mail (.eml) or standard input (-).

    \b
    Example:
      pbem submit games/winter-1756 orders.toml
    """
    from pbem.workflow.submit import submit as take

    receipt = take(sheet, game)
    click.echo(receipt.text)
    return 1 if receipt.answer.is_refused else 0


@cli.command()
@GAME
@click.option("--default", "defaults", multiple=True, metavar="ROLE",
              help="Take the default for a role that sent nothing; `all` for all of them.")  # fmt: skip
@click.option("--expect", type=int, help="Refuse if another step than this one is under way.")
def adjudicate(game: str, defaults: tuple[str, ...], expect: int | None) -> None:
    """Adjudicate the step under way and write the next one.

    \b
    Example:
      pbem adjudicate games/winter-1756 --expect 12
    """
    from pbem.workflow.adjudicate import adjudicate as run
    from pbem.workflow.adjudicate import said

    click.echo(said(run(game, defaults, expect), game))


@cli.command()
@GAME
@click.option("--role", "roles", multiple=True, help="Only for this role; can be repeated.")
@click.option("--stdout", is_flag=True, help="Print the role's report, or the public one, and write nothing.")
def report(game: str, roles: tuple[str, ...], stdout: bool) -> None:
    """Write the reports of the last step. One for each role, one for the public.

    \b
    Example:
      pbem report games/winter-1756
      pbem report games/winter-1756 --role frederick --stdout
    """
    from pbem.workflow import reporting

    if stdout:
        click.echo("\n".join(reporting.report_of(game, role) for role in roles or (None,)), nl=False)
        return
    for path in reporting.report(game, roles):
        click.echo(path)


@cli.command()
@GAME
@click.option("--role", help="As this role knows it; without it, as the public does.")
@click.option("--moderator", is_flag=True, help="Everything, secrets included.")
@JSON
def log(game: str, role: str | None, moderator: bool, as_json: bool) -> None:
    """Tell what happened so far.

    \b
    Example:
      pbem log games/winter-1756 --role frederick
    """
    from pbem.workflow import journal

    entries = journal.log(game, role, moderator)
    click.echo(_json(journal.as_data(entries)) if as_json else journal.as_text(entries))


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
    click.echo(output if output else text, nl=bool(output))


@cli.command()
@GAME
@click.option("--reason", required=True, help="Told to all players with the next step.")
def undo(game: str, reason: str) -> None:
    """Take back the last step. It is kept under undone/, and the next step tells of it.

    \b
    Example:
      pbem undo games/winter-1756 --reason "Anna's second sheet was overlooked"
    """
    from pbem.workflow.journal import undo as take_back

    step = take_back(game, reason)
    click.echo(f"Step {step.number} ({step.label}) was taken back. Its sheets are in the inbox again.")
    click.echo(f"\nNext:\n\n  pbem next {game}")


@cli.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain a code, or list them all.

    \b
    Example:
      pbem explain PB205
    """
    from pbem.workflow import explain as work

    click.echo(work.explain(code) if code else work.listing())


@cli.command()
@click.argument("ruleset")
@click.option("--mode", default="", help="The way to play; the ruleset's first if left out.")
@click.option("--games", type=click.IntRange(1), default=10, show_default=True)
@click.option("--seed", default="pbem", show_default=True)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Games at a time.")
@click.option("--option", "options", multiple=True, callback=_pairs, metavar="NAME=CHOICE")
@click.option("--temper", "temperaments", multiple=True, callback=_pairs, metavar="ROLE=NAME")
def simulate(**order: Any) -> int:
    """Let bots play games in memory. Every invariant is looked at after every step.

    \b
    Example:
      pbem simulate friedrich --mode 4p --games 100 --jobs 2
    """
    from pbem.workflow import simulate as work

    gc.enable()
    wanted = work.ordered(**order)
    played = list(_with_bar(work.simulate(wanted), wanted.games))
    click.echo(work.as_table(wanted, played))
    return 1 if any(game.broken for game in played) else 0


@cli.command()
@click.argument("directory", default="demo-game")
@click.option("--ruleset", default="friedrich", show_default=True)
@click.option("--mode", default="", help="The way to play; the ruleset's first if left out.")
@click.option("--seed", default="demo", show_default=True)
@click.option("--turns", type=click.IntRange(0), default=0, help="Stop after this many turns.")
@click.option("--force", is_flag=True, help="Write over an earlier demonstration.")
def demo(**plan: Any) -> None:
    """Play a demonstration game with bots. It goes through the same steps as people do.

    \b
    Example:
      pbem demo --turns 3
    """
    from pbem.workflow.demo import Demo
    from pbem.workflow.demo import demo as play

    gc.enable()
    play(Demo(**plan), click.echo)


def _json(data: Any) -> str:
    import json

    return json.dumps(data, indent=2, ensure_ascii=False)


def _with_bar(items: Iterator[Any], length: int) -> Iterator[Any]:
    """The items, with a progress bar on a terminal and nothing in a pipe."""
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, length=length, file=sys.stderr) as bar:
        yield from bar


def _speak_utf8() -> None:
    """Names have umlauts whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="surrogateescape")


def _fault(error: Exception) -> int:
    """Say what went wrong in the words of the fault; what nobody foresaw gets one line too."""
    if _debug and _debug[-1]:
        import traceback

        traceback.print_exception(error)
        return 2
    from pbem.store import GameFault

    if isinstance(error, GameFault):
        click.echo(error.message, err=True)
        if error.hint:
            click.echo(f"   = hint: {error.hint}", err=True)
    else:
        said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        click.echo(f"pbem: a fault of the program: {said}", err=True)
        click.echo("   = hint: run it again as `pbem --debug ...` and report what it prints", err=True)
    return 2


def _run() -> int:
    try:
        code = cli.main(prog_name="pbem", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except click.ClickException as error:
        error.show()
        return 2
    except (click.Abort, KeyboardInterrupt):
        click.echo("stopped", err=True)
        return 2
    except BrokenPipeError:
        # The reader went away: nothing to say, and nothing more to flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        return _fault(error)


def main() -> NoReturn:
    """The program `pbem`. It leaves without taking down module by module what the system takes back whole."""
    gc.disable()
    _speak_utf8()
    code = _run()
    sys.stderr.flush()
    os._exit(code)


gc.enable()
