"""What happens in politics, in sentences (M15 to M21): a selection reads like a story."""

from __future__ import annotations

from typing import assert_never

from pbem.core import listed
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.political_events import PoliticalEvent
from pbem.rulesets.maria.powers import POWERS
from pbem.rulesets.maria.relations import ROLE_TITLES
from pbem.rulesets.maria.telling import politics_words, words
from pbem.rulesets.maria.telling.words import capital, count, power


def told_politics(f: PoliticalEvent) -> str:
    """A sentence for every kind of political event."""
    match f:
        case happened.PointsWon():
            return told_points(f, "wins", "goes", "go", "to its battle boxes")
        case happened.PointsLost():
            return told_points(f, "loses", "goes", "go", "back to its pool")
        case happened.BoxFilled():
            return f"{capital(power(f.power))} puts a victory marker into the box {words.box(f.box)}."
        case happened.BoxEmptied():
            return f"{capital(power(f.power))} takes its victory marker back from the box {words.box(f.box)}."
        case happened.CardsTurned():
            return " ".join(told_cards(f))
        case happened.ElectionDue():
            return f"The Imperial Election is turned up: it is held at the end of turn {f.turn}."
        case happened.SuitNamed():
            return told_suit(f)
        case happened.Placed():
            return told_placed(f)
        case happened.Revealed():
            return told_revealed(f)
        case happened.Influence():
            return told_influence(f)
        case happened.HeldCards():
            forced = ": no open card has its shield" if f.forced else ""
            return f"{capital(power(f.power))} {'must hold' if f.forced else 'holds'}{forced}; its cards stay."
        case happened.Selected():
            return told_selection(f)
        case happened.TakenBack():
            return f"{capital(power(f.power))} comes too late and takes {words.cards(f.cards)} back into its hand."
        case happened.CardsDropped():
            return told_dropped(f)
        case happened.MoveAnnounced():
            track = politics_words.TRACK_TITLES[f.track]
            return f"{capital(power(f.power))} announces: the marker of {track} {politics_words.steps_text(f.steps)}."
        case happened.TrackMoved():
            return told_track(f)
        case happened.CorpsSent():
            return told_corps(f)
        case happened.CorpsReturned():
            return f"{words.piece(f.general)} comes back from {words.off_map_box(f.power)} to {words.city(f.city)}."
        case happened.SteppedAside():
            return told_aside(f)
        case happened.CrowdedOut():
            who = f"{words.pieces(f.pieces)} in {words.city(f.city)} {'is' if len(f.pieces) == 1 else 'are'}"
            return capital(f"{who} taken off the map: no city is free.")
        case happened.LevyRaised():
            return told_levy(f)
        case happened.Voted():
            return f"{words.city(f.city)} ({power(f.power)}) votes for {words.CANDIDATES[f.candidate]}."
        case happened.Elected():
            who = words.CANDIDATES[f.candidate]
            return f"{who} is elected emperor with {count(f.votes, 'vote')}."
        case happened.PeaceOffered():
            return "Prussia holds all of Silesia and offers Austria a peace."
        case happened.PeaceRefused():
            return "Austria refuses the peace."
        case happened.PeaceMade():
            return told_peace(f)
        case happened.PeaceOver():
            return "The peace is over: Prussia is no longer neutral."
        case happened.AimsLowered():
            return told_aims(f)
        case happened.AimsKept():
            return "France wished to lower its aims, but the orders of this step have left it nothing to lower."
        case happened.AsideReturned():
            goes = "returns" if f.markers == 1 else "return"
            return f"{capital(count(f.markers, 'marker'))} set aside {goes} to the pool of {power(f.power)}."
        case happened.SaxonyChanged():
            return f"Saxony was {words.STANDINGS[f.from_]} and is {words.STANDINGS[f.standing]} from now on."
        case happened.ChangedHands():
            return told_hands(f)
        case happened.MarkersCleared():
            return f"{capital(power(f.power))} takes its markers off {words.cities(f.cities)}."
        case happened.ContractMade():
            return f"Contract: {power(f.giver)} hands {power(f.taker)} a card a turn, for {count(f.turns, 'turn')}."
        case happened.ContractEnded():
            return f"The subsidy of {power(f.giver)} for {power(f.taker)} is over: {OVER.get(f.why, f.why)}."
        case happened.TreatyTold():
            return told_treaty(f)
        case happened.TreatyBroken():
            return f'{capital(power(f.power))} breaks agreement {f.id}: "{f.clause}".'
        case _:
            assert_never(f)


