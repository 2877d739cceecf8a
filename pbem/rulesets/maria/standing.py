"""Standing bids of this game: how a sheet gives them, and how they answer in its battles (D19)."""

from __future__ import annotations

from pbem.core import LazyCodes, Where, listed
from pbem.core.events import Event
from pbem.core.ruleset import Body
from pbem.rulesets.common import NOUNS, face_text, meant
from pbem.rulesets.common import standing as common
from pbem.rulesets.common.bid_reader import shown
from pbem.rulesets.common.bids import ANY
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
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.answers import take_answers
from pbem.rulesets.maria.bid_reader import language_of, shared_names
from pbem.rulesets.maria.board import name_of, suit_of
from pbem.rulesets.maria.combat import owner_of_side, sides_awaited
from pbem.rulesets.maria.desk import Desk, Enough
from pbem.rulesets.maria.orders import Say
from pbem.rulesets.maria.powers import POWER_NAMES, POWERS
from pbem.rulesets.maria.records import Battle, Pair
from pbem.rulesets.maria.relations import owner_of, powers_of
from pbem.rulesets.maria.state import GENERALS, PIECE_IDS, PIECE_NAMES, POWER_OF, State, names_of

ma = LazyCodes("pbem.rulesets.maria.diagnostics")
LAST_TURN = 12  # M1.1
SCOPE = Scope(tuple(zip(POWERS, POWER_NAMES, strict=True)), LAST_TURN)
ABOUT_BATTLES = ("bid", "retreat")  # a sheet with one of these answers itself


def standing_text(standing: Standing) -> str:
    """A standing bid in words, for the receipt and for its owner's report."""
    return common.standing_text(standing, SCOPE, PIECE_NAMES, name_of, shared_names(standing.bid))


# taking


def take_standing(desk: Desk) -> None:
    """What a sheet withdraws and what it puts in its place; any sheet may do so."""
    kept = {standing.name: standing for standing in desk.state.standing if standing.role == desk.role}
    for name in names_withdrawn(ma, desk.body, kept, desk.say):
        del kept[name]
        desk.understood.append(f"standing bid {name}: withdrawn")
    for standing, where in read_standings(desk.body, desk.role, language_of(desk.powers), SCOPE, desk.say):
        check_standing(desk.state, standing, where, desk.say)
        kept.pop(standing.name, None)  # the newest of a name comes last
        kept[standing.name] = standing
        desk.understood += [f"standing bid {standing_text(standing)}"] if desk.think else []
    if len(kept) > MOST:
        desk.say(ma.STANDING_SCOPE(Where(("standing",)), number=len(kept), most=MOST, form="many"))
    if (plays := sum(len(standing.bid.plays) for standing in kept.values())) > MOST_PLAYS:
        desk.say(ma.STANDING_SCOPE(Where(("standing",)), number=plays, most=MOST_PLAYS, form="plays"))
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
    """Own generals and powers, a turn still to come, cards of the suit; cards not held are only a warning."""
    own, bid = powers_of(state, standing.role), standing.bid
    if bid.own != ANY and POWER_OF[bid.own] not in own:
        names = listed(names_of(p for n in own for p in GENERALS[n]), "or")
        nation = POWER_NAMES[POWER_OF[bid.own]]
        say(ma.BID_FOR_ENEMY(at(where, "own"), piece=PIECE_NAMES[bid.own], nation=nation, own=names))
    if standing.nation != ANY and standing.nation not in own:
        facts = {"value": shown(POWERS[standing.nation]), "choices": listed([POWER_NAMES[n] for n in own])}
        say(ma.STANDING_SCOPE(at(where, "nation"), key="nation", form="own", **facts))
    if is_past(standing, state.turn):
        say(ma.STANDING_PAST(at(where, "until"), until=standing.until, turn=state.turn))
    hands = [card for n in own if standing.nation in (ANY, n) for card in state.hands[n]]
    for key, faces in (("plays", [play.card for play in bid.plays]), ("forced", bid.forced)):
        for number, face in enumerate(faces):
            place = Where((*where.path, key, number))
            if standing.suit and face[1] not in (standing.suit, "R"):
                say(ma.STANDING_SUIT(place, card=face_text(face), suit=NOUNS[standing.suit]))
            elif meant(hands, face) is None:
                say(ma.NOT_HELD_NOW(place, card=face_text(face)))


