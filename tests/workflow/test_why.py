"""`pbem why`: the facts, the orders and the rules behind a line, as far as its reader may know them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ahead_games import begun, sent

from games import play_steps
from pbem.core.events import Event
from pbem.store import GameFault
from pbem.workflow import open_game, stood_after, why
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.codes import LEAK
from pbem.workflow.gate import twin
from pbem.workflow.journal import log

ORDERS: dict[str, Any] = {
    "do": ["Friedrich stays", "keith -> Beraun -> Pilsen"],
    "bid": [{"own": "Friedrich", "otherwise": "concede"}],
}
SUPPLY = "Keith in Pilsen is out of supply"


@pytest.fixture
def played(tmp_path: Path) -> str:
    """Prussia has moved, and Friedrich fought Saltikov; then Hanover's stage began."""
    game = begun(
        tmp_path,
        prussia={"friedrich": "Soldin 8", "keith": "Prag 3", "t1": "Breslau"},
        russia={"saltikov": "Berlinchen 6", "t1": "Warszawa"},
        hands={"prussia": "2H", "russia": "3H"},
    )
    sent(game, "frederick", ORDERS)
    adjudicate(game)
    sent(game, "elisabeth", {"bid": [{"own": "Saltikov", "otherwise": "concede"}]})
    adjudicate(game)
    if open_game(game).awaiting[0].kind == "retreat":
        adjudicate(game, ["all"])
    return game


def step_of(game: str, words: str, role: str | None = None) -> int:
    """The step that tells something."""
    entries = log(game, role)
    return next(e.step for e in entries for told in e.events if any(words in text for text in told.sentences))


def fault(*asked: Any, **more: Any) -> GameFault:
    with pytest.raises(GameFault) as found:
        why.why(*asked, **more)
    return found.value


def test_the_facts_the_order_and_the_rules_are_told_to_who_ordered(played: str) -> None:
    step = step_of(played, SUPPLY)
    found = why.why(played, step, SUPPLY, "frederick")

    assert "Keith in Pilsen is out of supply, face-down." == found.sentence
    assert {"nation": "Prussia", "general": "Keith", "city": "Pilsen"} == found.facts
    assert [("frederick", 1, "keith -> Beraun -> Pilsen")] == [tuple(order) for order in found.orders]
    assert ["F9.4", "F9.2", "F9.3"] == [rule.number for rule in found.rules]
    assert {"F9 Supply"} == {rule.chapter for rule in found.rules}


def test_the_text_has_all_of_it(played: str) -> None:
    step = step_of(played, SUPPLY)
    text = why.as_text(why.why(played, step, SUPPLY, "frederick"))

    assert [
        "  Keith in Pilsen is out of supply, face-down.", "", "The facts", "  kind: unsupplied", "  nation: Prussia",
        "  general: Keith", "  city: Pilsen", "", "The orders", "  frederick, step 1: keith -> Beraun -> Pilsen", "",
        "The rules",
    ] == text.split("\n")[1:13]  # fmt: skip
    assert f"step {step} (" in text.split("\n")[0]
    assert "  F9.2 (F9 Supply): A general is supplied if one of these holds:" in text
    assert "pbem rules F9.4 prints a rule whole." in text


def test_others_and_the_public_see_no_order_and_the_moderator_all(played: str) -> None:
    step = step_of(played, "is beaten by Friedrich")
    line = "is beaten by Friedrich"

    own = why.why(played, step, line, "frederick").orders
    assert {"frederick"} == {order.role for order in own}
    assert all(order.text.startswith("bid: Friedrich") for order in own)
    assert {"elisabeth"} == {order.role for order in why.why(played, step, line, "elisabeth").orders}
    assert () == why.why(played, step, line).orders == why.why(played, step, line, "pompadour").orders
    assert {"frederick", "elisabeth"} == {order.role for order in why.why(played, step, line, moderator=True).orders}
    assert why.NO_ORDERS["public"] in why.as_text(why.why(played, step, line))
    assert why.NO_ORDERS["role"] in why.as_text(why.why(played, step, line, "pompadour"))


