"""What the commands do. Here: a game opened for work, with its ruleset and the state it stands at."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import wraps
from typing import Any, TypeVar, cast

from pbem.core import Code, Form, Record
from pbem.core.events import Event
from pbem.core.ruleset import Mode, Owed, Ruleset
from pbem.core.sheets import Expected
from pbem.rulesets import MODULES, first, ruleset_of
from pbem.store import BAD_NAME, WRONG_VALUE, Board, GameFault
from pbem.store.layout import CHANGE, DROPPED, GAME, LEDGER, TEMPLATES
from pbem.store.reading import TABLE, Game, Kept, Secret, StepFile, read_game, read_last_step

UNKNOWN_RULESET = Code(
    "PB507",
    "unknown-ruleset",
    'there is no ruleset "{found}"',
    hint="Known: {known}.",
    about="The name after `ruleset` is not that of a game this program can adjudicate.",
)
OTHER_REVISION = Code(
    "PB508",
    "other-revision",
    "played by revision {found} of {ruleset}; this program has revision {known}",
    hint="Update the older of the two: a game and what is checked at home follow the rules of one pbem.",
    about="A revision counts up when a ruling changes what orders lead to. A game begun under an older revision goes on"
    " under the newer one, and its next step says so; an older pbem does not go on with a newer game, and a view is"
    " checked by the revision that wrote it.",
)
STATE_UNREADABLE = Code(
    "PB514",
    "state-unreadable",
    "the position in it cannot be read: {why}",
    hint="Mend what is named, or bring the file back from the archive.",
    about="The [state] or [position] table is TOML, but not a position of this game, or one of the [[events]] is none"
    " of its events, has a fact too few or one of another type.",
    forms={
        "odd": Form("the position in it cannot be read: {where} makes no sense here"),
        "stuck": Form("the position in it cannot be used: the rules cannot go on from it ({fault})"),
        "other": Form("the position in it cannot be used: it does not read as it is written"),
        "view": Form("the position in it cannot be used: a view of it does not read as it is written"),
        "event": Form("an event in it cannot be read: {why}"),
    },
)
UNKNOWN_CHOICE = Code(
    "PB519",
    "unknown-choice",
    'there is no role "{found}"',
    hint="Possible: {known}.",
    about="A mode, option, role, temperament or other choice is not one this game has.",
    forms={
        "mode": Form('there is no mode "{found}"'),
        "option": Form('there is no option "{found}"'),
        "choice": Form('the option {option} has no choice "{found}"'),
        "form": Form('there is no form "{found}"'),
        "title": Form('there is no title "{found}" with a board of tables'),
        "temperament": Form('there is no temperament "{found}"'),
        "theatre": Form('there is no theatre "{found}"'),
        "figure": Form('there is no figure "{found}" to plot'),
        "shade": Form('the map has no shade "{found}"'),
        "nation": Form('there is no nation "{found}"'),
        "piece": Form('there is no piece "{found}"'),
        "city": Form('there is no city "{found}"'),
        "thing": Form('there is no city or piece "{found}" on the map'),
        "step": Form('there is no step "{found}"', "Possible: the steps 0 to {last}."),
        "undo": Form('there is no step "{found}" to be taken back', "Possible: the steps 1 to {last}."),
        "line": Form(
            "step {step} has no line {found}",
            "It has the lines 1 to {last}; pbem why {game} {step} prints them with their numbers.",
        ),
        "no-lines": Form(
            "step {step} has no line {found}",
            "Nothing was told of it to this reader; --role ROLE looks as another does.",
        ),
        "words": Form(
            'no line of step {step} says "{found}"',
            "pbem why {game} {step} prints its lines with their numbers.",
        ),
        "other-step": Form(
            'no line of step {step} says "{found}"',
            "Step {other} has such a line; a report tells all steps since the last one.",
        ),
        "lines": Form('several lines of step {step} say "{found}"', "Name one by its number: {known}"),
        "span": Form(
            '"{found}" is no span of steps',
            "Write A..B with A before B, from 0 to {last}, or one number from 1 to {last}.",
        ),
        "filter": Form(
            "this game has no map whose names --{option} could look for",
            "Use --round with the number of the {round}, or leave the filter out.",
        ),
        "rule": Form('there is no rule "{found}"', "There are for example {known}."),
        "rule-elsewhere": Form(
            'there is no rule "{found}" in this reference', "Write: pbem rules --ruleset {other} {found}"
        ),
        "no-cards": Form("the reference of {title} tells of no cards", "Look at the tables of its board for those."),
        "card": Form('there is no card "{found}"', "There are for example {known}."),
        "faq": Form("this reference has no chapter of questions and answers", "Read the rules themselves."),
        "code": Form('there is no code "{found}"'),
        "hand": Form('"{found}" is not a hand', "It cannot be read: {fault}."),
    },
)

CLOSED = "The game is closed: its seed is open to all, and no sheet is taken in any more."
Work = TypeVar("Work", bound=Any)
SET_UP = "setup"  # the label of step 0
RESERVED = ("all", "public", "moderator")  # words that mean readers, and so no role can have them


class Table(Record):
    """A game as it stands: what game.toml says, its rules, its last step and the state after it."""

    game: Game
    ruleset: Ruleset
    last: StepFile
    state: Any
    earlier: tuple[Event, ...] = ()  # what a story looks back to; loaded for reports only
    by: str = ""  # until when sheets are taken, in the moderator's words; for reports only
    times: tuple[str, ...] = ()  # what all are told of deadlines, in a game with [time]; for reports only
    anchors: Mapping[str, Mapping[str, Any]] = {}  # the lines of this step in the ledger; for reports only
    news: tuple[Event, ...] = ()  # what was done at the desk since the last step; for reports only
    reopened: tuple[Event, ...] = ()  # that the step under way was taken back, until another tells it; for reports only
    talk: tuple[tuple[str, str, tuple[str, ...]], ...] = ()  # what was said to the reader alone; for reports only
    closed: bool = False  # whether the seed is open to all though nobody has won; for reports only

    @property
    def under_way(self) -> int:
        """The number of the step that sheets are taken for."""
        return self.last.number + 1

    @property
    def is_opening(self) -> bool:
        """Whether the set-up is under way, when players may add words to the seed."""
        return self.last.number == 0

    @property
    def awaiting(self) -> tuple[Owed, ...]:
        """Who owes what now; before a deal that waits, all who owe nothing else owe a word for the seed."""
        if self.closed:
            return ()
        return (*self.ruleset.rules.awaiting(self.state), *words_owed(filter(self.owes_word, self.game.players)))

    def owes_word(self, role: str) -> bool:
        """Whether nothing but a word for the seed is awaited from a role: the cards are dealt after it."""
        first = self.is_opening and self.game.waits and self.ruleset.rules.result(self.state) is None
        return first and role not in [owed.role for owed in self.ruleset.rules.awaiting(self.state)]

    @property
    def kept(self) -> tuple[Kept, ...]:
        """The orders for coming decisions: their owners' secret, and the host's."""
        return self.last.ahead

    def asked(self, role: str) -> str:
        """The decision for which a role is asked now, as orders ahead name it; empty if it is none of those."""
        return self.ruleset.ahead.asked(self.state, role) if self.ruleset.ahead else ""

    def ready(self, role: str) -> Mapping[str, Any]:
        """The orders ahead that answer what a role owes now: its secret, and the host's; nothing if none do."""
        asked = self.asked(role) if self.kept else ""
        own = [item for item in self.kept if item.role == role and item.decision == asked and not item.envelope]
        return own[0].body if own else {}

    @property
    def answered(self) -> tuple[str, ...]:
        """The roles whose owed decision was answered ahead: their secret, and the host's."""
        group = self.ruleset.ahead
        if group is None or self.game.pace == TABLE:  # where every decision is asked, everybody is waited for
            return ()
        asked = {role: self.asked(role) for role in {item.role for item in self.kept}}
        owed = [o.role for o in self.ruleset.rules.awaiting(self.state)] if asked else []
        ordered = [item.role for item in self.kept if item.role in owed and asked[item.role] == item.decision
                   and not item.envelope]  # fmt: skip
        return (*ordered, *(role for role in group.answered(self.state) if role not in ordered))

    def title(self, role: str) -> str:
        """The display name of a role."""
        return title_of(self.ruleset.mode(self.game.mode), role)


