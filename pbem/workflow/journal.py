"""The journal of a game, its position file, and a step taken back."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from pbem.core import SHEET, harmless, listed
from pbem.core.events import (
    OF_THE_PROGRAM,
    AtTheDesk,
    EnvelopeLeft,
    Event,
    OfTheProgram,
    OrdersAhead,
    Revised,
    Undone,
    seen_by,
)
from pbem.core.recall import recalled
from pbem.core.ruleset import Battles, Ruleset, Story
from pbem.store import FORMAT, GameFault, bounded
from pbem.store.deadlines import deadline_of, read_deadlines
from pbem.store.inbox import versions
from pbem.store.layout import DROPPED
from pbem.store.ledger import ALL, ledger_path, read_lines
from pbem.store.reading import DOES_NOT_FIT, StepFile, check_unrevealed, read_step, step_names
from pbem.store.transaction import Part, commit
from pbem.store.undone import parts_of, undone_steps
from pbem.store.writing import dumps, locked, write_named
from pbem.workflow import UNKNOWN_CHOICE, Table, chosen, open_game, reads, stood_after
from pbem.workflow.ahead_codes import AHEAD_BRAKED, AHEAD_GONE, AHEAD_LATE, AHEAD_UNFIT
from pbem.workflow.codes import EXISTS, NOTHING_TO_UNDO
from pbem.workflow.envelope_codes import REOPEN_REFUSED
from pbem.workflow.gate import telling_of
from pbem.workflow.recording import bound_steps, chains_at, gone_with, is_gathered, undo_lines
from pbem.workflow.title_codes import NO_BATTLES

if TYPE_CHECKING:
    from datetime import datetime

    from pbem.workflow.search import Search


REOPENED = (
    "The envelopes of step {step} had been opened before it was taken back, and the moderator allowed that they are"
    " exchanged all the same: whoever sent a new one knew what the others had sent."
)
GONE_WITH_IT = (
    "Your sheet for step {step} went with it, and whatever you had ordered ahead in it: send again what you still want."
)
REVISED = (
    "From this step on {title} is adjudicated under revision {now} of its rules; the steps before it were under"
    " revision {before}. The changelog of pbem names what is ruled anew."
)


# What the owner of orders ahead is told of them.
AHEAD = {
    "used": "Your orders ahead were used: {what}.",
    "unopened": "Your sealed orders ahead cannot be opened; nothing of them is used, and you are asked: {what}.",
    "replaced": "You were asked for it, and what you sent then counts; your orders ahead are used up: {what}.",
}


# What the owner of an envelope that was left aside is told, by the code of the reason.
LEFT = {
    "PB602": "Your envelope for this step was sealed for another key than the one of this game and could not be opened;"
    " nothing of it counts.",
    "PB603": "Your envelope for this step was changed on its way and could not be opened; nothing of it counts.",
    "PB604": "Your envelope for this step did not hold what its commitment promised; nothing of it counts.",
    "PB605": "Your envelope for this step held a sheet for another game, step or role; nothing of it counts.",
    "PB607": "Your envelope for this step held a sheet with errors, a draft or no sheet at all; nothing of it counts."
    " `pbem check` with the view of that step names the errors.",
    "PB608": "Your envelope for this step stayed closed, for its phrase did not come; nothing of it counts.",
}
LEFT_ASIDE = "Your envelope for this step could not be used; nothing of it counts."


class Told(NamedTuple):
    """One event as a reader knows it, in data and in sentences."""

    kind: str
    facts: Mapping[str, Any]
    sentences: tuple[str, ...]


class Entry(NamedTuple):
    """One step as a reader knows it."""

    step: int
    label: str
    events: tuple[Told, ...]


def told(ruleset: Ruleset, event: Event) -> list[str]:
    """An event in sentences, harmless wherever they are read."""
    return [harmless(sentence) for sentence in _sentences(ruleset, event)]


def _sentences(ruleset: Ruleset, event: Event) -> list[str]:
    """The events of the program itself are told here."""
    if event.kind not in OF_THE_PROGRAM:
        return ruleset.telling.tell(event)
    what: OfTheProgram = recalled(event, OfTheProgram)
    match what:
        case Undone():
            said = [f"The moderator took back step {what.step} ({what.label}): {what.reason}"]
            said += [REOPENED.format(step=what.step)] if what.reopened else []
            return [*said, *([GONE_WITH_IT.format(step=what.sheet)] if what.sheet else [])]
        case Revised():
            return [REVISED.format(title=what.title, before=what.from_, now=what.to)]
        case OrdersAhead():
            return [_told_ahead(what), *(f"- {line}" for line in what.why or ())]
        case EnvelopeLeft():
            return [f"{what.code} {LEFT.get(what.code, LEFT_ASIDE)}"]
        case AtTheDesk():
            from pbem.workflow.desk_telling import told_at_the_desk  # not for report: of a step that players made

            return told_at_the_desk(what)
        case _:
            assert_never(what)


def _told_ahead(event: OrdersAhead) -> str:
    """What became of orders ahead; with its code if they were not used."""
    codes = {"braked": AHEAD_BRAKED, "unfit": AHEAD_UNFIT, "late": AHEAD_LATE, "gone": AHEAD_GONE}
    if code := codes.get(event.became):
        return f"{code.id} {code(SHEET, decision=event.what).message}"
    return AHEAD[event.became].format(what=event.what)


def told_to_all(ruleset: Ruleset, event: Event) -> list[str]:
    """All that anybody knows of an event: the public sentences, then each role's own."""
    public = told(ruleset, Event(event.kind, event.facts)) if event.to is None else []
    sentences = list(public)
    for role in event.private if event.to is None else event.to:
        twin = event.seen_by(role) or event
        sentences += [f"[{role}] {line}" for line in told(ruleset, twin) if line not in public]
    return sentences


