"""The mailroom: all games whose letters come through one door, and to which of them a letter belongs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import NamedTuple

from pbem.mail.commands import Said, command_in, games_named, is_span, keys_behind, keys_in
from pbem.mail.heads import Head, head_of
from pbem.mail.intake import LIMIT, texts_in
from pbem.mail.lighter import lighter
from pbem.mail.outgoing import is_address, one_line
from pbem.mail.parts import Part
from pbem.store import GameFault, layout, read_bytes
from pbem.store.handed import resting
from pbem.store.letters import LetterRow, Letters, letter_path, read_letters
from pbem.store.locking import held
from pbem.store.mailboxes import Incoming
from pbem.store.manifest import digest
from pbem.store.post import has_post, post_directory, read_post
from pbem.store.reading import Game, Player, Secret, read_game, read_secret
from pbem.store.rows import read_by_rows
from pbem.store.transaction import finish
from pbem.store.writing import make_folder
from pbem.workflow.codes import BAD_ADDRESS
from pbem.workflow.many import FEW, games_in, games_of
from pbem.workflow.posting import Origin


class Letter(NamedTuple):
    """A letter, looked at from outside."""

    data: bytes  # as it came
    light: bytes  # the same as it is read: a large one without its pictures
    place: str  # where it was found
    digest: str
    head: Head
    parts: tuple[Part, ...]
    keys: tuple[str, ...]  # what may be keys in it, in small letters
    said: Said | None  # the word that it says in place of a sheet
    received: str  # when it came

    @property
    def written(self) -> str:
        """When it was written; a date in the future counts as the time at which it came, and so does none."""
        return min(self.head.date or self.received, self.received)

    @property
    def thread(self) -> tuple[str, ...]:
        """What an answer to it points back to."""
        return (*self.head.references, *((self.head.id,) if self.head.id else ()))

    def came_before(self, letters: Letters) -> bool:
        """Whether it is among these letters already: the same bytes, or the same content under the same id.

        A copy that came another way has other heads; another content under the id of an earlier letter is a letter.
        """
        return letters.has(self.digest) or any(
            self._is_kept_as(letters, row) for row in letters.under(self.head.id, self.head.sender)
        )

    def _is_kept_as(self, letters: Letters, row: LetterRow) -> bool:
        with suppress(GameFault):  # a letter that nobody kept cannot be the same
            kept = lighter(read_bytes(letter_path(letters.directory, row.number)), LIMIT)
            return content_of(kept, texts_in(kept)) == content_of(self.light, self.parts)
        return False


def content_of(data: bytes, parts: Sequence[Part]) -> tuple[bytes, ...]:
    """What a letter says, however it is packed: its texts without blanks, or its body where none can be read."""
    if parts:
        return tuple(" ".join(f"{part.name} {part.text}".split()).encode() for part in parts)
    return (" ".join(data.decode("latin-1").replace("\r", "").partition("\n\n")[2].split()).encode(),)


class Mailroom:
    """The games that letters are sorted to, and the folder of the post for letters of none of them."""

    def __init__(self, paths: Sequence[str], now: str) -> None:
        self.now = now  # like 2026-03-12T18:00:00+00:00
        self.games: dict[str, Game] = {}
        self.faults: list[GameFault] = []
        folder = os.path.dirname(os.path.abspath(paths[0])) if layout.is_game(paths[0]) else paths[0]
        named = {os.path.realpath(place): place for place in games_of(paths)}
        beside = {os.path.realpath(place): place for place in games_in(folder)}
        self.beside = {place for real, place in beside.items() if real not in named}  # games that were not named
        for directory in (*named.values(), *sorted(self.beside)):
            if layout.is_archive(directory):  # nobody writes to it
                continue
            try:
                self.games[directory] = read_game(directory)
            except GameFault as fault:  # one broken game does not keep the letters of others
                self.faults.append(fault)
        rest = {place: found for place in self.games if place not in self.beside and (found := resting(place))}
        self.resting: dict[str, GameFault] = rest  # those that were handed over
        self.post = layout.post_of(folder)
        if len(self.games) > FEW:
            read_by_rows()
        self.seen = {row.digest for place in (*self.games, self.post) for row in _rows_of(place)}

    @property
    def own(self) -> list[str]:
        """The addresses that games are run from; a moderator who plays writes from his own, which is none of them.

        Our mails that come back to it are known by their heads.
        """
        players = {address for game in self.games.values() for seat in game.players.values()
                   for address in addresses_of(seat)}  # fmt: skip
        hosts = {game.moderator.address.lower() for game in self.games.values() if game.moderator.address}
        post = post_address(os.path.dirname(self.post)).lower()
        return sorted((hosts | {post}) - players - {""})

    @cached_property
    def authserv(self) -> str:
        """The name of the server that is believed about senders; empty if none is."""
        folder = os.path.dirname(self.post)
        with suppress(GameFault):  # settings that cannot be read are complained of by who sends
            return read_post(folder).authserv if has_post(folder) else ""
        return ""

    def opened(self, incoming: Incoming) -> Letter:
        """A letter looked at from outside."""
        light = lighter(incoming.data, LIMIT)
        head, parts = head_of(light, self.own, self.authserv), texts_in(light)
        said = None if head.machine else command_in(parts)
        if head.doubtful and said is not None and said.word == "absent" and not is_span(said):
            said = None  # what a machine says of its master, and no word for us
        came = min(incoming.received or head.received or self.now, self.now)
        keys = tuple(keys_in(parts) or keys_behind(light))
        return Letter(incoming.data, light, incoming.place, digest(incoming.data), head, parts, keys, said, came)

    def places_of(self, letter: Letter) -> list[str]:
        """The games that a letter may be for, the likeliest first: those it names, those it answers, its sender's."""
        names = games_named(letter.parts, letter.head.subject)
        named = [place for name in names for place, game in self.games.items() if game.name == name]
        answered = [place for id_ in reversed(letter.head.references) if (place := self.place_of_id(id_))]
        sender = letter.head.sender
        written = [place for place, game in self.games.items() if sender and roles_of(game, sender)]
        return list(dict.fromkeys((*named, *answered, *written))) or self._by_proxy(sender)

    def place_of(self, letter: Letter) -> str:
        """The game that a letter is for: of those it may be for the first whose key it has; empty if there is none."""
        places = self.places_of(letter)
        return next((place for place in places if self._has_key(place, letter)), places[0] if places else "")

    def _has_key(self, place: str, letter: Letter) -> bool:
        secret = self._secret(place)
        keys = (*secret.keys.values(), *(row["key"] for row in secret.proxies.values()))
        return any(key.lower() in letter.keys for key in keys)

    def _by_proxy(self, sender: str) -> list[str]:
        """The games in which somebody plays for another from an address; looked for where nothing else tells a game."""
        return [place for place in self.games for row in self._secret(place).proxies.values()
                if sender and sender in addresses_of(Player("", row["address"]))]  # fmt: skip

    def _secret(self, place: str) -> Secret:
        with suppress(GameFault):
            return read_secret(self.games[place])
        return Secret("", {})

    def place_of_id(self, id: str) -> str:
        """The game that sent the mail of an id; empty if none of these did."""
        found = (place for place, game in self.games.items() if id.startswith(f"{game.name}.{mark_of(game)}."))
        return next(found, "")


