"""Letters of strangers, machines and unknown addresses: kept, answered with next to nothing, and told the moderator."""

from __future__ import annotations

import os
from shlex import quote

from pbem.core import SHEET, Diagnostic, sha256
from pbem.mail.bounces import has_arrived, ids_in, is_only_late
from pbem.mail.heads import Head
from pbem.store import GameFault, layout
from pbem.store.keys import SIGNS
from pbem.store.letters import LetterRow, Letters, letter_path, read_letters
from pbem.store.outbox import MODERATOR, STRANGER, Outbox, OutgoingRow, read_outbox, row_of
from pbem.store.reading import Game
from pbem.store.transaction import commit
from pbem.store.writing import locked
from pbem.workflow.answers import moderator_drafts
from pbem.workflow.machine_sheets import looked_through
from pbem.workflow.mailroom import Letter, Mailroom, addresses_of, locked_post, mark_of, post_address, usable
from pbem.workflow.post_codes import UNCONFIRMED, UNPROVED
from pbem.workflow.post_desk import Desk, Done, Outcome, Unproved, committed, desk_of
from pbem.workflow.posting import Draft, Origin, posted

MOST_REFUSALS = 3  # to one address in a day
MOST_NOTICES = 10  # to a moderator in a day; the rest is told by `pbem next`
POST = "post"  # the name in the ids of mails that belong to no game
REFUSED = "[pbem] Your letter could not be used"
ASKED = "[{game} {step}] Please confirm a letter"
WHY = {
    "no-game": "no game of yours is named in it, and none is played from its address",
    "no-key": "it has no key, and nobody plays from its address",
    "known-without-key": "it comes from the address of a player, but has no key in it",
    "known-with-other-key": "it comes from the address of a player, but the key in it is none of that player's",
    "other-key": "the key in it is none of this game's, and nobody plays from its address",
    "old-key": "the key in it was renewed, and it does not come from an address of its player",
    "no-role": "its sheet names a role that the game does not have",
    "wrong-key": "its key does not fit the role that its sheet names, and nobody plays from its address",
    "known-with-wrong-key": "it comes from the address of a player, but its key does not fit the role that its sheet"
    " names",
    "handed-over": "the game that it is for was handed over to another moderator, and rests here",
}
STRANGER_TOLD = """\
A letter was refused, and its writer was told nothing of the game.

From:     {sender}
Subject:  {subject}
Why:      {why}
Kept as:  {file}

{advice}"""
NOT_TAKEN = "a filled sheet was not taken"
MACHINE_TOLD = """\
A mail that looks like a machine's has a sheet with the key of a player in it, and the sheet was filled in. It was not
taken, and nobody was answered.

From:     {sender}
Subject:  {subject}
Kept as:  {file}

{advice}"""
SEND_PLAIN = """\
If the player wrote it, let the sheet be sent again from another mail program; or save it from that mail as a file, and
take it in:

  pbem submit GAME FILE"""
NEW_ADDRESS = "If you know who wrote it and the letter is meant, add the address in game.toml and let it be sent again."
COPIED = "If a player of yours wrote it, let the lines from game to key be copied out of the last report."
KEY_LOST = """\
If the player wrote it, the lines from game to key are to be copied out of the last report. Who has lost the key gets it
once more with this command, and a new one with --renew:

  pbem mail key GAME ROLE"""
OLD_KEY = "If it was not the player: the old key is known to somebody, and it opens nothing any more."
ADVICE = {
    "no-game": NEW_ADDRESS, "no-key": NEW_ADDRESS, "no-role": COPIED, "wrong-key": COPIED,
    "other-key": COPIED, "known-with-other-key": KEY_LOST, "old-key": OLD_KEY, "filled": SEND_PLAIN,
    "known-without-key": KEY_LOST, "known-with-wrong-key": KEY_LOST,
    "handed-over": "Forward it to the new moderator, and tell its writer the new address.",
}  # fmt: skip
BOUNCE_TOLD = """\
A mail did not arrive.

To:       {to} ({address})
Mail:     number {sequence} to this reader
Subject:  {subject}
Sent as:  {file}
Kept as:  {letter}, the notice of the server

Look whether the address in game.toml is right, and mend it there. Then let the mail go out again:

  pbem resend {game} --mail {file}"""
UNKNOWN_TOLD = """\
A letter with the key of {role} came from an address that is not known: {sender}

It is kept as {file} and not acted upon. {asked}

If the address belongs to the player, add it to `addresses` of the role in game.toml."""
FORGED_TOLD = """\
A letter with the key of {role} came under the address {sender}, and your server says in its Authentication-Results that
it was not sent from there.

It is kept as {file} and not acted upon. {asked}"""
ASKED_PLAYER = "The player was asked at {address} to confirm it."
NOT_ASKED = "The role has no address in game.toml that could be asked, or was asked too often today."


