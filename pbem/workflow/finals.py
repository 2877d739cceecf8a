"""The sheets that count for the step under way: of each role the newest in the inbox that is no draft."""

from collections.abc import Iterable, Sequence

from pbem.core.brief import in_brief
from pbem.core.sheets import WITHDRAWN, read
from pbem.store import GameFault, read_bytes
from pbem.store.inbox import Version, versions
from pbem.store.reading import Secret
from pbem.workflow import Table, chosen
from pbem.workflow.check import Answer, check_again, check_at
from pbem.workflow.codes import SHEETS_MISSING


def newest_finals(table: Table) -> dict[str, tuple[Version, str]]:
    """The newest sheet of each role that is not a draft, with its text."""
    found = versions(table.game.directory, table.under_way)
    pairs = {role: newest_final(table, found.get(role, [])) for role in table.game.players}
    return {role: pair for role, pair in pairs.items() if pair is not None}


def newest_final(table: Table, rows: Sequence[Version]) -> tuple[Version, str] | None:
    """The newest version that is not a draft, with its text; none if that was withdrawn."""
    for version in rows:
        text = read_bytes(version.path).decode("utf-8", "replace")
        # Only whether it is a draft. Whoever uses the sheet checks its text once more, for an inbox can be edited by
        # hand; it is not parsed twice for that.
        sheet = read(text, table.ruleset.sheet_keys).sheet
        if sheet is not None and sheet.status == WITHDRAWN:
            return None
        if sheet is None or sheet.status != "draft":
            return version, text
    return None


def check_missing(table: Table, missing: Iterable[str], defaults: Sequence[str]) -> None:
    """Whether every role without a sheet was named for its default."""
    directory = table.game.directory
    for role in defaults:
        chosen(role, ("all", *table.game.players), "role", directory)
    late = [role for role in missing if role not in defaults and "all" not in defaults]
    if late:
        options = " ".join(f"--default {role}" for role in dict.fromkeys((*defaults, *late)))
        facts = {"step": table.under_way, "roles": ", ".join(late), "game": directory, "defaults": options}
        raise GameFault(SHEETS_MISSING, directory, **facts)


def check_kept(table: Table, secret: Secret, text: str, file: str, held: bool = False, warned: bool = True) -> Answer:
    """Check a sheet once more that was received, for errors alone; a key that was renewed since does not spoil it."""
    table = table._replace(ruleset=in_brief(table.ruleset))
    answer = check_at(table, secret, text, file, held, warned, fresh=False)
    if not answer.is_refused or answer.sheet is None:
        return answer
    keys = {**secret.keys, answer.sheet.role: answer.sheet.key}
    return check_again(table, secret._replace(keys=keys), answer, held, warned, fresh=False)
