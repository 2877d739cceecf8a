"""Proxies: who plays a role for its player for a while, as letters and mails know him.

He has a key and an address of his own, in secret.toml. The player may write too; of both the last sheet counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from pbem.store.ledger import ALL, Chains
from pbem.store.reading import Game, Player, Secret
from pbem.timing.calendar import day_at
from pbem.timing.plan import plan_of
from pbem.workflow import Table


def reader_of(role: str) -> str:
    """How mails to the proxy of a role are called, and counted apart from those to its player."""
    return f"{role}-proxy"


def seat_of(row: Mapping[str, str]) -> Player:
    """The proxy as a person who gets mails."""
    return Player(row["name"], row["address"])


def acting(secret: Secret, role: str) -> Secret:
    """The secrets as far as the proxy of a role is told any: the key of the role is his."""
    return secret._replace(keys={**secret.keys, role: secret.proxies[role]["key"]})


def seated(table: Table, secret: Secret, role: str) -> Table:
    """The table with the proxy in the seat of a role."""
    players = {**table.game.players, role: seat_of(secret.proxies[role])}
    return table._replace(game=table.game._replace(players=players))


def is_over(game: Game, row: Mapping[str, str], when: datetime) -> bool:
    """Whether the last day of a proxy is over, by the clocks of the players."""
    plan = plan_of(game)
    today = day_at(plan, when) if plan is not None else when.astimezone(UTC).date()
    return bool(row.get("until")) and today.isoformat() > row["until"]


def without_proxy(secret: Secret, chains: Chains, role: str, step: int) -> tuple[Secret, Chains]:
    """The secrets without the proxy of a role, and the line that tells it; nothing changes where there is none."""
    if role not in secret.proxies:
        return secret, chains
    left = {name: row for name, row in secret.proxies.items() if name != role}
    name = secret.proxies[role]["name"]
    return secret._replace(proxies=left), chains.with_line(ALL, "proxy-ended", step=step, role=role, name=name)
