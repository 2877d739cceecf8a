"""The settings of the post, in the folder that holds the games: post.toml, which never has a password in it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from pbem.core import Code, Form, Record
from pbem.store import FORMAT, WRONG_VALUE, GameFault, check_format, check_keys, layout, parse, read_bytes, wanted

NO_POST = Code(
    "PB740",
    "no-post",
    "there is no post.toml in this folder",
    hint="Write one with `pbem mail init {folder}`, and fill in your servers.",
    about="The servers that mail comes from and goes to stand in post.toml, in the folder that holds the games.",
    forms={
        "smtp": Form(
            "post.toml names no server that sends mail",
            "Add a table [smtp], or send the files in the outbox with any mail program and say"
            " `pbem mail sent GAME --all` then.",
        ),
        "imap": Form("post.toml names no server that mail comes from", "Add a table [imap]."),
    },
)
BAD_POST = Code(
    "PB742",
    "bad-post",
    "`{key}` must be {known}",
    hint="Mend the line in post.toml; `pbem mail test` says whether all is well then.",
    about="A setting of the post is not what it can be. No mail is fetched or sent with settings that are in doubt.",
    forms={
        "password": Form(
            "`{key}` looks like a password, and no file of a game may hold one",
            "Take the line out, change that password, and name a command that prints it (`password-command`) or a"
            " variable of the environment that holds it (`password-env`).",
        ),
        "two": Form(
            "`{table}` has both `password-command` and `password-env`", "Leave one of them out; the other is used."
        ),
        "none": Form(
            "`{table}` has a user, but no way to the password",
            "Name a command that prints it (`password-command`) or a variable of the environment that holds it"
            " (`password-env`).",
        ),
        "plain": Form(
            '`{key}` is "none", and {host} is not this machine',
            'Write "tls" or "starttls": passwords and hands of cards go over this line.',
        ),
        "address": Form("`{key}` is no address that mail could come from", "Write it like post@example.org."),
        "date": Form("`{key}` must be a day like 2026-11-18", 'Write it so, without quotes or with: "2026-11-18".'),
        "ca": Form("`{key}` names a file that is not there", "Name the file with the certificates to trust."),
    },
)
_TOP = ("format", "address", "name", "page", "authserv", "delivered", "imap", "smtp", "hook")
_SERVER = ("host", "port", "user", "password-command", "password-env", "tls", "ca", "timeout")
_WAYS = ("tls", "starttls", "none")
PORTS = {"imap": {"tls": 993, "starttls": 143, "none": 143}, "smtp": {"tls": 465, "starttls": 587, "none": 25}}


class Account(Record):
    """A server as post.toml names it."""

    host: str
    port: int
    user: str
    command: str  # that prints the password
    variable: str  # of the environment, that holds it
    tls: str
    ca: str
    timeout: int
    folder: str = "INBOX"  # of IMAP
    done: str = ""  # of IMAP: the folder that letters go to; empty: they are marked as read
    since: date | None = None  # of IMAP: what came before that day is left alone


class Post(Record):
    """What post.toml says."""

    directory: str
    address: str = ""  # where mails come from and answers go to
    name: str = ""
    page: str = ""  # where players find pages of the games, if there are any
    imap: Account | None = None
    delivered: bool = False  # letters come by themselves, through `pbem mail fetch`
    smtp: Account | None = None
    hook: str = ""  # the command that public events are handed to
    patience: int = 10  # seconds that it may take
    authserv: str = ""  # the name of the server whose Authentication-Results are believed; empty: none are


def post_directory(path: str) -> str:
    """The folder with the settings for a game: the one that holds it; of a folder of games, itself."""
    return os.path.dirname(os.path.abspath(path)) if layout.is_game(path) else path


def by_folder(paths: Sequence[str]) -> dict[str, list[str]]:
    """What a command line names, by the folders whose settings hold for it; each folder once, in its order."""
    found: dict[str, tuple[str, list[str]]] = {}
    for path in paths:
        folder = post_directory(path)
        found.setdefault(os.path.realpath(folder), (folder, []))[1].append(path)
    return dict(found.values())


def has_post(directory: str) -> bool:
    """Whether a folder has settings of the post."""
    return os.path.lexists(os.path.join(directory, layout.POST_SETTINGS))


def read_post(directory: str) -> Post:
    """What post.toml of that folder says, every value looked at; any fault names the key."""
    path = os.path.join(directory, layout.POST_SETTINGS)
    if not os.path.lexists(path):
        raise GameFault(NO_POST, directory, folder=directory)
    table = parse(read_bytes(path), path)
    _check_no_password(table, path)
    check_format(table, path)
    check_keys(table, _TOP, path)
    if "smtp" in table and not table.get("address"):
        raise GameFault(WRONG_VALUE, path, key="address")
    hook = wanted({"hook": {}, **table}, "hook", dict, path)
    check_keys(hook, ("command", "timeout"), path, "hook.")
    return Post(
        directory=directory,
        address=_address(_text(table, "address", path), path),
        name=_text(table, "name", path),
        page=_text(table, "page", path),
        imap=_account(table, "imap", path) if "imap" in table else None,
        delivered=wanted({"delivered": False, **table}, "delivered", bool, path),
        smtp=_account(table, "smtp", path) if "smtp" in table else None,
        hook=_text(hook, "command", path, "hook."),
        patience=_seconds(hook, 10, path, "hook."),
        authserv=_server(_text(table, "authserv", path), path),
    )


def _server(name: str, path: str) -> str:
    if name and not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9.-]*", name):
        raise GameFault(BAD_POST, path, key="authserv", known="the name of a server, like mx.example.org")
    return name


def _check_no_password(table: Mapping[str, Any], path: str, where: str = "") -> None:
    """Whether no key is called like a password: before all else, and without a word of what stands there."""
    for key, value in table.items():
        if key.lower() in ("password", "passwd", "pass", "passphrase", "passwort", "secret", "token"):
            raise GameFault(BAD_POST, path, form="password", key=f"{where}{key}")
        if isinstance(value, Mapping):
            _check_no_password(value, path, f"{key}.")


def _account(table: Mapping[str, Any], name: str, path: str) -> Account:
    row, where = wanted(table, name, dict, path), f"{name}."
    check_keys(row, (*_SERVER, *(("folder", "done", "since") if name == "imap" else ())), path, where)
    host, tls = wanted(row, "host", str, path, where).strip(), _text(row, "tls", path, where, "tls")
    if not host:
        raise GameFault(WRONG_VALUE, path, key=f"{where}host", form="empty")
    if tls not in _WAYS:
        raise GameFault(BAD_POST, path, key=f"{where}tls", known=" or ".join(f'"{way}"' for way in _WAYS))
    if tls == "none" and not (host in ("localhost", "::1") or host.startswith("127.")):
        raise GameFault(BAD_POST, path, form="plain", key=f"{where}tls", host=host)
    user, command, variable = (_text(row, key, path, where) for key in ("user", "password-command", "password-env"))
    _check_way(name, user, command, variable, path)
    return Account(
        host, _port(row, PORTS[name][tls], path, where), user, command, variable, tls, _ca(row, path, where),
        _seconds(row, 30, path, where), _text(row, "folder", path, where, "INBOX"), _text(row, "done", path, where),
        _day(row, path, where),
    )  # fmt: skip


def _check_way(name: str, user: str, command: str, variable: str, path: str) -> None:
    """Whether there is one way to the password, where one is needed: IMAP knows no letters without a login."""
    if command and variable:
        raise GameFault(BAD_POST, path, form="two", table=name)
    if name == "imap" and not user:
        raise GameFault(WRONG_VALUE, path, key="imap.user")
    if user and not (command or variable):
        raise GameFault(BAD_POST, path, form="none", table=name)


def _text(row: Mapping[str, Any], key: str, path: str, where: str = "", otherwise: str = "") -> str:
    return str(wanted({key: otherwise, **row}, key, str, path, where))


def _port(row: Mapping[str, Any], otherwise: int, path: str, where: str) -> int:
    port = wanted({"port": otherwise, **row}, "port", int, path, where)
    if not 0 < port < 65536:
        raise GameFault(BAD_POST, path, key=f"{where}port", known="a number from 1 to 65535")
    return int(port)


def _seconds(row: Mapping[str, Any], otherwise: int, path: str, where: str) -> int:
    seconds = wanted({"timeout": otherwise, **row}, "timeout", int, path, where)
    if not 0 < seconds <= 600:
        raise GameFault(BAD_POST, path, key=f"{where}timeout", known="a number of seconds from 1 to 600")
    return int(seconds)


def _ca(row: Mapping[str, Any], path: str, where: str) -> str:
    """The file with certificates; its name is read from the folder of post.toml on."""
    name = _text(row, "ca", path, where)
    file = os.path.join(os.path.dirname(path), os.path.expanduser(name)) if name else ""
    if file and not os.path.isfile(file):
        raise GameFault(BAD_POST, path, form="ca", key=f"{where}ca")
    return file


def _day(row: Mapping[str, Any], path: str, where: str) -> date | None:
    day = row.get("since")
    try:
        found = date.fromisoformat(day) if isinstance(day, str) else day
    except ValueError:
        found = "no day"
    if found is not None and type(found) is not date:
        raise GameFault(BAD_POST, path, form="date", key=f"{where}since")
    return found


def _address(text: str, path: str) -> str:
    name, at, host = text.partition("@")
    if text and (not name or not at or not host or "@" in host or text != "".join(text.split()) or not text.isascii()):
        raise GameFault(BAD_POST, path, form="address", key="address")
    return text


BLANK = f"""\
# How mail comes and goes, for all games in this folder. `pbem mail test` tries it out.
format  = {FORMAT}
address = "post@example.org"   # your games write from here, and players answer to it
# name  = "The postmaster"     # beside the address, in the mails
# page  = "https://example.org/games/"   # where players find the pages of `pbem site`, if you put them somewhere

