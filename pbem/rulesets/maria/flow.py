"""The sequence of play (M5): everything that runs by itself until somebody is waited for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core import has_errors
from pbem.core.chance import Chance
from pbem.core.events import Event
from pbem.core.ruleset import Owed, Result, Step
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria import moving, records
from pbem.rulesets.maria.combat import combats_of, cut_off, declare, next_pair, resume, withdrawn
from pbem.rulesets.maria.conquest import retroactive
from pbem.rulesets.maria.decisions import answer_on, awaiting, found, said_beside, take
from pbem.rulesets.maria.draws import deal, draw_phase
from pbem.rulesets.maria.peace import truce_over
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.records import Combat, Hussars, Moves, Retreat, SetUp, Shuffle, Stage, Turn, Winter
from pbem.rulesets.maria.register import concluded
from pbem.rulesets.maria.relations import leader_of, owner_of, powers_in, roles_of
from pbem.rulesets.maria.retreats import ends_of, first_way, is_open
from pbem.rulesets.maria.state import DECK, GROUPS, State
from pbem.rulesets.maria.supply import supply_phase
from pbem.rulesets.maria.views import view_of

Body = Mapping[str, Any]
News = tuple[State, tuple[Event, ...]]
LAST_TURN = 12  # M1.1
WINTERS = (3, 6, 9, 12)  # M5.3
AFTER = ("do", "declare")  # what a role that owes nothing says comes after the sheets that are owed

# Tasks of other chapters, which run when nobody is waited for: function(state, chance) gives state and events.
TASKS: dict[type, str] = {
    records.Politics: "politics:run",
    records.Slip: "saxony:run_slip",
    records.Peace: "peace:run",
    records.Displaced: "displaced:run",
    records.Corps: "corps:run",
    records.Levy: "levy:run",
    records.Election: "election:run",
}
# Parts of a turn of other chapters: function(state, chance), with the turn's own task on top.
PARTS: dict[str, str] = {"politics": "politics:begin", "election": "election:begin"}


def resolve(state: State, bodies: Mapping[str, Body], chance: Chance) -> Step:
    """Take in the sheets of all who decide at once, then run on through everything that needs no player.

    What others say in the same step can make nothing impossible that was in order when it was checked: their choices
    and declarations come after what is owed, and agreements come last.
    """
    events: list[Event] = []
    owed = awaiting(state)
    idle = [role for role in roles_of(state) if role in bodies and role not in [o.role for o in owed]]
    for role in idle:
        if body := without(bodies[role], *AFTER, "treaties"):
            state = taken_in(state, role, body, events)
    for o in owed:
        state = decided(state, o, without(bodies[o.role], "treaties") if o.role in bodies else None, events)
    for role in idle:
        if any(key in bodies[role] for key in AFTER):
            state, news = said_beside(state, role, bodies[role])
            events += news
    if agreed := {role: body["treaties"] for role, body in bodies.items() if body.get("treaties")}:
        state, news = concluded(state, agreed)
        events += news
    if owed and isinstance(state.task, SetUp):
        state = opened(state)
        events.append(happened.Turn(turn=state.turn).event())
    return run(state, events, chance)


def without(body: Body, *keys: str) -> Body:
    """A sheet but for some of its keys."""
    return {key: value for key, value in body.items() if key not in keys}


def decided(state: State, owed: Owed, body: Body | None, events: list[Event]) -> State:
    """What a role decides: by its sheet, what stands for it, or the default."""
    role = owed.role
    if state.standing and isinstance(state.task, records.Battle):
        from pbem.rulesets.maria.standing import is_left, stood_in  # not for adjudicate: where no bid stands

        if is_left(state, role, body or {}):
            state = taken_in(state, role, body, events) if body else state
            state, news = stood_in(state, role)
            events += news
            return state
    if body is None and (body := standing_answer(state, role, owed.kind)) is not None:
        from pbem.rulesets.maria.answers import told, unfit_answers  # not for adjudicate: where none stands

        events += [*unfit_answers(state, role), told(role, owed.kind, body)]
    elif body is None:
        from pbem.rulesets.maria.defaults import default_body  # not for adjudicate: where every sheet came

        events.append(happened.Defaulted(role=role, what=owed.what, default=owed.default).event())
        body = default_body(state, role, owed.kind)
    return taken_in(state, role, body, events)


def answered(state: State) -> tuple[str, ...]:
    """The roles for which standing bids or answers speak to what is owed now; their owners alone may know."""
    spoken = [o.role for o in awaiting(state) if standing_answer(state, o.role, o.kind) is not None]
    if not state.standing:
        return tuple(spoken)
    from pbem.rulesets.maria import standing  # not for adjudicate: where no bid stands

    return (*spoken, *standing.answered(state))


def standing_answer(state: State, role: str, kind: str) -> Body | None:
    """The standing answer of a role to what is asked of it now, as a sheet, judged on the role's own view."""
    return answer_on(view_of(state, role), role, kind) if role in dict(state.answers) else None


