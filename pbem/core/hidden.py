"""HIDDEN stands in a view where the reader may not know the fact."""

from __future__ import annotations

from typing import Any, NoReturn


class Hidden:
    """The one value HIDDEN: it can be compared with itself and stored, and nothing else.

    A rule that would compute with it has touched a secret; that is a fault of the program, so it raises.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "HIDDEN"

    def _touched(self, *_: object) -> NoReturn:
        raise TypeError("a hidden fact was used as if it were known")

    __bool__ = __int__ = __index__ = __len__ = __iter__ = _touched
    __add__ = __radd__ = __sub__ = __rsub__ = __lt__ = __le__ = __gt__ = __ge__ = _touched


HIDDEN: Any = Hidden()
