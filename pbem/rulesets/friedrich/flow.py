"""The sequence of play (F2): who is waited for, and everything that runs by itself until somebody is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.chance import Chance
from pbem.core.diagnostics import has_errors
from pbem.core.events import Event
from pbem.core.ruleset import Result, Step
from pbem.rulesets.friedrich.board import FRANCE, IDS, OBJECTIVES, PRUSSIA, RUSSIA, suit_of
from pbem.rulesets.friedrich.decisions import awaiting, may_step_aside, take
from pbem.rulesets.friedrich.state import (
    COMMANDS,
    DEFENDERS,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    PIECE_IDS,
    PIECE_NAMES,
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
    house_rule,
    is_expert,
    takes_part,
)

Body = Mapping[str, Any]
News = tuple[State, tuple[Event, ...]]
FIRST_CARD = 6  # F2.4: the first turn at the end of which a card of fate comes


def default_body(state: State, role: str, kind: str) -> Body:
    """Section 5: the answer taken when none comes, as a sheet: it goes through the same code as any other."""
    task = state.task
    if kind == "movement" and isinstance(task, Stage) and task.drawn:
        from pbem.rulesets.friedrich.drawing import lowest

        return {"do": [f"discard {lowest(task.drawn)}"]}
    if kind == "bids":
        return {"bid": [{"own": "*", "otherwise": "concede"}]}
    if isinstance(task, Combat):
        from pbem.rulesets.friedrich.fights import battle_name

        return {"do": [f"battles {battle_name(state, task.pairs[0])}"]}
    if isinstance(task, Battle):
        from pbem.rulesets.friedrich.combat import owner_of_side, sides_awaited

        side = next(s for s in sides_awaited(state, task) if owner_of_side(state, task, s) == role)
        return {"bid": [{"own": PIECE_NAMES[state.stack(task.pair[side])[0]], "otherwise": "concede"}]}
    if isinstance(task, Retreat):
        city = IDS[(task.destinations & -task.destinations).bit_length() - 1]
        return {"do": [f"retreat {PIECE_NAMES[state.stack(task.source)[0]]} to {city}"]}
    if isinstance(task, Fate):
        return default_choice(state, task.card)
    return {}


def default_choice(state: State, card: str) -> Body:
    """D18-D21: what must be chosen is chosen; all other questions of fate may be left alone."""
    from pbem.rulesets.friedrich.decisions import FATE_WORDS
    from pbem.rulesets.friedrich.fate import weakest_choice, with_room
    from pbem.rulesets.friedrich.strokes import least_loss

    if card == "sweden":
        return {"do": [f"retire {PIECE_NAMES[least_loss(state)]}"]}
    if card == "10C":
        return {"do": [f"weaken {PIECE_NAMES[weakest_choice(state)]}"]}
    if card == "garrison":
        from pbem.rulesets.friedrich.board import cities_in
        from pbem.rulesets.friedrich.offensive import GARRISONED

        return {"do": ["reconquer " + ", ".join(IDS[c] for c in list(cities_in(GARRISONED))[:2])]}
    if card in ("1C", "8S", "11C"):
        nation = FATE_WORDS[card][0][0]
        return {"do": [f"reinforce {PIECE_NAMES[with_room(state, nation)[0]]}"]}
    return {}


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
        if body is None and isinstance(state.task, Combat | Battle) and o.role in answered(state):
            from pbem.rulesets.friedrich.standing import stood_in

            state, news = stood_in(state, o.role)
            events += news
            continue
        if body is None and (body := standing_answer(state, o.role)) is not None:
            from pbem.rulesets.friedrich.answers import told, unfit_answers

            events += unfit_answers(state, o.role)
            events.append(told(o.role, body))
        if body is None:
            events.append(Event("defaulted", {"role": o.role, "what": o.what, "default": o.default}))
            body = default_body(state, o.role, o.kind)
        state = taken_in(state, o.role, body, events)
    if owed and isinstance(state.task, SetUp):
        state = state.replaced(Turn(turn_order(state))).pushed(Shuffle())
        events.append(Event("turn", {"turn": state.turn}))
    return run(state, events, chance)


def answered(state: State) -> tuple[str, ...]:
    """The roles for which a standing bid or answer speaks to what is owed now; their owners alone may know."""
    spoken = [o.role for o in awaiting(state) if standing_answer(state, o.role) is not None]
    if not state.standing:
        return tuple(spoken)
    from pbem.rulesets.friedrich import standing

    return (*spoken, *standing.answered(state))


def standing_answer(state: State, role: str) -> Body | None:
    """The standing answer of a role to what fate or a retreat asks now, as a sheet."""
    if not isinstance(state.task, Fate | Retreat) or role not in dict(state.answers):
        return None
    from pbem.rulesets.friedrich.answers import answer_of

    return answer_of(state, role)


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
        if state.offensive in ("taken", "lost"):
            state, news = offensive_victory(state)
            if news:
                return Step(state, (*events, *news))
        if awaiting(state):
            break
        state, news = _TASKS[type(state.task)](state, chance)
        events += news
    return Step(state, tuple(events))


def offensive_victory(state: State) -> News:
    """F13.4.6: with all 14 objectives in Bohemia Frederick alone wins, at once. Rulings: A27, A43."""
    from pbem.rulesets.friedrich.offensive import has_won
    from pbem.rulesets.friedrich.victory import won

    if not has_won(state):
        return state, ()
    return won(state, ["frederick"], "Prussia controls all its objectives in Bohemia", ["prussia"])


def turn_order(state: State) -> tuple[int, ...]:
    """F2.1: the nations that act, in nation order."""
    return tuple(nation for nation in range(len(NATIONS)) if takes_part(state, nation))


def run_shuffle(state: State, chance: Chance) -> News:
    """F1.15: the first deck and the clock of fate are shuffled; in a position, whatever has no order yet."""
    from pbem.rulesets.friedrich.drawing import refilled
    from pbem.rulesets.friedrich.fate import CLOCK

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
    stage = Event("stage", {"turn": state.turn, "nation": NATIONS[turn.nations[0]]})
    return state.pushed(Stage(turn.nations[0], "draw")), (stage,)


def run_stage(state: State, chance: Chance) -> News:
    """F2.2: the phases that need no player."""
    stage = state.task
    assert isinstance(stage, Stage)
    nation = stage.nation
    if stage.phase == "draw":
        from pbem.rulesets.friedrich.drawing import draw_phase

        state, choose, events = draw_phase(state, nation, chance)
        return state.replaced(Stage(nation, "movement", choose)), (*events, *same_suit(state, nation))
    if stage.phase == "combat":
        return state.replaced(Stage(nation, "conquest")), ()
    if stage.phase == "conquest":
        from pbem.rulesets.friedrich.objectives import retroactive

        state, events = retroactive(state, nation)
        return state.replaced(Stage(nation, "supply")), events
    from pbem.rulesets.friedrich.supply import supply

    state, events = supply(state, nation)
    state, events = state.popped(), (*events, *standing_in_the_way(state, nation))
    if nation == PRUSSIA and house_rule(state, "bohemia") == "end-of-stage":
        from pbem.rulesets.friedrich.victory import bohemian_victory

        state, news = bohemian_victory(state)
        events += news
    if nation == RUSSIA and is_expert(state):
        from pbem.rulesets.friedrich.offensive import garrison

        state, news = garrison(state)
        events += news
    return state, events


def same_suit(state: State, nation: int) -> tuple[Event, ...]:
    """3♥, A7: a warning where Soubise stands beside the enemy already, in the suit with which Hildburghausen fought."""
    if nation != FRANCE or state.in_force != "3H":
        return ()
    from pbem.rulesets.friedrich.battle_fate import is_silenced, repeats_suit
    from pbem.rulesets.friedrich.movement import attack_positions

    city = state.place[SOUBISE]
    if city < 0 or not repeats_suit(state, city) or not attack_positions(state, FRANCE) >> city & 1:
        return ()
    silenced = is_silenced(state, city)
    facts = {"general": PIECE_IDS[SOUBISE], "city": IDS[city], "suit": suit_of(city), "plays": not silenced}
    return (Event("same-suit", facts),)


def standing_in_the_way(state: State, nation: int) -> tuple[Event, ...]:
    """F4.13: pieces that end their stage on an ally's unconquered objective are shown. Ruling: A2."""
    events = []
    for piece, city in enumerate(state.place):
        if city < 0 or NATION_OF[piece] != nation or nation in DEFENDERS or state.conquered >> city & 1:
            continue
        ally = next((n for n in range(2, 7) if n != nation and OBJECTIVES[n] >> city & 1), None)
        if ally is not None and takes_part(state, ally):
            facts = {"nation": NATIONS[nation], "piece": PIECE_IDS[piece], "city": IDS[city], "ally": NATIONS[ally]}
            events.append(Event("on-allied-objective", facts))
    return tuple(events)


