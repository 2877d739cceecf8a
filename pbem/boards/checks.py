"""What the tables of a board say of each other: one function for each thing that must be true of every board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from pbem.boards import codes
from pbem.boards.complaints import Ear
from pbem.boards.forms import BoardForm
from pbem.boards.rows import near_to
from pbem.core import Code, bare, listed
from pbem.core.board import City, Pack, Piece, Sector, Source, Track

NEAREST = 6  # two cities that are nearer to each other in both directions lie on one spot
FEW = 5  # names in a sentence
SLACK = 10  # by which edges that were measured may miss each other


def check(pack: Pack, form: BoardForm, say: Ear) -> None:
    """All of them."""
    for one in (names, known, roads_and_ways, places, sectors, set_up, boxes, tracks, objectives):
        one(pack, form, say)
    if pack.complete:
        filled(pack, form, say)
    if pack.complete and not say.has_errors:
        complete(pack, form, say)


def once(rows: Iterable[tuple[Any, Source]], code: Code, say: Ear, **facts: Any) -> None:
    """Whether each key is given once."""
    seen: dict[Any, Source] = {}
    for key, source in sorted(rows, key=lambda row: row[1]):
        if key in seen:
            say(code, source, found=key, other=str(seen[key]), **facts)
        seen.setdefault(key, source)


def names(pack: Pack, form: BoardForm, say: Ear) -> None:
    """Nothing is given twice, and no two cities have one name."""
    for rows in (pack.cities, pack.sectors, pack.countries, pack.setup, pack.political_cards, pack.nations):
        once(((row.id, row.source) for row in rows), codes.TWICE, say)
    once(((box.id, box.source) for box in pack.boxes.victory), codes.TWICE, say)
    once(((marker.city, marker.source) for marker in pack.markers), codes.TWICE, say, form="marker")
    seen: dict[tuple[str, str], Source] = {}
    for road in pack.roads:
        if (road.a, road.b) in seen:
            other = str(seen[road.a, road.b])
            say(codes.TWICE, road.source, form="road", found=road.a, to=road.b, other=other)
        seen.setdefault((road.a, road.b), road.source)
    titles: dict[tuple[str, str], Source] = {}
    for city in sorted(pack.cities, key=lambda city: city.source):
        key = (bare(city.name), city.grid)
        if key in titles and city.name:
            say(codes.TWICE, city.source, form="name", found=city.name, other=str(titles[key]))
        titles.setdefault(key, city.source)


def unknown(found: str, among: Iterable[str], source: Source, say: Ear, form: str = "", known: str = "") -> bool:
    """Complain of a name that is not among these."""
    words = list(among)
    if found in words or not found:  # of what is empty its own column complains
        return False
    near = near_to(found, words) if not form else ""
    say(codes.UNKNOWN_NAME, source, form=form or ("near" if near else ""), found=found, near=near, known=known)
    return True


def known(pack: Pack, form: BoardForm, say: Ear) -> None:
    """Every name that one table takes from another is there."""
    cities = {city.id: None for city in pack.cities}
    lands = [country.id for country in pack.countries]
    sectors = [sector.id for sector in pack.sectors]
    for city in pack.cities:
        unknown(city.country, lands, city.source, say, "country", listed(lands))
        unknown(city.sector, sectors, city.source, say, "sector")
    for road in pack.roads:
        for end in (road.a, road.b):
            unknown(end, cities, road.source, say)
    for marker in pack.markers:
        unknown(marker.city, cities, marker.source, say)
    for box in pack.boxes.off_map:
        unknown(box.return_city, cities, box.source, say)
    _powers(pack, form, say)


def _powers(pack: Pack, form: BoardForm, say: Ear) -> None:
    every, told = form.powers, listed(form.powers)
    named = [(country.home_of, country.source) for country in pack.countries if country.home_of]
    named += [(power, marker.source) for marker in pack.markers for power in marker.powers]
    named += [(piece.power, piece.source) for piece in pack.setup]
    named += [(power, city.source) for city in pack.cities for power in (city.objective_of, city.depot_of) if power]
    named += [(power, card.source) for card in pack.political_cards for power in card.shields]
    named += [(box.power, box.source) for box in pack.boxes.off_map]
    named += [(power, box.source) for box in pack.boxes.victory for power in box.powers]
    named += [(icon.power, space.source) for track in pack.tracks for space in track.spaces for icon in space.icons]
    named += [(nation.id, nation.source) for nation in pack.nations]
    for power, source in named:
        unknown(power, every, source, say, "power", told)


def roads_and_ways(pack: Pack, form: BoardForm, say: Ear) -> None:
    """No road leads back to its own city, and all cities hang together."""
    near: dict[str, set[str]] = {city.id: set() for city in pack.cities}
    for road in pack.roads:
        if road.a == road.b:
            say(codes.ROAD_TO_ITSELF, road.source, city=road.a)
        if road.a in near and road.b in near:
            near[road.a].add(road.b)
            near[road.b].add(road.a)
    source = {city.id: city.source for city in pack.cities}
    parts = _parts(near)
    for part in parts[1:]:
        if len(part) == 1:
            say(codes.CUT_OFF, source[part[0]], city=part[0])
            continue
        named = listed([*part[:FEW], *(["others"] if len(part) > FEW else [])])
        say(codes.CUT_OFF, source[part[0]], form="part", count=len(part), other=parts[0][0], named=named)


def _parts(near: Mapping[str, set[str]]) -> list[list[str]]:
    """The cities that hang together, the largest part first."""
    left, parts = dict.fromkeys(near), []
    while left:
        start = next(iter(left))
        found, front = {start}, {start}
        while front:
            front = {there for here in front for there in near[here]} - found
            found |= front
        parts.append(sorted(found))
        left = {city: None for city in left if city not in found}
    return sorted(parts, key=lambda part: (-len(part), part))


def places(pack: Pack, form: BoardForm, say: Ear) -> None:
    """No two cities lie on one spot."""
    ordered = sorted(pack.cities, key=lambda city: (city.x, city.y, city.id))
    for at, city in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.x - city.x >= NEAREST:
                break
            if abs(other.y - city.y) < NEAREST and other.id != city.id:
                later, first = (city, other) if city.source > other.source else (other, city)
                say(codes.SAME_SPOT, later.source, city=later.id, other=first.id, least=NEAREST)


def sectors(pack: Pack, form: BoardForm, say: Ear) -> None:
    """Sectors lie side by side, and every city in its own, with its suit."""
    by_id = {sector.id: sector for sector in pack.sectors}
    for city in pack.cities:
        if city.sector in by_id:
            _in_sector(city, by_id[city.sector], say)
    held = dict.fromkeys(by_id, 0)
    for city in pack.cities:
        held[city.sector] = held.get(city.sector, 0) + 1
    for sector in pack.sectors:
        if sector.x_min >= sector.x_max or sector.y_min >= sector.y_max:
            say(codes.BAD_SECTOR, sector.source, sector=sector.id)
        if not held[sector.id] and pack.cities:
            say(codes.BAD_SECTOR, sector.source, form="empty", sector=sector.id)
        elif sector.cities not in (-1, held[sector.id]):
            say(
                codes.BAD_SECTOR,
                sector.source,
                form="count",
                sector=sector.id,
                found=held[sector.id],
                said=sector.cities,
            )
    _overlaps(pack.sectors, say)


def _in_sector(city: City, sector: Sector, say: Ear) -> None:
    if city.suit != sector.suit:
        say(codes.OTHER_SUIT, city.source, city=city.id, found=city.suit, sector=sector.id, suit=sector.suit)
    if city.map != sector.map:
        say(codes.OUTSIDE, city.source, form="map", city=city.id, sector=sector.id, map=city.map)
    elif not (sector.x_min <= city.x < sector.x_max and sector.y_min <= city.y < sector.y_max):
        edges = {key: getattr(sector, key) for key in ("x_min", "y_min", "x_max", "y_max")}
        say(codes.OUTSIDE, city.source, city=city.id, sector=sector.id, x=city.x, y=city.y, **edges)


def _overlaps(rows: tuple[Sector, ...], say: Ear) -> None:
    ordered = sorted(rows, key=lambda sector: (sector.x_min, sector.source))
    for at, one in enumerate(ordered):
        for two in ordered[at + 1 :]:
            if two.x_min + SLACK >= one.x_max:
                break
            beside = one.y_min + SLACK >= two.y_max or two.y_min + SLACK >= one.y_max
            if one.map == two.map and not beside and one.id != two.id:
                later, first = (one, two) if one.source > two.source else (two, one)
                say(codes.BAD_SECTOR, later.source, form="overlap", sector=later.id, other=first.id)


def set_up(pack: Pack, form: BoardForm, say: Ear) -> None:
    """Every piece starts at one place that is there, and what the tables say of it agrees."""
    cities = [city.id for city in pack.cities]
    box_ids = [f"off_map.{box.power}" for box in pack.boxes.off_map]
    box_ids += [f"victory.{box.id}" for box in pack.boxes.victory]
    for piece in pack.setup:
        _piece(piece, say)
        if piece.place == "city" and piece.at:
            unknown(piece.at, cities, piece.source, say)
        elif piece.place == "box" and piece.at:
            unknown(piece.at, box_ids, piece.source, say, "box", listed(box_ids) or "none")
    for power in form.powers:
        ranks = [(p.rank, p.source) for p in pack.setup if (p.power, p.kind) == (power, "general") and p.rank]
        once(ranks, codes.TWICE, say, form="rank", power=power)
    _stacks(pack, say)
    _repeated(pack, say)


def _piece(piece: Piece, say: Ear) -> None:
    if piece.place != "beside" and not piece.at:
        say(codes.WRONG_START, piece.source, form="nowhere", piece=piece.id)
    if piece.place == "beside" and piece.at:
        say(codes.WRONG_START, piece.source, form="beside", piece=piece.id, found=piece.at)
    if (piece.kind == "general") != bool(piece.rank):
        say(codes.WRONG_START, piece.source, form="no-rank" if piece.rank else "rank", piece=piece.id)
    if not piece.id.startswith(f"{piece.power}:"):
        say(codes.WRONG_START, piece.source, form="power", piece=piece.id, power=piece.power)


def _stacks(pack: Pack, say: Ear) -> None:
    standing: dict[str, list[Piece]] = {}
    for piece in pack.setup:
        if piece.place == "city":
            standing.setdefault(piece.at, []).append(piece)
    most = 2 if pack.form == "politics" else 3
    for city, there in standing.items():
        if len(there) > most or (len(there) > 1 and any(piece.kind != "general" for piece in there)):
            say(codes.WRONG_START, there[-1].source, form="stack", count=len(there), city=city)


def _repeated(pack: Pack, say: Ear) -> None:
    """The column of cities that repeats the set-up, where there is one."""
    if not any(city.setup for city in pack.cities):
        return
    for city in pack.cities:
        starts = [_short(piece, pack) for piece in pack.setup if (piece.place, piece.at) == ("city", city.id)]
        found, told = listed(city.setup), listed(starts)
        if sorted(city.setup) != sorted(starts):
            form = "" if city.setup and starts else "none" if city.setup else "missing"
            say(codes.SETUP_DIFFERS, city.source, form=form, city=city.id, found=found, starts=told)


def _short(piece: Piece, pack: Pack) -> str:
    """How the column of cities names a piece; where trains have no number of their own, by a T."""
    return f"{piece.power}:T" if pack.nations and piece.kind == "train" else piece.id


def boxes(pack: Pack, form: BoardForm, say: Ear) -> None:
    """The lists of boxes and the set-up agree."""
    starts = {piece.id: piece for piece in pack.setup}
    listed_in = [(f"off_map.{box.power}", box.start, box.source) for box in pack.boxes.off_map]
    listed_in += [(f"victory.{box.id}", box.start, box.source) for box in pack.boxes.victory]
    for box, pieces, source in listed_in:
        for id_ in pieces:
            if not unknown(id_, starts, source, say, "piece") and starts[id_].at != box:
                say(codes.WRONG_START, source, form="listed", box=box, piece=id_)
    lists = {box: pieces for box, pieces, _ in listed_in}
    for piece in pack.setup:
        if piece.place == "box" and piece.at in lists and piece.id not in lists[piece.at]:
            say(codes.WRONG_START, piece.source, piece=piece.id, box=piece.at)


def tracks(pack: Pack, form: BoardForm, say: Ear) -> None:
    """The spaces of each track are 1, 2, 3, and what names a space names one that is there."""
    for track in pack.tracks:
        if not track.spaces:
            say(codes.TRACK_GAP, track.source, form="none", track=track.id)
            continue
        for at, space in enumerate(track.spaces, start=1):
            if space.n != at:
                say(codes.TRACK_GAP, space.source, track=track.id, found=space.n, wanted=at)
        for name, number in (("start", track.start), ("annexation", track.annexation_space)):
            if number > len(track.spaces):
                say(codes.TRACK_GAP, track.source, form=name, track=track.id, found=number, last=len(track.spaces))
        _standings(track, form, say)


def _standings(track: Track, form: BoardForm, say: Ear) -> None:
    order = form.tables["tracks.toml"].facts["standings"]
    standing = [space for space in track.spaces if space.standing in order]
    for before, space in pairwise(standing):
        if order.index(space.standing) < order.index(before.standing):
            say(codes.TRACK_GAP, space.source, form="standing", track=track.id, found=space.n, standing=space.standing,
                known=listed(order, "then"))  # fmt: skip


def objectives(pack: Pack, form: BoardForm, say: Ear) -> None:
    """An objective has an order, and nothing else has."""
    for city in pack.cities:
        if bool(city.objective_of) != bool(city.objective_order):
            say(codes.ODD_OBJECTIVE, city.source, form="order" if city.objective_order else "", city=city.id)


def filled(pack: Pack, form: BoardForm, say: Ear) -> None:
    """Whether each table that every board fills in has rows; a table with faults in it has some."""
    rows = {
        "cities.csv": pack.cities, "roads.csv": pack.roads, "sectors.csv": pack.sectors, "setup.csv": pack.setup,
        "pieces.csv": pack.setup, "political_cards.csv": pack.political_cards,
    }  # fmt: skip
    begun = {complaint.source.file for complaint in say.heard if complaint.source.line}
    for file in form.tables:
        if file in rows and not rows[file] and file not in begun:
            say(codes.INCOMPLETE, Source(file, 0), form="empty")


def complete(pack: Pack, form: BoardForm, say: Ear) -> None:
    """Whether all is there that a game needs, as far as the form says it."""
    for word, expected in (
        form.tables.get("setup.csv", form.tables["cities.csv"]).facts.get("count", {}).get("kind", {}).items()
    ):
        found = sum(piece.kind == word for piece in pack.setup)
        if found != expected:
            say(codes.INCOMPLETE, Source("setup.csv", 0), found=found, word=word, wanted=expected)
    for power in form.great:
        if power not in [box.power for box in pack.boxes.off_map]:
            say(codes.INCOMPLETE, Source("boxes.toml", 0), form="box", power=power)
    for track in form.tables["tracks.toml"].facts["tracks"] if "tracks.toml" in form.tables else ():
        if track not in [one.id for one in pack.tracks]:
            say(codes.INCOMPLETE, Source("tracks.toml", 0), form="track", track=track)
    if sorted(pack.card_boxes) != sorted(form.great):
        say(codes.INCOMPLETE, Source("tracks.toml", 0), form="order", known=listed(form.great))
