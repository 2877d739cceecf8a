"""The commands: each reads its options, calls one function of the workflow and prints."""

from __future__ import annotations

import gc

gc.disable()  # while modules load: nothing of what they make is garbage, and looking for it takes time

import os  # noqa: E402
import sys  # noqa: E402
from collections.abc import Callable  # noqa: E402
from typing import Any, NoReturn  # noqa: E402

import click  # noqa: E402

from pbem import __version__  # noqa: E402

_debug: list[bool] = []

GAME = click.argument("game")
JSON = click.option("--json", "as_json", is_flag=True, help="For programs.")


def echo(text: str, nl: bool = True, err: bool = False) -> None:
    """Print: the one way to a terminal, on which no sign from a file acts."""
    from pbem.core import harmless  # what imports the commands alone does not need it

    click.echo(harmless(text), nl=nl, err=err)


def _show_help(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        echo(context.get_help())
        context.exit()


def _show_version(context: click.Context, _option: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        echo(f"pbem, version {__version__}")
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
PATHS = ("directory", "eml", "game", "games", "output", "position", "saved", "sheet", "to", "view")


def _is_text(value: Any) -> bool:
    """Whether all words in the value of an option are text: bytes that are none come in as surrogates."""
    if isinstance(value, dict):
        return all(_is_text(part) for pair in value.items() for part in pair)
    if isinstance(value, list | tuple):
        return all(map(_is_text, value))
    return not isinstance(value, str) or not any("\ud800" <= sign <= "\udfff" for sign in value)


class NewCommand(Command):
    """The help of ``new`` lists the modes and options of every title; they load only for it."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from pbem.rulesets import MODULES, ruleset_of

        for name in MODULES:
            ruleset = ruleset_of(name)
            with formatter.section(f"Modes of {name}"):
                formatter.write_dl([(mode.id, mode.title) for mode in ruleset.modes])
            if ruleset.options:
                with formatter.section(f"Options of {name} (the first choice holds if nothing is said)"):
                    rows = [(o.id, f"{' | '.join((o.default, *(c for c in o.choices if c != o.default)))}: {o.about}")
                            for o in ruleset.options]  # fmt: skip
                    formatter.write_dl(rows)


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
            from importlib import import_module

            import_module(dict.__getitem__(self, name))  # its commands take the places of their names
        command: click.Command = dict.__getitem__(self, name)
        return command

    def get(self, name: str, default: Any = None) -> Any:
        return self[name] if name in self else default  # noqa: SIM401 it is this very method

    def items(self) -> Any:
        return [(name, self[name]) for name in self]

    def values(self) -> Any:
        return [self[name] for name in self]


cli.commands = Shelf(
    **dict.fromkeys(("simulate", "demo"), "pbem.cli.bots"),
    **dict.fromkeys(("rules", "explain"), "pbem.cli.reference"),
    **dict.fromkeys(("keys", "seal", "gather", "open", "number", "verify", "reveal", "duel"), "pbem.cli.envelopes"),
)


def _pairs(_ctx: click.Context, _option: click.Parameter, values: tuple[str, ...]) -> dict[str, str]:
    """Options of the form KEY=VALUE as a mapping."""
    pairs = {}
    for text in values:
        key, sign, value = text.partition("=")
        if not sign:
            raise click.BadParameter(f"{text!r} is not of the form KEY=VALUE")
        pairs[key.strip()] = value.strip()
    return pairs


@cli.command(cls=NewCommand)
@click.argument("directory")
@click.option("--ruleset", default="", help="The title to play; the first listed below if left out.")
@click.option("--mode", default="", help="The way to play it; the ruleset's first if left out.")
@click.option("--option", "options", multiple=True, callback=_pairs, metavar="NAME=CHOICE")
@click.option("--player", "players", multiple=True, callback=_pairs, metavar="ROLE=NAME <ADDRESS>")
@click.option("--deal", multiple=True, metavar="NAME <ADDRESS>", help="A player who takes a role by lot.")
@click.option("--position", default="", help="Begin from a position file.")
@click.option("--moderator-plays", "plays", multiple=True, metavar="ROLE",
              help="A role the moderator plays: words and bids travel in held envelopes.")  # fmt: skip
@click.option("--beacon", default="", metavar="WHICH",
              help="A number of the world to be mixed into the seed, named before it is known.")  # fmt: skip
@click.option("--beacon-numbers", type=click.IntRange(1, 20), default=1, show_default=True,
              help="How many numbers that is: a lottery draws several.")  # fmt: skip
@click.option("--seed", default="", help="For tests: a real game draws its own. Every report says so.")
def new(directory: str, players: dict[str, str], deal: tuple[str, ...], **plan: Any) -> None:
    """Begin a game in a new directory.

    \b
    Example:
      pbem new games/winter-1756 --mode 4p --player "frederick=Anna <anna@example.org>"
      pbem new games/winter-1756 --moderator-plays frederick \\
        --beacon "the six numbers of the lottery of 28 November 2026" --beacon-numbers 6
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


@cli.command("next")
@GAME
def next_(game: str) -> None:
    """Say the single next thing to do, and whom the game waits for.

    \b
    Example:
      pbem next games/winter-1756
    """
    from pbem.workflow.status import next_action

    echo(next_action(game))


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
    echo(_json(work.as_data(found)) if as_json else work.as_table(found))


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

    receipt = take(sheet, game)
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
def adjudicate(game: str, defaults: tuple[str, ...], expect: int | None) -> None:
    """Adjudicate the step under way and write the next one.

    \b
    Example:
      pbem adjudicate games/winter-1756 --expect 12
    """
    from pbem.workflow.adjudicate import adjudicate as run
    from pbem.workflow.adjudicate import said

    echo(said(run(game, defaults, expect), game))


@cli.command()
@GAME
@click.option("--role", "roles", multiple=True, help="Only for this role; can be repeated.")
@click.option("--moderator", is_flag=True, help="One more, with every secret, for the moderator.")
@click.option("--format", "forms", default="txt,html", show_default=True, help="Of txt, html, md, json.")
@click.option("--battles", type=click.Choice(["full", "short"]), default="full", help="Every card, or the outcome.")
@click.option("--since", type=click.IntRange(0), help="Tell what happened after this step, not after the last report.")
@click.option("--by", default="", help='The deadline in your words, for reports and mails: "Sunday 18:00 CET".')
@click.option("--stdout", is_flag=True, help="Print the role's report, or the public one, and write nothing.")
@click.option("--eml", metavar="DIR", help="Write mails, one for each player, into this directory instead.")
@click.option("--date", default="", help="With --eml: the date of the mails, like 2026-03-12T18:00+01:00.")
def report(game: str, forms: str, stdout: bool, eml: str | None, date: str, **wish: Any) -> int:
    """Write the reports of the last step. One for each role, one for the public.

    \b
    Example:
      pbem report games/winter-1756
      pbem report games/winter-1756 --role frederick --format md --stdout
      pbem report games/winter-1756 --eml outbox
    """
    from pbem.workflow import reporting

    wanted = reporting.Wish(forms=tuple(form.strip() for form in forms.split(",")), **wish)
    if eml is not None:
        from pbem.workflow.mailing import mailed

        done = mailed(game, eml, wanted, date)
        echo("\n".join(done.written))
        return max([_fault(fault) for fault in done.faults], default=0)
    if stdout:
        echo(reporting.printed(game, wanted), nl=False)
    else:
        echo("\n".join(reporting.report(game, wish=wanted)))
    return 0


@cli.command()
@GAME
@click.argument("directory")
@click.option("--git", is_flag=True, help="Commit the archive to a repository of its own, made if there is none.")
@click.option("--date", default="", help="With --git: the date of the commit.")
def publish(game: str, directory: str, git: bool, date: str) -> None:
    """Write the public archive of a game. It tells no secret, so it can be pushed while the game runs.

    \b
    Example:
      pbem publish games/winter-1756 archive/winter-1756 --git
    """
    from pbem.workflow.publish import publish as write

    done = write(game, directory, git, date)
    echo(f"{directory}: {done.message}; {len(done.written)} files written, {len(done.removed)} removed")


READER = click.option("--role", help="As this role knows it; without it, as the public does.")


@cli.command()
@GAME
@READER
@click.option("--moderator", is_flag=True, help="Everything, secrets included.")
@click.option("--battles", type=click.Choice(["full", "short"]), default="full", help="Card by card, or in one line.")
@click.option("--turn", "--round", "turn", type=click.IntRange(0), help="Only what happened in this turn or round.")
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
        echo(_json(journal.as_data(entries)))
    else:
        echo(journal.as_markdown(entries) if form == "md" else journal.as_text(entries))


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

    echo(difference.FORMS[form](difference.difference(game, steps, role)))


@cli.command("map")
@GAME
@READER
@click.option("--step", type=click.IntRange(0), help="As it stood after this step.")
@click.option("--theatre", default="", help="A part of the board by name, like silesia.")
@click.option("--around", default="", metavar="CITY|PIECE", help="Only what lies around a city or a piece.")
@click.option("--radius", type=click.IntRange(1, 50), default=4, show_default=True, help="With --around: in roads.")
@click.option("--protection", multiple=True, metavar="NATION", help="Shade what its generals protect.")
@click.option("--supply", multiple=True, metavar="NATION", help="Shade where its generals are in supply.")
@click.option("--moves/--no-moves", default=True, help="Draw the moves, retreats and battles of the step.")
@click.option("--output", "-o", default="", help="The file to write: .svg; with the extra pbem[png] .png or .pdf.")
def map_(game: str, role: str | None, step: int | None, output: str, **wanted: Any) -> None:
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
    svg = map_of(game, role, step, Wanted(**wanted))
    if output:
        write_map(svg, output)
    echo(output or svg, nl=bool(output))


@cli.command()
@GAME
@click.argument("directory")
@READER
def site(game: str, directory: str, role: str | None) -> None:
    """Write a web site of the game: a page for each step, with story, map and position. It needs no server.

    \b
    Example:
      pbem site games/winter-1756 public/winter-1756
    """
    from pbem.cli.bots import _with_bar
    from pbem.workflow.site import site as write

    gc.enable()
    echo(write(game, directory, role, _with_bar))


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
@click.option("--reason", required=True, help="Told to all players with the next step.")
@click.option("--reopen", is_flag=True, help="Let gathered envelopes be exchanged though they were open; all are told.")
def undo(game: str, reason: str, reopen: bool) -> None:
    """Take back the last step. It is kept under undone/, and the next step tells of it.

    \b
    Example:
      pbem undo games/winter-1756 --reason "Anna's second sheet was overlooked"
    """
    from pbem.workflow.journal import said_undone
    from pbem.workflow.journal import undo as take_back

    echo(said_undone(game, take_back(game, reason, reopen)))
    echo(f"\nNext:\n\n  pbem next {game}")


def _json(data: Any) -> str:
    import json

    from pbem.core import harmless_json

    return harmless_json(json.dumps(data, indent=2, ensure_ascii=False))


def _speak_utf8() -> None:
    """Names have umlauts and lines end with a line feed, whatever locale and system say."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure: Callable[..., None] | None = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="surrogateescape", newline="\n")


def _fault(error: Exception) -> int:
    """Say what went wrong in the words of the fault; what nobody foresaw gets one line too."""
    if _debug and _debug[-1]:
        import traceback

        echo("".join(traceback.format_exception(error)), nl=False, err=True)
        return 2
    from pbem.store import GameFault

    if isinstance(error, GameFault):
        echo(error.message, err=True)
        if error.hint:
            echo(f"   = hint: {error.hint}", err=True)
    else:
        said = " ".join(f"{type(error).__name__}: {error}".split())[:300]
        echo(f"pbem: a fault of the program: {said}", err=True)
        echo("   = hint: run it again as `pbem --debug ...` and report what it prints", err=True)
    return 2


def _show(error: click.ClickException) -> None:
    """What click says of wrong usage, which repeats words of the command."""
    from io import StringIO

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
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):  # a reader that went away; its exit code is known already
            continue
    os._exit(code)


gc.enable()
