"""Reports of the last step in all forms: for each role with the view to check against, the public, the moderator."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from pbem.core.events import Event, seen_by
from pbem.report.forms import FORMS, rendered, with_view
from pbem.store import DESK_FILE, FORMAT, bounded, layout
from pbem.store.deadlines import Deadline, deadline_of, deadlines_part, read_deadlines, with_deadline
from pbem.store.layout import MANIFEST
from pbem.store.ledger import ALL, Chains, committed, salt_of
from pbem.store.manifest import digest, manifest_of, read_manifest
from pbem.store.reading import BRISK, Game, Secret, StepName, is_revealed, read_secret, read_step, step_names
from pbem.store.transaction import Part, Put, commit
from pbem.store.undone import undone_steps
from pbem.store.writing import dumps, locked
from pbem.workflow import CLOSED, Table, chosen, open_game, overrides_of, reads
from pbem.workflow.gate import MODERATOR, Gate, own_secret
from pbem.workflow.journal import battles_of, told, told_to_all
from pbem.workflow.many import Told
from pbem.workflow.recording import anchored, chains_at, with_news
from pbem.workflow.reported_chance import chance_of
from pbem.workflow.sent_before import answering, ordered, otherwise
from pbem.workflow.sheet import blank_sheet
from pbem.workflow.templating import guarded_text, templates_used

if TYPE_CHECKING:
    from datetime import datetime
    from types import ModuleType

DEFAULT_FORMS = ("txt", "html")
DEADLINE = 60  # signs; it goes into subjects of mails
File = tuple[str, bytes]  # name and content
Read = Callable[[StepName], tuple[Event, ...]]


class Wish(NamedTuple):
    """What to write, for whom and how."""

    roles: Sequence[str] = ()  # none: all, and the public
    forms: Sequence[str] = DEFAULT_FORMS
    moderator: bool = False
    battles: str = "full"  # or "short"
    since: int | None = None  # None: since the last report for this reader
    by: str = ""  # the deadline, in the moderator's words; without it the one told before for this step
    maps: bool = True  # whether pages and mails have the map
    now: datetime | None = None  # when it is told; with [time] the time of the step begins then

    def deadlines(self, table: Table) -> tuple[Deadline, ...]:
        """All deadlines ever told, with this one; it goes into subjects of mails, so it is kept to one short line."""
        directory = table.game.directory
        rows, undone = read_deadlines(directory), undone_steps(directory)
        by = (
            _times().told_by(table, self.by, self.now)
            if table.game.time
            else bounded(self.by, "deadline", DEADLINE, directory)
        )
        return with_deadline(rows, table.under_way, undone, by)

    def told(self, table: Table) -> Table:
        """The table with the deadline."""
        rows, undone = self.deadlines(table), undone_steps(table.game.directory)
        times = _times().told_times(table, self.now) if table.game.time else ()
        return table._replace(by=deadline_of(rows, table.under_way, undone), times=times)


def _times() -> ModuleType:
    """What is told of deadlines that are reckoned."""
    from pbem.workflow import time_told  # not for report: of a game without [time]

    return time_told


def report(directory: str, roles: Sequence[str] = (), wish: Wish | None = None) -> list[str]:
    """Write the reports of the last step, for these roles or for all and the public; the paths written."""
    wish = (wish or Wish())._replace(roles=roles) if roles else wish or Wish()
    with locked(directory):
        secret, table = told_table(directory, wish)
        return write_reports(table, secret, wish)


def report_told(directory: str, wish: Wish) -> Told:
    """The reports of one of many games."""
    written = report(directory, wish=wish)
    return Told(directory, "\n".join(written), {"directory": directory, "written": written})


def print_told(directory: str, wish: Wish) -> Told:
    """The report of one of many games, to be printed."""
    text = printed(directory, wish)
    return Told(directory, text.rstrip("\n"), {"directory": directory, "report": text})


def told_table(directory: str, wish: Wish) -> tuple[Secret, Table]:
    """The game with all that a report tells besides the position, and its secrets."""
    table = wish.told(open_game(directory))
    if wish.battles == "short":
        battles_of(table.ruleset, directory)
    table = table._replace(closed=table.ruleset.rules.result(table.state) is None and is_revealed(directory))
    secret = read_secret(table.game)
    return secret, anchored(with_news(table), secret.seed)


def write_reports(table: Table, secret: Secret, wish: Wish, more: Iterable[Part] = ()) -> list[str]:
    """Make all files first and then write them, with more that belongs to the same change.

    So a leak in one of them leaves nothing behind.
    """
    read = events_read(table)
    files = [file for reader in readers(table, wish) for file in files_for(table, secret, reader, wish, read)]
    return keep_reports(table, secret, wish, files, more)


def keep_reports(
    table: Table, secret: Secret, wish: Wish, files: Sequence[File], more: Iterable[Part] = ()
) -> list[str]:
    """Write reports that were made, with their lines in the ledger; the paths written."""
    parts, chains = recorded(table, secret, files, chains_at(table))
    rows = wish.deadlines(table)
    for row in rows[len(read_deadlines(table.game.directory)) :]:
        chains = chains.with_line(ALL, "deadline", **row._asdict())
        parts = (*parts, deadlines_part(rows))
    times = _times().told_parts(table, wish.now, to_all=not wish.roles) if table.game.time else ()
    commit(table.game.directory, (*parts, *more, *times, *chains.change))
    return [os.path.join(table.game.directory, reports_folder(table), name) for name, _ in files]


def recorded(table: Table, secret: Secret, files: Sequence[File], chains: Chains) -> tuple[tuple[Part, ...], Chains]:
    """The files, their manifest, and a line of the ledger that commits to it; nothing if they are there already."""
    folder = reports_folder(table)
    before = read_manifest(os.path.join(table.game.directory, folder))
    digests = before | {name: digest(data) for name, data in files}
    there = [os.path.isfile(os.path.join(table.game.directory, folder, name)) for name, _ in files]
    if digests == before and all(there):
        return (), chains
    manifest = manifest_of(digests)
    promised = committed(salt_of(secret.seed, ALL, chains.head(ALL).number + 1), manifest)
    chains = chains.with_line(ALL, "report", step=table.last.number, manifest=promised)
    parts = (Put(f"{folder}/{name}", data) for name, data in (*files, (MANIFEST, manifest)))
    return tuple(parts), chains


def reports_folder(table: Table) -> str:
    """Where in a game that is written what its players get after the last step."""
    return layout.reports(table.last.number)


def report_of(directory: str, role: str | None, form: str = "txt", wish: Wish | None = None) -> str:
    """The report for one reader in one form; nothing is written."""
    wish = wish or Wish()
    secret, table = told_table(directory, wish)
    if role is not MODERATOR:
        readers(table, wish._replace(roles=(role,) if role else ()))
    chosen(form, FORMS, "form", directory)
    table, since = told_since(table, role, wish.since)
    return guarded_reports(Gate(table, role), secret, (form,), wish.battles, since, wish.maps)[form]


@reads
def printed(directory: str, wish: Wish) -> str:
    """The reports as they are printed: one form, no files, and no step begins by it."""
    wish = wish._replace(now=None)
    names: list[str | None] = list(wish.roles) if wish.roles else [MODERATOR] if wish.moderator else [None]
    return "\n".join(report_of(directory, role, wish.forms[0], wish) for role in names)


def readers(table: Table, wish: Wish) -> list[str | None]:
    """Whom to write for; None is the public."""
    for role in wish.roles:
        chosen(role, tuple(table.game.players), "role", table.game.directory)
    for form in wish.forms:
        chosen(form, FORMS, "form", table.game.directory)
    found: list[str | None] = list(wish.roles) if wish.roles else [*table.game.players, None]
    return [*found, MODERATOR] if wish.moderator else found


def files_for(table: Table, secret: Secret, role: str | None, wish: Wish, read: Read) -> list[File]:
    """One reader's files, each through the gate."""
    told_of, since = told_since(table, role, wish.since, read)
    gate = Gate(told_of, role)
    texts = guarded_reports(gate, secret, wish.forms, wish.battles, since, wish.maps) if wish.forms else {}
    views = [guarded_view(gate, secret, role)] if role is not None and role is not MODERATOR else []
    if views and "html" in texts:  # the view has passed the gate too, and stands in the page for the player's desk
        texts["html"] = with_view(texts["html"], views[0][1].decode())
    return [*((layout.report_name(role, form), text.encode()) for form, text in texts.items()), *views]


