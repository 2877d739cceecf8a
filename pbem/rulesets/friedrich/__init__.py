"""Friedrich, by Richard Sivél (Histogame): the index page of the ruleset.

Modules are named after the chapters of docs/rules/friedrich.md: board, cards and setup (F1), flow (F2), draws (F3),
movement (F4), objectives (F5), troops (F6), combat and bids (F7), retreats (F8), supply (F9), recruitment (F10),
fate (F11), victory (F12); decisions (section 5), ahead, hangs and brakes (orders ahead, N2), views (section 6),
invariants (7.9). What is told and drawn of them is in telling/, the players of demonstrations in bots/.
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

_HERE = "pbem.rulesets.friedrich"
_FREDERICK = Role("frederick", "Frederick", "Prussia and Hanover")
_ELISABETH = Role("elisabeth", "Elisabeth", "Russia and Sweden")
_MARIA_THERESA = Role("maria-theresa", "Maria Theresa", "Austria and the Imperial Army")
_POMPADOUR = Role("pompadour", "Pompadour", "France")

_FOUR = (_FREDERICK, _ELISABETH, _MARIA_THERESA, _POMPADOUR)
_THREE = (_FREDERICK, Role("elisabeth", "Elisabeth and Pompadour", "Russia, Sweden and France"), _MARIA_THERESA)

# Other readings of the rules that groups use; the default is as ruled in section 8 of the reference.
_HOUSE_RULES = (
    Option("overpayment", "A4: may a payment hold a card that is not needed?", ("refused", "allowed"), "refused"),
    Option("protection", "A3: does a general on the objective itself protect it?", ("from-0", "from-1"), "from-0"),
    Option("recruiting", "A22: when may troops be recruited?", ("anytime", "after-moves"), "anytime"),
    Option("substitute", "A19: substitute cities by sector and territory, or by sector?", ("territory", "sector"),
           "territory"),
    Option("far-from-supply", "A25: do 9♠ and 12♣ hit generals beyond six roads too?", ("spared", "included"),
           "spared"),
    Option("first-suit", "A8: the suit of fate before the first victory", ("spades", "friedrich"), "spades"),
    Option("offensive-reserve", "A10: may a Reserve be set aside for the offensive option?", ("allowed", "refused"),
           "allowed"),
    Option("bohemia", "A14: when does Prussia win in The Austrian Theatre?", ("end-of-turn", "end-of-stage"),
           "end-of-turn"),
    Option("same-suit", "A7: Soubise beside the enemy under 3♥: is his position restricted, or his cards too?",
           ("position", "play"), "position"),
    Option("virtual-strokes", "A13: in The Austrian Theatre, does Sweden's stroke retire a Prussian general?",
           ("quiet", "as-written"), "quiet"),
    Option("chevert", "A35: may the others leave Chevert alone under 5♦, or is the whole stack bound?",
           ("both", "chevert"), "both"),
    Option("bidding", "strengths and bids battle by battle, or all of a stage at once?", ("battle", "stage"), "battle"),
)  # fmt: skip


def house_rules(options: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The options that are not at their default."""
    usual = {option.id: option.default for option in _HOUSE_RULES}
    return tuple((name, options[name]) for name in sorted(options) if options[name] != usual.get(name))


def set_up(mode: str, options: Mapping[str, str]) -> Any:
    """The beginning. Which choices are usual is known here, and chapters do not look into their index page."""
    from pbem.rulesets.friedrich import setup  # not for check

    return setup.set_up(mode, house_rules(options))


def position(data: Mapping[str, Any], mode: str, options: Mapping[str, str]) -> Any:
    """Any position."""
    from pbem.rulesets.friedrich import setup  # not for check

    return setup.position(data, mode, house_rules(options))


RULESET = Ruleset(
    contract=CONTRACT,
    name="friedrich",
    title="Friedrich",
    revision=2,
    modes=(
        Mode("4p", "the standard game for four players", _FOUR),
        Mode("3p", "the standard game for three players: Elisabeth is Pompadour too", _THREE),
        Mode("4p-expert", "the expert game for four players", _FOUR),
        Mode("3p-expert", "the expert game for three players", _THREE),
        Mode("west", "The War in the West, for two players", (_FREDERICK, _POMPADOUR)),
        Mode(
            "austria",
            "The Austrian Theatre, for two players",
            (Role("frederick", "Frederick", "Prussia"), _MARIA_THERESA),
        ),
    ),
    options=_HOUSE_RULES,
    round="Turn",
    sheet_keys=("do", "troops", "bid", "retreat", "standing", "withdraw", "answers", "ahead"),
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
        label=f"{_HERE}.flow",
        heading=f"{_HERE}.flow",
        tell=f"{_HERE}.telling.story",
        summary=f"{_HERE}.telling.summary",
        sheet=f"{_HERE}.telling.paper",
    ),
    bots=lazy(
        Bots,
        sample=f"{_HERE}.bots.player",
        temperaments=("steady", "bold", "careful", "idle", "rash", "second", "offensive"),
    ),
    map=lazy(Map, picture=f"{_HERE}.telling.picture", strokes=f"{_HERE}.telling.picture"),
    story=lazy(Story, narrate=f"{_HERE}.telling.narrative", chapters=("stage",)),
    history=lazy(History, about=f"{_HERE}.telling.changes", changes=f"{_HERE}.telling.changes"),
    score=lazy(Score, section=f"{_HERE}.telling.summary:score_section"),
    figures=lazy(
        Figures,
        by_turn=f"{_HERE}.telling.figures:BY_TURN",
        by_event=f"{_HERE}.telling.figures:BY_EVENT",
        counted=f"{_HERE}.telling.figures",
        tallied=f"{_HERE}.telling.figures",
    ),
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
    battles=lazy(Battles, condense=f"{_HERE}.telling.transcripts", rehearse=f"{_HERE}.telling.rehearsal"),
    foresight=lazy(Foresight, foresee=f"{_HERE}.telling.foresight"),
    brief=lazy(Brief, judge=f"{_HERE}.decisions"),
    offers=lazy(Offers, offers=f"{_HERE}.offers.asked"),
    boards=lazy(Boards, forms=("objectives",), usual=(), modules=f"{_HERE}.packed", unfit=f"{_HERE}.packed"),
    reasons=lazy(
        Reasons,
        rules_behind=f"{_HERE}.telling.reasons",
        orders_behind=f"{_HERE}.telling.reasons",
        kept_behind=f"{_HERE}.telling.kept_reasons",
    ),
)
