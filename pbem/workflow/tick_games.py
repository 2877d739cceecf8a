"""A round of the post for one game: its reports, its step if it is due, reminders, and what its moderator must know."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from pbem.core import Record, listed
from pbem.store import GameFault, read_bytes
from pbem.store.ledger import OFFER, ledger_path
from pbem.store.mails import read_mails
from pbem.store.outbox import read_outbox
from pbem.store.post import Post
from pbem.store.reading import Secret, is_revealed, read_game, read_secret
from pbem.store.times import Running, read_clock
from pbem.store.transaction import commit
from pbem.store.tries import is_due, put_off, read_tries, tries_part
from pbem.store.undone import undone_steps
from pbem.store.writing import locked
from pbem.timing import stamp
from pbem.timing.duty import Due, Reminder, reminder_text
from pbem.workflow import Table, open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.announcing import announced
from pbem.workflow.gate import Gate, own_secret
from pbem.workflow.gathering import gather
from pbem.workflow.hooking import call_hook
from pbem.workflow.mailroom import address_faults, origin_of
from pbem.workflow.owed import owed_sheet
from pbem.workflow.post_notices import post_notices
from pbem.workflow.post_offers import post_offers, unasked
from pbem.workflow.post_reports import Reader, post_reports, readers_of, thread_of, told_moderator, unreported
from pbem.workflow.posting import Draft, posted
from pbem.workflow.proxies import acting, is_over
from pbem.workflow.proxying import ended_by_date
from pbem.workflow.status import Status, status_of
from pbem.workflow.timing import case_of, due, look, reminded
from pbem.workflow.voting import missing_votes, open_offer, told_of_votes

MOST_STEPS = 50  # of one game in one round; what is left comes with the next
OFFERED = "Mails about what is put to the vote are in the outbox: {names}."
NOTICED = "Notices are in the outbox: {names}."
REPORTED = "Reports are in the outbox: {names}."
ADJUDICATED = "Step {step} is adjudicated: {heading}."
DEFAULTED = "Step {step} is adjudicated, with the default for {roles}: {heading}."
GATHERED = "The envelopes of step {step} are gathered."
REMINDED = "{role} is reminded of step {step}."
WOULD_END = "Nobody would play {role} for its player any more."
WOULD_REPORT = "Reports would go to {names}."
WOULD_OFFER = "What is put to the vote would go to {names}."
WOULD_ADJUDICATE = "Step {step} would be adjudicated."
WOULD_DEFAULT = "Step {step} would be adjudicated, with the default for {roles}."
WOULD_GATHER = "The envelopes of step {step} would be gathered."
WOULD_REMIND = "{role} would be reminded of step {step}."
DECIDE = "step {step} waits for you"
DECIDE_TEXT = """\
{said}

Take a sheet that came late with `pbem submit`, or take the defaults:

  pbem adjudicate {game} --expect {step} {defaults}