@reads
def log(
    directory: str,
    role: str | None = None,
    moderator: bool = False,
    search: Search | None = None,
    battles: str = "full",
) -> list[Entry]:
    """What happened so far, or what was looked for of it, as the public, a role or the moderator knows it."""
    table = open_game(directory)
    if role is not None:
        chosen(role, tuple(table.game.players), "role", directory)
    tell = partial(_whole, table.ruleset) if moderator else partial(_seen, table.ruleset, role)
    steps = steps_of(table)
    if search is not None:
        from pbem.workflow.search import kept  # not for report: which looks for nothing

        steps = kept(table, search, steps, role, moderator)
    shape = battles_of(table.ruleset, directory).condense if battles == "short" else tuple
    return [_entry(step, lambda events: tell(shape(events))) for step in steps]


def _entry(step: StepFile, tell: Callable[[Iterable[Event]], Iterable[Told]]) -> Entry:
    """One step as it is told; an event that makes no sense is a fault of its file."""
    with telling_of(step.file):
        return Entry(step.number, step.label, tuple(tell(step.events)))


def battles_of(ruleset: Ruleset, place: str, form: str = "") -> Battles:
    """The battles of a title; where it has none that is a fault."""
    if ruleset.battles is None:
        raise GameFault(NO_BATTLES, place, form=form, title=ruleset.title)
    return ruleset.battles


def _seen(ruleset: Ruleset, role: str | None, events: Iterable[Event]) -> Iterator[Told]:
    """The events as a role knows them."""
    for event in seen_by(events, role):
        yield Told(event.kind, event.facts, tuple(told(ruleset, event)))


def _whole(ruleset: Ruleset, events: Iterable[Event]) -> Iterator[Told]:
    """The events with all that anybody knows of them: the public sentences, then each role's own."""
    for event in events:
        facts = {**event.facts, **({"private": event.private} if event.private else {})}
        yield Told(event.kind, facts, tuple(told_to_all(ruleset, event)))


def steps_of(table: Table, first: int = 0) -> Iterator[StepFile]:
    """The steps from one on in order; a break in the chain of digests is a fault."""
    previous = None if first else ""
    for named in step_names(table.game.directory)[first:]:
        step = read_step(table.game, named)
        if previous is not None and step.previous != previous:
            raise GameFault(DOES_NOT_FIT, step.file, form="chain")
        previous = step.digest
        yield step


