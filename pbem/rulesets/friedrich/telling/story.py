"""Events in sentences, as their reader knows them."""

from __future__ import annotations

from collections.abc import Callable

from pbem.core.events import Event
from pbem.core.names import listed
from pbem.rulesets.common.words import Facts, Teller, score, told
from pbem.rulesets.friedrich.board import CITY
from pbem.rulesets.friedrich.cards import SIGNS
from pbem.rulesets.friedrich.telling import words
from pbem.rulesets.friedrich.telling.fate_words import BECAUSE, DECLINED, FATE_TEXTS, NO_EFFECT
from pbem.rulesets.friedrich.telling.words import capital, count, nation


def tell(event: Event) -> list[str]:
    """What happened, in sentences."""
    return told(event, TELLERS)


def told_draw(f: Facts) -> str:
    decks = listed(str(deck) for deck in sorted(set(f["decks"])))
    text = f"{capital(nation(f['nation']))} draws {count(f['number'], 'card')}"
    text += f" from deck{'s' * (len(set(f['decks'])) > 1)} {decks}" if f["number"] else ""
    return f"{text}: {words.cards(f['cards'])}." if f.get("cards") else f"{text}."


def told_discard(f: Facts) -> str:
    card = f" ({words.card(f['card'])})" if "card" in f else ""
    return f"{capital(nation(f['nation']))} discards one card of deck {f['deck']} face-down{card}."


def told_move(f: Facts) -> str:
    return f"{capital(words.pieces(f['pieces']))}: {' - '.join(words.city(c) for c in f['way'])}."


def told_recruitment(f: Facts) -> str:
    bought = [count(f["troops"], "troop")] if f["troops"] else []
    bought += [count(f["trains"], "train")] if f["trains"] else []
    text = f"{capital(nation(f['nation']))} recruits {listed(bought)} for {words.cards(f['paid'])}"
    entries = [f"{words.piece(p)} in {words.city(c)}" for p, c in zip(f["pieces"], f["cities"], strict=True)]
    text += f"; {listed(entries)} {'re-enters' if len(entries) == 1 else 're-enter'}" if entries else ""
    return f"{text}. It has {count(f['total'], 'troop')} now."


def told_troops(f: Facts) -> str:
    numbers = ", ".join(f"{words.piece(p)} {n}" for p, n in f["troops"].items())
    return f"Your numbers for {nation(f['nation'])}: {numbers}."


def told_battle(f: Facts) -> str:
    (a, b), (x, y) = f["troops"], f["cities"]
    active, other = words.pieces(f["active"]), words.pieces(f["other"])
    here, there = words.city_with_suit(CITY[x]), words.city_with_suit(CITY[y])
    attack = "attacks" if len(f["active"]) == 1 else "attack"
    return f"Battle: {active} ({a}) in {here} {attack} {other} ({b}) in {there}; {a} to {b}, score {score(f['score'])}."


def told_play(f: Facts) -> str:
    name = words.card(f["card"])
    if f["card"] == "R":
        name += f" as {f['declared']}"
    if f["value"] != f["declared"]:
        name += f" (counting {f['value']})"
    before, after = score(f["score"] - f["value"]), score(f["score"])
    return f"- {capital(nation(f['nation']))} at {before} plays {name}: {after}."


def told_fought(f: Facts) -> str:
    """A whole battle in one line."""
    from pbem.rulesets.friedrich.telling.transcripts import told_short

    return told_short(f)


def told_muster(f: Facts) -> str:
    """All strengths of a stage, declared at once (option bidding = "stage")."""
    stacks = [f"{words.pieces(s)} {n}" for s, n in zip(f["stacks"], f["troops"], strict=True)]
    fights = [f"{words.piece(own)} against {words.piece(other)}" for own, other in f["battles"]]
    return f"Strengths declared: {', '.join(stacks)}. The battles: {listed(fights)}."


def told_ask(f: Facts) -> str:
    return f"The battle is interrupted: {nation(f['nation'])} at {score(f['score'])} must say how it goes on."


def told_tie(f: Facts) -> str:
    return f"- {capital(nation(f['nation']))} stops at 0: a tie. Nobody loses anything, both stay."


def told_defeat(f: Facts) -> str:
    text = (
        f"- {capital(nation(f['nation']))} stops at {f['score']:+d} and is beaten by {words.piece(f['victor'])}: "
        f"{words.pieces(f['generals'])} lose{'s' * (len(f['generals']) == 1)} {count(f['lost'], 'troop')}"
    )
    if not f["left"]:
        return f"{text}, all there were, and {'is' if len(f['removed']) == 1 else 'are'} taken off the map."
    text += f", {f['left']} remain{'s' * (f['left'] == 1)}"
    if f["removed"]:
        text += f"; {words.pieces(f['removed'])} {'is' if len(f['removed']) == 1 else 'are'} taken off the map"
    return f"{text}."


