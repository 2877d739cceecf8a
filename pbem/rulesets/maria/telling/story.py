"""Events in sentences, as their reader knows them: the war, and with political_story all the rest."""

from __future__ import annotations

from typing import assert_never

from pbem.core import listed
from pbem.core.events import Event
from pbem.rulesets.common.words import score
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import CITY
from pbem.rulesets.maria.events import MariaEvent, read
from pbem.rulesets.maria.political_events import PoliticalEvent
from pbem.rulesets.maria.telling import words
from pbem.rulesets.maria.telling.political_story import told_cards, told_politics
from pbem.rulesets.maria.telling.transcripts import told_short
from pbem.rulesets.maria.telling.words import be, capital, count, power


def tell(event: Event) -> list[str]:
    """What happened, in sentences; political cards that are turned up are told one by one."""
    what = read(event)
    return told_cards(what) if isinstance(what, happened.CardsTurned) else [sentence(what)]


def sentence(f: MariaEvent) -> str:
    """What happened, in a sentence for every kind of event."""
    if isinstance(f, PoliticalEvent):
        return told_politics(f)
    match f:
        case happened.Turn():
            return f"TURN {f.turn}"
        case happened.Stage():
            return f"* {capital(words.powers(f.powers))}"
        case happened.Winter():
            return f"* Winter after turn {f.turn}"
        case happened.Defaulted():
            return f"No sheet came from {words.role_title(f.role)} for {f.what}: {f.default}."
        case happened.Drew():
            return told_draw(f)
        case happened.Subsidy():
            return told_subsidy(f)
        case happened.CapitalLost():
            return f"{capital(power(f.power))} draws nothing: an enemy controls {words.city(f.city)}."
        case happened.Opened():
            return f"Deck {f.decks[-1]} is opened and shuffled."
        case happened.Reshuffled():
            return f"The used cards of decks {listed(map(str, f.decks))} are shuffled again: {count(f.cards, 'card')}."
        case happened.SubsidyChanged():
            return f"From now on France {'pays Bavaria' if f.pays else 'pays Bavaria nothing'}."
        case happened.HussarPlaced():
            return told_hussar(f)
        case happened.HussarSwept():
            return f"{capital(power(f.power))} sweeps the hussar off {words.city(f.city)}."
        case happened.SupplyPaid():
            return told_payment(f)
        case happened.HandShown():
            return told_hand(f)
        case happened.Resupplied():
            return f"{words.piece(f.general)} in {words.city(f.city)} is in supply again, face-up."
        case happened.Unsupplied():
            return told_hunger(f)
        case happened.Starved():
            return f"{words.piece(f.general)} in {words.city(f.city)} is lost for want of supply."
        case happened.TroopsLeft():
            return f"That costs {power(f.power)} {count(f.lost, 'troop')}; it has {f.total} left."
        case happened.Moved():
            return told_move(f)
        case happened.Stacked():
            return told_stack(f)
        case happened.Captured():
            return f"{capital(power(f.power))} captures {words.piece(f.train)} in {words.city(f.city)}."
        case happened.TrainOff():
            return f"{capital(words.piece(f.train))} is taken off the map in {words.city(f.city)}."
        case happened.TrainBack():
            return f"{capital(words.piece(f.train))} comes back in {words.city(f.city)} for {words.cards(f.paid)}."
        case happened.Conquered():
            return told_conquest(f)
        case happened.ElectorTurned():
            return f"{capital(power(f.power))} takes {words.city(f.city)}: the elector shows {words.SIDES[f.side]}."
        case happened.Marked():
            return f"{words.city(f.city)} is protected and gets a question mark of {power(f.power)}."
        case happened.Held():
            return f"{words.city(f.city)} holds out; the question mark of {power(f.power)} is removed."
        case happened.Consented():
            return told_consent(f)
        case happened.Disputed():
            return told_dispute(f)
        case happened.Troops():
            return told_troops(f)
        case happened.Recruited():
            return told_recruitment(f)
        case happened.WinterScored():
            return f"Winter score after turn {f.turn}: {scores(f.scores)}."
        case happened.Battle():
            return told_battle(f)
        case happened.Played():
            return told_play(f)
        case happened.Asked():
            return f"The battle is interrupted: {power(f.nation)} at {score(f.score)} must say how it goes on."
        case happened.Fought():
            return told_short(f)
        case happened.Stopped():
            return f"- {capital(power(f.nation))} stops at {score(f.score)}."
        case happened.Tied():
            return f"- {capital(power(f.nation))} stops at 0: a tie. Nobody loses anything, both stay."
        case happened.Defeated():
            return told_defeat(f)
        case happened.Retreated():
            return told_retreat(f)
        case happened.CutOff():
            return told_cut_off(f)
        case happened.WishUnfit():
            return told_unfit(f)
        case happened.StoodIn():
            return f"Your standing bid {f.name} answers for {words.piece(f.own)} against {words.piece(f.enemy)}."
        case happened.Lapsed():
            return f"Your standing bid {f.name} has lapsed with its last turn."
        case happened.Answered():
            return f"Your standing answer was taken: {'; '.join(f.orders) or 'declined'}."
        case happened.ScoresShown():
            return told_sums(f)
        case happened.Won():
            return told_win(f)
        case (
            happened.Undone()
            | happened.Revised()
            | happened.OrdersAhead()
            | happened.EnvelopeLeft()
            | happened.AtTheDesk()
        ):
            raise ValueError(f"the event {f.kind!r} is told by the program itself")
        case _:
            assert_never(f)


