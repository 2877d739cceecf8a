"""Boards damaged one way each: what is done to a sound board, and the code and form of the complaint it gets."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pbem.boards import SHIPPED, TITLES, Examined
from pbem.workflow.boards import inspected

Damage = Callable[[Path], None]


class Spoilt(NamedTuple):
    """A damage, and the first complaint it leads to."""

    code: str
    form: str
    title: str
    place: str
    damage: Damage
    base: str = "house"


def edit(file: str, *pairs: str) -> Damage:
    """Put one text in the place of another; several such pairs one after the other."""

    def work(folder: Path) -> None:
        text = (folder / file).read_bytes().decode()
        for old, new in zip(pairs[::2], pairs[1::2], strict=True):
            assert old in text, (file, old)
            text = text.replace(old, new, 1)
        (folder / file).write_bytes(text.encode())

    return work


def add(file: str, *lines: str) -> Damage:
    """Add lines at the end."""
    return changed(file, lambda data: data + "".join(f"{line}\n" for line in lines).encode())


def filled(file: str, data: bytes) -> Damage:
    return lambda folder: (folder / file).write_bytes(data) and None


def gone(file: str) -> Damage:
    return lambda folder: (folder / file).unlink()


def changed(file: str, change: Callable[[bytes], bytes]) -> Damage:
    return lambda folder: (folder / file).write_bytes(change((folder / file).read_bytes())) and None


def both(*damages: Damage) -> Damage:
    def work(folder: Path) -> None:
        for damage in damages:
            damage(folder)

    return work


def folder_for_file(folder: Path) -> None:
    (folder / "roads.csv").unlink()
    (folder / "roads.csv").mkdir()


def linked_out(folder: Path) -> None:
    shutil.move(folder / "roads.csv", folder.parent / "roads-elsewhere.csv")
    (folder / "roads.csv").symlink_to(folder.parent / "roads-elsewhere.csv")


def two_parts(folder: Path) -> None:
    """Freiburg and Villingen hang together, and no other road leads to them."""
    lines = (folder / "roads.csv").read_text(encoding="utf-8").splitlines(keepends=True)
    pair = ("freiburg", "villingen")
    kept = [row for row in lines if sum(f",{city}," in f",{row}" for city in pair) != 1]
    assert len(kept) < len(lines)
    (folder / "roads.csv").write_text("".join(kept), encoding="utf-8")


def numbered_track(folder: Path) -> None:
    """Russia is a number, and the table of that name is called otherwise."""
    text = (folder / "tracks.toml").read_text(encoding="utf-8").replace("[russia", "[norway")
    (folder / "tracks.toml").write_text(text.replace("card_boxes =", "russia = 1\ncard_boxes ="), encoding="utf-8")


CASES = (
    Spoilt("BD101", "", "a table is missing", "markers.csv", gone("markers.csv")),
    Spoilt("BD102", "", "a folder bears the name of a table", "roads.csv", folder_for_file),
    Spoilt("BD102", "link", "a table is a link that leads elsewhere", "roads.csv", linked_out),
    Spoilt("BD103", "", "a table is a film", "markers.csv", filled("markers.csv", b"x" * 1_000_002)),
    Spoilt(
        "BD103",
        "line",
        "a line has no end",
        "markers.csv:2",
        filled("markers.csv", b"city,marker,power,from_pool\n" + b"y" * 5_000 + b"\n"),
    ),
    Spoilt(
        "BD103",
        "rows",
        "a table has thousands of rows",
        "markers.csv:5002",
        filled("markers.csv", b"city,marker,power,from_pool\n" + b"koeln,elector,france,no\n" * 5_001),
    ),
    Spoilt(
        "BD104",
        "",
        "a table is Latin-1",
        "cities.csv:38",
        changed("cities.csv", lambda data: data.decode().encode("latin-1", "replace")),
    ),
    Spoilt(
        "BD104",
        "utf16",
        "a table is UTF-16",
        "roads.csv:1",
        changed("roads.csv", lambda data: data.decode().encode("utf-16")),
    ),
    Spoilt(
        "BD105",
        "",
        "a table has a byte order mark",
        "cities.csv:1",
        changed("cities.csv", lambda data: b"\xef\xbb\xbf" + data),
    ),
    Spoilt(
        "BD106",
        "",
        "a name has a sign that cannot be seen",
        "cities.csv:2",
        edit("cities.csv", "Aachen", "Aach\u200ben"),
    ),
    Spoilt("BD106", "", "a name has a byte 0 in it", "cities.csv:2", edit("cities.csv", "Aachen", "Aach\0en")),
    Spoilt(
        "BD106",
        "ends",
        "the lines end with a carriage return alone",
        "roads.csv:1",
        changed("roads.csv", lambda data: data.replace(b"\n", b"\r")),
    ),
    Spoilt("BD107", "", "quotes are not closed", "cities.csv:2", edit("cities.csv", "Aachen", '"Aachen')),
    Spoilt(
        "BD107",
        "semicolon",
        "semicolons stand for commas",
        "roads.csv:1",
        changed("roads.csv", lambda data: data.replace(b",", b";")),
    ),
    Spoilt("BD107", "empty", "a table is empty", "roads.csv:1", filled("roads.csv", b"")),
    Spoilt("BD108", "", "the boxes are no TOML", "boxes.toml:5", edit("boxes.toml", '"Ostpreussen"', "Ostpreussen")),
    Spoilt(
        "BD109",
        "form",
        "the board has a form that nobody knows",
        "board.toml:3",
        edit("board.toml", '"politics"', '"economics"'),
    ),
    Spoilt(
        "BD110",
        "",
        "hundreds of rows name a country that is not there",
        "board",
        both(
            edit("countries.csv", "france,France", "frankreich,France"),
            edit("countries.csv", "empire,Empire", "reich,Empire"),
            edit("countries.csv", "core-austria,Core-Austria", "kern,Core-Austria"),
            edit("countries.csv", "prussia,Prussia", "preussen,Prussia"),
            edit("countries.csv", "saxony,Saxony", "sachsen,Saxony"),
        ),
    ),
    Spoilt("BD201", "", "a column is missing", "roads.csv:1", edit("roads.csv", "a,b,class", "a,b,kind")),
    Spoilt(
        "BD202",
        "",
        "a table has a column of another",
        "markers.csv:1",
        edit("markers.csv", "from_pool,rule", "from_pool,weather"),
    ),
    Spoilt(
        "BD202",
        "near",
        "the name of a column has a slip",
        "cities.csv:1",
        edit("cities.csv", "id,name,map,country", "id,name,map,contry"),
    ),
    Spoilt("BD202", "twice", "a column is there twice", "roads.csv:1", edit("roads.csv", "a,b,class", "a,a,class")),
    Spoilt("BD202", "unnamed", "a column has no name", "roads.csv:1", edit("roads.csv", "a,b,class", "a,,class")),
    Spoilt(
        "BD203",
        "",
        "a row has a value too many",
        "roads.csv:2",
        edit("roads.csv", "aachen,koeln,main", "aachen,koeln,main,wide"),
    ),
    Spoilt(
        "BD204",
        "",
        "a road has a class that nobody knows",
        "roads.csv:2",
        edit("roads.csv", "aachen,koeln,main", "aachen,koeln,wide"),
    ),
    Spoilt(
        "BD204", "number", "a city lies beyond all boards", "cities.csv:2", edit("cities.csv", ",706,536,", ",706,-5,")
    ),
    Spoilt(
        "BD204",
        "yes",
        "an elector is perhaps one",
        "cities.csv:2",
        edit("cities.csv", "empire,town,no,hearts,H-c3r2,706", "empire,town,perhaps,hearts,H-c3r2,706"),
    ),
    Spoilt("BD204", "empty", "a city has no name", "cities.csv:2", edit("cities.csv", "aachen,Aachen,", "aachen,,")),
    Spoilt(
        "BD204",
        "id",
        "a short name has an umlaut",
        "countries.csv:4",
        edit("countries.csv", "core-austria,", "Kern-Österreich,"),
    ),
    Spoilt(
        "BD204", "plain", "the name of a piece has a space", "setup.csv:2", edit("setup.csv", "france:1,", "france 1,")
    ),
    Spoilt(
        "BD204",
        "arrow",
        "a card moves a marker nine spaces",
        "political_cards.csv:2",
        edit("political_cards.csv", ",,,L1,0", ",,,L9,0"),
    ),
    Spoilt("BD204", "long", "a name is a novel", "cities.csv:2", edit("cities.csv", "Aachen", "Aachen" * 20)),
    Spoilt(
        "BD205",
        "",
        "a road leads to a city that is not there",
        "roads.csv:2",
        edit("roads.csv", "aachen,koeln,main", "aachen,xxxxxx,main"),
    ),
    Spoilt(
        "BD205",
        "near",
        "the name of a city has a slip",
        "roads.csv:2",
        edit("roads.csv", "aachen,koeln,main", "aachen,koelln,main"),
    ),
    Spoilt(
        "BD205",
        "country",
        "a city lies in a country that is not there",
        "cities.csv:2",
        edit("cities.csv", "aachen,Aachen,flanders,empire", "aachen,Aachen,flanders,spain"),
    ),
    Spoilt(
        "BD205",
        "sector",
        "a city lies in a sector that is not there",
        "cities.csv:2",
        edit("cities.csv", "hearts,H-c3r2,706", "hearts,H-c9r9,706"),
    ),
    Spoilt(
        "BD205",
        "power",
        "a country is the home of a power that is not there",
        "countries.csv:6",
        edit("countries.csv", "france,France,flanders,france", "france,France,flanders,spain"),
    ),
    Spoilt(
        "BD205",
        "piece",
        "a box lists a piece that is not there",
        "boxes.toml:4",
        edit("boxes.toml", 'start = ["prussia:4"]', 'start = ["prussia:4", "prussia:9"]'),
    ),
    Spoilt(
        "BD205",
        "box",
        "a piece starts in a box that is not there",
        "setup.csv:17",
        edit("setup.csv", "off_map.prussia", "off_map.spain"),
    ),
    Spoilt(
        "BD206",
        "",
        "a city is there twice",
        "cities.csv:302",
        add("cities.csv", "aachen,Aix,flanders,empire,town,no,hearts,H-c3r2,600,590,"),
    ),
    Spoilt(
        "BD206",
        "",
        "a piece is set up twice",
        "setup.csv:34",
        add("setup.csv", "saxony:train1,saxony,train,,train 1,city,pirna,,,"),
    ),
    Spoilt(
        "BD206", "road", "a road is there in both directions", "roads.csv:487", add("roads.csv", "koeln,aachen,minor")
    ),
    Spoilt(
        "BD206",
        "name",
        "two cities have one name",
        "cities.csv:3",
        edit("cities.csv", "abbeville,Abbeville", "abbeville,Aachen"),
    ),
    Spoilt(
        "BD206", "marker", "two markers lie on a city", "markers.csv:13", add("markers.csv", "koeln,elector,france,no,")
    ),
    Spoilt(
        "BD206",
        "rank",
        "a power has two generals of one rank",
        "setup.csv:3",
        edit("setup.csv", "france:2,france,general,2,", "france:2,france,general,1,"),
    ),
    Spoilt("BD207", "", "a table is there that no board has", "weather.csv", filled("weather.csv", b"day,rain\n")),
    Spoilt(
        "BD207",
        "near",
        "the name of a table has a slip",
        "marker.csv",
        both(gone("markers.csv"), filled("marker.csv", b"x\n")),
    ),
    Spoilt(
        "BD208", "", "a track does not say where it starts", "tracks.toml:8", edit("tracks.toml", "start = 4\n", "")
    ),
    Spoilt(
        "BD208",
        "unknown",
        "a box has a key that nobody knows",
        "boxes.toml:6",
        edit("boxes.toml", "return_city =", "back_city ="),
    ),
    Spoilt("BD208", "empty", "a box has no name", "boxes.toml:5", edit("boxes.toml", '"Ostpreussen"', '""')),
    Spoilt("BD208", "text", "the name of a box is a number", "boxes.toml:5", edit("boxes.toml", '"Ostpreussen"', "7")),
    Spoilt(
        "BD208",
        "number",
        "a track starts at a word",
        "tracks.toml:11",
        edit("tracks.toml", "start = 4\n", 'start = "four"\n'),
    ),
    Spoilt(
        "BD208",
        "list",
        "the pieces in a box are one text",
        "boxes.toml:7",
        edit("boxes.toml", '["prussia:4"]', '"prussia:4"'),
    ),
    Spoilt(
        "BD208",
        "tables",
        "the icons of a space are a text",
        "tracks.toml:15",
        edit("tracks.toml", '[{ kind = "victory", power = "france" }]', '"victory"'),
    ),
    Spoilt("BD208", "table", "a track is a number", "tracks.toml:6", numbered_track),
    Spoilt(
        "BD208",
        "word",
        "an icon is of a kind that nobody knows",
        "tracks.toml:15",
        edit("tracks.toml", 'kind = "victory"', 'kind = "defeat"'),
    ),
    Spoilt("BD208", "truth", "a board is complete by a word", "board.toml:4", add("board.toml", 'complete = "nearly"')),
    Spoilt(
        "BD301",
        "",
        "a road leads back to its city",
        "roads.csv:2",
        edit("roads.csv", "aachen,koeln,main", "aachen,aachen,main"),
    ),
    Spoilt(
        "BD302",
        "",
        "no road leads to a city",
        "cities.csv:302",
        add("cities.csv", "nowhere,Nowhere,flanders,empire,town,no,hearts,H-c3r2,600,590,"),
    ),
    Spoilt("BD302", "part", "two cities are cut off", "cities.csv:85", two_parts),
    Spoilt(
        "BD303",
        "",
        "a city has another suit than its sector",
        "cities.csv:2",
        edit("cities.csv", "hearts,H-c3r2,706", "clubs,H-c3r2,706"),
    ),
    Spoilt(
        "BD304", "", "a city does not lie in its sector", "cities.csv:2", edit("cities.csv", ",706,536,", ",706,936,")
    ),
    Spoilt(
        "BD304",
        "map",
        "a city is on another map than its sector",
        "cities.csv:2",
        edit("cities.csv", "aachen,Aachen,flanders", "aachen,Aachen,bohemia"),
    ),
    Spoilt(
        "BD305",
        "",
        "a sector ends before it begins",
        "sectors.csv:2",
        edit("sectors.csv", "C-c1r1,clubs,flanders,1,1,20,10,287,508", "C-c1r1,clubs,flanders,1,1,287,10,20,508"),
    ),
    Spoilt(
        "BD305",
        "overlap",
        "two sectors lie over each other",
        "sectors.csv:3",
        edit("sectors.csv", "1,2,20,508,287,606", "1,2,20,408,287,606"),
    ),
    Spoilt(
        "BD305",
        "count",
        "a sector holds more cities than it says",
        "sectors.csv:2",
        edit("sectors.csv", "287,508,3", "287,508,4"),
    ),
    Spoilt(
        "BD305",
        "empty",
        "a sector holds no city",
        "sectors.csv:46",
        add("sectors.csv", "C-c99,clubs,flanders,9,9,20,1300,287,1400,"),
    ),
    Spoilt(
        "BD306",
        "",
        "two cities lie on one spot",
        "cities.csv:302",
        both(
            add("cities.csv", "aix,Aix,flanders,empire,town,no,hearts,H-c3r2,707,537,"),
            add("roads.csv", "aix,koeln,minor"),
        ),
    ),
    Spoilt(
        "BD307",
        "",
        "cities and set-up name other pieces",
        "cities.csv:5",
        edit("cities.csv", "bavaria:train1", "bavaria:1"),
    ),
    Spoilt(
        "BD307",
        "none",
        "cities name a piece that starts elsewhere",
        "cities.csv:2",
        edit("cities.csv", ",706,536,", ",706,536,france:1"),
    ),
    Spoilt(
        "BD307",
        "missing",
        "cities do not name a piece that starts there",
        "cities.csv:5",
        edit("cities.csv", "bavaria:train1", ""),
    ),
    Spoilt(
        "BD308",
        "",
        "a piece starts in a box that does not list it",
        "setup.csv:17",
        edit("boxes.toml", 'start = ["prussia:4"]', "start = []"),
    ),
    Spoilt(
        "BD308",
        "listed",
        "a box lists a piece that starts on the map",
        "boxes.toml:4",
        edit("boxes.toml", 'start = ["prussia:4"]', 'start = ["prussia:4", "prussia:3"]'),
    ),
    Spoilt(
        "BD308",
        "nowhere",
        "a piece starts nowhere",
        "setup.csv:2",
        edit("setup.csv", ",city,fontainebleau,", ",city,,"),
    ),
    Spoilt(
        "BD308",
        "beside",
        "a piece beside the board stands on a city",
        "setup.csv:33",
        edit("setup.csv", "hussar 2,beside,,", "hussar 2,beside,prag,"),
    ),
    Spoilt(
        "BD308",
        "stack",
        "a train shares its city",
        "setup.csv:23",
        edit("setup.csv", ",city,nuernberg,", ",city,neumarkt,"),
    ),
    Spoilt(
        "BD308",
        "rank",
        "a general has no rank",
        "setup.csv:2",
        edit("setup.csv", "france:1,france,general,1,", "france:1,france,general,,"),
    ),
    Spoilt(
        "BD308",
        "no-rank",
        "a train has a rank",
        "setup.csv:22",
        edit("setup.csv", "france,train,,train 1", "france,train,1,train 1"),
    ),
    Spoilt(
        "BD308",
        "power",
        "a piece is called after another power",
        "setup.csv:2",
        edit("setup.csv", "france:1,france", "austria:9,france"),
    ),
    Spoilt("BD309", "", "a track has a gap", "tracks.toml:16", edit("tracks.toml", "n = 2", "n = 3")),
    Spoilt(
        "BD309",
        "none",
        "a track has no spaces",
        "tracks.toml:35",
        both(
            changed(
                "tracks.toml",
                lambda data: (
                    data.split(b"[russia]")[0]
                    + b'[russia]\nleft = "a"\nright = "b"\nstart = 1\n\n[saxony]'
                    + data.split(b"[saxony]")[1]
                ),
            )
        ),
    ),
    Spoilt(
        "BD309",
        "start",
        "a track starts beyond its end",
        "tracks.toml:8",
        edit("tracks.toml", "start = 4", "start = 8"),
    ),
    Spoilt(
        "BD309",
        "annexation",
        "the annexation space is beyond the end",
        "tracks.toml:59",
        edit("tracks.toml", "annexation_space = 4", "annexation_space = 9"),
    ),
    Spoilt(
        "BD309",
        "standing",
        "a power is neutral before it is an ally",
        "tracks.toml:81",
        edit("tracks.toml", 'standing = "neutral"', 'standing = "austrian-ally"'),
    ),
    Spoilt(
        "BD310",
        "",
        "a general is missing",
        "setup.csv",
        both(
            edit("setup.csv", "saxony:1,saxony,general,1,Rutowski,city,dresden,I8,I8,yes\n", ""),
            edit("cities.csv", ",saxony:1", ","),
        ),
    ),
    Spoilt(
        "BD310",
        "box",
        "a power has no box",
        "boxes.toml",
        edit("boxes.toml", '[off_map.pragmatic]\nname = "England"', '[off_map.bavaria]\nname = "England"'),
    ),
    Spoilt(
        "BD310",
        "track",
        "a track is missing",
        "tracks.toml",
        changed("tracks.toml", lambda data: data.split(b"[saxony]")[0]),
    ),
    Spoilt(
        "BD310",
        "order",
        "a power has no box for cards",
        "tracks.toml",
        edit("tracks.toml", '"pragmatic", "austria"]', '"austria"]'),
    ),
    Spoilt(
        "BD310",
        "empty",
        "a table has no rows",
        "roads.csv",
        both(
            filled("cities.csv", b"id,name,country,suit,sector,grid,x,y,objective_of,objective_order,depot_of\n"),
            filled("roads.csv", b"a,b,class\n"),
            filled("sectors.csv", b"sector,suit,x_min,y_min,x_max,y_max\n"),
            filled("pieces.csv", b"nation,kind,rank,name,start_city_id\n"),
        ),
        "friedrich",
    ),
    Spoilt(
        "BD310",
        "objective",
        "a nation has no objective",
        "cities.csv",
        changed("cities.csv", lambda data: data.replace(b",sweden,1,", b",,,").replace(b",sweden,2,", b",,,")),
        "friedrich",
    ),
    Spoilt(
        "BD310",
        "depot",
        "a nation has no depot",
        "cities.csv",
        changed("cities.csv", lambda data: data.replace(b",,,hanover,", b",,,,")),
        "friedrich",
    ),
    Spoilt(
        "BD310",
        "named",
        "the board lacks a city that the rules name",
        "cities.csv",
        both(
            *(
                changed(file, lambda data: data.replace(b"kuestrin", b"festung"))
                for file in ("cities.csv", "roads.csv", "pieces.csv")
            )
        ),
        "friedrich",
    ),
    Spoilt(
        "BD310",
        "piece",
        "a general has another name",
        "pieces.csv",
        edit("pieces.csv", "Winterfeldt", "Sommerfeldt"),
        "friedrich",
    ),
    Spoilt(
        "BD310",
        "trains",
        "a nation has one train fewer",
        "pieces.csv",
        both(
            changed(
                "pieces.csv",
                lambda data: b"".join(row for row in data.splitlines(keepends=True) if b"gemuenden" not in row),
            ),
            changed("cities.csv", lambda data: data.replace(b"france:T", b"", 1)),
        ),
        "friedrich",
    ),
    Spoilt(
        "BD310",
        "nation",
        "the nations are in another order",
        "nations.csv",
        changed(
            "nations.csv",
            lambda data: b"".join([*data.splitlines(keepends=True)[:1], *data.splitlines(keepends=True)[:0:-1]]),
        ),
        "friedrich",
    ),
    Spoilt(
        "BD311",
        "",
        "an objective has no order",
        "cities.csv:54",
        changed("cities.csv", lambda data: data.replace(b",austria,1,", b",austria,,", 1)),
        "friedrich",
    ),
    Spoilt(
        "BD311",
        "order",
        "a city that nobody wants has an order",
        "cities.csv:2",
        edit("cities.csv", "284,616,,,,", "284,616,,1,,"),
        "friedrich",
    ),
)


def board_of(base: str) -> Path:
    """The folder of a sound board."""
    return Path(TITLES) / base / "data" if base == "friedrich" else Path(SHIPPED) / base


def spoilt(case: Spoilt, folder: Path) -> Examined:
    """What is said of a board after its damage."""
    shutil.copytree(board_of(case.base), folder)
    case.damage(folder)
    return inspected(str(folder))
