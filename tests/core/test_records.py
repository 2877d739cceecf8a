"""Records: written as named tuples are, and like them in all that the program asks of them."""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import NamedTuple

import pytest

from pbem.core import Record


class Bird(Record):
    """A bird of prey."""

    name: str
    creatures: tuple[str, ...] = ()
    hooded: bool = False

    @property
    def title(self) -> str:
        return self.name.title()


class Falcon(Bird):
    """A bird that flies far."""


class Model(NamedTuple):
    """The same, as the standard library makes it."""

    name: str
    creatures: tuple[str, ...] = ()
    hooded: bool = False


GIVEN = [(("f",), {}), (("f", ("hare",)), {}), (("f",), {"hooded": True}), ((), {"hooded": True, "name": "f"})]


@pytest.mark.parametrize(("values", "named"), GIVEN)
def test_a_record_is_what_a_named_tuple_is(values: tuple[str, ...], named: dict[str, object]) -> None:
    bird, model = Bird(*values, **named), Model(*values, **named)  # type: ignore[arg-type]

    assert model == bird
    assert hash(model) == hash(bird)
    assert (model.name, model.creatures, model.hooded) == (bird.name, bird.creatures, bird.hooded)
    assert model._asdict() == bird._asdict()
    assert model._replace(name="g") == bird._replace(name="g")
    assert repr(model).replace("Model", "Bird") == repr(bird)
    assert Model._make(model) == Bird._make(model)


def test_its_class_tells_the_same_of_its_fields() -> None:
    for name in ("_fields", "_field_defaults", "__match_args__", "__slots__"):
        assert getattr(Model, name) == getattr(Bird, name)


@pytest.mark.parametrize(
    ("values", "named"), [((), {}), (("f", (), True, 1), {}), (("f",), {"name": "g"}), (("f",), {"colour": "grey"})]
)
def test_what_is_no_record_of_its_kind_is_refused(values: tuple[object, ...], named: dict[str, object]) -> None:
    for kind in (Model, Bird):
        with pytest.raises(TypeError):
            kind(*values, **named)  # type: ignore[arg-type]
    with pytest.raises((TypeError, ValueError)):
        Bird("f")._replace(colour="grey")  # type: ignore[call-arg]


def test_nothing_of_a_record_can_be_changed() -> None:
    for name in ("name", "colour"):
        with pytest.raises(AttributeError):
            setattr(Bird("f"), name, "g")


def test_a_record_of_a_record_has_its_fields_and_is_of_its_own_kind() -> None:
    falcon = Falcon("f", hooded=True)

    assert ("f", (), True) == falcon
    assert "F" == falcon.title
    assert Falcon is type(falcon._replace(name="g"))
    with pytest.raises(AttributeError):
        falcon.colour = "grey"  # type: ignore[attr-defined]


def test_a_record_goes_to_another_process_and_comes_back() -> None:
    back = pickle.loads(pickle.dumps(Falcon("f", ("hare",))))

    assert (Falcon, Falcon("f", ("hare",))) == (type(back), back)


def test_a_record_is_matched_by_its_fields() -> None:
    match Bird("f", ("hare",)):
        case Bird(name, creatures):
            found = (name, creatures)

    assert ("f", ("hare",)) == found


def test_a_record_without_fields_is_told_what_its_module_lacks() -> None:
    with pytest.raises(TypeError, match="from __future__ import annotations"):
        type(Record)("Empty", (Record,), {})


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[2] / "pbem").rglob("*.py")), ids=lambda path: path.stem)
def test_every_module_with_records_has_its_annotations_as_text(path: Path) -> None:
    """Python 3.14 reckons others only when they are asked for, and a class would be made without its fields."""
    text = path.read_text(encoding="utf-8")

    assert "(Record)" not in text or "from __future__ import annotations\n" in text