class Look(Record):
    """What becomes of orders ahead with a step: those still kept, and what their owners are told."""

    kept: tuple[Kept, ...] = ()
    events: tuple[Event, ...] = ()
    opened: tuple[Mapping[str, Any], ...] = ()  # what proves the promises of those that were sealed


def words_owed(roles: Iterable[str]) -> tuple[Owed, ...]:
    """What is awaited before a deal that waits, from those who owe nothing else."""
    return tuple(Owed(role, "word", "a word for the seed", "no word of this role is mixed in") for role in roles)


def title_of(mode: Mode, role: str) -> str:
    """The display name of a role."""
    return next((row.title for row in mode.roles if row.id == role), role)


def reads(work: Work) -> Work:
    """A function that only reads the game named by its argument ``directory``, and never writes into it.

    If its last change was cut off, it is shown the game as it will be when the next writing command has finished it.
    """
    at = work.__code__.co_varnames.index("directory")

    @wraps(work)
    def reading(*given: Any, **named: Any) -> Any:
        directory = named["directory"] if "directory" in named else given[at]
        if not directory or not os.path.lexists(os.path.join(directory, CHANGE)):
            return work(*given, **named)
        from pbem.store.shadow import readable  # not for check: in the rarest of cases only

        with readable(directory) as seen:
            if "directory" in named:
                return work(*given, **{**named, "directory": seen})
            return work(*given[:at], seen, *given[at + 1 :], **named)

    return cast(Work, reading)


