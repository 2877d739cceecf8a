"""Fredericus, by Eligio Cazzato (daVinci Games): the index page of the ruleset.

Modules are named after the chapters of docs/rules/fredericus.md: cards (R1), geometry (R2), setup (R3), turn and
flow (R4, R8, R10), basic (R5), special (R6, O1), bets (R7), objectives (R9, O2-O4), scoring (R11), views (R14),
orders and decisions (R15), invariants (R16); castle is the picture of the castle, made of shapes, panels and signs.
"""

from __future__ import annotations

from pbem.core.ruleset import Lazy, Mode, Option, Role, Ruleset

_HERE = "pbem.rulesets.fredericus"
_A = Role("a", "Falconer A", "starts")
_B, _C, _D = Role("b", "Falconer B"), Role("c", "Falconer C"), Role("d", "Falconer D", "keeps the deck")

RULESET = Ruleset(
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
    sheet_keys=("do",),
    set_up=Lazy(f"{_HERE}.setup", "set_up"),
    awaiting=Lazy(f"{_HERE}.flow", "awaiting"),
    take=Lazy(f"{_HERE}.decisions", "take"),
    resolve=Lazy(f"{_HERE}.flow", "resolve"),
    view=Lazy(f"{_HERE}.views", "view"),
    exchange=Lazy(f"{_HERE}.views", "exchange"),
    encode=Lazy(f"{_HERE}.files", "encode"),
    decode=Lazy(f"{_HERE}.files", "decode"),
    position=Lazy(f"{_HERE}.position", "position"),
    label=Lazy(f"{_HERE}.flow", "label"),
    heading=Lazy(f"{_HERE}.flow", "heading"),
    result=Lazy(f"{_HERE}.flow", "result"),
    summary=Lazy(f"{_HERE}.summary", "summary"),
    score=Lazy(f"{_HERE}.summary", "score_section"),
    tell=Lazy(f"{_HERE}.story", "tell"),
    sheet=Lazy(f"{_HERE}.paper", "sheet"),
    sample=Lazy(f"{_HERE}.bot", "sample"),
    temperaments=("hunter", "gambler", "scribe", "idle", "wild"),
    invariants=Lazy(f"{_HERE}.invariants", "broken"),
    codes=Lazy(f"{_HERE}.diagnostics", "codes"),
    picture=Lazy(f"{_HERE}.castle", "draw"),
    about=Lazy(f"{_HERE}.changes", "about"),
    changes=Lazy(f"{_HERE}.changes", "changes"),
    narrate=Lazy(f"{_HERE}.narrative", "narrate"),
    chapters=("turn",),
)
