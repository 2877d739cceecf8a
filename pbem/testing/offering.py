"""The check of offers, for rulesets that have the group: whatever is offered is accepted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.core import Diagnostic, Where
from pbem.core.chance import Chance
from pbem.core.offers import Edit, Offers, applied, balanced
from pbem.testing.trial import Moment, Trial, some

MOMENTS = 14  # of a game
STEPS = 6  # of a sheet that is written by taking up one offer after the other
PICKED = 5  # offers of one sheet that are tried


def offers(trial: Trial) -> Iterator[str]:
    """An offer taken up adds no complaint to the sheet, whether it is empty, begun or whole."""
    group = trial.ruleset.offers
    if group is None:
        return
    for moment in some(trial, "offers", MOMENTS):
        for role in trial.roles:
            view = trial.ruleset.secrets.view_of(moment.before, role)
            for name, body in bodies(moment, role):
                here = f"step {moment.number}, {role}, {name} sheet"
                found = group.offers(view, role, body)
                yield from (f"{here}: {why}" for why in odd(found, trial.ruleset.sheet_keys))
                yield from (f"{here}: {why}" for why in (*alike(found), *untold(found, body)))
                chance = Chance(f"{trial.number} {moment.number} {role} {name}")
                yield from (f"{here}: {why}" for why in refused(trial, view, role, body, found, chance))
            yield from (f"step {moment.number}, {role}: {why}" for why in walked(trial, view, role, moment.number))
            yield from (f"step {moment.number}, {role}: {why}" for why in unread(trial, view, role))


def walked(trial: Trial, view: Any, role: str, number: int) -> Iterator[str]:
    """A sheet written by taking up one offer after the other: none of them adds a complaint."""
    group, body = trial.ruleset.offers, dict[str, Any]()
    assert group is not None
    for step in range(STEPS):
        chance = Chance(f"{trial.number} {number} {role} {step}")
        changes = list(picked(group.offers(view, role, body), chance))
        if not changes:
            return
        name, edits = chance.pick(changes, "offer")
        before, body, old = faults(trial, view, role, body), applied(body, edits), body
        if new := added(trial, view, role, before, body):
            yield f"what is offered is refused: {name}: {new} to {old}"
            return


def unread(trial: Trial, view: Any, role: str) -> Iterator[str]:
    """Brakes that are offered for orders ahead: each is read as it stands, and does not hold yet."""
    group = trial.ruleset.ahead
    if group is None:
        return
    for decision in [row.id for row in group.coming(view, role)]:
        for line in group.brakes(view, decision):
            said: list[Diagnostic] = []
            if group.read_brake(line, Where(("unless", 0)), decision, said.append) != line:
                yield f"a brake that is offered for {decision} is not read: {line}: {[one.message for one in said]}"
            elif group.braked(line, decision, view, ()):
                yield f"a brake that is offered for {decision} holds already: {line}"


def bodies(moment: Moment, role: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Sheets as they are while somebody writes what a bot says."""
    return begun_and_whole(moment.bodies.get(role, {}))


