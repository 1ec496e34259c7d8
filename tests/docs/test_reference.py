"""The generated references say what the code says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import shopworld

PAGES = Path(__file__).parents[2] / "docs" / "reference"


@pytest.fixture(scope="module")
def generate() -> dict[str, Any]:
    """What the program that writes the references defines."""
    return runpy.run_path(str(PAGES / "generate.py"))


@pytest.mark.parametrize("page", ["cli", "api"])
def test_the_reference_is_as_it_is_generated(generate: dict[str, Any], page: str) -> None:
    generated = generate[f"{page}_page"]()
    assert (PAGES / f"{page}.md").read_text(encoding="utf-8") == generated, "run: make reference"


def test_every_command_and_every_name_stands_in_it() -> None:
    from shopworld.cli.main import _NOUNS, _VERBS

    told = re.findall(r"^#+ shopworld (.+)$", (PAGES / "cli.md").read_text(encoding="utf-8"), re.M)
    assert {one.split()[0] for one in told} == {*_NOUNS, *_VERBS}
    assert {"mall make", "catalog import amazon", "tasks make intent", "arena generate"} <= set(told)
    page = (PAGES / "api.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^## (.+)$", page, re.M)) == set(vars(shopworld)["__all__"])
    assert " at 0x" not in page
