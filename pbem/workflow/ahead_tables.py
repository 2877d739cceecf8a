"""The tables of orders ahead: what can stand in them, whatever the orders say."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.core import Diagnostic, LazyCodes, Where, listed
from pbem.core.ruleset import Ahead, Ruleset
from pbem.core.sheets import at_key

pb = LazyCodes("pbem.workflow.ahead_codes")
KEY = "ahead"
OWN = ("for", "unless", "withdraw")  # the keys of a table besides those that answer its decision
MOST = 20  # tables of one sheet
MOST_BRAKES = 20

Say = Callable[[Diagnostic], None]


def tables_of(body: Mapping[str, Any]) -> list[Any]:
    """The [[ahead]] tables of a sheet, whatever stands in them."""
    tables = body.get(KEY, [])
    return tables if isinstance(tables, list) else [tables]


def without_ahead(body: Mapping[str, Any]) -> dict[str, Any]:
    """What a sheet says for the decision of now."""
    return {key: value for key, value in body.items() if key != KEY}


def decisions_in(body: Mapping[str, Any]) -> list[str]:
    """The decisions that the orders ahead of a sheet are for."""
    return [
        str(table["for"]).strip().lower() for table in tables_of(body) if isinstance(table, dict) and "for" in table
    ]


def is_closed(table: Mapping[str, Any]) -> bool:
    """Whether the orders of a table are in an envelope."""
    return "envelope" in table


def ahead_of(ruleset: Ruleset) -> Ahead:
    """The group of a title that takes orders ahead; ``sheet_keys`` has the key for those that do."""
    assert ruleset.ahead is not None
    return ruleset.ahead


def bounded(body: Mapping[str, Any], say: Say) -> list[dict[str, Any]]:
    """The tables, if they are tables and not too many."""
    tables = body[KEY]
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        say(pb.AHEAD_FORM(Where((KEY,))))
        return []
    if len(tables) > MOST:
        say(pb.AHEAD_FORM(Where((KEY,)), number=len(tables), most=MOST, form="many"))
        return []
    return tables


def decision_of(
    ruleset: Ruleset, view: Any, role: str, table: Mapping[str, Any], where: Where, titles: Mapping[str, str], say: Say
) -> str:
    """The decision that a table is for, or empty after a complaint."""
    named = table.get("for")
    choices = listed([f'"{id_}"' for id_ in titles], "or")
    if not isinstance(named, str):
        say(pb.AHEAD_FORM(where, choices=choices, form="for" if titles else "none"))
        return ""
    decision = named.strip().lower()
    if decision in titles:
        return decision
    at = Where((*where.path, "for"))
    now = decision and decision == ahead_of(ruleset).asked(view, role)
    form = "now" if now else "" if titles else "none"
    say(pb.AHEAD_UNKNOWN(at, decision=named[:60], choices=choices, form=form))
    return ""


def withdrawn(
    decision: str, what: str, table: Mapping[str, Any], where: Where, kept: Iterable[str], say: Say
) -> list[str]:
    """Orders that are taken back."""
    for key in table:
        if key not in ("for", "withdraw"):
            say(pb.AHEAD_FORM(at_key(*where.path, key), key=key, form="withdrawn"))
    if decision not in kept:
        say(pb.AHEAD_NOT_KEPT(where, decision=what))
    return [f"orders ahead for {what}: withdrawn"]


def parts_of(
    ruleset: Ruleset, decision: str, what: str, table: Mapping[str, Any], where: Where, say: Say
) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The brakes of a table, and what it orders as a sheet would; nothing if it orders nothing."""
    if not is_given(ruleset, what, table, where, say):
        return (), {}
    brakes = brakes_of(ruleset, decision, table, where, say)
    for key in table:
        if key not in (*OWN, *ahead_of(ruleset).keys):
            say(pb.AHEAD_FORM(at_key(*where.path, key), key=key[:60], form=form_of(ruleset, key)))
    body = orders_in(ruleset, table)
    if not any(key in body for key in ahead_of(ruleset).needed):
        say(pb.AHEAD_FORM(where, decision=what, form="empty"))
        return brakes, {}
    return brakes, body


def orders_in(ruleset: Ruleset, table: Mapping[str, Any]) -> dict[str, Any]:
    """What a table says to answer its decision."""
    return {key: value for key, value in table.items() if key in ahead_of(ruleset).keys}


def form_of(ruleset: Ruleset, key: str) -> str:
    """Why a key cannot stand in a table: it holds at once and for all times, or no sheet has it."""
    return "lasting" if key in ruleset.sheet_keys and key != KEY else "key"


def is_given(ruleset: Ruleset, what: str, table: Mapping[str, Any], where: Where, say: Say) -> bool:
    """Whether a table gives orders; False after a complaint about ``withdraw``, which is true where they are not."""
    found = table.get("withdraw", False)
    if found is False:
        return True
    lists = isinstance(found, list) and "withdraw" in ruleset.sheet_keys
    form = "withdrawn" if found is True else "withdraw-list" if lists else "withdraw"
    given = next((key for key in table if key not in ("for", "withdraw")), "do")
    say(pb.AHEAD_FORM(at_key(*where.path, "withdraw"), key=given, decision=what, form=form))
    return False


def brakes_of(ruleset: Ruleset, decision: str, table: Mapping[str, Any], where: Where, say: Say) -> tuple[str, ...]:
    """The lines of ``unless``, as they are kept."""
    lines = table.get("unless", [])
    at = Where((*where.path, "unless"))
    if not isinstance(lines, list) or len(lines) > MOST_BRAKES or not all(isinstance(line, str) for line in lines):
        say(pb.AHEAD_FORM(at, most=MOST_BRAKES, form="unless"))
        return ()
    group = ahead_of(ruleset)
    read = (group.read_brake(line, Where((*at.path, n)), decision, say) for n, line in enumerate(lines))
    return tuple(brake for brake in read if brake)