OVER = {"paid": "all its turns are paid", "agreed": "both agreed", "allies": "the two are allied no longer",
        "dissolved": "its agreement is dissolved"}  # fmt: skip


def told_cards(f: happened.CardsTurned) -> list[str]:
    """M17.1: what each open card does."""
    return [f"Political card: {politics_words.described(card)}." for card in f.cards]


def told_points(f: happened.PointsWon | happened.PointsLost, verb: str, one: str, more: str, where: str) -> str:
    """M16.3: the points, and what became of markers for them."""
    why = f" {WHY.get(f.why, f.why)}" if isinstance(f, happened.PointsLost) else ""
    text = f"{capital(power(f.power))} {verb} {count(f.points, 'victory point')}{why}"
    if not f.markers:
        full = "its battle boxes are full" if isinstance(f, happened.PointsWon) else "its battle boxes are empty"
        return f"{text}: no marker moves, for {full}."
    return f"{text}: {count(f.markers, 'marker')} {one if f.markers == 1 else more} {where}."


WHY = {"battle": "in a battle", "supply": "for a general lost for want of supply"}


# the political board


def told_suit(f: happened.SuitNamed) -> str:
    if f.role is not None:
        return f"{words.role_title(f.role)} won the last battle and names {words.suit(f.suit)} as the dominant suit."
    turned = f", after {words.cards(f.turned[:-1])}" if f.turned and len(f.turned) > 1 else ""
    found = f": {words.card(f.turned[-1])} is turned up{turned}" if f.turned else ""
    return f"The dominant suit is {words.suit(f.suit)}{found}."


def told_placed(f: happened.Placed) -> str:
    if f.deck is None:
        return f"{capital(power(f.power))} places no card."
    card = f": {words.card(f.card)}" if f.card is not None else ""
    deck = f" of deck {f.deck}" if f.deck else ""  # A33
    return f"{capital(power(f.power))} places a card{deck} face down{card}."


def told_revealed(f: happened.Revealed) -> str:
    back = "" if f.stays else ", which is not of the suit and goes back to the hand"
    return f"{capital(power(f.power))} had placed {words.card(f.card)}{back}."


def told_influence(f: happened.Influence) -> str:
    if not f.powers:
        return "Nobody has influence: the political cards stay untouched."
    rows = [f"{power(id_)} {points}" for id_, points in zip(f.powers, f.points, strict=True)]
    return f"Influence: {', '.join(rows)}."


def told_selection(f: happened.Selected) -> str:
    what = "executes it" if f.executed else "throws it away"
    given = f" for {words.cards(f.cards)}" if f.cards else ""
    return f'{capital(power(f.power))} selects "{politics_words.title(f.card)}"{given} and {what}.'


def told_dropped(f: happened.CardsDropped) -> str:
    cards = listed((f'"{politics_words.title(card)}"' for card in f.cards), "or")
    return f"Nobody selects {cards}; {'it is' if len(f.cards) == 1 else 'they are'} discarded without effect."


def told_track(f: happened.TrackMoved) -> str:
    track = politics_words.TRACK_TITLES[f.track]
    how, where = politics_words.moved(f.track, f.from_, f.to), politics_words.icon_words(f.track, f.to)
    return f"The marker of {track} moves {how}, to space {f.to}.{where}"


def told_corps(f: happened.CorpsSent) -> str:
    text = f"{words.piece(f.general)} goes to {words.off_map_box(f.power)}"
    text += f" from {words.city(f.city)}" if f.city is not None else ""
    return f"{text}, with new troops for {words.cards(f.paid)}." if f.paid else f"{text}."


