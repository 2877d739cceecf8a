"""The sheet a role owes, with its heading filled in."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap
from typing import Any

from pbem.core import Diagnostic, listed, piece_of
from pbem.core.ruleset import Ahead, Ruleset
from pbem.core.sheets import CLOSING, at_position
from pbem.store.reading import check_unrevealed, read_secret
from pbem.workflow import Table, chosen, open_game, reads
from pbem.workflow.codes import BEHIND_SIGN

WIDTH = 70  # columns of a sheet: mail programs break lines at 72 and more, and a quoted one begins with "> "


WAITS = """\
# The cards are dealt when all sheets of this step are in. A word of yours makes
# sure that nobody has chosen them.
"""


HELD = """\
# Your held orders ahead wait for their phrase. Send it without the #,
#   and they count as if you had just written them:
# phrase = "..."

# Or give other orders, without their #; then those count instead.
"""


AHEAD = """\
# Orders for what comes next can be sent along, and spare mails:
# [[ahead]]
# for = {choice}
# {key} = []

"""


def heading(game: str, step: int, role: str, key: str, opening: bool) -> str:
    """The first lines of a sheet."""
    lines = [f'game = "{game}"', f"step = {step}", f'role = "{role}"', f'key  = "{key}"']
    if opening:
        lines.append('# word = "..."      # any words of yours, mixed into the seed of the game')
    return "\n".join(lines) + "\n"


def blank_sheet(table: Table, role: str, key: str) -> str:
    """The commented sheet of what a role owes now."""
    view = table.ruleset.secrets.view_of(table.state, role)
    top = heading(table.game.name, table.under_way, role, key, table.is_opening)
    held = tuple(item.decision for item in table.kept if item.role == role and item.is_held)
    return blank(table.ruleset, view, role, top, table.owes_word(role), table.game.pace != "table", held)


def blank(
    ruleset: Ruleset, view: Any, role: str, top: str, waits: bool, ahead: bool, held: tuple[str, ...] = ()
) -> str:
    """The sheet a role owes as it is sent, from what the role itself knows: the same at home and at the desk.

    ``ahead``: the game takes orders ahead; ``held``: for these decisions the role has some that wait for their phrase.
    """
    if not ahead and ruleset.ahead is not None and not waits:
        view = asked_all_the_same(ruleset.ahead, view, role)
    body = WAITS if waits else ruleset.telling.sheet(view, role)
    if held and ruleset.ahead is not None and ruleset.ahead.asked(view, role) in held:
        body = HELD + _behind_signs(body)  # as it is sent it would count instead of them
    more = "" if waits or not ahead else offer_ahead(ruleset, view, role)
    return fitted(f"{top}\n{body.strip()}\n\n{more}{CLOSING}\n")


def asked_all_the_same(group: Ahead, view: Any, role: str) -> Any:
    """The view from which a sheet is made where every decision is asked: what a bid stands for is asked, too."""
    if group.spoken(view, role) is None and not group.parts(view, role, {}):
        return view
    return group.with_standing(view, role, {"withdraw": ["*"]})


def _behind_signs(body: str) -> str:
    """A sheet in which nothing counts, all of its lines behind the sign of a remark."""
    return "\n".join(line if not line or line.lstrip().startswith("#") else f"# {line}" for line in body.split("\n"))


def offer_ahead(ruleset: Ruleset, view: Any, role: str) -> str:
    """How orders for coming decisions are written, as remarks; empty if there are none to be ordered."""
    if ruleset.ahead is None or not ruleset.rules.awaiting(view):
        return ""
    first, *others = [f'"{coming.id}"' for coming in ruleset.ahead.coming(view, role)] or [""]
    if not first:
        return ""
    choice = f"   # or {listed(others, 'or')}" if others else ""
    return AHEAD.format(choice=first + choice, key=ruleset.ahead.needed[0])


def fitted(text: str) -> str:
    """The sheet with its remarks within the width of a mail: a mail program that breaks lines would break the sheet."""
    return "\n".join(part for line in text.split("\n") for part in _fitted(line))


def _fitted(line: str) -> list[str]:
    """A long remark on several lines, one behind an order above it, or below it if it names what else may stand there.

    An order stays on its line. A remark on an order that stands behind a sign itself keeps a sign when that of the
    order is taken away.
    """
    if len(line) <= WIDTH:
        return [line]
    bare = line.lstrip()
    indent = " " * (len(line) - len(bare))
    order, sign, remark = line.rpartition("   #")
    if sign and order.strip():
        behind = "# " if bare.startswith("#") else ""
        above, below = _fitted(f"{indent}{behind}# {remark.strip()}"), _fitted(order.rstrip())
        return below + above if remark.startswith(" or ") else above + below
    if not bare.startswith("#"):
        return [line]
    lead = "# #" if bare.startswith("# #") else "#"
    text = bare.removeprefix(lead).strip()
    first, next_ = f"{indent}{lead} ", f"{indent}{lead}   "
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=next_, break_on_hyphens=False)


@reads
def orders(directory: str, role: str) -> str:
    """The sheet a role of that game is to fill in."""
    from pbem.workflow.gate import guarded  # not for check: it holds remarks against the sheet as it was sent

    table = open_game(directory)
    chosen(role, tuple(table.game.players), "role", directory)
    if table.ruleset.rules.result(table.state) is None:  # else the sheet itself says that the game is over
        check_unrevealed(directory)
    key = read_secret(table.game).keys[role]
    return guarded(table, role, lambda seen: blank_sheet(seen, role, key), "orders.toml")


def filled_sheet(game: str, step: int, role: str, key: str, body: Mapping[str, Any]) -> str:
    """A sheet with that body, as a bot writes it."""
    import tomli_w  # not for check

    return f"{heading(game, step, role, key, opening=False)}\n{tomli_w.dumps(body)}"


def orders_behind(text: str, template: str) -> tuple[Diagnostic, ...]:
    """What is said of orders that were filled in behind the sign of a remark, by the sheet as it was sent."""
    from pbem.mail.blank import behind_signs  # not for report

    rows = behind_signs(text, template)
    forms = ((row, "table" if row.table else "" if row.is_order else "words") for row in rows)
    return tuple(BEHIND_SIGN(at_position(row.number, 1), line=piece_of(row.text), table=row.table, form=form)
                 for row, form in forms)  # fmt: skip