# answering


def standing_for(state: State, pair: Pair, side: int) -> Standing | None:
    """The standing bid that speaks of a side of a battle: the narrowest, of several the newest."""
    own, enemy = state.stack(pair[side]), state.stack(pair[1 - side])
    power, other = POWER_OF[own[0]], POWER_OF[enemy[0]]
    role = owner_of(state, power)
    fight = Fight(role, own, enemy, power, other, suit_of(pair[side]), side == 0, state.turn)
    return common.standing_for(state.standing, fight)


def answered(state: State) -> tuple[str, ...]:
    """The roles whose bids are owed and whose standing bids answer all of them."""
    battle = state.task if state.agenda else None
    if not isinstance(battle, Battle) or battle.asked >= 0:
        return ()
    found: dict[str, bool] = {}
    for side in sides_awaited(state, battle):
        role = owner_of_side(state, battle, side)
        found[role] = found.get(role, True) and standing_for(state, battle.pair, side) is not None
    return tuple(role for role, all_ in found.items() if all_)


def is_left(state: State, role: str, body: Body) -> bool:
    """D19: whether a sheet says nothing of the bids its writer owes, and standing bids answer for it."""
    return not any(body.get(key) for key in ABOUT_BATTLES) and role in answered(state)


def take_left(desk: Desk) -> None:
    """A sheet that says nothing of the bids that are owed: the standing bids, as they are after it, answer."""
    battle = desk.state.task
    assert isinstance(battle, Battle)
    trial = Desk(desk.state, desk.role, desk.body, "", think=False)
    take_standing(trial)
    for side in sides_awaited(desk.state, battle):
        if owner_of_side(desk.state, battle, side) != desk.role:
            continue
        own, enemy = (PIECE_NAMES[desk.state.stack(battle.pair[s])[0]] for s in (side, 1 - side))
        standing = standing_for(trial.state, battle.pair, side)
        if standing is None:
            desk.say(ma.BID_MISSING(Where(("bid",)), own=own, enemy=enemy, form="withdrawn"))
        else:
            desk.understood.append(f"your standing bid {standing.name} stays, and answers for {own} against {enemy}")


def stood_in(state: State, role: str) -> tuple[State, tuple[Event, ...]]:
    """The state in which a role's standing bids have answered; only the role is told."""
    battle = state.task
    assert isinstance(battle, Battle)
    bids, events = list(battle.bids), []
    for side in sides_awaited(state, battle):
        standing = standing_for(state, battle.pair, side)
        if owner_of_side(state, battle, side) == role and standing is not None:
            own, enemy = (state.stack(battle.pair[s])[0] for s in (side, 1 - side))
            bids[side] = standing.bid._replace(own=own)
            news = happened.StoodIn(name=standing.name, own=PIECE_IDS[own], enemy=PIECE_IDS[enemy])
            events.append(news.event(to=(role,)))
    return state.replaced(battle._replace(bids=(bids[0], bids[1]))), tuple(events)


def lapsed(state: State) -> tuple[State, tuple[Event, ...]]:
    """At the start of a turn: the standing bids whose last turn is over are gone, and their owners told."""
    gone = [standing for standing in state.standing if is_past(standing, state.turn)]
    if not gone:
        return state, ()
    events = tuple(happened.Lapsed(name=standing.name).event(to=(standing.role,)) for standing in gone)
    return state._replace(standing=tuple(s for s in state.standing if s not in gone)), events