def open_game(directory: str, told: bool = True) -> Table:
    """The game in that directory; whatever is wrong with it is a GameFault. ``told``: with the events of its last step.

    A command that only reads holds no lock: if another one changed the game in the meantime, it reads once more.
    """
    for _ in range(TRIES):
        before = _mark(directory)
        try:
            table = _opened(directory, told)
        except GameFault:
            if _mark(directory) == before:
                raise
            continue
        if _mark(directory) == before:
            return table
    return _opened(directory, told)


TRIES = 5


def _mark(directory: str) -> int:
    """What changes whenever a game does: the length of its ledger."""
    if os.path.lexists(os.path.join(directory, CHANGE)):
        from pbem.store.locking import held  # not for check
        from pbem.store.shadow import check_archive

        with held(directory, reading=True):  # until the command at work has finished
            check_archive(directory)
    try:
        return os.stat(os.path.join(directory, LEDGER)).st_size
    except (OSError, ValueError):  # no game, which is said by whoever reads it
        return -1


def _opened(directory: str, told: bool) -> Table:
    game = read_game(directory)
    path = os.path.join(directory, GAME)
    ruleset = ruleset_on(game.ruleset, path, game.revision, game.board, directory, older=True)
    check_set_up(ruleset, game.mode, game.options, path)
    _check_roles(ruleset.mode(game.mode), game, path)
    last = read_last_step(game, told)
    known_ruleset(last.ruleset, last.file, last.revision, older=True)
    if last.ahead and os.path.lexists(os.path.join(directory, DROPPED)):
        from pbem.store.dropped import without_dropped  # not for check: where nobody took over

        last = without_dropped(directory, last)
    return _as_ended(Table(game, ruleset, last, decoded(ruleset.files.decode, last.state, last.file)))


def _as_ended(table: Table) -> Table:
    """A game that was ended at the desk is over for every command, whatever its rules say."""
    if table.last.desk.get("act") != "end" and not hasattr(table.ruleset.rules, "before_the_end"):
        return table
    from pbem.core.ended import as_ended  # not for check: of a game that runs

    return table._replace(ruleset=as_ended(table.ruleset, table.last.desk, table.game.mode))


def known_ruleset(name: str, file: str, revision: int | None = None, older: bool = False) -> Ruleset:
    """The ruleset of that name; without a name the first there is.

    A file of another revision is a fault; with ``older`` only one of a later revision is, for a game goes on under
    the rules as they are now.
    """
    name = name or first()
    ruleset = ruleset_of(name) if name in MODULES else _foreign(name, file)
    known = ruleset.revision if revision is None else revision
    if known > ruleset.revision or (known < ruleset.revision and not older):
        raise GameFault(OTHER_REVISION, file, found=revision, ruleset=name, known=ruleset.revision)
    return ruleset


def ruleset_on(name: str, file: str, revision: int, board: Board, directory: str = "", older: bool = False) -> Ruleset:
    """The ruleset of that name on the board of a game; the directory is the game's, if there is one."""
    ruleset = known_ruleset(name, file, revision, older)
    if not board.digest or is_usual(ruleset, board):
        return ruleset
    from pbem.workflow.boards import on_board  # not for check: of a game on the board of its title

    return on_board(ruleset, board, file, directory)


def is_usual(ruleset: Ruleset, board: Board) -> bool:
    """Whether a board is the one that the modules of a title hold."""
    return ruleset.boards is not None and ruleset.name in MODULES and board.digest in ruleset.boards.usual