def said_refusal(item: Diagnostic) -> str:
    """A complaint as a letter tells it that knows nothing of any sheet."""
    return f"error[{item.code.id}] {item.code.name}: {item.message}\n   = hint: {item.hint}\n"


def kept_aside(room: Mailroom, letter: Letter, unproved: Unproved) -> Outcome:
    """Keep a letter in the folder of the post; a stranger is refused, a machine is not answered."""
    if unproved.fate != "stranger":
        unproved = looked_through(room, letter, unproved.fate)
    with locked_post(room.post):
        letters, outbox = read_letters(room.post), read_outbox(room.post)
        if letter.came_before(letters):
            return Outcome(letter.place)
        game = room.games.get(unproved.place)
        number, is_stranger = letters.next_number, unproved.fate == "stranger"
        if is_stranger and _may_be_refused(outbox, letter.head, room.now):
            outbox = _refusing(room, outbox, letter, number)
        if is_stranger or unproved.why:
            outbox = _telling(room, outbox, letter, number, unproved, game)
        row = _row(letter, number, unproved, game, outbox)
        commit(room.post, (*letters.with_letter(row, letter.data).parts, *outbox.parts))
        return Outcome(letter.place, room.post, row)


def _row(letter: Letter, number: int, unproved: Unproved, game: Game | None, outbox: Outbox) -> LetterRow:
    head = letter.head
    answer = next((row.number for row, _ in outbox.new if row.to == STRANGER), 0)
    about = " ".join(part for part in (game.name if game else "", unproved.why) if part)
    return LetterRow(
        number, letter.digest, head.id, head.sender, head.date, letter.received, unproved.fate, step=unproved.step,
        about=about, answer=answer,
    )  # fmt: skip


def _may_be_refused(outbox: Outbox, head: Head, now: str) -> bool:
    """Whether an address may be answered once more today; one that cannot be read is not."""
    rows = [row for row in outbox.rows if row.to == STRANGER and row.address == head.sender]
    return bool(head.sender) and sum(row.date[:10] == now[:10] for row in rows) < MOST_REFUSALS


def _refusing(room: Mailroom, outbox: Outbox, letter: Letter, number: int) -> Outbox:
    """The same words for everybody: what is wrong, and which games there are, is not told."""
    draft = Draft(
        STRANGER, "", letter.head.sender, "refusal", REFUSED, said_refusal(UNPROVED(SHEET)), letter=number,
        references=letter.thread, counted=False,
    )  # fmt: skip
    return posted(outbox, _origin(room), draft, room.now)


def _telling(
    room: Mailroom, outbox: Outbox, letter: Letter, number: int, unproved: Unproved, game: Game | None
) -> Outbox:
    """A notice to the moderator of the game, or of the first one, if there is an address and it is not one too many."""
    told = game or next((row for place, row in room.games.items() if place not in room.resting), None)
    if told is None:
        return outbox
    today = [row for row in outbox.rows if row.to == MODERATOR and row.date[:10] == room.now[:10]]
    if len(today) >= MOST_NOTICES:
        return outbox
    facts = {"sender": letter.head.sender or "nobody that can be read", "subject": letter.head.subject or "none"}
    facts |= {"why": WHY.get(unproved.why, ""), "file": letter_path(room.post, number), "advice": ADVICE[unproved.why]}
    about, text = ("a letter was refused", STRANGER_TOLD) if unproved.fate == "stranger" else (NOT_TAKEN, MACHINE_TOLD)
    for draft in moderator_drafts(told, 0, about, text.format(**facts)):
        outbox = posted(outbox, _origin(room), draft, room.now)
    return outbox


def _origin(room: Mailroom) -> Origin:
    """Whom mails of the post come from: always the same, so that nobody learns of which game a letter was thought."""
    known = next(iter(room.games.values()), None)
    address = post_address(os.path.dirname(room.post)) or (usable(known.moderator.address) if known is not None else "")
    return Origin(POST, mark_of(known)[:4] if known is not None else "none", ("pbem", address), address)


# games that cannot be read

BROKEN = "a game cannot be read"
BROKEN_TOLD = """\
A game in the folder of this one cannot be read, and nothing is done with it until that is mended. The others go on.

{fault}

{hint}
"""


def tell_of_broken(room: Mailroom, fault: GameFault) -> None:
    """A mail to whoever runs the folder about a game that cannot be read, once for what is wrong with it."""
    told = next((row for place, row in room.games.items() if place not in room.resting), None)
    kind = f"broken-{sha256(fault.message.encode()).hex()[:12]}"
    if told is None or not any(map(usable, (seat.address for seat in told.moderators))):
        return
    with locked_post(room.post):
        outbox = read_outbox(room.post)
        if any(row.kind == kind for row in outbox.rows):
            return
        text = BROKEN_TOLD.format(fault=fault.message, hint=fault.hint)
        for draft in moderator_drafts(told, 0, BROKEN, text, kind):
            outbox = posted(outbox, _origin(room), draft, room.now)
        commit(room.post, outbox.parts)


