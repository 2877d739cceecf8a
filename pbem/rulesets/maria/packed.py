"""The tables of a board (M3, M4, M17) in the shape in which the rules use them, and what the rules name of a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core import index
from pbem.core.board import City, Pack, Source, Track
from pbem.rulesets.common import NOUNS
from pbem.rulesets.common.surveying import board, stretched
from pbem.rulesets.maria.powers import GENERALS, POWERS, TRAINS

SUITS = {noun: suit for suit, noun in NOUNS.items()}
NAMED_COUNTRIES = ("silesia", "netherlands", "poland")  # M4.4, M22.1, M19.14
DUTCH, DUTCH_HOMES = "netherlands", ("pragmatic", "austria")
ELECTORS, TWO_SIDED = 9, 4  # M3.7
YEARS, CARDS_A_YEAR = (1741, 1742, 1743, 1744), 6  # M4.9
MARGIN = 20
TRACKS = ("italy", "russia", "saxony")
STANDINGS = {"prussian-ally": "prussia", "neutral": "neutral", "austrian-ally": "austria", "": ""}
NOWHERE, AWAY, WAITING = -1, -3, -4  # in place of a start city: as in state.OFF, AWAY, WAITING


def modules(pack: Pack) -> dict[str, dict[str, Any]]:
    """The modules that hold a board."""
    return {"facts": facts(pack), "telling.atlas": atlas(pack)}


def facts(pack: Pack) -> dict[str, Any]:
    """All that the rules know of a board."""
    cities = pack.cities
    number = {city.id: at for at, city in enumerate(cities)}
    near, main = _roads(pack, number)
    home = {country.id: country.home_of for country in pack.countries}
    return {
        "BOARD": (pack.name, pack.digest),
        "IDS": tuple(city.id for city in cities),
        "NAMES": tuple(city.name for city in cities),
        "X": tuple(city.x for city in cities),
        "Y": tuple(city.y for city in cities),
        "SUIT": "".join(SUITS[city.suit] for city in cities),
        "NEAR": near,
        "MAIN": main,
        "FLANDERS": board(_where(cities, "map", "flanders")),
        "COUNTRIES": tuple((country.id, country.name) for country in pack.countries),
        "COUNTRY": {country.id: board(_where(cities, "country", country.id)) for country in pack.countries},
        "HOME": tuple(board(at for at, c in enumerate(cities) if home.get(c.country) == power) for power in POWERS),
        "CORE": board(at for at, c in enumerate(cities) if c.country in [row.id for row in pack.countries if row.core]),
        "MINOR": board(_where(cities, "kind", "minor")),
        "MAJOR": board(_where(cities, "kind", "major")),
        "ELECTORS": board(at for at, city in enumerate(cities) if city.elector),
        "PIECES": _pieces(pack, number),
        "MARKS": tuple((number[m.city], POWERS.index(m.powers[0])) for m in pack.markers if m.kind == "victory"),
        "SIDES": tuple((number[m.city], m.powers == ("france",)) for m in pack.markers if m.kind == "elector"),
        "OFF_MAP": {box.power: (box.name, number.get(box.return_city, NOWHERE)) for box in pack.boxes.off_map},
        "CARD_BOXES": tuple(POWERS.index(power) for power in pack.card_boxes),
        "TRACKS": {track.id: _track(track) for track in pack.tracks},
        "CARDS": tuple(_card(card) for card in pack.political_cards),
        "CITY_NAMES": tuple(index((at, city.id, city.name) for at, city in enumerate(cities))),
    }


def _where(cities: Sequence[City], field: str, value: str) -> list[int]:
    return [at for at, city in enumerate(cities) if getattr(city, field) == value]


def _roads(pack: Pack, number: Mapping[str, int]) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """For every city its neighbours, and its neighbours by main road."""
    near: list[list[int]] = [[] for _ in number]
    main: list[list[int]] = [[] for _ in number]
    for road in pack.roads:
        a, b = number[road.a], number[road.b]
        for table in (near, main) if road.main else (near,):
            table[a].append(b)
            table[b].append(a)
    return tuple(tuple(sorted(row)) for row in near), tuple(board(row) for row in main)


def _pieces(pack: Pack, number: Mapping[str, int]) -> tuple[tuple[Any, ...], ...]:
    """M3.1, M4.2: id, name, short name, power, rank (0: a train), fewest troops, where it starts."""
    given = {piece.id: piece for piece in pack.setup}
    rows: list[tuple[Any, ...]] = []
    for id_, name, short, power, rank, least in GENERALS:
        found = given.get(f"{POWERS[power]}:{rank}")
        rows.append((id_, found.name if found else name, short, power, rank, least, _start(found, number)))
    for power, count in enumerate(TRAINS):
        for train in range(1, count + 1):
            found = given.get(f"{POWERS[power]}:train{train}")
            rows.append((f"{POWERS[power]}-t{train}", f"T{train}", f"T{train}", power, 0, 0, _start(found, number)))
    return tuple(rows)


def _start(piece: Any, number: Mapping[str, int]) -> int:
    """The set-up city; M4.2: the off-map box, or the box Silesia."""
    if piece is None or piece.place == "beside":
        return NOWHERE
    if piece.place == "box":
        return AWAY if piece.at.startswith("off_map.") else WAITING
    return number[piece.at]


def _track(track: Track) -> tuple[Any, ...]:
    """Left and right in words, the asterisk, the space S, and of each space its standing and icons."""
    spaces = tuple(
        (STANDINGS.get(space.standing, ""), tuple((icon.kind, POWERS.index(icon.power)) for icon in space.icons))
        for space in track.spaces
    )
    return track.left, track.right, track.start, track.annexation_space, spaces


def _card(card: Any) -> tuple[Any, ...]:
    """Id, year, title, powers of its shields, arrows, troops, tactical cards, history."""
    shields = tuple(POWERS.index(power) for power in card.shields)
    arrows = tuple((arrow.track, arrow.side, arrow.steps) for arrow in card.arrows)
    return card.id, card.year, card.title, shields, arrows, card.troops, card.cards, card.history


def atlas(pack: Pack) -> dict[str, Any]:
    """What only the map needs: the rectangles of sectors and maps, and the shapes of the countries (M3.2 to M3.4)."""
    at = {city.id: city for city in pack.cities}
    size = tuple(MARGIN + max(getattr(sector, key) for sector in pack.sectors) for key in ("x_max", "y_max"))
    roads = [(at[r.a].x - at[r.b].x) ** 2 + (at[r.a].y - at[r.b].y) ** 2 for r in pack.roads]
    lands = stretched([(c.x, c.y, c.country) for c in pack.cities], roads, *size)
    whole = stretched([(c.x, c.y, "land") for c in pack.cities], roads, *size)
    return {
        "SIZE": size,
        "SECTORS": tuple((s.id, SUITS[s.suit], s.x_min, s.y_min, s.x_max, s.y_max) for s in pack.sectors),
        "SHAPES": {**whole, **lands},
        "LANDS": tuple((c.id, c.name, POWERS.index(c.home_of) if c.home_of in POWERS else -1) for c in pack.countries),
        "THEATRES": tuple(_extent(pack, name) for name in pack.maps if len(pack.maps) > 1),
    }


def _extent(pack: Pack, name: str) -> tuple[str, int, int, int, int]:
    """One of the maps: the rectangle of its sectors."""
    own = [sector for sector in pack.sectors if sector.map == name]
    corner = min(s.x_min for s in own), min(s.y_min for s in own)
    return (name, *corner, max(s.x_max for s in own), max(s.y_max for s in own))


Missing = tuple[str, Source, Mapping[str, Any]]


def unfit(pack: Pack) -> Iterator[Missing]:
    """What the rules name and the board has not."""
    there = {country.id for country in pack.countries}
    for name in NAMED_COUNTRIES:
        if name not in there:
            yield "named", Source("countries.csv", 0), {"word": name}
    yield from _unfit_netherlands(pack)
    for power in range(len(POWERS)):
        yield from _unfit_power(pack, power)
    yield from _unfit_fortresses(pack)
    yield from _unfit_cards(pack)
    yield from _unfit_tracks(pack)


def _unfit_netherlands(pack: Pack) -> Iterator[Missing]:
    """M22.1, M13.4: the major fortresses where Arenberg comes back are friendly only as somebody's home (M3.6)."""
    land = next((country for country in pack.countries if country.id == DUTCH), None)
    if land is None or land.home_of in DUTCH_HOMES:
        return
    if any(city.kind == "major" and city.country == DUTCH for city in pack.cities):
        yield "friend", land.source, {"land": DUTCH, "who": "Arenberg", "wanted": " or ".join(DUTCH_HOMES)}


