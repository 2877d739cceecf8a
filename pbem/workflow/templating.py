"""Templates of a game's own: what is wrong with one is a fault of that file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from pbem.report.sandbox import TemplateFault
from pbem.report.text import knows_data_only
from pbem.store import GameFault
from pbem.workflow import overrides_of
from pbem.workflow.codes import TEMPLATE_FAULT
from pbem.workflow.gate import Gate, Made, Make


@contextmanager
def templates_used() -> Iterator[None]:
    """While something is laid out: a template that cannot be used is a GameFault with its file and line."""
    try:
        yield
    except TemplateFault as fault:
        place = f"{fault.file}:{fault.line}" if fault.line else fault.file
        raise GameFault(TEMPLATE_FAULT, place, why=fault.why) from None


def guarded_text(gate: Gate, data: Made, make: Make[Made], lay_out: Callable[[Made], str], name: str) -> str:
    """A text laid out from data of ``make`` that have passed the gate, with the templates of the game."""
    with templates_used():
        sure = knows_data_only(overrides_of(gate.table.game.directory))
    return gate.laid_out(data, make, lay_out, name, sure)