# cards


def told_draw(f: happened.Drew) -> str:
    decks = sorted(set(f.decks))
    text = f"{capital(power(f.power))} draws {count(f.number, 'card')}"
    text += f" from deck{'s' * (len(decks) > 1)} {listed(map(str, decks))}" if decks else ""
    return f"{text}: {words.cards(f.cards)}." if f.cards else f"{text}."


def told_subsidy(f: happened.Subsidy) -> str:
    card = f" ({words.card(f.card)})" if f.card is not None else ""
    deck = f" of deck {f.deck}" if f.deck else ""  # A33
    return f"{capital(power(f.giver))} hands {power(f.taker)} a new card{deck}, unseen{card}."


# hussars and supply


def told_hussar(f: happened.HussarPlaced) -> str:
    if f.from_ is None:
        return f"Austria places a hussar in {words.city(f.city)}."
    return f"A hussar rides from {words.city(f.from_)} to {words.city(f.city)}."


def told_payment(f: happened.SupplyPaid) -> str:
    who, where = words.piece(f.general), words.city(f.city)
    return f"{who} in {where} buys his supply past the hussars for {words.cards(f.cards)} ({f.cost} needed)."


def told_hand(f: happened.HandShown) -> str:
    shown = words.cards(f.cards) or "no cards"
    return (
        f"{capital(power(f.power))} cannot pay the {count(f.cost, 'point')} that the supply of "
        f"{words.piece(f.general)} costs and shows its hand: {shown}."
    )


def told_hunger(f: happened.Unsupplied) -> str:
    still = "still out of supply" if f.again else "out of supply, face-down"
    lost = f" and loses {count(f.lost, 'troop')}" if f.lost else ""
    return f"{words.piece(f.general)} in {words.city(f.city)} is {still}{lost}."


# movement and conquest


def told_move(f: happened.Moved) -> str:
    force = " (force march)" if f.force else ""
    return f"{capital(words.pieces(f.pieces))}: {' - '.join(words.city(c) for c in f.way)}{force}."


def told_stack(f: happened.Stacked) -> str:
    leads = f"; {words.piece(f.generals[0])} commands" if len(f.generals) > 1 else ""
    return f"{words.pieces(f.generals)} stand together in {words.city(f.city)}{leads}."


def told_conquest(f: happened.Conquered) -> str:
    """M10.35: whose marker goes and whose comes, where it is not plain."""
    text = f"{capital(power(f.power))} conquers {words.city(f.city)}"
    parts = [f"{power(f.taken)} takes its marker back"] if f.taken is not None else []
    if f.marker is not None and f.marker != f.power:
        parts.append(f"{power(f.marker)} places a marker")
    elif f.marker is None:
        parts.append("no marker is placed")
    return f"{text}; {' and '.join(parts)}." if parts else f"{text}."


def told_consent(f: happened.Consented) -> str:
    other = "the Pragmatic Army" if f.power == "austria" else "Austria"
    may = "lets generals of" if f.allows else "no longer lets generals of"
    return f"{capital(power(f.power))} {may} {other} stack with its own and take them along."


def told_dispute(f: happened.Disputed) -> str:
    if f.calls:
        return f"{capital(power(f.power))} calls a dispute: on Flanders the two move by turns, one piece each."
    return f"{capital(power(f.power))} settles the dispute about the order of moves on Flanders."


# troops and winter


