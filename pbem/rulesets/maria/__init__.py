"""Maria, by Richard Sivél (Histogame): the index page of the ruleset.

Modules are named after the chapters of docs/rules/maria.md: powers, relations (M2), board, packed (M3), setup (M4),
flow (M5), troops (M6), hussars (M7), draws (M8), supply (M9), movement, trains, conquest (M10, M12), combat, retreats
(M11), winter (M13), boxes (M16); views (M25), decisions (M26), invariants (M32). What is told and drawn of them is in
telling/, the players of demonstrations in bots/.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.core.ruleset import (
    CONTRACT,
    Ahead,
    Battles,
    Boards,
    Bots,
    Brief,
    Figures,
    Files,
    Foresight,
    History,
    Map,
    Mode,
    Offers,
    Option,
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

_HERE = "pbem.rulesets.maria"
_MARIA_THERESA = Role("maria-theresa", "Maria Theresa", "Austria")
_FREDERICK = Role("frederick", "Frederick", "Prussia, Saxony and the Pragmatic Army")
_LOUIS = Role("louis", "Louis XV", "France and Bavaria")
_ALLIES = Role("frederick", "Frederick and Louis XV", "France, Bavaria, Prussia and Saxony")

# Other readings of the rules that groups use; the default is as ruled in M28 of the reference.
_HOUSE_RULES = (
    Option("hussar-pay", "A9: two stacked generals past hussars: does each pay, or the stack once?",
           ("general", "stack"), "general"),
    Option("backs", "A33: can all see from which decks the cards of a hand are?", ("public", "hidden"), "public"),
    Option("saxony-recall", "A28: do Saxon trains off the map come back when Saxony becomes neutral?",
           ("all", "map"), "all"),
    Option("saxony-return", "A29: does Saxony come back to Prussia with its marker?", ("space", "never"), "space"),
    Option("general-sites", "A44: at which fortresses of their home do generals come back?", ("major", "any"),
           "major"),
    Option("saxony-again", "A49: does Saxony go home whenever its marker stops on neutral?", ("change", "every"),
           "change"),
    Option("saxony-twice", "A50: does Saxony act again if it changes sides within a turn?", ("yes", "no"), "yes"),
    Option("press", "M21.1: secret talks are forbidden; may players write to each other all the same?",
           ("public", "private"), "public"),
    Option("politics", "M26: are cards placed one after the other, or all at once?", ("sequential", "sealed"),
           "sequential"),
)  # fmt: skip


def house_rules(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The options that are not at their default."""
    usual = {option.id: option.default for option in _HOUSE_RULES}
    return tuple((name, options[name]) for name in sorted(options) if options[name] != usual.get(name))


def set_up(mode: str, options: Mapping[str, str]) -> Any:
    """The beginning. Which choices are usual is known here, and chapters do not look into their index page."""
    from pbem.rulesets.maria import setup  # not for check

    return setup.set_up(mode, house_rules(options))


def position(data: Mapping[str, Any], mode: str, options: Mapping[str, str]) -> Any:
    """Any position."""
    from pbem.rulesets.maria import setup  # not for check

    return setup.position(data, mode, house_rules(options))


RULESET = Ruleset(
    contract=CONTRACT,
    name="maria",
    title="Maria",
    revision=1,
    modes=(
        Mode("advanced", "the advanced game for three players", (_MARIA_THERESA, _FREDERICK, _LOUIS)),
        Mode(
            "intro",
            "the introductory game for three players: nine turns in Bohemia",
            (_MARIA_THERESA, Role("frederick", "Frederick", "Prussia and Saxony"), _LOUIS),
        ),
        Mode(
            "two",
            "the advanced game for two players",
            (Role("maria-theresa", "Maria Theresa", "Austria and the Pragmatic Army"), _ALLIES),
        ),
        Mode("two-intro", "the introductory game for two players", (_MARIA_THERESA, _ALLIES)),
    ),
    options=_HOUSE_RULES,
    round="Turn",
    talk=("press", "public"),
    sheet_keys=("do", "troops", "bid", "retreat", "standing", "withdraw", "answers", "treaties", "declare", "ahead"),
    rules=lazy(
        Rules,
        set_up=set_up,
        awaiting=f"{_HERE}.decisions",
        take=f"{_HERE}.decisions",
        resolve=f"{_HERE}.flow",
        result=f"{_HERE}.flow",
        invariants=f"{_HERE}.invariants:broken",
        codes=f"{_HERE}.diagnostics",
    ),
    secrets=lazy(Secrets, view_of=f"{_HERE}.views", twin_of=f"{_HERE}.views"),
    files=lazy(Files, encode=f"{_HERE}.files", decode=f"{_HERE}.files", position=position),
    telling=lazy(
        Telling,
        label=f"{_HERE}.places",
        heading=f"{_HERE}.places",
        tell=f"{_HERE}.telling.story",
        summary=f"{_HERE}.telling.summary",
        sheet=f"{_HERE}.telling.paper",
    ),
    bots=lazy(Bots, sample=f"{_HERE}.bots.player", temperaments=("steady", "bold", "careful", "wild")),
    map=lazy(Map, picture=f"{_HERE}.telling.picture", strokes=f"{_HERE}.telling.picture"),
    story=lazy(Story, narrate=f"{_HERE}.telling.narrative", chapters=("turn", "stage", "winter")),
    history=lazy(History, about=f"{_HERE}.telling.changes", changes=f"{_HERE}.telling.changes"),
    score=lazy(Score, section=f"{_HERE}.telling.summary:score_section"),
    figures=lazy(
        Figures,
        by_turn=f"{_HERE}.telling.figures:BY_TURN",
        by_event=f"{_HERE}.telling.figures:BY_EVENT",
        counted=f"{_HERE}.telling.figures",
        tallied=f"{_HERE}.telling.figures",
    ),
    offers=lazy(Offers, offers=f"{_HERE}.offers.asked"),
    ahead=lazy(
        Ahead,
        keys=("do", "troops", "bid", "retreat"),
        needed=("do", "troops"),
        answered=f"{_HERE}.flow",
        spoken=f"{_HERE}.decisions",
        parts=f"{_HERE}.decisions",
        coming=f"{_HERE}.ahead",
        asked=f"{_HERE}.ahead",
        supposed=f"{_HERE}.ahead",
        with_standing=f"{_HERE}.standing",
        written=f"{_HERE}.ahead",
        hangs_on=f"{_HERE}.hangs",
        read_brake=f"{_HERE}.brakes",
        braked=f"{_HERE}.brakes",
        brakes=f"{_HERE}.brakes:likely",
        sample=f"{_HERE}.bots.ahead:sample_ahead",
        repeat=f"{_HERE}.bots.again",
    ),
    brief=lazy(Brief, judge=f"{_HERE}.decisions"),
    battles=lazy(Battles, condense=f"{_HERE}.telling.transcripts", rehearse=f"{_HERE}.telling.rehearsal"),
    foresight=lazy(Foresight, foresee=f"{_HERE}.telling.foresight"),
    reasons=lazy(
        Reasons,
        rules_behind=f"{_HERE}.telling.reasons",
        orders_behind=f"{_HERE}.telling.reasons",
        kept_behind=f"{_HERE}.telling.reasons",
    ),
    boards=lazy(
        Boards,
        forms=("politics",),
        usual=f"{_HERE}.board:BOARD",
        modules=f"{_HERE}.packed",
        unfit=f"{_HERE}.packed",
    ),
)
