"""Git for the archive of a game."""

from __future__ import annotations

import os
import subprocess

from pbem.store import GIT_FAILED, GameFault

IDENTITY = ("-c", "user.name=pbem", "-c", "user.email=pbem@example.invalid")


def commit(archive: str, message: str, date: str = "") -> bool:
    """Commit everything in the archive, and nothing outside it; False if nothing has changed."""
    if not _asked(archive, "rev-parse", "--is-inside-work-tree"):
        _run(archive, "init", "--quiet")
    _run(archive, "add", "--all", "--", ".")
    if _asked(archive, "diff", "--cached", "--quiet", "--", "."):
        return False
    known = bool(_output(archive, "config", "user.email"))
    identity = () if known else IDENTITY
    _run(archive, *identity, "commit", "--quiet", "--message", message, "--", ".", date=date)
    return True


def _run(archive: str, *words: str, date: str = "") -> None:
    done = _git(archive, words, date)
    if done.returncode:
        what = next(word for word in words if word in ("init", "add", "commit"))
        why = " ".join(done.stderr.decode("utf-8", "replace").split())[:200]
        raise GameFault(GIT_FAILED, archive, what=what, why=why or f"exit {done.returncode}")


def _asked(archive: str, *words: str) -> bool:
    return _git(archive, words).returncode == 0


def _output(archive: str, *words: str) -> str:
    return _git(archive, words).stdout.decode("utf-8", "replace").strip()


def _git(archive: str, words: tuple[str, ...], date: str = "") -> subprocess.CompletedProcess[bytes]:
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date} if date else {}
    try:
        return subprocess.run(["git", "-C", archive, *words], capture_output=True, env={**os.environ, **dates})
    except OSError as error:
        raise GameFault(GIT_FAILED, archive, what=words[0], why=error.strerror) from None