"""
VOTES = -1  # the same of votes that are in
NO_MAIL = 0  # in place of the number of a mail
CLOCK = "the clock of the machine has leapt"
HOOK = "the hook has failed"
ANSWER = """\
Answer this mail with the sheet filled in, or with a word above it, such as
wait or status:"""
REMINDER = "[{game} {step}] Reminder: you owe {what}"


class Did(Record):
    """What was done with a game, in sentences."""

    said: tuple[str, ...] = ()
    faults: tuple[GameFault, ...] = ()
    withheld: bool = False  # something was not done, because letters may lie where nobody looked

    def __or__(self, other: Did) -> Did:
        return Did(self.said + other.said, self.faults + other.faults, self.withheld or other.withheld)


def play(
    directory: str,
    now: datetime,
    post: Post | None,
    fetched: bool,
    running: Running | None = None,
    believed: bool = False,
) -> Did:
    """Report what is new and adjudicate what is due, until the game waits for somebody."""
    done = Did(ended_by_date(directory, now), tuple(address_faults(read_game(directory))))
    for _ in range(MOST_STEPS):
        done |= _reported(directory, now, post)
        done |= Did(announced(directory, now))
        done |= noticed(directory, now)
        done |= _offered(directory, now)
        more = _stepped(directory, now, fetched, running, believed)
        done |= more.did
        if not more.goes_on:
            break
    return done | Did(announced(directory, now))  # the look itself may have moved it, after a long silence


def noticed(directory: str, now: datetime) -> Did:
    """The notices of a gathering, in the outbox."""
    names = post_notices(directory, now)
    return Did((NOTICED.format(names=", ".join(names)),) if names else ())


def _offered(directory: str, now: datetime) -> Did:
    """What is put to the vote, in the outbox."""
    names = post_offers(directory, now)
    return Did((OFFERED.format(names=", ".join(names)),) if names else ()) | _all_voted(directory, now)


def _all_voted(directory: str, now: datetime) -> Did:
    """That all have voted, where the moderator has no address at which he could be told: twice a day."""
    if OFFER not in read_bytes(ledger_path(directory)):
        return Did()
    with locked(directory):
        table = open_game(directory, told=False)
        offer, tries = open_offer(directory), read_tries(directory)
        told = any(seat.address for seat in table.game.moderators)
        if told or offer is None or missing_votes(table, offer) or not is_due(tries.get(VOTES), stamp(now)):
            return Did()
        commit(directory, (tries_part({**tries, VOTES: put_off(VOTES, "all have voted", stamp(now))}),))
    return Did(told_of_votes(table))


def _reported(directory: str, now: datetime, post: Post | None) -> Did:
    """The reports of the last step, in the outbox; then the hook hears of it."""
    made = post_reports(directory, now, post)
    if not made.names:
        return Did()
    done = Did((REPORTED.format(names=", ".join(made.names)),))
    fault = call_hook(post, made.public) if post is not None and made.public is not None else None
    if fault is not None:
        with locked(directory):
            table, outbox = open_game(directory, told=False), read_outbox(directory)
            text = f"{fault.message}\n\n{fault.hint}\n"
            commit(directory, told_moderator(table, outbox, "trouble", HOOK, text, stamp(now)).parts)
    return done | Did(faults=(fault,) if fault else ())


class Stepped(Record):
    """What one look at a game has done, and whether there may be more to do."""

    did: Did = Did()
    goes_on: bool = False


def _stepped(directory: str, now: datetime, fetched: bool, running: Running | None, believed: bool) -> Stepped:
    found = look(directory, now, fetched, running, believed)
    if found is None:
        return _untimed(directory)
    if found.action == "gather":
        gather(directory, found.defaults)
        return Stepped(Did((GATHERED.format(step=found.step),)), True)
    if found.action == "adjudicate":  # nobody is reminded of what is over
        return Stepped(adjudicated(directory, found.step, found.defaults), True)
    if found.leapt:
        _told_of_leap(directory, found, now)
    did = Did(found.said if found.distrusted or found.withheld else (), withheld=found.withheld) | _reminded(
        directory, found.reminders, now
    )
    return Stepped(did | (_asked(directory, found, now) if found.action == "ask" else Did()))


def _untimed(directory: str) -> Stepped:
    """A game without deadlines goes on when all is in, and never before."""
    table = open_game(directory, told=False)
    found = status_of(table)
    if not is_ready(directory, table, found):
        return Stepped()
    if found.held and not found.gathered:
        gather(directory)
        return Stepped(Did((GATHERED.format(step=table.under_way),)), True)
    return Stepped(adjudicated(directory, table.under_way, ()), True)


def is_ready(directory: str, table: Table, found: Status) -> bool:
    """Whether all is in for the step under way, and it may go on by itself."""
    is_in = bool(table.awaiting) and found.result is None and not is_revealed(directory) and not found.missing
    return is_in and not found.reopened


def adjudicated(directory: str, step: int, defaults: Sequence[str]) -> Did:
    """The step, and all that follows from what is in already."""
    done = adjudicate(directory, defaults, expect=step)
    said = []
    for row in (*done.before, done):
        facts = {"step": row.number, "heading": row.heading, "roles": listed(row.defaulted)}
        said.append((DEFAULTED if row.defaulted else ADJUDICATED).format(**facts))
    return Did(tuple(said))


# mails between the reports


def _reminded(directory: str, reminders: Sequence[Reminder], now: datetime) -> Did:
    """Each reminder is recorded in the change that puts its mail into the outbox."""
    if not reminders:
        return Did()
    with locked(directory):
        table, outbox = open_game(directory, told=False), read_outbox(directory)
        secret = read_secret(table.game)
        readers = readers_of(table, secret)
        for item in reminders:
            for reader in (row for row in readers if row.role == item.role):
                draft = _reminder(table, secret, item, reader)._replace(references=thread_of(outbox.rows, reader.key))
                outbox = posted(outbox, origin_of(table.game), draft, stamp(now))
        commit(directory, (*outbox.parts, *reminded(directory, reminders)))
    return Did(tuple(REMINDED.format(role=item.role, step=item.row.step) for item in reminders))


def _reminder(table: Table, secret: Secret, item: Reminder, reader: Reader) -> Draft:
    """The mail of a reminder, through the gate: what is owed is public, and of the sheets it tells its reader's own."""
    gate, seat = Gate(table, item.role), reader.seat
    name = f"{item.role}.reminder.txt"
    text = gate.passed(lambda seen: _text_again(seen, item), name)
    owed = listed(owed.what for owed in table.awaiting if owed.role == item.role)
    title = REMINDER.format(game=table.game.name, step=table.last.number, what=owed)
    called = seat.name or table.title(item.role)
    own = own_secret(acting(secret, item.role) if reader.proxy else secret, item.role)
    sheet = owed_sheet(table, item.role, own.keys[item.role])
    text = f"{text}\n\n{ANSWER}\n\n{sheet}"
    return Draft(reader.key, called, seat.address, "reminder", title, text, step=table.last.number)