def begun_and_whole(body: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A sheet as it is while somebody writes it: empty, with all it says, and with the first half of its orders."""
    yield "an empty", {}
    if body:
        yield "a whole", dict(body)
    if len(lines := body.get("do") or ()) > 1:
        yield "a begun", {"do": lines[: len(lines) // 2]}


def odd(found: Offers, keys: Sequence[str]) -> Iterator[str]:
    """What is wrong with offers as they stand."""
    every = list(found.every())
    for offer in every:
        if not offer.text.strip() or not offer.edits:
            yield f"an offer says nothing: {offer}"
        yield from (f"{edit.path} is none of a sheet" for edit in offer.edits if edit.path[0] not in keys)
        if not all(effect.kind and effect.what.strip() for effect in offer.effects):
            yield f"an effect says nothing: {offer}"
    if not all(group.goals or group.others for group in found.groups):
        yield f"of a group nothing can be said: {next(g for g in found.groups if not (g.goals or g.others))}"
    yield from (f"nothing answers the question: {one.title}" for one in found.choices if not one.offers)
    for total in found.sums:
        yield from (f"{one.name} is {one.now}, not {one.low} to {one.high}" for one in total.numbers
                    if not one.low <= one.now <= one.high)  # fmt: skip


def alike(found: Offers) -> Iterator[str]:
    """Offers of one list that nobody can tell apart, and lists that have one name."""
    choices = (*found.choices, *(choice for fight in found.fights for choice in fight.choices))
    lists = [[*(offer for goal in group.goals for offer in goal.ways), *group.others] for group in found.groups]
    for offers in (*lists, *(choice.offers for choice in choices)):
        names = Counter((offer.text, offer.said) for offer in offers)
        yield from (f"two offers say the same: {text}" for (text, _), number in names.items() if number > 1)
    titles = Counter((choice.kind, choice.title) for choice in found.choices)
    yield from (f"two questions are the same: {title}" for (_, title), number in titles.items() if number > 1)
    orders = Counter((group.pieces, offer.text) for group in found.groups for offer in group.others)
    yield from (f"two groups say the same: {text}" for (_, text), number in orders.items() if number > 1)


def untold(found: Offers, body: Mapping[str, Any]) -> Iterator[str]:
    """What offers take out of the sheet besides the place that they change first, and do not tell."""
    for offer in found.every():
        if len(offer.edits) == 1 and len(offer.edits[0].path) > 1:
            continue  # nothing but that place
        told = [offer.text, *(effect.what for effect in offer.effects)]
        first = offer.edits[0].path
        rest = applied(body, [Edit(first)]) if len(first) > 1 else body
        for name in things(rest) - things(applied(body, offer.edits)):
            if not any(name in text for text in told):
                yield f"it is not told that {name} goes: {offer.text}"


def things(body: Mapping[str, Any]) -> Counter[str]:
    """What a sheet says, by the words that tell of it: orders, wishes, who bids, whose troops."""
    lines = [line for key in ("do", "retreat") for line in _list(body.get(key)) if isinstance(line, str)]
    own = [bid.get("own") for bid in _list(body.get("bid")) if isinstance(bid, Mapping)]
    troops = body.get("troops")
    names = [name for name in (*own, *(troops if isinstance(troops, Mapping) else ())) if isinstance(name, str)]
    return Counter([*lines, *names])


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def refused(
    trial: Trial, view: Any, role: str, body: Mapping[str, Any], found: Offers, chance: Chance
) -> Iterator[str]:
    """Changes offered that add a complaint, and questions that must be answered whose answers do not help."""
    before = faults(trial, view, role, body)
    for name, edits in picked(found, chance):
        if new := added(trial, view, role, before, applied(body, edits)):
            yield f"what is offered is refused: {name}: {new} to {dict(body)}"
    yield from kept(trial, view, role, body, found)
    for choice in found.choices:
        if choice.needed and not choice.several:
            after = faults(trial, view, role, applied(body, choice.offers[0].edits))
            if len(after) >= len(before):
                yield f"an answer that is needed changes nothing: {choice.offers[0].text}"


def kept(trial: Trial, view: Any, role: str, body: Mapping[str, Any], found: Offers) -> Iterator[str]:
    """Offers of a choice of several that stand in the sheet, and still do after a tap that is to take them back."""
    group = trial.ruleset.offers
    assert group is not None
    for choice in found.choices:
        for offer in [offer for offer in choice.offers if choice.several and offer.said][:1]:
            then = group.offers(view, role, applied(body, offer.edits)).choices
            again = [one for one in then if (one.kind, one.title) == (choice.kind, choice.title)]
            if any(other.said and other.text == offer.text for one in again for other in one.offers):
                yield f"what the sheet says is not taken back: {offer.text}"


def picked(found: Offers, chance: Chance) -> Iterator[tuple[str, tuple[Edit, ...]]]:
    """Some of the changes, of every kind."""
    for group in (
        [(offer.text, offer.edits) for one in found.groups for goal in one.goals for offer in goal.ways],
        [(offer.text, offer.edits) for one in found.groups for offer in one.others],
        *[[(offer.text, offer.edits) for offer in choice.offers] for choice in found.choices],
        [(f"{one.name} {n}", balanced(total, one.id, n)) for total in found.sums for one in total.numbers
         for n in (one.low, one.high)],
        [(fight.name, fight.edits) for fight in found.fights if fight.line < 0],
        *[[(offer.text, offer.edits) for offer in choice.offers] for fight in found.fights for choice in fight.choices],
    ):  # fmt: skip
        yield from chance.shuffled(group, f"{len(group)} offers")[:PICKED]


def added(trial: Trial, view: Any, role: str, before: Sequence[Diagnostic], body: Mapping[str, Any]) -> list[str]:
    """The complaints that a change has added, if it is not one that asks for an answer which is then offered."""
    left = Counter(map(key_of, before))
    after = faults(trial, view, role, body)
    left.subtract(map(key_of, after))
    new = [found.message for found in after if left[key_of(found)] < 0]
    group = trial.ruleset.offers
    assert group is not None
    if not new:
        return []
    then = group.offers(view, role, body)
    needed = any(one.needed for one in then.choices) or any(one.needed for one in then.fights)
    return [] if needed else new


def key_of(found: Diagnostic) -> tuple[str, tuple[str | int, ...]]:
    """A complaint without its place in a list and its facts."""
    return (found.code.id, found.at.path[:1])


def faults(trial: Trial, view: Any, role: str, body: Mapping[str, Any]) -> list[Diagnostic]:
    """The errors of a sheet."""
    return [found for found in trial.ruleset.rules.take(view, role, body).diagnostics if found.is_error]
