"""Winter scores, and who wins among several (M13.7, M23)."""

from collections.abc import Iterable, Mapping, Sequence


def winter_sums(winters: Iterable[Sequence[int]], powers: Sequence[int]) -> dict[int, int]:
    """M23.3: what each great power has added up; ``winters`` has a row for each winter, in the order of the powers."""
    rows = list(winters)
    return {power: sum([row[at] for row in rows]) for at, power in enumerate(powers)}


def best_of(figures: Mapping[int, int], players: Mapping[int, str], order: Sequence[str]) -> tuple[int, ...]:
    """M23.2, M23.4: the powers with the least figure whose player comes first in the order; one player may have two.

    Surpluses are passed as negative numbers, winter sums as they are.
    """
    least = min(figures.values())
    tied = [power for power, figure in figures.items() if figure == least]
    first = min([order.index(players[power]) for power in tied])
    return tuple([power for power in tied if order.index(players[power]) == first])
