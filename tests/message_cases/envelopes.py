"""Envelopes, phrases and keys."""

from __future__ import annotations

import base64
import re
from pathlib import Path
from typing import Any
from unittest import mock

from battle_game import sheet, view_of

from message_cases.common import CASES, GAME, case, changed, file_of, with_rules
from pbem.core.sheets import read
from pbem.seal import age
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.keyring import keys
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit
from pbem.workflow.taking import open_held
from pbem.workflow.verify import verify


def envelope(role: str, body: Any = None, /, hold: bool = False, to: str = "", **more: Any) -> Any:
    """An envelope of the role beside the game."""
    made = seal(sheet(GAME, role, body, **more), to or view_of(GAME, role), hold, faults=bool(to))
    Path(f"{role}.sealed.toml").write_text(made.text)
    return made


def sent(role: str, body: Any = None, /, **more: Any) -> Any:
    """The same, submitted."""
    made = envelope(role, body, **more)
    return made, submit(f"{role}.sealed.toml", GAME).answer


def both_adjudicated(body: Any = None, **more: Any) -> Any:
    sent("frederick", body, **more)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB601", "an envelope cut short")
def cut_short() -> Any:
    envelope("frederick")
    path = Path("frederick.sealed.toml")
    path.write_text(path.read_text()[:-500] + '"""\n')
    return submit(str(path), GAME).answer


def mangled(title: str, old: str, new_: str, hold: bool = False) -> None:
    """An envelope in which something was replaced on its way."""

    def work() -> Any:
        envelope("frederick", hold=hold)
        path = Path("frederick.sealed.toml")
        path.write_text(re.sub(old, new_, path.read_text(), count=1))
        return submit(str(path), GAME).answer

    CASES.append(("PB601", title, work))


def packed(data: bytes) -> str:
    """Other things where the sealed sheet was."""
    return f"FILE-----\n{base64.b64encode(data).decode()}\n-----END"


INSIDE = r"(?s)FILE-----\n.*?-----END"
mangled("an envelope that begins with something else", 'sealed = """', 'sealed = """\nDear Anna')
mangled("an envelope without its commitment", "commitment = .*", "")
mangled("an envelope in place of which there is a list", r'(?s)sealed = (""".*""")', r"sealed = [\1]")
mangled("an envelope with signs in it", "FILE-----\n", "FILE-----\n***")
mangled("an envelope with something else in it", INSIDE, packed(b"Dear Anna"))
SLOW = b"age-encryption.org/v1\n-> scrypt abc 99\nx\n--- x\n"
mangled("an envelope with a lock for ever", INSIDE, packed(SLOW), hold=True)


@case("PB213", "an older envelope sent back by a machine")
def echoed() -> Any:
    first = envelope("frederick").text
    submit("frederick.sealed.toml", GAME)
    sent("frederick", {"bid": [{"own": "Heinrich", "otherwise": "concede"}]})
    Path("frederick.sealed.toml").write_text(first)
    return submit("frederick.sealed.toml", GAME).answer


@case("PB602", "an envelope for another game")
def other_key() -> Any:
    return both_adjudicated(to=age.new_pair()[0])


@case("PB603", "an envelope changed on its way")
def tampered() -> Any:
    envelope("frederick")
    path = Path("frederick.sealed.toml")
    head, middle, tail = re.split(r"(?<=FILE-----\n)((?:.|\n)*)(?=-----END)", path.read_text())
    data = bytearray(base64.b64decode(middle))
    data[-1] ^= 1
    lines = re.findall(".{1,64}", base64.b64encode(data).decode())
    path.write_text(head + "\n".join(lines) + "\n" + tail)
    submit(str(path), GAME)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB604", "a commitment that does not fit")
def broken_word() -> Any:
    made = envelope("frederick")
    path = Path("frederick.sealed.toml")
    path.write_text(path.read_text().replace(made.commitment, "ab" * 32))
    submit(str(path), GAME)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB605", "an envelope of another step with a new heading")
def mixed_up() -> Any:
    envelope("frederick", step=7, to=keys(GAME))
    path = Path("frederick.sealed.toml")
    path.write_text(path.read_text().replace("step = 7", "step = 1"))
    submit(str(path), GAME)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB606", "an envelope exchanged after its receipt")
def exchanged() -> Any:
    sent("frederick")
    submit(sheet(GAME, "pompadour"), GAME)
    envelope("frederick", {"bid": [{"own": "Heinrich", "otherwise": "concede"}]})
    Path(GAME, "inbox", "0001", "frederick-01.toml").write_text(Path("frederick.sealed.toml").read_text())
    return adjudicate(GAME)


@case("PB607", "a sealed sheet with an error")
def faulty() -> Any:
    return both_adjudicated({"bid": [{"own": "Heinrich", "plays": ["3H"]}]}, to=keys(GAME))


def smuggled(text: str) -> Any:
    """Something else sealed under the heading of Frederick's sheet."""
    found = read(Path(sheet(GAME, "frederick")).read_text(), ("bid",)).sheet
    assert found is not None
    status_ = "draft" if "draft" in text else "final"
    found = found._replace(status=status_, body={} if status_ == "final" else found.body)
    armour = age.sealed(found, text, keys(GAME))[0]
    Path("frederick.sealed.toml").write_text(armour)
    submit("frederick.sealed.toml", GAME)
    submit(sheet(GAME, "pompadour"), GAME)
    return adjudicate(GAME)


