"""Which mutants are drawn. The library that makes them comes with the extra `mutants`."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

pytest.importorskip("mutmut")

from mutants import Mutant, draw

SOURCE = '''
"""A module about nothing."""
LIMIT = 10
logger = logging.getLogger("name")

class Box:
    size: int = 3

    @property
    def half(self) -> int | None:
        """Half of it."""
        return self.size / 2

def fits(size: int, kind: str = "flat") -> bool:
    assert size > 0
    if kind == "none":
        logger.info("kind", size + 1)
        raise ValueError("kind", size + 2)
    for one, other in zip((1,), (2,), strict=True):
        print(f"{one + other} pieces are left")
    return size <= 3
'''


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package whose room `episode` is that module."""
    (tmp_path / "episode").mkdir()
    (tmp_path / "episode" / "box.py").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def drawn(package: Path, most: int = 1000, seed: int = 1) -> list[Mutant]:
    return list(draw(package, "episode", most, seed))


def test_the_same_seed_draws_the_same_and_fewer_are_the_first_of_them(package: Path) -> None:
    everything = drawn(package)
    assert drawn(package) == everything
    assert drawn(package, most=5) == everything[:5]
    assert drawn(package, seed=2) != everything
    assert {one.name for one in drawn(package, seed=2)} == {one.name for one in everything}


def test_each_is_the_module_with_one_place_changed(package: Path) -> None:
    for one in drawn(package):
        assert ast.dump(ast.parse(one.text)) != ast.dump(ast.parse(SOURCE))
        was, now = SOURCE.splitlines(), one.text.splitlines()
        changed = [number for number, (old, new) in enumerate(zip(was, now, strict=True), start=1) if old != new]
        assert len(changed) == 1
        assert was[changed[0] - 1].strip() == one.before
        assert one.lines[0] <= changed[0] <= one.lines[1]
        assert one.around[0] <= one.lines[0] <= one.lines[1] <= one.around[1]


def test_bodies_of_functions_are_mutated_decorated_ones_too_and_nothing_that_only_people_or_checkers_read(
    package: Path,
) -> None:
    changes = {(one.before, one.after) for one in drawn(package)}
    assert ("return self.size / 2", "return self.size * 2") in changes
    assert ('if kind == "none":', 'if kind != "none":') in changes
    assert ("return size <= 3", "return size < 3") in changes
    assert {before for before, _ in changes} == {
        "return self.size / 2",
        'def fits(size: int, kind: str = "flat") -> bool:',
        'if kind == "none":',
        "for one, other in zip((1,), (2,), strict=True):",
        "return size <= 3",
    }