def told_troops(f: happened.Troops) -> str:
    numbers = ", ".join(f"{words.piece(p)} {n}" for p, n in f.troops.items())
    return f"Your numbers for {power(f.power)}: {numbers}."


def told_recruitment(f: happened.Recruited) -> str:
    text = f"{capital(power(f.power))} recruits {count(f.troops, 'troop')} for {words.cards(f.paid)}"
    entries = [f"{words.piece(p)} in {words.city(c)}" for p, c in zip(f.generals, f.cities, strict=True)]
    text += f"; {listed(entries)} {'comes' if len(entries) == 1 else 'come'} back" if entries else ""
    return f"{text}. It has {count(f.total, 'troop')} now."


def scores(numbers: dict[str, int]) -> str:
    """``Prussia 4, France 7``."""
    return ", ".join(f"{power(id_)} {number}" for id_, number in numbers.items())


def told_sums(f: happened.ScoresShown) -> str:
    rows = [f"{power(id_)} {' + '.join(map(str, row))} = {sum(row)}" for id_, row in f.scores.items()]
    return f"The winter scores: {'; '.join(rows)}. The lowest sum wins."


# battles


def told_battle(f: happened.Battle) -> str:
    (a, b), (x, y) = f.troops, f.cities
    active, other = words.pieces(f.active), words.pieces(f.other)
    here, there = words.city_with_suit(CITY[x]), words.city_with_suit(CITY[y])
    attack = "attacks" if len(f.active) == 1 else "attack"
    return f"Battle: {active} ({a}) in {here} {attack} {other} ({b}) in {there}; {a} to {b}, score {score(f.score)}."


def told_play(f: happened.Played) -> str:
    name = words.card(f.card)
    if f.card == "R":
        name += f" as {f.declared}"
    before, after = score(f.score - f.value), score(f.score)
    return f"- {capital(power(f.nation))} at {before} plays {name}: {after}."


def told_defeat(f: happened.Defeated) -> str:
    text = (
        f"- {capital(power(f.nation))} stops at {f.score:+d} and is beaten by {words.piece(f.victor)}: "
        f"{words.pieces(f.generals)} lose{'s' * (len(f.generals) == 1)} {count(f.lost, 'troop')}"
    )
    if not f.left:
        return f"{text}, all there were, and {be(len(f.removed))} taken off the map."
    text += f", {f.left} remain{'s' * (f.left == 1)}"
    if f.removed:
        text += f"; {words.pieces(f.removed)} {be(len(f.removed))} taken off the map"
    return f"{text}."


def told_retreat(f: happened.Retreated) -> str:
    one = len(f.generals) == 1
    return f"{words.pieces(f.generals)} retreat{'s' * one} from {words.city(f.from_)} to {words.city(f.to)}."


def told_cut_off(f: happened.CutOff) -> str:
    one = len(f.generals) == 1
    return (
        f"{words.pieces(f.generals)} {'has' if one else 'have'} no way to retreat from {words.city(f.city)} and "
        f"{'is' if one else 'are'} lost with {count(f.troops, 'troop')}."
    )


def told_unfit(f: happened.WishUnfit) -> str:
    """What was wished in vain: cities that are no destination, else wishes of a bid or of standing answers."""
    if f.cities is not None:
        cities = listed((words.city(c) for c in f.cities), "or")
        who = words.pieces(f.generals)
        return f"{who} cannot retreat to {cities}, as your bid wished: it must be one of the farthest cities."
    texts = f.wishes if f.wishes is not None else f.answers or []
    form = UNFIT[f.wishes is not None, len(texts) == 1]
    return form.format(who=words.piece(f.generals[0]), wishes=listed(f'"{text}"' for text in texts))


# By whether a bid or sheet wished, not a standing answer, and whether it is one wish.
UNFIT = {
    (True, True): "No city that was left for {who} fits your wish {wishes}: it was passed over.",
    (True, False): "No city that was left for {who} fits your wishes {wishes}: they were passed over.",
    (False, True): "No city that was left for {who} fits your standing answer {wishes}: it was passed over.",
    (False, False): "No city that was left for {who} fits your standing answers {wishes}: they were passed over.",
}


# the end


def told_win(f: happened.Won) -> str:
    if not f.roles:
        return f"The game is a draw. {f.reason}."
    win = "wins" if len(f.roles) == 1 else "win"
    return f"{listed(words.role_title(role) for role in f.roles)} {win}. {f.reason.rstrip('.')}."
