"""The shapes of countries, of an invented island of two lands."""

from __future__ import annotations

from pbem.rulesets.common.surveying import GRAIN, REACH, outlines

# Two rows of cities: those to the left are of the hills, those to the right of the lakes.
PLACES = [(x, y, "hills" if x < 300 else "lakes") for x in range(100, 501, 50) for y in (100, 150, 200)]


def inside(ring: tuple[int, ...], x: float, y: float) -> bool:
    """Whether a spot lies within a closed line."""
    points = list(zip(ring[::2], ring[1::2], strict=True))
    found = False
    for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
        if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
            found = not found
    return found


def test_every_city_lies_within_its_own_country_and_no_other() -> None:
    shapes = outlines(PLACES, 600, 300)

    assert ["hills", "lakes"] == sorted(shapes)
    for x, y, country in PLACES:
        assert {country} == {name for name, rings in shapes.items() if any(inside(ring, x, y) for ring in rings)}


def test_the_border_runs_halfway_between_the_cities() -> None:
    shapes = outlines(PLACES, 600, 300)

    assert inside(shapes["hills"][0], 275 - GRAIN, 150)
    assert inside(shapes["lakes"][0], 275 + GRAIN, 150)


def test_far_from_every_city_is_sea() -> None:
    for rings in outlines(PLACES, 600, 300).values():
        assert len(rings) == 1
        assert not inside(rings[0], 5, 5)
        assert min(rings[0][::2]) >= 100 - REACH - GRAIN
        assert max(rings[0][1::2]) <= 200 + REACH + GRAIN


def test_a_hole_far_from_every_city_is_land_all_the_same() -> None:
    """Round a lake of land: cities in a ring, whose middle is out of reach and yet no sea."""
    ring = [
        (x, y, "hills") for x in range(100, 501, 50) for y in range(100, 501, 50) if x in (100, 500) or y in (100, 500)
    ]
    shapes = outlines(ring, 600, 600)

    assert 1 == len(shapes["hills"])
    assert inside(shapes["hills"][0], 300, 300)
