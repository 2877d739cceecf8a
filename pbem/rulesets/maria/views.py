"""What each role may know (M25): one table says what is secret, and views and twins are made from it.

A role sees the hands of all powers it plays. What one of them may use is for the rules to say, not for the view.
"""

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
from pbem.rulesets.common import Card, backs
from pbem.rulesets.maria.powers import MOST
from pbem.rulesets.maria.records import (
    Battle,
    Combat,
    Corps,
    Displaced,
    Election,
    Hussars,
    Levy,
    Moves,
    Peace,
    Politics,
    Retreat,
    SetUp,
    Shuffle,
    Slip,
    Stage,
    Turn,
    Winter,
)
from pbem.rulesets.maria.relations import owner_of, roles_of
from pbem.rulesets.maria.state import POWER_OF, State, shows_backs

if TYPE_CHECKING:  # views, which a check needs, do without
    from pbem.core.chance import Chance
    from pbem.core.twins import Part

    Parts = Sequence[Part]


def view_of(state: State, role: str | None) -> State:
    """The state with HIDDEN and card backs in place of what the role may not know; None is the public."""
    view: State = view_by(secrets_of(state), state, role)
    return view


def twin_of(state: State, role: str | None, chance: "Chance") -> State:
    """Another state that the role cannot tell from this one: troops, cards and bids it may not know are exchanged."""
    from pbem.core.twins import twin_by  # not for check

    twin: State = twin_by(secrets_of(state), state, role, chance)
    return twin


def secrets_of(state: State) -> Any:
    """A33: where the group hides the backs of cards, hands and placed cards show even less."""
    return SECRETS if shows_backs(state) else _BACKS_HIDDEN


# who may know it


def commands_piece(state: State, record: Any, piece: int, role: str | None) -> bool:
    return owner_of(state, POWER_OF[piece]) == role


def commands(state: State, record: Any, power: int, role: str | None) -> bool:
    return owner_of(state, power) == role


def attacks(state: State, task: Combat, key: None, role: str | None) -> bool:
    """The role whose attacks these are."""
    return owner_of(state, task.power) == role


def fights(state: State, battle: Battle, side: int, role: str | None) -> bool:
    """M11.11: the role that plays the cards of a side of the battle."""
    return owner_of(state, state.power_in(battle.pair[side])) == role


def gave(state: State, record: Any, giver: str, role: str | None) -> bool:
    return giver == role


def wrote(state: State, record: State, at: int, role: str | None) -> bool:
    return bool(record.standing[at].role == role)


def won(state: State, retreat: Retreat, key: None, role: str | None) -> bool:
    """The role of the victors, who chooses where the beaten go."""
    return owner_of(state, retreat.winner) == role


# how it looks to all others


def number_hidden(troops: int) -> Any:
    """Whether a general has troops is seen on the map."""
    return HIDDEN if troops else troops


