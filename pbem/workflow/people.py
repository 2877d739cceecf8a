"""Somebody else plays a role: a new key, a hand-over report, and what was sent before kept or dropped."""

from __future__ import annotations

import os
from collections.abc import Sequence
from secrets import token_hex
from typing import Any, NamedTuple

from pbem.core import listed
from pbem.mail.outgoing import Attached
from pbem.store import layout
from pbem.store.inbox import kept, versions
from pbem.store.keys import key_of
from pbem.store.layout import SECRET
from pbem.store.ledger import ALL, Chains, anchored_change
from pbem.store.mails import MailRow, mails_part, read_mails, with_mail
from pbem.store.manifest import digest
from pbem.store.outbox import read_outbox, unsent
from pbem.store.reading import Player, Secret
from pbem.store.transaction import Move, Part, Put, commit
from pbem.store.undone import undone_steps
from pbem.store.writing import locked, secret_data
from pbem.workflow import Table, chosen, open_game
from pbem.workflow.dropping import dropped_part
from pbem.workflow.finals import newest_final
from pbem.workflow.gate import Gate
from pbem.workflow.keeping import with_sheet
from pbem.workflow.mailroom import origin_of
from pbem.workflow.posting import Draft, posted
from pbem.workflow.proxies import reader_of, without_proxy
from pbem.workflow.recording import chains_at, is_gathered, keys_of
from pbem.workflow.reporting import File, Wish, guarded_reports, guarded_view, recorded, told_since, told_table
from pbem.workflow.running import check_runs
from pbem.workflow.seats import checked_seat, seats_part
from pbem.workflow.told_lines import events_of
from pbem.workflow.withdrawing import withdrawal

BEGINNING = -1  # a hand-over report tells everything since the set-up


class Left(NamedTuple):
    """What a player who leaves had sent, for the newcomer to know."""

    sheet: int  # the version that counts for the step under way; 0 if there is none
    ahead: tuple[str, ...]  # coming decisions that are ordered
    standing: bool  # bids or answers that stand until they are withdrawn


class Change(NamedTuple):
    """What was done: the role, since when, the key, what had been sent, and the files of the hand-over."""

    role: str
    title: str
    first: int
    key: str
    left: Left
    dropped: bool
    files: tuple[str, ...]
    aside: tuple[str, ...] = ()  # mails to who leaves that had not gone out yet


def replace(
    directory: str, role: str, name: str, address: str = "", later: bool = False, drop: bool = False, now: str = ""
) -> Change:
    """Let somebody else play a role: at once, or with ``later`` from the next step on, until when the old key counts.

    ``drop``: the sheet for the step under way and the orders ahead of who leaves do not count any more. ``now``: when
    that is known and the newcomer has an address, the hand-over report is put into the outbox, too.
    """
    seat = checked_seat(name, address, directory)
    with locked(directory):
        secret, table = told_table(directory, Wish())
        chosen(role, tuple(table.game.players), "role", directory)
        check_runs(table)
        chains, left = chains_at(table), left_by(table, role)
        drop = drop and not later
        first = table.under_way + later
        facts = {"step": table.last.number, "role": role, "name": seat.name, "first": first}
        chains = chains.with_line(ALL, "replaced", **facts, **({"dropped": True} if drop else {}))
        key = key_of(token_hex(16), role)
        if later:
            commit(directory, (*_later(secret, role, seat, key), *anchored_change(chains)))
            return Change(role, table.title(role), first, key, left, drop, ())
        gone, chains = _dropped(table, secret, chains, role, left) if drop else ((), chains)
        parts, secret, chains = _now(table, secret, chains, role, seat, key)
        files, more, chains = _taken_over(_after(table, chains, role, seat, drop), secret, chains, role, now)
        waiting = _unsent(directory, role)
        aside = tuple(Move(layout.outgoing(*mail), layout.refused(*mail)) for mail in waiting)
        commit(directory, (*parts, *gone, *more, *aside, *anchored_change(chains)))
        names = tuple(layout.mail_name(*mail) for mail in waiting)
        return Change(role, table.title(role), first, key, left, drop, files, names)


def _unsent(directory: str, role: str) -> list[tuple[int, str]]:
    """The mails that wait for who leaves, and for who played in his place: nobody is to be sent them any more."""
    return [mail for mail in unsent(directory) if mail[1] in (role, reader_of(role))]