def _unfit_fortresses(pack: Pack) -> Iterator[Missing]:
    """M3.6, M3.7, M4.4, M4.8: electors, and the markers that lie there at the start."""
    at, marked = {city.id: city for city in pack.cities}, {marker.city for marker in pack.markers}
    sides = [marker for marker in pack.markers if marker.kind == "elector"]
    for form, found, wanted, file in (
        ("electors", sum(city.elector for city in pack.cities), ELECTORS, "cities.csv"),
        ("sides", len(sides), TWO_SIDED, "markers.csv"),
    ):
        if found != wanted:
            yield form, Source(file, 0), {"found": found, "wanted": wanted}
    for marker in pack.markers:
        if at[marker.city].kind == "town":
            yield "no-fortress", marker.source, {"city": marker.city}
        elif marker in sides and not at[marker.city].elector:
            yield "no-elector", marker.source, {"city": marker.city}
    for city in pack.cities:
        if city.elector and city.kind == "town" and city.id not in marked:
            yield "town", city.source, {"city": city.id}
        if city.country == "silesia" and city.kind != "town" and city.id not in marked:
            yield "unmarked", city.source, {"city": city.id, "land": "silesia"}


def _unfit_cards(pack: Pack) -> Iterator[Missing]:
    """M4.9: six real cards a year, and the Imperial Election in 1742."""
    source = Source("political_cards.csv", 0)
    for year in YEARS:
        found = sum(card.year == year and bool(card.shields) for card in pack.political_cards)
        if found != CARDS_A_YEAR:
            yield "cards", source, {"found": found, "year": year, "wanted": CARDS_A_YEAR}
    elections = [card.year for card in pack.political_cards if not card.shields]
    if elections != [YEARS[1]]:
        yield "election", source, {"found": len(elections), "year": YEARS[1]}


