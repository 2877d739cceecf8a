"""Boards as folders of tables: read by name or by path, checked, and told apart by a digest.

``load`` gives a whole and sound board or says in one fault what is wrong with it; ``examine`` tells everything that is.
"""

from __future__ import annotations

import os
from typing import NamedTuple

from pbem.boards import codes, reading
from pbem.boards.checks import check
from pbem.boards.codes import UNSOUND as UNSOUND
from pbem.boards.complaints import Complaint, Ear
from pbem.boards.digest import digest_of
from pbem.boards.files import text_of
from pbem.boards.forms import BoardForm, form_ids, form_of
from pbem.boards.leaves import Leaf, leaf_of
from pbem.boards.rows import near_to, rows_of
from pbem.core import listed
from pbem.core.board import Pack, Source
from pbem.store import GameFault, why_of

HERE = os.path.dirname(os.path.abspath(__file__))
SHIPPED = os.path.join(HERE, "data")
TITLES = os.path.join(os.path.dirname(HERE), "rulesets")  # a title can have a board of its own among its data
ABOUT = "board.toml"  # what the board is called; it may be left out
FEW = 20  # tables that a board has not are named


class Examined(NamedTuple):
    """What was found of a board: the board itself where nothing is wrong with it, all complaints, and what was read."""

    pack: Pack | None
    complaints: tuple[Complaint, ...]
    draft: Pack


def shipped() -> tuple[str, ...]:
    """The names of the boards that come with the program."""
    return tuple(sorted(os.listdir(SHIPPED)))


def folder_of(name_or_path: str) -> str:
    """The folder of a board; a fault if there is none. The name of a title stands for the board that it comes with."""
    if name_or_path in shipped():
        return os.path.join(SHIPPED, name_or_path)
    if name_or_path.isidentifier() and os.path.isfile(os.path.join(TITLES, name_or_path, "data", ABOUT)):
        return os.path.join(TITLES, name_or_path, "data")
    if ".." in name_or_path.replace("\\", "/").split("/"):
        raise GameFault(codes.NO_BOARD, name_or_path, form="up")
    if not os.path.isdir(name_or_path):
        form = "file" if os.path.exists(name_or_path) else ""
        raise GameFault(codes.NO_BOARD, name_or_path, form=form, known=listed(shipped()))
    return name_or_path


def load(name_or_path: str) -> Pack:
    """The board of that name or in that folder; whatever is wrong with it is a fault."""
    folder = folder_of(name_or_path)
    examined = examine(folder)
    if examined.pack is None:
        errors = [complaint for complaint in examined.complaints if complaint.is_error]
        raise GameFault(codes.UNSOUND, name_or_path, count=len(errors), first=errors[0].message)
    return examined.pack


def examine(folder: str) -> Examined:
    """Everything there is to say about the board in a folder."""
    say = Ear()
    present = _names_in(folder)
    about = _leaf(folder, ABOUT, say) if ABOUT in present else None
    form = form_of(_form_id(present, about, say))
    _strange_files(present, form, say)
    for file in form.tables:
        if file not in present:
            say(codes.TABLE_MISSING, Source(file, 0), file=file)
    pack = _pack(folder, form, [file for file in form.tables if file in present], about, say)
    if not say.missed_tables:
        check(pack, form, say)
    whole = None if say.has_errors else pack._replace(digest=digest_of(pack))
    return Examined(whole, say.heard, pack)


def _names_in(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError as error:
        raise GameFault(codes.TABLE_UNREADABLE, folder, why=why_of(error)) from None


def _form_id(present: list[str], about: Leaf | None, say: Ear) -> str:
    """The form that the board says it has, or that its tables show."""
    said = about.table.get("form", "") if about is not None else ""
    if said in form_ids():
        return str(said)
    if said:
        say(codes.NO_BOARD, about.at("form"), form="form", found=str(said)[:80], known=listed(form_ids()))  # type: ignore[union-attr]
    return max(form_ids(), key=lambda id_: (sum(file in present for file in form_of(id_).tables), id_))


def _strange_files(present: list[str], form: BoardForm, say: Ear) -> None:
    """Tables that the board has not: a slip in a name is better told than ignored."""
    strange = [file for file in present if file.endswith((".csv", ".toml")) and file not in (*form.tables, ABOUT)]
    for file in strange[:FEW]:
        near = near_to(file, set(form.tables) - set(present))
        say(codes.UNKNOWN_FILE, Source(file, 0), form="near" if near else "", near=near, known=listed(form.tables))


def _leaf(folder: str, file: str, say: Ear) -> Leaf | None:
    text = text_of(folder, file, say)
    return None if text is None else leaf_of(text, file, say)


def _pack(folder: str, form: BoardForm, files: list[str], about: Leaf | None, say: Ear) -> Pack:
    """The board as far as its tables could be read."""
    texts = {file: text_of(folder, file, say) for file in files if file.endswith(".csv")}
    tables = {file: rows_of(text, form.tables[file], say) for file, text in texts.items() if text is not None}
    leaves = {file: _leaf(folder, file, say) for file in files if file.endswith(".toml")}
    if about is not None:
        about.check_keys("name", "about", "form", "south_line", "complete")
    usual = os.path.basename(os.path.abspath(folder))
    tracks = leaves.get("tracks.toml")
    return Pack(
        name=about.text("name", usual) if about is not None else usual,
        form=form.id,
        digest="",
        folder=folder,
        cities=reading.cities(tables),
        roads=reading.roads(tables),
        sectors=reading.sectors(tables),
        countries=reading.countries(tables, form),
        setup=reading.setup(tables),
        markers=reading.markers(tables),
        boxes=reading.boxes(leaves.get("boxes.toml")),
        card_boxes=tracks.texts("card_boxes") if tracks is not None else (),
        tracks=reading.tracks(tracks, form),
        political_cards=reading.political_cards(tables, form),
        nations=reading.nations(tables),
        south_line=about.number("south_line", 0, 9999, 0) if about is not None else 0,
        complete=about.truth("complete", True) if about is not None else True,
    )
