"""What became of agreements and subsidy contracts between two views (M20, M21): all of it is public."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.core.changes import Change
from pbem.rulesets.maria.powers import POWER_NAMES, POWERS
from pbem.rulesets.maria.records import Contract, Treaty
from pbem.rulesets.maria.state import State
from pbem.rulesets.maria.telling import words
from pbem.rulesets.maria.telling.political_summary import contract_line, ending_line, treaty_text

TITLE = "Agreements"
# What became of an agreement that was known before, and of one that was offered since: each a whole sentence.
KNOWN = {
    "accepted": "All its parties signed {what}.",
    "refused": "One of its parties refused {what}.",
    "countered": "Another offer took the place of {what}.",
    "withdrawn": "{by} withdrew its offer, {what}.",
    "lapsed": "Not all its parties signed in time: {what}.",
    "ended": "All its parties agreed to end {what}.",
    "over": "Its last turn has passed: {what}.",
    "dropped": "One of its powers came to another player before all had signed: {what}.",
    "dissolved": "It was dissolved, for its powers have parted: {what}.",
}
NEW = {
    "offered": "{by} offered {what}.",
    "accepted": "{by} offered, and all its parties signed, {what}.",
    "refused": "{by} offered, and one of its parties refused, {what}.",
    "countered": "{by} offered, and another offer has replaced, {what}.",
    "withdrawn": "{by} offered, and withdrew again, {what}.",
    "lapsed": "{by} offered, and not all its parties signed in time, {what}.",
    "ended": "{by} offered, and all its parties signed and agreed to end, {what}.",
    "over": "{by} offered it, all its parties signed, and its last turn has passed: {what}.",
    "dropped": "{by} offered, and one of its powers came to another player before all had signed, {what}.",
    "dissolved": "{by} offered, and all its parties signed, before its powers parted, {what}.",
}


def agreement_changes(before: State, after: State) -> Iterator[Change]:
    """Offers and their answers, agreements that came into force or ran out, contracts that began or ended."""
    known = {treaty.id: treaty for treaty in before.treaties}
    for treaty in after.treaties:
        yield from treaty_changes(known.get(treaty.id), treaty)
    yield from contract_changes(before, after)


def treaty_changes(was: Treaty | None, now: Treaty) -> Iterator[Change]:
    """One agreement: its status, and who has signed it or wishes to end it since."""
    facts = {"number": now.id, "status": now.status, "nations": [POWERS[p] for p in now.parties]}
    if was is None or was.status != now.status:
        became = (NEW if was is None else KNOWN)[now.status]
        text = words.capital(became.format(by=POWER_NAMES[now.assented[0]], what=treaty_text(now)))
        yield Change(TITLE, "agreement", text, facts)
    elif was.clauses != now.clauses:
        yield Change(TITLE, "agreement", f"A subsidy has ended, and what is left is {treaty_text(now)}.", facts)
    signed = [p for p in now.assented if p not in (was.assented if was else now.assented[:1])]
    if signed and now.status == "offered":
        text = f"{words.capital(words.powers(POWERS[p] for p in signed))} signed No. {now.id}."
        yield Change(TITLE, "signed", text, {**facts, "nations": [POWERS[p] for p in signed]})
    if now.status == "accepted" and now.ending != (was.ending if was else ()):
        yield Change(TITLE, "ending", ending_line(now), {**facts, "nations": [POWERS[p] for p in now.ending]})


def contract_changes(before: State, after: State) -> Iterator[Change]:
    """M20.3: cards that are handed over from now on, and that are so no longer."""
    old, new = ({(row.giver, row.taker): row for row in state.contracts} for state in (before, after))
    for pair, row in new.items():
        if pair not in old or old[pair].left < row.left:
            yield Change(TITLE, "contract", contract_line(row), _both(row))
    for pair, row in old.items():
        if pair not in new:
            text = f"{words.power_title(row.giver)} hands {POWER_NAMES[row.taker]} no new cards any longer."
            yield Change(TITLE, "contract-over", text, _both(row))


def _both(row: Contract) -> dict[str, object]:
    return {"nations": [POWERS[row.giver], POWERS[row.taker]]}