def _unfit_tracks(pack: Pack) -> Iterator[Missing]:
    """M2.4, M3.9, M17.15, M19.12: whom icons send away, and where Saxony stands."""
    away = [box.power for box in pack.boxes.off_map]
    for track in pack.tracks:
        for space in track.spaces:
            for icon in space.icons:
                if icon.kind == "expedition" and icon.power not in away:
                    yield "minor", space.source, {"power": icon.power}
            if track.id == "saxony" and not space.standing:
                yield "standing", space.source, {"found": space.n, "track": track.id}
        if track.id == "saxony":
            yield from _unfit_saxony(track)


def _unfit_saxony(track: Track) -> Iterator[Missing]:
    """M2.4, M19.12: Prussia's ally at the start, and neutral on the space S, if there is one."""
    for number, wanted in ((track.start, "prussian-ally"), (track.annexation_space, "neutral")):
        if number and track.spaces[number - 1].standing not in (wanted, ""):
            yield "space", track.source, {"found": number, "track": track.id, "wanted": wanted}


def _unfit_power(pack: Pack, power: int) -> Iterator[Missing]:
    """M3.1, M4.2, M10.21, M13.4: the pieces that each power needs, and a fortress where they come back."""
    own = [piece for piece in pack.setup if piece.power == POWERS[power]]
    ranks = sorted(piece.rank for piece in own if piece.kind == "general")
    if ranks != [rank for _, _, _, owner, rank, _ in GENERALS if owner == power]:
        named = ", ".join(name for _, name, _, owner, _, _ in GENERALS if owner == power)
        yield "piece", Source("setup.csv", 0), {"power": POWERS[power], "named": named}
    trains = sum(piece.kind == "train" for piece in own)
    if trains != TRAINS[power]:
        yield "trains", Source("setup.csv", 0), {"power": POWERS[power], "found": trains, "wanted": TRAINS[power]}
    lands = [country.id for country in pack.countries if country.home_of == POWERS[power]]
    if not any(city.kind == "major" and city.country in lands for city in pack.cities):
        yield "home", Source("cities.csv", 0), {"power": POWERS[power]}
