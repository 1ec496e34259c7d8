"""One word, one thing: no second public class of a name, and a glossary that names classes which are there."""

from __future__ import annotations

import ast
import functools
import re
from collections import defaultdict

from written_pages import ROOT

SOURCE = ROOT / "src" / "shopworld"

AGREED = {
    "Review": (
        ("agents", "catalog"),
        "a model is asked for the form `Review`, and recorded answers are found by its name",
    ),
}
"""Names that several classes may have: the room of each, and why. Whatever else is found wants a name of its own."""


@functools.cache
def public_classes() -> dict[str, list[str]]:
    """The modules of every public class, by its name."""
    found = defaultdict(list)
    for file in sorted(SOURCE.rglob("*.py")):
        module = ".".join(file.relative_to(SOURCE).with_suffix("").parts)
        for statement in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(statement, ast.ClassDef) and not statement.name.startswith("_"):
                found[statement.name].append(module)
    return found


def rooms_of(name: str) -> list[str]:
    """The room of every class of a name."""
    return sorted(module.partition(".")[0] for module in public_classes().get(name, []))


def test_a_public_class_has_a_name_of_its_own() -> None:
    several = {name: modules for name, modules in public_classes().items() if len(modules) > 1 and name not in AGREED}
    assert not several, "these names are several things; give each a name of its own"


def test_what_was_agreed_is_still_needed() -> None:
    for name, (rooms, why) in AGREED.items():
        assert rooms_of(name) == list(rooms), f"{name} is agreed for {rooms} alone"
        assert len(rooms) > 1
        assert why


def test_the_glossary_names_classes_that_are_there() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    named = {one.rpartition(".")[2] for one in re.findall(r"`((?:shopworld\.\w+\.)?[A-Z][a-z]\w+)`", text)}
    assert len(named) > 40
    assert named <= set(public_classes()), sorted(named - set(public_classes()))


def test_the_glossary_explains_every_word_once() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    _, *sections = re.split(r"^## ", text, flags=re.M)
    words = [word for section in sections for word in re.findall(r"\*\*([^*]+)\*\*", section)]
    assert sorted(set(words)) == sorted(words)
    wanted = (
        "product variant offer catalog shop mall world interface environment episode event session task check rubric "
        "requirement suite run trial attempt trajectory oracle"
    )
    assert set(wanted.split()) <= set(words)