def run_combat(state: State, chance: Chance) -> News:
    """F7.2: the next pair declares its strength, or the phase is over."""
    from pbem.rulesets.friedrich.combat import declare, next_pair

    combat = state.task
    assert isinstance(combat, Combat)
    if may_step_aside(state, combat):
        from pbem.rulesets.friedrich.fate import can_step_aside

        state = state._replace(spent=True)
        # C8 comes before any battle; whether the order of battles is to be asked is looked at afterwards.
        return state.pushed(Fate("8C")) if can_step_aside(state) else state, ()
    if house_rule(state, "bidding") == "stage" and combat.pairs and not combat.mustered:
        from pbem.rulesets.friedrich.combat import muster

        return muster(state, combat)
    pair = next_pair(combat)
    return declare(state, combat, pair) if pair else (state.popped(), ())


def run_battle(state: State, chance: Chance) -> News:
    from pbem.rulesets.friedrich.combat import exchange

    return exchange(state)


def run_fate(state: State, chance: Chance) -> News:
    """All who were asked by a card of fate have answered."""
    from pbem.rulesets.friedrich.fate import SETTLED

    task = state.task
    assert isinstance(task, Fate)
    return SETTLED[task.card](state.popped(), dict(task.answers), chance)


def run_end(state: State, chance: Chance) -> News:
    """F2.4, F12.1: the end of a turn, and of the game at no other moment (but see ``offensive_victory``)."""
    end = state.task
    assert isinstance(end, EndOfTurn)
    from pbem.rulesets.friedrich.victory import check_a, check_b

    if end.step == "check-a":
        state = state._replace(in_force="", spent=False).replaced(EndOfTurn("card"))
        return check_a(state)
    if end.step == "card":
        if state.turn < FIRST_CARD:
            return state.replaced(EndOfTurn("check-b")), ()
        from pbem.rulesets.friedrich.fate import execute

        card, state = state.fate[0], state._replace(fate=state.fate[1:])
        return execute(state.replaced(EndOfTurn("control" if card in STROKES else "check-b")), card)
    if end.step == "control":
        from pbem.rulesets.friedrich.strokes import pass_on

        return pass_on(state.replaced(EndOfTurn("check-b")))
    state, events = check_b(state)
    if not state.agenda:
        return state, events
    state = state._replace(turn=state.turn + 1, beaten=0, attack_suits="")
    events = (*events, Event("turn", {"turn": state.turn}))
    if state.standing:
        from pbem.rulesets.friedrich.standing import lapsed

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
