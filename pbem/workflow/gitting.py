"""Git for the archive of a game."""

from __future__ import annotations

import os
import subprocess

from pbem.store import GameFault
from pbem.workflow.codes import GIT_FAILED

ELSEWHERE = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX")
IDENTITY = ("-c", "user.name=pbem", "-c", "user.email=pbem@example.invalid")


def commit(archive: str, message: str, date: str = "") -> bool:
    """Commit everything in the archive to its own repository; False if nothing has changed."""
    if not _is_top(archive):
        _run(archive, "init", "--quiet")
    _run(archive, "add", "--all", "--", ".")
    if _asked(archive, "diff", "--cached", "--quiet", "--", "."):
        return False
    known = bool(_output(archive, "config", "user.email"))
    identity = () if known else IDENTITY
    _run(archive, *identity, "commit", "--quiet", "--message", message, "--", ".", date=date)
    return True


def _is_top(archive: str) -> bool:
    """Whether the archive is a repository of its own, and not a folder in that of something else."""
    asked = _git(archive, ("rev-parse", "--is-inside-work-tree", "--show-prefix"))
    return asked.returncode == 0 and asked.stdout.decode("utf-8", "replace").split() == ["true"]


def _run(archive: str, *words: str, date: str = "") -> None:
    done = _git(archive, words, date)
    if done.returncode:
        command = next(word for word in words if word in ("init", "add", "commit"))
        why = " ".join(done.stderr.decode("utf-8", "replace").split())[:200]
        facts = {"command": command, "why": why, "exit": done.returncode, "form": "" if why else "silent"}
        raise GameFault(GIT_FAILED, archive, **facts)


def _asked(archive: str, *words: str) -> bool:
    return _git(archive, words).returncode == 0


def _output(archive: str, *words: str) -> str:
    return _git(archive, words).stdout.decode("utf-8", "replace").strip()


def _git(archive: str, words: tuple[str, ...], date: str = "") -> subprocess.CompletedProcess[bytes]:
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else {}
    # Within a hook of another repository these would lead there.
    plain = {key: value for key, value in os.environ.items() if key not in ELSEWHERE}
    try:
        return subprocess.run(["git", "-C", archive, *words], capture_output=True, env={**plain, **dates})
    except OSError as error:
        raise GameFault(GIT_FAILED, archive, command=words[0], why=error.strerror) from None
