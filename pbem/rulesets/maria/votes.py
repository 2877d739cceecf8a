"""The imperial election: who has how many votes, and whom they elect (M18)."""

from collections.abc import Iterable, Mapping

CHARLES, FRANCIS = "charles", "francis"
CANDIDATES = (CHARLES, FRANCIS)
NEEDED = 5  # M18.2


def elected(votes: Iterable[Mapping[str, int]]) -> str:
    """M18.2: the candidate with five of the nine votes, or nobody (on a board with fewer electors)."""
    cast = list(votes)
    sums = {name: sum([ballot.get(name, 0) for ballot in cast]) for name in CANDIDATES}
    return next((name for name in CANDIDATES if sums[name] >= NEEDED), "")
