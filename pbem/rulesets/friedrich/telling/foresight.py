"""What a sheet would do by itself: the rest of its stage, run on its writer's view by the code that adjudicates.

As far as nobody else decides, what comes of a sheet is certain. Where battles are to come, each event of the phases
after them (F5.9, F9.4, F12.2) is held against the map without the stacks that fight: only what is the same then is
certain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pbem.core import listed
from pbem.core.chance import Chance
from pbem.core.events import HIDDEN, Event
from pbem.core.ruleset import Foreseen
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.battle_fate import is_silenced, may_step_aside
from pbem.rulesets.friedrich.board import CITY, OBJECTIVES, PRUSSIA, name_of
from pbem.rulesets.friedrich.cards import read as read_cards
from pbem.rulesets.friedrich.combat import Pair, owner_of_side, resume, sides
from pbem.rulesets.friedrich.decisions import awaiting, take
from pbem.rulesets.friedrich.events import FriedrichEvent, read
from pbem.rulesets.friedrich.fate import can_step_aside, declined, stacks_facing_daun
from pbem.rulesets.friedrich.fights import battle_name
from pbem.rulesets.friedrich.flow import FIRST_CARD, offensive_victory, run_stage
from pbem.rulesets.friedrich.objectives import is_protected, protectors
from pbem.rulesets.friedrich.offensive import has_won
from pbem.rulesets.friedrich.state import (
    NATION_NAMES,
    NATION_OF,
    OFF,
    PIECE,
    ROLE_TITLES,
    TRAINS,
    Battle,
    Combat,
    Fate,
    Retreat,
    Stage,
    State,
    Turn,
    names_of,
    owner_of,
    supplied,
    takes_part,
)
from pbem.rulesets.friedrich.telling.story import tell, told_obstacle
from pbem.rulesets.friedrich.telling.words import capital, city_with_suit
from pbem.rulesets.friedrich.victory import check_a

ATTACKS = {
    True: "{own} in {here} attacks {enemy} in {there}.",
    False: "{own} in {here} attack {enemy} in {there}.",
}  # by whether the stack is a single general
FOUGHT = "The battle of {battle} is fought to its end."
CONQUEST = "{nation} conquers {city}, if nobody protects it after the battles."
RECONQUEST = "{nation} reconquers {city}, if nobody protects it after the battles."
GARRISON = "Prussia takes back two of the four objectives of East Prussia."
CLOCK = "A card of fate is turned up at the end of this turn."
# What something depends on; by whether it is one.
BATTLES = {True: "the battle of {battles}", False: "the battles of {battles}"}
STAGES = {True: "the stage of {nations}", False: "the stages of {nations}"}
BID = "what {role} bids"
ANSWER = "what {role} answers"
CHOICE = "which ones Frederick chooses"
ASIDE = "whether Frederick's stacks step aside from Daun"
# The orders as understood say it already.
REPEATED = (
    happened.Moved, happened.Stepped, happened.SteppedAside, happened.Troops, happened.Discarded, happened.Retreated,
)  # fmt: skip


def foresee(view: State, role: str, body: Mapping[str, Any]) -> tuple[Foreseen, ...]:
    """What a sheet that is in order would do, line by line."""
    owed = next((owed for owed in awaiting(view) if owed.role == role), None)
    taken = take(view, role, body, think=False)
    course = Course(taken.state, role, owed.kind if owed else "")
    course.happens(event for event in taken.events if not isinstance(read(event), REPEATED))
    if owed is not None and course.state.agenda:
        course.run()
    return tuple(course.lines)


class Course:
    """The rest of a stage: the position, the battles that are still open, and what is to be told."""

    def __init__(self, state: State, role: str, kind: str) -> None:
        self.state, self.role, self.kind = state, role, kind
        self.open: list[Pair] = []  # battles whose end is not known
        self.names: list[str] = []  # the same in words
        self.fighters: frozenset[int] = frozenset()
        self.doubtful = False  # whether battles decide about an objective
        self.lines: list[Foreseen] = []

    def run(self) -> None:
        """F2.2: from the decision on, phase by phase, as long as the stage lasts."""
        if has_won(self.state):
            self.happens(offensive_victory(self.state)[1])  # F13.4.6: at once
            return
        if isinstance(self.state.task, Fate):
            self.answered(self.state.task)
        if isinstance(self.state.task, Battle):
            self.battle(self.state.task)
        if isinstance(self.state.task, Retreat):
            self.left_open([(self.state.task.victor_city, self.state.task.source)])
            self.state = self.state.popped()
        if isinstance(self.state.task, Combat):
            self.combat(self.state.task)
        stage = self.state.task
        if isinstance(stage, Stage) and owner_of(self.state, stage.nation) == self.role:
            self.rest_of_stage()

    def happens(self, events: Iterable[Event], on: str = "") -> None:
        """Events of which it is known that they come, or on what they depend."""
        for event in events:
            seen = event.seen_by(self.role)
            sentences = to_come(seen) if seen is not None else []
            sure = depending(on) if on else Foreseen
            self.lines += [sure(sentence.removeprefix("- ")) for sentence in sentences]

    # cards of fate

    def answered(self, task: Fate) -> None:
        """1♥, 4♥, 9♦: what comes of an answer when all have given theirs."""
        text = dict(task.answers).get(self.role)
        if task.card == "1H":
            other = next((owed.role for owed in awaiting(self.state)), "")
            news = happened.Exchanged(nations=["austria", "russia"]) if text else happened.NotExchanged()
            self.happens([news.event(shown=True)], ANSWER.format(role=ROLE_TITLES[other]) if text and other else "")
        elif not text:
            self.happens([declined(task.card)])
        elif task.card == "4H":
            (card,) = read_cards(text)
            self.by_chance(happened.ChangedCard(nation="france", deck=card.deck, drawn=[]))
        elif task.card == "9D":
            self.by_chance(happened.Exchanged(nations=["prussia", "austria"]))

    def by_chance(self, news: happened.Exchanged | happened.ChangedCard) -> None:
        """Which card comes is chance."""
        self.lines += [Foreseen(sentence, "chance") for sentence in tell(news.event(shown=True))]

    # battles

    def battle(self, task: Battle) -> None:
        """F7.17: a battle of which the own bid is known; the other side's only if it cannot play."""
        other = next(side for side in (0, 1) if owner_of_side(self.state, task, side) != self.role)
        able = self.state.hands[sides(self.state, task)[other]] and not is_silenced(self.state, task.pair[other])
        if able or task.bids[other] is not None:
            self.fought([(task.pair, owner_of_side(self.state, task, other))])
        else:
            self.state, news = resume(with_strength(self.state, task.pair[other], task.totals[other]))
            self.happens(news)
        if isinstance(self.state.task, Battle):
            self.left_open([task.pair])
            self.state = self.state.popped()

    def fought(self, battles: Iterable[tuple[Pair, str]]) -> None:
        """Battles that hang on the bids of these roles."""
        for pair, enemy in battles:
            on = BID.format(role=ROLE_TITLES[enemy])
            self.lines.append(Foreseen(FOUGHT.format(battle=battle_name(self.state, pair)), "depends", on))

    def combat(self, task: Combat) -> None:
        """F7.1: the battles that would begin, or go on, and then the phase is behind us."""
        if self.kind == "bids":
            owners = [(pair, [owner_of(self.state, nation_in(self.state, at)) for at in pair]) for pair in task.pairs]
            self.fought((pair, roles[1 - roles.index(self.role)]) for pair, roles in owners if self.role in roles)
        else:
            self.lines += [self.begins(task, pair) for pair in task.pairs if pair not in self.open]
        self.left_open(task.pairs)
        self.state = self.state.popped()

    def begins(self, task: Combat, pair: Pair) -> Foreseen:
        """F7.2, F7.12: a battle, unless one that may come before it drives one of the two stacks away, or 8♣ does."""
        (own, enemy), (here, there) = (self.state.stack(at) for at in pair), map(city_with_suit, pair)
        names = {"own": listed(names_of(own)), "enemy": listed(names_of(enemy)), "here": here, "there": there}
        shared = [other for other in task.pairs if other != pair and {*other} & {*pair}]
        first = [other for other in shared if other in self.open or not comes_before(task, pair, other)]
        on = [battles_of([battle_name(self.state, other) for other in first])] if first else []
        if may_step_aside(self.state, task) and can_step_aside(self.state):
            on += [ASIDE] if pair[1] in stacks_facing_daun(self.state) else []
        sure = depending(listed(on)) if on else Foreseen
        return sure(ATTACKS[len(own) == 1].format(**names))

    def left_open(self, pairs: Sequence[Pair]) -> None:
        """Battles and retreats whose end is not known: where their stacks will stand is not known either."""
        new = [pair for pair in pairs if pair not in self.open]
        self.open += new
        self.names += [battle_name(self.state, pair) for pair in new]
        self.fighters |= {piece for pair in new for at in pair for piece in self.state.stack(at)}

    # the phases after combat

    def rest_of_stage(self) -> None:
        """F2.2: conquest and supply; then the turn goes on."""
        self.phase()  # that of combat, which is over
        before = self.state
        for event in self.phase():
            self.conquest(before, event)
        if has_won(self.state):
            self.happens(offensive_victory(self.state)[1], self.all_battles if self.doubtful else "")
            return
        position = self.state
        for event in self.phase():
            self.happens([event], self.supply(position, read(event)))
        if self.state.agenda:
            self.end()

    def phase(self) -> tuple[Event, ...]:
        """The next phase that needs no player, by the code that adjudicates it."""
        self.state, events = run_stage(self.state, Chance(""))
        return events

    def conquest(self, before: State, event: Event) -> None:
        """F5.9: what becomes of an objective with a question mark, or that battles decide about it."""
        what, stage = read(event), before.task
        assert isinstance(what, happened.Conquered | happened.Reconquered | happened.Held), what
        at = CITY[what.city]
        if not self.is_doubtful(before, at):
            self.happens([event])
            return
        assert isinstance(stage, Stage)
        self.doubtful = True
        form = RECONQUEST if before.conquered >> at & 1 else CONQUEST
        text = form.format(nation=capital(NATION_NAMES[stage.nation]), city=name_of(at))
        self.lines.append(Foreseen(text, "depends", self.all_battles))

    def is_doubtful(self, before: State, at: int) -> bool:
        """F5.4: whether stacks that fight can bring protection to an objective, or take it away."""
        if self.open and before.offensive == "taken" and OBJECTIVES[PRUSSIA] >> at & 1:
            return True  # F13.4.7: with a lost battle the option may fail, and every question mark with it
        calm = self.without_fighters(before)
        guards = protectors(before, at)
        return not is_protected(calm, at) and calm.city_bits(guards) != before.city_bits(guards)

    def without_fighters(self, state: State) -> State:
        return state.put(dict.fromkeys(self.fighters, OFF))

    def supply(self, before: State, event: FriedrichEvent) -> str:
        """F9.2, F9.4: the battles on which an event of the supply phase depends; empty if on none."""
        if not self.open:
            return ""
        if isinstance(event, happened.Unsupplied | happened.Starved):
            calm = self.without_fighters(before)  # a hostile piece less in the way
            piece, safe = PIECE[event.general], not is_in(supplied(calm, nation_of(event.general)), event.city)
        elif isinstance(event, happened.Resupplied):
            trains = TRAINS[nation_of(event.general)]
            alone = before.put(dict.fromkeys(trains, OFF))  # at home or on a depot, whoever stands in the way
            piece, safe = PIECE[event.general], is_in(supplied(alone, nation_of(event.general)), event.city)
        elif isinstance(event, happened.OnAlliedObjective):
            piece, safe = PIECE[event.piece], True
        else:  # numbers of troops and a victory
            return self.all_battles
        if piece in self.fighters:
            battles = zip(self.names, self.open, strict=True)
            return battles_of([name for name, pair in battles if before.place[piece] in pair])
        return "" if safe else self.all_battles

    @property
    def all_battles(self) -> str:
        return battles_of(self.names)

    def end(self) -> None:
        """F2.4, F12.2, F13.3: what the stage leads to at the end of the turn."""
        on = [self.all_battles] if self.doubtful else []
        if isinstance(self.state.task, Fate):
            self.lines.append(Foreseen(GARRISON, "depends", CHOICE))
            on.append(CHOICE)
        left = next((task.nations for task in self.state.agenda if isinstance(task, Turn)), ())
        nations = [NATION_NAMES[one] for one in left if takes_part(self.state, one)]
        on += [STAGES[len(nations) == 1].format(nations=listed(nations))] if nations else []
        _, won = check_a(self.state)
        if won:
            self.happens(won, listed(on))
        if not nations and self.state.turn >= FIRST_CARD and not (won and not on):
            self.lines.append(Foreseen(CLOCK, "chance"))