# notices of failure


def kept_failure(room: Mailroom, letter: Letter) -> Outcome:
    """A notice that a mail did not arrive: the moderator hears whose it was, if it was one of ours."""
    if has_arrived(letter.data):
        return kept_aside(room, letter, Unproved("answer"))
    for id_ in ids_in(letter.data):
        place = room.place_of_id(id_)
        if not place:
            continue
        if place in room.beside:
            return Outcome(letter.place)  # it waits until its own game is named
        if place in room.resting:
            break
        with locked(place):
            desk = desk_of(room, place)
            if letter.came_before(desk.letters):
                return Outcome(letter.place)
            if (row := row_of(desk.outbox.rows, id_)) is not None:
                return committed(desk, letter, _bounced(desk, letter, row))
    return kept_aside(room, letter, Unproved("failed"))


def _bounced(desk: Desk, letter: Letter, row: OutgoingRow) -> Done:
    """What a notice does: it tells the moderator, unless the mail to him is what failed, or it is only late."""
    role = row.to if row.to in desk.game.players else ""
    if is_only_late(letter.data) or row.to == MODERATOR:
        return Done(role, "late" if is_only_late(letter.data) else "bounce", about=row.id)
    facts = {"to": row.to, "address": row.address, "sequence": row.sequence, "subject": row.subject}
    files = {"file": layout.mail_name(row.number, row.to), "letter": layout.letter(desk.number)}
    text = BOUNCE_TOLD.format(**facts, **files, game=quote(desk.game.directory))
    drafts = moderator_drafts(desk.game, desk.table.last.number, f"a mail to {row.to} did not arrive", text)
    return Done(role, "bounce", drafts, about=row.id)


# the right key from an unknown address


def confirming(seed: str, row: LetterRow) -> str:
    """The one-time word that lets a letter count."""
    data = sha256(f"pbem confirm\n{seed}\n{row.number}\n{row.digest}".encode())
    return "confirm-" + "".join(SIGNS[byte % 32] for byte in data[:10])


def asked_to_confirm(desk: Desk, letter: Letter, role: str) -> Done:
    """Keep a letter unacted, and ask the player at the address that is known; the moderator is told."""
    seat, game = desk.game.players[role], desk.game
    head = letter.head
    row = LetterRow(desk.number, letter.digest, head.id, head.sender, head.date, letter.received, "unconfirmed", role)
    asks = bool(usable(seat.address)) and _may_be_asked(desk, role)
    drafts = [_question(desk, letter, role, confirming(desk.secret.seed, row))] if asks else []
    asked = ASKED_PLAYER.format(address=seat.address) if asks else NOT_ASKED
    file = layout.letter(desk.number)
    told = FORGED_TOLD if head.forged else UNKNOWN_TOLD
    text = told.format(role=role, sender=head.sender or "it has none", file=file, asked=asked)
    drafts += moderator_drafts(game, desk.table.last.number, "a letter waits to be confirmed", text)
    return Done(role, "unconfirmed", tuple(drafts))


def _may_be_asked(desk: Desk, role: str) -> bool:
    today = desk.room.now[:10]
    key = (desk.reader(role), "question", today)
    rows = [row for row in desk.outbox.rows if (row.to, row.kind, row.date[:10]) == key]
    return len(rows) < MOST_REFUSALS


def _question(desk: Desk, letter: Letter, role: str, code: str) -> Draft:
    seat = desk.game.players[role]
    subject = ASKED.format(game=desk.game.name, step=desk.table.last.number)
    text = said_refusal(
        UNCONFIRMED(SHEET, sender=letter.head.sender or "no address", code=code, form=_how(desk, letter, role))
    )
    return Draft(
        role, seat.name or desk.table.title(role), seat.address, "question", subject, text, step=desk.table.last.number
    )


def _how(desk: Desk, letter: Letter, role: str) -> str:
    """Whether the address that a letter came from is the player's own, and was forged."""
    return "forged" if letter.head.forged and letter.head.sender in addresses_of(desk.game.players[role]) else ""


def waiting_for(letters: Letters, seed: str, code: str) -> LetterRow | None:
    """The letter that waits for a one-time word, if one does; what was confirmed once waits no more."""
    done = {row.of for row in letters.rows}
    rows = (row for row in letters.rows if row.fate == "unconfirmed" and row.number not in done)
    return next((row for row in rows if confirming(seed, row) == code), None)
