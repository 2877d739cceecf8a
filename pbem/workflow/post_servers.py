"""The post of a folder of games: its servers with their passwords, and whether they can be talked to."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from pbem.core import Record
from pbem.mail import imap, smtp
from pbem.mail.servers import Server, Trouble
from pbem.store import GameFault, layout
from pbem.store.post import NO_POST, Account, Post, blank, read_post
from pbem.store.writing import make_folder, write_file
from pbem.workflow.server_codes import NO_PASSWORD, POST_THERE, SERVER_FAILED

PATIENCE = 60  # seconds that a command may take to print a password: it may have to ask somebody


def init(directory: str, today: date) -> str:
    """Write a post.toml to fill in; the path of it."""
    path = os.path.join(directory, layout.POST_SETTINGS)
    make_folder(directory)
    if os.path.lexists(path):
        raise GameFault(POST_THERE, path)
    write_file(path, blank(today).encode())
    return path


def server_of(post: Post, table: str) -> Server:
    """A server of the post, ready to be talked to; the password is asked for when that happens."""
    account = post.imap if table == "imap" else post.smtp
    if account is None:
        raise GameFault(NO_POST, os.path.join(post.directory, layout.POST_SETTINGS), form=table, folder=post.directory)
    password = partial(password_of, post, account, table)
    host, port, user, *_, tls, ca, timeout = account[:8]
    return Server(host, port, user, password, tls, ca, timeout)


def password_of(post: Post, account: Account, table: str) -> str:
    """The password, from the environment or the first line that the command prints; no word of it in any fault."""
    path = os.path.join(post.directory, layout.POST_SETTINGS)
    if account.variable:
        found = os.environ.get(account.variable, "")
        if not found:
            raise GameFault(NO_PASSWORD, path, form="variable", table=table, variable=account.variable)
        return found
    try:
        done = subprocess.run(account.command, shell=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=PATIENCE)  # fmt: skip
    except subprocess.TimeoutExpired:
        raise GameFault(NO_PASSWORD, path, form="slow", table=table, seconds=PATIENCE) from None
    found = done.stdout.decode("utf-8", "replace").partition("\n")[0].rstrip("\r")
    if done.returncode or not found:
        form = "" if done.returncode else "empty"
        raise GameFault(NO_PASSWORD, path, form=form, table=table, exit=done.returncode) from None
    return found


def server_fault(trouble: Trouble, post: Post) -> GameFault:
    """What a server has met with, as a fault with a code and a sentence."""
    form = "" if trouble.kind == "unreachable" else trouble.kind
    return GameFault(SERVER_FAILED, os.path.join(post.directory, layout.POST_SETTINGS), form=form, **trouble.facts)


class Tried(Record):
    """What came of trying a server."""

    table: str  # imap or smtp
    said: str  # in a sentence
    fault: GameFault | None = None

    @property
    def data(self) -> dict[str, Any]:
        """The same for programs."""
        fault = self.fault
        told = {"code": fault.code.id, "fault": fault.message, "hint": fault.hint} if fault else {}
        return {"server": self.table, "ok": fault is None, "said": self.said, **told}


def test(directory: str) -> list[Tried]:
    """Try both servers, each to the end: connect, check the certificate, log in, look into the folder."""
    post = read_post(directory)
    return [_tried(post, "imap", _try_imap), _tried(post, "smtp", _try_smtp)]


def _tried(post: Post, table: str, try_: Callable[[Post], str]) -> Tried:
    if getattr(post, table) is None:
        return Tried(table, WITHOUT[table])
    try:
        return Tried(table, try_(post))
    except Trouble as trouble:
        return Tried(table, "", server_fault(trouble, post))
    except GameFault as fault:
        return Tried(table, "", fault)


WITHOUT = {
    "imap": "post.toml has no [imap]: letters come from files that you give to `pbem mail fetch`.",
    "smtp": "post.toml has no [smtp]: mails wait in the outbox of each game for any mail program.",
}


def _try_imap(post: Post) -> str:
    server, account = server_of(post, "imap"), post.imap
    assert account is not None
    with imap.opened(server, account.folder) as box:
        if account.done:
            box.make(account.done)
        if account.done and not box.has(account.done):
            raise Trouble("folder", server=server.shown, folder=account.done)
        count = len(box.numbers(0, account.since))
    return f"{server.shown} works; letters in {account.folder} that would be looked at: {count}."


def _try_smtp(post: Post) -> str:
    server = server_of(post, "smtp")
    with smtp.opened(server):
        return f"{server.shown} works; nothing was sent."