def _text_again(table: Table, item: Reminder) -> str:
    case = case_of(table)
    assert case is not None  # else there would be no reminder
    return reminder_text(
        case, item.role, item.kind, datetime.fromisoformat(item.row.until), datetime.fromisoformat(item.row.at)
    )


def _told_of_leap(directory: str, found: Due, now: datetime) -> None:
    """The moderator is told once of a clock that has leapt."""
    with locked(directory):
        table, outbox = open_game(directory, told=False), read_outbox(directory)
        kind = f"clock-{read_clock(directory).seen}"
        if not any(row.kind == kind for row in outbox.rows):
            text = "\n".join((*found.said, ""))
            commit(directory, told_moderator(table, outbox, kind, CLOCK, text, stamp(now)).parts)


def _asked(directory: str, found: Due, now: datetime) -> Did:
    """The moderator is told once of a step that nobody but him can go on with."""
    with locked(directory):
        table, outbox = open_game(directory, told=False), read_outbox(directory)
        step, undone = table.last.number, len(undone_steps(directory))
        if any((row.kind, row.step) == (f"decide-{undone}", step) for row in outbox.rows):
            return Did()
        defaults = " ".join(f"--default {role}" for role in found.missing)
        text = DECIDE_TEXT.format(said="\n".join(found.said), game=directory, step=found.step, defaults=defaults)
        about = DECIDE.format(step=found.step)
        told = told_moderator(table, outbox, f"decide-{undone}", about, text, stamp(now)).parts
        tries = read_tries(directory)
        if not told and (row := tries.get(NO_MAIL)) and row.why == about and not is_due(row, stamp(now)):
            return Did()  # nobody has an address, so it is said here twice a day, not in every round
        later = put_off(NO_MAIL, about, stamp(now))
        commit(directory, told or (tries_part({**tries, NO_MAIL: later}),))
    return Did(found.said)


# looking on


def planned(directory: str, now: datetime, fetched: bool, running: Running | None = None) -> Did:
    """What a round would do with a game now; nothing is written."""
    table = open_game(directory, told=False)
    secret = read_secret(table.game)
    wanted = unreported(table, secret, read_mails(directory), len(undone_steps(directory)))
    names = [reader.key for reader in wanted]
    over = [role for role, row in secret.proxies.items() if is_over(table.game, row, now)]
    done = Did(tuple(WOULD_END.format(role=role) for role in over), tuple(address_faults(table.game)))
    done |= Did((WOULD_REPORT.format(names=listed(names)),) if names else ())
    asked = [reader.key for reader in unasked(table, secret)]
    done |= Did((WOULD_OFFER.format(names=listed(asked)),) if asked else ())
    found = due(directory, now, fetched, running)
    if found is None:
        is_due = is_ready(directory, table, status_of(table))
        return done | Did((WOULD_ADJUDICATE.format(step=table.under_way),) if is_due else ())
    done |= Did(found.said, withheld=found.withheld)
    reminders = () if found.action in ("adjudicate", "gather") else found.reminders
    done |= Did(tuple(WOULD_REMIND.format(role=item.role, step=found.step) for item in reminders))
    facts = {"step": found.step, "roles": listed(found.defaults)}
    says = {"adjudicate": WOULD_DEFAULT if found.defaults else WOULD_ADJUDICATE, "gather": WOULD_GATHER}
    return done | Did((says[found.action].format(**facts),) if found.action in says else ())