def guarded_reports(
    gate: Gate,
    secret: Secret,
    forms: Sequence[str],
    battles: str = "full",
    since: int | None = None,
    maps: bool = True,
) -> dict[str, str]:
    """The reports of one reader, by form: laid out from what has passed the leak gate, and from nothing else."""
    role, name = gate.role, layout.report_name(gate.role, forms[0])
    make = partial(model_of, secret=own_secret(secret, role), role=role, battles=battles, since=since)
    model, picture = gate.passed(make, name), ""
    if "html" in forms and maps:
        from pbem.workflow.mapping import guarded_map  # not for report: of text alone

        picture = guarded_map(gate, layout.report_name(role, "html"))
    own, names = overrides_of(gate.table.game.directory), {form: layout.report_name(role, form) for form in forms}
    return {
        form: guarded_text(gate, model, make, partial(laid_out, form, own=own, picture=picture), names[form])
        for form in forms
    }


def guarded_view(gate: Gate, secret: Secret, role: str) -> File:
    """A view file that has passed the leak gate."""
    name = layout.view_name(role)
    return name, dumps(gate.passed(partial(view_data, secret=own_secret(secret, role), role=role), name))


def view_file(table: Table, secret: Secret, role: str) -> bytes:
    """A view file without the gate, for whoever holds two tables against each other."""
    return dumps(view_data(table, secret, role))


