"""The contract suite can fail: each check is held against a ruleset that breaks what it is there for."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
import toy

from pbem.core import Code
from pbem.core.chance import Chance
from pbem.core.charts import Chart, Line
from pbem.core.events import Event
from pbem.core.offers import Choice, Edit, Effect, Group, Number, Offer, Offers, Sum
from pbem.core.ruleset import Coming, Foreseen, Mode, Option, Owed, Role, Rules, Ruleset, lazy
from pbem.testing import CHECKS, Trial, altered, complaints
from pbem.testing.__main__ import main
from pbem.testing.groups import functions, kinds, values
from pbem.testing.types import fits

Changes = dict[str, Any]


def found(check: str, ruleset: Ruleset) -> str:
    """What a check says of a ruleset."""
    return "\n".join(complaints(check, Trial(ruleset, "duel", home="toy:RULESET")))


def stumbling(state: Any, bodies: Any, chance: Chance) -> Any:
    raise ZeroDivisionError


def behind(state: Any, role: str | None) -> Any:
    """A view of a round that is over."""
    return toy.view_of(state, role)._replace(round=state.round - 1)


def in_three(state: Any) -> tuple[Owed, ...]:
    """Somebody owes something who does not play."""
    return (*toy.awaiting(state), Owed("east", "bid", "a bid", "none"))


def early(state: Any) -> Any:
    """A game that is over while somebody owes something."""
    return toy.Result((), "enough") if state.phase == "bid" else toy.result(state)


def drawn(view: Any, role: str | None) -> str:
    return f"<svg>{view.hands}</svg>"


def whole(state: Any, role: str | None) -> Any:
    return state


def showing(state: Any, role: str | None) -> Any:
    """A view in which one secret was forgotten."""
    return toy.view_of(state, role)._replace(vows=state.vows)


def steadfast(state: Any, role: str | None, chance: Chance) -> Any:
    """A twin in which one secret was forgotten."""
    return toy.twin_of(state, role, chance)._replace(vows=state.vows)


def doubling(state: Any, role: str | None, chance: Chance) -> Any:
    """A twin in which hidden cards are there twice."""
    hands = dict.fromkeys(toy.ROLES, state.hands[role or "north"])
    return toy.twin_of(state, role, chance)._replace(hands=hands)


def with_float(state: Any) -> Changes:
    return {**toy.encode(state), "round": state.round / 1}


def forgetful(state: Any) -> Changes:
    return {**toy.encode(state), "round": 0}


def peeping(view: Any, role: str, body: Any) -> Any:
    """A check that complains with the hands of both."""
    cards = [toy.NOT_HELD(toy.SHEET, card=0, cards=view.hands[other]) for other in toy.ROLES]
    return toy.take(view, role, body)._replace(diagnostics=tuple(cards))


def clearing(state: Any, bodies: Any, chance: Chance) -> Any:
    step = toy.resolve(state, bodies, chance)
    for body in bodies.values():
        body.clear()
    return step


def counting() -> Callable[..., Any]:
    """Rules that remember how often they were asked."""
    asked: list[int] = []

    def resolve(state: Any, bodies: Any, chance: Chance) -> Any:
        asked.append(1)
        return toy.resolve(state, bodies, Chance(f"{chance.seed} {len(asked)}"))

    return resolve


def first_come(state: Any, bodies: Any, chance: Chance) -> Any:
    """Rules in which the first sheet counts more."""
    step = toy.resolve(state, bodies, chance)
    return step._replace(events=(*step.events, Event("first", {"role": next(iter(bodies), "")})))


class Ahead:
    """Bids of the toy can be ordered while a prize is chosen; to see the check fail, one of these is another."""

    def __init__(self, **others: Any) -> None:
        vars(self).update({"keys": ("card",), "needed": ("card",), **others})

    def answered(self, state: Any) -> tuple[str, ...]:
        return ()

    def spoken(self, view: Any, role: str) -> dict[str, Any] | None:
        return None

    def parts(self, view: Any, role: str, body: Any) -> tuple[str, ...]:
        return ()

    def asked(self, state: Any, role: str) -> str:
        return "bid" if state.phase == "bid" else ""

    def coming(self, view: Any, role: str) -> tuple[Coming, ...]:
        return (Coming("bid", "a bid"),) if view.phase in ("vow", "choice") else ()

    def supposed(self, view: Any, role: str, decision: str) -> Any:
        hand = view.hands[role] or (1,)
        return view._replace(phase="bid", hands={**view.hands, role: hand})

    def with_standing(self, view: Any, role: str, body: Any) -> Any:
        return view

    def written(self, decision: str, body: Any) -> tuple[str, ...]:
        return ()

    def hangs_on(self, complaint: Any) -> str:
        return ""

    def read_brake(self, text: str, where: Any, decision: str, say: Any) -> str:
        return text

    def sample(self, view: Any, role: str, chance: Chance, temperament: str) -> dict[str, Any]:
        return {}

    def brakes(self, view: Any, decision: str) -> tuple[str, ...]:
        return ()

    def braked(self, brake: str, decision: str, view: Any, events: Any) -> bool:
        return False

    def repeat(self, view: Any, role: str, ordered: Any, later: Any) -> dict[str, Any]:
        return {}


class Brief:
    """A judge of the toy who lets nothing happen."""

    def judge(self, state: Any, role: str, body: Any) -> Any:
        return toy.take(state, role, body)._replace(state=None)


class Foresight:
    """What a sheet of the toy would do: the lines given."""

    def __init__(self, *lines: Any) -> None:
        self.lines = lines

    def foresee(self, view: Any, role: str, body: Any) -> tuple[Any, ...]:
        return self.lines


class Figures:
    """What can be counted of the toy: points, or what is given; and events."""

    by_turn = (Chart("points", "Points", "points", (Line("north", "North", "#000000"),)),)
    by_event = (Chart("bids", "Bids", "bids", (Line("north", "North", "#000000"),)),)

    def __init__(self, counted: Any = lambda view: {"points": {"north": view.points["north"]}}, line: str = "north"):
        self.of, self.line = counted, line

    def counted(self, view: Any, role: str | None) -> dict[str, dict[str, int]]:
        found: dict[str, dict[str, int]] = self.of(view)
        return found

    def tallied(self, event: Event) -> tuple[tuple[str, str, int], ...]:
        return (("bids", self.line, 1),) if event.kind == "bid" else ()


class Reasons:
    """What is behind the events of the toy: these rules and orders."""

    def __init__(self, rules: tuple[str, ...] = ("T1",), orders: tuple[str, ...] = ()) -> None:
        self.rules, self.orders = rules, orders

    def rules_behind(self, event: Event) -> tuple[str, ...]:
        return self.rules

    def orders_behind(self, event: Event, earlier: Any, role: str, body: Any) -> tuple[str, ...]:
        return self.orders

    def kept_behind(self, event: Event, earlier: Any, role: str, sheets: Any) -> Any:
        yield from ()


TWICE = (Coming("bid", "a bid"), Coming("bid", "a bid"))


def numbered(state: Any) -> int:
    return int(state.round)


def lined(event: Event) -> tuple[str, ...]:
    return tuple(toy.tell(event))


def of_somebody(state: Any, role: str) -> Any:
    return toy.view_of(state, role)


def counted(state: Any, before: Any = None) -> list[int]:
    return [len(toy.invariants(state, before))]


MISTYPED = lazy(Rules, **{**dict.fromkeys(functions(Rules), "toy"), "invariants": f"{__name__}:counted"})
NO_ID = Code("T1", "odd", "odd")
TAKEN = Code("PB101", "mine", "mine")
SHUFFLING = lazy(Rules, **dict.fromkeys(functions(Rules), "toy"), shuffle="toy")
NAMESAKES = (Mode("duel", "", (Role("all", ""), Role("all", ""))),)


def peeped(view: Any) -> dict[str, dict[str, int]]:
    """What the south holds, which a view does not tell."""
    return {"points": {"north": sum(view.hands["south"])}}


SAID = Choice("any", "What do you say?", (Offer("vow 1", (Edit(("vow",), 1),), said=True),), several=True)


def offering(*offers: Offer, needed: bool = False, **more: Any) -> Changes:
    """The toy, which offers this in every position."""
    choice = Choice("any", "What do you say?", offers, needed)
    return {"offers": lambda view, role, body: Offers(choices=(choice,))._replace(**more)}


VOW = Offer("vow 1", (Edit(("vow",), 1),))
GROUP = Group(("one",), "One", "here", others=(VOW,))
ODD_SUM = Sum("", "", (Number("vow", "Vow", ("vow",), 0, 1, 3),), 1, 3)
BROKEN: list[tuple[str, Changes, str]] = [
    ("signatures", {"take": peeping}, r"rules\.take takes \(view, role, body\), and is called as \(state, role"),
    ("signatures", {"label": lambda state, more: ""}, r"telling\.label needs more, which nobody gives it"),
    ("signatures", {"invariants": lambda state, before: []}, r"rules\.invariants needs before, which may be left out"),
    ("signatures", {"encode": None}, r"files has no function encode"),
    ("signatures", {"bots": object()}, r"bots has no temperaments"),
    ("signatures", {"temperaments": "plain"}, r"bots\.temperaments is not tuple\[str, \.\.\.\]"),
    ("signatures", {"temperaments": (1, 2)}, r"bots\.temperaments is not tuple\[str, \.\.\.\]"),
    ("signatures", {"rules": SHUFFLING}, "rules has shuffle, which nobody asks for"),
    ("signatures", {"label": numbered}, r"telling\.label gives back int, and not str"),
    ("signatures", {"tell": lined}, r"telling\.tell gives back tuple\[str, \.\.\.\], and not list\[str\]"),
    ("signatures", {"view_of": of_somebody}, r"secrets\.view_of takes role as str, and is given str \| None"),
    ("signatures", {"rules": MISTYPED}, r"rules\.invariants gives back list\[int\], and not list\[str\]"),
    ("facts", {"contract": 0}, "version 0 of the contract"),
    ("facts", {"name": "The Toy"}, "'The Toy' is no id"),
    ("facts", {"modes": NAMESAKES}, "no role may be called 'all'(.|\n)*'all' is there twice"),
    ("facts", {"options": (Option("vows", "", ("a", "b"), "c"),)}, "the default of the option 'vows'"),
    ("facts", {"sheet_keys": ("role",)}, "the key 'role' of a sheet belongs to its heading"),
    ("facts", {"temperaments": ()}, "no temperament"),
    ("facts", {"codes": lambda: {"T1": NO_ID}}, "'T1' is no id of a code"),
    ("facts", {"codes": lambda: {"PB101": TAKEN}}, "the code PB101 is taken already"),
    ("games", {"invariants": lambda state, before=None: ["a card is gone"]}, "step 1, r01-bid: a card is gone"),
    ("games", {"resolve": stumbling}, "ZeroDivisionError"),
    ("standing", {"label": lambda state: "Round 1/2"}, "'Round 1/2' is no label"),
    ("standing", {"heading": lambda state: ""}, "there is no heading"),
    ("standing", {"awaiting": in_three}, "'east' owes something and is no role"),
    ("standing", {"result": early}, "somebody owes something in a game that is over"),
    ("unchanged", {"resolve": counting()}, "resolve does not do the same twice"),
    ("unchanged", {"resolve": clearing}, "the sheets it was given are others now"),
    ("order", {"resolve": first_come}, "the same sheets in another order do something else"),
    ("files", {"encode": with_float}, "round is a float"),
    ("files", {"encode": forgetful}, "another one after it was written and read"),
    ("files", {"position": lambda data, mode, options: toy.set_up(mode, options)}, "a position that was written"),
    ("views", {"heading": lambda state: repr(state)}, "heading of the view is another one"),
    ("views", {"view_of": behind}, "label of the view is another one"),
    ("twins", {"twin_of": lambda state, role, chance: state}, "twin_of never gives other secrets"),
    ("twins", {"view_of": whole}, "north: the view tells what is hidden"),
    ("twins", {"view_of": whole, "take": peeping}, "a complaint tells what is hidden"),
    ("twins", {"heading": lambda state: f"{state.hands}"}, "the report tells what is hidden"),
    ("exchanged", {"twin_of": steadfast}, r"step 1, north: State\.vows is hidden, and the same in every twin"),
    ("exchanged", {"view_of": showing}, r"State\.vows is another one in the twin, and the view shows it"),
    ("exchanged", {"twin_of": doubling}, "step 1, north: a twin cannot be: a card is there twice"),
    ("exchanged", {"encode": forgetful}, "a twin is another state after it was written and read"),
    ("events", {"tell": lambda event: [""]}, "public: sworn is told as"),
    ("reports", {"view_of": whole}, r"north, north\.view\.toml: error\[PB530\]"),
    ("reports", {"svg": drawn, "view_of": whole}, r"north, north\.html: error\[PB530\]"),
    ("reports", {"heading": lambda state: f"{state.hands}"}, r"north, html: the report tells what is hidden"),
    ("sheets", {"sheet": lambda view, role: "vow = 9"}, "the blank sheet is refused"),
    ("sheets", {"sample": lambda view, role, chance, temperament: {"vow": 0}}, "the bot's sheet is refused"),
    ("sheets", {"sheet_keys": ("card", "take")}, r"the blank sheet has keys that sheet_keys has not: \['vow'\]"),
    ("sheets", {"brief": Brief()}, "the blank sheet leads to something else where it is judged in brief"),
    ("at_home", {"sheet_keys": ()}, "a bot's sheet is refused"),
    ("ahead", {"ahead": Ahead(keys=("card", "moon"))}, "the key 'moon' of orders ahead is none of a sheet"),
    ("ahead", {"ahead": Ahead(needed=("vow",))}, "the key 'vow' is needed and does not answer"),
    ("ahead", {"ahead": Ahead(needed=())}, "no key is needed to order anything"),
    ("ahead", {"ahead": Ahead(coming=lambda view, role: TWICE)}, "'bid' is coming twice"),
    ("ahead", {"ahead": Ahead(coming=lambda view, role: (Coming("a bid", ""),))}, "not said in one word"),
    ("ahead", {"ahead": Ahead(coming=lambda view, role: (Coming("bid", "a bid"),))}, "'bid' is owed now and coming"),
    ("ahead", {"ahead": Ahead(coming=lambda view, role: ())}, "'bid' is asked for and was not coming a step before"),
    ("ahead", {"ahead": Ahead(asked=lambda state, role: "bid")}, "'bid' is asked for and not owed"),
    ("ahead", {"ahead": Ahead(supposed=lambda view, role, decision: view)}, "'bid' is not owed on the view"),
    ("ahead", {"ahead": Ahead(asked=lambda state, role: "bid" * ("HIDDEN" in f"{state}"))}, "the view says that"),
    ("foresight", {"foresight": Foresight(Foreseen(""))}, "step 1, north: a line says nothing"),
    ("foresight", {"foresight": Foresight(Foreseen("It rains.", "maybe"))}, "'maybe' is not how sure a line can be"),
    ("foresight", {"foresight": Foresight(Foreseen("It rains.", "depends"))}, "a line names what it depends on"),
    ("foresight", {"foresight": Foresight(Foreseen("It rains.", "chance", "clouds"))}, "and only then: It rains"),
    ("figures", {"figures": Figures(lambda view: {"gold": {"north": 1}})}, "gold of north is counted, and not"),
    ("figures", {"figures": Figures(lambda view: {"points": {"east": 1}})}, "points of east is counted, and not"),
    ("figures", {"figures": Figures(lambda view: {"points": {"north": 0.5}})}, "is 0.5, which is no whole number"),
    ("figures", {"figures": Figures(line="east")}, "step 2, north: bids of east is counted, and not declared"),
    ("figures", {"figures": Figures(peeped), "view_of": whole}, "north: what is hidden is counted"),
    ("offers", offering(Offer("vow 4", (Edit(("vow",), 4),))), "what is offered is refused: vow 4"),
    ("offers", offering(Offer("vow 1", (Edit(("moon",), 4),))), r"\('moon',\) is none of a sheet"),
    ("offers", offering(Offer("nothing", ())), "an offer says nothing"),
    ("offers", offering(Offer("vow 1", (Edit(("vow",), 1),), (Effect("warns", ""),))), "an effect says nothing"),
    ("offers", offering(VOW, needed=True), "an answer that is needed changes nothing"),
    ("offers", offering(VOW, VOW), "two offers say the same: vow 1"),
    ("offers", offering(choices=(SAID, SAID)), "two questions are the same: What do you say"),
    ("offers", offering(choices=(), groups=(GROUP, GROUP)), "two groups say the same: vow 1"),
    ("offers", offering(), "nothing answers the question: What do you say"),
    ("offers", offering(choices=(SAID,)), "what the sheet says is not taken back: vow 1"),
    ("offers", offering(choices=(), groups=(Group((), "Nobody", ""),)), "of a group nothing can be said"),
    ("offers", offering(choices=(), sums=(ODD_SUM,)), "Vow is 0, not 1 to 3"),
    ("reasons", {"reasons": Reasons(rules=())}, "step 1, sworn: no rule is behind it"),
    ("reasons", {"reasons": Reasons(orders=(" ",))}, "step 1, sworn: an order behind it says nothing"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "changes", "said"), BROKEN)
def test_a_ruleset_that_breaks_a_check_is_told_so(check: str, changes: Changes, said: str) -> None:
    assert re.search(said, found(check, altered(toy.RULESET, **changes)))


@pytest.mark.parametrize(
    ("given", "wanted", "fit"),
    [
        (str, str, True), (bool, int, True), (int, str, False), (Any, str, True), (toy.State, Any, True),
        (str, str | None, True), (str | None, str, False), (None, str | None, True),
        (dict[str, Any], Mapping[str, Any], True), (Mapping[str, Any], dict[str, Any], False),
        (dict[str, int], Mapping[str, str], False), (list, list[str], True),
        (tuple[Owed, Owed], tuple[Owed, ...], True), (tuple[Owed, ...], tuple[Owed], False),
        (tuple[str, ...], Sequence[str], True), (tuple[str, ...], tuple[Owed, ...], False),
        (Literal["a", "b"], str, True), (Literal["a", 1], str, False), (Annotated[str, "own"], str, True),
        (Callable[[Event], list[str]], Callable[[Event], list[str]], True),
        (Callable[[object], list[str]], Callable[[Event], list[str]], True),
        (Callable[[Chance], list[str]], Callable[[Event], list[str]], False),
        (Callable[..., str], Callable[[Event], list[str]], False),
    ],
)  # fmt: skip
def test_types_are_held_against_each_other(given: Any, wanted: Any, fit: bool) -> None:
    assert fit == fits(given, wanted)


def test_an_answer_at_home_that_differs_is_told() -> None:
    """A view that is less than its reader knows is checked otherwise than at the desk."""
    asked: list[int] = []

    def take(state: Any, role: str, body: Any) -> Any:
        asked.append(1)
        return toy.take(state, role, body)._replace(understood=(str(len(asked)),))

    assert "another answer at home and at the desk" in found("at_home", altered(toy.RULESET, take=take))


def test_a_ruleset_that_changes_its_state_in_place_is_told_so() -> None:
    def resolve(state: Any, bodies: Any, chance: Chance) -> Any:
        step = toy.resolve(state, bodies, chance)
        state.vows["north"] = 7
        return step

    assert "the state it was given is another now" in found("unchanged", altered(toy.RULESET, resolve=resolve))


def module(folder: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> Trial:
    """A ruleset in a file of its own that is not installed."""
    (folder / "odd_game.py").write_text(f"import sys\nfrom toy import *\nimport toy\n{source}")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.delitem(sys.modules, "odd_game", raising=False)
    from pbem.testing import trials

    return trials("odd_game:RULESET", "duel")[0]


ITSELF = "RULESET = toy.RULESET._replace(rules=sys.modules[__name__])\n"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import random\n", ["odd_game imports random"]),
        ("def read(): return open('x')\n", ["odd_game uses open"]),
    ],
)
def test_a_module_that_could_look_outside_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, said: list[str]
) -> None:
    own = "def result(state): return toy.result(state)\n"
    trial = module(tmp_path, monkeypatch, source + own + ITSELF)

    assert said == [line for line in complaints("purity", trial) if "odd_game" in line]


def test_a_game_that_hangs_on_the_order_of_sets_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
def resolve(state, bodies, chance):
    step = toy.resolve(state, bodies, chance)
    names = {"gold", "silver", "copper", "iron", "tin", "lead", "salt", "wool"}
    return step._replace(events=(*step.events, Event("set", {"order": "".join(names)})))
"""
    trial = module(tmp_path, monkeypatch, source + ITSELF)

    assert "a game is another one with PYTHONHASHSEED=" in complaints("hashes", trial)[0]


