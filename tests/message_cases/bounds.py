"""What has an end: texts, versions, the ledger; archives cut off or converted; keys and seeds that changed."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any
from unittest import mock

from battle_game import view_of

from games import play_steps
from message_cases.common import GAME, case, written
from message_cases.letters import good, other
from pbem.store.ledger import read_chains
from pbem.store.reading import Player
from pbem.workflow.journal import undo
from pbem.workflow.new import Plan, new
from pbem.workflow.publish import publish
from pbem.workflow.reporting import Wish, report
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit
from pbem.workflow.verify import verify


@case("PB546", "a reason without end")
def long_reason() -> Any:
    play_steps(GAME, 1)
    undo(GAME, "Anna's second sheet was overlooked. " * 20)


@case("PB546", "a deadline without end")
def long_deadline() -> Any:
    return report(GAME, wish=Wish(by="Sunday evening, or Monday " * 20))


@case("PB546", "a number of the world at length")
def long_beacon() -> Any:
    return new(Plan("summer", seed="a", beacon="the lottery of 28 November 2026, " * 20))


@case("PB546", "a name without end")
def long_name() -> Any:
    return new(Plan("summer", seed="a", players={"frederick": Player("Anna " * 100)}))


@case("PB546", "an address without end")
def long_address() -> Any:
    return new(Plan("summer", seed="a", players={"frederick": Player("Anna", f"{'a' * 300}@example.org")}))


@case("PB547", "a ledger that is full")
def full_ledger() -> Any:
    with mock.patch("pbem.store.ledger.RESERVE", 16 * 1024 * 1024):
        return submit(written("orders.toml", good()), GAME)


@case("PB534", "a ledger beyond all bounds")
def endless_ledger() -> Any:
    with mock.patch("pbem.store.ledger.LIMIT", 1000):
        return read_chains(GAME, ())


@case("PB214", "one version too many")
def too_many_versions() -> Any:
    with mock.patch("pbem.workflow.submit.MOST_VERSIONS", 1):
        submit(written("orders.toml", good()), GAME)
        return submit(written("orders.toml", other()), GAME).answer


@case("PB535", "a publication that was cut off")
def cut_off() -> Any:
    publish(GAME, "archive")
    Path("archive", ".change").write_bytes(b"pbem change 1")
    verify("archive")


@case("PB686", "an archive that git has converted")
def converted() -> Any:
    publish(GAME, "archive")
    ledger = Path("archive", "ledger.toml")
    ledger.write_bytes(ledger.read_bytes().replace(b"\n", b"\r\n"))
    return verify("archive")


@case("PB660", "a view with another key than before")
def changed_key() -> Any:
    return sealed_for_another(("seal_key", "age1another"))


@case("PB660", "a view with another seed than before")
def changed_seed() -> Any:
    return sealed_for_another(("seed_commitment", "5f" * 32))


def sealed_for_another(change: tuple[str, str]) -> Any:
    """A sheet sealed with a view, after the first one was kept and something in it changed."""
    view = Path(view_of(GAME, "frederick"))
    table = tomllib.loads(view.read_text())
    view.write_text(view.read_text().replace(table[change[0]], change[1]))
    Path("settings").mkdir()
    key = "age1before" if change[0] == "seal_key" else table["seal_key"]
    keys = f'[keys]\n{GAME} = "{key}"\n[commitments]\n{GAME} = "{table["seed_commitment"]}"\n'
    Path("settings", "seal-keys.toml").write_text(f"format = 1\n{keys}")
    with mock.patch.dict(os.environ, PBEM_CONFIG=os.path.abspath("settings")):
        return seal(written("orders.toml", good()), str(view))
