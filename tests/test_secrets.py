"""What each title declares secret: every part of it is hidden, exchanged in some twin, and can be written as hidden.

The states are those whose storing is held in tests/golden/stored, and some made to hold every secret there is.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args

import pytest
import test_stored as stored
import tomli_w
import toy

from pbem.core.chance import Chance
from pbem.core.events import HIDDEN, Secrecy, Secret, rebuilt, view_by
from pbem.core.ruleset import Ruleset
from pbem.core.twins import Part, twin_by, unknown
from pbem.rulesets import fredericus, friedrich
from pbem.rulesets.common.bids import Bid, Play, conceding
from pbem.rulesets.common.standing import Standing
from pbem.rulesets.common.wishes import IN, TOWARDS, Place, Wish, to
from pbem.rulesets.fredericus import state as castle
from pbem.rulesets.fredericus import views as castle_views
from pbem.rulesets.friedrich import state as war
from pbem.rulesets.friedrich import views as war_views
from pbem.testing.leaves import Sight, holds_hidden, parted

Line = tuple[Any, str]  # a record and a field of it
BIDS = (
    Bid(2, 30, (Play((9, "S", 0)),), 2, ((3, "D", 0),), ((4, "D", 0),), "ask", (to(5),), 3, 20),
    Bid(-1, -1, (Play((5, "S", 0)), Play((10, "R", 0)))),
)
WISHES = (Wish(IN, suit="S"), Wish(TOWARDS, Place(general=war.DAUN)))


class Title(NamedTuple):
    """A title with its table, the kinds of its tasks, and the states to look at."""

    ruleset: Ruleset
    table: Secrecy
    tasks: tuple[Any, ...]
    states: Callable[[], dict[str, Any]]

    @property
    def secrets(self) -> list[Line]:
        lines = [(kind, field, line) for kind, lines in self.table.items() for field, line in lines.items()]
        return [(kind, field) for kind, field, line in lines if isinstance(line, Secret)]


def battle(state: war.State) -> war.State:
    """Heinrich against Richelieu within a phase of several battles: bids and wishes for all of them, and two questions.

    That of fate is the current one; that about a retreat has wishes that left two cities of three.
    """
    stages = (war.Stage(6, "movement", state.hands[6][-2:]), war.Stage(0, "combat", state.hands[0][-1:]))
    pair = (state.place[war.HEINRICH], state.place[war.PIECE["richelieu"]])
    combat = war.Combat(0, (pair,), (pair,), BIDS, 1, (), ((6, BIDS),), True, ((0, WISHES), (6, WISHES[:1])))
    fought = war.Battle(pair, (4, 6), -2, 0, (), (BIDS[0], BIDS[1]), ((0,), (1,)))
    retreat = war.Retreat(6, 0, *pair, 1, 0b111, 0b110)
    answers = (("elisabeth", "13C/1"), ("maria-theresa", ""))
    return state._replace(agenda=(*stages, combat, fought, retreat, war.Fate("1H", answers)))


def buried(state: war.State) -> war.State:
    """Hands of everybody, and cards that were discarded face-down."""
    cards = state.draw
    hands = tuple((*hand, *cards[nation * 4 : nation * 4 + 4]) for nation, hand in enumerate(state.hands))
    return state._replace(hands=hands, draw=cards[32:], buried=(cards[28:32], (), (), ()))


@cache
def of_the_war() -> dict[str, Any]:
    rich = stored.rich()
    return {
        **{name: make() for name, make in stored.STATES.items() if name != "all-tasks"},  # whose cards lie anywhere
        "made": battle(buried(rich)),
        "answered": buried(rich)._replace(answers=(("frederick", ("a",)), ("pompadour", ("b",)))),
    }


@cache
def of_the_castle() -> dict[str, Any]:
    """Where cards lie open there are wishes."""
    seats = {name: make() for name, make in stored.CASTLES.items()}
    turns = seats.pop("all-turns")
    dues = (castle.Due(0, "bet", ("a",)), castle.Due(1, "turned", ("a", "e")), castle.Due(2, "captured"))
    wishes = turns._replace(
        options=turns.options._replace(display=3), prefer=tuple(("a", "b") for _ in turns.prefer), agenda=dues
    )  # fmt: skip
    return {**seats, "wishes": wishes}


@cache
def of_the_toy() -> dict[str, Any]:
    begun = toy.set_up("duel", {"vows": "sworn"})
    dealt = toy.resolve(begun, {"north": {"vow": 2}, "south": {"vow": 3}}, Chance("x")).state
    return {"begun": begun, "dealt": dealt, "over": dealt._replace(phase="over")}


TITLES = {
    "friedrich": Title(friedrich.RULESET, war_views.SECRETS, get_args(war.Task), of_the_war),
    "fredericus": Title(fredericus.RULESET, castle_views.SECRETS, get_args(castle.Task), of_the_castle),
    "toy": Title(toy.RULESET, toy.SECRETS, (), of_the_toy),
}
LINES = [(name, line) for name, title in TITLES.items() for line in title.secrets]


def named(value: Any) -> str:
    return f"{value[0].__name__}.{value[1]}" if isinstance(value, tuple) else str(value)


def readers(title: Title, state: Any) -> list[str | None]:
    mode = getattr(state, "mode", title.ruleset.modes[0].id)
    return [*(role.id for role in title.ruleset.mode(mode).roles), None]


def seen(title: Title, table: Secrecy) -> Iterator[tuple[str | None, Sight]]:
    """Every state as every reader sees it by a table, with three twins."""
    for name, state in title.states().items():
        for reader in readers(title, state):
            for number in range(3):
                twin = twin_by(table, state, reader, Chance(f"{name} {number}"))
                yield reader, Sight(f"{name}, {reader or 'public'}", state, view_by(table, state, reader), twin)


def sights(title: Title, table: Secrecy) -> Iterator[Sight]:
    return (sight for _, sight in seen(title, table))


def values(title: Title, state: Any, reader: str | None, line: Line) -> list[Any]:
    found = unknown(title.table, state, reader)
    return [part.value for part in found if (type(part.record), part.field) == line]


# the declaration


@pytest.mark.parametrize("name", TITLES)
def test_the_table_has_the_state_and_every_task(name: str) -> None:
    title = TITLES[name]

    assert {type(next(iter(title.states().values()))), *title.tasks} == set(title.table)


def test_what_is_secret_is_secret() -> None:
    """A line that turns public must be taken out here, too."""
    expected = {
        "friedrich": {"State.troops", "State.hands", "State.draw", "State.buried", "State.fate", "State.answers",
                      "State.standing", "Stage.drawn", "Combat.order", "Combat.bids", "Combat.theirs", "Combat.wishes",
                      "Battle.bids", "Battle.used", "Retreat.left", "Fate.answers"},
        "fredericus": {"State.hands", "State.deck", "State.prefer", "Due.wish"},
        "toy": {"State.hands", "State.vows"},
    }  # fmt: skip

    assert expected == {name: {named(line) for line in title.secrets} for name, title in TITLES.items()}


@pytest.mark.parametrize("name", TITLES)
def test_view_and_twin_of_the_contract_are_those_of_the_table(name: str) -> None:
    title = TITLES[name]
    for state in title.states().values():
        for reader in readers(title, state):
            secrets, chance = title.ruleset.secrets, Chance("y")

            assert view_by(title.table, state, reader) == secrets.view_of(state, reader)
            assert twin_by(title.table, state, reader, chance) == secrets.twin_of(state, reader, chance)


# who knows what: view and twin would agree on a wrong answer, so the right ones stand here in plain words

FRED, ELISABETH, MARIA, POMPADOUR = "frederick", "elisabeth", "maria-theresa", "pompadour"
FOUR = (FRED, FRED, ELISABETH, ELISABETH, MARIA, FRED, POMPADOUR)  # by nation; the Imperial Army has changed hands
KNOWN: dict[tuple[str, str], dict[str, list[str]]] = {
    ("friedrich", "made"): {
        "State.troops": [FOUR[nation] for nation in war.NATION_OF],
        "State.hands": [*FOUR],
        "State.draw": [""],
        "State.buried": [""] * 4,
        "State.fate": [""],
        "State.answers": [FRED],
        "State.standing": [FRED],
        "Stage.drawn": [POMPADOUR, FRED],
        "Combat.order": [FRED],
        "Combat.bids": [FRED],
        "Combat.theirs": [POMPADOUR],
        "Combat.wishes": [FRED, POMPADOUR],
        "Battle.bids": [FRED, POMPADOUR],
        "Battle.used": [FRED, POMPADOUR],
        "Retreat.left": [POMPADOUR],
        "Fate.answers": [ELISABETH, MARIA],
    },
    ("friedrich", "answered"): {"State.answers": [FRED, POMPADOUR]},
    ("fredericus", "wishes"): {
        "State.hands": [*"abcd"],
        "State.deck": [""],
        "State.prefer": [*"abcd"],
        "Due.wish": [*"abc"],
    },
    ("toy", "dealt"): {"State.hands": ["north", "south"], "State.vows": ["north", "south"]},
    ("toy", "over"): {"State.hands": ["north south public"] * 2, "State.vows": ["north south public"] * 2},
}


def knowers(title: Title, state: Any) -> dict[str, list[str]]:
    """Who knows each part of each secret."""
    found: dict[str, list[str]] = {}

    def note(secret: Secret, record: Any, field: str, key: Any, part: Any) -> Any:
        who = [reader or "public" for reader in readers(title, state) if secret.knows(state, record, key, reader)]
        found.setdefault(named((type(record), field)), []).append(" ".join(who))
        return part

    rebuilt(title.table, state, note)
    return found


@pytest.mark.parametrize(("name", "state"), KNOWN)
def test_who_may_know_it(name: str, state: str) -> None:
    found = knowers(TITLES[name], TITLES[name].states()[state])

    assert KNOWN[name, state] == {line: found[line] for line in KNOWN[name, state]}


def test_of_every_secret_it_is_said_who_may_know_it() -> None:
    assert {(name, named(line)) for name, line in LINES} == {
        (name, line) for name, _ in KNOWN for line in KNOWN[name, _]
    }


def test_at_the_end_all_objectives_are_open_and_wishes_stay_secret() -> None:
    over = TITLES["fredericus"].states()["wishes"]._replace(winners=("b",))
    found = knowers(TITLES["fredericus"], over)

    assert ["a b c d public"] * 4 == found["State.hands"]
    assert ([*"abcd"], [""]) == (found["State.prefer"], found["State.deck"])


# both directions


@pytest.mark.parametrize("name", TITLES)
def test_what_is_hidden_is_exchanged_and_nothing_else_is(name: str) -> None:
    assert [] == list(parted(sights(TITLES[name], TITLES[name].table)))


@pytest.mark.parametrize(("name", "line"), LINES, ids=named)
def test_every_secret_is_another_one_in_some_twin(name: str, line: Line) -> None:
    title = TITLES[name]
    found = [
        values(title, sight.state, reader, line) != values(title, sight.twin, reader, line)
        for reader, sight in seen(title, title.table)
    ]

    assert any(found)


def kept(state: Any, parts: Sequence[Part], chance: Chance) -> list[Any]:
    return [part.value for part in parts]


def shown(part: Any) -> Any:
    return part


def planted(table: Secrecy, line: Line, **changes: Any) -> Secrecy:
    """The table with a fault in one line."""
    kind, field = line
    old: Any = table[kind][field]
    new = {key: changes.get(key, getattr(old, key)) for key in ("knows", "hidden", "other", "items")}
    return {**table, kind: {**table[kind], field: Secret(**new)}}


@pytest.mark.parametrize(("name", "line"), LINES, ids=named)
def test_a_secret_that_is_not_exchanged_is_seen(name: str, line: Line) -> None:
    title = TITLES[name]
    found = list(parted(sights(title, planted(title.table, line, other=kept))))

    assert any("is hidden, and the same in every twin" in said for said in found), found


@pytest.mark.parametrize(("name", "line"), LINES, ids=named)
def test_a_secret_that_the_view_shows_is_seen(name: str, line: Line) -> None:
    title = TITLES[name]
    leaky = planted(title.table, line, hidden=shown)
    found = [
        Sight(sight.where, sight.state, view_by(leaky, sight.state, reader), sight.twin)
        for reader, sight in seen(title, title.table)
    ]

    assert any("is another one in the twin, and the view shows it" in said for said in parted(found))
    with pytest.raises(ValueError, match=f"{named(line)} looks otherwise"):
        list(sights(title, leaky))


# twins are states that could be


@pytest.mark.parametrize("name", TITLES)
def test_twins_keep_the_invariants(name: str) -> None:
    title, tried = TITLES[name], 0
    for sight in sights(title, title.table):
        if not title.ruleset.rules.invariants(sight.state):
            tried += 1
            assert [] == title.ruleset.rules.invariants(sight.twin)

    assert tried > 3


def test_cards_just_drawn_stand_at_the_end_of_the_hand_in_a_twin_too() -> None:
    title, changed = TITLES["friedrich"], 0
    for sight in sights(title, title.table):
        if sight.where.startswith("made"):
            stage = sight.twin.agenda[0]
            changed += stage.drawn != sight.state.agenda[0].drawn
            assert stage.drawn == sight.twin.hands[6][-2:]

    assert changed


@pytest.mark.parametrize("role", ["frederick", "pompadour", "elisabeth", None])
def test_stacks_that_fight_keep_the_strength_all_have_heard(role: str | None) -> None:
    title = TITLES["friedrich"]
    position = {
        "stage": "prussia", "phase": "combat",
        "prussia": {"heinrich": "Celle 2", "winterfeldt": "Celle 5", "keith": "Berlin 2", "schwerin": "Breslau 6"},
        "france": {"richelieu": "Hannover 6", "soubise": "Hannover 1", "chevert": "Fulda 4"},
        "hands": {"prussia": "3D 9D", "france": "5S 9S"},
    }  # fmt: skip
    for option in ("battle", "stage"):
        begun = title.ruleset.files.position(position, "4p", {"bidding": option})
        state = title.ruleset.rules.resolve(begun, {}, Chance("x")).state
        pair = next(task.pair if isinstance(task, war.Battle) else task.pairs[0] for task in reversed(state.agenda))
        twins = [title.ruleset.secrets.twin_of(state, role, Chance(f"{n}")) for n in range(9)]

        assert {(7, 7)} == {tuple(twin.strength(twin.stack(city)) for city in pair) for twin in twins}
        assert {twin.totals for twin in twins} == {state.totals}
        if role != "frederick":
            assert len({twin.troops[: war.GENERALS[0][-1]] for twin in twins}) > 3


def test_an_answer_to_fate_is_another_card_of_the_hand_or_none() -> None:
    title = TITLES["friedrich"]
    state = title.states()["made"]
    twins = [title.ruleset.secrets.twin_of(state, "maria-theresa", Chance(f"{n}")) for n in range(40)]
    given = [(dict(twin.agenda[-1].answers), twin.hands[2]) for twin in twins]

    assert {""} == {answers["maria-theresa"] for answers, _ in given}
    assert all(answers["elisabeth"] in ("", *(f"{card}/{card.deck}" for card in hand)) for answers, hand in given)
    assert {True, False} == {answers["elisabeth"] == "" for answers, _ in given}


@pytest.mark.parametrize("field", Bid._fields)
def test_everything_in_a_bid_is_another_in_a_twin(field: str) -> None:
    """That a bid was made is public, and nothing of it is."""
    title = TITLES["friedrich"]
    state = title.states()["made"]
    twin = title.ruleset.secrets.twin_of(state, None, Chance("x"))
    pairs = zip(state.agenda[3].bids, twin.agenda[3].bids, strict=True)

    assert any(getattr(one, field) != getattr(other, field) for one, other in pairs)


# files


@pytest.mark.parametrize("name", TITLES)
def test_every_view_and_twin_can_be_written_and_read(name: str) -> None:
    title, files = TITLES[name], TITLES[name].ruleset.files
    for sight in sights(title, title.table):
        for state in (sight.view, sight.twin):
            again = files.decode(tomllib.loads(tomli_w.dumps(files.encode(state))))

            assert state == again
            assert files.encode(state) == files.encode(again)


@pytest.mark.parametrize("name", [name for name, title in TITLES.items() if title.tasks])
def test_every_task_with_secrets_is_among_the_views_that_were_written(name: str) -> None:
    title = TITLES[name]
    seen = {
        type(task)
        for sight in sights(title, title.table)
        for task, real in zip(sight.view.agenda, sight.state.agenda, strict=True)
        # Of drawn cards the backs are seen, and a retreat with wishes looks as one without.
        if task != real and (holds_hidden(task) or isinstance(task, war.Stage | war.Retreat))
    }

    assert {kind for kind, _ in title.secrets if kind in title.tasks} == seen


def test_hidden_answers_are_question_marks_in_a_file() -> None:
    title = TITLES["friedrich"]
    view = title.ruleset.secrets.view_of(title.states()["made"], "elisabeth")
    task = title.ruleset.files.encode(view)["agenda"][-1]

    assert {"task": "fate", "card": "1H", "answers": {"elisabeth": "13C/1", "maria-theresa": "?"}} == task
    assert HIDDEN is dict(title.ruleset.files.decode(title.ruleset.files.encode(view)).task.answers)["maria-theresa"]


def of_two_battles(order: Any, bids: Any, theirs: Any) -> war.State:
    """Heinrich's battle under way, and Keith's still to come."""
    position = {
        "stage": "prussia", "phase": "combat",
        "prussia": {"heinrich": "Celle 4", "keith": "Stade 3"},
        "france": {"richelieu": "Hannover 6", "soubise": "Bremervörde 3"}, "hands": {"prussia": "3D", "france": "5S"},
    }  # fmt: skip
    state: war.State = friedrich.RULESET.files.position(position, "4p", {})
    own, enemy = [[state.place[war.PIECE[id_]] for id_ in ids]
                  for ids in (("heinrich", "keith"), ("richelieu", "soubise"))]  # fmt: skip
    pairs = tuple(zip(own, enemy, strict=True))
    combat = war.Combat(0, pairs, pairs if order else (), BIDS if bids else (), 1, (), ((6, BIDS if theirs else ()),))
    return state._replace(agenda=(war.Stage(0, "combat"), combat, war.Battle(pairs[0], (4, 6), -2, 0)))


@pytest.mark.parametrize("said", [(False, False, False), (True, False, True), (True, True, True)])
def test_whether_somebody_has_said_something_ahead_is_another_thing_in_a_twin(said: tuple[bool, bool, bool]) -> None:
    state = of_two_battles(*said)
    twin = friedrich.RULESET.secrets.twin_of(state, None, Chance("x"))
    combat = twin.agenda[1]

    assert tuple(not one for one in said) == (bool(combat.order), bool(combat.bids), bool(combat.theirs[0][1]))
    assert friedrich.RULESET.rules.awaiting(state) == friedrich.RULESET.rules.awaiting(twin)


def test_whether_somebody_has_standing_answers_and_bids_is_another_thing_in_a_twin() -> None:
    begun: war.State = friedrich.RULESET.rules.set_up("4p", {})
    bid = Standing("pompadour", "guard", conceding(0))
    state = begun._replace(answers=(("elisabeth", ("decline 1H",)),), standing=(bid,))
    twin = friedrich.RULESET.secrets.twin_of(state, "frederick", Chance("x"))

    assert ["maria-theresa", "pompadour"] == [role for role, _ in twin.answers]
    assert ["elisabeth", "maria-theresa"] == [row.role for row in twin.standing]
    assert friedrich.RULESET.secrets.view_of(state, "frederick").answers == ()
    assert () == friedrich.RULESET.secrets.view_of(twin, "frederick").standing


def test_of_a_phase_that_waits_for_the_order_of_battles_all_know_that_there_is_none() -> None:
    state = of_two_battles(False, False, False).popped()
    twin = friedrich.RULESET.secrets.twin_of(state, None, Chance("x"))

    assert friedrich.RULESET.rules.awaiting(state) == friedrich.RULESET.rules.awaiting(twin) != ()
    assert ((), ()) == (twin.task.order, twin.task.bids)
