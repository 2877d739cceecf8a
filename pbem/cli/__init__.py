"""The commands: each reads its options, calls one function of the workflow and prints."""

from __future__ import annotations

import gc

gc.disable()  # while modules load: nothing of what they make is garbage, and looking for it takes time

import os  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable, Iterator, Mapping  # noqa: E402
from datetime import UTC, datetime  # noqa: E402
from functools import partial  # noqa: E402
from importlib import import_module  # noqa: E402
from io import StringIO  # noqa: E402
from typing import Any, NoReturn  # noqa: E402

import click  # noqa: E402

_debug: list[bool] = []

GAME = click.argument("game")
GAMES = click.argument("games", nargs=-1, required=True)
JOBS = click.option("--jobs", type=click.IntRange(0, 1024),
                    help="Of several games: how many at once; 0 for as many as the machine has cores.")  # fmt: skip
JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")


def echo(text: str, nl: bool = True, err: bool = False) -> None:
    """Print: the one way to a terminal, on which no sign from a file acts."""
    from pbem.core import harmless  # not for start: what imports the commands alone does not need it

    click.echo(harmless(text), nl=nl, err=err)


def _show_help(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        echo(context.get_help())
        context.exit()


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from pbem.core import VERSION  # not for start

        echo(f"pbem, version {VERSION}")
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

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        rest = super().parse_args(ctx, args)
        for param in self.params:
            if param.name not in PATHS and not _is_text(ctx.params.get(param.name or "")):
                raise click.BadParameter("it has bytes in it that are not UTF-8", ctx, param)
        return rest


# What names files may have any bytes the system allows; all other words of a command are kept in files, as UTF-8.
PATHS = (
    "board", "directory", "eml", "game", "games", "like", "out", "output", "position", "pyodide", "saved", "sheet",
    "sources", "to", "view",
)  # fmt: skip


def _is_text(value: Any) -> bool:
    """Whether all words in the value of an option are text: bytes that are none come in as surrogates."""
    if isinstance(value, dict):
        return all(_is_text(part) for pair in value.items() for part in pair)
    if isinstance(value, list | tuple):
        return all(map(_is_text, value))
    return not isinstance(value, str) or not any("\ud800" <= sign <= "\udfff" for sign in value)


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


class Shelf(dict[str, Any]):
    """The commands by name; those of other modules load when they are first looked at."""

    def __getitem__(self, name: str) -> click.Command:
        if isinstance(dict.__getitem__(self, name), str):
            import_module(dict.__getitem__(self, name))  # its commands take the places of their names
        command: click.Command = dict.__getitem__(self, name)
        return command

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401 it is this very method

    def items(self) -> Any:
        return [(name, self[name]) for name in self]

    def values(self) -> Any:
        return [self[name] for name in self]


_SHELF = Shelf()
cli.commands = _SHELF


def with_commands(places: Mapping[str, str]) -> click.Group:
    """The group with the commands of other modules, by name; which these are, `pbem` knows."""
    for name, module in places.items():
        _SHELF.setdefault(name, module)
    return cli


def listed_words(_ctx: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:
    """Words with commas between them, of all that was said, each once."""
    return tuple(dict.fromkeys(word.strip() for text in values for word in text.split(",")))


def pairs(_ctx: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Options of the form KEY=VALUE as a mapping."""
    found = {}
    for text in values:
        key, sign, value = text.partition("=")
        if not sign:
            raise click.BadParameter(f"{text!r} is not of the form KEY=VALUE")
        if key.strip() in found:
            raise click.BadParameter(f"{key.strip()!r} is said twice")
        found[key.strip()] = value.strip()
    return found


def alone(games: tuple[str, ...]) -> str:
    """The one game that a command is about; empty if it is about several, or about a folder of them."""
    from pbem.store.layout import is_game  # not for start

    if len(games) == 1 and is_game(games[0]):
        return games[0]
    from pbem.workflow.many import is_many  # not for check

    return "" if is_many(games) else games[0]


def told_of_each(work: Callable[[str], Any], games: tuple[str, ...], jobs: int, as_json: bool) -> int:
    """Do something with many games: what is told of each in their order, what failed, and a line at the end."""
    from pbem.workflow import many  # not for check

    directories = many.games_of(games)
    rows = [*with_bar(many.each(work, directories, jobs), len(directories))]
    if as_json:
        echo(json_text([many.row_of(row) for row in rows]))
        return many.exit_code(rows)
    between = "\n" if any("\n" in row.text for row in rows) else ""
    for row in rows:
        if row.text:
            echo(f"{row.text}{between}")
        if row.fault:
            echo(row.fault, err=True)
    echo(many.summary(rows))
    return many.exit_code(rows)


@cli.command("next")
@GAMES
@JOBS
@JSON
def next_(games: tuple[str, ...], jobs: int | None, as_json: bool) -> int:
    """Say the single next thing to do, and whom the game waits for. Of a folder, game by game.

    \b
    Example:
      pbem next games/winter-1756
      pbem next games
    """
    from pbem.workflow import status as work
    from pbem.workflow.time_desk import seen

    see = partial(seen, now=now)
    if not (game := alone(games)):
        return told_of_each(partial(work.next_told, see=see), games, 1 if jobs is None else jobs, as_json)
    echo(json_text(work.next_told(game, see).data) if as_json else work.next_action(game, see))
    return 0


@cli.command()
@GAMES
@JOBS
@JSON
def status(games: tuple[str, ...], jobs: int | None, as_json: bool) -> int:
    """Show who owes what and which sheets are in. Of a folder of games, or of several, a line each.

    \b
    Example:
      pbem status games/winter-1756 --json
      pbem status games
    """
    from pbem.workflow import status as work
    from pbem.workflow.time_desk import seen

    see = partial(seen, now=now)
    if not (game := alone(games)):
        return told_of_each(partial(work.told, see=see), games, 1 if jobs is None else jobs, as_json)
    found = see(game)
    echo(json_text(work.as_data(found)) if as_json else work.as_table(found))
    return 0


@cli.command()
@click.argument("sheet")
@click.option("--game", help="The game directory (the moderator's way).")
@click.option("--view", help="The view file that came with the report (the player's way).")
@click.option("--tell", is_flag=True, help="Tell what the orders would do, too, each line marked by how sure it is.")
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text")
def check(sheet: str, game: str | None, view: str | None, tell: bool, form: str) -> int:
    """Check a sheet. Exit 0 if it is in order, 1 if it has errors, 2 if it could not be checked.

    \b
    Example:
      pbem check orders.toml --view frederick.view.toml
      pbem check orders.toml --view frederick.view.toml --tell
    """
    if (game is None) == (view is None):
        raise click.UsageError("give either --game DIRECTORY or --view FILE")
    from pbem.workflow import check as work

    if game is not None:
        answer = work.check_in_game(sheet, game, tell)
    else:
        answer = work.check_with_view(sheet, view or "", tell=tell)
    echo("\n".join(work.said(answer, form)))
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

    receipt = take(sheet, game, now)
    echo(receipt.text)
    if receipt.gathered:  # this is for the moderator, and the receipt for the player
        from pbem.workflow.gathering import said_gathered

        echo(f"\n{said_gathered(game)}", err=True)
    return 1 if receipt.answer.is_refused else 0


@cli.command()
@GAME
@click.option("--default", "defaults", multiple=True, metavar="ROLE",
              help="Take the default for a role that sent nothing; `all` for all of them.")  # fmt: skip
@click.option("--expect", type=int, help="Refuse if another step than this one is under way.")
@click.option("--one", is_flag=True, help="Stop after this step, also where all that follows was answered ahead.")
@click.option("--dry-run", "dry", is_flag=True, help="Say what would happen, for the moderator alone; write nothing.")
def adjudicate(game: str, defaults: tuple[str, ...], expect: int | None, one: bool, dry: bool) -> None:
    """Adjudicate the step under way, and go on through every step for which all is in.

    \b
    Example:
      pbem adjudicate games/winter-1756 --expect 12
      pbem adjudicate games/winter-1756 --one
      pbem adjudicate games/winter-1756 --dry-run
    """
    if dry:
        from pbem.workflow import dry_run  # not for adjudicate

        echo(dry_run.said(dry_run.dry_run(game, defaults, expect, one), game))
        return
    from pbem.workflow.adjudicate import adjudicate as run
    from pbem.workflow.adjudicate import said

    echo(said(run(game, defaults, expect, one), game))


def with_bar(items: Iterator[Any], length: int) -> Iterator[Any]:
    """The items, with a progress bar on a terminal and nothing in a pipe."""
    if not sys.stderr.isatty():
        yield from items
        return
    with click.progressbar(items, length=length, file=sys.stderr) as bar:
        yield from bar


def now() -> datetime:
    """The time, in UTC: commands alone look at the clock, and hand it on."""
    return datetime.now(UTC)


def json_text(data: Any) -> str:
    import json  # not for start

    from pbem.core import harmless_json

    return harmless_json(json.dumps(data, indent=2, ensure_ascii=False))


def _speak_utf8() -> None:
    """Names have umlauts and lines end with a line feed, whatever locale and system say."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def fault_told(error: Exception) -> int:
    """Say what went wrong in the words of the fault; what nobody foresaw gets one line too."""
    if _debug and _debug[-1]:
        import traceback  # not for check

        echo("".join(traceback.format_exception(error)), nl=False, err=True)
        return 2
    from pbem.store import GameFault  # not for start

    if isinstance(error, OSError) and error.filename is None:
        error = output_fault(error)
    if isinstance(error, GameFault):
        echo(error.message, err=True)
        if error.hint:
            echo(f"   = hint: {error.hint}", err=True)
    else:
        said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        echo(f"pbem: a fault of the program: {said}", err=True)
        echo("   = hint: run it again as `pbem --debug ...` and report what it prints", err=True)
    return 2


def output_fault(error: OSError) -> Exception:
    """What printing met, as a fault if the disk is full; files are written elsewhere, and have their own."""
    from pbem.store import GameFault  # not for start
    from pbem.store.transaction import CANNOT_WRITE, FULL

    return GameFault(CANNOT_WRITE, "standard output", form="output") if error.errno in FULL else error


def _reader_gone() -> int:
    """Whoever read what is printed went away: nothing to say, and nothing more to flush at exit."""
    for descriptor in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
    return READER_GONE


READER_GONE = 141  # what a shell says of a command that the signal of a broken pipe has ended


def _open_streams() -> None:
    """What was closed before the start is open, on nothing: else a file of a game would get its number."""
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", newline="\n", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", newline="\n", closefd=False)  # noqa: SIM115


def _show(error: click.ClickException) -> None:
    """What click says of wrong usage, which repeats words of the command."""
    said = StringIO()
    error.show(said)
    echo(said.getvalue(), nl=False, err=True)


def _run() -> int:
    try:
        code = cli.main(prog_name="pbem", standalone_mode=False)
        sys.stdout.flush()
        return int(code or 0)
    except click.ClickException as error:
        _show(error)
        return 2
    except (click.Abort, KeyboardInterrupt):
        echo("stopped", err=True)
        return 2
    except (BrokenPipeError, SystemExit):  # click itself leaves so, and for nothing else, where a pipe is broken
        return _reader_gone()
    except Exception as error:
        return fault_told(error)


def run_and_leave(places: Mapping[str, str]) -> NoReturn:
    """The whole program. It leaves without taking down module by module what the system takes back whole."""
    with_commands(places)
    gc.disable()
    _open_streams()
    _speak_utf8()
    try:
        code = _run()
    except BrokenPipeError:  # of what was to be said of a fault
        code = _reader_gone()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # a reader that went away; its exit code is known already
            continue
    os._exit(code)


gc.enable()
