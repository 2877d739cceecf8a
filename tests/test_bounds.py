"""Whatever arrives is answered soon and shortly: sheets, mails, views and positions made to stall the desk."""

from __future__ import annotations

import os
import resource
import shutil
import tempfile
import traceback
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any

import heavy_maria
import pytest
from heavy import SHEETS, begun, for_role
from heavy_positions import ROLES, everywhere
from sampled import some

from games import sheet_text
from pbem.core.chance import Chance
from pbem.core.sheets import SIZE_LIMIT, Reading
from pbem.rulesets.maria.desk import Desk
from pbem.rulesets.maria.moving import marched
from pbem.rulesets.maria.orders import Move
from pbem.seal import read_envelope
from pbem.store import GameFault
from pbem.workflow import open_game
from pbem.workflow.adjudicate import adjudicate
from pbem.workflow.adjudicate import said as said_of
from pbem.workflow.check import check_in_game, check_with_view
from pbem.workflow.new import Plan, new
from pbem.workflow.reporting import report
from pbem.workflow.sealing import seal
from pbem.workflow.submit import submit

TESTS = Path(__file__).parent
SECONDS = 3  # of the processor; one is meant, and benchmarks/bounds.py measures it: this catches what runs away
BYTES = 200_000_000  # above what the tests themselves take; a hundred millions are meant
ROUNDS = int(os.environ.get("PBEM_FUZZ", "300"))


def bounded(work: Callable[[], Any]) -> str:
    """What a piece of work says, done in a process of its own with limits on time and memory."""
    answer = Path(tempfile.mkstemp()[1])
    child = os.fork()
    if child == 0:
        code = 1
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (most := _memory() + BYTES, most))
            answer.write_text(str(work()))
            code = 0
        except BaseException:
            answer.write_text(traceback.format_exc())
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    text = answer.read_text()
    answer.unlink()
    assert 0 == status, text or f"the process ended with {status}"
    return text


def _memory() -> int:
    """What this process takes already, or more than enough where nobody tells."""
    known = Path("/proc/self/statm")
    return int(known.read_text().split()[0]) * resource.getpagesize() if known.exists() else 2_000_000_000


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    top = tmp_path_factory.mktemp("bounds")
    new(Plan(str(top / "winter"), "friedrich", seed="a"))
    report(str(top / "winter"))
    return top


def said(place: Path, text: str | bytes) -> str:
    """The answer to a sheet or mail."""
    file = place / "orders.toml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return check_in_game(str(file), str(place / "winter")).complaints()


def listed(*entries: str) -> str:
    """A list of orders."""
    return "\ndo = [\n" + ",\n".join(entries) + "\n]\n"


HEAVY: dict[str, Callable[[str], str | bytes]] = {
    "a header of many parts and many keys": lambda good: (
        f"{good}\n[{'.'.join('a' * 400)}]\n" + "\n".join(f"k{n} = {n}" for n in range(5000))
    ),
    "many short headers": lambda good: good + "\n".join(f"[a{n}.b.c.d.e.f.g]" for n in range(1900)),
    "many unknown keys": lambda good: "\n".join(f"k{n} = {n}" for n in range(1900)) + "\n" + good,
    "many huge numbers": lambda good: good + listed(*["9" * 900] * 60),
    "many unknown tables": lambda good: good + "\n".join(f"[t{n}]" for n in range(60_000)),
    "a megabyte of one line": lambda good: good + "a." * 500_000,
    "many misspelt orders": lambda good: good + listed(*(f'"Keiht > Glogua{n}"' for n in range(490))),
    "many bids": lambda good: good + "[[bid]]\n" * 1500,
    "many plays": lambda good: good + '[[bid]]\nown = "Keith"\nplays = [' + '"2S",\n' * 1800 + "]\n",
    "many orders": lambda good: good + listed(*['"Keith stays"'] * 1900),
    "deep lists": lambda good: good + "\ndo = " + "[\n" * 900 + "]\n" * 900,
    "twenty megabytes": lambda good: b"x = 1\n" * 3_400_000,
    "bytes of anything": lambda good: bytes(range(256)) * 4000,
}