def view_data(table: Table, secret: Secret, role: str) -> dict[str, Any]:
    """What a player needs to check a sheet at home: the view, and nothing else of the game."""
    game, ruleset = table.game, table.ruleset
    ahead = [item.decision for item in table.kept if item.role == role]
    held = [item.decision for item in table.kept if item.role == role and item.is_held]
    return {
        "format": FORMAT,
        "game": game.name,
        "ruleset": game.ruleset,
        "revision": ruleset.revision,
        "mode": game.mode,
        "step": table.under_way,
        "role": role,
        "key": secret.keys[role],
        "roles": [row.id for row in ruleset.mode(game.mode).roles],
        "seed_commitment": game.commitment,
        **({"seal_key": game.seal_key} if game.seal_key else {}),
        **({"moderator_plays": list(game.plays)} if game.plays else {}),
        **({"waits": True} if table.owes_word(role) else {}),
        **({"ahead": ahead} if ahead else {}),
        **({"held": held} if held else {}),
        **({"pace": game.pace} if game.pace != BRISK else {}),
        **({"press": game.press} if game.press else {}),
        **({"over": True} if table.last.desk.get("act") == "end" else {}),
        **({"ready": table.ready(role)} if table.ready(role) else {}),
        **({"board": game.board._asdict()} if game.board.digest else {}),
        "options": game.options,
        "state": ruleset.files.encode(ruleset.secrets.view_of(table.state, role)),
    }


def report_text(table: Table, secret: Secret, role: str | None, form: str = "txt", picture: str | None = None) -> str:
    """The report of the last step without the gate, for whoever holds two tables against each other."""
    if picture is None and form == "html":
        from pbem.workflow.mapping import sketch_of, svg_of  # not for report: of text alone

        picture = svg_of(sketch_of(table, role))
    return laid_out(form, model_of(table, secret, role), overrides_of(table.game.directory), picture or "")