def test_lines_have_the_numbers_of_the_log(played: str) -> None:
    entry = next(entry for entry in log(played) if entry.step == 1)
    told = [text for event in entry.events for text in event.sentences]
    rows = why.lines(played, 1)

    assert told == [row.sentence for row in rows]
    assert [*range(1, len(told) + 1)] == [row.number for row in rows]
    assert told[1].removeprefix("- ") == why.why(played, 1, "2").sentence
    assert f"   1  {told[0]}\n" in why.as_list(rows)


def test_a_card_is_known_to_who_drew_it(played: str) -> None:
    step = step_of(played, "Hanover draws")
    own, public = (why.why(played, step, "Hanover draws", role) for role in ("frederick", None))
    all_ = why.why(played, step, "Hanover draws", moderator=True)

    assert "cards" in own.facts and "cards" not in public.facts
    assert own.facts["cards"] == all_.facts["cards (frederick alone)"]
    assert () == own.orders  # what Prussia was ordered did not lead to Hanover's draw


def test_what_the_program_tells_has_no_rule(played: str) -> None:
    from pbem.workflow.journal import undo

    undo(played, "a slip", to=open_game(played).last.number)
    adjudicate(played, ["all"])
    step = step_of(played, "took back")
    found = why.why(played, step, "took back")

    assert () == found.rules
    assert why.NO_RULES in why.as_text(found)


def test_a_title_without_reasons_tells_the_facts(game: str) -> None:
    play_steps(game, 2)
    step, row = next((n, rows[0]) for n in (1, 2) if (rows := why.lines(game, n)))
    found = why.why(game, step, str(row.number))

    assert row.sentence.removeprefix("- ") == found.sentence
    assert ((), ()) == (found.orders, found.rules)


# which line is meant

SAID = [
    "* Austria",
    "Austria conquers Brieg.",
    "Austria conquers Oels.",
    "Battle: Daun (6) in Brieg ♠ attacks Keith and Dohna (2) in Ohlau ♥; 6 to 2, score +4.",
    "- Prussia at -4 plays 4♥: 0.",
    "- Prussia at -5 plays 5♥: 0.",
]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("conquers Oels", [2]),
        ("AUSTRIA  conquers\nBrieg.", [1]),
        ("Austria conquers", [1, 2]),
        ("Austria conquers Brieg and Oels.", [0, 1, 2]),  # the heading, too: nothing says which is meant
        ("Battle: Daun (6) in Brieg ♠ against Keith and Dohna (2) in Ohlau ♥", [3]),
        ("Prussia at -5 plays", [5]),
        ("Austria", [0]),
        ("Prussia plays", [4, 5]),
        ("nonsense", []),
        ("", []),
    ],
)
def test_words_of_a_report_find_their_line(text: str, lines: list[int]) -> None:
    assert lines == why.meant(SAID, text)


def test_what_cannot_be_found_is_said_with_a_way_on(played: str) -> None:
    last = open_game(played).last.number

    assert "the steps 0 to" in fault(played, 99, "1").hint
    assert f"It has the lines 1 to {len(why.lines(played, 1))}" in fault(played, 1, "99").hint
    assert "Nothing was told of it" in fault(played, 0, "1").hint
    assert "prints its lines with their numbers" in fault(played, 1, "nonsense").hint
    assert f"Step {step_of(played, SUPPLY)} has such a line" in fault(played, 1, SUPPLY).hint
    assert "Name one by its number: 1: No sheet" in fault(played, last, "Saltikov retreats").hint
    assert "PB519" == fault(played, 1, "1", "napoleon").code.id


# secrets


