"""Standing bids: they answer for a player who is away, until they are withdrawn (D13, N2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pbem.core.diagnostics import Diagnostic, LazyCodes, Where
from pbem.core.events import Event
from pbem.core.names import bare, listed
from pbem.rulesets.common.bids import ANY, Bid
from pbem.rulesets.friedrich.bid_reader import bid_text, read_bid, shown
from pbem.rulesets.friedrich.board import suit_of
from pbem.rulesets.friedrich.cards import MARKS, NOUNS, take
from pbem.rulesets.friedrich.combat import Pair, owner_of_side, sides_awaited
from pbem.rulesets.friedrich.decisions import Desk
from pbem.rulesets.friedrich.orders import Say, face_text
from pbem.rulesets.friedrich.state import (
    GENERALS,
    NATION_NAMES,
    NATION_OF,
    NATIONS,
    PIECE_IDS,
    PIECE_NAMES,
    Battle,
    Combat,
    State,
    names_of,
    nations_of,
    owner_of,
)

fr = LazyCodes("pbem.rulesets.friedrich.diagnostics")
KEYS = ("name", "nation", "suit", "against", "until", "attacking")
LAST_TURN = 23  # I11
MOST = 40  # standing bids of one role


class Standing(NamedTuple):
    """A bid with what it is for: a general or all, a nation, a suit, an enemy; and how long it holds."""

    role: str
    name: str
    bid: Bid
    nation: int = ANY
    suit: str = ""
    against: int = ANY
    until: int = 0  # the last turn; 0: until it is withdrawn
    attacking: bool = False  # it answers when its owner attacks, too

    @property
    def narrowness(self) -> int:
        """How much of a battle it names: the narrower one answers."""
        named = (self.bid.own != ANY, self.bid.enemy != ANY, self.nation != ANY, self.against != ANY, bool(self.suit))
        return sum(named)


# reading


def read_standings(body: Mapping[str, Any], role: str, nation: int, say: Say) -> list[tuple[Standing, Where]]:
    """The [[standing]] tables of a sheet."""
    tables = body.get("standing", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        example = "[[standing]]"
        say(fr.WRONG_TYPE(Where(("standing",)), key="standing", form="tables", example=example))
        return []
    found = []
    for at, table in enumerate(tables):
        where = Where(("standing", at))
        filled = {"name": f"standing-{at + 1}", "own": "*", **table}
        standing = read_standing(filled, where, role, nation, say)
        if standing is not None:
            found.append((standing, where))
    return found


def read_standing(table: Mapping[str, Any], where: Where, role: str, nation: int, say: Say) -> Standing | None:
    """One standing bid, or None after a complaint."""
    said: list[Diagnostic] = []
    bid = read_bid(table, where, nation, said.append, KEYS)
    name = text_of(table, "name", where, said.append)
    own, against = (nation_of(table, key, where, said.append) for key in ("nation", "against"))
    suit = suit_named(table, where, said.append)
    until, attacking = table.get("until", 0), table.get("attacking", False)
    if type(until) is not int or not 0 <= until <= LAST_TURN:
        facts = {"value": shown(until), "last": LAST_TURN, "form": "until"}
        said.append(fr.STANDING_SCOPE(at(where, "until"), key="until", **facts))
    if not isinstance(attacking, bool):
        example = "attacking = true"
        said.append(fr.WRONG_TYPE(at(where, "attacking"), key="attacking", form="flag", example=example))
    for diagnostic in said:
        say(diagnostic)
    if bid is None or any(d.is_error for d in said):
        return None
    return Standing(role, name, bid, own, suit, against, until, attacking)


def at(where: Where, key: str) -> Where:
    return Where((*where.path, key))


def text_of(table: Mapping[str, Any], key: str, where: Where, say: Say) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or not 0 < len(value.strip()) <= 40 or not value.isprintable():
        say(fr.STANDING_SCOPE(at(where, key), key=key, value=shown(value), form="name"))
        return ""
    return value.strip()


def nation_of(table: Mapping[str, Any], key: str, where: Where, say: Say) -> int:
    """The nation a key names, ANY if it is left out."""
    value = table.get(key, "*")
    if value == "*":
        return ANY
    for number, names in enumerate(zip(NATIONS, NATION_NAMES, strict=True)):
        if isinstance(value, str) and bare(value).removeprefix("the") in [bare(n).removeprefix("the") for n in names]:
            return number
    say(fr.STANDING_SCOPE(at(where, key), key=key, value=shown(value), choices=listed(NATIONS, "or")))
    return ANY


def suit_named(table: Mapping[str, Any], where: Where, say: Say) -> str:
    """The suit of the city where the own stack stands, empty for any."""
    value = table.get("suit", "")
    word = str(value).strip()
    letter = MARKS.get(word) or next((s for s, noun in NOUNS.items() if word.lower() in (s.lower(), noun)), "")
    if word and not letter:
        say(fr.STANDING_SCOPE(at(where, "suit"), key="suit", value=shown(value), form="suit"))
    return letter


# taking


def take_standing(desk: Desk) -> None:
    """What a sheet withdraws and what it puts in its place; any sheet may do so."""
    kept = {standing.name: standing for standing in desk.state.standing if standing.role == desk.role}
    for name in withdrawn(desk, kept):
        del kept[name]
        desk.understood.append(f"standing bid {name}: withdrawn")
    nations = nations_of(desk.state, desk.role)
    for standing, where in read_standings(desk.body, desk.role, nations[0] if nations else 0, desk.say):
        check_standing(desk.state, standing, where, desk.say)
        kept.pop(standing.name, None)  # the newest of a name comes last
        kept[standing.name] = standing
        desk.understood.append(f"standing bid {standing_text(standing)}")
    if len(kept) > MOST:
        desk.say(fr.STANDING_SCOPE(Where(("standing",)), number=len(kept), most=MOST, form="many"))
    others = tuple(standing for standing in desk.state.standing if standing.role != desk.role)
    desk.state = desk.state._replace(standing=(*others, *kept.values()))


def withdrawn(desk: Desk, kept: Mapping[str, Standing]) -> list[str]:
    """The names of the standing bids that ``withdraw`` means; ``*`` is all of them."""
    names = desk.body.get("withdraw", [])
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        example = 'withdraw = ["guard"]'
        desk.say(fr.WRONG_TYPE(Where(("withdraw",)), key="withdraw", form="names", example=example))
        return []
    found: dict[str, None] = {}
    for number, name in enumerate(names):
        if name.strip() == "*":
            found |= dict.fromkeys(kept)
        elif name.strip() in kept:
            found[name.strip()] = None
        else:
            form = "" if kept else "none"
            desk.say(fr.STANDING_UNKNOWN(Where(("withdraw", number)), name=name[:60], known=listed(kept), form=form))
    return list(found)


def check_standing(state: State, standing: Standing, where: Where, say: Say) -> None:
    """Own generals and nations, a turn still to come, cards of the suit; cards not held are only a warning."""
    own, bid = nations_of(state, standing.role), standing.bid
    if bid.own != ANY and NATION_OF[bid.own] not in own:
        names = listed(names_of(p for n in own for p in GENERALS[n]), "or")
        nation = NATION_NAMES[NATION_OF[bid.own]]
        say(fr.BID_FOR_ENEMY(at(where, "own"), piece=PIECE_NAMES[bid.own], nation=nation, own=names))
    if standing.nation != ANY and standing.nation not in own:
        facts = {"value": shown(NATIONS[standing.nation]), "choices": listed([NATION_NAMES[n] for n in own])}
        say(fr.STANDING_SCOPE(at(where, "nation"), key="nation", form="own", **facts))
    if standing.until and standing.until < state.turn:
        say(fr.STANDING_PAST(at(where, "until"), until=standing.until, turn=state.turn))
    hands = [card for n in own if standing.nation in (ANY, n) for card in state.hands[n]]
    for key, faces in (("plays", [play.card for play in bid.plays]), ("forced", bid.forced)):
        for number, face in enumerate(faces):
            place = Where((*where.path, key, number))
            if standing.suit and face[1] not in (standing.suit, "R"):
                say(fr.STANDING_SUIT(place, card=face_text(face), suit=NOUNS[standing.suit]))
            elif take(tuple(hands), face) is None:
                say(fr.NOT_HELD_NOW(place, card=face_text(face)))


def standing_text(standing: Standing) -> str:
    """A standing bid in words, for the receipt and for its owner's report."""
    scope = [NATION_NAMES[standing.nation]] if standing.nation != ANY else []
    scope += [f"in {NOUNS[standing.suit]}"] if standing.suit else []
    scope += [f"against {NATION_NAMES[standing.against]}"] if standing.against != ANY else []
    scope.append(f"until turn {standing.until}" if standing.until else "until withdrawn")
    scope += ["also when attacking"] if standing.attacking else []
    return f"{standing.name} ({', '.join(scope)}): {bid_text(standing.bid)}"


