"""Templates of a game directory come from anybody: they lay out what they are given, and can do nothing else."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from report.test_text import MODEL, RECEIPT

from games import game, play_steps, toy, tree  # noqa: F401
from pbem.report.forms import rendered
from pbem.report.sandbox import TemplateFault, plain
from pbem.report.text import filled
from pbem.store import GameFault
from pbem.workflow.reporting import report
from pbem.workflow.site import site
from pbem.workflow.submit import submit

ATTACKS = {
    "the classes of Python": "{{ ''.__class__.__mro__ }}",
    "globals of a function": "{{ cycler.__init__.__globals__ }}",
    "globals of a loop": "{% for a in story %}{{ loop.__init__.__globals__ }}{% endfor %}",
    "globals of range": "{{ range.__self__.filters }}",
    "an attribute by a filter": "{{ game|attr('__class__') }}",
    "an attribute by a filter in map": "{{ [game]|map(attribute='__class__')|list|first }}",
    "a format string": "{{ '{0.__class__}'.format(game) }}",
    "the template itself": "{{ self.__init__ }}",
    "a list changed": "{{ story.append(1) }}",
    "a file above": '{% include "../secret.toml" %}',
    "a file above, round about": '{% include "txt/../../secret.toml" %}',
    "a file from the root": '{% include "/etc/passwd" %}',
    "a link": '{% include "txt/link.txt.j2" %}',
    "a file that is no template": '{% include "secret.toml" %}',
    "a gigabyte": '{{ "x" * 10**9 }}',
    "a gigabyte by doubling": (
        "{% set n = namespace(x='xx') %}{% for i in range(40) %}{% set n.x = n.x ~ n.x %}{% endfor %}"
    ),
    "a gigabyte by adding": (
        "{% set n = namespace(x='xx') %}{% for i in range(40) %}{% set n.x = n.x + n.x %}{% endfor %}"
    ),
    "a gigabyte by joining": (
        "{% set n = namespace(x='xx') %}{% for i in range(40) %}{% set n.x = [n.x, n.x]|join %}{% endfor %}"
    ),
    "a gigabyte in a block": (
        "{% set n = namespace(x='xx') %}{% for i in range(40) %}"
        "{% set y %}{{ n.x }}{{ n.x }}{% endset %}{% set n.x = y %}{% endfor %}"
    ),
    "a gigabyte of letters of its own": "{% for i in range(90000) %}" + "x" * 9000 + "{% endfor %}",
    "a gigabyte from a macro": (
        "{% macro m() %}" + "x" * 9000 + "{% endmacro %}{% for i in range(90000) %}{{ m() }}{% endfor %}"
    ),
    "a gigabyte by a filter": "{{ game|wrap(10**9, 10**9) }}",
    "a gigabyte by a method": "{{ game.ljust(10**9) }}",
    "a gigabyte by the percent sign": "{{ '%1000000000d' % 1 }}",
    "lists of lists": (
        "{% set n = namespace(x=[1]) %}{% for i in range(50) %}{% set n.x = [n.x, n.x] %}{% endfor %}{{ n.x }}"
    ),
    "a number without end": "{{ 9**9**9**9 }}",
    "a number doubled without end": (
        "{% set n = namespace(x=1) %}{% for i in range(400000) %}{% set n.x = n.x + n.x %}{% endfor %}{{ 1 }}"
    ),
    "a number doubled by taking away": (
        "{% set n = namespace(x=1) %}{% for i in range(400000) %}{% set n.x = n.x - (0 - n.x) %}{% endfor %}{{ 1 }}"
    ),
    "much to reckon in a loop": (
        "{% for i in range(400000) %}" + "{% if i == i == i %}{% endif %}" * 2000 + "{% endfor %}"
    ),
    "a range without end": "{{ range(10**18)|list }}",
    "loops in loops": "{% for a in range(90000) %}{% for b in range(90000) %}{% endfor %}{% endfor %}",
    "loops that skip": "{% for a in range(90000) %}{% for b in range(90000) if false %}{% endfor %}{% endfor %}",
    "loops over letters": (
        "{% set x = 'x' * 9000 %}{% for a in x %}{% for b in x %}{% for c in x %}{% endfor %}{% endfor %}{% endfor %}"
    ),
    "a loop that calls itself": "{% for a in [1] recursive %}{{ loop([1]) }}{% endfor %}",
    "a macro that calls itself": "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}",
    "itself": '{% include "txt/story.txt.j2" %}',
    "no template": "{% for %}",
    "nothing known": "{{ secret }}",
    "a whole list": "{{ story }}",
}  # fmt: skip


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder of templates, with secrets around it."""
    folder = tmp_path / "game" / "templates"
    (folder / "txt").mkdir(parents=True)
    for place in (folder.parent, folder):
        (place / "secret.toml").write_text('seed = "sour cherries"')
    (folder / "txt" / "link.txt.j2").symlink_to(folder.parent / "secret.toml")
    return folder


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_template_can_do_nothing_but_lay_out(attack: str, own: Path) -> None:
    (own / "txt" / "story.txt.j2").write_text(f"first line\n{ATTACKS[attack]}\n")

    with pytest.raises(TemplateFault) as fault:
        rendered("txt", MODEL, str(own))
    assert (str(own / "txt" / "story.txt.j2"), 2) == (fault.value.file, fault.value.line)
    assert "cherries" not in fault.value.why and "\n" not in fault.value.why


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{{ game | upper }}", "WINTER-1756"),
        ("{% for chapter in story %}{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}", "1, 2"),
        ("{{ owed | map(attribute='what') | join(' and ') }}", "Prussia's moves"),
        ("{{ 'step ' ~ step ~ ' of ' ~ game }}", "step 11 of winter-1756"),
        ("{{ '-' * 5 }}{{ 2 * 3 + 2 ** 3 % 5 }}", "-----9"),
        ("{% set n = namespace(x=0) %}{% for i in range(3) %}{% set n.x = n.x + i %}{% endfor %}{{ n.x }}", "3"),
        ("{% macro twice(a) %}{{ a }}{{ a }}{% endmacro %}{{ twice('ab') }}", "abab"),
        ("{{ game.split('-')[1] }}{{ game[:3] }}", "1756win"),
        ("{% for key, value in owed[0].items() %}{{ key }} {% endfor %}", "what default by answered"),
        ("{{ waiting[0].get('role') }}", "Elisabeth"),
    ],
)
def test_what_templates_are_for_goes_on_working(template: str, expected: str, own: Path) -> None:
    (own / "txt" / "report.txt.j2").write_text(template)

    assert expected == rendered("txt", MODEL, str(own)).strip()