def test_a_game_that_is_not_found_elsewhere_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    said = complaints("hashes", Trial(toy.RULESET, "duel", home="nowhere:RULESET"))

    assert "the game could not be played in another process: nowhere:RULESET was not found there" == said[0]


def test_every_check_is_broken_by_some_ruleset() -> None:
    assert set(CHECKS) == {check for check, _, _ in BROKEN} | {"purity", "hashes"}


def test_orders_ahead_that_keep_the_contract_are_not_complained_about() -> None:
    assert "" == found("ahead", altered(toy.RULESET, ahead=Ahead()))
    assert "" == found("signatures", altered(toy.RULESET, ahead=Ahead()))


def test_foresight_that_keeps_the_contract_is_not_complained_about() -> None:
    lines = (Foreseen("It rains."), Foreseen("It snows.", "depends", "the cold"), Foreseen("It clears.", "chance"))

    assert "" == found("foresight", altered(toy.RULESET, foresight=Foresight(*lines)))


def test_reasons_that_keep_the_contract_are_not_complained_about() -> None:
    assert "" == found("reasons", altered(toy.RULESET, reasons=Reasons()))
    assert "" == found("signatures", altered(toy.RULESET, reasons=Reasons(), foresight=Foresight()))


def test_figures_that_keep_the_contract_are_not_complained_about() -> None:
    assert "" == found("figures", altered(toy.RULESET, figures=Figures()))
    assert "" == found("signatures", altered(toy.RULESET, figures=Figures()))


