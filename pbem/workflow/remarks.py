"""Orders behind the sign of a remark: they would be lost in silence."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core import Diagnostic, piece_of
from pbem.core.sheets import at_position
from pbem.mail.blank import filled_remarks, tables_behind_sign
from pbem.workflow.codes import BEHIND_SIGN


def behind_sign(text: str, template: str) -> Iterator[Diagnostic]:
    """What is said of remarks that somebody has filled in, in a sheet that was sent like the template."""
    tables = tables_behind_sign(text)
    for number, line in filled_remarks(text, template):
        table = tables[number - 1]
        yield BEHIND_SIGN(at_position(number, 1), line=piece_of(line), table=table, form="table" if table else "")
