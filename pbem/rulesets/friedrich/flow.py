"""The sequence of play (F2): who is waited for, and everything that runs by itself until somebody is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.core.ruleset import Result, Step
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.battle_fate import is_silenced, may_step_aside, repeats_suit
from pbem.rulesets.friedrich.board import FRANCE, IDS, OBJECTIVES, PRUSSIA, RUSSIA, suit_of
from pbem.rulesets.friedrich.decisions import answer_on, awaiting, take
from pbem.rulesets.friedrich.draws import draw_phase, refilled
from pbem.rulesets.friedrich.objectives import retroactive
from pbem.rulesets.friedrich.offensive import garrison, has_won
from pbem.rulesets.friedrich.state import (
    ATTACKERS,
    COMMANDS,
    DEFENDERS,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    PIECE_IDS,
    SOUBISE,
    STROKES,
    Battle,
    Combat,
    EndOfTurn,
    Fate,
    Retreat,
    SetUp,
    Shuffle,
    Stage,
    State,
    Turn,
    attack_positions,
    house_rule,
    is_expert,
    takes_part,
)
from pbem.rulesets.friedrich.supply import supply
from pbem.rulesets.friedrich.victory import bohemian_victory, check_a, check_b, won
from pbem.rulesets.friedrich.views import view_of

Body = Mapping[str, Any]
News = tuple[State, tuple[Event, ...]]
FIRST_CARD = 6  # F2.4: the first turn at the end of which a card of fate comes


def resolve(state: State, bodies: Mapping[str, Body], chance: Chance) -> Step:
    """F2.6: take in the sheets of all who decide at once, then run on through everything that needs no player."""
    events: list[Event] = []
    owed = awaiting(state)
    awaited = {o.role for o in owed}
    for role in COMMANDS[state.mode]:
        if role in bodies and role not in awaited:
            state = taken_in(state, role, bodies[role], events)
    for o in owed:
        body = bodies.get(o.role)
        if body is not None and state.standing and leaves_bids(state, o.role, body):
            state, body = taken_in(state, o.role, body, events), None
        if body is None and isinstance(state.task, Combat | Battle) and o.role in answered(state):
            from pbem.rulesets.friedrich.standing import stood_in  # not for adjudicate: where no bid stands

            state, news = stood_in(state, o.role)
            events += news
            continue
        if body is None and (body := standing_answer(state, o.role)) is not None:
            from pbem.rulesets.friedrich.answers import told, unfit_answers  # not for adjudicate: where none stands

            events += unfit_answers(state, o.role)
            events.append(told(o.role, body))
        if body is None:
            from pbem.rulesets.friedrich.defaults import default_body  # not for adjudicate: where every sheet came

            events.append(happened.Defaulted(role=o.role, what=o.what, default=o.default).event())
            body = default_body(state, o.role, o.kind)
        state = taken_in(state, o.role, body, events)
    if owed and isinstance(state.task, SetUp):
        state = state.replaced(Turn(turn_order(state))).pushed(Shuffle())
        events.append(happened.Turn(turn=state.turn).event())
    return run(state, events, chance)


def answered(state: State) -> tuple[str, ...]:
    """The roles for which a standing bid or answer speaks to what is owed now; their owners alone may know."""
    spoken = [o.role for o in awaiting(state) if standing_answer(state, o.role) is not None]
    if not state.standing:
        return tuple(spoken)
    from pbem.rulesets.friedrich import standing  # not for adjudicate: where no bid stands

    return (*spoken, *standing.answered(state))


def leaves_bids(state: State, role: str, body: Body) -> bool:
    """Whether a sheet says nothing of the bids that are owed, so that standing bids answer beside it."""
    if not isinstance(state.task, Combat | Battle):
        return False
    from pbem.rulesets.friedrich.standing import is_left  # not for adjudicate: where no bid stands

    return is_left(state, role, body)


def standing_answer(state: State, role: str) -> Body | None:
    """The standing answer of a role to what fate or a retreat asks now, as a sheet."""
    if not isinstance(state.task, Fate | Retreat) or role not in dict(state.answers):
        return None
    return answer_on(view_of(state, role), role)


def taken_in(state: State, role: str, body: Body, events: list[Event]) -> State:
    taken = take(state, role, body, think=False)
    if has_errors(taken.diagnostics):
        faults = "; ".join(f"{d.code.id} {d.message}" for d in taken.diagnostics if d.is_error)
        raise ValueError(f"a sheet of {role} was accepted and cannot be carried out: {faults}")
    events += taken.events
    result: State = taken.state
    return result


def run(state: State, events: list[Event], chance: Chance) -> Step:
    """Do the tasks of the agenda until a player must decide or the game is over."""
    while state.agenda:
        if has_won(state):
            state, news = offensive_victory(state)
            return Step(state, (*events, *news))
        if awaiting(state):
            break
        state, news = _TASKS[type(state.task)](state, chance)
        events += news
    return Step(state, tuple(events))


def offensive_victory(state: State) -> News:
    """F13.4.6: with all 14 objectives in Bohemia Frederick alone wins, at once. Rulings: A27, A43."""
    return won(state, ["frederick"], "Prussia controls all its objectives in Bohemia", ["prussia"])


def turn_order(state: State) -> tuple[int, ...]:
    """F2.1: the nations that act, in nation order."""
    return tuple(nation for nation in range(len(NATIONS)) if takes_part(state, nation))


def run_shuffle(state: State, chance: Chance) -> News:
    """F1.15: the first deck and the clock of fate are shuffled; in a position, whatever has no order yet."""
    from pbem.rulesets.friedrich.fate import CLOCK  # not for adjudicate: but for the first step

    if not state.opened:
        state = refilled(state, chance)
    elif state.task == Shuffle(draw=True):
        state = state._replace(draw=chance.shuffled(state.draw, "draw pile of the position"))
    known = {*state.fate, *(card.rstrip("SCHD") if card[0].isdigit() else card for card in state.executed)}
    rest = chance.shuffled([card for card in CLOCK if card not in known], "clock of fate")
    return state._replace(fate=state.fate + rest).popped(), ()


def run_turn(state: State, chance: Chance) -> News:
    """F2.1, F2.3: the next nation, also one without a piece on the map, or the end of the turn."""
    turn = state.task
    assert isinstance(turn, Turn)
    if not turn.nations:
        return state.replaced(EndOfTurn("check-a")), ()
    state = state.replaced(Turn(turn.nations[1:]))
    if not takes_part(state, turn.nations[0]):
        return state, ()
    stage = happened.Stage(turn=state.turn, nation=NATIONS[turn.nations[0]]).event()
    return state.pushed(Stage(turn.nations[0], "draw")), (stage,)


def run_stage(state: State, chance: Chance) -> News:
    """F2.2: the phases that need no player."""
    stage = state.task
    assert isinstance(stage, Stage)
    nation = stage.nation
    if stage.phase == "draw":
        state, choose, events = draw_phase(state, nation, chance)
        return state.replaced(Stage(nation, "movement", choose)), (*events, *same_suit(state, nation))
    if stage.phase in ("movement", "combat"):  # a nation that can do nothing is not asked for its moves
        return state.replaced(Stage(nation, "conquest")), ()
    if stage.phase == "conquest":
        state, events = retroactive(state, nation)
        return state.replaced(Stage(nation, "supply")), events
    state, events = supply(state, nation)
    state, events = state.popped(), (*events, *standing_in_the_way(state, nation))
    if nation == PRUSSIA and house_rule(state, "bohemia") == "end-of-stage":
        state, news = bohemian_victory(state)
        events += news
    if nation == RUSSIA and is_expert(state):
        state, news = garrison(state)
        events += news
    return state, events


def same_suit(state: State, nation: int) -> tuple[Event, ...]:
    """3♥, A7: a warning where Soubise stands beside the enemy already, in the suit with which Hildburghausen fought."""
    if nation != FRANCE or state.in_force != "3H":
        return ()
    city = state.place[SOUBISE]
    if city < 0 or not repeats_suit(state, city) or not attack_positions(state, FRANCE) >> city & 1:
        return ()
    plays = not is_silenced(state, city)
    stands = happened.SameSuit(general=PIECE_IDS[SOUBISE], city=IDS[city], suit=suit_of(city), plays=plays)
    return (stands.event(),)


def standing_in_the_way(state: State, nation: int) -> tuple[Event, ...]:
    """F4.13: pieces that end their stage on an ally's unconquered objective are shown. Ruling: A2."""
    events = []
    for piece, city in enumerate(state.place):
        if city < 0 or NATION_OF[piece] != nation or nation in DEFENDERS or state.conquered >> city & 1:
            continue
        ally = next((n for n in ATTACKERS if n != nation and OBJECTIVES[n] >> city & 1), None)
        if ally is not None and takes_part(state, ally):
            stands = happened.OnAlliedObjective(
                nation=NATIONS[nation], piece=PIECE_IDS[piece], city=IDS[city], ally=NATIONS[ally]
            )
            events.append(stands.event())
    return tuple(events)