ASIDE = {
    "aside": "{who} {step} aside from {a} to {b}.", "peace": "By the peace {who} {go} from {a} to {b}.",
    "home": "{who} {go} home to {b}.", "split": "{who} {leave} the mixed stack in {a} for {b}.",
    "train": "{who} {appear} in {b}.",
}  # fmt: skip


def told_aside(f: happened.SteppedAside) -> str:
    one = len(f.pieces) == 1
    verbs = {"step": "steps", "go": "goes", "leave": "leaves", "appear": "appears"}
    facts = {base: verb if one else base for base, verb in verbs.items()}
    form = ASIDE.get(f.why, ASIDE["aside"])
    a = words.city(f.from_) if f.from_ else "off the map"
    return capital(form.format(who=words.pieces(f.pieces), a=a, b=words.city(f.to), **facts))


def told_levy(f: happened.LevyRaised) -> str:
    entries = [f"{words.piece(p)} in {words.city(c)}" for p, c in zip(f.generals, f.cities, strict=True)]
    back = f"; {listed(entries)} {'comes' if len(entries) == 1 else 'come'} back" if entries else ""
    return f"{capital(power(f.power))} receives {count(f.troops, 'troop')}{back}. It has {f.total} now."


# political changes


def told_peace(f: happened.PeaceMade) -> str:
    aside = f" {capital(count(f.aside, 'marker'))} of Prussia {words.be(f.aside)} set aside." if f.aside else ""
    until = f"Prussia is neutral until its stage of turn {f.until}"
    return f"Austria accepts the peace: Silesia is Prussia's, and {until}.{aside}"


def told_aims(f: happened.AimsLowered) -> str:
    pool = f" and {f.pool} {'goes' if f.pool == 1 else 'go'} to its pool" if f.pool else ""
    return f"France lowers its aims in Austria: {count(f.aside, 'marker')} {words.be(f.aside)} set aside{pool}."


def told_hands(f: happened.ChangedHands) -> str:
    text = f"{capital(power(f.power))} passes from {words.role_title(f.from_)} to {words.role_title(f.role)}"
    return f"{text}; its hand: {words.cards(f.hand) or 'no cards'}." if f.hand is not None else f"{text}."


# agreements

TOLD = {
    "offered": "{by} offers {what}.", "countered": "{by} has another offer in place of {what}.",
    "accepted": "{by} accepts, and all are now bound by {what}.", "signed": "{by} signs {what}.",
    "refused": "{by} refuses {what}.", "withdrawn": "{by} withdraws {what}.",
    "ending": "{by} wishes to end {what}.", "ended": "All its parties have agreed to end {what}.",
    "lapsed": "It lapses, for not all its parties signed in time: {what}.",
    "over": "It ends with its last turn: {what}.",
    "dissolved": "It ends, for its powers are allied no longer, and only allies pay subsidies: {what}.",
    "parted": "It ends, for {by} plays one of its powers now, and one player alone had made it: {what}.",
    "dropped": "It falls away, for {by} plays one of its powers now: {what}.",
    "reduced": "A subsidy of it ends, for its two powers are allied no longer; what is left is {what}.",
}  # fmt: skip


def told_treaty(f: happened.TreatyTold) -> str:
    """M21.3: who, which, between whom, for how long, and what it says."""
    if f.status == "void":
        return f'{by_whom(f.by)} wrote "{f.text}", which another sheet of the same step has made impossible.'
    what = f"agreement {f.id} of {words.powers(f.powers)}, {f.text}: {'; '.join(f.clauses)}"
    status = "parted" if f.status == "dissolved" and f.by else f.status  # A60, not A51
    return TOLD.get(status, "{by} writes into the register {what}.").format(by=by_whom(f.by), what=what)


def by_whom(id_: str) -> str:
    """A power or a role at the beginning of a sentence."""
    return words.role_title(id_) if id_ in ROLE_TITLES else capital(power(id_)) if id_ in POWERS else id_