# answering


def standing_for(state: State, pair: Pair, side: int) -> Standing | None:
    """The standing bid that speaks of a side of a battle: the narrowest, of several the newest."""
    own, enemy = state.stack(pair[side]), state.stack(pair[1 - side])
    nation, other = NATION_OF[own[0]], NATION_OF[enemy[0]]
    found = [
        standing
        for standing in state.standing
        if standing.role == owner_of(state, nation)
        and (side == 1 or standing.attacking)
        and standing.bid.own in (ANY, *own)
        and standing.bid.enemy in (ANY, *enemy)
        and standing.nation in (ANY, nation)
        and standing.against in (ANY, other)
        and standing.suit in ("", suit_of(pair[side]))
        and (not standing.until or state.turn <= standing.until)
    ]
    return max(reversed(found), key=lambda standing: standing.narrowness, default=None)


def answered(state: State) -> tuple[str, ...]:
    """The roles whose bid is owed and whose standing bids answer: nobody needs to wait for them."""
    task = state.task if state.agenda else None
    if isinstance(task, Battle) and task.asked < 0:
        found: dict[str, bool] = {}
        for side in sides_awaited(state, task):
            role = owner_of_side(state, task, side)
            found[role] = found.get(role, True) and standing_for(state, task.pair, side) is not None
        return tuple(role for role, all_ in found.items() if all_)
    if isinstance(task, Combat) and task.awaited:
        roles = dict.fromkeys(owner_of(state, nation) for nation in task.awaited)
        return tuple(role for role in roles if all(standing for _, standing in stage_answers(state, task, role)))
    return ()


