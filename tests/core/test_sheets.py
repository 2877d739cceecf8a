"""Sheets: what the heading says, and every way in which it can be wrong."""

from __future__ import annotations

import string

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.core import Code, codes
from pbem.core.codes import CODES
from pbem.core.sheets import KEY, Expected, Known, Sheet, check_heading, parsed, read

GOOD = """\
game = "winter-1756"
step = 12
role = "frederick"
key  = "amber-falcon-31"
do = ["Seydlitz > Belzig"]
[troops]
friedrich = 8
"""
KEYS = ("do", "troops", "bid")
EXPECTED = Expected("winter-1756", 12, ("frederick", "elisabeth"), "frederick", "amber-falcon-31", True, False)

HEAD = 'game = "winter-1756"\nstep = 12\nrole = "frederick"\nkey = "amber-falcon-31"\n'


def faults(text: str, keys: tuple[str, ...] = KEYS) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(fault.code.name, fault.at.path) for fault in read(text, keys).diagnostics]


def heading_faults(expected: Expected = EXPECTED, **changes: object) -> list[str]:
    sheet = read(GOOD, KEYS).sheet
    assert sheet is not None
    return [fault.code.name for fault in check_heading(sheet._replace(**changes), expected)]  # type: ignore[arg-type]


def test_a_good_sheet_is_read_whole() -> None:
    body = {"do": ["Seydlitz > Belzig"], "troops": {"friedrich": 8}}

    expected = Sheet("winter-1756", 12, "frederick", "amber-falcon-31", "final", "", body)
    assert expected == read(GOOD, KEYS).sheet
    assert read(GOOD, KEYS).diagnostics == ()


def test_status_word_and_role_are_forgiving_in_spelling() -> None:
    text = GOOD.replace('"frederick"', '" Frederick "')
    sheet = read(f'status = "Draft"\nword = " sour cherries "\n{text}', KEYS).sheet

    assert sheet is not None
    assert (sheet.status, sheet.word, sheet.role) == ("draft", "sour cherries", "frederick")


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("game = winter", (1, 8), "no value"),
        ('game = "a"\nstep 12\n', (2, 6), "= is missing"),
        ('do = ["a"\n"b"]\n', (2, 1), "list is not closed"),
        ("do = [", (1, 6), "list that begins here is not closed"),
        ("do = [\n1\n\n\n", (1, 6), "list that begins here is not closed"),
        ('a = 1\ndo = [ # "x" ]\n  "Daun > Prerau",\n', (2, 6), "list that begins here is not closed"),
        ('do = [\n  "Daun [1] > Prerau",\n# end\n', (1, 6), "list that begins here is not closed"),
        ('do = [\n  "a",\n\n[troops]\nfriedrich = 3\n', (1, 6), "list that begins here is not closed"),
        ('do = [\n  "a"\nstatus = "final"\n', (1, 6), "list that begins here is not closed"),
        ('do = [\n  "a",\n[[bid]]\nown = "x"\n', (1, 6), "list that begins here is not closed"),
        ('do = ["a"]\nrole =\n', (2, 7), "no value"),
        ("do = [\n  Daun,\n]\n", (2, 3), "no value"),
        ("do = [\n  Daun > Prerau,\n", (2, 3), "no value"),
        ('a = "x\n"', (1, 7), "closing quotes"),
        ("a = 1\na = 2", (2, 6), "given twice"),
        ("[t]\n[t]\n", (2, 3), "begun twice"),
        ("Hello moderator!", (1, 7), "= is missing"),
        ("!", (1, 1), "neither"),
        ("a = 1 b = 2", (1, 7), "left after the value"),
        ('a = "\\q"', (1, 8), "\\ in a text"),
        ("# \x01", (1, 3), "remark"),
        ("x = { a = 1", (1, 12), "{ is not closed"),
    ],
)
def test_text_that_is_not_toml_names_its_place(text: str, place: tuple[int, int], said: str) -> None:
    [fault] = read(text, KEYS).diagnostics

    assert fault.code is codes.NOT_TOML
    assert ("@", *place) == fault.at.path
    assert said in fault.message


def test_all_faults_of_form_come_at_once() -> None:
    text = 'setp = 12\nrole = true\nkey = 3\nstatus = "done"\nword = []\ndo = 0xFFFFFFFFFFFFFFFFFF\n'

    assert sorted(faults(text), key=str) == sorted(
        [
            ("huge-number", ("do",)),
            ("unknown-key", ("setp",)),
            ("missing-key", ("game",)),
            ("missing-key", ("step",)),
            ("wrong-type", ("role",)),
            ("wrong-type", ("key",)),
            ("wrong-type", ("word",)),
            ("unknown-status", ("status",)),
        ],
        key=str,
    )