def run_combat(state: State, chance: Chance) -> News:
    """F7.2: the next pair declares its strength, or the phase is over. Its chapter loads only where there is a pair."""
    combat = state.task
    assert isinstance(combat, Combat)
    if may_step_aside(state, combat):
        from pbem.rulesets.friedrich.fate import can_step_aside  # not for adjudicate: of a stage without a battle

        state = state._replace(spent=True)
        # C8 comes before any battle; whether the order of battles is to be asked is looked at afterwards.
        return state.pushed(Fate("8C")) if can_step_aside(state) else state, ()
    if not combat.pairs:
        return state.popped(), ()
    from pbem.rulesets.friedrich.combat import declare, muster, next_pair  # not for adjudicate: of such a stage

    if house_rule(state, "bidding") == "stage" and not combat.mustered:
        return muster(state, combat)
    pair = next_pair(combat)
    return declare(state, combat, pair) if pair else (state.popped(), ())


def run_battle(state: State, chance: Chance) -> News:
    from pbem.rulesets.friedrich.combat import resume  # not for adjudicate: of a stage without a battle

    return resume(state)


def run_fate(state: State, chance: Chance) -> News:
    """All who were asked by a card of fate have answered."""
    task = state.task
    assert isinstance(task, Fate)
    from pbem.rulesets.friedrich.fate import SETTLED  # not for adjudicate: where fate asks nobody

    return SETTLED[task.card](state.popped(), dict(task.answers), chance)


