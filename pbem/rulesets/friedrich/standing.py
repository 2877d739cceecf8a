"""Standing bids of this game: how a sheet gives them, and how they answer in its battles (D13, N2)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.core import LazyCodes, Where, listed
from pbem.core.events import Event
from pbem.core.ruleset import Body
from pbem.rulesets.common import face_text, meant
from pbem.rulesets.common import standing as common
from pbem.rulesets.common.bid_reader import shown
from pbem.rulesets.common.bids import ANY, Bid
from pbem.rulesets.common.standing import (
    MOST,
    MOST_PLAYS,
    Fight,
    Scope,
    Standing,
    at,
    is_past,
    names_withdrawn,
    read_standings,
)
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.answers import take_answers
from pbem.rulesets.friedrich.battle_fate import is_silenced
from pbem.rulesets.friedrich.bid_reader import language_of, shared_names
from pbem.rulesets.friedrich.board import name_of, suit_of
from pbem.rulesets.friedrich.cards import NOUNS
from pbem.rulesets.friedrich.combat import Pair, Seat, bid_for, owner_of_side, sides_awaited
from pbem.rulesets.friedrich.desk import Desk, Enough
from pbem.rulesets.friedrich.orders import Say
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
LAST_TURN = 23  # I11
SCOPE = Scope(tuple(zip(NATIONS, NATION_NAMES, strict=True)), LAST_TURN)


def standing_text(standing: Standing) -> str:
    """A standing bid in words, for the receipt and for its owner's report."""
    return common.standing_text(standing, SCOPE, PIECE_NAMES, name_of, shared_names(standing.bid))


# taking


def names_given(desk: Desk) -> list[str]:
    """The names of the standing bids that a sheet brings."""
    nations = nations_of(desk.state, desk.role)
    language = language_of(nations[0] if nations else 0)
    return [standing.name for standing, _ in read_standings(desk.body, desk.role, language, SCOPE, lambda fault: None)]


def take_standing(desk: Desk) -> None:
    """What a sheet withdraws and what it puts in its place; any sheet may do so."""
    kept = {standing.name: standing for standing in desk.state.standing if standing.role == desk.role}
    for name in names_withdrawn(fr, desk.body, kept, desk.say):
        del kept[name]
        desk.understood.append(f"standing bid {name}: withdrawn")
    nations = nations_of(desk.state, desk.role)
    language = language_of(nations[0] if nations else 0)
    for standing, where in read_standings(desk.body, desk.role, language, SCOPE, desk.say):
        check_standing(desk.state, standing, where, desk.say)
        kept.pop(standing.name, None)  # the newest of a name comes last
        kept[standing.name] = standing
        desk.understood += [f"standing bid {standing_text(standing)}"] if desk.think else []
    if len(kept) > MOST:
        desk.say(fr.STANDING_SCOPE(Where(("standing",)), number=len(kept), most=MOST, form="many"))
    if (plays := sum(len(standing.bid.plays) for standing in kept.values())) > MOST_PLAYS:
        desk.say(fr.STANDING_SCOPE(Where(("standing",)), number=plays, most=MOST_PLAYS, form="plays"))
    others = tuple(standing for standing in desk.state.standing if standing.role != desk.role)
    desk.state = desk.state._replace(standing=(*others, *kept.values()))


def with_standing(view: State, role: str, body: Body) -> State:
    """The view with the standing bids and answers as they are after a sheet; its complaints are made elsewhere."""
    desk = Desk(view, role, body, "", think=False)
    try:
        take_standing(desk)
        if "answers" in body:
            take_answers(desk)
    except Enough:
        return view
    return desk.state


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
    if is_past(standing, state.turn):
        say(fr.STANDING_PAST(at(where, "until"), until=standing.until, turn=state.turn))
    hands = [card for n in own if standing.nation in (ANY, n) for card in state.hands[n]]
    for key, faces in (("plays", [play.card for play in bid.plays]), ("forced", bid.forced)):
        for number, face in enumerate(faces):
            place = Where((*where.path, key, number))
            if standing.suit and face[1] not in (standing.suit, "R"):
                say(fr.STANDING_SUIT(place, card=face_text(face), suit=NOUNS[standing.suit]))
            elif meant(hands, face) is None:
                say(fr.NOT_HELD_NOW(place, card=face_text(face)))


# answering


def standing_for(state: State, pair: Pair, side: int) -> Standing | None:
    """The standing bid that speaks of a side of a battle: the narrowest, of several the newest."""
    own, enemy = state.stack(pair[side]), state.stack(pair[1 - side])
    nation, other = NATION_OF[own[0]], NATION_OF[enemy[0]]
    role = owner_of(state, nation)
    fight = Fight(role, own, enemy, nation, other, suit_of(pair[side]), side == 0, state.turn)
    return common.standing_for(state.standing, fight)


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
        return tuple(role for role in roles if is_answered(state, task, role))
    return ()


