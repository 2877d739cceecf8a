"""What is offered in and beside political decisions of Maria: troops, agreements, lines that are taken back."""

from __future__ import annotations

from typing import Any

from maria_desk import TRUCE, asked, of_austria, offered, tapped

from pbem.core.offers import applied
from pbem.rulesets.maria.corps import on_map
from pbem.rulesets.maria.powers import AUSTRIA, PRUSSIA
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.relations import owner_of, powers_of

WITH_TROOPS = {"suit", "place", "corps", "displaced", "saxony", "peace", "vote"}
OF_SEVERAL = {"flag", "place", "vote"}


def stacked(view: Any, role: str) -> Any:
    """The view with two generals of a power of the role in one city."""
    power = next(power for power in powers_of(view, role) if len(on_map(view, power)) > 1)
    first, second = on_map(view, power)[:2]
    place = [view.place[first] if piece == second else city for piece, city in enumerate(view.place)]
    return view._replace(place=tuple(place))


def test_troops_are_shifted_beside_every_political_decision() -> None:
    rows = [(kind, role, view) for (kind, role), view in asked().items() if kind in WITH_TROOPS]
    found = {kind: bool(offered(stacked(view, role), role, {}).sums) for kind, role, view in rows}

    assert {"suit", "place"} <= {*found}
    assert dict.fromkeys(found, True) == found


def test_a_line_of_several_is_taken_back_by_another_tap() -> None:
    seen = set()
    for (_, role), view in asked().items():
        for choice in offered(view, role, {}).choices:
            if choice.kind in OF_SEVERAL and choice.kind not in seen:
                seen.add(choice.kind)
                for offer in choice.offers:
                    body = applied({}, offer.edits)
                    again = [one for other in offered(view, role, body).choices if other.title == choice.title
                             for one in other.offers if one.said]  # fmt: skip
                    assert [offer.text] == [one.text for one in again]
                    assert "do" not in applied(body, again[0].edits)

    assert {"flag", "place"} <= seen


def test_agreements_of_one_promise_are_offered_and_what_is_not_listed_may_be_written() -> None:
    role, view = next((role, view) for (_, role), view in asked().items() if owner_of(view, PRUSSIA) == role)
    for due, votes in (("", False), ("due", True)):
        (choice,) = [one for one in offered(view._replace(election=due), role, {}).choices if one.kind == "agreement"]
        texts = " / ".join(offer.text for offer in choice.offers)
        assert choice.more
        assert "Prussia does not enter Core-Austria" in texts and "no hussars against Prussia" in texts
        assert votes == ("votes for Charles Albert" in texts)


def test_an_agreement_is_put_together_by_taps_alone() -> None:
    role, view = of_austria()
    farther = (
        ("agreement", TRUCE),
        ("clauses", "Prussia stays farther than 2 from Wien"),
        ("clause", "Prussia stays farther than 3"),
        ("clause", "Prussia stays farther than 3 from Wien and Prag"),
    )
    rest = (("turns", "turns 2 to 5"), ("strict", "strict"), ("clauses", "Prussia does not attack"))
    whole = tapped(view, role, {}, *farther, *rest)
    loose = tapped(view, role, whole, ("strict", "loose"))

    promised = "Austria does not attack Prussia; Prussia stays farther than 3 from Wien and Prag"
    assert {"treaties": [f"offer Austria and Prussia, turns 2 to 5, strict: {promised}"]} == whole
    assert {"treaties": [f"offer Austria and Prussia, turns 2 to 5: {promised}"]} == loose


def test_a_country_is_left_by_a_turn_that_is_tapped() -> None:
    role, view = of_austria()
    place = list(view.place)
    place[on_map(view, PRUSSIA)[0]] = view.place[on_map(view, AUSTRIA)[0]]
    view = view._replace(place=tuple(place))
    body = tapped(view, role, {}, ("agreement", TRUCE), ("turns", "turns 2 to 4"))
    leaves = next(one.text for choice in offered(view, role, body).choices if choice.kind == "clauses"
                  for one in choice.offers if " leaves " in one.text)  # fmt: skip
    earlier = leaves.replace("by turn 4", "by turn 3")
    body = tapped(view, role, body, ("clauses", leaves), ("clause", earlier))

    assert leaves.endswith(" by turn 4")
    assert [f"{TRUCE.replace('turn 2', 'turns 2 to 4')}; {earlier}"] == body["treaties"]


def test_an_offer_without_its_last_promise_is_no_line_any_more() -> None:
    role, view = of_austria()
    both = (("clauses", "Austria does not attack"), ("clauses", "Prussia does not attack"))

    assert {} == tapped(view, role, {}, ("agreement", TRUCE), *both)


def test_a_counter_offer_is_made_and_changed_by_taps() -> None:
    lying = Treaty("7", "offered", (AUSTRIA, PRUSSIA), 1, 12, ("Austria does not attack Prussia",), assented=(PRUSSIA,))
    role, view = of_austria(treaties=(lying,))
    body = tapped(view, role, {}, ("treaty", "counter 7"), ("clauses", "no hussars"), ("turns", "turn 3"))
    (choice,) = [choice for choice in offered(view, role, body).choices if choice.kind == "treaty"]

    assert ["counter 7, turn 3: Austria does not attack Prussia; no hussars against Prussia"] == body["treaties"]
    assert body["treaties"] == [offer.text for offer in choice.offers]
    assert {} == tapped(view, role, body, ("treaty", "counter 7"))


def test_nothing_is_asked_of_lines_that_cannot_be_read_or_answer_what_is_not_there() -> None:
    role, view = of_austria()
    body = {"treaties": ["offer nothing", "counter 9, turn 3: Austria does not attack Prussia", 7]}
    kinds = {choice.kind for choice in offered(view, role, body).choices}

    assert not kinds & {"clauses", "clause", "turns", "strict"}