def opened(state: State) -> State:
    """M4.7, M14.1: the troops are divided; the first turn begins with the deal."""
    from pbem.rulesets.maria.setup import placed_out, schedule  # not for adjudicate: but for the first step

    return placed_out(state).replaced(Turn(schedule(state.mode))).pushed(Shuffle())


def taken_in(state: State, role: str, body: Body, events: list[Event]) -> State:
    """A sheet that was accepted; with a fault it is one of the program."""
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
        if not state.is_advanced and not isinstance(state.task, SetUp) and (end := _intro_won(state)):
            return Step(end[0], (*events, *end[1]))
        if awaiting(state):
            break
        task = type(state.task)
        news: tuple[Event, ...]
        state, news = _TASKS[task](state, chance) if task in _TASKS else found(TASKS[task])(state, chance)
        events += news
    return Step(state, tuple(events))


def _intro_won(state: State) -> News | None:
    """M14.2: the game ends at once."""
    from pbem.rulesets.maria.intro import at_once  # not for adjudicate: of an advanced game

    return at_once(state)


def run_shuffle(state: State, chance: Chance) -> News:
    """M4.5, M4.6, M4.9: the first deck and the political cards are shuffled, and the first hands dealt."""

    task = state.task
    assert isinstance(task, Shuffle)
    state = state.popped()._replace(cards=by_year(state.cards, chance))
    if task.deal:
        return deal(state.with_piles(state.piles.refilled(DECK, chance)), chance)
    return state._replace(draw=chance.shuffled(state.draw, "draw deck of the position")) if task.draw else state, ()


def by_year(cards: tuple[str, ...], chance: Chance) -> tuple[str, ...]:
    """M4.9: the cards of each year are shuffled, the earliest year on top."""
    years = sorted({card.partition("-")[0] for card in cards})
    return tuple(
        card for year in years for card in chance.shuffled([c for c in cards if c.startswith(year)], f"cards of {year}")
    )


def run_turn(state: State, chance: Chance) -> News:
    """M5.1, M5.3, M5.4: the next part of the turn, or the next turn."""
    turn = state.task
    assert isinstance(turn, Turn)
    if not turn.left:
        return next_turn(state)
    part = turn.left[0]
    state = state.replaced(Turn(turn.left[1:]))
    if part in PARTS:
        news: News = found(PARTS[part])(state, chance)
        return news
    if part == "hussars":
        return state.pushed(Hussars()), ()
    if part == "winter":
        return begin_winter(state)
    group = GROUPS.index(part)
    names = [POWERS[leader_of(group)], *(POWERS[p] for p in powers_in(state, group) if p != leader_of(group))]
    stage = happened.Stage(turn=state.turn, powers=names)
    state = state.pushed(Stage(group, "cards"))
    if group == 1 and state.truce:
        state, news_ = truce_over(state)
        return state, (*news_, stage.event())
    return state, (stage.event(),)


def begin_winter(state: State) -> News:
    """M5.3, M14.2: winters come after turns 3, 6, 9 and 12; the introductory game is over after turn 9."""
    if not state.is_advanced and state.turn == WINTERS[2]:
        from pbem.rulesets.maria.intro import at_the_end  # not for adjudicate: but at the end

        return at_the_end(state)
    if state.turn not in WINTERS:
        return state, ()
    from pbem.rulesets.maria.winter import begin  # not for adjudicate: but in winter

    return state.pushed(begin(state)), (happened.Winter(turn=state.turn).event(),)


def run_winter(state: State, chance: Chance) -> News:
    """M13.1, M13.7: the next who recruits; at the end the winter score, and after the last winter the end."""
    from pbem.rulesets.maria.winter import run, scored  # not for adjudicate: but in winter

    task = state.task
    assert isinstance(task, Winter)
    if task.awaited or not state.is_advanced:
        return run(state), ()
    state, events = scored(run(state))
    if state.turn == LAST_TURN:
        state, news = found("victory:game_over")(state)
        return state, (*events, *news)
    return state, events