def plain_backs(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A33: so many cards, and nobody can tell their decks."""
    return (Card(0, "?", 0),) * len(cards)


def bid_hidden(bid: Any) -> Any:
    """That a bid was made is no secret."""
    return None if bid is None else HIDDEN


def all_left(left: int) -> int:
    """Whether wishes have narrowed the choice is not to be seen."""
    return 0


def none_wished(wishes: Any) -> Any:
    """Nor whether there were any."""
    return ()


# others that look the same


def other_troops(state: State, parts: "Parts", chance: "Chance") -> list[int]:
    """The same sums spread otherwise over the generals: of powers, and of stacks whose strength was just declared."""
    from pbem.rulesets.common import twins  # not for check

    cities = declared_cities(state)
    armies: dict[tuple[int, int], list[Part]] = {}
    for part in parts:
        if part.value:
            place = state.place[part.key]
            armies.setdefault((POWER_OF[part.key], place if place in cities else -1), []).append(part)
    numbers: dict[int, int] = {}
    for (power, city), army in armies.items():
        total, generals = sum(part.value for part in army), [part.key for part in army]
        numbers |= twins.other_troops(total, generals, MOST, chance, f"exchange {power} {city}")
    return [numbers.get(part.key, 0) for part in parts]


def declared_cities(state: State) -> set[int]:
    """M11.5: the cities of stacks that fight now, whose strengths all have heard."""
    return {city for task in state.agenda if isinstance(task, Battle) for city in task.pair}


def other_cards(state: State, parts: "Parts", chance: "Chance") -> list[tuple[Card, ...]]:
    """The cards of each deck that the role has not seen, dealt otherwise to the same places.

    Where backs are hidden (A33), hands and placed cards are mixed whatever their decks; the draw deck shows its own.
    """
    from pbem.rulesets.common import twins  # not for check

    piles = twins.other_cards([part.value for part in parts], chance)
    if shows_backs(state):
        return piles
    held = [at for at, part in enumerate(parts) if part.field != "draw"]
    cards = list(chance.shuffled([card for at in held for card in piles[at]], "exchange backs"))
    for at in held:
        piles[at], cards = tuple(cards[: len(piles[at])]), cards[len(piles[at]) :]
    return piles


def other_deck(state: State, parts: "Parts", chance: "Chance") -> list[tuple[str, ...]]:
    """M4.9: the political cards of each year in another order; which year comes when is known."""
    return [
        tuple([card for year in dict.fromkeys(id_.partition("-")[0] for id_ in part.value)
               for card in chance.shuffled([id_ for id_ in part.value if id_.startswith(year)], f"exchange {year}")])
        for part in parts
    ]  # fmt: skip


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
    for combat, _, _, value in parts:
        stacks = [state.stack(pair[0]) for pair in later_pairs(state, combat)]
        found.append(() if value else tuple([conceding(stack[0]) for stack in stacks[:1]]))
    return found


def later_pairs(state: State, combat: Combat) -> tuple[tuple[int, int], ...]:
    """The battles after the one under way; none while the phase itself waits, for then all know what is missing."""
    under_way = [task.pair for task in state.agenda if isinstance(task, Battle)]
    return () if state.task == combat else tuple([pair for pair in combat.pairs if pair not in under_way])


def others_left(state: State, parts: "Parts", chance: "Chance") -> list[int]:
    """D20: as if nothing had been wished."""
    return [0] * len(parts)


def more_standing(state: State, role: str | None) -> tuple[Any, ...]:
    """Standing bids of those who gave none."""
    from pbem.rulesets.common.bids import conceding  # not for check
    from pbem.rulesets.common.standing import Standing

    wrote = (role, *[row.role for row in state.standing])
    return tuple([Standing(name, "standing-1", conceding(-1)) for name in roles_of(state) if name not in wrote])


def more_answers(state: State, role: str | None) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Standing answers of those who gave none."""
    others = [name for name in roles_of(state) if name != role and name not in dict(state.answers)]
    return tuple([(name, ("hold", "pay least")) for name in others])


SECRETS = declared({
    State: public(
        "mode", "turn", "place", "totals", "face_down", "leads", "hussars", "marks", "questions", "electors", "pools",
        "surplus", "battles", "three", "emperor", "italy", "silesia", "aside", "opened", "discards", "recycled",
        "tracks", "open_cards", "spent_cards", "kept", "suit", "victor", "election", "saxony", "peace", "truce",
        "annexed", "lowered", "rests", "pays", "contracts", "treaties", "consent", "dispute", "scores", "declared",
        "options", "winners", "reason",
    ) | {
        "troops": Secret(commands_piece, number_hidden, other_troops, "each"),
        "hands": Secret(commands, backs, other_cards, "each"),
        "draw": Secret(nobody, backs, other_cards),
        "cards": Secret(nobody, unseen, other_deck),
        "standing": Secret(wrote, left_out, others_gone, "each", more_standing),
        "answers": Secret(gave, left_out, others_gone, "pairs", more_answers),
        "agenda": RECORDS,
    },
    SetUp: {},
    Shuffle: public("deal", "draw"),
    Turn: public("left"),
    Politics: public("step", "awaited", "chosen", "announced") | {
        "placed": Secret(commands, backs, other_cards, "pairs"),
    },
    Hussars: {},
    Stage: public("group", "phase"),
    Moves: public("awaited", "moved", "turns") | {"ahead": Secret(gave, left_out, others_gone, "pairs")},
    Combat: public("power", "pairs", "fought") | {
        "order": Secret(attacks, unseen, other_orders),
        "bids": Secret(attacks, unseen, other_bids_ahead),
        "wishes": Secret(commands, left_out, others_gone, "pairs"),
    },
    Battle: public("pair", "totals", "score", "holder", "played", "asked") | {
        "bids": Secret(fights, bid_hidden, other_bids, "each"),
        "used": Secret(fights, unseen, others_empty, "each"),  # none of a bid without plays, as others have it
    },
    Retreat: public("winner", "loser", "source", "victor_city", "length", "ends") | {
        "wishes": Secret(won, none_wished, others_empty),
        "left": Secret(won, all_left, others_left),
    },
    Slip: public("points"),
    Peace: public("step"),
    Displaced: public("pieces", "goals", "why"),
    Corps: public("power"),
    Levy: public("power", "troops"),
    Election: public("awaited", "votes"),
    Winter: public("awaited"),
})  # fmt: skip
_BACKS_HIDDEN = {
    **SECRETS,
    State: {**SECRETS[State], "hands": Secret(commands, plain_backs, other_cards, "each")},
    Politics: {**SECRETS[Politics], "placed": Secret(commands, plain_backs, other_cards, "pairs")},
}