@pytest.mark.parametrize("role", ["frederick", "elisabeth", None])
def test_with_all_secrets_exchanged_not_a_byte_changes(played: str, role: str | None) -> None:
    table = open_game(played)
    for number in range(1, table.last.number + 1):
        step, reader = why._opened(played, number, role, False)
        for row in why.lines(played, number, role):
            told = [
                json.dumps(why.as_data(why._reason(seen, reader, row, ()))).encode()
                for seen in (step, twin(step, role, 0), twin(step, role, 1))
            ]
            assert [told[0]] * 3 == told


def test_what_others_alone_know_does_not_pass_the_gate(played: str, monkeypatch: pytest.MonkeyPatch) -> None:
    step = step_of(played, "Hanover draws")

    def whole(events: tuple[Event, ...], role: str | None) -> tuple[Event, ...]:
        return tuple(event._replace(to=None) for event in events)

    monkeypatch.setattr(why, "seen_by", whole)
    assert LEAK is fault(played, step, "Hanover draws").code


def test_no_sheet_of_another_is_handed_on(played: str) -> None:
    orders = {"frederick": {"do": ["x"]}, "elisabeth": {}}

    assert {"frederick": {"do": ["x"]}} == why._shown(orders, "frederick")
    assert {} == why._shown(orders, None)
    assert stood_after(open_game(played), open_game(played).last).last.orders.keys() <= {"frederick", "elisabeth"}


# the command


def test_the_command_prints_a_reason_or_all_lines(played: str, pbem: Any) -> None:
    step = str(step_of(played, SUPPLY))
    listed, told = pbem("why", played, step), pbem("why", played, step, SUPPLY, "--role", "frederick")
    data = json.loads(pbem("why", played, step, SUPPLY, "--json").out)
    rows = json.loads(pbem("why", played, step, "--json").out)

    assert [0, 0] == [listed.code, told.code]
    assert listed.out.split("\n")[: len(rows)] == [f"{row['line']:>4}  {row['sentence']}" for row in rows]
    assert "frederick, step 1: keith -> Beraun -> Pilsen" in told.out
    assert ("unsupplied", [], "public") == (data["kind"], data["orders"], data["reader"])
    assert "F9.4" == data["rules"][0]["number"]


def test_an_unknown_line_ends_with_2_and_a_code(played: str, pbem: Any) -> None:
    done = pbem("why", played, "1", "nonsense")

    assert (2, "") == (done.code, done.out)
    assert "error[PB519] unknown-choice: no line of step 1" in done.err


@pytest.mark.parametrize(
    ("wishes", "mine", "theirs", "behind"),
    [
        ({"retreat": ["towards Stettin", "anywhere"]}, {}, {}, ["frederick: retreat: towards Stettin, anywhere"]),
        ({"retreat": ["anywhere"]}, {"retreat": ["towards Stettin", "anywhere"]}, {"retreat": ["anywhere"]}, []),
    ],
)
def test_the_wish_of_a_sheet_that_chose_the_city_is_behind_a_retreat(
    tmp_path: Path, wishes: Any, mine: Any, theirs: Any, behind: list[str]
) -> None:
    game = begun(
        tmp_path, prussia={"friedrich": "Soldin 8", "t1": "Breslau"}, russia={"saltikov": "Berlinchen 6"},
        hands={"prussia": "2H", "russia": "3H"},
    )  # fmt: skip
    bid = {"own": "Friedrich", "plays": ["2H"], "otherwise": "concede", **mine}
    receipt = sent(game, "frederick", {"do": ["Friedrich stays"], **wishes, "bid": [bid]})
    assert not receipt.answer.is_refused, receipt.text
    adjudicate(game)
    sent(game, "elisabeth", {**theirs, "bid": [{"own": "Saltikov", "otherwise": "concede"}]})
    adjudicate(game)
    found = why.why(game, step_of(game, "Saltikov retreats"), "Saltikov retreats", moderator=True)

    named = [f"{order.role}: {order.text}" for order in found.orders]
    assert behind == [order for order in named if ": retreat: " in order]
    assert any(order.startswith("frederick: bid: ") for order in named)