def _after(table: Table, chains: Chains, role: str, seat: Player, drop: bool) -> Table:
    """The table as the newcomer finds it."""
    game = table.game._replace(players={**table.game.players, role: seat})
    ahead = tuple(item for item in table.last.ahead if not (drop and item.role == role))
    news = (*table.news, *events_of(game, table.ruleset, chains.added))
    return table._replace(game=game, last=table.last._replace(ahead=ahead), news=news)


def _taken_over(
    table: Table, secret: Secret, chains: Chains, role: str, now: str
) -> tuple[tuple[str, ...], tuple[Part, ...], Chains]:
    """The hand-over report as files, and as a mail to who has an address; the paths, the parts, the lines."""
    files = guarded_handover(table, secret, role)
    parts, chains = recorded(table, secret, files, chains)
    folder = os.path.join(table.game.directory, layout.reports(table.last.number))
    mail = handover_mail(table, secret, files, role, role, now) if now and table.game.players[role].address else ()
    return tuple(os.path.join(folder, name) for name, _ in files), (*parts, *mail), chains


def left_by(table: Table, role: str) -> Left:
    """What a role has sent for what is to come."""
    final = newest_final(table, versions(table.game.directory, table.under_way).get(role, []))
    ahead = tuple(item.what for item in table.kept if item.role == role)
    group, standing = table.ruleset.ahead, False
    if group is not None:
        view = table.ruleset.secrets.view_of(table.state, role)
        standing = group.with_standing(view, role, {"withdraw": ["*"], "answers": []}) != view
    return Left(final[0].number if final else 0, ahead, standing)


def _now(
    table: Table, secret: Secret, chains: Chains, role: str, seat: Player, key: str
) -> tuple[tuple[Part, ...], Secret, Chains]:
    secret, chains = without_proxy(secret._replace(keys={**secret.keys, role: key}), chains, role, table.last.number)
    facts = {"step": table.last.number, "seal_key": table.game.seal_key, "keys": keys_of(secret)}
    parts = (Put(SECRET, secret_data(secret)), seats_part(table.game.directory, {f"roles.{role}": ("player", seat)}))
    return parts, secret, chains.with_line(ALL, "keys", **facts)


def _later(secret: Secret, role: str, seat: Player, key: str) -> tuple[Part, ...]:
    coming = {**secret.coming, role: {"key": key, "name": seat.name, "address": seat.address}}
    return (Put(SECRET, secret_data(secret._replace(coming=coming))),)


def _dropped(table: Table, secret: Secret, chains: Chains, role: str, left: Left) -> tuple[tuple[Part, ...], Chains]:
    """Orders ahead dropped, and the sheet of who leaves withdrawn; gathered envelopes stay, for they are bound."""
    parts = (dropped_part(table, role),)
    if not left.sheet or is_gathered(table, chains):
        return parts, chains
    sheet, text = withdrawal(table, secret, role)
    version = versions(table.game.directory, table.under_way)[role][0].number + 1
    chains = with_sheet(table, secret, chains, sheet, version, text)
    return (*parts, kept(table.under_way, role, version, text)), chains


def settled(table: Table, secret: Secret, chains: Chains, number: int) -> tuple[tuple[Part, ...], Chains]:
    """Those who take over with a step that is being written: their keys count from now on, and the seats are theirs."""
    keys = {role: row["key"] for role, row in secret.coming.items()}
    after = secret._replace(keys={**secret.keys, **keys}, coming={})
    for role in keys:
        after, chains = without_proxy(after, chains, role, number)
    facts = {"step": number, "seal_key": table.game.seal_key, "keys": keys_of(after)}
    rows = secret.coming.items()
    seats = {f"roles.{role}": ("player", Player(row["name"], row["address"])) for role, row in rows}
    parts = (seats_part(table.game.directory, seats), Put(SECRET, secret_data(after)))
    return parts, chains.with_line(ALL, "keys", **facts)


# the hand-over report


def handed_over(directory: str, role: str) -> list[str]:
    """Write the hand-over report of a role anew, for whoever plays it now; the paths."""
    with locked(directory):
        table = open_game(directory)
        chosen(role, tuple(table.game.players), "role", directory)
        return _handed_over(directory, role)


