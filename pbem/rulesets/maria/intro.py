"""The introductory game (M14, M24.1): who has won."""

from __future__ import annotations

from pbem.core.events import Event
from pbem.rulesets.maria import events as happened
from pbem.rulesets.maria.board import HOME, SILESIA
from pbem.rulesets.maria.powers import AUSTRIA, FRANCE, POWERS, PRUSSIA
from pbem.rulesets.maria.relations import controlled_by
from pbem.rulesets.maria.state import TWO, State

FRENCH_AIM, PRUSSIAN_AIM = 9, 12  # M14.2
LAST_TURN = 9
News = tuple[State, tuple[Event, ...]]


def french(state: State) -> int:
    """M14.2: fortresses in Austria that France controls."""
    return (controlled_by(state, FRANCE) & HOME[AUSTRIA]).bit_count()


def prussian(state: State) -> int:
    """M14.2: fortresses in Austria and Silesia that Prussia controls."""
    return (controlled_by(state, PRUSSIA) & (HOME[AUSTRIA] | SILESIA)).bit_count()


def at_once(state: State) -> News | None:
    """M14.2, M24.1: the end of the game, if a condition is fulfilled; with two players both must be at once."""
    louis, frederick = french(state) >= FRENCH_AIM, prussian(state) >= PRUSSIAN_AIM
    if state.mode in TWO:
        if louis and frederick:
            text = f"France holds {french(state)} fortresses in Austria, Prussia {prussian(state)} with Silesia"
            return won(state, ("frederick",), (FRANCE, PRUSSIA), text)
        return None
    if louis:
        text = f"France controls {french(state)} fortresses in Austria"
        return won(state, ("louis",), (FRANCE,), text)
    if frederick:
        text = f"Prussia controls {prussian(state)} fortresses in Austria and Silesia"
        return won(state, ("frederick",), (PRUSSIA,), text)
    return None


def at_the_end(state: State) -> News:
    """M14.2, M24.1: after turn 9 Maria Theresa wins; with two players it is a draw if one condition holds."""
    if state.mode in TWO and (french(state) >= FRENCH_AIM or prussian(state) >= PRUSSIAN_AIM):
        return won(state, (), (), "only one of the two aims was reached by the end of turn 9: a draw")
    return won(state, ("maria-theresa",), (AUSTRIA,), "nobody else has won by the end of turn 9")


def won(state: State, roles: tuple[str, ...], powers: tuple[int, ...], reason: str) -> News:
    """The game is over."""
    news = happened.Won(roles=list(roles), powers=[POWERS[p] for p in powers], reason=reason, turn=state.turn)
    return state._replace(agenda=(), winners=roles, reason=reason), (news.event(),)
