"""What the temperaments of bots come to, held in tests/golden/bots: how likely they do what, and what cities are worth.

No number is right here, but none changes unseen: games of bots are long, and a weight that is one off seldom shows.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import test_vectors as vectors

from pbem.core.chance import Chance
from pbem.rulesets.friedrich import RULESET
from pbem.rulesets.friedrich.board import AUSTRIA, CITY, PRUSSIA, around, cities_in, name_of, within
from pbem.rulesets.friedrich.bots import ahead, player
from pbem.rulesets.friedrich.bots.mind import TEMPERS, Dice, punches, temper_of
from pbem.rulesets.friedrich.bots.moves import groups, train_value, ways
from pbem.rulesets.friedrich.bots.recruits import budget, buy
from pbem.rulesets.friedrich.bots.scheme import Scheme
from pbem.rulesets.friedrich.bots.values import Values
from pbem.rulesets.friedrich.cards import Card
from pbem.rulesets.friedrich.choices import FATE_WORDS
from pbem.rulesets.friedrich.movement import allowance
from pbem.rulesets.friedrich.state import GENERALS, LAUDON, NATIONS, OFF, PIECE_NAMES, TRAINS, owner_of

Golden = Callable[[str, str], None]
NAMES = (*TEMPERS, "second")
PATTERNS = ("y", "n", "yn", "nyy")
CASES = {case["id"]: case for case in vectors.CASES}
ASKED = (
    "V39", "B11", "B24", "V25", "W2", "stage-bids", "C10Cb", "C11Ca", "C12Ha", "C1Cc", "C1Ha", "C4Hg", "C6Da", "C6Sd",
    "C8Cq", "C8Sa", "C9Da", "V70a", "SW4", "O7", "OO21", "OO5", "V16", "C8Sd", "C3Hf", "C6Cd", "HR11e", "V71i", "P21",
    "V51a", "W9a", "C10Sc", "C7Hc", "HR9b", "V8a", "V5c", "say-room-10S", "B7.4b",
)  # fmt: skip


# Everybody near somebody: battles with good and with bad prospects, trains to take, generals abroad, cards to pay with.
CROWD = {
    "prussia": {"friedrich": "Torgau 5", "keith": "Torgau 3", "seydlitz": "Halle 3", "schwerin": "Breslau 6",
                "heinrich": "Karlsbad 4", "winterfeldt": "Saaz 2 face-down", "lehwaldt": "Stargard 2",
                "dohna": "Prenzlau 3", "t1": "Wittenberg", "t2": "Glogau"},
    "hanover": {"ferdinand": "Hannover 4", "cumberland": "Göttingen 2", "t1": "Celle"},
    "russia": {"fermor": "Landsberg 4", "saltikov": "Landsberg 3", "tottleben": "Pyritz 1", "t1": "Drossen"},
    "sweden": {"ehrensvard": "Anklam 4", "t1": "Jarmen"},
    "austria": {"daun": "Dresden 5", "browne": "Dresden 2", "laudon": "Glatz 3", "lacy": "Zittau 4 face-down",
                "t1": "Aussig", "t2": "Ohlau"},
    "imperial": {"hildburghausen": "Naumburg 4", "t1": "Jena"},
    "france": {"soubise": "Kassel 4", "chevert": "Minden 5", "richelieu": "Minden 3", "t1": "Rinteln"},
    "hands": {"prussia": "13S 12S 11C R 9H 8D 4D 3C", "hanover": "10S 7C 9D", "russia": "13C 12H 9D 2S",
              "sweden": "7H 6S 13D/2", "austria": "13H 12D 11S R 9C 6C", "imperial": "8H 6D 10C 12C",
              "france": "10D 10H 8S 7D 6H"},
    "conquered": ["Glatz", "Pyritz", "Dresden", "Karlsbad"],
}  # fmt: skip


# Both sides owe a bid where an objective is at stake; the defender has cards of many kinds.
DUEL = {
    "stage": "prussia", "phase": "combat", "prussia": {"heinrich": "Celle 4"}, "france": {"richelieu": "Hannover 6"},
    "hands": {"prussia": "3D 5D 9D 12D R 9S 4H", "france": "5S R 9S 8S 2S 6H"},
}  # fmt: skip


class Leaning(Dice):
    """Dice that fall by a pattern, and what was asked of them: so many percent, or a number below a limit."""

    asked: list[str]
    pattern: str  # whether what may be is so: every time, never, or by turns

    def percent(self, number: int) -> bool:
        is_so = self.pattern[len(self.asked) % len(self.pattern)] == "y"
        self.asked.append(str(number))
        return number > 0 if is_so else number >= 100

    def below(self, limit: int) -> int:
        self.asked.append(f"<{limit}")
        return len(self.asked) % limit


def leanings(state: Any, names: tuple[str, ...]) -> Iterator[str]:
    """What bots write whose dice fall by a pattern, and which odds they give to what they do."""
    for owed in RULESET.rules.awaiting(state):
        view = RULESET.secrets.view_of(state, owed.role)
        for name in names:
            for Leaning.pattern in PATTERNS:
                Leaning.asked = []
                body = player.sample(view, owed.role, Chance("leaning"), name)
                odds = " ".join(Leaning.asked)
                yield f"{owed.role} {name} {Leaning.pattern} {odds}: {json.dumps(body, ensure_ascii=False)}"


def crowded(nation: str, **more: Any) -> Any:
    """The crowd at the beginning of a nation's movement."""
    position = {"turn": 7, "stage": nation, "phase": "movement", "executed": ["india"], **CROWD, **more}
    return vectors.beginning({"position": {"mode": "4p-expert", **position}})[0]