def told_retreat(f: Facts) -> str:
    one = len(f["generals"]) == 1
    return f"{words.pieces(f['generals'])} retreat{'s' * one} from {words.city(f['from'])} to {words.city(f['to'])}."


def told_unfit(f: Facts) -> str:
    """What was wished in vain: cities that are no destination, else wishes of a bid or of standing answers."""
    if "cities" not in f:
        texts = f.get("wishes") or f["answers"]
        form = UNFIT["wishes" in f, len(texts) == 1]
        return form.format(who=words.piece(f["generals"][0]), wishes=listed(f'"{text}"' for text in texts))
    cities = listed((words.city(c) for c in f["cities"]), "or")
    who = words.pieces(f["generals"])
    return f"{who} cannot retreat to {cities}, as your bid wished: it must be one of the farthest cities."


# By whether a bid or sheet wished, not a standing answer, and whether it is one wish.
UNFIT = {
    (True, True): "No city that was left for {who} fits your wish {wishes}: it was passed over.",
    (True, False): "No city that was left for {who} fits your wishes {wishes}: they were passed over.",
    (False, True): "No city that was left for {who} fits your standing answer {wishes}: it was passed over.",
    (False, False): "No city that was left for {who} fits your standing answers {wishes}: they were passed over.",
}


def told_cut_off(f: Facts) -> str:
    one = len(f["generals"]) == 1
    return (
        f"{words.pieces(f['generals'])} {'has' if one else 'have'} no way to retreat from {words.city(f['city'])} and "
        f"{'is' if one else 'are'} lost with {count(f['troops'], 'troop')}."
    )


def told_fate(f: Facts) -> str:
    """The card and its text, or that it does nothing; what a stroke leads to is told by the events that follow it."""
    if "suit" not in f:
        return f"The clock of fate strikes: {words.fate_card(f['card'])}.{' Nothing changes.' if f.get('idle') else ''}"
    if f.get("idle"):
        text = f["card"] + f["suit"]
        nothing = BECAUSE[f"{text}-{f['why']}"] if "why" in f else NO_EFFECT[text]
        return f"The clock of fate: {words.fate_card(f['card'])}, {SIGNS[f['suit']]}. {nothing}"
    return f"The clock of fate: {words.fate_card(f['card'])}, {SIGNS[f['suit']]}: {FATE_TEXTS[f['card'] + f['suit']]}."


def told_hands(f: Facts) -> str:
    text = f"{capital(nation(f['nation']))} passes from {words.role_title(f['from'])} to {words.role_title(f['role'])}"
    return f"{text}; its hand: {words.cards(f['hand']) or 'no cards'}." if "hand" in f else f"{text}."


def told_free_troop(f: Facts) -> str:
    who = f" ({words.piece(f['general'])})" if "general" in f else ""
    return f"A general of {nation(f['nation'])} receives a free troop{who}; it has {count(f['total'], 'troop')} now."


def told_lost_troop(f: Facts) -> str:
    who = f" ({words.piece(f['general'])})" if "general" in f else ""
    return f"A general of {nation(f['nation'])} loses a troop{who}; it has {count(f['total'], 'troop')} now."


def told_exchange(f: Facts) -> str:
    text = f"{listed(capital(nation(n)) for n in f['nations'])} exchange a card"
    if "gave" not in f:
        return f"{text}."
    return f"{text}: you gave {words.cards([f['gave']])} and got {words.cards([f['got']])}."


def told_change(f: Facts) -> str:
    text = f"{capital(nation(f['nation']))} discards a card of deck {f['deck']} face-down and draws another"
    return f"{text}: {words.cards([f['gave']])} for {words.cards(f['got'].split())}." if "gave" in f else f"{text}."


def told_turned(f: Facts) -> str:
    one = len(f["generals"]) == 1
    return f"{words.pieces(f['generals'])} in {words.city(f['city'])} {'is' if one else 'are'} turned face-down."


def told_lapsed(text: str) -> Callable[[Facts], str]:
    def told(f: Facts) -> str:
        lost = f" It gives up {listed(words.city(c) for c in f['cities'])}." if f["cities"] else ""
        return f"{text}.{lost}"

    return told


def told_aside(f: Facts) -> str:
    verb = "steps" if len(f["pieces"]) == 1 else "step"
    return f"{words.pieces(f['pieces'])} {verb} aside from {words.city(f['way'][0])} to {words.city(f['way'][-1])}."


def told_retired(f: Facts) -> str:
    lost = f"; {count(f['lost'], 'troop')} {'is' if f['lost'] == 1 else 'are'} lost" if f["lost"] else ""
    return f"{words.piece(f['general'])} leaves the game for good{lost}."


