"""Sending a mail again that did not arrive: the same mail, to where its reader is reached now."""

from __future__ import annotations

import os

from pbem.mail.outgoing import id_of, readdressed
from pbem.store import GameFault, layout, read_bytes
from pbem.store.manifest import digest
from pbem.store.outbox import MODERATOR, Outbox, OutgoingRow, read_outbox, row_of
from pbem.store.reading import Game, Player, read_game, read_secret
from pbem.store.transaction import Move, commit
from pbem.store.writing import locked
from pbem.workflow.desk_codes import NO_MAIL
from pbem.workflow.mailroom import addresses_of, mark_of, usable
from pbem.workflow.proxies import reader_of, seat_of


def mail_again(directory: str, name: str, fresh: bool, now: str) -> str:
    """Put a mail that was handed over, or that no server took, into the outbox once more; the path.

    It keeps its Message-ID, unless it is to be ``fresh``; if the address of its reader was mended since, it goes there.
    """
    with locked(directory):
        game, outbox = read_game(directory), read_outbox(directory)
        row = _named(outbox, name, directory)
        file = _file_of(row, directory)
        address = _address(game, row)
        if not fresh and address == row.address:
            commit(directory, (Move(file, layout.outgoing(row.number, row.to)),))
            return layout.path(directory, layout.outgoing(row.number, row.to))
        number = outbox.next_number
        id_ = _id(game, row, now) if fresh else row.id
        data = readdressed(read_bytes(layout.path(directory, file)), address, id_)
        new = row._replace(number=number, address=address, id=id_, date=now)
        commit(directory, outbox.with_mail(new, data).parts)
        return layout.path(directory, layout.outgoing(number, row.to))


def _named(outbox: Outbox, name: str, directory: str) -> OutgoingRow:
    """The mail that is meant: by its file, its number or its Message-ID; of several rows the newest."""
    plain = os.path.basename(name.strip())
    known = [row for row in outbox.rows if plain in (layout.mail_name(row.number, row.to), str(row.number))]
    found = known[-1] if known else row_of(outbox.rows, name)
    if found is None:
        raise GameFault(NO_MAIL, directory, found=name[:100])
    return found


def _file_of(row: OutgoingRow, directory: str) -> str:
    """Where it lies; one that is not sent yet is not sent again."""
    for file in (layout.sent(row.number, row.to), layout.refused(row.number, row.to)):
        if os.path.isfile(layout.path(directory, file)):
            return file
    waits = os.path.isfile(layout.path(directory, layout.outgoing(row.number, row.to)))
    raise GameFault(NO_MAIL, directory, form="waits" if waits else "lost", found=layout.mail_name(row.number, row.to))


def _address(game: Game, row: OutgoingRow) -> str:
    """Where the reader is reached now; as before if that is still one of his addresses."""
    seat = _seats(game).get(row.to)
    if seat is None or not usable(seat.address) or row.address.lower() in addresses_of(seat):
        return row.address
    return seat.address


def _seats(game: Game) -> dict[str, Player]:
    """Who is written to, by the names of mails."""
    seats = {f"observer-{at}": seat for at, seat in enumerate(game.observers, 1)}
    seats |= {reader_of(role): seat_of(row) for role, row in read_secret(game).proxies.items()}
    return {**seats, MODERATOR: game.moderator, **game.players}


def _id(game: Game, row: OutgoingRow, now: str) -> str:
    """An id that no mail had before, with the number that its reader knows."""
    said = digest("\n".join((row.id, now, "again")).encode())[:12]
    return id_of(game.name, mark_of(game), f"{row.sequence:04}", row.to, said)
