"""What reports and sheets tell of agreements: the register, who is bound, and how an offer is answered (M20, M21)."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from pbem.core.chance import Chance
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.contracts import expired
from pbem.rulesets.maria.powers import FRANCE
from pbem.rulesets.maria.records import Politics, Winter
from pbem.rulesets.maria.relations import powers_of
from pbem.rulesets.maria.state import State
from pbem.rulesets.maria.telling import agreement_changes
from pbem.rulesets.maria.telling.paper import sheet
from pbem.rulesets.maria.telling.political_story import told_treaty
from pbem.rulesets.maria.telling.political_summary import agreements
from pbem.rulesets.maria.treaties import (
    ACCEPTED,
    COUNTERED,
    DISSOLVED,
    DROPPED,
    ENDED,
    LAPSED,
    OFFERED,
    OVER,
    REFUSED,
    WITHDRAWN,
)

TRUCE = "offer Prussia and Austria, turns 5 to 6, strict: Prussia does not attack Austria"
SUBSIDY = "offer Austria and the Pragmatic Army, turns 5 to 6: Austria subsidizes the Pragmatic Army"


def position() -> State:
    """France moves in turn 5."""
    facts = {"phase": "movement", "stage": "france", "turn": 5}
    state: State = RULESET.files.position(facts, "advanced", {})
    return RULESET.rules.resolve(state, {}, Chance("agreements")).state


def after(state: State, role: str, *lines: str) -> State:
    """The state after what a role says of agreements."""
    taken: State = RULESET.rules.take(state, role, {"treaties": list(lines)}).state
    return taken


def told(state: State, role: str) -> list[str]:
    """The register as a role reads it."""
    section: Any = agreements(state, powers_of(state, role))
    return list(section["lines"]) if section else []


def uncommented(state: State, role: str) -> dict[str, Any]:
    """A sheet with the remark of its agreements taken away, as a player does it who takes all of them up."""
    lines = sheet(RULESET.secrets.view_of(state, role), role).split("\n")
    start = next(at for at, line in enumerate(lines) if line.startswith("# treaties = ["))
    end = next(at for at, line in enumerate(lines) if at >= start and line.rstrip().endswith("]"))
    block = [line.removeprefix("# ") for line in lines[start : end + 1]]
    return tomllib.loads("\n".join(block))


def test_a_sheet_tells_austria_that_the_pragmatic_army_may_move_first() -> None:
    """M10.11, D13: once, and nobody else."""
    facts = {"phase": "movement", "stage": "austria", "turn": 5, "austria": {"karl": "Wien 4"},
             "pragmatic": {"george": "Hannover 4"}}  # fmt: skip
    state = RULESET.rules.resolve(RULESET.files.position(facts, "advanced", {}), {}, Chance("first")).state
    later = RULESET.rules.resolve(state, {"maria-theresa": {"do": ["pragmatic first"]}}, Chance("first")).state
    again = RULESET.rules.resolve(later, {}, Chance("first")).state
    sheets = [(one, role) for one, role in ((state, "maria-theresa"), (later, "frederick"), (again, "maria-theresa"))]

    assert [True, False, False] == ['"pragmatic first"' in sheet(one, role) for one, role in sheets]


def test_a_sheet_answers_several_offers_in_one_list() -> None:
    """Two keys of one name would be no TOML."""
    state = after(position(), "maria-theresa", TRUCE.replace("Prussia and Austria", "Austria and Prussia"), SUBSIDY)
    found = uncommented(state, "frederick")["treaties"]

    assert ["accept 1", "accept 2"] == found
    assert sheet(state, "frederick").count("treaties = [") == 1
    assert '# An offer among them: "offer PR and AU, turn 5: PR does not attack AU"' in sheet(state, "frederick")


def test_a_report_says_how_the_reader_answers_an_offer() -> None:
    state = after(position(), "frederick", TRUCE)
    own, other = told(state, "maria-theresa"), told(state, "louis")

    answer = 'No. 1 waits for your answer, with any sheet: treaties = ["accept 1"], or "refuse 1", or "counter 1, ...".'
    assert answer in own
    assert not [line for line in other if "your answer" in line]


def test_who_gets_a_subsidy_is_not_bound_by_it() -> None:
    state = after(after(position(), "maria-theresa", SUBSIDY), "frederick", "accept 1")

    assert "You are bound by No. 1: Austria subsidizes the Pragmatic Army." in told(state, "maria-theresa")
    assert not [line for line in told(state, "frederick") if line.startswith("You are bound")]


def test_a_wish_to_end_an_agreement_stands_in_the_register_and_in_the_sheet_of_the_other() -> None:
    state = after(after(position(), "frederick", TRUCE), "maria-theresa", "accept 1")
    state = after(state, "maria-theresa", "end 1")

    assert "Austria wishes to end No. 1; it ends when Prussia does, too." in told(state, "louis")
    assert ["end 1"] == uncommented(state, "frederick")["treaties"]
    assert ["end 1"] != uncommented(state, "maria-theresa")["treaties"]


def test_an_agreement_that_ends_is_told_in_a_whole_sentence() -> None:
    ended = happened.TreatyTold(
        id="3", status="ended", powers=["france", "austria"], first=1, last=2,
        clauses=["no hussars against France"], text="turns 1 to 2", by="louis",
    )  # fmt: skip

    assert (
        "All its parties have agreed to end agreement 3 of France and Austria, turns 1 to 2: no hussars against France."
        == told_treaty(ended)
    )


def test_an_agreement_of_one_player_that_ends_with_saxony_is_told_so() -> None:
    """A60: not that its powers are allied no longer."""
    parted = happened.TreatyTold(
        id="3", status="dissolved", powers=["prussia", "saxony"], first=1, last=2,
        clauses=["Saxony does not enter Prag"], text="turns 1 to 2", by="maria-theresa",
    )  # fmt: skip

    assert (
        "It ends, for Maria Theresa plays one of its powers now, and one player alone had made it: agreement 3 of"
        " Prussia and Saxony, turns 1 to 2: Saxony does not enter Prag." == told_treaty(parted)
    )


def test_a_sheet_of_somebody_who_owes_nothing_keeps_its_remarks_together() -> None:
    state = position()
    asked = {owed.role for owed in RULESET.rules.awaiting(state)}
    role = next(role for role in ("maria-theresa", "frederick", "louis") if role not in asked)
    lines = sheet(RULESET.secrets.view_of(state, role), role).split("\n")
    shift = next(at for at, line in enumerate(lines) if "inside a stack" in line)

    assert "# [troops]" == lines[shift + 1]
    assert next(at for at, line in enumerate(lines) if "treaties" in line) < shift


def test_a_country_that_there_is_not_is_answered_with_those_there_are() -> None:
    line = "offer France and Austria, turn 5: France leaves Bohemia by turn 5"
    (said,) = [row for row in RULESET.rules.take(position(), "louis", {"treaties": [line]}).diagnostics
               if row.code.id == "MA581"]  # fmt: skip

    assert "there is no country 'Bohemia'" == said.message
    assert "Core-Austria" in said.hint and "Silesia" in said.hint


def test_a_sheet_says_what_becomes_of_a_card_of_another_suit() -> None:
    state = position()._replace(agenda=(Politics("place", (FRANCE,)),), suit="H")

    assert "A card of another suit does not count" in sheet(state, "louis")


def test_in_winter_an_offer_to_imitate_is_for_the_next_turn() -> None:
    state = position()._replace(agenda=(Winter((("louis", (FRANCE,)),)),), turn=6)

    assert "offer FR and AU, turn 7: FR does not attack AU" in sheet(state, "louis")


def changed(before: State, later: State) -> list[str]:
    """What ``pbem diff`` tells of agreements between two positions."""
    assert RULESET.history is not None
    found = RULESET.history.changes(before, later, None, ())
    return [change.text for change in found if change.title == "Agreements"]


def test_what_changed_tells_an_offer_and_its_answer() -> None:
    state = position()
    offered = after(state, "frederick", TRUCE)
    what = "No. 1 of Prussia and Austria, turns 5 to 6, strict: Prussia does not attack Austria."

    assert [f"Prussia offered {what}"] == changed(state, offered)
    assert [f"All its parties signed {what}"] == changed(offered, after(offered, "maria-theresa", "accept 1"))
    assert [f"One of its parties refused {what}"] == changed(offered, after(offered, "maria-theresa", "refuse 1"))
    assert [f"Prussia withdrew its offer, {what}"] == changed(offered, after(offered, "frederick", "withdraw 1"))
    assert [] == changed(offered, offered)


@pytest.mark.parametrize(
    ("status", "known", "new"),
    [
        ("offered", "", "Prussia offered {what}"),
        ("accepted", "All its parties signed {what}", "Prussia offered, and all its parties signed, {what}"),
        ("refused", "One of its parties refused {what}", "Prussia offered, and one of its parties refused, {what}"),
        (
            "countered",
            "Another offer took the place of {what}",
            "Prussia offered, and another offer has replaced, {what}",
        ),
        ("withdrawn", "Prussia withdrew its offer, {what}", "Prussia offered, and withdrew again, {what}"),
        (
            "lapsed",
            "Not all its parties signed in time: {what}",
            "Prussia offered, and not all its parties signed in time, {what}",
        ),
        (
            "ended",
            "All its parties agreed to end {what}",
            "Prussia offered, and all its parties signed and agreed to end, {what}",
        ),
        (
            "over",
            "Its last turn has passed: {what}",
            "Prussia offered it, all its parties signed, and its last turn has passed: {what}",
        ),
    ],
)
def test_what_changed_is_a_whole_sentence_for_all_that_becomes_of_an_agreement(
    status: str, known: str, new: str
) -> None:
    """Known before the change, and offered since: each sentence stands whole, so that it can be translated."""
    state = position()
    offered = after(state, "frederick", TRUCE)
    later = offered._replace(treaties=(offered.treaties[0]._replace(status=status),))
    what = "No. 1 of Prussia and Austria, turns 5 to 6, strict: Prussia does not attack Austria."

    assert [known.format(what=what)] * bool(known) == changed(offered, later)
    assert [new.format(what=what)] == changed(state, later)


def test_what_changed_has_a_sentence_for_every_status() -> None:
    statuses = {OFFERED, ACCEPTED, REFUSED, COUNTERED, WITHDRAWN, LAPSED, ENDED, OVER, DISSOLVED, DROPPED}

    assert statuses - {OFFERED} == {*agreement_changes.KNOWN}
    assert statuses == {*agreement_changes.NEW}
    assert all(line.endswith("{what}.") for table in (agreement_changes.KNOWN, agreement_changes.NEW)
               for line in table.values())  # fmt: skip


def test_what_changed_tells_agreements_that_lapsed_and_that_are_over_when_their_turns_are() -> None:
    offered = after(
        after(position(), "frederick", TRUCE), "maria-theresa", TRUCE.replace("Prussia and Austria", "AU and PR")
    )
    bound = after(offered, "maria-theresa", "accept 1")
    later, _ = expired(bound._replace(turn=7))
    what = "turns 5 to 6, strict: Prussia does not attack Austria."

    assert [
        f"Its last turn has passed: No. 1 of Prussia and Austria, {what}",
        f"Not all its parties signed in time: No. 2 of Austria and Prussia, {what}",
    ] == changed(bound, later)


def test_an_offer_that_lapses_may_have_been_taken_by_some() -> None:
    """Two of three signed: "nobody took it" would be wrong."""
    three = "offer Prussia, Austria and France, turn 5: Prussia does not attack Austria"
    signed = after(after(position(), "frederick", three), "maria-theresa", "accept 1")
    _, (event,) = expired(signed._replace(turn=6))
    told = happened.read(event)

    assert isinstance(told, happened.TreatyTold)
    assert (
        "It lapses, for not all its parties signed in time: agreement 1 of Prussia, Austria and France, turn 5:"
        " Prussia does not attack Austria." == told_treaty(told)
    )


def test_what_changed_tells_a_counter_offer_beside_the_offer_it_comes_for() -> None:
    offered = after(position(), "frederick", TRUCE)
    countered = after(offered, "maria-theresa", "counter 1, turn 5: Prussia does not attack Austria")
    what = "No. 1 of Prussia and Austria, turns 5 to 6, strict: Prussia does not attack Austria."

    assert [
        f"Another offer took the place of {what}",
        "Austria offered No. 2 of Prussia and Austria, turn 5: Prussia does not attack Austria.",
    ] == changed(offered, countered)


def test_what_changed_tells_who_wishes_to_end_an_agreement_and_that_it_ended() -> None:
    bound = after(after(position(), "frederick", TRUCE), "maria-theresa", "accept 1")
    wished = after(bound, "maria-theresa", "end 1")
    what = "No. 1 of Prussia and Austria, turns 5 to 6, strict: Prussia does not attack Austria."

    assert ["Austria wishes to end No. 1; it ends when Prussia does, too."] == changed(bound, wished)
    assert [f"All its parties agreed to end {what}"] == changed(wished, after(wished, "frederick", "end 1"))


def test_what_changed_tells_contracts_that_begin_and_end() -> None:
    offered = after(position(), "maria-theresa", SUBSIDY)
    paid = after(offered, "frederick", "accept 1")

    assert "Austria hands the Pragmatic Army a new card a turn, for 2 turns more." == changed(offered, paid)[-1]
    assert (
        "Austria hands the Pragmatic Army no new cards any longer."
        == changed(paid, after(after(paid, "frederick", "end 1"), "maria-theresa", "end 1"))[-1]
    )


def test_what_changed_tells_who_signed_an_offer_that_others_have_still_to_answer() -> None:
    three = "offer Prussia, Austria and France, turn 5: Prussia does not attack Austria"
    offered = after(position(), "frederick", three)

    assert ["Austria signed No. 1."] == changed(offered, after(offered, "maria-theresa", "accept 1"))
