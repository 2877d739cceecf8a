"""Who is with whom (M2, M19.40): roles, allies, enemies, who cooperates, and who controls and protects what (M3.6)."""

from collections.abc import Iterable
from functools import cache

from pbem.rulesets.maria.board import FORTRESSES, FOUR, HOME, MAJOR, SILESIA, cities_in, within
from pbem.rulesets.maria.powers import AUSTRIA, BAVARIA, FRANCE, GREAT, MINOR, POWERS, PRAGMATIC, PRUSSIA, SAXONY
from pbem.rulesets.maria.records import Stage
from pbem.rulesets.maria.state import GENERALS, GROUPS, INTRO, POWER_OF, TRAINS, State

# M2.1, M24: who plays what while Saxony is Prussia's ally.
_THREE = {"maria-theresa": (AUSTRIA,), "frederick": (PRUSSIA, SAXONY, PRAGMATIC), "louis": (FRANCE, BAVARIA)}
_TWO = {"maria-theresa": (AUSTRIA, PRAGMATIC), "frederick": (FRANCE, BAVARIA, PRUSSIA, SAXONY)}
COMMANDS: dict[str, dict[str, tuple[int, ...]]] = {
    "advanced": _THREE,
    "intro": {"maria-theresa": (AUSTRIA,), "frederick": (PRUSSIA, SAXONY), "louis": (FRANCE, BAVARIA)},
    "two": _TWO,
    "two-intro": {"maria-theresa": (AUSTRIA,), "frederick": (FRANCE, BAVARIA, PRUSSIA, SAXONY)},
}
ROLE_TITLES = {"maria-theresa": "Maria Theresa", "frederick": "Frederick", "louis": "Louis XV"}
PROTECTION = 3  # M10.31
_WEST = (FRANCE, BAVARIA, PRUSSIA, SAXONY)
_OWNERS = {mode: {p: role for role, own in roles.items() for p in own} for mode, roles in COMMANDS.items()}


def roles_of(state: State) -> tuple[str, ...]:
    """The roles of the game."""
    return tuple(COMMANDS[state.mode])


def owner_of(state: State, power: int) -> str:
    """M2.1, M2.4: the role that plays a power now; empty if it takes no part in the game."""
    if power == SAXONY and state.saxony != "prussia":
        return "maria-theresa"
    return _OWNERS[state.mode].get(power, "")


def powers_of(state: State, role: str | None) -> tuple[int, ...]:
    """The powers a role plays now."""
    return tuple([power for power in range(len(POWERS)) if owner_of(state, power) == role])


def takes_part(mode: str, power: int) -> bool:
    """M14.1: in the introductory game the Pragmatic Army takes no part."""
    return not (power == PRAGMATIC and mode in INTRO)


def is_neutral(state: State, power: int) -> bool:
    """M2.4, M2.5: neither friend nor enemy of anyone."""
    return (power == SAXONY and state.saxony == "neutral") or (power == PRUSSIA and state.truce)


@cache
def _sides(saxony: str, truce: bool) -> tuple[int, ...]:
    """The alliance of every power, 0 or 1, by Saxony's standing and Prussia's peace; a neutral power is alone."""
    sides = [int(power not in _WEST) for power in range(len(POWERS))]
    sides[SAXONY] = {"neutral": 2 + SAXONY, "austria": 1}.get(saxony, 0)
    if truce:
        sides[PRUSSIA] = 2 + PRUSSIA
    return tuple(sides)


@cache
def _enemies(saxony: str, truce: bool, power: int) -> tuple[int, ...]:
    """The enemies of a power, which hang on nothing else."""
    sides = _sides(saxony, truce)
    return tuple([p for p, side in enumerate(sides) if side < 2 and sides[power] < 2 and side != sides[power]])


@cache
def _hostile(saxony: str, truce: bool, power: int, generals: bool) -> tuple[int, ...]:
    """The pieces of the enemies of a power, or their generals alone."""
    hostile = _enemies(saxony, truce, power)
    if generals:
        return tuple([piece for other in hostile for piece in GENERALS[other]])
    return tuple([piece for piece, owner in enumerate(POWER_OF) if owner in hostile])


def allied(state: State, power: int, other: int) -> bool:
    """M2.2: friendly: the power itself or an ally."""
    sides = _sides(state.saxony, state.truce)
    return sides[power] == sides[other]


def enemies(state: State, power: int, other: int) -> bool:
    """M2.2: not allied, and neither of them neutral."""
    return other in _enemies(state.saxony, state.truce, power)


def enemies_of(state: State, power: int) -> tuple[int, ...]:
    """The enemies of a power."""
    return _enemies(state.saxony, state.truce, power)


def cooperate(state: State, power: int, other: int) -> bool:
    """M2.3, M2.4: a power with itself, and powers that may stack and protect each other's fortresses."""
    pair = {power, other}
    if len(pair) == 1 or pair in ({FRANCE, BAVARIA}, {AUSTRIA, PRAGMATIC}):
        return True
    if pair == {PRUSSIA, SAXONY}:
        return state.saxony == "prussia" and not state.truce
    return pair == {AUSTRIA, SAXONY} and state.saxony == "austria"


def great_of(state: State, power: int) -> int:
    """M10.35, M16.3: the power itself, or the great power with which a minor one cooperates; -1: nobody.

    Ruling: while Prussia itself is neutral (M19.16), Saxony as its ally still places its markers and counts for it.
    """
    if power in GREAT:
        return power
    return {"bavaria": FRANCE, "prussia": PRUSSIA, "austria": AUSTRIA}.get(
        state.saxony if power == SAXONY else POWERS[power], -1
    )