def next_turn(state: State) -> News:
    """M5.1: the turn marker advances."""
    from pbem.rulesets.maria.setup import schedule  # not for adjudicate: but at the end of a turn

    state = state._replace(turn=state.turn + 1, rests=False).replaced(Turn(schedule(state.mode)))
    if state.standing:
        from pbem.rulesets.maria.standing import lapsed  # not for adjudicate: where no bid stands

        state, news = lapsed(state)
        return state, (happened.Turn(turn=state.turn).event(), *news)
    return state, (happened.Turn(turn=state.turn).event(),)


def run_hussars(state: State, chance: Chance) -> News:
    """M7.1: there is no city where a hussar could be placed."""
    return state.popped(), ()


def run_stage(state: State, chance: Chance) -> News:
    """M5.2: the phases of a stage, as far as they need no player."""
    stage = state.task
    assert isinstance(stage, Stage)
    group = stage.group
    if stage.phase == "cards":
        state, events = draw_phase(state, group, chance)
        return state.replaced(Stage(group, "supply")), events
    if stage.phase == "supply":
        return supply_phase(state.replaced(Stage(group, "movement")), group, {})
    if stage.phase == "movement":
        return state.replaced(Stage(group, "combat")).pushed(moving.begin(state, group)), ()
    if stage.phase == "combat":
        return state.replaced(Stage(group, "conquest")).pushed(*combats(state, group)), ()
    if stage.phase == "conquest":
        state, events = retroactive(state)
        return state.replaced(Stage(group, "end")), events
    return end_of_stage(state.popped(), group)


def combats(state: State, group: int) -> tuple[Combat, ...]:
    """M11.1: the attacks of the stage, as they stand at the start of the phase."""

    return combats_of(state, group, leader_of(group))


def end_of_stage(state: State, group: int) -> News:
    """M19.10, M23.1: what comes at the end of a stage: a peace may be offered, and somebody may have won."""
    if not state.is_advanced:
        return state, ()
    news: News = found("peace:stage_over")(state, group)
    return news


def run_moves(state: State, chance: Chance) -> News:
    """M10.1: the next who moves; at the end what was said ahead of the attacks goes with them."""

    task = state.task
    assert isinstance(task, Moves)
    if task.awaited or task.turns:
        return moving.run(state), ()
    stage = state.popped().task
    assert isinstance(stage, Stage)
    state = state.popped().replaced(Stage(stage.group, "conquest"))
    said = dict(task.ahead)
    for combat in combats(state, stage.group):
        order, bids = said.get(_attacker(state, combat), ((), ()))
        order = tuple(pair for pair in order if pair in combat.pairs)
        state = state.pushed(combat._replace(order=order, bids=bids))
    return state, ()


def _attacker(state: State, combat: Combat) -> str:

    return owner_of(state, combat.power)


def run_combat(state: State, chance: Chance) -> News:
    """M11.2: the next attack declares its troops, or the phase is over."""
    combat = state.task
    assert isinstance(combat, Combat)
    if not combat.pairs:
        return state.popped(), ()

    pair = next_pair(combat)
    return declare(state, combat, pair) if pair else (state.popped(), ())


def run_battle(state: State, chance: Chance) -> News:

    return resume(state)


def run_retreat(state: State, chance: Chance) -> News:
    """M11.20 to M11.26, A16: where the beaten can go is looked at; the winner is asked if there is a choice."""

    task = state.task
    assert isinstance(task, Retreat)
    ends = ends_of(state, task.source, task.victor_city, task.length)
    if not ends:
        return cut_off(state.popped(), task.source)
    left, events = ends, tuple[Event, ...]()
    if task.wishes:
        from pbem.rulesets.maria.wishes import narrowed  # not for adjudicate: without a wish

        role = owner_of(state, task.winner)
        left, events = narrowed(state, state.stack(task.source), ends, task.wishes, role)
    if not is_open(state, task.source, left, task.length) or (task.wishes and left.bit_count() == 1):
        way = first_way(state, task.source, left, task.length)
        state, news = withdrawn(state.popped(), task.source, way)
        return state, events + news
    return state.replaced(task._replace(ends=ends, left=left if left != ends else 0)), events


_TASKS: dict[type, Callable[[State, Chance], News]] = {
    Shuffle: run_shuffle, Turn: run_turn, Hussars: run_hussars, Stage: run_stage, Moves: run_moves, Combat: run_combat,
    records.Battle: run_battle, Retreat: run_retreat, Winter: run_winter,
}  # fmt: skip


def result(state: State) -> Result | None:
    """M14.2, M23, M24.1: who has won, and why."""
    return Result(state.winners, state.reason) if not state.agenda and state.reason else None