def test_a_folder_of_templates_that_is_a_link_is_refused(own: Path, tmp_path: Path) -> None:
    (own / "txt" / "story.txt.j2").write_text("news")
    (tmp_path / "linked").symlink_to(own)

    with pytest.raises(TemplateFault, match="leads out of the folder"):
        rendered("txt", MODEL, str(tmp_path / "linked"))


class Row(NamedTuple):
    name: str
    count: int


def test_a_template_is_given_plain_data() -> None:
    given = {"a": (1, "x"), "b": Row("n", 2), "c": None, "d": True}

    assert {"a": [1, "x"], "b": {"name": "n", "count": 2}, "c": None, "d": True} == plain(given)
    with pytest.raises(TypeError, match="plain data only, not set"):
        plain({"a": {1}})
    with pytest.raises(TypeError, match=r"plain data only, not .*Path"):
        plain({"a": [Path()]})


def test_text_that_acts_is_shown_as_it_is_in_every_form() -> None:
    model: dict[str, Any] = {**MODEL, "heading": "a\x1b[2J\u202eb\x9bc\u200bd\udc9be\U000e0041"}

    for form in ("txt", "html", "md", "json"):
        made = rendered(form, model)
        assert not [sign for sign in made if sign in "\x1b\u202e\x9b\u200b\udc9b\U000e0041"], form
        assert ("\\u001b" if form == "json" else "x1b") in made


@pytest.mark.parametrize("text", ["%the-map%", "\x02the map\x03", "x02the map", "<pbem-map>"])
def test_no_text_can_put_the_map_into_a_page(text: str) -> None:
    html = rendered("html", {**MODEL, "heading": text, "game": text}, map_="<svg><path/></svg>")

    assert 1 == html.count("<svg><path/></svg>")


def test_a_receipt_has_the_same_guard(own: Path) -> None:
    (own / "txt" / "receipt.txt.j2").write_text("{{ game.__class__ }}")

    with pytest.raises(TemplateFault):
        filled("txt/receipt.txt.j2", RECEIPT, str(own))


# in a game


def plant(directory: str, name: str, text: str) -> str:
    path = os.path.join(directory, "templates", *name.split("/"))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    Path(path).write_text(text)
    return path


def test_a_report_names_the_template_and_writes_nothing(game: str) -> None:  # noqa: F811
    path = plant(game, "txt/due.txt.j2", "one\n{{ ''.__class__ }}")
    before = tree(game)

    with pytest.raises(GameFault) as fault:
        report(game)
    assert fault.value.message.startswith(f"{path}:2: error[PB544] template-fault: ")
    assert before == tree(game)


def test_a_receipt_that_cannot_be_laid_out_leaves_the_sheet_outside(game: str) -> None:  # noqa: F811
    from games import sheet_file

    plant(game, "txt/receipt.txt.j2", "{% include '../../secret.toml' %}")
    sheet = sheet_file(game, "north", {"vow": 1})
    before = tree(game)

    with pytest.raises(GameFault, match="PB544"):
        submit(sheet, game)
    assert before == tree(game)


@pytest.mark.parametrize("name", ["site.css", "page.html.j2"])
def test_a_site_takes_no_secret_through_a_link(name: str, game: str, tmp_path: Path) -> None:  # noqa: F811
    play_steps(game, 1)
    os.makedirs(os.path.join(game, "templates", "site"))
    os.symlink(os.path.join(game, "secret.toml"), os.path.join(game, "templates", "site", name))

    with pytest.raises(GameFault, match="PB544"):
        site(game, str(tmp_path / "site"))