def laid_out(
    form: str,
    model: Mapping[str, Any],
    own: str | None = None,
    picture: str = "",
    shared: Mapping[str, str] | None = None,
) -> str:
    """A report in one form, from its data, the templates of the game's own, its map, and files that pages share."""
    with templates_used():
        return rendered(form, model, own, picture if form == "html" else "", shared)


def model_of(
    table: Table, secret: Secret, role: str | None, battles: str = "full", since: int | None = None
) -> dict[str, Any]:
    """A report as plain data: what every form is made from."""
    ruleset, whole = table.ruleset, role is MODERATOR
    view = table.state if whole else ruleset.secrets.view_of(table.state, role)
    result = ruleset.rules.result(table.state)
    own = [owed for owed in table.awaiting if owed.role == role]
    events = table.last.events if whole else seen_by(table.last.events, role)
    return {
        "game": table.game.name,
        "title": ruleset.title,
        "ruleset": ruleset.name,
        "mode": table.game.mode,
        **({"board": table.game.board._asdict()} if table.game.board.digest else {}),
        "step": table.last.number,
        "under_way": table.under_way if result is None and not table.closed else None,
        "heading": ruleset.telling.heading(table.state),
        "role": role,
        "role_title": table.title(role) if role and not whole else "",
        "moderator": whole,
        "result": result_of(table) or _given_up(table),
        **({"reopened": _reopened(table, role)} if table.reopened else {}),
        "complaints": [],
        "owed": [
            {"what": owed.what, "default": otherwise(table, owed), "by": table.by, "answered": answering(table, owed)}
            for owed in own
        ],
        "ahead": [ordered(ruleset, item) for item in table.kept if whole or item.role == role],
        "waiting": [{"role": table.title(owed.role), "what": owed.what} for owed in table.awaiting if owed not in own],
        **({"time": list(table.times)} if table.times else {}),
        "since": since,
        "battles": battles,
        "story": [*story_of(table, role, events), *_beside(table, role)],
        "events": [_event(event) for event in events],
        "summary": ruleset.telling.summary(view, None if whole else role)["sections"],
        "seed_commitment": table.game.commitment if table.is_opening else "",
        "chance": chance_of(table),
        "ledger": ledger_of(table, role),
        "sheet": blank_sheet(table, role, secret.keys[role]) if role and own else "",
        **(desk_told(table.game) if role and own else {}),
    }


def desk_told(game: Game) -> dict[str, Any]:
    """Where the player's desk is: its address, or the name of the file that came with the first mail."""
    return {"desk": {"link": game.desk_link, "file": "" if game.desk_link else DESK_FILE}} if game.desk else {}


def _reopened(table: Table, role: str | None) -> list[str]:
    """That a step was taken back, what is asked again, and what the reader has sent for it."""
    from pbem.workflow.reopening import told_again  # not for report: where no step was taken back

    return told_again(table, role, partial(told, table.ruleset))


def _beside(table: Table, role: str | None) -> list[dict[str, Any]]:
    """What was said to the reader alone, and what was done at the desk since the step, as chapters."""
    if not table.news and not table.talk:
        return []
    from pbem.workflow.desk_telling import chapters_beside  # not for report: where nothing of it is

    return chapters_beside(
        table, role, [line for event in seen_by(table.news, role) for line in told(table.ruleset, event)]
    )


def ledger_of(table: Table, role: str | None) -> list[Mapping[str, Any]]:
    """The lines of the step in the ledger: that of the table, and the reader's own."""
    own = () if role is None else (role,)
    return [table.anchors[of] for of in (ALL, *own) if of in table.anchors]


def _given_up(table: Table) -> dict[str, Any] | None:
    """What a report says of a game that was revealed before its end."""
    return {"winners": [], "reason": CLOSED} if table.closed else None


def result_of(table: Table) -> dict[str, Any] | None:
    """How a game ended, with the titles of the winners; None while it runs."""
    result = table.ruleset.rules.result(table.state)
    return {"winners": [table.title(role) for role in result.winners], "reason": result.sentence} if result else None