def is_answered(state: State, combat: Combat, role: str) -> bool:
    """Whether all that a role owes for a stage is answered: every bid, and the order of battles is not open (D12)."""
    rows = stage_answers(state, combat, role)
    if not any(found for _, found in rows) or not all(found or not is_able(state, seat) for seat, found in rows):
        return False
    asked = combat.nation in combat.awaited and owner_of(state, combat.nation) == role
    return not asked or len([pair for pair in combat.pairs if pair not in combat.order]) <= 1


def answers_for(state: State, role: str) -> bool:
    """Whether standing bids answer all that a role owes, on its view too, where others' bids are hidden."""
    task = state.task if state.agenda else None
    if isinstance(task, Combat):
        return is_answered(state, task, role)
    return role in answered(state)


ABOUT_BATTLES = ("do", "bid", "retreat")  # a sheet with one of these answers itself


def is_left(state: State, role: str, body: Body) -> bool:
    """D13, N2: whether a sheet says nothing of the bids its writer owes, and standing bids answer for it."""
    if any(key in body and body[key] for key in ABOUT_BATTLES) or "retreat" in body or not answers_for(state, role):
        return False
    task = state.task
    if isinstance(task, Battle):
        return True
    # Bids of a stage that nobody needs to give were never left out: an empty sheet has always answered for them.
    assert isinstance(task, Combat)
    return any(is_able(state, seat) for seat, _ in stage_answers(state, task, role))


def is_able(state: State, seat: Seat) -> bool:
    """Whether a side of a battle has cards that it may play at all, as far as everybody knows (N3)."""
    pair, side = seat
    return bool(state.hands[NATION_OF[state.stack(pair[side])[0]]]) and not is_silenced(state, pair[side])


def speaking_for(state: State, role: str) -> list[tuple[Pair, int, Standing]]:
    """The standing bids that answer for a role now, each with its side of a battle; none if one of them is missing."""
    task = state.task
    if not answers_for(state, role):
        return []
    if isinstance(task, Combat):
        return [(*seat, found) for seat, found in stage_answers(state, task, role) if found]
    assert isinstance(task, Battle)
    own = [side for side in sides_awaited(state, task) if owner_of_side(state, task, side) == role]
    rows = [(task.pair, side, standing_for(state, task.pair, side)) for side in own]
    return [(pair, side, found) for pair, side, found in rows if found]


def take_left(desk: Desk) -> None:
    """A sheet that says nothing of the bids that are owed: the standing bids, as they are after it, answer."""
    before = speaking_for(desk.state, desk.role)
    after = speaking_for(with_standing(desk.state, desk.role, desk.body), desk.role)
    for pair, side, _ in [] if after else before:
        own, enemy = (PIECE_NAMES[desk.state.stack(pair[s])[0]] for s in (side, 1 - side))
        desk.say(fr.BID_MISSING(Where(("bid",)), own=own, enemy=enemy, form="withdrawn"))
    for pair, side, standing in after:
        own, enemy = (PIECE_NAMES[desk.state.stack(pair[s])[0]] for s in (side, 1 - side))
        desk.understood.append(f"your standing bid {standing.name} stays, and answers for {own} against {enemy}")


def stage_answers(state: State, combat: Combat, role: str) -> list[tuple[Seat, Standing | None]]:
    """For all bids of the stage that a role owes, the standing bid that answers.

    Not for those that came with the moves; only the active side has such, and on its view they are not hidden.
    """
    owed = [(pair, side) for pair in combat.pairs for side in (0, 1)]
    nations = {(pair, side): NATION_OF[state.stack(pair[side])[0]] for pair, side in owed}
    mine = [key for key in owed if nations[key] in combat.awaited and owner_of(state, nations[key]) == role]
    open_ = [(pair, side) for pair, side in mine if side or not bid_for(state, combat.bids, *pair)]
    return [(key, standing_for(state, *key)) for key in open_]


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
        happened.StoodIn(
            name=standing.name,
            own=PIECE_IDS[state.stack(pair[side])[0]],
            enemy=PIECE_IDS[state.stack(pair[1 - side])[0]],
        ).event(to=(role,))
        for pair, side, standing in found
    )


def lapsed(state: State) -> tuple[State, tuple[Event, ...]]:
    """At the start of a turn: the standing bids whose last turn is over are gone, and their owners told."""
    gone = [standing for standing in state.standing if is_past(standing, state.turn)]
    if not gone:
        return state, ()
    events = tuple(happened.Lapsed(name=standing.name).event(to=(standing.role,)) for standing in gone)
    return state._replace(standing=tuple(s for s in state.standing if s not in gone)), events