def since_chapter(story: Story | None, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events from the last one on that opens a chapter: what the story of the next step looks back to."""
    opens = [at for at, event in enumerate(events) if story is not None and event.kind in story.chapters]
    return events[opens[-1] :] if opens else ()


def tables_of(table: Table, first: int = 0) -> Iterator[Table]:
    """The game as it stood after each step from one on, with what the story of the step looks back to."""
    earlier = _before_step(table, first)
    for step in steps_of(table, first):
        yield stood_after(table, step)._replace(earlier=earlier)
        earlier = since_chapter(table.ruleset.story, (*earlier, *step.events))


def _before_step(table: Table, first: int) -> tuple[Event, ...]:
    """What the story of a step looks back to: the events since the last chapter before it was opened."""
    events: tuple[Event, ...] = ()
    for name in reversed(step_names(table.game.directory)[:first]):
        events = (*read_step(table.game, name).events, *events)
        if found := since_chapter(table.ruleset.story, events):
            return found
    return ()


def as_text(entries: list[Entry]) -> str:
    """The journal for people."""
    lines = []
    for entry in entries:
        sentences = [f"  {sentence}" for event in entry.events for sentence in event.sentences]
        lines += [f"step {entry.step} ({entry.label})", *sentences, ""]
    return "\n".join(lines).rstrip()


def as_markdown(entries: list[Entry]) -> str:
    """The journal for an archive."""
    lines = []
    for entry in entries:
        sentences = [_bullet(sentence) for event in entry.events for sentence in event.sentences]
        lines += [f"## Step {entry.step} ({entry.label})", "", *sentences, ""]
    return "\n".join(lines).rstrip()


def _bullet(sentence: str) -> str:
    """A line of a list; what stands as a heading in the text is bold."""
    return f"- **{sentence[2:]}**" if sentence.startswith("* ") else f"- {sentence.removeprefix('- ')}"


def as_data(entries: list[Entry]) -> list[dict[str, Any]]:
    """The journal for programs."""
    return [
        {"step": entry.step, "label": entry.label, "events": [event._asdict() for event in entry.events]}
        for entry in entries
    ]


@reads
def position(directory: str, file: str = "", force: bool = False) -> str:
    """The position a game stands at, as a file that `new` can begin from; written if a file is named."""
    table = open_game(directory)
    game = table.game
    text = dumps(
        {
            "format": FORMAT,
            "ruleset": game.ruleset,
            "revision": table.ruleset.revision,
            "mode": game.mode,
            **({"board": game.board._asdict()} if game.board.digest else {}),
            "options": game.options,
            "position": table.ruleset.files.encode(table.state),
        }
    )
    if file:
        if os.path.lexists(file) and not force:
            raise GameFault(EXISTS, file, form="file")
        write_named(file, text)
    return text.decode()


REASON = 500  # signs


def undo(
    directory: str, reason: str, reopen: bool = False, to: int | None = None, now: datetime | None = None
) -> StepFile:
    """Take back all steps of the last run, or those from ``to`` on; the first of them.

    They are kept under undone/, and the next step tells of each. Orders ahead that they had used are there again.
    In a game with deadlines the first of them gets a full period from ``now`` on.
    """
    reason = bounded(reason, "", REASON, directory)
    with locked(directory):
        table = open_game(directory)
        if table.last.number == 0:
            raise GameFault(NOTHING_TO_UNDO, directory)
        check_unrevealed(directory)
        if reopen and table.game.plays:
            raise GameFault(REOPEN_REFUSED, directory)
        first = table.last.run if to is None else to
        if not 0 < first <= table.last.number:
            raise GameFault(UNKNOWN_CHOICE, directory, form="undo", found=first, last=table.last.number)
        while table.last.number > first:
            _taken_back(table, reason, now)
            table = open_game(directory)
        return _taken_back(table, reason, now, reopen)


def _taken_back(table: Table, reason: str, now: datetime | None, reopen: bool = False) -> StepFile:
    """Take back the last step.

    Envelopes that were gathered for it were open, so they stay bound, with their phrases: nobody exchanges a sheet
    after seeing the others'. With ``reopen`` they may be exchanged, which is told to everybody.
    """
    from pbem.workflow.reopening import reopened_part  # not for report: of a step taken back

    directory, last = table.game.directory, table.last
    bound = last.number in bound_steps(read_lines(ledger_path(directory)))
    if reopen and not bound:
        raise GameFault(REOPEN_REFUSED, directory, form="none", step=last.number)
    facts = {"step": last.number, "label": last.label, "reason": reason}
    facts |= {"reopened" if reopen else "gathered": True} if bound else {}
    chains = chains_at(table).with_line(ALL, "undo", **facts)
    parts = (*parts_of(directory, last, facts, bound and not reopen), *_dropped(table), *reopened_part(table, now))
    commit(directory, (*parts, *chains.change))
    return last


def _dropped(table: Table) -> tuple[Part, ...]:
    """What is changed where orders ahead of somebody who left do not count."""
    if not os.path.lexists(os.path.join(table.game.directory, DROPPED)):
        return ()
    from pbem.workflow.dropping import undone_parts  # not for report: where nobody took over

    return undone_parts(table)


BOUND = (
    "Its envelopes were open, so they and their phrases stay bound: nothing of it can be exchanged, and the step can be"
    " adjudicated again as it stands."
)
FREE = (
    "Its envelopes were open and may be exchanged now; the next step tells that to everybody. They are gathered again"
    " when all who owe something have sent a new one, or by pbem gather {game}."
)


UNDONE_ONE = "Step {step} ({label}) was taken back. Its sheets are in the inbox again."
UNDONE_MANY = (
    "The steps {first} to {last} were taken back. The sheets of step {first} are in the inbox again, with the orders"
    " ahead that had been given by then."
)
BARE_ONE = "Step {step} ({label}) was taken back. No sheet had come for it."
BARE_MANY = "The steps {first} to {last} were taken back. No sheet had come for step {first}."
THERE_AGAIN = "The orders ahead and standing bids of then are there again."
GONE_WITH_THEM = (
    "Sheets that were sent later went with them and lie under undone/, with the orders ahead in them; the next report"
    " asks these players to send again what they still want: {roles}."
)


def said_undone(directory: str, step: StepFile, last: int = 0) -> str:
    """What `pbem undo` tells the moderator: where the game stands again, and which deadline; ``last``: of several."""
    from pbem.workflow.reopening import said_open  # not for report: of a step taken back

    rows, undone = read_deadlines(directory), undone_steps(directory)
    void = deadline_of(rows, step.number + 1, undone[:-1])
    again = deadline_of(rows, step.number, undone)
    table = open_game(directory)
    bare = not any(versions(directory, step.number).values())
    one, many = (BARE_ONE, BARE_MANY) if bare else (UNDONE_ONE, UNDONE_MANY)
    words = one if last <= step.number else many
    lines = [words.format(step=step.number, label=step.label, first=step.number, last=last)]
    lines += [THERE_AGAIN] if bare and (table.last.ahead or table.answered) else []
    chains = chains_at(table)
    taken = undo_lines(chains.lines)[-(max(last - step.number, 0) + 1) :]
    roles = sorted({role for line in taken for role in gone_with(chains.lines, line)})
    lines += [GONE_WITH_THEM.format(roles=listed(roles))] if roles else []
    lines += [BOUND] if is_gathered(table, chains) else []
    lines += [FREE.format(game=directory)] if undone[-1].reopened else []
    lines += [f"The deadline told for step {step.number + 1} ({void}) is void."] if void else []
    again = "" if table.game.time else again
    lines += [f"Step {step.number} is due by {again} again; pbem report --by tells another deadline."] if again else []
    return "\n".join([*lines, *filter(None, [said_open(table)])])