def test_every_group_of_the_contract_is_known() -> None:
    found = {name: [*functions(kind), *values(kind)] for name, kind in kinds().items()}

    assert set(found) == set(Ruleset._fields[7:]) - {"sheet_keys", "talk", "reference"}
    assert ["sample", "temperaments"] == found["bots"]
    assert 60 == sum(map(len, found.values()))


def test_the_command_says_what_it_tried_and_ends_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["toy:RULESET", "--mode", "duel", "--check", "signatures", "--check", "games", "--games", "2"])
    said = capsys.readouterr().out

    assert 0 == code
    assert f"games: {CHECKS['games'].__doc__}" in said
    assert "  ok  duel, game 2" in said and said.endswith("The contract is kept.\n")


def test_the_command_says_what_failed_and_ends_with_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toy, "RULESET", altered(toy.RULESET, heading=lambda state: ""))
    code = main(["toy:RULESET", "--mode", "duel", "--check", "standing"])
    said = capsys.readouterr().out

    assert 1 == code
    assert "  FAILED  duel, game 1\n    step 1: there is no heading\n" in said
    assert said.endswith("1 of 1 failed\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess"], 'there is no ruleset "chess"'),
        (["chess_of_yesterday:RULESET"], "chess_of_yesterday:RULESET cannot be loaded: ModuleNotFoundError"),
        (["toy:RULESET", "--mode", "trio"], 'there is no mode "trio"'),
    ],
)
def test_what_cannot_be_tried_ends_with_2(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert 2 == main(words)
    assert said in capsys.readouterr().err