def stage_answers(state: State, combat: Combat, role: str) -> list[tuple[tuple[Pair, int], Standing | None]]:
    """For all bids of the stage that a role owes, the standing bid that answers."""
    owed = [(pair, side) for pair in combat.pairs for side in (0, 1)]
    nations = {(pair, side): NATION_OF[state.stack(pair[side])[0]] for pair, side in owed}
    mine = [key for key in owed if nations[key] in combat.awaited and owner_of(state, nations[key]) == role]
    return [(key, standing_for(state, *key)) for key in mine]


def stood_in(state: State, role: str) -> tuple[State, tuple[Event, ...]]:
    """The state in which a role's standing bids have answered; only the role is told."""
    task = state.task
    if isinstance(task, Battle):
        return in_battle(state, task, role)
    assert isinstance(task, Combat)
    found = [(key, standing) for key, standing in stage_answers(state, task, role) if standing]
    bids: dict[int, list[Bid]] = {n: [] for n in task.awaited if owner_of(state, n) == role}
    for (pair, side), standing in found:
        own, enemy = state.stack(pair[side])[0], state.stack(pair[1 - side])[0]
        bids[NATION_OF[own]].append(standing.bid._replace(own=own, enemy=enemy))
    theirs = tuple((nation, tuple(given)) for nation, given in bids.items() if nation != task.nation)
    task = task._replace(
        awaited=tuple(n for n in task.awaited if n not in bids),
        bids=(*task.bids, *bids.get(task.nation, ())),
        theirs=(*task.theirs, *theirs),
    )
    return state.replaced(task), told(state, role, [(pair, side, standing) for (pair, side), standing in found])


def in_battle(state: State, battle: Battle, role: str) -> tuple[State, tuple[Event, ...]]:
    bids = list(battle.bids)
    found = []
    for side in sides_awaited(state, battle):
        standing = standing_for(state, battle.pair, side)
        if owner_of_side(state, battle, side) == role and standing is not None:
            bids[side] = standing.bid._replace(own=state.stack(battle.pair[side])[0])
            found.append((battle.pair, side, standing))
    return state.replaced(battle._replace(bids=(bids[0], bids[1]))), told(state, role, found)


def told(state: State, role: str, found: Iterable[tuple[Pair, int, Standing]]) -> tuple[Event, ...]:
    """What answered for whom is told to its owner alone."""
    return tuple(
        Event(
            "stood-in",
            {
                "name": standing.name,
                "own": PIECE_IDS[state.stack(pair[side])[0]],
                "enemy": PIECE_IDS[state.stack(pair[1 - side])[0]],
            },
            to=(role,),
        )
        for pair, side, standing in found
    )


def lapsed(state: State) -> tuple[State, tuple[Event, ...]]:
    """At the start of a turn: the standing bids whose last turn is over are gone, and their owners told."""
    gone = [standing for standing in state.standing if standing.until and standing.until < state.turn]
    if not gone:
        return state, ()
    events = tuple(Event("lapsed", {"name": standing.name}, to=(standing.role,)) for standing in gone)
    return state._replace(standing=tuple(s for s in state.standing if s not in gone)), events
