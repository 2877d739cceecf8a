"""Where the picture of the castle can be pointed at (R2): its guard posts and the birds, by the ids of offers."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.picture import Spot, Spots, Token
from pbem.rulesets.fredericus import words
from pbem.rulesets.fredericus.castle import POST, in_sector, middle_of, on_post
from pbem.rulesets.fredericus.geometry import TOWERS
from pbem.rulesets.fredericus.shapes import Point, at
from pbem.rulesets.fredericus.state import BIRD_NAMES, ROLES, State, seat_of

HALF = 16  # of a bird in the picture
POST_NAME = "post {number}"
YOURS, THEIRS = "Your {bird} on post {post}", "The {bird} of {falconer} on post {post}"
HOODED = "{about}, hooded"


def spots(view: State, role: str | None) -> Spots:
    """The guard posts, and all birds that stand on one or are hooded inside it."""
    middle, own = middle_of(view), seat_of(view, role)
    posts = [spot(tower, at(middle, tower, POST)) for tower in TOWERS]
    return Spots(tuple(posts), tuple(birds(view, middle, own)), () if own is None else (ROLES[own],))


def spot(tower: int, place: Point) -> Spot:
    """A guard post."""
    name = POST_NAME.format(number=tower)
    return Spot(str(tower), name, name, round(place.x, 1), round(place.y, 1))


def birds(view: State, middle: Point, own: int | None) -> Iterator[Token]:
    """Every bird where it is drawn."""
    for tower in TOWERS:
        for hooded, found in ((False, on_post(view, middle, tower)), (True, in_sector(view, middle, tower))):
            for place, (seat, which) in found:
                yield bird(place, tower, seat, which, seat == own, hooded)


def bird(place: Point, tower: int, seat: int, which: int, is_own: bool, hooded: bool) -> Token:
    """A bird; the own ones are called as orders call them."""
    name = BIRD_NAMES[which]
    facts = {"bird": name, "falconer": words.seat_name(seat), "post": str(tower)}
    about = (YOURS if is_own else THEIRS).format(**facts)
    box = tuple([round(number, 1) for number in (place.x - HALF, place.y - HALF, place.x + HALF, place.y + HALF)])
    id_ = name if is_own else f"{ROLES[seat]}-{name}"
    return Token((id_,), (name,), ROLES[seat], str(tower), HOODED.format(about=about) if hooded else about, box)
