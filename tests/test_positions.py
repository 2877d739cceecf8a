"""What is put before a player in positions that stay as they are, and what bots answer, held in tests/golden/positions.

The blank sheet, the summary of the own view, and a sheet by a bot of each temperament: a change of any of these shows
itself here. The positions are set-ups, quiet games run on to a stage, and cases of the vectors.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import test_vectors as friedrich
import test_vectors_fredericus as fredericus
from decisions import first_of_each_kind

from pbem.core.chance import Chance
from pbem.core.picture import Picture
from pbem.core.ruleset import Ruleset
from pbem.rulesets.maria import RULESET as MARIA

Golden = Callable[[str, str], None]
CASES = {case["id"]: case for case in friedrich.CASES}
CASTLE = {case["id"]: case for case in fredericus.CASES}
MODES = ("4p", "3p", "4p-expert", "west", "austria")
STAGES = (
    "t01-prussia", "t01-hanover", "t01-russia", "t01-sweden", "t01-austria", "t01-imperial", "t01-france",
    "t03-prussia", "t04-austria", "t06-prussia", "t06-france",
)  # fmt: skip
VECTORS = (
    "V39", "B11", "B24", "V25", "W2", "B7.4b", "stage-bids", "C10Cb", "C11Ca", "C12Ha", "C1Cc", "C1Ha", "C4Hg", "C6Da",
    "C6Sd", "C8Cq", "C8Sa", "C9Da", "V70a", "SW4", "O7", "V16", "OO21", "C8Sd", "C3Hf", "C6Cd", "HR11e", "V71i", "P21",
    "V51a", "W9a", "C10Sc", "C7Hc", "HR9b", "OO5", "V8a", "V5c", "say-room-10S",
)  # fmt: skip
TURNS = ("V01", "V11", "V17", "V27", "V30", "V54", "W80", "S2b", "W44", "W54", "V41")


def put_before(ruleset: Ruleset, state: Any) -> Iterator[str]:
    """For every role that owes something: its blank sheet, its summary, and what bots would send."""
    for owed in ruleset.rules.awaiting(state):
        role = owed.role
        view = ruleset.secrets.view_of(state, role)
        yield f"# {role} owes {owed.kind}: {owed.what}; else {owed.default}"
        yield f"## {role}: {ruleset.telling.heading(view)}"
        yield ruleset.telling.sheet(view, role)
        yield from summary_lines(ruleset.telling.summary(view, role))
        for temper in ruleset.bots.temperaments:
            for number in range(2):
                body = ruleset.bots.sample(view, role, Chance(f"{temper} {number}"), temper)
                yield f"{temper} {number}: {json.dumps(body, ensure_ascii=False)}"


def summary_lines(summary: Any) -> Iterator[str]:
    """A summary, a line for each line and each row of it."""
    for section in summary["sections"]:
        yield f"[{section.get('id', '')}] {section['title']}"
        yield from section.get("lines", ())
        table = section.get("table") or {"columns": [], "rows": []}
        yield from (" | ".join(map(str, row)) for row in (table["columns"], *table["rows"]) if row)
        rest = {key: value for key, value in section.items() if key not in ("id", "title", "lines", "table")}
        yield from ([json.dumps(rest, ensure_ascii=False, default=list)] if rest else ())


def text_of(ruleset: Ruleset, state: Any) -> str:
    public = summary_lines(ruleset.telling.summary(ruleset.secrets.view_of(state, None), None))
    return "\n".join([f"# {ruleset.telling.label(state)}", *public, *put_before(ruleset, state), ""])


@pytest.mark.parametrize("mode", MODES)
def test_a_set_up_of_friedrich(mode: str, golden: Golden) -> None:
    golden(
        f"positions/friedrich/set-up-{mode}.txt", text_of(friedrich.RULESET, friedrich.RULESET.rules.set_up(mode, {}))
    )


@pytest.mark.parametrize("label", STAGES)
def test_a_quiet_game_of_friedrich(label: str, golden: Golden) -> None:
    state, _ = friedrich.until(friedrich.RULESET.rules.set_up("4p-expert", {}), label)

    golden(f"positions/friedrich/{label}.txt", text_of(friedrich.RULESET, state))


@pytest.mark.parametrize("name", VECTORS)
def test_a_position_of_friedrich(name: str, golden: Golden) -> None:
    state, _ = friedrich.beginning(CASES[name])

    golden(f"positions/friedrich/{name}.txt", text_of(friedrich.RULESET, state))


def test_what_the_map_of_friedrich_is_made_of(golden: Golden) -> None:
    state, _ = friedrich.until(friedrich.RULESET.rules.set_up("4p-expert", {}), "t01-russia")
    picture = friedrich.RULESET.map.picture(friedrich.RULESET.secrets.view_of(state, "elisabeth"), "elisabeth")

    golden("positions/friedrich/picture.txt", drawn_of(picture))


def drawn_of(picture: Picture) -> str:
    """What a map is made of."""
    parts = ("title", "width", "height", "nations", "sectors", "objectives", "depots", "pieces", "marked", "theatres")
    lines = [f"{part}: {getattr(picture, part)!r}".replace("), ", "),\n  ") for part in (*parts, "roster")]
    lines += [f"{shade.kind} {shade.nation} {shade.title}: {' '.join(shade.cities)}" for shade in picture.overlays]
    lines += [f"{land.id} {land.name} {land.colour} {land.hatch} {len(land.rings)}" for land in picture.countries]
    lines += [f"{city.id}: {city.about}" for city in picture.cities[::10]]
    return "\n".join([*lines, ""])


@pytest.mark.parametrize("mode", [mode.id for mode in MARIA.modes])
def test_what_the_maps_of_maria_are_made_of(mode: str, golden: Golden) -> None:
    asked = [row for row in first_of_each_kind("maria", mode, 1) if "movement" in kinds(row.state)][-1]
    for role in ("frederick", None):
        picture = MARIA.map.picture(MARIA.secrets.view_of(asked.state, role), role)
        golden(f"positions/maria/{mode}-picture-{role or 'public'}.txt", drawn_of(picture))


def kinds(state: Any) -> set[str]:
    return {owed.kind for owed in MARIA.rules.awaiting(state)}


def test_which_sheets_remind_of_a_card_in_force(golden: Golden) -> None:
    ruleset, lines = friedrich.RULESET, []
    pieces = {"prussia": {"friedrich": "Berlin 3"}, "austria": {"daun": "Brünn 3"}, "france": {"soubise": "Koblenz 3"}}
    for card in [f"{number}{suit}" for number in range(1, 13) for suit in "SCHD"]:
        for nation in ("prussia", "hanover", "russia", "sweden", "austria", "imperial", "france"):
            texts = []
            for in_force in (card, ""):
                position = {"turn": 7, "stage": nation, "in_force": in_force, **pieces, "hands": {nation: "2S"}}
                state = ruleset.rules.resolve(ruleset.files.position(position, "4p", {}), {}, friedrich.CHANCE).state
                owed = ruleset.rules.awaiting(state)[0].role
                texts.append(ruleset.telling.sheet(ruleset.secrets.view_of(state, owed), owed).splitlines())
            lines += [f"{card} {nation}: {line}" for line in texts[0] if line not in texts[1]]

    golden("positions/friedrich/reminders.txt", "\n".join([*lines, ""]))


def test_a_battle_under_way(golden: Golden) -> None:
    """Both sides have played, and the active one asked to be asked."""
    position = {
        "stage": "prussia", "phase": "combat", "prussia": {"heinrich": "Celle 4"},
        "france": {"richelieu": "Hannover 6"}, "hands": {"prussia": "3D 9D 12D R", "france": "5S R 9S"},
    }  # fmt: skip
    ruleset = friedrich.RULESET
    state = ruleset.rules.resolve(ruleset.files.position(position, "4p", {}), {}, friedrich.CHANCE).state
    bids = {
        "frederick": {"bid": [{"own": "Heinrich", "plays": ["3D", "9D"]}]},
        "pompadour": {"bid": [{"own": "Richelieu", "plays": [{"card": "R", "to": 0}, "9S"], "otherwise": "concede"}]},
    }
    state = ruleset.rules.resolve(state, bids, friedrich.CHANCE).state

    golden("positions/friedrich/battle-under-way.txt", text_of(ruleset, state))


@pytest.mark.parametrize("name", TURNS)
def test_a_position_of_fredericus(name: str, golden: Golden) -> None:
    golden(f"positions/fredericus/{name}.txt", text_of(fredericus.RULESET, fredericus.beginning(CASTLE[name])))


@pytest.mark.parametrize("mode", [mode.id for mode in MARIA.modes])
def test_every_kind_of_decision_of_maria(mode: str, golden: Golden) -> None:
    for asked in first_of_each_kind("maria", mode, 1):
        golden(
            f"positions/maria/{mode} {asked.name}.txt".replace(",", "").replace(" ", "-"), text_of(MARIA, asked.state)
        )


@pytest.mark.parametrize("name", ["V39", "C8Sd", "OO5", "SW4", "V71i"])
def test_what_the_moderator_is_shown_of_friedrich(name: str, golden: Golden) -> None:
    state, _ = friedrich.beginning(CASES[name])
    lines = summary_lines(friedrich.RULESET.telling.summary(state, None))

    golden(f"positions/friedrich/{name}-moderator.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("name", ["V01", "V41", "W44"])
def test_what_the_moderator_is_shown_of_fredericus(name: str, golden: Golden) -> None:
    lines = summary_lines(fredericus.RULESET.telling.summary(fredericus.beginning(CASTLE[name]), None))

    golden(f"positions/fredericus/{name}-moderator.txt", "\n".join([*lines, ""]))


def test_the_castle_with_all_birds_and_tokens_in_one_place(golden: Golden) -> None:
    given = {
        "players": 4, "birds": "A.F=3 A.G=3 B.F=3 B.G=3 C.F=3 C.G=hooded:5 D.F=hooded:5 D.G=3",
        "tokens": "A=2 B=2 C=2 D=2",
    }  # fmt: skip
    state = fredericus.beginning({"given": given})

    view = fredericus.RULESET.secrets.view_of(state, "a")

    golden("positions/fredericus/castle-crowded.svg", fredericus.RULESET.painting.svg(view, "a"))


@pytest.mark.parametrize(
    ("name", "rows"), [("long", {"1": "S T h a b X S T S T S T S T"}), ("bare", {"1": "", "4": ""})]
)
def test_the_castle_with_other_rows(name: str, rows: dict[str, str], golden: Golden) -> None:
    case = CASTLE["V01"]
    state = fredericus.beginning({**case, "given": {**case["given"], "rows": rows}})
    view = fredericus.RULESET.secrets.view_of(state, "a")

    golden(f"positions/fredericus/castle-{name}.svg", fredericus.RULESET.painting.svg(view, "a"))
