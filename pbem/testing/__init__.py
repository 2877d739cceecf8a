"""The contract as a suite: what holds for every ruleset, ours and those in packages of their own.

``python -m pbem.testing NAME`` runs it on an installed ruleset, ``python -m pbem.testing MODULE:RULESET`` on one that
is not installed. A test suite can run the same checks one by one::

    @pytest.mark.parametrize("check", CHECKS)
    @pytest.mark.parametrize("trial", trials("meadow"))
    def test_the_contract(check, trial):
        assert [] == complaints(check, trial)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from pbem.testing.ahead import ahead
from pbem.testing.counting import figures
from pbem.testing.explaining import foresight, reasons
from pbem.testing.finding import trials
from pbem.testing.groups import altered
from pbem.testing.offering import offers
from pbem.testing.paper import facts, purity, signatures
from pbem.testing.play import files, games, hashes, order, standing, unchanged
from pbem.testing.secrecy import events, exchanged, reports, twins, views
from pbem.testing.sheets import at_home, sheets
from pbem.testing.trial import Trial
from pbem.workflow.simulate import place_of

__all__ = ["CHECKS", "Trial", "altered", "complaints", "trials"]

Check = Callable[[Trial], Iterator[str]]
CHECKS: dict[str, Check] = {
    check.__name__: check
    for check in (signatures, facts, purity, games, standing, unchanged, order, hashes, files, views, twins,
                  exchanged, events, reports, sheets, at_home, ahead, foresight, reasons, figures, offers)
}  # fmt: skip
MOST = 5  # complaints of one check: the first tells more than the hundredth


def complaints(name: str, trial: Trial) -> list[str]:
    """What a check finds wrong with a ruleset; an exception is one more thing that is wrong."""
    found: list[str] = []
    try:
        found.extend(islice(CHECKS[name](trial), MOST))
    except Exception as error:
        found.append(f"{type(error).__name__}: {error} ({place_of(error)})")
    return found
