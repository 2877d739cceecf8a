"""Fredericus, by Eligio Cazzato (daVinci Games): the index page of the ruleset.

Modules are named after the chapters of docs/rules/fredericus.md: cards (R1), geometry (R2), setup (R3), turn and
flow (R4, R8, R10), basic (R5), special (R6, O1), bets (R7), objectives (R9, O2-O4), scoring (R11), views (R14),
orders and decisions (R15), ahead and brakes (orders ahead), invariants (R16); castle is the picture of the castle,
made of shapes, panels and signs.
"""

from __future__ import annotations

from pbem.core.ruleset import (
    CONTRACT,
    Ahead,
    Bots,
    Figures,
    Files,
    Foresight,
    History,
    Mode,
    Offers,
    Option,
    Painting,
    Pointing,
    Reasons,
    Role,
    Rules,
    Ruleset,
    Score,
    Secrets,
    Story,
    Telling,
    lazy,
)

_HERE = "pbem.rulesets.fredericus"
_A = Role("a", "Falconer A", "starts")
_B, _C, _D = Role("b", "Falconer B"), Role("c", "Falconer C"), Role("d", "Falconer D", "keeps the deck")

RULESET = Ruleset(
    contract=CONTRACT,
    name="fredericus",
    title="Fredericus",
    revision=1,
    modes=(
        Mode("4p", "four falconers", (_A, _B, _C, _D)),
        Mode("3p", "three falconers", (_A, _B, _C._replace(about="keeps the deck"))),
        Mode("2p", "two falconers with two tokens each", (_A, _B._replace(about="keeps the deck"))),
    ),
    options=(
        Option("shift3", "three like cards may go to the near end (O1)", ("off", "on"), "off"),
        Option("display", "so many objectives lie open (O2)", ("off", "3", "4"), "off"),
        Option("fredericus_stops_draws", "no draw after Fredericus (O3)", ("off", "on"), "off"),
        Option(
            "fredericus_discard",
            "who gets the two points when the deck keeper's discard is Fredericus? (O4)",
            ("nobody", "keeper"),
            "nobody",
        ),
        Option("placing", "birds and tokens at set-up", ("in-turn", "together"), "in-turn"),
    ),
    round="Round",
    sheet_keys=("do", "ahead"),
    rules=lazy(
        Rules,
        set_up=f"{_HERE}.setup",
        awaiting=f"{_HERE}.flow",
        take=f"{_HERE}.decisions",
        resolve=f"{_HERE}.flow",
        result=f"{_HERE}.flow",
        invariants=f"{_HERE}.invariants:broken",
        codes=f"{_HERE}.diagnostics",
    ),
    secrets=lazy(Secrets, view_of=f"{_HERE}.views", twin_of=f"{_HERE}.views"),
    files=lazy(Files, encode=f"{_HERE}.files", decode=f"{_HERE}.files", position=f"{_HERE}.position"),
    telling=lazy(
        Telling,
        label=f"{_HERE}.flow",
        heading=f"{_HERE}.flow",
        tell=f"{_HERE}.story",
        summary=f"{_HERE}.summary",
        sheet=f"{_HERE}.paper",
    ),
    bots=lazy(Bots, sample=f"{_HERE}.bot", temperaments=("hunter", "gambler", "scribe", "idle", "wild")),
    painting=lazy(Painting, svg=f"{_HERE}.castle:draw"),
    pointing=lazy(Pointing, spots=f"{_HERE}.pointing"),
    story=lazy(Story, narrate=f"{_HERE}.narrative", chapters=("turn",)),
    history=lazy(History, about=f"{_HERE}.changes", changes=f"{_HERE}.changes"),
    score=lazy(Score, section=f"{_HERE}.summary:score_section"),
    figures=lazy(
        Figures,
        by_turn=f"{_HERE}.figures:BY_TURN",
        by_event=f"{_HERE}.figures:BY_EVENT",
        counted=f"{_HERE}.figures",
        tallied=f"{_HERE}.figures",
    ),
    ahead=lazy(
        Ahead,
        keys=("do",),
        needed=("do",),
        answered=f"{_HERE}.decisions",
        spoken=f"{_HERE}.decisions",
        parts=f"{_HERE}.decisions",
        coming=f"{_HERE}.ahead",
        asked=f"{_HERE}.ahead",
        supposed=f"{_HERE}.ahead",
        with_standing=f"{_HERE}.ahead",
        written=f"{_HERE}.ahead",
        hangs_on=f"{_HERE}.ahead",
        read_brake=f"{_HERE}.brakes",
        braked=f"{_HERE}.brakes",
        brakes=f"{_HERE}.brakes:likely",
        sample=f"{_HERE}.bot_ahead:sample_ahead",
        repeat=f"{_HERE}.bot_ahead",
    ),
    foresight=lazy(Foresight, foresee=f"{_HERE}.foresight"),
    offers=lazy(Offers, offers=f"{_HERE}.offers"),
    reasons=lazy(
        Reasons,
        rules_behind=f"{_HERE}.reasons",
        orders_behind=f"{_HERE}.reasons",
        kept_behind=f"{_HERE}.reasons",
    ),
)