def _event(event: Event) -> dict[str, Any]:
    """An event as data; only the moderator's still have an audience."""
    told_of: dict[str, Any] = {"kind": event.kind, "facts": dict(event.facts)}
    told_of |= {"private": {role: dict(facts) for role, facts in event.private.items()}} if event.private else {}
    return told_of | ({"to": list(event.to)} if event.to is not None else {})


def story_of(table: Table, role: str | None, events: Sequence[Event]) -> list[dict[str, Any]]:
    """What happened, in chapters of sentences and blocks, as far as the reader may know."""
    whole = role is MODERATOR
    tell: Callable[[Event], list[str]] = partial(told_to_all if whole else told, table.ruleset)
    earlier = table.earlier if whole else seen_by(table.earlier, role)
    story = table.ruleset.story
    return _plain(map(tell, events)) if story is None else story.narrate(earlier, events, tell)


def _plain(told_of: Iterable[list[str]]) -> list[dict[str, Any]]:
    """The story of a title without chapters: event by event, one sentence or several that belong together."""
    items = [lines[0] if len(lines) == 1 else _block(lines) for lines in told_of if lines]
    return [{"title": "", "items": items}] if items else []


def _block(lines: list[str]) -> Mapping[str, Any]:
    return {"title": lines[0], "lines": lines[1:], "short": lines[-1]}


# what happened before


def events_read(table: Table) -> Read:
    """What reads the events of a step of the game, each file once for all readers."""
    return cache(lambda name: read_step(table.game, name).events)


def told_since(table: Table, role: str | None, since: int | None, read: Read | None = None) -> tuple[Table, int | None]:
    """The table with the events of all steps since the last report for this reader, and what the story looks back to.

    The number is that of the step before them, or None if they are those of the last step only.
    """
    number = table.last.number
    after = last_reported(table, role) if since is None else min(since, number - 1)
    events, earlier = list(table.last.events), list[Event]()
    read = read or events_read(table)
    for name in reversed(step_names(table.game.directory)[:number]):
        if name.number <= after and _is_placed(table, events, earlier):
            break
        found = list(read(name))
        if name.number > after:
            events = found + events
        else:
            earlier = found + earlier
    if role is not None and role is not MODERATOR and os.path.isdir(
        layout.path(table.game.directory, layout.PRESS)):  # fmt: skip
        from pbem.workflow.press import talk_for  # not for report: where nobody has said anything

        table = table._replace(talk=talk_for(table, role, after))
    last = table.last._replace(events=tuple(events))
    return table._replace(last=last, earlier=tuple(earlier)), after if after < number - 1 else None


def _is_placed(table: Table, events: Sequence[Event], earlier: Iterable[Event]) -> bool:
    """Whether the heading under which the first events stand is known; a title without chapters needs none."""
    story = table.ruleset.story
    return story is None or any(event.kind in story.chapters for event in (*earlier, *events[:1]))


def seats_of(table: Table) -> list[tuple[str, str, str]]:
    """Who plays what, as everybody may know it: the role, what it is, and the player's name."""
    rows = [(role, table.game.players.get(role.id)) for role in table.ruleset.mode(table.game.mode).roles]
    return [(role.title, role.about, seat.name or "not named") for role, seat in rows if seat is not None]


def last_reported(table: Table, role: str | None) -> int:
    """The last step before this one that the reader has a report of; if there is none, the one before."""
    top, number = os.path.join(table.game.directory, layout.REPORTS), table.last.number
    names = sorted(os.listdir(top), reverse=True) if os.path.isdir(top) else []
    for name in names:
        step = layout.numbered(name)
        if step is not None and step < number and _has_report(os.path.join(top, name), role):
            return step
    return number - 1


def _has_report(folder: str, role: str | None) -> bool:
    return any(os.path.isfile(os.path.join(folder, layout.report_name(role, form))) for form in FORMS)