def _handed_over(directory: str, role: str) -> list[str]:
    """All that a role knows, from the beginning of the game, with its view and the sheet that it owes."""
    secret, table = told_table(directory, Wish())
    files = guarded_handover(table, secret, role)
    parts, chains = recorded(table, secret, files, chains_at(table))
    commit(directory, (*parts, *chains.change))
    return [os.path.join(directory, layout.reports(table.last.number), name) for name, _ in files]


HANDED = "[{game} {step}] You play {title}"
MAIL = "handover"  # the kind of the mail


KEY = "Your key, which proves with your address that a letter is yours:\n\n  {key}\n"


def handover_mail(
    table: Table, secret: Secret, files: Sequence[File], role: str, reader: str, now: str
) -> tuple[Part, ...]:  # fmt: skip
    """The same as a mail that enters the outbox, to who sits in the seat of the role: his report of the last step.

    Where nothing is owed the report has no sheet, and so no key in it.
    """
    (_, text), (name, view) = files
    key = secret.keys[role]
    said = text.decode() if key in text.decode() else f"{text.decode().rstrip()}\n\n{KEY.format(key=key)}"
    seat, directory = table.game.players[role], table.game.directory
    subject = HANDED.format(game=table.game.name, step=table.last.number, title=table.title(role))
    draft = Draft(
        reader, seat.name or table.title(role), seat.address, MAIL, subject, said,
        attached=(Attached(name, "application/toml", view),), step=table.last.number,
    )  # fmt: skip
    outbox = posted(read_outbox(directory), origin_of(table.game), draft, now)
    row = MailRow(table.last.number, reader, len(undone_steps(directory)), digest(text))
    return (mails_part(with_mail(read_mails(directory), row)), *outbox.parts)


def guarded_handover(table: Table, secret: Secret, role: str) -> list[File]:
    """The report and the view, through the leak gate."""
    told_of, since = told_since(table, role, BEGINNING)
    gate = Gate(told_of, role)
    text = guarded_reports(gate, secret, ("txt",), since=since)["txt"]
    return [(layout.handover_name(role), text.encode()), guarded_view(gate, secret, role)]


# what is said


NOW = "{title} is played by {name} from now on. The old key counts no more; the new one is {key}"
LATER = "{title} is played by {name} from step {first} on. Until then the old key counts, and after it {key}"
SENT = "Version {version} of the sheet for the step under way was sent by who leaves."
AHEAD = "Who leaves has given orders for coming decisions: {what}."
STANDING = 'Bids or answers of who leaves stand until the newcomer withdraws them: withdraw = ["*"] in a sheet.'
KEPT = "The sheet and the orders ahead stay as they are until the newcomer sends others; --drop drops them at once."
DROPPED = "The sheet and the orders ahead do not count any more."
ASIDE = (
    "Mails to who leaves that had not gone out were put aside, into the folder refused; the hand-over report tells what"
    " they told: {names}."
)
NOTHING = "Nothing had been sent for what is to come."
HAND_OVER = (
    "The hand-over report is for the newcomer and for nobody else; where there is an address, the outbox has it:"
)
THEN = (
    "When the step is adjudicated, `pbem mail tick` sends a report that tells all since the beginning. By hand:\n\n"
    "  pbem replace {game} {role} --report"
)


def said(done: Change, directory: str, name: str) -> str:
    """What a replacement did, for the moderator."""
    facts: dict[str, Any] = {"title": done.title, "name": name or "somebody else", "first": done.first, "key": done.key}
    left = done.left
    lines = [(NOW if done.files else LATER).format(**facts), ""]
    lines += [SENT.format(version=left.sheet)] if left.sheet else []
    lines += [AHEAD.format(what=listed(left.ahead))] if left.ahead else []
    lines += [DROPPED if done.dropped else KEPT] if left.sheet or left.ahead else []
    lines += [STANDING] if left.standing else []
    lines += [] if left.sheet or left.ahead or left.standing else [NOTHING]
    lines += [ASIDE.format(names=", ".join(done.aside))] if done.aside else []
    end = [HAND_OVER, "", *(f"  {path}" for path in done.files)] if done.files else [
        THEN.format(game=directory, role=done.role)]  # fmt: skip
    return "\n".join([*lines, "", *end])