@case("PB607", "a draft sealed by another program")
def draft_inside() -> Any:
    return smuggled(Path(sheet(GAME, "frederick", status="draft")).read_text())


@case("PB607", "an envelope in an envelope")
def envelope_inside() -> Any:
    envelope("frederick")
    return smuggled(Path("frederick.sealed.toml").read_text())


@case("PB663", "press in a sheet that is to be closed")
def press_sealed() -> Any:
    file = Path(sheet(GAME, "frederick"))
    file.write_text(file.read_text() + '\n[[press]]\ntext = "Beware."\n')
    return seal(str(file), view_of(GAME, "frederick"))


@case("PB608", "a phrase that has not come")
def phrase_missing() -> Any:
    return both_adjudicated(hold=True)


@case("PB609", "a wrong phrase")
def wrong_phrase() -> Any:
    sent("frederick", hold=True)
    submit(sheet(GAME, "pompadour"), GAME)
    return open_held(GAME, "frederick", "abbey abbey abbey abbey abbey abbey abbey abbey").answer


@case("PB610", "a phrase too early")
def phrase_early() -> Any:
    made, _ = sent("frederick", hold=True)
    return open_held(GAME, "frederick", made.phrase).answer


@case("PB611", "a phrase for nothing")
def nothing_held() -> Any:
    for role in ("frederick", "pompadour"):
        submit(sheet(GAME, role), GAME)
    return open_held(GAME, "frederick", "abbey abbey abbey abbey abbey abbey abbey abbey").answer


@case("PB662", "a phrase of a held sheet with a standing bid beside it")
def phrase_and_more() -> Any:
    path = Path(sheet(GAME, "frederick", {"standing": [{"own": "Heinrich", "otherwise": "concede"}]}))
    path.write_text(path.read_text().replace("\n\n", '\nphrase = "abbey abbey abbey abbey"\n\n', 1))
    return submit(str(path), GAME).answer


@case("PB612", "an envelope for a game without a key")
def no_key() -> Any:
    for name in ("game.toml", "secret.toml"):
        path = Path(GAME, name)
        path.write_text("\n".join(line for line in path.read_text().split("\n") if not line.startswith("seal_")))
    return sent("frederick", to=age.new_pair()[0])[1]


@case("PB613", "keys of two games")
def key_mismatch() -> Any:
    secret = Path(GAME, "secret.toml")
    text = re.sub('seal_identity = ".*"', f'seal_identity = "{age.new_pair()[1]}"', secret.read_text())
    secret.write_text(text)
    return both_adjudicated()


@case("PB614", "a key that is none")
def not_a_key() -> Any:
    return seal(sheet(GAME, "frederick"), "age1nonsense")


@case("PB615", "an envelope put into the inbox by hand")
def not_in_ledger() -> Any:
    envelope("frederick")
    submit(sheet(GAME, "pompadour"), GAME)
    Path(GAME, "inbox", "0001", "frederick-01.toml").write_text(Path("frederick.sealed.toml").read_text())
    return adjudicate(GAME)


@case("PB617", "a draft to be sealed")
def draft() -> Any:
    return envelope("frederick", status="draft")


@case("PB617", "a sheet to be sealed that takes back another")
def withdrawal() -> Any:
    return envelope("frederick", {}, status="withdrawn")


@case("PB618", "an envelope to be sealed")
def sealed_twice() -> Any:
    envelope("frederick")
    return seal("frederick.sealed.toml", view_of(GAME, "frederick"))


@case("PB619", "a new sheet when the first phrase is in")
def opening() -> Any:
    made = {role: sent(role, hold=True)[0] for role in ("frederick", "pompadour")}
    open_held(GAME, "frederick", made["frederick"].phrase)
    return submit(sheet(GAME, "pompadour"), GAME).answer


def fought() -> None:
    """A battle fought from two envelopes."""
    for role in ("frederick", "pompadour"):
        sent(role)
    adjudicate(GAME)


def verified(code: str, title: str, *change: Any, **how: Any) -> None:
    def work() -> Any:
        fought()
        changed(*change, **how)
        return verify(GAME)

    CASES.append((code, title, work))


verified("PB616", "a line of the ledger changed", "ledger.toml", 'kind = "sealed"', 'kind = "held"')
verified("PB621", "an event changed with its digest", "steps/0001-*", "score = ", "score = 1", signed=True)
verified("PB622", "orders changed with their digest", "steps/0001-*", '"12D",\n', "", signed=True)
verified("PB623", "the step before changed with its digest", "steps/0000-*", "celle 5", "celle 6", signed=True)


verified("PB650", "a step of a lower revision", "steps/0001-*", "revision = 2", "revision = 1", signed=True)


@case("PB621", "several events changed with their digest")
def much_changed() -> Any:
    fought()
    text = file_of("steps/0001-*").read_text()
    for number, found in enumerate(dict.fromkeys(re.findall(r"\nscore = -?\d+\n", text))):
        changed("steps/0001-*", found, f"\nscore = {70 + number}\n", signed=True)
    return verify(GAME)


@case("PB621", "a step that the rules cannot adjudicate again")
def not_again() -> Any:
    fought()
    with with_rules(resolve=mock.Mock(side_effect=ValueError("Heinrich stands in two cities"))):
        return verify(GAME)


@case("PB624", "an envelope that is gone")
def envelope_lost() -> Any:
    fought()
    Path(GAME, "inbox", "0001", "pompadour-01.toml").unlink()
    return verify(GAME)
