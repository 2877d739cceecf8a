"""Templates of a game's own: what is wrong with one is a fault of that file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pbem.report.sandbox import TemplateFault
from pbem.store import GameFault
from pbem.workflow.codes import TEMPLATE_FAULT


@contextmanager
def templates_used() -> Iterator[None]:
    """While something is laid out: a template that cannot be used is a GameFault with its file and line."""
    try:
        yield
    except TemplateFault as fault:
        place = f"{fault.file}:{fault.line}" if fault.line else fault.file
        raise GameFault(TEMPLATE_FAULT, place, why=fault.why) from None
