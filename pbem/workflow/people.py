"""Somebody else plays a role: a new key, a hand-over report, and what was sent before kept or dropped."""

from __future__ import annotations

import os
from secrets import token_hex
from typing import Any, NamedTuple

from pbem.core import listed
from pbem.store import layout
from pbem.store.inbox import kept, versions
from pbem.store.keys import key_of
from pbem.store.layout import SECRET
from pbem.store.ledger import ALL, Chains, anchored_change
from pbem.store.reading import Player, Secret, read_secret
from pbem.store.transaction import Part, Put, commit
from pbem.store.writing import locked, secret_data
from pbem.workflow import Table, chosen, open_game
from pbem.workflow.dropping import dropped_part
from pbem.workflow.finals import newest_final
from pbem.workflow.gate import Gate
from pbem.workflow.keeping import with_sheet
from pbem.workflow.proxies import without_proxy
from pbem.workflow.recording import chains_at, is_gathered, keys_of
from pbem.workflow.reporting import File, Wish, guarded_reports, guarded_view, recorded, told_since, told_table
from pbem.workflow.running import check_runs
from pbem.workflow.seats import checked_seat, seats_part
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


def replace(directory: str, role: str, name: str, address: str = "", later: bool = False, drop: bool = False) -> Change:
    """Let somebody else play a role: at once, or with ``later`` from the next step on, until when the old key counts.

    ``drop``: the sheet for the step under way and the orders ahead of who leaves do not count any more.
    """
    seat = checked_seat(name, address, directory)
    with locked(directory):
        table = open_game(directory)
        chosen(role, tuple(table.game.players), "role", directory)
        check_runs(table)
        secret, chains, left = read_secret(table.game), chains_at(table), left_by(table, role)
        drop = drop and not later
        first = table.under_way + later
        facts = {"step": table.last.number, "role": role, "name": seat.name, "first": first}
        chains = chains.with_line(ALL, "replaced", **facts, **({"dropped": True} if drop else {}))
        key = key_of(token_hex(16), role)
        parts, chains = (_later if later else _now)(table, secret, chains, role, seat, key)
        gone, chains = _dropped(table, secret, chains, role, left) if drop else ((), chains)
        commit(directory, (*parts, *gone, *anchored_change(chains)))
        files = () if later else _handed_over(directory, role)
        return Change(role, table.title(role), first, key, left, drop, tuple(files))


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
) -> tuple[tuple[Part, ...], Chains]:
    secret, chains = without_proxy(secret._replace(keys={**secret.keys, role: key}), chains, role, table.last.number)
    facts = {"step": table.last.number, "seal_key": table.game.seal_key, "keys": keys_of(secret)}
    parts = (Put(SECRET, secret_data(secret)), seats_part(table.game.directory, {f"roles.{role}": ("player", seat)}))
    return parts, chains.with_line(ALL, "keys", **facts)


def _later(
    table: Table, secret: Secret, chains: Chains, role: str, seat: Player, key: str
) -> tuple[tuple[Part, ...], Chains]:
    coming = {**secret.coming, role: {"key": key, "name": seat.name, "address": seat.address}}
    return (Put(SECRET, secret_data(secret._replace(coming=coming))),), chains


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
NOTHING = "Nothing had been sent for what is to come."
HAND_OVER = "Send the hand-over report to the newcomer, and to nobody else:"
THEN = "When the step is adjudicated, write the hand-over report:\n\n  pbem replace {game} {role} --report"


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
    end = [HAND_OVER, "", *(f"  {path}" for path in done.files)] if done.files else [
        THEN.format(game=directory, role=done.role)]  # fmt: skip
    return "\n".join([*lines, "", *end])
