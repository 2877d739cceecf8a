"""Agreements of Maria put together by taps: who signs, what allies and minor powers promise, cities, turns (M21)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from maria_desk import TRUCE, asked, of_austria, offered, tapped

from pbem.core import has_errors
from pbem.core.offers import applied
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria.board import CITY, FORTRESSES, IDS, cities_in
from pbem.rulesets.maria.clauses import NotEnter
from pbem.rulesets.maria.offers import lines, proposals
from pbem.rulesets.maria.offers.lines import is_clear
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, PRUSSIA, SAXONY
from pbem.rulesets.maria.records import Treaty
from pbem.rulesets.maria.relations import owner_of
from pbem.rulesets.maria.state import GENERALS

MOST_TAPPED = 48  # agreements that can be begun: as many as a phone has room for
BOTH = "offer Austria and Prussia, turn 2: Prussia does not attack Austria"
FIVE = [f"offer Austria and {name}, turns 2 to {last}: Austria does not attack {name}; {name} does not attack Austria; "
        f"{name} stays farther than 3 from Wien and Prag" for name, last in
        (("Prussia", 3), ("France", 3), ("Prussia", 4), ("France", 4), ("Prussia", 5))]  # fmt: skip


def view_of(power: int) -> tuple[str, Any]:
    """Whoever plays a power, and the view of a movement."""
    return next((role, view) for (kind, role), view in asked().items()
                if kind == "movement" and owner_of(view, power) == role)  # fmt: skip


def texts(view: Any, role: str, body: dict[str, Any], kind: str) -> list[str]:
    return [
        offer.text for choice in offered(view, role, body).choices if choice.kind == kind for offer in choice.offers
    ]


@pytest.mark.parametrize(("role_of", "first"), [(AUSTRIA, "Austria and Bavaria"), (FRANCE, "Bavaria and Austria")])
def test_a_minor_power_promises_its_votes(role_of: int, first: str) -> None:
    role, view = view_of(role_of)
    body = tapped(
        view._replace(turn=2, election="due"), role, {}, ("agreement", f"offer {first}, turn 2: Bavaria votes")
    )
    found = texts(view._replace(turn=2, election="due"), role, body, "clauses")

    assert [f"offer {first}, turn 2: Bavaria votes for Charles Albert"] == body["treaties"]
    assert "Bavaria votes for Francis Stephen" in found


def test_a_minor_power_without_generals_and_votes_is_no_party(monkeypatch: pytest.MonkeyPatch) -> None:
    role, view = of_austria()
    bare = tuple(-1 if piece in GENERALS[BAVARIA] else city for piece, city in enumerate(view.place))

    assert "Bavaria" in " ".join(texts(view, role, {}, "agreement"))
    assert "Bavaria" in " ".join(texts(view._replace(place=bare), role, {}, "agreement"))
    monkeypatch.setattr(proposals, "votes_of", lambda view: {})
    assert "Bavaria" not in " ".join(texts(view._replace(place=bare), role, {}, "agreement"))


def test_a_third_power_is_to_sign_and_promises_and_is_taken_out_with_what_it_promised() -> None:
    role, view = of_austria()
    more = (("parties", "France"), ("clauses", "France does not enter Core-Austria"), ("turns", "turns 2 to 3"))
    body = tapped(view, role, {"treaties": [BOTH]}, *more)
    two = tapped(view, role, body, ("parties", "France"))
    (out,) = [offer for choice in offered(view, role, body).choices if choice.kind == "parties"
              for offer in choice.offers if offer.said and offer.text == "France"]  # fmt: skip

    promised = "Prussia does not attack Austria; France does not enter Core-Austria"
    assert [f"offer Austria, Prussia and France, turns 2 to 3: {promised}"] == body["treaties"]
    assert ["What France promises there goes out of the line, too."] == [effect.what for effect in out.effects]
    assert [BOTH.replace("turn 2", "turns 2 to 3")] == two["treaties"]
    assert not [offer for choice in offered(view, role, two).choices if choice.kind == "parties"
                for offer in choice.offers if offer.said]  # fmt: skip


def test_allies_promise_each_other_what_they_leave_to_the_other() -> None:
    role, view = view_of(FRANCE)
    body = {"treaties": ['offer France and Prussia, turn 3: "we shall be kind"']}
    found = texts(view, role, body, "clauses")

    assert "Prussia does not enter France" in found
    assert "France stays farther than 2 from Berlin" in found
    assert not [text for text in found if "attack" in text or "hussars" in text]


def test_an_ally_is_asked_out_of_a_country() -> None:
    role, view = view_of(FRANCE)
    place = list(view.place)
    place[GENERALS[PRUSSIA][0]] = CITY["paris"]
    found = texts(
        view._replace(place=tuple(place)), role, {"treaties": ['offer France and Prussia, turn 3: "x"']}, "clauses"
    )

    assert "Prussia leaves France by turn 3" in found


def test_one_fortress_takes_the_place_of_a_country_and_the_country_that_of_a_fortress() -> None:
    role, view = of_austria()
    body = {"treaties": ["offer Austria and Prussia, turn 2: Prussia does not enter Core-Austria"]}
    city = tapped(view, role, body, ("clause", "Prussia does not enter Prag"))

    assert ["offer Austria and Prussia, turn 2: Prussia does not enter Prag"] == city["treaties"]
    assert body == tapped(view, role, city, ("clause", "Prussia does not enter Core-Austria"))
    assert "Prussia does not enter Wien" in texts(view, role, city, "clause")


def test_turns_far_ahead_are_reached_a_turn_at_a_time_and_others_may_be_written() -> None:
    role, view = of_austria()
    further = [("turns", f"turns 2 to {last}") for last in (4, 5, 6, 7)] + [("turns", "turns 3 to 8")]
    body = tapped(view, role, {}, ("agreement", TRUCE), *further)
    more = {choice.kind: choice.more for choice in offered(view, role, body).choices}

    assert [TRUCE.replace("turn 2", "turns 3 to 8")] == body["treaties"]
    assert {"turns": True, "clauses": True, "parties": False, "strict": False}.items() <= more.items()


def test_the_same_offer_twice_is_asked_about_by_the_number_of_each() -> None:
    role, view = of_austria()
    found = offered(view, role, {"treaties": [7, BOTH, BOTH]}).choices
    said = offered(view, role, {"treaties": [BOTH, BOTH]}).choices
    edits = [offer.edits[0].path for choice in said if choice.kind == "strict" for offer in choice.offers]

    assert [f"What becomes of an order that breaks line {n} of the agreements?" for n in (2, 3)] == [
        choice.title for choice in found if choice.kind == "strict"
    ]
    assert [("treaties", 0)] * 2 + [("treaties", 1)] * 2 == edits


def test_a_line_with_a_fault_keeps_none_of_the_others_from_being_offered() -> None:
    role, view = of_austria()
    found = texts(view, role, {"treaties": ["offer nothing", BOTH]}, "clauses")

    assert "Austria does not attack Prussia" in found
    assert any(text.startswith("offer Austria and France") for text in
               texts(view, role, {"treaties": ["offer nothing"]}, "agreement"))  # fmt: skip


def test_what_one_player_signs_alone_is_held_against_the_lines_below_it() -> None:
    role, view = view_of(PRUSSIA)
    lines = [
        "offer Prussia and Saxony, turn 3: Prussia subsidizes Saxony",
        "offer Prussia and Saxony, turn 4: Prussia subsidizes Saxony",
    ]
    view = view._replace(turn=3)
    body = {"treaties": lines}

    assert not has_errors(RULESET.rules.take(view, role, body).diagnostics)
    assert owner_of(view, SAXONY) == role
    for offer in [
        row for choice in offered(view, role, body).choices if choice.kind == "turns" for row in choice.offers
    ]:
        assert not has_errors(RULESET.rules.take(view, role, applied(body, offer.edits)).diagnostics), offer


def test_every_fortress_is_read_as_it_is_offered() -> None:
    assert all(is_clear(NotEnter("france", IDS[city])) for city in cities_in(FORTRESSES))


def test_few_agreements_are_offered_at_first_and_all_that_is_offered_passes() -> None:
    for (_, role), view in asked().items():
        for election in ("", "due"):
            now = view._replace(election=election)
            (choice,) = [one for one in offered(now, role, {}).choices if one.kind == "agreement"]

            assert len(choice.offers) <= MOST_TAPPED
            for offer in choice.offers:
                assert not has_errors(RULESET.rules.take(now, role, {**applied({}, offer.edits)}).diagnostics) or (
                    has_errors(RULESET.rules.take(now, role, {}).diagnostics)
                )


def test_an_offer_is_read_once_however_much_can_be_changed_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    role, view = of_austria()
    read, judged = Counter[str](), Counter[str]()
    reader, take = lines.read_entry, lines.take_offer
    monkeypatch.setattr(lines, "read_entry", lambda text, names: read.update([text]) or reader(text, names))
    monkeypatch.setattr(lines, "take_offer", lambda *given: judged.update(["offer"]) or take(*given))
    found = offered(view, role, {"treaties": FIVE}).choices
    changes = sum(len(choice.offers) for choice in found)

    assert dict.fromkeys(FIVE, 1) == read
    assert judged.total() <= changes + len(FIVE) and changes < 120 * len(FIVE)


def test_offers_to_others_are_not_held_against_every_move(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.rulesets.maria.offers import case

    role, view = of_austria()
    taken = Counter[str]()
    take = case.take
    monkeypatch.setattr(case, "take", lambda *given, **more: taken.update(["take"]) or take(*given, **more))
    offered(view, role, {})
    without = taken.total()
    offered(view, role, {"treaties": FIVE})

    assert 2 * without == taken.total()


def test_what_a_sheet_signs_binds_the_moves_that_are_offered() -> None:
    role, view = of_austria()
    lying = Treaty(
        "7", "offered", (AUSTRIA, PRUSSIA), 1, 12, ("Austria does not enter Core-Austria",), "refuse", (PRUSSIA,)
    )
    view = view._replace(treaties=(lying,))
    free = {goal.name for group in offered(view, role, {"treaties": [BOTH]}).groups for goal in group.goals}
    bound = {
        goal.name for group in offered(view, role, {"treaties": ["accept 7", BOTH]}).groups for goal in group.goals
    }

    assert bound < free


def test_a_power_that_is_not_attacked_is_something_else_than_its_country_that_is_not_entered() -> None:
    role, view = of_austria()
    body = {"treaties": ["offer Austria and Prussia, turn 2: Austria does not attack Prussia"]}
    both = tapped(view, role, body, ("clauses", "Austria does not enter Prussia"))

    assert [f"{body['treaties'][0]}; Austria does not enter Prussia"] == both["treaties"]
    assert body == tapped(view, role, both, ("clauses", "Austria does not enter Prussia"))
