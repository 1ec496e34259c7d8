from __future__ import annotations

from pathlib import Path

import pytest

from shopworld.cluster import unpack
from shopworld.evaluation.running.agent_code import packed_modules


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's folder, which is where they start their commands."""
    made = tmp_path / "mine"
    (made / "tools_of_mine" / "inner").mkdir(parents=True)
    (made / "shopper.py").write_text("import json, numpy\nimport tools_of_mine.inner.deep\nraise SystemExit('ran')\n")
    (made / "tools_of_mine" / "__init__.py").write_text("from pace_of_mine import SECONDS\n")
    (made / "tools_of_mine" / "inner" / "__init__.py").write_text("")
    (made / "tools_of_mine" / "inner" / "deep.py").write_text("from . import x\n")
    (made / "pace_of_mine.py").write_text("import shopper\nSECONDS = 1\n")
    (made / "answers.py").write_text("GOLD = 1\n")
    monkeypatch.chdir(made)
    return made


def unpacked(packed: dict[str, bytes], place: Path) -> set[str]:
    place.mkdir()
    for piece in packed.values():
        unpack([piece], place)
    return {one.relative_to(place).as_posix() for one in place.rglob("*") if one.is_file()}


def test_a_module_travels_with_what_it_imports_from_beside_it_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    packed = packed_modules(["shopper"])
    assert len(packed) == 1
    assert unpacked(packed, tmp_path / "there") == {
        "shopper.py",
        "pace_of_mine.py",
        "tools_of_mine/__init__.py",
        "tools_of_mine/inner/__init__.py",
        "tools_of_mine/inner/deep.py",
    }


def test_its_name_is_a_hash_of_what_it_holds(folder: Path) -> None:
    before = packed_modules(["shopper"])
    assert packed_modules(["shopper"]).keys() == before.keys()
    (folder / "pace_of_mine.py").write_text("SECONDS = 2\n")
    assert packed_modules(["shopper"]).keys() != before.keys()


@pytest.mark.parametrize("name", ["json", "pytest", "shopworld.agents", "no_such_module"])
def test_what_is_installed_or_not_there_does_not_travel(folder: Path, name: str) -> None:
    assert packed_modules([name]) == {}


def test_a_module_that_cannot_be_parsed_travels_and_fails_where_it_is_loaded(folder: Path, tmp_path: Path) -> None:
    (folder / "broken.py").write_text("def (")
    assert unpacked(packed_modules(["broken"]), tmp_path / "there") == {"broken.py"}
