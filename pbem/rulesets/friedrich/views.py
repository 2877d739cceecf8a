"""What each role may know (section 6): one table says what is secret, and views and twins are made from it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pbem.core.events import (
    HIDDEN,
    RECORDS,
    Secret,
    declared,
    left_out,
    nobody,
    others_empty,
    others_gone,
    public,
    unseen,
    view_by,
)
from pbem.rulesets.common import Card, backs, write_cards
from pbem.rulesets.friedrich.state import (
    COMMANDS,
    MOST,
    NATION_OF,
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
    owner_of,
)

if TYPE_CHECKING:  # views, which a check needs, do without
    from pbem.core.chance import Chance
    from pbem.core.twins import Part

    Parts = Sequence[Part]


def view_of(state: State, role: str | None) -> State:
    """The state with HIDDEN and card backs in place of what the role may not know; None is the public."""
    view: State = view_by(SECRETS, state, role)
    return view


def twin_of(state: State, role: str | None, chance: "Chance") -> State:
    """Another state that the role cannot tell from this one: troops, cards and bids it may not know are exchanged."""
    from pbem.core.twins import twin_by  # not for check

    twin: State = twin_by(SECRETS, state, role, chance)
    return twin


# who may know it


def commands_piece(state: State, record: Any, piece: int, role: str | None) -> bool:
    return owner_of(state, NATION_OF[piece]) == role


def commands(state: State, record: Any, nation: int, role: str | None) -> bool:
    return owner_of(state, nation) == role


def acts(state: State, task: Any, key: None, role: str | None) -> bool:
    """The commander of the nation whose stage or combat phase it is."""
    return owner_of(state, task.nation) == role


def fights(state: State, battle: Battle, side: int, role: str | None) -> bool:
    """The commander of a side of the battle."""
    return owner_of(state, NATION_OF[state.stack(battle.pair[side])[0]]) == role


def gave(state: State, record: Any, giver: str, role: str | None) -> bool:
    return giver == role


def wrote(state: State, record: State, at: int, role: str | None) -> bool:
    return bool(record.standing[at].role == role)


def won(state: State, retreat: Retreat, key: None, role: str | None) -> bool:
    """The commander of the victors, who chooses where the beaten go."""
    return owner_of(state, retreat.winner) == role


# how it looks to all others


def number_hidden(troops: int) -> Any:
    """Whether a piece has troops is seen on the map."""
    return HIDDEN if troops else troops


def bid_hidden(bid: Any) -> Any:
    """That a bid was made is no secret."""
    return None if bid is None else HIDDEN


def all_left(left: int) -> int:
    """Whether wishes have narrowed the choice is not to be seen."""
    return 0


# others that look the same


def other_troops(state: State, parts: "Parts", chance: "Chance") -> list[int]:
    """The same sums spread otherwise over the generals: of nations, and of stacks whose strength was just declared."""
    from pbem.rulesets.common import twins  # not for check

    cities = declared_cities(state)
    armies: dict[tuple[int, int], list[Part]] = {}
    for part in parts:
        if part.value:
            place = state.place[part.key]
            armies.setdefault((NATION_OF[part.key], place if place in cities else -1), []).append(part)
    numbers: dict[int, int] = {}
    for (nation, city), army in armies.items():
        total, generals = sum(part.value for part in army), [part.key for part in army]
        numbers |= twins.other_troops(total, generals, MOST, chance, f"exchange {nation} {city}")
    return [numbers.get(part.key, 0) for part in parts]


def declared_cities(state: State) -> set[int]:
    """F7.4: the cities of stacks that fight now, whose strengths all have heard."""
    tasks = [task for task in state.agenda if isinstance(task, Battle)]
    phases = [task for task in state.agenda if isinstance(task, Combat) and task.mustered]
    pairs = [*(task.pair for task in tasks), *(pair for task in phases for pair in task.pairs)]
    return {city for pair in pairs for city in pair}


def other_cards(state: State, parts: "Parts", chance: "Chance") -> list[tuple[Card, ...]]:
    """The cards of each deck that the role has not seen, dealt otherwise to the same places."""
    from pbem.rulesets.common import twins  # not for check

    return twins.other_cards([part.value for part in parts], chance)


def other_drawn(state: State, parts: "Parts", chance: "Chance") -> list[tuple[Card, ...]]:
    """The cards just drawn stand at the end of the hand; they change with it."""
    hands = [state.hands[part.record.nation] for part in parts]
    return [hand[len(hand) - len(part.value) :] for hand, part in zip(hands, parts, strict=True)]


def other_fate(state: State, parts: "Parts", chance: "Chance") -> list[tuple[str, ...]]:
    """The clock of fate in another order."""
    return [chance.shuffled(part.value, "exchange fate") for part in parts]


def other_bids(state: State, parts: "Parts", chance: "Chance") -> list[Any]:
    """The poorest bid there is where one was made."""
    from pbem.rulesets.common.bids import conceding  # not for check

    stacks = [state.stack(part.record.pair[part.key]) for part in parts]
    return [part.value and conceding(stack[0]) for part, stack in zip(parts, stacks, strict=True)]


def other_orders(state: State, parts: "Parts", chance: "Chance") -> list[tuple[tuple[int, int], ...]]:
    """Nothing in place of a wish for the order of battles, and a wish in place of nothing."""
    return [() if part.value else later_pairs(state, part.record) for part in parts]


def other_bids_ahead(state: State, parts: "Parts", chance: "Chance") -> list[tuple[Any, ...]]:
    """No bid for the battles still to come in place of some, and one in place of none."""
    from pbem.rulesets.common.bids import conceding  # not for check

    found: list[tuple[Any, ...]] = []
    for combat, _, nation, value in parts:
        stacks = [state.stack(city) for pair in later_pairs(state, combat) for city in pair]
        own = [stack[0] for stack in stacks if NATION_OF[stack[0]] == (combat.nation if nation is None else nation)]
        found.append(() if value else tuple([conceding(piece) for piece in own[:1]]))
    return found


def later_pairs(state: State, combat: Combat) -> tuple[tuple[int, int], ...]:
    """The battles after the one under way; none while the phase itself waits, for then all know what is missing."""
    under_way = [task.pair for task in state.agenda if isinstance(task, Battle)]
    return () if state.task == combat else tuple([pair for pair in combat.pairs if pair not in under_way])


def other_answers(state: State, parts: "Parts", chance: "Chance") -> list[str]:
    """1♥, 4♥, 9♦: another card of the hand, or none in place of one."""
    from pbem.rulesets.friedrich.choices import FATE_WORDS  # not for check

    found = []
    for fate, _, role, text in parts:
        nations = [n for n in FATE_WORDS[fate.card][0] if owner_of(state, n) == role]
        offers = ["", *(write_cards((card,)) for n in nations for card in state.hands[n])]
        others = [offer for offer in offers if offer != text]
        found.append(chance.pick(others, f"exchange answer {role}") if others else text)
    return found


def others_left(state: State, parts: "Parts", chance: "Chance") -> list[int]:
    """D16: as if nothing had been wished."""
    return [0] * len(parts)


def more_answers(state: State, role: str | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Standing answers of those who gave none."""
    others = [name for name in COMMANDS[state.mode] if name != role and name not in dict(state.answers)]
    return tuple([(name, ("decline 8C",)) for name in others])