def test_the_odds_of_what_bots_do(golden: Golden, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "Dice", Leaning)
    lines = []
    for mode in ("4p", "austria"):
        lines += [f"# set-up {mode}", *leanings(RULESET.rules.set_up(mode, {}), ("steady",))]
    for nation in NATIONS:
        lines += [f"# stage {nation}", *leanings(crowded(nation), NAMES)]
    for nation, strokes in (("france", []), ("prussia", ["india"])):  # who draws has to discard, or not any more
        draws = {"phase": "draw", "executed": strokes}
        lines += [f"# {nation} draws", *leanings(crowded(nation, **draws), ("steady", "idle"))]
    lines += ["# a battle", *leanings(vectors.beginning({"position": DUEL})[0], NAMES)]
    lost = {**DUEL, "hands": {"prussia": "2D 3D", "france": "5S R 9S 8S 2S 6H"}, "conquered": ["Hannover"]}
    lines += ["# a battle with few cards", *leanings(vectors.beginning({"position": lost})[0], NAMES)]
    retaken = {"conquered": ["Liegnitz", "Brieg", "Oels", "Woldenberg"]}
    lines += ["# prussia retakes", *leanings(crowded("prussia", **retaken), ("steady", "rash"))]
    first_city = {"france": {"richelieu": "Achim 5", "soubise": "Achim 3", "t1": "Bremen"}}
    lines += ["# france in the first city", *leanings(crowded("france", **first_city), ("steady", "rash"))]
    for name in ASKED:
        lines += [f"# {name}", *leanings(vectors.beginning(CASES[name])[0], ("steady", "rash"))]

    golden("bots/odds.txt", "\n".join([*lines, ""]))


def scheme_of(state: Any, nation: int, name: str) -> Scheme:
    temper = temper_of(state, owner_of(state, nation), nation, name)
    return Scheme(state, nation, temper, Dice(Chance("weights"), "weights"), state.hands[nation])


def worths(scheme: Scheme) -> Iterator[tuple[str, float]]:
    """What it is worth to every stack to stay and to end a way in a city; and to every train."""
    generals = scheme.stations(scheme.nation)
    for city in dict.fromkeys(generals):
        group = scheme.stack(city)
        who, values = PIECE_NAMES[group[0]], Values(scheme, group, city)
        yield f"{who} stays", values.stay()
        ends: dict[int, float] = {}
        for way in ways(city, *allowance(scheme.view, group)):
            ends[way[1]] = max(values.of(way), ends.get(way[1], -2000.0))
        yield from ((f"{who} to {name_of(end)}", worth) for end, worth in ends.items())
    for train in TRAINS[scheme.nation]:
        if scheme.place[train] >= 0:
            reached = [way[1] for way in ways(scheme.place[train], *allowance(scheme.view, (train,)))]
            for end in dict.fromkeys(reached):
                yield f"{PIECE_NAMES[train]} to {name_of(end)}", train_value(scheme, end, generals)


SITUATIONS: dict[str, dict[str, Any]] = {
    **{nation: {} for nation in NATIONS}, "prussia, offensive": {"offensive": "taken"},
    "prussia, without Russia": {"executed": ["elisabeth", "sweden"]},
    "hanover, alone": {"executed": ["india", "america"]},
    "france, in awe": {"in_force": "3H", "attack_suits": "SH"}, "imperial, in fear": {"in_force": "3D"},
}  # fmt: skip


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_cities_are_worth(situation: str, golden: Golden) -> None:
    """Each temperament: only what it does not weigh as the steady one does."""
    nation, lines = situation.partition(",")[0], []
    state, number = crowded(nation, **SITUATIONS[situation]), NATIONS.index(nation)
    usual = dict(worths(scheme_of(state, number, "steady")))
    for name in NAMES:
        here = worths(scheme_of(state, number, name))
        told = [f"{what} {worth:g}" for what, worth in here if name == "steady" or usual[what] != worth]
        lines += [f"# {name}", *(told or ["as the steady one"])]

    golden(f"bots/worth-{situation.replace(', ', '-').replace(' ', '-').lower()}.txt", "\n".join([*lines, ""]))


