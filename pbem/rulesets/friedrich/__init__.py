"""Friedrich, by Richard Sivél (Histogame): the index page of the ruleset.

Modules are named after the chapters of docs/rules/friedrich.md: board, cards and setup (F1), flow (F2), drawing (F3),
movement (F4), objectives (F5), troops (F6), combat and bids (F7), retreats (F8), supply (F9), recruitment (F10),
fate (F11), victory (F12); decisions (section 5), views (section 6), invariants (7.9).
"""

from __future__ import annotations

from pbem.core.ruleset import Lazy, Mode, Role, Ruleset

_HERE = "pbem.rulesets.friedrich"
_FREDERICK = Role("frederick", "Frederick", "Prussia and Hanover")
_ELISABETH = Role("elisabeth", "Elisabeth", "Russia and Sweden")
_MARIA_THERESA = Role("maria-theresa", "Maria Theresa", "Austria and the Imperial Army")
_POMPADOUR = Role("pompadour", "Pompadour", "France")

RULESET = Ruleset(
    name="friedrich",
    title="Friedrich",
    revision=1,
    modes=(
        Mode("4p", "the standard game for four players", (_FREDERICK, _ELISABETH, _MARIA_THERESA, _POMPADOUR)),
        Mode(
            "3p",
            "the standard game for three players: Elisabeth is Pompadour too",
            (_FREDERICK, Role("elisabeth", "Elisabeth and Pompadour", "Russia, Sweden and France"), _MARIA_THERESA),
        ),
    ),
    options=(),
    sheet_keys=("do", "troops", "bid"),
    set_up=Lazy(f"{_HERE}.setup", "set_up"),
    awaiting=Lazy(f"{_HERE}.decisions", "awaiting"),
    take=Lazy(f"{_HERE}.decisions", "take"),
    resolve=Lazy(f"{_HERE}.flow", "resolve"),
    view=Lazy(f"{_HERE}.state", "view"),
    exchange=Lazy(f"{_HERE}.views", "exchange"),
    encode=Lazy(f"{_HERE}.files", "encode"),
    decode=Lazy(f"{_HERE}.files", "decode"),
    position=Lazy(f"{_HERE}.setup", "position"),
    label=Lazy(f"{_HERE}.flow", "label"),
    heading=Lazy(f"{_HERE}.flow", "heading"),
    result=Lazy(f"{_HERE}.flow", "result"),
    summary=Lazy(f"{_HERE}.summary", "summary"),
    tell=Lazy(f"{_HERE}.story", "tell"),
    sheet=Lazy(f"{_HERE}.paper", "sheet"),
    sample=Lazy(f"{_HERE}.bot", "sample"),
    temperaments=("steady", "bold", "careful", "idle", "rash", "second"),
    invariants=Lazy(f"{_HERE}.invariants", "broken"),
    codes=Lazy(f"{_HERE}.diagnostics", "codes"),
)