def _foreign(name: str, file: str) -> Ruleset:
    """The ruleset of that name out of a package of its own; whatever is wrong with it is a fault with a code."""
    from pbem.rulesets.foreign import Misfit, names  # not for check

    try:
        return ruleset_of(name)
    except KeyError:
        raise GameFault(UNKNOWN_RULESET, file, found=name, known=", ".join((*MODULES, *names()))) from None
    except Misfit as misfit:
        from pbem.workflow.title_codes import FOREIGN_FAULT  # not for check

        raise GameFault(FOREIGN_FAULT, file, form=misfit.form, **misfit.facts) from misfit


def check_set_up(ruleset: Ruleset, mode: str, options: Mapping[str, str], file: str) -> None:
    """Whether the ruleset has this mode and these options; an option not named, from before it was, has its default.

    A role that is called like a reader would pass for one, so no mode can have it.
    """
    chosen(mode, tuple(row.id for row in ruleset.modes), "mode", file)
    for role in ruleset.mode(mode).roles:
        if role.id.lower() in RESERVED:
            raise GameFault(BAD_NAME, file, found=role.id)
    choices = {option.id: option.choices for option in ruleset.options}
    for key, value in options.items():
        chosen(key, tuple(choices), "option", file)
        chosen(value, choices[key], "choice", file, key)


def chosen(found: str, known: tuple[str, ...], form: str, file: str, option: str = "") -> str:
    """The choice, if it is one of those known; else a fault that lists them, in the form for such choices."""
    if found not in known:
        facts = {"found": found, "known": ", ".join(known) or "none", "option": option}
        raise GameFault(UNKNOWN_CHOICE, file, form="" if form == "role" else form, **facts)
    return found


def _check_roles(mode: Mode, game: Game, file: str) -> None:
    roles = tuple(role.id for role in mode.roles)
    for role in game.players:
        chosen(role, roles, "role", file)
    for role in roles:
        if role not in game.players:
            raise GameFault(WRONG_VALUE, file, key=f"roles.{role}")


def press_allowed(ruleset: Ruleset, options: Mapping[str, str], press: str) -> tuple[str, ...]:
    """What players may write: "public", "private" unless the title forbids it, "anonymous" where the game allows it."""
    if press == "none":
        return ()
    option, choice = ruleset.talk
    private = () if option and options.get(option) == choice else ("private",)
    return ("public", *private, *(("anonymous",) if press == "anonymous" else ()))


def unsealed(plays: Sequence[str], key: str) -> str:
    """Why a game takes no envelopes for its key, in a word; empty if it does."""
    return "plays" if plays else "" if key else "key"


def expected_of(table: Table, secret: Secret, role: str) -> Expected:
    """What the heading of that role's sheet is held against."""
    known = role in table.game.players
    return Expected(
        game=table.game.name,
        step=table.under_way,
        roles=tuple(role.id for role in table.ruleset.mode(table.game.mode).roles),
        role=role if known else "",
        key=secret.keys[role] if known else "",
        owed=bool(table.awaiting),  # whether a role that owes nothing may write is for the ruleset to say
        opening=table.is_opening,
        waits=table.owes_word(role),
        held_words=bool(table.game.plays),
        kept=tuple(item.decision for item in table.kept if item.role == role),
        table_pace=table.game.pace == "table",
        held=tuple(item.decision for item in table.kept if item.role == role and item.is_held),
        ready=table.ready(role),
        watched=bool(table.game.plays) and role not in table.game.plays,
        unsealed=unsealed(table.game.plays, table.game.seal_key),
        press=press_allowed(table.ruleset, table.game.options, table.game.press),
    )


def decoded(decode: Callable[..., Any], data: Any, file: str, *more: Any) -> Any:
    """The state read from a file; a position that makes no sense is a fault of the file."""
    try:
        return decode(data, *more)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError) as error:
        why = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        raise GameFault(STATE_UNREADABLE, file, why=without_labels(why)) from error


def stood_after(table: Table, step: StepFile) -> Table:
    """The game as it stood after a step."""
    return _as_ended(table._replace(last=step, state=decoded(table.ruleset.files.decode, step.state, step.file)))


def without_labels(why: str) -> str:
    """What is wrong with a position without the numbers of the invariants, which mean something to programmers only."""
    return re.sub(r"(^|; )I\d+: ", r"\1", why)


def overrides_of(directory: str) -> str | None:
    """The folder of a game's own templates, if it has one."""
    path = os.path.join(directory, TEMPLATES)
    return path if os.path.isdir(path) else None


def places_of(ruleset: Ruleset, view: Any) -> tuple[str, ...]:
    """The names of the cities of a title; none if it has no map."""
    return () if ruleset.map is None else tuple(city.name for city in ruleset.map.picture(view, None).cities)
