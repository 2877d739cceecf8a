"""Events in sentences, as their reader knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from pbem.core import listed
from pbem.core.events import Event
from pbem.rulesets.common.words import score
from pbem.rulesets.friedrich import events as happened
from pbem.rulesets.friedrich.board import CITY
from pbem.rulesets.friedrich.cards import SIGNS
from pbem.rulesets.friedrich.events import FriedrichEvent, read
from pbem.rulesets.friedrich.telling import words
from pbem.rulesets.friedrich.telling.fate_words import BECAUSE, DECLINED, FATE_TEXTS, NO_EFFECT
from pbem.rulesets.friedrich.telling.transcripts import told_short
from pbem.rulesets.friedrich.telling.words import capital, count, nation


def tell(event: Event) -> list[str]:
    """What happened, in sentences."""
    return [sentence(read(event))]


def sentence(f: FriedrichEvent) -> str:
    """What happened, in a sentence for every kind of event."""
    match f:
        case happened.Turn():
            return f"TURN {f.turn}"
        case happened.Stage():
            return f"* {capital(nation(f.nation))}"
        case happened.Defaulted():
            return f"No sheet came from {words.role_title(f.role)} for {f.what}: {f.default}."
        case happened.Drew():
            return told_draw(f)
        case happened.Opened():
            return f"Deck {f.decks[-1]} is opened and shuffled."
        case happened.Reshuffled():
            return told_pile(f)
        case happened.Discarded():
            return told_discard(f)
        case happened.Moved() | happened.Stepped():
            return told_move(f)
        case happened.Captured():
            return f"{capital(nation(f.nation))} captures {words.piece(f.train)} in {words.city(f.city)}."
        case happened.Conquered():
            return f"{capital(nation(f.nation))} conquers {words.city(f.city)}."
        case happened.Reconquered():
            return f"{capital(nation(f.nation))} reconquers {words.city(f.city)}."
        case happened.Marked():
            return f"{words.city(f.city)} is protected and gets a question mark."
        case happened.Held():
            return f"{words.city(f.city)} is still protected; its question mark is removed."
        case happened.Recruited():
            return told_recruitment(f)
        case happened.Troops():
            return told_troops(f)
        case happened.Battle():
            return told_battle(f)
        case happened.Played():
            return told_play(f)
        case happened.Asked():
            return told_ask(f)
        case happened.Fought():
            return told_fought(f)
        case happened.Stopped():
            return f"- {capital(nation(f.nation))} stops at {score(f.score)}."
        case happened.Mustered():
            return told_muster(f)
        case happened.StoodIn():
            return f"Your standing bid {f.name} answers for {words.piece(f.own)} against {words.piece(f.enemy)}."
        case happened.Lapsed():
            return f"Your standing bid {f.name} has lapsed with its last turn."
        case happened.Tied():
            return told_tie(f)
        case happened.Defeated():
            return told_defeat(f)
        case happened.Retreated():
            return told_retreat(f)
        case happened.CutOff():
            return told_cut_off(f)
        case happened.WishUnfit():
            return told_unfit(f)
        case happened.Resupplied():
            return f"{words.piece(f.general)} in {words.city(f.city)} is in supply again, face-up."
        case happened.Unsupplied():
            return f"{words.piece(f.general)} in {words.city(f.city)} is out of supply, face-down."
        case happened.Starved():
            return f"{words.piece(f.general)} in {words.city(f.city)} is lost for want of supply."
        case happened.TroopsLost():
            return f"That costs {nation(f.nation)} {count(f.troops, 'troop')}; it has {f.total} left."
        case happened.OnAlliedObjective():
            return told_obstacle(f)
        case happened.SameSuit():
            return told_same_suit(f)
        case happened.Fate():
            return told_fate(f)
        case happened.Left():
            return f"{capital(nation(f.nation))} leaves the game with all its pieces and {count(f.cards, 'card')}."
        case happened.Departed():
            return f"{capital(nation(f.nation))} has left the war."
        case happened.Declined():
            return DECLINED[f.card]
        case happened.Retired():
            return told_retired(f)
        case happened.DrawsChanged():
            return f"{capital(nation(f.nation))} draws {f.number} a turn from now on."
        case happened.ChangedHands():
            return told_hands(f)
        case happened.FreeTroop():
            return told_free_troop(f)
        case happened.LostTroop():
            return told_lost_troop(f)
        case happened.Exchanged():
            return told_exchange(f)
        case happened.NotExchanged():
            return "Austria and Russia exchange no card."
        case happened.ChangedCard():
            return told_change(f)
        case happened.TurnedDown():
            return told_turned(f)
        case happened.SteppedAside():
            return told_aside(f)
        case happened.Eased():
            return f"From now on first-order objectives are enough for {nation(f.nation)}."
        case happened.OffensiveTaken():
            return f"Prussia takes the offensive option and sets {words.card(f.card)} aside."
        case happened.OffensiveDeclined():
            return told_lapsed("Prussia declines the offensive option", f.cities)
        case happened.OffensiveCardLost():
            return f"Austria takes {words.card(f.card)}, the card of the offensive option."
        case happened.OffensiveFailed():
            return told_lapsed("The offensive option has failed", f.cities)
        case happened.Answered():
            return f"Your standing answer was taken: {'; '.join(f.orders) or 'declined'}."
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


def told_draw(f: happened.Drew) -> str:
    decks = listed(str(deck) for deck in sorted(set(f.decks)))
    text = f"{capital(nation(f.nation))} draws {count(f.number, 'card')}"
    text += f" from deck{'s' * (len(set(f.decks)) > 1)} {decks}" if f.number else ""
    return f"{text}: {words.cards(f.cards)}." if f.cards else f"{text}."


def told_discard(f: happened.Discarded) -> str:
    card = f" ({words.card(f.card)})" if f.card is not None else ""
    return f"{capital(nation(f.nation))} discards one card of deck {f.deck} face-down{card}."


def told_move(f: happened.Moved | happened.Stepped) -> str:
    return f"{capital(words.pieces(f.pieces))}: {' - '.join(words.city(c) for c in f.way)}."


def told_recruitment(f: happened.Recruited) -> str:
    bought = [count(f.troops, "troop")] if f.troops else []
    bought += [count(f.trains, "train")] if f.trains else []
    text = f"{capital(nation(f.nation))} recruits {listed(bought)} for {words.cards(f.paid)}"
    entries = [f"{words.piece(p)} in {words.city(c)}" for p, c in zip(f.pieces, f.cities, strict=True)]
    text += f"; {listed(entries)} {'re-enters' if len(entries) == 1 else 're-enter'}" if entries else ""
    return f"{text}. It has {count(f.total, 'troop')} now."


def told_troops(f: happened.Troops) -> str:
    numbers = ", ".join(f"{words.piece(p)} {n}" for p, n in f.troops.items())
    return f"Your numbers for {nation(f.nation)}: {numbers}."


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
    if f.value != f.declared:
        name += f" (counting {f.value})"
    before, after = score(f.score - f.value), score(f.score)
    return f"- {capital(nation(f.nation))} at {before} plays {name}: {after}."


def told_fought(f: happened.Fought) -> str:
    """A whole battle in one line."""
    return told_short(f)


def told_muster(f: happened.Mustered) -> str:
    """All strengths of a stage, declared at once (option bidding = "stage")."""
    stacks = [f"{words.pieces(s)} {n}" for s, n in zip(f.stacks, f.troops, strict=True)]
    fights = [f"{words.piece(own)} against {words.piece(other)}" for own, other in f.battles]
    return f"Strengths declared: {', '.join(stacks)}. The battles: {listed(fights)}."


def told_ask(f: happened.Asked) -> str:
    return f"The battle is interrupted: {nation(f.nation)} at {score(f.score)} must say how it goes on."


def told_tie(f: happened.Tied) -> str:
    return f"- {capital(nation(f.nation))} stops at 0: a tie. Nobody loses anything, both stay."


def told_defeat(f: happened.Defeated) -> str:
    text = (
        f"- {capital(nation(f.nation))} stops at {f.score:+d} and is beaten by {words.piece(f.victor)}: "
        f"{words.pieces(f.generals)} lose{'s' * (len(f.generals) == 1)} {count(f.lost, 'troop')}"
    )
    if not f.left:
        return f"{text}, all there were, and {'is' if len(f.removed) == 1 else 'are'} taken off the map."
    text += f", {f.left} remain{'s' * (f.left == 1)}"
    if f.removed:
        text += f"; {words.pieces(f.removed)} {'is' if len(f.removed) == 1 else 'are'} taken off the map"
    return f"{text}."


def told_retreat(f: happened.Retreated) -> str:
    one = len(f.generals) == 1
    return f"{words.pieces(f.generals)} retreat{'s' * one} from {words.city(f.from_)} to {words.city(f.to)}."


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


def told_cut_off(f: happened.CutOff) -> str:
    one = len(f.generals) == 1
    return (
        f"{words.pieces(f.generals)} {'has' if one else 'have'} no way to retreat from {words.city(f.city)} and "
        f"{'is' if one else 'are'} lost with {count(f.troops, 'troop')}."
    )


def told_fate(f: happened.Fate) -> str:
    """The card and its text, or that it does nothing; what a stroke leads to is told by the events that follow it."""
    if f.suit is None:
        return f"The clock of fate strikes: {words.fate_card(f.card)}.{' Nothing changes.' if f.idle else ''}"
    if f.idle:
        text = f.card + f.suit
        nothing = BECAUSE[f"{text}-{f.why}"] if f.why is not None else NO_EFFECT[text]
        return f"The clock of fate: {words.fate_card(f.card)}, {SIGNS[f.suit]}. {nothing}"
    return f"The clock of fate: {words.fate_card(f.card)}, {SIGNS[f.suit]}: {FATE_TEXTS[f.card + f.suit]}."


def told_hands(f: happened.ChangedHands) -> str:
    text = f"{capital(nation(f.nation))} passes from {words.role_title(f.from_)} to {words.role_title(f.role)}"
    return f"{text}; its hand: {words.cards(f.hand) or 'no cards'}." if f.hand is not None else f"{text}."


def told_free_troop(f: happened.FreeTroop) -> str:
    who = f" ({words.piece(f.general)})" if f.general is not None else ""
    return f"A general of {nation(f.nation)} receives a free troop{who}; it has {count(f.total, 'troop')} now."


def told_lost_troop(f: happened.LostTroop) -> str:
    who = f" ({words.piece(f.general)})" if f.general is not None else ""
    return f"A general of {nation(f.nation)} loses a troop{who}; it has {count(f.total, 'troop')} now."


def told_exchange(f: happened.Exchanged) -> str:
    text = f"{listed(capital(nation(n)) for n in f.nations)} exchange a card"
    if f.gave is None or f.got is None:
        return f"{text}."
    return f"{text}: you gave {words.cards([f.gave])} and got {words.cards([f.got])}."


def told_change(f: happened.ChangedCard) -> str:
    text = f"{capital(nation(f.nation))} discards a card of deck {f.deck} face-down and draws another"
    if f.gave is None or f.got is None:
        return f"{text}."
    return f"{text}: {words.cards([f.gave])} for {words.cards(f.got.split())}."


def told_turned(f: happened.TurnedDown) -> str:
    one = len(f.generals) == 1
    return f"{words.pieces(f.generals)} in {words.city(f.city)} {'is' if one else 'are'} turned face-down."


def told_lapsed(text: str, cities: Sequence[str]) -> str:
    lost = f" It gives up {listed(words.city(c) for c in cities)}." if cities else ""
    return f"{text}.{lost}"


def told_aside(f: happened.SteppedAside) -> str:
    verb = "steps" if len(f.pieces) == 1 else "step"
    return f"{words.pieces(f.pieces)} {verb} aside from {words.city(f.way[0])} to {words.city(f.way[-1])}."


def told_retired(f: happened.Retired) -> str:
    lost = f"; {count(f.lost, 'troop')} {'is' if f.lost == 1 else 'are'} lost" if f.lost else ""
    return f"{words.piece(f.general)} leaves the game for good{lost}."


def told_win(f: happened.Won) -> str:
    win = "wins" if len(f.roles) == 1 else "win"
    return f"{listed(words.role_title(role) for role in f.roles)} {win}. {f.reason}."


def told_obstacle(f: happened.OnAlliedObjective, foreseen: bool = False) -> str:
    ended = "ends" if foreseen else "ended"
    return (
        f"Note: {words.piece(f.piece)} {ended} the stage of {nation(f.nation)} in {words.city(f.city)}, "
        f"an objective of {nation(f.ally)}."
    )


def told_same_suit(f: happened.SameSuit) -> str:
    where = words.city_with_suit(CITY[f.city])
    stands = f"Note on 3♥: Soubise stands beside the enemy in {where}, the suit with which Hildburghausen attacked."
    if f.plays:
        return f"{stands} The card keeps him from moving into such a place; he may stay and fight there all the same."
    return f"{stands} He may stay, but plays no card if he attacks from there."


def told_pile(f: happened.Reshuffled) -> str:
    return f"The discards of decks {listed(map(str, f.decks))} are shuffled together: {f.cards} cards to draw from."