def test_what_battles_and_dangers_are_worth_at_any_strength(golden: Golden) -> None:
    lines = []
    for nation in ("prussia", "imperial"):
        for name in NAMES:
            scheme = scheme_of(crowded(nation), NATIONS.index(nation), name)
            group = scheme.stack(scheme.stations(scheme.nation)[-1])
            values = Values(scheme, group, scheme.place[group[0]])
            end = next(iter(cities_in(around(scheme.foe_bits) & within(values.start, 4))))
            fights = " ".join(f"{values.fight(end, more):g}" for more in range(-30, 31))
            dangers = " ".join(f"{values.danger(end, more)}" for more in range(-12, 13))
            lines += [f"{nation} {name} {PIECE_NAMES[group[0]]}: {name_of(end)} {fights}", f"  in danger {dangers}"]

    golden("bots/worth-battles.txt", "\n".join([*lines, ""]))


def test_what_temperaments_spend(golden: Golden) -> None:
    hand = [Card(10, suit, 1) for suit in "SCHD" for _ in range(10)]
    lines = []
    for nation, id_ in enumerate(NATIONS):
        state = crowded(id_)
        bare = state.with_troops(dict.fromkeys(GENERALS[nation], 0))
        for name in NAMES:
            scheme, stripped = scheme_of(state, nation, name), scheme_of(bare, nation, name)
            buys = f"buys for {budget(scheme, hand[:10])} of 100, without a troop for {budget(stripped, hand[:10])}"
            plays = f"plays {punches(hand, scheme.temper.spend)}, guesses {scheme.guess}, minds {scheme.temper}"
            lines.append(f"{id_} {name}: {buys}, {plays}")

    golden("bots/spends.txt", "\n".join([*lines, ""]))


RICH = "13S 12S 11S 10S 9C 8C 7C 6H 5H 4H 3D 2D R"
FULL = {"friedrich": "Torgau 8", "winterfeldt": "Torgau 8", "heinrich": "Halle 7"}
GONE = dict.fromkeys(("schwerin", "keith", "seydlitz", "dohna", "lehwaldt"), "retired")
PURCHASES: dict[str, dict[str, Any]] = {
    "everybody is off the map": {"prussia": {}},
    "little room": {"prussia": {**FULL, **GONE, "t1": "Glogau", "t2": "Potsdam"}},
    "one short of the maximum": {"prussia": {**FULL, "schwerin": "Breslau 8", "t1": "Potsdam", "t2": "Glogau"}},
    "no train": {"prussia": {"friedrich": "Torgau 4", "keith": "Prag 2"}},
    "one train, somebody abroad": {"prussia": {"friedrich": "Torgau 4", "keith": "Prag 2", "t1": "Glogau"}},
    "one train, nobody abroad": {"prussia": {"friedrich": "Berlin 4", "t1": "Glogau"}},
    "no cards": {"hands": {}, "prussia": {"friedrich": "Torgau 4"}},
    "the depot is lost": {"austria": {"daun": "Berlin 3"}, "prussia": {"friedrich": "Potsdam 4"}},
    "the depot and more is lost": {
        "austria": {"daun": "Berlin 3", "laudon": "Spandau 1", "t1": "Brandenburg"}, "prussia": {"t1": "Potsdam"},
    },
    "bound": {"in_force": "10S", "prussia": {"friedrich": "Torgau 2", "keith": "Torgau 1"},
              "austria": {"daun": "Eilenburg 3"}},
}  # fmt: skip