def run_end(state: State, chance: Chance) -> News:
    """F2.4, F12.1: the end of a turn, and of the game at no other moment (but see ``offensive_victory``)."""
    end = state.task
    assert isinstance(end, EndOfTurn)
    if end.step == "check-a":
        state = state._replace(in_force="", spent=False).replaced(EndOfTurn("card"))
        return check_a(state)
    if end.step == "card":
        if state.turn < FIRST_CARD:
            return state.replaced(EndOfTurn("check-b")), ()
        from pbem.rulesets.friedrich.fate import execute  # not for adjudicate: but at the end of a turn

        card, state = state.fate[0], state._replace(fate=state.fate[1:])
        return execute(state.replaced(EndOfTurn("control" if card in STROKES else "check-b")), card)
    if end.step == "control":
        from pbem.rulesets.friedrich.strokes import pass_on  # not for adjudicate: but after a stroke of fate

        return pass_on(state.replaced(EndOfTurn("check-b")))
    state, events = check_b(state)
    if not state.agenda:
        return state, events
    state = state._replace(turn=state.turn + 1, beaten=0, attack_suits="")
    events = (*events, happened.Turn(turn=state.turn).event())
    if state.standing:
        from pbem.rulesets.friedrich.standing import lapsed  # not for adjudicate: where no bid stands

        state, news = lapsed(state)
        events += news
    return state.replaced(Turn(turn_order(state))), events


_TASKS: dict[type, Callable[[State, Chance], News]] = {
    Shuffle: run_shuffle, Turn: run_turn, Stage: run_stage, Combat: run_combat, Battle: run_battle, Fate: run_fate,
    EndOfTurn: run_end,
}  # fmt: skip


def result(state: State) -> Result | None:
    """F12: who has won, and why."""
    return Result(state.winners, state.reason) if state.winners else None


def active_nation(state: State) -> int | None:
    """The nation whose stage is running."""
    return next((task.nation for task in state.agenda if isinstance(task, Stage)), None)


def label(state: State) -> str:
    """Where the game stands, fit for a file name."""
    if state.winners:
        return "end"
    if isinstance(state.task, SetUp):
        return "setup"
    nation = active_nation(state)
    where = NATIONS[nation] if nation is not None else "fate"
    more = {Combat: "-battles", Battle: "-battle", Retreat: "-retreat"}.get(type(state.task), "")
    if isinstance(state.task, Fate) and (nation is not None or state.task.card == "garrison"):
        where, more = (where, "-fate") if nation is not None else ("russia", "-garrison")  # 8♣, F13.3
    return f"t{state.turn:02d}-{where}{more}"


def heading(state: State) -> str:
    """Where the game stands, for people."""
    if state.winners:
        return f"Turn {state.turn}: the game is over"
    task = state.task
    if isinstance(task, SetUp):
        return "Set-up: the distribution of troops"
    nation = active_nation(state)
    if task == Fate("garrison"):
        return f"Turn {state.turn}, after Russia's stage: the garrison of East Prussia"
    if nation is None:
        return f"End of turn {state.turn}: the clock of fate"
    words = {Combat: "the order of battles", Battle: "a battle", Retreat: "a retreat", Fate: "a card of fate"}
    name = NATION_NAMES[nation]
    return f"Turn {state.turn}, {name}: {words.get(type(task), 'movement')}"
