"""Set-up (R3): placing, dealing, and where Fredericus lies."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.core.chance import Chance
from pbem.core.events import told_apart
from pbem.rulesets.fredericus import cards
from pbem.rulesets.fredericus import events as happened
from pbem.rulesets.fredericus.cards import BOTTOM, FREDERICUS, OPEN_DISCARDS, ROW_LENGTH
from pbem.rulesets.fredericus.geometry import HAND, TOWERS
from pbem.rulesets.fredericus.state import PLAYERS, ROLES, Bird, Deal, News, Options, Placing, State

DEFAULT_POSTS = (1, 3, 5, 7)  # M4


def options_of(options: Mapping[str, str]) -> Options:
    """R12: the options as they are written when a game is set up."""
    display = options.get("display", "off")
    return Options(
        shift3=options.get("shift3", "off") == "on",
        display=0 if display == "off" else int(display),
        stops=options.get("fredericus_stops_draws", "off") == "on",
        together=options.get("placing", "in-turn") == "together",
        keeper=options.get("fredericus_discard", "nobody") == "keeper",
    )


def blank(mode: str, options: Mapping[str, str]) -> State:
    """No bird placed, no card dealt."""
    players = PLAYERS[mode]
    tokens = (HAND, HAND) if players == 2 else (HAND,)
    return State(
        mode=mode, options=options_of(options), round=1, rows=("",) * 8, birds=((Bird(0), Bird(0)),) * players,
        tokens=(tokens,) * players, creatures=("",) * players, hands=((),) * players, shown=((),) * players,
        prefer=((),) * players, deck=(), display=(), discards=(), fredericus="", seals_out=0, ending="", house=False,
        agenda=(), winners=(), reason="",
    )  # fmt: skip


def set_up(mode: str, options: Mapping[str, str]) -> State:
    """R3.1, R3.2: the birds are placed before a card is dealt."""
    return blank(mode, options)._replace(agenda=(Placing("birds", tuple(range(PLAYERS[mode]))),))


def deal(state: State, chance: Chance) -> News:
    """R3.3-R3.7, O2a: objectives, then the rows, then the open display. Nothing after it is left to chance (R14.3)."""
    players = state.players
    pile = chance.shuffled(cards.objectives(), "objectives")
    given, rest = pile[:players], pile[players:]
    out = OPEN_DISCARDS[players]
    state = state._replace(
        hands=tuple((card,) for card in given), discards=rest[:out], deck=with_fredericus(rest[out:], chance),
        rows=dealt_rows(players, chance),
    )  # fmt: skip
    state = state._replace(display=state.deck[: state.options.display], deck=state.deck[state.options.display :])
    known = {
        ROLES[seat]: happened.Dealt(
            length=ROW_LENGTH[players], discards=list(state.discards), display=list(state.display), objective=card
        )
        for seat, card in enumerate(given)
    }
    return state, (told_apart(known),)


def with_fredericus(deck: tuple[str, ...], chance: Chance) -> tuple[str, ...]:
    """R3.4: Fredericus is shuffled in with the bottom four objectives."""
    at = max(0, len(deck) - BOTTOM)
    return (*deck[:at], *chance.shuffled((*deck[at:], FREDERICUS), "the bottom of the deck"))


def dealt_rows(players: int, chance: Chance) -> tuple[str, ...]:
    """R3.7: row 1 first, near end first."""
    pile = "".join(chance.shuffled(cards.landscape(players), "landscape"))
    length = ROW_LENGTH[players]
    return tuple(pile[(tower - 1) * length : tower * length] for tower in TOWERS)


def shuffled_deck(state: State, chance: Chance) -> News:
    """A position without a deck: what is left is shuffled, with Fredericus among the bottom five (R3.4)."""
    plain = chance.shuffled([card for card in state.deck if card != FREDERICUS], "deck of the position")
    return state._replace(deck=with_fredericus(plain, chance) if FREDERICUS in state.deck else plain), ()


def run_deal(state: State, chance: Chance) -> News:
    """The cards are dealt; after the rows come the tokens (R3.8)."""
    task = state.task
    assert isinstance(task, Deal)
    return deal(state.popped(), chance) if task.whole else shuffled_deck(state.popped(), chance)