def depending(on: str) -> Callable[[str], Foreseen]:
    """Lines that depend on something."""
    return lambda what: Foreseen(what, "depends", on)


def battles_of(names: Sequence[str]) -> str:
    return BATTLES[len(names) == 1].format(battles=listed(names))


def comes_before(task: Combat, pair: Pair, other: Pair) -> bool:
    """F7.2: whether it is settled that a battle is fought before another one; the order may be hidden or open."""
    if task.order is HIDDEN or pair not in task.order:
        return False
    return other not in task.order or task.order.index(pair) < task.order.index(other)


def nation_in(state: State, at: int) -> int:
    """The nation of the stack in a city."""
    return NATION_OF[state.stack(at)[0]]


def nation_of(piece: str) -> int:
    return NATION_OF[PIECE[piece]]


def is_in(board: int, id_: str) -> bool:
    return bool(board >> CITY[id_] & 1)


def with_strength(state: State, at: int, total: int) -> State:
    """F7.4: the stack in a city with the troops it has declared; how they are spread is not known and not told."""
    stack, troops = state.stack(at), list(state.troops)
    for piece in stack:
        troops[piece] = 1
    troops[stack[0]] += total - len(stack)
    return state._replace(troops=tuple(troops))


def to_come(event: Event) -> list[str]:
    """What is told of an event before it happens: a sentence in the past tense would be false then."""
    what = happened.read(event)
    return [told_obstacle(what, foreseen=True)] if isinstance(what, happened.OnAlliedObjective) else tell(event)
