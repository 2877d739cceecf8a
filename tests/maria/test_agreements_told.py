"""What reports and sheets tell of agreements: the register, who is bound, and how an offer is answered (M20, M21)."""

from __future__ import annotations

import tomllib
from typing import Any

from pbem.core.chance import Chance
from pbem.rulesets.maria import RULESET
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.powers import FRANCE
from pbem.rulesets.maria.records import Politics, Winter
from pbem.rulesets.maria.relations import powers_of
from pbem.rulesets.maria.state import State
from pbem.rulesets.maria.telling.paper import sheet
from pbem.rulesets.maria.telling.political_story import told_treaty
from pbem.rulesets.maria.telling.political_summary import agreements

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
