"""The faults of games on boards: BD4xx."""

from __future__ import annotations

from pbem.core import Code, Form

BOARD_MISSING = Code(
    "BD402", "board-missing",
    'the game is played on the board "{name}" with the digest {digest}, which is not at hand',
    hint="Put its folder into the game as board/, or name it in PBEM_BOARDS; then run the command again.",
    about="Without its board nothing of a game can be checked or played again. A board is known by its digest, whatever"
    " its folder is called: in the game's own folder board/, among those that come with the program, in the folders"
    " that the variable PBEM_BOARDS names, or in the cache, where `pbem board lint DIR` puts it.",
)  # fmt: skip
BOARD_DIFFERS = Code(
    "BD403", "board-differs",
    'the game is played on the board "{name}" with the digest {digest}, and the tables in it have the digest {found}',
    hint="Bring the tables back as they were when the game began: a running game keeps its board.",
    forms={
        "unsound": Form(
            'the game is played on the board "{name}" with the digest {digest}, and its tables are no board: {said}'
        ),
    },
    about="The tables of a game were changed after it began. A digest is of what they say, so remarks, line ends and"
    " the order of cities do not count.",
)  # fmt: skip
NO_BOARDS = Code(
    "BD404", "no-boards",
    "{title} is not played on a board of tables",
    hint="Leave out --board.",
    forms={
        "form": Form(
            'the board "{name}" has the form {found}, and {title} is played on {known}',
            "Name the title that is played on it: --ruleset {other}.",
        ),
    },
    about="Only titles with cities and roads have boards, and each has the tables its rules need.",
)  # fmt: skip
BOARD_INCOMPLETE = Code(
    "BD405", "board-incomplete",
    'no game is begun on the board "{name}", which says of itself that it is not complete',
    hint="Fill in what is missing and take complete = false out of its board.toml.",
    forms={
        "position": Form(
            'the position is of a game on the board "{name}" with the digest {digest}, and the board given has {found}',
            "Leave out --board, or give the board of the position.",
        ),
    },
    about="A part of a board is of use for tests. A game needs all of it.",
)  # fmt: skip
NOTHING_DRAWN = Code(
    "BD406", "nothing-drawn",
    "no city of this board can be read, so there is nothing to draw",
    hint="Fill in some rows of cities.csv; `pbem board lint DIR` tells what is wrong with those that are there.",
    about="A board that is being filled in is drawn as far as it is there: its cities, and what lies between them.",
)  # fmt: skip