def _rows_of(place: str) -> Iterator[LetterRow]:
    """The letters of a place; of one whose last change was cut off none, so that whoever writes to it finishes that."""
    if os.path.lexists(os.path.join(place, layout.CHANGE)):
        return
    with suppress(GameFault):  # a register that cannot be read is complained of by whoever writes to it
        yield from read_letters(place).rows


def addresses_of(seat: Player) -> list[str]:
    """The addresses of a player, in small letters, the one that mails go to first."""
    return [address.strip().lower() for address in (seat.address, *seat.addresses) if address.strip()]


def roles_of(game: Game, sender: str) -> list[str]:
    """The roles that are played from an address."""
    return [role for role, seat in game.players.items() if sender in addresses_of(seat)]


def mark_of(game: Game) -> str:
    """What keeps the ids of two games of one name apart."""
    return game.commitment[:12]


def origin_of(game: Game) -> Origin:
    """Whom the mails of a game come from: its moderator, at the address of the post where there is one."""
    name = one_line(game.moderator.name) or f"{game.name} (moderator)"
    post = post_address(post_directory(game.directory))
    address = post or usable(game.moderator.address)
    return Origin(game.name, mark_of(game), (name, address), address)


def usable(address: str) -> str:
    """An address that a mail can be sent to, or nothing: a slip in game.toml keeps no letter from being taken."""
    return address if is_address(address) else ""


def is_reachable(seat: Player) -> bool:
    """Whether mails to somebody go where they are meant to; who has no address gets them by other ways."""
    return not seat.address or is_address(seat.address)


def address_faults(game: Game) -> list[GameFault]:
    """The slips in the addresses of a game: whoever has one gets no report until it is mended."""
    seats = {f"roles.{role}.address": seat for role, seat in game.players.items()}
    seats |= {f"observer {at}": seat for at, seat in enumerate(game.observers, 1)}
    seats |= {"moderator.address": game.moderator, "co_moderator.address": game.second}
    path = layout.path(game.directory, layout.GAME)
    return [
        GameFault(BAD_ADDRESS, path, key=key, found=seat.address[:80], hint=MENDED)
        for key, seat in seats.items()
        if not is_reachable(seat)
    ]


MENDED = "Mend it in game.toml, like anna@example.org; what is due goes there with the next round."


def post_address(folder: str) -> str:
    """The address that post.toml of a folder names; settings that cannot be read are complained of by who sends."""
    with suppress(GameFault):
        return read_post(folder).address if has_post(folder) else ""
    return ""


@contextmanager
def locked_post(folder: str) -> Iterator[None]:
    """Hold the folder of the post for writing, as a game is held; it is made if it is not there."""
    make_folder(folder)
    with held(folder):
        finish(folder)
        yield
