"""The hook: a command of the host's that hears of public events; whatever becomes of it, the game goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from pbem.core import harmless_json
from pbem.store import GameFault, layout
from pbem.store.post import Post
from pbem.store.reading import Secret
from pbem.workflow import Table
from pbem.workflow.gate import Gate, own_secret
from pbem.workflow.reporting import model_of, told_since
from pbem.workflow.server_codes import HOOK_FAILED

NAME = "hook.json"  # under which the leak gate speaks of what goes out here
TOLD = ("game", "title", "ruleset", "mode", "step", "heading", "result", "waiting", "since", "story", "events")


def public_events(table: Table, secret: Secret) -> Mapping[str, Any]:
    """What happened since the last report for the public, as data; it passes the leak gate."""
    told_of, since = told_since(table, None, None)

    def make(seen: Table) -> Mapping[str, Any]:
        model = model_of(seen, own_secret(secret, None), None, since=since)
        return {**{key: model[key] for key in TOLD}, "by": seen.by}

    return Gate(told_of, None).passed(make, NAME)


def call_hook(post: Post, data: Mapping[str, Any]) -> GameFault | None:
    """Hand data to the command of the hook; what went wrong with it, if anything did."""
    path = os.path.join(post.directory, layout.POST_SETTINGS)
    text = harmless_json(json.dumps(data, ensure_ascii=False)) + "\n"
    try:
        quiet = subprocess.DEVNULL
        process = subprocess.Popen(post.hook, shell=True, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet,
                                   env=_environment(post), start_new_session=True)  # fmt: skip
    except OSError as error:
        return GameFault(HOOK_FAILED, path, form="start", why=error.strerror)
    try:
        process.communicate(text.encode(), timeout=post.patience)
    except subprocess.TimeoutExpired:
        _end(process)
        return GameFault(HOOK_FAILED, path, form="slow", seconds=post.patience)
    return GameFault(HOOK_FAILED, path, exit=process.returncode) if process.returncode else None


def _environment(post: Post) -> dict[str, str]:
    """The environment without the passwords of the post."""
    secret = {account.variable for account in (post.imap, post.smtp) if account}
    return {key: value for key, value in os.environ.items() if key not in secret}


def _end(process: subprocess.Popen[bytes]) -> None:
    """End a command, with all that it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    for stream in (process.stdin,):
        with suppress(OSError):
            if stream is not None:
                stream.close()
    process.wait()