def test_an_unknown_key_gets_the_nearest_one() -> None:
    fault = next(iter(read("tropps = 1\n" + GOOD.partition("[troops]")[0], KEYS).diagnostics))

    assert fault.hint == "Did you mean troops?"
    assert fault.at.start == KEY


def test_a_key_that_would_be_refused_is_not_suggested() -> None:
    there_already = next(iter(read("tropps = 1\n[troops]\n" + GOOD.partition("[troops]")[0], KEYS).diagnostics))
    orders = next(iter(read('orders = ["Keith > Glogau"]\n' + HEAD, KEYS).diagnostics))

    assert "Did you mean" not in there_already.hint
    assert "Did you mean do?" == orders.hint


def test_hints_show_the_step_under_way_and_nobodys_key() -> None:
    here = Known("autumn-1757", 7, ("frederick", "elisabeth"), {"frederick": "amber-falcon-31"})
    writer = 'role = "frederick"\nkey = "amber-falcon-31"\n'
    found = (*read(f'step = "7"\n{writer}', KEYS, here).diagnostics, *read("x = 1\n", KEYS, here).diagnostics[1:])
    hints = {fault.facts["key"]: fault.hint for fault in found}

    assert "Write step = 7." == read(f'step = "7"\n{writer}', KEYS, here).diagnostics[1].hint
    assert 'Add game = "autumn-1757" at the top of the sheet, above the first [table].' == hints["game"]
    assert "frederick or elisabeth" in hints["role"]
    assert 'key = "..."' in hints["key"]
    missing = read(HEAD.replace("step", "# step"), KEYS, here).diagnostics
    assert ["Add step = 7 at the top of the sheet, above the first [table]."] == [fault.hint for fault in missing]
    assert "12" not in str([fault.hint for fault in read('step = "7"\n', KEYS).diagnostics])


def test_a_stranger_is_not_told_the_step() -> None:
    here = Known("autumn", 7, ("frederick", "elisabeth"), {"frederick": "amber-falcon-31"})
    other, wrong = 'role = "elisabeth"\nkey = "amber-falcon-31"\n', 'role = "frederick"\nkey = "amber"\n'
    for text in ("x = 1\n", wrong, other, "key = 7\n"):
        assert "7" not in str([(fault.message, fault.hint) for fault in read(text, KEYS, here).diagnostics])


@pytest.mark.parametrize("value", ["true", '"12"', "12.0", "-1", "1756-08-29", "[12]", "{ a = 1 }", "nan"])
def test_a_step_is_a_number_from_0_up(value: str) -> None:
    assert faults(GOOD.replace("12", value)) == [("wrong-type", ("step",))]


@pytest.mark.parametrize("text", ["", "\n\n", "# step = 12\n"])
def test_an_empty_sheet_is_called_so(text: str) -> None:
    assert faults(text) == [("empty-sheet", ())]


def test_nesting_without_end_is_refused() -> None:
    assert faults("do = " + "[\n" * 1500) == [("too-deep", ())]
    assert faults(GOOD.replace("do", ".".join("a" * 30)), (*KEYS, "a"))[0][0] == "too-deep"
    assert faults(GOOD.replace('["S', "[" * 25 + '["S').replace('g"]', 'g"]' + "]" * 25))[0][0] == "too-deep"


def test_a_line_without_end_is_refused_before_it_is_read() -> None:
    assert faults("a." * 600 + "a = 1") == [("line-too-long", ("@", 1, 1))]
    assert faults("a." * 400_000 + "a = 1") == [("too-much", ())]
    assert faults("a." * 12 + "a = 1") == [("too-deep", ("@", 1, 1))]


LONG = "x" * 501
TWO = "Keith > Glogau\\nDohna stays"


@pytest.mark.parametrize(
    ("text", "place", "form"),
    [
        (f'do = ["a", "{LONG}"]', ("do", 1), ""),
        (f'do = ["{TWO}"]', ("do", 0), "lines"),
        (f'do = ["a", "{LONG[:300]}\\n{LONG[:300]}"]', ("do", 1), "lines"),
        (f'[[bid]]\nown = "{LONG}"', ("bid", 0, "own"), ""),
        (f'[[bid]]\nretreat = ["{TWO}"]', ("bid", 0, "retreat", 0), "lines"),
        (f'[[bid]]\nplays = [{{ card = "{LONG}" }}]', ("bid", 0, "plays", 0, "card"), ""),
    ],
)
def test_a_text_is_short_and_on_one_line(text: str, place: tuple[str | int, ...], form: str) -> None:
    reading = read(f"{HEAD}{text}\n", KEYS)

    assert None is reading.sheet
    assert [("text-too-long", place, form)] == [(d.code.name, d.at.path, d.facts["form"]) for d in reading.diagnostics]
    assert all(len(d.message + d.hint) < 250 for d in reading.diagnostics)