def more_standing(state: State, role: str | None) -> tuple[Any, ...]:
    """Standing bids of those who gave none."""
    from pbem.rulesets.common.bids import conceding  # not for check
    from pbem.rulesets.common.standing import Standing

    wrote = (role, *[row.role for row in state.standing])
    return tuple([Standing(name, "standing-1", conceding(-1)) for name in COMMANDS[state.mode] if name not in wrote])


SECRETS = declared({
    State: public(
        "mode", "turn", "place", "totals", "face_down", "conquered", "marked", "opened", "discards", "recycled",
        "executed", "in_force", "spent", "imperial", "declared", "victor", "beaten", "attack_suits", "offensive",
        "aside", "options", "winners", "reason",
    ) | {
        "troops": Secret(commands_piece, number_hidden, other_troops, "each"),
        "hands": Secret(commands, backs, other_cards, "each"),
        "draw": Secret(nobody, backs, other_cards),
        "buried": Secret(nobody, backs, other_cards, "each"),
        "fate": Secret(nobody, unseen, other_fate),
        "answers": Secret(gave, left_out, others_gone, "pairs", more_answers),
        "standing": Secret(wrote, left_out, others_gone, "each", more_standing),
        "agenda": RECORDS,
    },
    SetUp: {},
    Shuffle: public("draw"),
    Turn: public("nations"),
    Stage: public("nation", "phase") | {"drawn": Secret(acts, backs, other_drawn)},
    Combat: public("nation", "pairs", "fought", "awaited", "mustered") | {
        "order": Secret(acts, unseen, other_orders),
        "bids": Secret(acts, unseen, other_bids_ahead),
        "theirs": Secret(commands, unseen, other_bids_ahead, "pairs"),
        "wishes": Secret(commands, left_out, others_gone, "pairs"),
    },
    Battle: public("pair", "totals", "score", "holder", "played", "asked") | {
        "bids": Secret(fights, bid_hidden, other_bids, "each"),
        "used": Secret(fights, unseen, others_empty, "each"),  # none of a bid without plays, as others have it
    },
    Retreat: public("winner", "loser", "source", "victor_city", "length", "destinations") | {
        "left": Secret(won, all_left, others_left),
    },
    Fate: public("card") | {"answers": Secret(gave, unseen, other_answers, "pairs")},
    EndOfTurn: public("step"),
})  # fmt: skip