def told_win(f: Facts) -> str:
    win = "wins" if len(f["roles"]) == 1 else "win"
    return f"{listed(words.role_title(role) for role in f['roles'])} {win}. {f['reason']}."


def told_obstacle(f: Facts) -> str:
    return (
        f"Note: {words.piece(f['piece'])} ended the stage of {nation(f['nation'])} in {words.city(f['city'])}, "
        f"an objective of {nation(f['ally'])}."
    )


def told_same_suit(f: Facts) -> str:
    where = words.city_with_suit(CITY[f["city"]])
    stands = f"Note on 3♥: Soubise stands beside the enemy in {where}, the suit with which Hildburghausen attacked."
    if f["plays"]:
        return f"{stands} The card keeps him from moving into such a place; he may stay and fight there all the same."
    return f"{stands} He may stay, but plays no card if he attacks from there."


def told_pile(f: Facts) -> str:
    return (
        f"The discards of decks {listed(map(str, f['decks']))} are shuffled together: {f['cards']} cards to draw from."
    )


TELLERS: dict[str, Teller] = {
    "turn": lambda f: f"TURN {f['turn']}",
    "stage": lambda f: f"* {capital(nation(f['nation']))}",
    "defaulted": lambda f: f"No sheet came from {words.role_title(f['role'])} for {f['what']}: {f['default']}.",
    "drew": told_draw,
    "opened": lambda f: f"Deck {f['decks'][-1]} is opened and shuffled.",
    "reshuffled": told_pile,
    "discarded": told_discard,
    "moved": told_move,
    "stepped": told_move,
    "captured": lambda f: (
        f"{capital(nation(f['nation']))} captures {words.piece(f['train'])} in {words.city(f['city'])}."
    ),
    "conquered": lambda f: f"{capital(nation(f['nation']))} conquers {words.city(f['city'])}.",
    "reconquered": lambda f: f"{capital(nation(f['nation']))} reconquers {words.city(f['city'])}.",
    "marked": lambda f: f"{words.city(f['city'])} is protected and gets a question mark.",
    "held": lambda f: f"{words.city(f['city'])} is still protected; its question mark is removed.",
    "recruited": told_recruitment,
    "troops": told_troops,
    "battle": told_battle,
    "played": told_play,
    "asked": told_ask,
    "fought": told_fought,
    "stopped": lambda f: f"- {capital(nation(f['nation']))} stops at {score(f['score'])}.",
    "mustered": told_muster,
    "stood-in": lambda f: (
        f"Your standing bid {f['name']} answers for {words.piece(f['own'])} against {words.piece(f['enemy'])}."
    ),
    "lapsed": lambda f: f"Your standing bid {f['name']} has lapsed with its last turn.",
    "tied": told_tie,
    "defeated": told_defeat,
    "retreated": told_retreat,
    "cut-off": told_cut_off,
    "wish-unfit": told_unfit,
    "resupplied": lambda f: f"{words.piece(f['general'])} in {words.city(f['city'])} is in supply again, face-up.",
    "unsupplied": lambda f: f"{words.piece(f['general'])} in {words.city(f['city'])} is out of supply, face-down.",
    "starved": lambda f: f"{words.piece(f['general'])} in {words.city(f['city'])} is lost for want of supply.",
    "troops-lost": lambda f: (
        f"That costs {nation(f['nation'])} {count(f['troops'], 'troop')}; it has {f['total']} left."
    ),
    "on-allied-objective": told_obstacle,
    "same-suit": told_same_suit,
    "fate": told_fate,
    "left": lambda f: (
        f"{capital(nation(f['nation']))} leaves the game with all its pieces and {count(f['cards'], 'card')}."
    ),
    "departed": lambda f: f"{capital(nation(f['nation']))} has left the war.",
    "declined": lambda f: DECLINED[f["card"]],
    "retired": told_retired,
    "draws-changed": lambda f: f"{capital(nation(f['nation']))} draws {f['number']} a turn from now on.",
    "changed-hands": told_hands,
    "free-troop": told_free_troop,
    "lost-troop": told_lost_troop,
    "exchanged": told_exchange,
    "not-exchanged": lambda f: "Austria and Russia exchange no card.",
    "changed-card": told_change,
    "turned-down": told_turned,
    "stepped-aside": told_aside,
    "eased": lambda f: f"From now on first-order objectives are enough for {nation(f['nation'])}.",
    "offensive-taken": lambda f: f"Prussia takes the offensive option and sets {words.card(f['card'])} aside.",
    "offensive-declined": told_lapsed("Prussia declines the offensive option"),
    "offensive-card-lost": lambda f: f"Austria takes {words.card(f['card'])}, the card of the offensive option.",
    "offensive-failed": told_lapsed("The offensive option has failed"),
    "answered": lambda f: f"Your standing answer was taken: {'; '.join(f['orders']) or 'declined'}.",
    "won": told_win,
}
