"""Naming a proxy for a role, and ending it: by command, or when its last day is over."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from secrets import token_hex
from typing import Any, NamedTuple

from pbem.store import GameFault, layout
from pbem.store.keys import key_of
from pbem.store.ledger import ALL, Chains, anchored_change
from pbem.store.reading import Secret, read_secret
from pbem.store.transaction import Part, Put, commit
from pbem.store.writing import locked, secret_data
from pbem.timing import stamp
from pbem.timing.plan import day_of
from pbem.workflow import Table, chosen, open_game
from pbem.workflow.desk_codes import NO_PROXY
from pbem.workflow.desk_telling import PROXY_ENDED
from pbem.workflow.people import guarded_handover, handover_mail
from pbem.workflow.proxies import acting, is_over, reader_of, seated, without_proxy
from pbem.workflow.recording import chains_at, keys_of
from pbem.workflow.reporting import Wish, told_table
from pbem.workflow.running import check_runs
from pbem.workflow.seats import checked_seat


class Named(NamedTuple):
    """A proxy who was named: for which role, until when, the key, and the mail to him."""

    role: str
    title: str
    name: str
    until: str
    key: str
    file: str


def proxy(directory: str, role: str, name: str, address: str, until: str, now: datetime) -> Named:
    """Let somebody play a role for its player, until the end of a day or until it is ended.

    The line of the ledger, the key and the mail with all that the role knows are one change.
    """
    seat = checked_seat(name, address, directory)
    with locked(directory):
        secret, table = told_table(directory, Wish())
        chosen(role, tuple(table.game.players), "role", directory)
        check_runs(table)
        _check(table, secret, role, until, now)
        key = key_of(token_hex(16), role)
        row = {"key": key, "name": seat.name, "address": seat.address, **({"until": until} if until else {})}
        secret = secret._replace(proxies={**secret.proxies, role: row})
        told: dict[str, Any] = {"step": table.last.number, "role": role, "name": seat.name}
        chains = chains_at(table).with_line(ALL, "proxied", **told, **({"until": until} if until else {}))
        own = acting(secret, role)
        files = guarded_handover(table, own, role)
        mail = handover_mail(seated(table, secret, role), own, files, role, reader_of(role), stamp(now))
        commit(directory, (*mail, *_kept(table, secret, chains)))
        file = next(part.name for part in mail if isinstance(part, Put) and part.name.endswith(layout.LETTER))
        return Named(role, table.title(role), seat.name, until, key, layout.path(directory, file))


def _check(table: Table, secret: Secret, role: str, until: str, now: datetime) -> None:
    facts = {"role": role, "game": table.game.directory, "until": until[:40]}
    if role in secret.proxies:
        raise GameFault(NO_PROXY, table.game.directory, form="two", **facts, name=secret.proxies[role]["name"] or "He")
    if until and day_of(until) is None:
        raise GameFault(NO_PROXY, table.game.directory, form="unread", **facts)
    if is_over(table.game, {"until": until}, now):
        raise GameFault(NO_PROXY, table.game.directory, form="past", **facts)


def _kept(table: Table, secret: Secret, chains: Chains) -> tuple[Part, ...]:
    """The secrets as they are now, and the line that stands for the keys in them."""
    facts = {"step": table.last.number, "seal_key": table.game.seal_key, "keys": keys_of(secret)}
    return (Put(layout.SECRET, secret_data(secret)), *anchored_change(chains.with_line(ALL, "keys", **facts)))


def end_proxy(directory: str, role: str) -> str:
    """Let the player of a role play it again: the key of the proxy opens nothing any more; what everybody is told."""
    with locked(directory):
        table = open_game(directory)
        chosen(role, tuple(table.game.players), "role", directory)
        secret = read_secret(table.game)
        if role not in secret.proxies:
            raise GameFault(NO_PROXY, directory, role=role, game=directory)
        return _ended(table, secret, [role])[0]


def ended_by_date(directory: str, now: datetime) -> tuple[str, ...]:
    """End every proxy whose last day is over; what everybody is told."""
    with locked(directory):
        table = open_game(directory, told=False)
        secret = read_secret(table.game)
        over = [role for role, row in secret.proxies.items() if is_over(table.game, row, now)]
        return tuple(_ended(table, secret, over)) if over else ()


def _ended(table: Table, secret: Secret, roles: Sequence[str]) -> list[str]:
    names = {role: secret.proxies[role]["name"] for role in roles}
    chains = chains_at(table)
    for role in roles:
        secret, chains = without_proxy(secret, chains, role, table.last.number)
    commit(table.game.directory, _kept(table, secret, chains))
    return [PROXY_ENDED[bool(name)].format(name=name, title=table.title(role)) for role, name in names.items()]


NAMED = "{name} plays {title} for its player, until the end of {until}. The key for it is {key}"
UNBOUND = "{name} plays {title} for its player, until `pbem proxy {game} {role} --end`. The key for it is {key}"
NEXT = """
The player's own key counts too; of both the last sheet counts, and the ledger marks whose it was. Everybody is told
with the next step. The mail to the proxy has all that the role knows, so it is for nobody else:

  {file}"""


def said(done: Named, directory: str) -> str:
    """What was done, for the moderator."""
    facts = {**done._asdict(), "name": done.name or "Somebody", "game": directory}
    return (NAMED if done.until else UNBOUND).format(**facts) + "\n" + NEXT.format(**facts)