# stages (M5.1, M8.6)


def group_of(state: State, power: int) -> int:
    """The stage in which a power acts: 0 France's, 1 Prussia's, 2 Austria's (M2.4). Ruling: A1"""
    if power == SAXONY:
        return 1 if state.saxony == "prussia" else 2
    return (0, 0, 1, 1, 2, 2)[power]


def powers_in(state: State, group: int) -> tuple[int, ...]:
    """M8.6: the powers of a stage in the order in which they draw."""
    acting = [p for p in _ORDER if group_of(state, p) == group and takes_part(state.mode, p)]
    return tuple([p for p in acting if not (p == SAXONY and state.rests)])


_ORDER = (FRANCE, BAVARIA, PRUSSIA, AUSTRIA, SAXONY, PRAGMATIC)


def leader_of(group: int) -> int:
    """The great power after which a stage is called."""
    return POWERS.index(GROUPS[group])


# land and fortresses (M3.4 to M3.7)


def home_of(state: State, power: int) -> int:
    """M3.4, M19.11: the home country of a power."""
    return HOME[power] | SILESIA if power == PRUSSIA and state.annexed else HOME[power]


def neutral_land(state: State, power: int) -> int:
    """M19.43: the land of neutral powers that pieces of this power may not enter."""
    land = 0
    for closed in neutral_lands(state, power):
        land |= closed
    return land


def neutral_lands(state: State, power: int) -> tuple[int, ...]:
    """M19.43: the same, land by land: who is still inside one of them has no business in another."""
    return tuple([home_of(state, p) for p in _CAN_BE_NEUTRAL if p != power and is_neutral(state, p)])


def inside(state: State, powers: tuple[int, ...]) -> tuple[int, ...]:
    """M19.44: the pieces of these powers that stand in the land of a neutral power."""
    if not state.truce and state.saxony != "neutral":
        return ()
    return tuple([
        piece for piece, city in enumerate(state.place)
        if POWER_OF[piece] in powers and city >= 0 and neutral_land(state, POWER_OF[piece]) >> city & 1
    ])  # fmt: skip


_CAN_BE_NEUTRAL = (SAXONY, PRUSSIA)  # M2.4, M2.5: those who can be neutral


def controlled_by(state: State, power: int) -> int:
    """M3.6, M3.7: the fortresses that a power controls, alone or together with another."""
    marked = 0
    for board in state.marks:
        marked |= board
    found: int = state.marks[power] | (home_of(state, power) & FORTRESSES & ~marked & ~FOUR)
    if power == FRANCE:
        found |= state.electors
    elif power in (AUSTRIA, PRAGMATIC):
        found |= FOUR & ~state.electors
    return found


def controllers(state: State, city: int) -> tuple[int, ...]:
    """The powers that control a fortress: one, two together (M3.7), or none."""
    return tuple([power for power in range(len(POWERS)) if controlled_by(state, power) >> city & 1])


def enemy_fortresses(state: State, power: int) -> int:
    """The fortresses that enemies of a power control."""
    found = 0
    for other in enemies_of(state, power):
        found |= controlled_by(state, other)
    return found


def friendly_fortresses(state: State, power: int) -> int:
    """The fortresses that a power or its allies control."""
    found = 0
    for other in range(len(POWERS)):
        if allied(state, power, other):
            found |= controlled_by(state, other)
    return found


def protected(state: State, city: int) -> bool:
    """M10.31: whether a general of the controlling power, or of one that cooperates with it, is near."""
    owners = controllers(state, city)
    friends = [p for p in range(len(POWERS)) if any(cooperate(state, p, owner) for owner in owners)]
    return bool(state.city_bits(g for p in friends for g in GENERALS[p]) & within(city, PROTECTION))


def enemy_pieces(state: State, power: int) -> tuple[int, ...]:
    """All pieces of enemies, on the map or off it."""
    return _hostile(state.saxony, state.truce, power, False)


def enemy_generals(state: State, power: int) -> tuple[int, ...]:
    """All generals of enemies, on the map or off it."""
    return _hostile(state.saxony, state.truce, power, True)


def roles_in(state: State, powers: Iterable[int]) -> tuple[str, ...]:
    """The roles that play these powers, each once, in the order of the powers."""
    return tuple(dict.fromkeys(owner_of(state, power) for power in powers))


def group_of_stage(state: State) -> int:
    """The stage that is going on."""
    return next(task.group for task in reversed(state.agenda) if isinstance(task, Stage))


def own_powers(state: State, role: str) -> tuple[int, ...]:
    """The powers of the stage that a role plays."""
    return tuple(p for p in powers_in(state, group_of_stage(state)) if owner_of(state, p) == role)


def is_idle(state: State, role: str) -> bool:
    """Whether a role can do nothing, as all can see: nothing on the map, and no card to bring a train back with."""
    for power in own_powers(state, role):
        if state.hands[power] or any(state.place[p] >= 0 for p in (*GENERALS[power], *TRAINS[power])):
            return False
    return True


def lost_capital(state: State, power: int) -> int:
    """M8.5: the major fortress of a minor power that an enemy controls, else -1."""
    if power not in MINOR:
        return -1
    held = home_of(state, power) & MAJOR & enemy_fortresses(state, power)
    return next(cities_in(held), -1)