@pytest.fixture(scope="module")
def desks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The games of the heavy sheets: at each of them every order is looked at."""
    return begun(tmp_path_factory.mktemp("desks"))


@pytest.mark.parametrize("name", some(SHEETS, 3))
def test_sheets_full_of_faults_are_answered_soon_and_shortly_by_check_and_submit(
    name: str, desks: dict[str, str], tmp_path: Path
) -> None:
    row, file = SHEETS[name], tmp_path / "orders.toml"
    file.write_text(sheet_text(desks[row.place], row.role, {}) + row.body(), encoding="utf-8")
    answers = [bounded(lambda: check_in_game(str(file), desks[row.place]).complaints())]
    answers += [bounded(lambda: submit(str(file), desks[row.place]).text)]

    assert all(answers), "it has complaints"
    assert max(map(len, answers)) < (200_000 if row.legal else 30_000)
    assert row.legal == ("ACCEPTED" in answers[-1])


@pytest.fixture(scope="module")
def marias(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return heavy_maria.begun(tmp_path_factory.mktemp("marias"))


@pytest.mark.parametrize("name", some(heavy_maria.SHEETS, 3))
def test_heavy_sheets_of_maria_are_answered_soon_and_shortly(name: str, marias: dict[str, str], tmp_path: Path) -> None:
    row, file, game = heavy_maria.SHEETS[name], tmp_path / "orders.toml", str(tmp_path / "game")
    shutil.copytree(marias[row.place], game)
    file.write_text(sheet_text(game, row.role, {}) + row.body(), encoding="utf-8")
    bounded(lambda: check_in_game(str(file), game).complaints())
    answer = bounded(lambda: submit(str(file), game).text)

    assert len(answer) < (200_000 if row.legal else 30_000)
    assert row.legal == ("ACCEPTED" in answer)
    assert "adjudicated" in bounded(lambda: said_of(adjudicate(game, ["all"], one=True), game))


def test_the_heaviest_sheets_of_all_roles_are_adjudicated_soon(tmp_path: Path) -> None:
    (tmp_path / "position.toml").write_text(everywhere(), encoding="utf-8")
    game = str(tmp_path / "winter")
    new(Plan(game, position=str(tmp_path / "position.toml"), seed="a", options={"bidding": "stage"}))
    adjudicate(game, ["all"])
    for role in ROLES:
        file = tmp_path / "orders.toml"
        file.write_text(sheet_text(game, role, {}) + for_role(role), encoding="utf-8")
        assert "ACCEPTED" in submit(str(file), game).text

    assert "Step 2 is adjudicated" in bounded(lambda: said_of(adjudicate(game), game))


def test_a_sheet_is_read_no_further_after_forty_faults(desks: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "orders.toml"
    file.write_text(sheet_text(desks["move"], "frederick", {}) + SHEETS["unreadable orders"].body(), encoding="utf-8")
    answer = check_in_game(str(file), desks["move"])

    assert 41 == len(answer.diagnostics)
    assert "the sheet has 40 faults up to here" in answer.diagnostics[-1].message
    assert "41 errors" in answer.complaints()


@pytest.mark.parametrize("name", ["the same order", "payments of cards not held"])
def test_orders_are_carried_out_no_further_after_forty_faults(name: str, desks: dict[str, str], tmp_path: Path) -> None:
    file = tmp_path / "orders.toml"
    file.write_text(sheet_text(desks["move"], "frederick", {}) + SHEETS[name].body(), encoding="utf-8")

    assert 41 == len(check_in_game(str(file), desks["move"]).diagnostics)


def test_orders_of_maria_are_carried_out_no_further_after_forty_faults(marias: dict[str, str]) -> None:
    state = open_game(marias["move"]).state
    desk = Desk(state, "frederick", {"do": ["Schwerin > Wien"] * 400}, "", think=False)
    phase = marched(desk, desk.lines(Move), desk.powers)

    assert 40 == len(phase.said)


WORD = "ab" * 200
TROOPS = '[troops]\n"{name}" = {value}\n'
WRITTEN = {
    "an order": f'do = ["{WORD}"]',
    "a city": f'do = ["Keith > {WORD}"]',
    "a piece": f'do = ["{WORD} > Breslau"]',
    "a recruitment": f'do = ["recruit {WORD}; pay 2S"]',
    "a card": f'do = ["recruit 1 troop; pay {WORD}"]',
    "what is declined": f'do = ["decline {WORD}"]',
    "battles": f'do = ["battles {WORD}"]',
    "a discard": f'do = ["discard {WORD}"]',
    "a retreat": f'do = ["retreat Keith to {WORD}"]',
    "own": f'[[bid]]\nown = "{WORD}"',
    "enemy": f'[[bid]]\nown = "Keith"\nenemy = "{WORD}"',
    "a play": f'[[bid]]\nown = "Keith"\nplays = ["{WORD}"]',
    "a condition": f'[[bid]]\nown = "Keith"\nplays = [{{ card = "2S", when = "{WORD}" }}]',
    "a condition that never holds": '[[bid]]\nown = "Keith"\nplays = [{ card = "2S", when = "'
    + " and ".join(["score < 1", "score > 5"] * 9) + '" }]',
    "otherwise": f'[[bid]]\nown = "Keith"\notherwise = "{WORD}"',
    "a list that is a text": f'[[bid]]\nown = "Keith"\nplays = "{WORD}"\nkeep = "{WORD}"',
    "a key of a bid": f'[[bid]]\nown = "Keith"\n{WORD} = 1',
    "a key of a limit": f'[[bid]]\nown = "Keith"\nlimit = {{ {WORD} = 1 }}',
    "a key of a play": f'[[bid]]\nown = "Keith"\nplays = [{{ card = "2S", {WORD} = 1 }}]',
    "a wish": f'retreat = ["{WORD}", "towards {WORD}", "in {WORD}", "{WORD} {WORD[:80]}"]',
    "an answer": f'answers = ["{WORD}", "retreat {WORD}", "retreat towards {WORD}"]',
    "a standing bid": f'[[standing]]\nname = "{WORD}"\nown = "{WORD}"\nnation = "{WORD}"\nsuit = "{WORD}"',
    "withdraw": f'withdraw = ["{WORD}"]',
    "orders ahead": f'do = []\n[[ahead]]\nfor = "{WORD}"\ndo = ["{WORD}"]\nunless = ["{WORD}"]\n{WORD} = 1',
    "brakes": f'do = []\n[[ahead]]\nfor = "hanover"\ndo = ["{WORD}"]\nunless = ["{WORD}", "Daun within 3 of {WORD}"]',
    "troops of nobody": TROOPS.format(name=WORD, value=3),
    "troops in words": TROOPS.format(name=f"Keith{'.' * 400}", value='"ab"'),
    "troops of a train": TROOPS.format(name=f"T1{'.' * 400}", value=3),
    "a key": f"{WORD} = 1",
    "a remark": f'# "Keith > Breslau {WORD}",',
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("place", ["move", "full"])
def test_no_complaint_repeats_more_than_a_piece_of_what_was_written(
    name: str, place: str, desks: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "orders.toml"
    file.write_text(f"{sheet_text(desks[place], 'frederick', {})}{WRITTEN[name]}\n", encoding="utf-8")
    found = check_in_game(str(file), desks[place]).diagnostics
    said = [f"{item.message} {item.hint} {' '.join(item.stub)}" for item in found]

    assert said, "it has complaints"
    assert [] == [text for text in said if WORD[:121] in text or "." * 121 in text or text.count("score") > 20]


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_sheets_are_answered_soon_and_shortly(name: str, place: Path) -> None:
    good = sheet_text(str(place / "winter"), "frederick", {})
    answer = bounded(lambda: said(place, HEAVY[name](good)))

    assert answer, "it has complaints"
    assert len(answer) < 30_000


def test_a_sheet_of_the_largest_size_is_read(place: Path) -> None:
    good = sheet_text(str(place / "winter"), "frederick", {})
    filled = good + "# a remark\n" * ((SIZE_LIMIT - len(good)) // 11)

    assert "PB110" in bounded(lambda: said(place, filled)), "two thousand lines are the bound"
    assert "" == bounded(lambda: said(place, good + f"# {'x' * 900}\n" * 60))


SALT = "c2FsdHNhbHRzYWx0c2FsdA"
LOCKS = (f"scrypt {SALT} 22", f"scrypt {SALT} 18", f"X25519 {SALT}\nbody\n-> X25519 {SALT}", "odd-grease x")


@pytest.mark.parametrize("lock", LOCKS)
def test_the_writer_of_a_held_envelope_does_not_choose_what_it_costs_to_open_it(lock: str) -> None:
    data = f"age-encryption.org/v1\n-> {lock}\nbody\n--- mac\npayload".encode()
    armour = f"-----BEGIN AGE ENCRYPTED FILE-----\n{b64encode(data).decode()}\n-----END AGE ENCRYPTED FILE-----"
    head = f'game = "g"\nstep = 1\nrole = "r"\nkey = "k"\ncommitment = "{"ab" * 32}"\nheld = true\n'
    found = read_envelope(f'{head}sealed = """\n{armour}\n"""\n')

    assert isinstance(found, Reading)
    assert "not locked as pbem seal locks" in found.diagnostics[0].message


# fuzzing


def mutated(text: str, chance: Chance, number: int) -> bytes:
    """A text with some things done to it: cut, doubled, mixed up, with strange signs."""
    lines = text.split("\n")
    for turn in range(1 + chance.below(4, f"{number} turns")):
        _mutate(lines, chance, f"{number} {turn}")
    data = "\n".join(lines).encode("utf-8", "replace")
    if chance.below(6, f"{number} bytes") == 0:
        at = chance.below(len(data) + 1, f"{number} byte")
        data = data[:at] + bytes([chance.below(256, f"{number} which")]) + data[at:]
    return data


VALUES = ["1e999", "nan", f"0x{'f' * 40}", "1979-05-27", "[[x]]", "a.b.c = 1", "x = {}", "[state]", "do = 7"]
ENDS = ['"', "'" * 3, '"' * 3, "]", "[", "{", "}", "\\", "#", "\r", "\x1b[2J"]


def _mutate(lines: list[str], chance: Chance, label: str) -> None:
    at = chance.below(len(lines), f"{label} at")
    match chance.below(9, f"{label} what"):
        case 0 if len(lines) > 1:
            del lines[at]
        case 1:
            lines.insert(at, lines[chance.below(len(lines), f"{label} other")])
        case 2:
            sign = chance.below(len(lines[at]) + 1, f"{label} sign")
            lines[at] = lines[at][:sign] + chr(chance.below(0x3000, f"{label} chr")) + lines[at][sign:]
        case 3:
            lines[at] = lines[at][: chance.below(len(lines[at]) + 1, f"{label} cut")]
        case 4:
            lines[at] = lines[at].replace("=", chance.pick(["==", "", ":", ". ."], f"{label} eq"))
        case 5:
            lines[at] += chance.pick(ENDS, f"{label} end")
        case 6:
            lines[at] = chance.pick(VALUES, f"{label} value")
        case 7:
            lines[at] = lines[at].upper()
        case _:
            lines[at] = lines[at].replace("1", "9" * chance.below(30, f"{label} nines"))


class Bench:
    """The good files that are mutated, and what is done with each."""

    def __init__(self, place: Path, folder: Path) -> None:
        self.game, self.folder, self.file = str(place / "winter"), folder, folder / "orders.toml"
        view = place / "winter" / "reports" / "0000" / "frederick.view.toml"
        orders = (TESTS.parent / "benchmarks" / "prussia.toml").read_text(encoding="utf-8")
        sheet = sheet_text(self.game, "frederick", {}) + orders
        head = "From: a@example.org\nSubject: x\nContent-Type: text/plain; charset=utf-8\n\n"
        self.good = {
            "sheet": sheet,
            "mail": f"{head}Hello\n\n{sheet}\n-- \nAnna",
            "view": view.read_text(encoding="utf-8"),
            "position": (TESTS.parent / "games/heinrich-against-richelieu/position.toml").read_text(encoding="utf-8"),
        }
        (folder / "sheet.toml").write_text(sheet, encoding="utf-8")
        (folder / "empty.toml").write_text(sheet_text(self.game, "frederick", {}), encoding="utf-8")
        self.good["envelope"] = seal(str(folder / "empty.toml"), str(view)).text

    def answered(self, kind: str, number: int) -> None:
        """Give a mutated file to the program."""
        self.file.write_bytes(mutated(self.good[kind], Chance(f"fuzz {kind}"), number))
        if kind == "sheet":
            check_in_game(str(self.file), self.game).complaints()
        elif kind in ("mail", "envelope"):
            assert submit(str(self.file), self.game).text
        elif kind == "view":
            check_with_view(str(self.folder / "sheet.toml"), str(self.file)).complaints()
        else:
            new(Plan(str(self.folder / f"game-{number}"), position=str(self.file), seed="a"))


@pytest.mark.parametrize("kind", ["sheet", "mail", "view", "position", "envelope"])
def test_whatever_is_done_to_a_file_is_answered_with_a_code(kind: str, place: Path, tmp_path: Path) -> None:
    bench = Bench(place, tmp_path)
    for number in range(ROUNDS):
        try:
            bench.answered(kind, number)
        except GameFault:
            continue
        except Exception as fault:
            raise AssertionError(f"{kind} {number}: {bench.file.read_bytes()!r}") from fault