@pytest.mark.parametrize("text", ["x" * 500, "\\nKeith > Glogau\\n"])
def test_a_text_may_have_a_few_hundred_signs_and_empty_lines_around_it(text: str) -> None:
    assert [] == faults(f'{HEAD}do = ["{text}"]\n')


def test_of_many_texts_that_are_too_long_the_first_are_named() -> None:
    found = faults(f"{HEAD}do = [{', '.join([chr(34) + TWO + chr(34)] * 100)}]\n".replace(", ", ",\n"))

    assert [("text-too-long", ("do", at)) for at in range(20)] == found


def test_what_is_sealed_is_as_long_as_it_is() -> None:
    armour = f"{LONG}\n" * 40

    assert [] == faults(f'{HEAD}sealed = """\n{armour}"""\n', ("sealed",))


def test_numbers_of_any_length_leave_the_reader_standing() -> None:
    assert faults("step = " + "9" * 900)[0][0] == "huge-number"
    assert ("huge-number", ("step",)) in faults("step = 0x" + "f" * 900)


def test_a_right_heading_passes() -> None:
    assert heading_faults() == []
    assert heading_faults(key="Amber-Falcon-31") == []


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game": "summer"}, ["wrong-game"]),
        ({"game": "summer", "step": 3, "key": "x"}, ["wrong-game"]),
        ({"step": 11}, ["too-late"]),
        ({"step": 13}, ["too-early"]),
        ({"role": "prussia"}, ["unknown-role"]),
        ({"key": "amber"}, ["wrong-key"]),
        ({"role": "elisabeth"}, ["wrong-key"]),
        ({"word": "cherries"}, ["word-not-now"]),
        ({"step": 11, "key": "amber", "word": "x"}, ["wrong-key"]),
    ],
)
def test_a_wrong_heading_says_what_is_wrong(changes: dict[str, object], expected: list[str]) -> None:
    assert expected == heading_faults(**changes)


def test_a_role_nearly_right_gets_the_right_one() -> None:
    sheet = read(GOOD.replace("frederick", "fredrick"), KEYS).sheet
    assert sheet is not None
    [fault] = check_heading(sheet, EXPECTED)

    assert fault.hint == "Did you mean frederick?"


def test_the_answer_to_another_roles_sheet_is_that_to_a_wrong_key() -> None:
    sheet = read(GOOD.replace("frederick", "elisabeth"), KEYS).sheet
    assert sheet is not None
    at_home = check_heading(sheet, EXPECTED)
    at_the_moderator = check_heading(sheet, EXPECTED._replace(role="elisabeth", key="other-secret-7"))

    assert at_home == at_the_moderator


def test_a_word_is_taken_with_the_set_up() -> None:
    opening = EXPECTED._replace(opening=True)

    assert heading_faults(opening, word="saure Kirschen, süß") == []
    assert heading_faults(opening, word="x" * 200) == []
    assert heading_faults(opening, word="x" * 201) == ["word-too-long"]
    assert heading_faults(opening, word="a\nb") == ["word-not-plain"]


def test_a_sheet_that_nobody_waits_for_is_refused() -> None:
    assert heading_faults(EXPECTED._replace(owed=False)) == ["nothing-owed"]
    assert heading_faults(EXPECTED._replace(owed=False), step=11) == ["too-late"]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", CODES.values(), ids=lambda code: code.name)
def test_every_code_is_complete(code: Code) -> None:
    assert code.id.startswith("PB") and len(code.id) == 5
    assert code.message and code.hint and code.about
    assert "`" in code.about
    assert all(name.isidentifier() for name in fields(code.message) | fields(code.hint))


def test_every_code_of_the_module_is_in_the_table() -> None:
    rows = {value.id for value in vars(codes).values() if isinstance(value, Code)}

    assert rows == set(CODES)


@given(st.text())
def test_reading_survives_any_text(text: str) -> None:
    reading = read(text, KEYS)

    assert (reading.sheet is None) == bool(reading.diagnostics)
    for fault in reading.diagnostics:
        assert fault.message and fault.hint


WORDS = 'game step role key do = [ ] [[ ]] { } , . 1 12 true 1756-08-29 nan - # \\ é 漢 0x \' " """'.split()
SCRAPS = st.sampled_from([*WORDS, " ", "\n", "\r\n", "\t", "\0"])


@settings(max_examples=300)
@given(st.lists(SCRAPS, max_size=40).map("".join))
def test_reading_survives_broken_toml(text: str) -> None:
    for fault in read(text, KEYS).diagnostics:
        assert fault.message and fault.hint
    assert isinstance(parsed(text), (dict, tuple))
