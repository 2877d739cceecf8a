"""Which keys and [tables] of a TOML text stand already, and which may still be added to."""

from collections.abc import Sequence

# What a key stands for. Only the first two can be gone into by a key with dots, the second within its [table] alone.
IMPLIED, DOTTED, HEADED, REPEATED, CLOSED, VALUE = range(6)


class Table:
    """What a key stands for so far; of a [[table]], the last one."""

    __slots__ = ("kind", "names", "section")

    def __init__(self, kind: int = IMPLIED, section: int = 0) -> None:
        self.kind = kind
        self.section = section  # the number of the [table] in which dots made it
        self.names: dict[str, Table] = {}


class Names:
    """The names of a text from its beginning to where it is read."""

    def __init__(self) -> None:
        self.here = self._top = Table()
        self.section = 0

    def begin(self, key: Sequence[str], repeated: bool) -> str:
        """Go on in a [table] or [[table]]; the form of the fault if it cannot be begun."""
        self.section += 1
        table = self._top
        for name in key[:-1]:
            table = table.names.setdefault(name, Table())
            if table.kind >= CLOSED:
                return _unfit(table, repeated)
        found = table.names.get(key[-1])
        if found is None or (repeated and found.kind == REPEATED):
            found = table.names[key[-1]] = Table(REPEATED if repeated else HEADED)
        elif repeated or found.kind != IMPLIED:
            return _unfit(found, repeated)
        found.kind = REPEATED if repeated else HEADED
        self.here = found
        return ""


def note_pair(table: Table, key: Sequence[str], closed: bool, section: int) -> str:
    """Put a key with its value into a table; the form of the fault if it does not go."""
    for name in key[:-1]:
        table = table.names.setdefault(name, Table(DOTTED, section))
        if table.kind == VALUE:
            return "twice"
        if table.kind == IMPLIED:
            table.kind, table.section = DOTTED, section
        if table.kind != DOTTED or table.section != section:
            return "closed"
    if key[-1] in table.names:
        return "twice"
    table.names[key[-1]] = Table(CLOSED if closed else VALUE)
    return ""


def _unfit(table: Table, repeated: bool) -> str:
    """Why a [table] cannot be begun at or below what stands there."""
    if repeated:
        return "closed" if table.kind == CLOSED else "twice"
    return "twice" if table.kind == VALUE else "again"
