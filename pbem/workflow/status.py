"""Where a game stands and what its moderator does next."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from shlex import quote
from typing import Any, NamedTuple

from pbem.core import listed
from pbem.core.ruleset import Result
from pbem.core.sheets import WITHDRAWN, read
from pbem.store import read_bytes
from pbem.store.deadlines import deadline_of, read_deadlines
from pbem.store.inbox import Version, versions
from pbem.store.layout import HANDED, LETTERS, OUTGOING, post_of
from pbem.store.ledger import OFFER, ledger_path
from pbem.store.reading import is_revealed, read_secret
from pbem.store.undone import undone_steps
from pbem.workflow import CLOSED, Table, open_game, reads
from pbem.workflow.check import kind_of_sheet
from pbem.workflow.finals import newest_final
from pbem.workflow.many import Told


class Row(NamedTuple):
    """One role at the table: what it owes and what it has sent."""

    role: str
    title: str
    player: str
    owes: str
    default: str
    sheet: str  # "none", "draft", "final", "sealed", "held" (its phrase is awaited), "standing" (answered ahead)
    version: int
    ahead: tuple[str, ...] = ()  # the coming decisions it has ordered
    closed: tuple[str, ...] = ()  # those of them whose orders are in envelopes
    received: tuple[tuple[str, str], ...] = ()  # those its sheet for the step under way orders, and how


class Clock(NamedTuple):
    """What the deadline of a step asks for at the moment of the look, in a game with [time]."""

    since: str  # when the step was put to the players, in UTC; empty if it was not yet
    until: str  # its deadline
    local: str  # since when, by the clocks of the players
    said: tuple[str, ...]
    action: str  # as `pbem.timing.duty` has it
    defaults: tuple[str, ...]


class Status(NamedTuple):
    """A game as its moderator sees it."""

    name: str
    heading: str
    step: int
    rows: tuple[Row, ...]
    result: Result | None
    by: str = ""  # the deadline, as it was last told with the reports
    closed: bool = False  # whether the seed is open to all, so that nothing is awaited though nobody has won
    gathered: bool = False  # whether the held envelopes of the step are bound, so that phrases are awaited
    notices: tuple[str, ...] = ()  # the files to be sent to those who owe a phrase
    clock: Clock | None = None  # in a game with [time], where the moment of the look is known
    reopened: bool = False  # whether the step was taken back, and not everybody has sent a new sheet since
    handed: str = ""  # to whom the game was handed over, so that it rests here, in a sentence
    post: tuple[str, ...] = ()  # letters that wait or were refused, mails that lie or are lost

    @property
    def missing(self) -> tuple[Row, ...]:
        """The roles the step waits for."""
        if self.closed:
            return ()
        there = ("final", "sealed", "standing", *(() if self.gathered else ("held",)))
        late = ("held",) if self.gathered else ()  # also of who owes nothing: a word for the seed has come in it
        return tuple(row for row in self.rows if (row.owes and row.sheet not in there) or row.sheet in late)

    @property
    def held(self) -> bool:
        """Whether somebody has sent a held envelope whose phrase is not there."""
        return any(row.sheet == "held" for row in self.rows)


See = Callable[[str], Status]  # how a game is looked at: with the time or without


@reads
def status(directory: str) -> Status:
    """Who owes what, and who has sent it; and what its post has to tell, where letters come by themselves."""
    table = open_game(directory, told=False)
    return with_post(status_of(table), table)


def with_post(found: Status, table: Table) -> Status:
    """The status with what the post of the game has to tell, and what is put to the vote."""
    directory = table.game.directory
    if found.result is None and not found.closed and OFFER in read_bytes(ledger_path(directory)):
        from pbem.workflow.voting import told_of_votes  # not for next: where nothing was put to the vote

        found = found._replace(post=told_of_votes(table))
    names = (os.path.join(directory, name) for name in (LETTERS, OUTGOING))
    if not any(map(os.path.lexists, names)) and not os.path.isdir(post_of(os.path.dirname(os.path.abspath(directory)))):
        return found
    from pbem.workflow.post_status import told_of_post  # not for next: where no letters come

    return found._replace(post=(*found.post, *told_of_post(table)))


def status_of(table: Table) -> Status:
    """The same of a game that is open."""
    directory = table.game.directory
    proxies = read_secret(table.game).proxies
    found = versions(directory, table.under_way)
    rows = tuple(_row(table, role, found.get(role, [])) for role in table.game.players)
    rows = tuple(row._replace(player=_for_whom(row, proxies[row.role])) if row.role in proxies else row for row in rows)
    heading, result = table.ruleset.telling.heading(table.state), table.ruleset.rules.result(table.state)
    undone = undone_steps(directory)
    by = deadline_of(read_deadlines(directory), table.under_way, undone)
    closed = result is None and is_revealed(directory)
    found_ = Status(table.game.name, heading, table.under_way, rows, result, by, closed)
    if undone and undone[-1].step == table.under_way and not table.game.time:
        from pbem.workflow.reopening import stays_open  # not for next: of a step that was taken back

        found_ = found_._replace(reopened=stays_open(table))
    if os.path.lexists(os.path.join(directory, HANDED)):
        from pbem.store.handed import rests  # not for next: of a game that was handed over

        found_ = found_._replace(handed=rests(directory))
    return _with_notices(found_, table) if found_.held and not closed else found_


FOR_WHOM = {True: "{player}, for whom {name} plays", False: "{name}, for a while"}


def _for_whom(row: Row, proxy: Mapping[str, str]) -> str:
    """Who plays a role that has a proxy."""
    return FOR_WHOM[bool(row.player)].format(player=row.player, name=proxy["name"] or "somebody")


def _with_notices(found: Status, table: Table) -> Status:
    """The status of a game with held envelopes: whether they are gathered, and which notices are to be sent."""
    from pbem.workflow.gathering import notices_due  # not for next: where nothing is held
    from pbem.workflow.recording import chains_of, is_gathered

    gathered = is_gathered(table, chains_of(table.game))
    return found._replace(gathered=gathered, notices=tuple(notices_due(table)))


def _row(table: Table, role: str, sheets: list[Version]) -> Row:
    owed = [item for item in table.awaiting if item.role == role]
    final = newest_final(table, sheets)
    sheet = _kind(table, role, final) if final else _not_final(table, sheets)
    if not final and role in table.answered:
        sheet = "standing"
    elif not final and owed and any(item.is_held and item.decision == table.asked(role) for item in table.kept
                                    if item.role == role):  # fmt: skip
        sheet = "waiting"
    return Row(
        role=role,
        title=table.title(role),
        player=table.game.players[role].name,
        owes=", ".join(item.what for item in owed),
        default=", ".join(item.default for item in owed),
        sheet=sheet,
        version=final[0].number if final else sheets[0].number if sheets else 0,
        ahead=tuple(item.what for item in table.kept if item.role == role),
        closed=tuple(item.what for item in table.kept if item.role == role and item.envelope),
        received=_received(table, role, final[1]) if final and "ahead" in final[1] else (),
    )


def _not_final(table: Table, sheets: list[Version]) -> str:
    """What a role has sent where nothing of it counts: a draft, or nothing that was not withdrawn."""
    texts = (read_bytes(version.path).decode("utf-8", "replace") for version in sheets[:1])
    newest = [read(text, table.ruleset.sheet_keys).sheet for text in texts]
    return "draft" if any(sheet is None or sheet.status != WITHDRAWN for sheet in newest) else "none"


def _received(table: Table, role: str, text: str) -> tuple[tuple[str, str], ...]:
    """The coming decisions that an open sheet for the step under way orders: "open", "closed" or "withdrawn"."""
    from pbem.workflow.ahead import received  # not for next: where nothing is ordered ahead

    sheet = read(text, table.ruleset.sheet_keys).sheet
    if sheet is None or table.ruleset.ahead is None:
        return ()
    return received(table.ruleset, table.ruleset.secrets.view_of(table.state, role), role, sheet.body)


def _kind(table: Table, role: str, final: tuple[Version, str]) -> str:
    """Whether a sheet is open, sealed, or held by a phrase that has not come."""
    if kind_of_sheet(final[1]) == "sheet":
        return "final"
    from pbem.workflow.opening import unopened  # not for next: where nothing is sealed

    return "held" if role in unopened(table) else "sealed"


def as_table(found: Status) -> str:
    """The status as text."""
    lines = [f"{found.name}: {found.heading}"]
    if found.handed:
        lines.append(found.handed)
    if found.result is not None:
        return "\n".join([*lines, f"The game is over: {found.result.sentence}"])
    if found.closed:
        return "\n".join([*lines, CLOSED])
    lines += [f"Step {found.step} is under way; sheets are due by {found.by}." if found.by else (
        f"Step {found.step} is under way."
    ), *(found.clock.said if found.clock else ()), *_reopened(found), ""]  # fmt: skip
    cells = [("role", "player", "owes", "sheet")]
    cells += [(row.role, row.player or "-", row.owes or "-", _sheet(row)) for row in found.rows]
    widths = [max(len(row[at]) for row in cells) for at in range(4)]
    rows = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in cells]
    return "\n".join([*lines, *rows, *_ordered(found), *(f"\n{part}" for part in _notices(found)), *_post(found)])


def _reopened(found: Status) -> list[str]:
    """That a step is under way again, in a game without deadlines."""
    return [REOPENED.format(step=found.step)] if found.reopened and not found.missing and not found.clock else []


def _ordered(found: Status) -> list[str]:
    """The orders ahead, for the moderator alone."""
    rows = [line for row in found.rows for line in _lines_ahead(row)]
    return ["", "Ordered ahead:", "", *rows] if rows else []


KEPT = {False: "  {role}: {what}", True: "  {role}: {what} (closed)"}
RECEIVED = {
    "open": "  {role}: {what} (received with this step)",
    "closed": "  {role}: {what} (received with this step, closed)",
    "withdrawn": "  {role}: {what} (withdrawn with this step)",
}


def _lines_ahead(row: Row) -> list[str]:
    """The orders ahead of a role; what came with the step under way takes the place of older ones when it is over."""
    newer = {what for what, _ in row.received}
    older = [KEPT[what in row.closed].format(role=row.role, what=what) for what in row.ahead if what not in newer]
    return [*older, *(RECEIVED[how].format(role=row.role, what=what) for what, how in row.received)]


def _notices(found: Status) -> list[str]:
    """What is to be sent before phrases can come."""
    if not found.notices:
        return []
    files = "\n".join(f"  {path}" for path in found.notices)
    return [f"The envelopes are gathered. Notices to be sent, each to its own player:\n\n{files}"]


def phrase_owed(row: Row) -> str:
    """What is awaited of a role, in words: it may be the phrase of what it has sent."""
    if row.sheet == "waiting":
        return f"the phrase of held orders ahead, or orders: {row.owes}"
    return "the phrase that opens the envelope" if row.sheet == "held" else row.owes


def _sheet(row: Row) -> str:
    if row.sheet == "none":
        return "missing" if row.owes else "-"
    if row.sheet == "standing":
        return "answered ahead"
    if row.sheet == "waiting":
        return "held orders ahead, their phrase is missing"
    return f"{row.sheet}, version {row.version}"


def as_data(found: Status) -> dict[str, Any]:
    """The status for programs."""
    result = None if found.result is None else found.result._asdict()
    return {
        "game": found.name,
        "heading": found.heading,
        "step": found.step,
        "by": found.by,
        "roles": [row._asdict() for row in found.rows],
        "waiting_for": [row.role for row in found.missing],
        "result": result,
        "closed": found.closed,
        "gathered": found.gathered,
        "notices": list(found.notices),
        **({"time": found.clock._asdict()} if found.clock else {}),
        **({"handed": found.handed} if found.handed else {}),
        **({"reopened": True} if found.reopened else {}),
        "post": list(found.post),
    }


def in_short(found: Status) -> str:
    """The status in a line, for whoever looks at many games."""
    if found.handed:
        return f"{found.heading}; {found.handed}"
    if found.result is not None:
        return f"{found.heading}; the game is over: {found.result.sentence}"
    if found.closed:
        return f"{found.heading}; the game is closed"
    where = f"step {found.step}, {found.heading}"
    if not found.missing:
        return f"{where}; all sheets are in"
    names = listed(row.role for row in found.missing)
    if found.clock and found.clock.local:
        return f"{where}; waits for {names} since {found.clock.local}, by {found.by}"
    by = f", by {found.by}" if found.by else ""
    return f"{where}; waits for {names}{by}"


def sort_of(found: Status) -> str:
    """Under which sort of games a summary counts it."""
    if found.handed:
        return "handed"
    if found.result is not None or found.closed:
        return "over"
    due = found.clock is not None and found.clock.action in ("adjudicate", "gather")
    return "waits" if found.missing and not due else "ready"


def told(directory: str, see: See = status) -> Told:
    """The status of one of many games."""
    found = see(directory)
    data = {"directory": directory, **as_data(found)}
    return Told(directory, f"{directory}: {in_short(found)}", data, sort_of(found))


def next_told(directory: str, see: See = status) -> Told:
    """The next thing to do with one of many games."""
    found = see(directory)
    text = said_next(found, directory)
    data = {"directory": directory, "game": found.name, "step": found.step, "next": text}
    return Told(directory, text, data, sort_of(found))


def next_action(directory: str, see: See = status) -> str:
    """The single next thing to do, with the command to paste; and what is ordered ahead, if it goes on."""
    return said_next(see(directory), directory)


def said_next(found: Status, directory: str) -> str:
    """What is to be done next with a game that stands so."""
    ahead = [] if found.result is not None or found.closed or found.handed else _ordered(found)
    return "\n".join([_next(found, quote(directory)), *ahead, *_post(found)])


def _post(found: Status) -> list[str]:
    """What the post has to tell, in a paragraph of its own."""
    return ["", *found.post] if found.post else []


def _next(found: Status, directory: str) -> str:
    where = f"{found.name}: {found.heading}"
    if found.handed:
        return f"{where}\n{found.handed}\n{CANCEL.format(game=directory)}"
    if found.result is not None:
        return f"{where}\nThe game is over: {found.result.sentence}\nTo read it:\n\n  pbem log {directory}"
    if found.closed:
        return (
            f"{where}\n{CLOSED}\nTo read it:\n\n  pbem log {directory}\n\n"
            f"To play on with another seed:\n\n"
            f"  pbem position {directory} -o position.toml\n  pbem new DIRECTORY --position position.toml"
        )
    if found.clock:
        return f"{where}\n{_by_the_clock(found, found.clock, directory)}"
    if found.missing:
        return f"{where}\n{_waiting(found, directory)}"
    gathers = found.held and not found.gathered
    command = f"pbem gather {directory}" if gathers else f"pbem adjudicate {directory} --expect {found.step}"
    waits = [row.role for row in found.rows if row.owes and row.sheet == "standing"]
    if found.by and waits and not found.gathered:  # after that nothing is replaced any more
        return (
            f"{where}\nAll is in for step {found.step}. What {listed(waits)} sent ahead answers, and may be replaced"
            f" until {found.by}. After that:\n\n  {command}"
        )
    if found.reopened:
        return f"{where}\n{REOPENED.format(step=found.step)} Next:\n\n  {command}"
    if gathers:
        return (
            f"{where}\nAll sheets for step {found.step} are in; the held ones are to be gathered. Next:\n\n  {command}"
        )
    return f"{where}\nAll sheets for step {found.step} are in. Next:\n\n  {command}"


REOPENED = (
    "All is in for step {step}, which was taken back: no round goes on with it, unless everybody who owes something has"
    " sent a new sheet."
)


def _by_the_clock(found: Status, clock: Clock, directory: str) -> str:
    """What a deadline asks for, with the command to paste."""
    names = " ".join(f"--default {role}" for role in clock.defaults or [row.role for row in found.missing])
    gathers = found.held and not found.gathered
    command = f"pbem gather {directory}" if gathers else f"pbem adjudicate {directory} --expect {found.step}"
    command = f"{command} {names}" if names else command
    said = "\n".join(clock.said)
    send = "".join(f"\n\n{part}" for part in _notices(found))
    match clock.action:
        case "adjudicate" | "gather":
            return f"{said}{send} Next:\n\n  {command}"
        case "begin":
            return f"{said} Next:\n\n  pbem report {directory}"
        case "ask":
            return f"{said}{send}\n\n{ASKED.format(command=command, game=directory)}"
    if found.missing:
        return f"{said}{send}\n\n{COMES.format(game=directory)}"
    return f"{said}{send}\n\n{SOONER.format(command=command)}" if found.reopened else f"{said}{send}"


CANCEL = "To run it here again, as long as nobody has taken it:\n\n  pbem handover {game} --cancel"
ASKED = "To take the defaults:\n\n  {command}\n\nTo take a sheet all the same:\n\n  pbem submit {game} FILE"
SOONER = "To go on at once:\n\n  {command}"
COMES = "When a sheet comes in:\n\n  pbem submit {game} FILE"


def _waiting(found: Status, directory: str) -> str:
    """Whom a step waits for, what to do when it comes and when it does not."""
    names = listed(f"{row.role} ({phrase_owed(row)})" for row in found.missing)
    defaults = " ".join(f"--default {row.role}" for row in found.missing)
    by = f", by {found.by}" if found.by else ""
    late = f"pbem adjudicate {directory} --expect {found.step} {defaults}"
    if all(row.sheet == "held" for row in found.missing):
        come = f"a phrase comes in:\n\n  pbem open {directory} {found.missing[0].role}"
        send = "".join(f"{part}\n\nAs mails:\n\n  pbem gather {directory} --eml outbox\n\n" for part in _notices(found))
    else:
        come, send = f"a sheet comes in:\n\n  pbem submit {directory} FILE", ""
        late = f"pbem gather {directory} {defaults}" if found.held and not found.gathered else late
    return f"Step {found.step} waits for {names}{by}.\n\n{send}When {come}\n\nIf the deadline has passed:\n\n  {late}"
