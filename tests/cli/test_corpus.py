"""`shopworld corpus`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shopworld.cli.corpus import app


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path))


def _ask(*arguments: str) -> str:
    asked = CliRunner().invoke(app, list(arguments))
    assert asked.exit_code == 0, asked.output
    return asked.stdout


def test_a_corpus_is_made_and_searched(
    small_mall_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("COLUMNS")
    made = _ask("make", str(small_mall_folder))
    assert " products and " in made
    assert str(tmp_path / "corpora") in made.replace("\n", "")
    found = json.loads(_ask("search", str(small_mall_folder), "usb cable", "-k", "2", "--json"))
    assert len(found) == 2
    assert found[0]["url"].startswith("http://")
    shop = found[0]["shop"]
    table = _ask("search", str(small_mall_folder), "usb cable", "--shop", shop)
    assert "score" in table
    assert "…" not in table, "where nobody looks on, nothing is cut"
    assert all(shop in line for line in table.splitlines()[1:] if line.strip())
