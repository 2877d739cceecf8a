"""Clauses of agreements, and lines of the register, are written as they are read (M21)."""

from __future__ import annotations

import pytest

from pbem.core import bare
from pbem.rulesets.maria.clauses import (
    Clause,
    Leave,
    Names,
    NoHussars,
    NotAttack,
    Note,
    NotEnter,
    StayFarther,
    Subsidy,
    Unread,
    VoteFor,
    read_clause,
)
from pbem.rulesets.maria.treaties import Answer, Counter, Offer, Terms, read_entry, strangers

POWERS = {"prussia": "Prussia", "austria": "Austria", "france": "France", "pragmatic": "the Pragmatic Army"}
CITIES = {"neisse": "Neisse", "cosel": "Cosel", "brussel": "Brussel"}
COUNTRIES = {"silesia": "Silesia", "austria-core": "Core-Austria"}
WORDS = POWERS | CITIES | COUNTRIES


def finder(table: dict[str, str]):
    return lambda word: tuple(id_ for id_, name in table.items() if bare(word) in (bare(id_), bare(name)))


NAMES = Names(WORDS.__getitem__, finder(POWERS), finder(CITIES), finder(COUNTRIES))
CLAUSES: list[Clause] = [
    NotAttack("prussia", "austria"),
    NotEnter("austria", "silesia"),
    NotEnter("pragmatic", "brussel"),
    StayFarther("austria", 3, ("neisse", "cosel")),
    StayFarther("austria", 1, ("neisse",)),
    VoteFor("prussia", "francis"),
    VoteFor("france", "charles"),
    Subsidy("pragmatic", "austria"),
    NoHussars("prussia"),
    Leave("austria", "silesia", 7),
    Note("as fast as possible"),
]


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.text(NAMES))
def test_a_clause_is_read_as_it_is_written(clause: Clause) -> None:
    assert clause == read_clause(clause.text(NAMES), NAMES)


@pytest.mark.parametrize(
    "entry",
    [
        Offer(("prussia", "austria"), Terms(5, 6, True, (CLAUSES[0], CLAUSES[3]))),
        Offer(("pragmatic", "austria"), Terms(5, 5, False, (CLAUSES[7], CLAUSES[10]))),
        Counter(3, Terms(5, 7, True, (CLAUSES[8],))),
        Answer("accept", 3),
        Answer("refuse", 3),
        Answer("withdraw", 12),
        Answer("end", 1),
    ],
    ids=lambda entry: entry.text(NAMES),
)
def test_a_line_of_the_register_is_read_as_it_is_written(entry: Offer | Counter | Answer) -> None:
    assert entry == read_entry(entry.text(NAMES), NAMES)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("Austria's general no longer protects Brussel although he is 2 away", "ability"),
        ('"Prussia gives Austria two cards"', "cards"),
        ('"Saxony is allied with us"', "alliance"),
        ('"eternal peace"', "peace"),
        ('"Prussia and Austria make peace in turn 6"', "peace"),
        ('"Arenberg cannot conquer Lille"', "ability"),
        ('"Austria does not protect Prag this turn"', "ability"),
        ('"France shows Prussia its hand"', "cards"),
        ('"Prussia leaves its alliance with France"', "alliance"),
        ("Prussia does not attack Spain", "power"),
        ("Austria does not enter Atlantis", "place"),
        ("Austria leaves Brussel by turn 4", "country"),
        ("Austria stays farther than 9 from Neisse", "steps"),
        ("Austria stays farther than 2 from Rome", "city"),
        ('""', "note"),
        ("let us be friends", "clause"),
    ],
)
def test_what_is_no_clause_says_why(text: str, form: str) -> None:
    clause = read_clause(text, NAMES)

    assert isinstance(clause, Unread)
    assert form == clause.form


@pytest.mark.parametrize(
    "words",
    [
        "Bavaria conquers Linz while France conquers Prag",
        "Austria and the Pragmatic Army stack at Brussel",
        "Austria protects Prag, and Prussia does not conquer it",
        "whoever is beaten retreats towards Breslau",
        "France gives Prussia a free hand in Silesia",
        "France marches on Wien before its allies do, and the allied armies meet there",
        "Prussia offers no peace before turn 8",
        "Austria does not accept the peace while France fights on",
    ],
)
def test_common_plans_and_promises_are_agreements(words: str) -> None:
    """M21.1: plans and promises of every kind; they change nothing of what the rules allow."""
    assert Note(words) == read_clause(f'"{words}"', NAMES)


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("offer Prussia, turns 5 to 6: Prussia does not attack Austria", "alone"),
        ("offer Prussia and Spain, turns 5 to 6: no hussars against France", "power"),
        ("offer Prussia and Austria, turns 6 to 5: no hussars against Prussia", "turns"),
        ("offer Prussia and Austria, turns 6 to 13: no hussars against Prussia", "turns"),
        ("counter the last, turn 5: no hussars against Prussia", "entry"),
        ("shake hands with Austria", "entry"),
        ("offer Prussia and Austria, turn 5:" + ' "x";' * 9, "many"),
    ],
)
def test_what_is_no_line_of_the_register_says_why(text: str, form: str) -> None:
    entry = read_entry(text, NAMES)

    assert isinstance(entry, Unread)
    assert form == entry.form


def test_only_parties_can_be_bound() -> None:
    found = strangers(("prussia", "austria"), (CLAUSES[0], CLAUSES[6], CLAUSES[7], CLAUSES[8], CLAUSES[10]))

    assert ("france", "pragmatic") == found
