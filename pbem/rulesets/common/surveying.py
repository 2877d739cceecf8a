"""The shapes of countries, computed from the cities: a spot belongs to the country of its nearest city."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

GRAIN = 10  # side of the squares the board is cut into
REACH = 58  # farther than this from every city is sea, or off the board
NEAR_LINES = 10  # sector lines nearer to each other than this are one line
Spot = tuple[int, int]
Places = Sequence[tuple[int, int, str]]  # x, y, country


def outlines(places: Places, width: int, height: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """For every country the closed lines around it, as x, y, x, y, ..."""
    land = cut(places, width, height)
    countries = sorted(set(land.values()))
    return {name: tuple(rings_of({spot for spot, c in land.items() if c == name})) for name in countries}


def stretched(places: Places, roads: Iterable[int], width: int, height: int) -> dict[str, tuple[tuple[int, ...], ...]]:
    """The same of a board with longer roads, given by the squares of their lengths: land reaches as far as they do."""
    squares = sorted(roads)
    reach = max(REACH, int(squares[len(squares) * 9 // 10] ** 0.5) * 3 // 4) if squares else REACH
    near = [(x * REACH // reach, y * REACH // reach, country) for x, y, country in places]
    found = outlines(near, width * REACH // reach, height * REACH // reach)
    return {land: tuple(tuple(n * reach // REACH for n in ring) for ring in rings) for land, rings in found.items()}


def cut(places: Places, width: int, height: int) -> dict[Spot, str]:
    """The squares of the board with the country of the nearest city; sea is left out."""
    buckets: dict[Spot, list[tuple[int, int, str]]] = {}
    for place in places:
        buckets.setdefault((place[0] // REACH, place[1] // REACH), []).append(place)
    board = [(column, row) for row in range(height // GRAIN + 1) for column in range(width // GRAIN + 1)]
    land = {}
    for spot in board:
        country = nearest(buckets, *middle(spot))
        if country:
            land[spot] = country
    sea = outside(set(board) - set(land), width, height)
    for spot in board:
        if spot not in land and spot not in sea:  # far from every city, but no sea
            x, y = middle(spot)
            land[spot] = min(((px - x) ** 2 + (py - y) ** 2, country) for px, py, country in places)[1]
    return land


def middle(spot: Spot) -> Spot:
    return spot[0] * GRAIN + GRAIN // 2, spot[1] * GRAIN + GRAIN // 2


def outside(empty: set[Spot], width: int, height: int) -> set[Spot]:
    """The empty squares that hang together with the edge of the board."""
    right, bottom = width // GRAIN, height // GRAIN
    front = {spot for spot in empty if spot[0] in (0, right) or spot[1] in (0, bottom)}
    found = set(front)
    while front:
        steps = {(x + dx, y + dy) for x, y in front for dx, dy in ((0, 1), (0, -1), (1, 0), (-1, 0))}
        front = (steps & empty) - found
        found |= front
    return found


def nearest(buckets: dict[Spot, list[tuple[int, int, str]]], x: int, y: int) -> str:
    """The country of the nearest city within reach."""
    column, row = x // REACH, y // REACH
    near = [
        ((px - x) ** 2 + (py - y) ** 2, country)
        for c in (column - 1, column, column + 1)
        for r in (row - 1, row, row + 1)
        for px, py, country in buckets.get((c, r), ())
    ]
    best = min(near, default=(REACH**2 + 1, ""))
    return best[1] if best[0] <= REACH**2 else ""


def rings_of(spots: set[Spot]) -> Iterator[tuple[int, ...]]:
    """The smoothed border lines of a set of squares, largest first."""
    after: dict[Spot, list[Spot]] = {}
    for column, row in sorted(spots):
        corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        for side, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
            if (column + dx, row + dy) not in spots:
                after.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    rings = []
    while after:
        start = min(after)
        ring = [start]
        while (following := step(after, ring)) != start:
            ring.append(following)
        rings.append(ring)
    for ring in sorted(rings, key=lambda ring: (-len(ring), ring)):
        if len(ring) > 12:  # less is a speck between three countries
            yield flat(thinned(smoothed(smoothed(smoothed([(x * GRAIN, y * GRAIN) for x, y in ring])))))


def step(after: dict[Spot, list[Spot]], ring: list[Spot]) -> Spot:
    """The next corner of a border; where two borders touch, the one that turns right."""
    here = ring[-1]
    choices = after[here]
    if len(choices) > 1 and len(ring) > 1:
        dx, dy = here[0] - ring[-2][0], here[1] - ring[-2][1]
        choices.sort(key=lambda to: (dx * (to[1] - here[1]) - dy * (to[0] - here[0]), to))
    chosen = choices.pop()
    if not choices:
        del after[here]
    return chosen


def smoothed(ring: list[Spot]) -> list[Spot]:
    """Every corner drawn towards its two neighbours."""
    last = len(ring)
    return [
        (
            (ring[at - 1][0] + 2 * ring[at][0] + ring[(at + 1) % last][0] + 2) // 4,
            (ring[at - 1][1] + 2 * ring[at][1] + ring[(at + 1) % last][1] + 2) // 4,
        )
        for at in range(last)
    ]


def thinned(ring: list[Spot]) -> list[Spot]:
    """The line without the points that lie almost straight between the point kept before and the one after."""
    kept = [ring[0]]
    for at in range(1, len(ring) - 1):
        (ax, ay), (bx, by), (cx, cy) = kept[-1], ring[at], ring[at + 1]
        area = abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax))
        if area > 24 or abs(cx - ax) + abs(cy - ay) > 60:
            kept.append(ring[at])
    return [*kept, ring[-1]]


def flat(ring: list[Spot]) -> tuple[int, ...]:
    return tuple(number for spot in ring for number in spot)


def board(cities: Iterable[int]) -> int:
    """A set of cities as one whole number."""
    return sum(1 << city for city in cities)


def joined(numbers: Iterable[int]) -> dict[int, int]:
    """Every number with the middle of the bundle it belongs to."""
    bundles: list[list[int]] = []
    for number in sorted(set(numbers)):
        if bundles and number - bundles[-1][-1] <= NEAR_LINES:
            bundles[-1].append(number)
        else:
            bundles.append([number])
    return {number: bundle[len(bundle) // 2] for bundle in bundles for number in bundle}