# delivered = true             # letters come by themselves, through `pbem mail fetch --from -`, and no [imap] is needed
# authserv = "mx.example.org"    # your server, if it writes Authentication-Results: letters that fail are asked about

# Where letters are fetched. Best is a mailbox, or a folder that a rule of your server fills, for the games alone:
# a stranger who writes here is answered that no game was found for the letter.
[imap]
host  = "imap.example.org"
user  = "post@example.org"
# No password may stand in this file. Name a command that prints it, or a variable of the environment that holds it:
password-command = "pass show mail/post"
# password-env   = "PBEM_PASSWORD"
folder = "INBOX"
# done = "Taken"               # letters go to this folder once they are taken; else they are marked as read
since  = SINCE          # what came before this day is left alone
# tls  = "starttls"            # "tls" if left out; certificates are always checked
# port = 993
# ca   = "own-ca.pem"          # trust these certificates in place of those of the system

# Where mails are sent. Without this table they wait in the folder outbox of each game, for any mail program.
[smtp]
host  = "smtp.example.org"
user  = "post@example.org"
password-command = "pass show mail/post"
# tls  = "starttls"            # and port 587

# A command that gets every public event as JSON on its standard input, for a chat room, say:
# [hook]
# command = "curl --silent --json @- https://chat.example.org/hook"
# timeout = 10                 # seconds; whatever becomes of it, the game goes on
"""


def blank(today: date) -> str:
    """A post.toml to fill in."""
    return BLANK.replace("SINCE", today.isoformat())
