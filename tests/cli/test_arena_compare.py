"""`shopworld arena compare` on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from shopworld.cli.arena_compare import joined_groups
from shopworld.cli.main import app
from shopworld.errors import InputError


def test_a_group_takes_all_words_up_to_the_next_option() -> None:
    words = ["--group", "a", "b c", "--out", "x", "--group", "d", "--json"]
    assert joined_groups(words) == ["--group", "a\nb c", "--out", "x", "--group", "d", "--json"]
    assert joined_groups(["a", "b", "--json"]) == ["a", "b", "--json"]


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["one"],
        ["one", "two", "three"],
        ["--group", "a", "b"],
        ["one", "two", "--group", "a", "--group", "b"],
        ["--source-run", "runs/a"],
        ["one", "two", "--source-run", "a", "--twin-run", "b"],
    ],
)
def test_what_cannot_be_compared_is_refused(words: list[str], tmp_path: Path) -> None:
    found = CliRunner().invoke(app, ["arena", "compare", *words, "--out", str(tmp_path / "out")])
    assert isinstance(found.exception, InputError)
    assert "expected" in found.exception.message
    assert not (tmp_path / "out").exists()