def test_what_bots_buy(golden: Golden) -> None:
    lines = []
    for what, changes in PURCHASES.items():
        position = {"stage": "prussia", "hands": {"prussia": RICH}, **changes}
        state = RULESET.files.position(position, "4p", {})
        for name in ("steady", "careful", "idle"):
            for Leaning.pattern in ("y", "n"):
                Leaning.asked = []
                scheme = Scheme(state, 0, TEMPERS[name], Leaning(Chance("buys"), "buys"), state.hands[0])
                paid = " ".join(map(str, buy(scheme, state.hands[0])))
                numbers = " ".join(f"{PIECE_NAMES[p]} {number}" for p, number in scheme.numbers.items())
                new = [p for p, city in enumerate(state.place) if city < 0 <= scheme.place[p]]
                there = " ".join(f"{PIECE_NAMES[p]} in {name_of(scheme.place[p])}" for p in new)
                lines.append(f"{what}, {name} {Leaning.pattern}: {scheme.lines} paid {paid or '-'}; {numbers}; {there}")

    golden("bots/buys.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize(("troops", "is_parted"), [(1, False), (2, True), (8, True)])
def test_a_stack_is_parted_only_where_there_is_a_troop_to_spare(troops: int, is_parted: bool) -> None:
    state = RULESET.files.position(
        {"stage": "prussia", "prussia": {"friedrich": "Torgau 3", "keith": f"Torgau {troops}"}}, "4p", {}
    )
    Leaning.asked, Leaning.pattern = [], "y"
    scheme = Scheme(state, 0, TEMPERS["bold"], Leaning(Chance("groups"), "groups"), ())

    assert is_parted == (len([*groups(scheme, scheme.stack(CITY["torgau"]))]) == 2)


def test_dice_ask_chance_only_where_there_is_something_to_ask() -> None:
    dice = Dice(Chance("dice"), "dice")
    thrown = [dice.percent(0), dice.percent(100), dice.pick(["only"])]

    assert ([False, True, "only"], 0) == (thrown, dice.thrown)


@pytest.mark.parametrize(("thrown", "is_so"), [(0, True), (49, True), (50, False), (99, False)])
def test_so_many_percent_are_so_many_of_a_hundred_throws(thrown: int, is_so: bool) -> None:
    class Fixed(Dice):
        def below(self, limit: int) -> int:
            assert 100 == limit
            return thrown

    assert is_so == Fixed(Chance("dice"), "dice").percent(50)


# what they say ahead


def leaning(pattern: str) -> Leaning:
    Leaning.pattern, Leaning.asked = pattern, []
    return Leaning(Chance("leaning"), "ahead")


def said_ahead(state: Any, names: tuple[str, ...]) -> Iterator[str]:
    """The standing bids of some temperaments, and what would be answered by dice that are for it and against it."""
    for role in dict.fromkeys(owner_of(state, nation) for nation in range(7)):
        view = RULESET.secrets.view_of(state, role)
        for name in names:
            for bid in ahead.standing(view, role, name, leaning("nyy")):
                yield f"{role} {name}: {json.dumps(bid)}"
        for pattern in "yn":
            dice = leaning(pattern)
            for card, (nations, _, _) in FATE_WORDS.items():
                for nation in nations:
                    if owner_of(state, nation) == role:
                        yield f"{role} {pattern} {card} {'; '.join(ahead.fate_lines(view, card, nation, dice))}"
            yield f"{role} {pattern} odds {' '.join(dice.asked)}"
        yield f"{role} {'; '.join(ahead.retreats(view, role))}"
        yield f"{role}, as many as may stand: {ahead.answers(view, role, leaning('y'))}"


def test_what_bots_say_ahead(golden: Golden) -> None:
    lines = ["# crowd", *said_ahead(crowded("prussia"), ("careful", "rash", "second"))]
    plain = crowded("prussia", mode="4p", conquered=["Glatz", "Pyritz", "Dresden"])
    lines += ["# without the texts of fate", *said_ahead(plain, ())]
    few = crowded("prussia", hands={"prussia": "2S 3S 4S 5S", "hanover": "2S 3S 4S 5S 6S", "austria": "R R"})
    few = few.put({LAUDON: OFF})
    lines += ["# few cards, and Laudon off the map", *said_ahead(few, ("steady",))]

    golden("bots/ahead.txt", "\n".join([*lines, ""]))


def test_a_general_in_the_first_city_of_the_list_is_on_the_map() -> None:
    state, achim = crowded("prussia"), CITY["achim"]
    friedrich, laudon = (state.put({piece: achim}) for piece in (GENERALS[PRUSSIA][0], LAUDON))

    assert 0 == achim
    assert "reinforce Friedrich" == ahead.fate_lines(friedrich, "8S", PRUSSIA, leaning("y"))[0]
    assert "turn Friedrich" == ahead.fate_lines(friedrich, "6D", AUSTRIA, leaning("y"))[0]
    assert len(ahead.fate_lines(laudon, "6S", AUSTRIA, leaning("y"))) > 1


def test_moves_ahead_are_those_of_today_with_what_is_not_known_left_out(golden: Golden) -> None:
    lines = []
    for name in ("steady", "careful"):
        for state, role in ((crowded("prussia"), "pompadour"), (crowded("austria", executed=[]), "pompadour"),
                            (crowded("sweden"), "elisabeth")):  # fmt: skip
            view = RULESET.secrets.view_of(state, role)
            body = ahead.sample_ahead(view, role, Chance("moves"), name)
            lines.append(f"{name} {role} {' '.join(body)}: {json.dumps(body['ahead'], ensure_ascii=False)}")

    golden("bots/moves-ahead.txt", "\n".join([*lines, ""]))
