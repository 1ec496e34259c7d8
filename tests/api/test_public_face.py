"""The library's public face: which names there are, with which signatures, and that each of them is documented.

`public_face.txt` is the face as it is promised. Where a change is meant, write it anew and let reviewers see the
difference: `.venv/bin/python tests/api/test_public_face.py`.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import BaseModel

import shopworld as sw

NAMES: list[str] = vars(sw)["__all__"]
WIDTH = 120
FACE = Path(__file__).with_name("public_face.txt")


def face() -> str:
    """Every public name with its signature, in alphabetical order; of classes, their fields and methods too."""
    lines = [
        "What `import shopworld` offers.",
        "Place: str | Path. OnProgress: Callable[[Progress], object]. OnResult: Callable[[Result], object].",
        "",
    ]
    for name in sorted(NAMES, key=str.casefold):
        for line in _described(name, getattr(sw, name)):
            lines += textwrap.wrap(line, WIDTH, subsequent_indent="        ")
    return "\n".join(lines) + "\n"


def _described(name: str, one: Any) -> list[str]:
    if not inspect.isclass(one):
        return [f"{name}{_signature(one)}"]
    if issubclass(one, enum.Enum):
        return [f"class {name}: {' | '.join(repr(member.value) for member in one)}"]
    return [f"class {name}", *(f"    {line}" for line in _members(one))]


def _members(one: type) -> Iterator[str]:
    """Fields, then properties and methods of our own, in alphabetical order."""
    if dataclasses.is_dataclass(one) or issubclass(one, BaseModel):
        for part in reversed(one.__mro__):
            if part.__module__.startswith("shopworld"):
                for name, annotation in inspect.get_annotations(part).items():
                    if not name.startswith("_") and name != "model_config" and "ClassVar" not in str(annotation):
                        yield f"{name}: {_text(annotation)}"
    for name, member in sorted(public_members(one)):
        if isinstance(member, property):
            yield f"{name}: {_text(inspect.signature(member.fget).return_annotation)} (read)"  # type: ignore[arg-type]
        else:
            yield f"{name}{_signature(getattr(one, name))}"


def public_members(one: type) -> Iterator[tuple[str, Any]]:
    """Methods and properties that classes of ours define."""
    seen: set[str] = set()
    for part in one.__mro__:
        if part.__module__.startswith("shopworld"):
            for name, member in vars(part).items():
                ours = isinstance(member, property | classmethod | staticmethod) or inspect.isfunction(member)
                if ours and not name.startswith("_") and name not in seen:
                    seen.add(name)
                    yield name, member


def _signature(one: Callable[..., Any]) -> str:
    signature = inspect.signature(one)
    parts, by_name = [], False
    for parameter in signature.parameters.values():
        if parameter.name == "self":
            continue
        if parameter.kind is parameter.KEYWORD_ONLY and not by_name:
            parts.append("*")
            by_name = True
        default = "" if parameter.default is parameter.empty else f" = {_value(parameter.default)}"
        parts.append(f"{parameter.name}: {_text(parameter.annotation)}{default}")
    return f"({', '.join(parts)}) -> {_text(signature.return_annotation)}"


def _text(annotation: Any) -> str:
    text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", text).replace("NoneType", "None")


def _value(default: Any) -> str:
    return repr(str(default)) if isinstance(default, enum.Enum) else repr(default)


CLASSES = [name for name in NAMES if name[0].isupper()]
"""By their names: to ask each name what it is would load everything, in every worker, before any test runs."""
FUNCTIONS = sorted(set(NAMES) - set(CLASSES))


def sections(text: str) -> dict[str, str]:
    """The parts of a docstring by their titles."""
    found = re.split(r"^(Args|Returns|Yields|Raises|Attributes):$", text, flags=re.M)
    return dict(zip(found[1::2], found[2::2], strict=True))


def test_the_face_is_as_promised() -> None:
    assert face() == FACE.read_text(encoding="utf-8"), f"where this is meant, write it anew: python {__file__}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_says_what_it_takes_gives_and_raises(name: str) -> None:
    function = getattr(sw, name)
    assert inspect.isfunction(function)
    parts = sections(inspect.getdoc(function) or "")
    told = set(re.findall(r"^    (\w+): ", parts.get("Args", ""), re.M))
    assert told == set(inspect.signature(function).parameters)
    assert {"Returns", "Yields"} & parts.keys()
    assert "Raises" in parts


@pytest.mark.parametrize("name", CLASSES)
def test_a_class_says_what_it_is_and_what_its_methods_do(name: str) -> None:
    one = getattr(sw, name)
    assert inspect.isclass(one)
    assert inspect.getdoc(one)
    for member, defined in public_members(one):
        assert inspect.getdoc(defined if isinstance(defined, property) else getattr(one, member)), member


if __name__ == "__main__":
    FACE.write_text(face(), encoding="utf-8")
