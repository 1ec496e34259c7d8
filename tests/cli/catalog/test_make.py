"""`shopworld catalog make`."""

from __future__ import annotations

import json
from pathlib import Path

from typer.testing import CliRunner

from shopworld.cli.catalog import app


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(arguments))
    assert result.exit_code == code
    return result.output if code else result.stdout


def test_files_are_made_and_told(tmp_path: Path) -> None:
    text = run("make", "amazon", "--products", "60", "--out", str(tmp_path / "data"), "--seed", "3")
    assert "60 products" in text
    assert "meta_All_Beauty.jsonl.gz" in text
    assert len(list((tmp_path / "data").iterdir())) == 8


def test_machines_get_json(tmp_path: Path) -> None:
    found = json.loads(run("make", "amazon", "--products", "30", "--out", str(tmp_path), "--noise", "0", "--json"))
    assert found["products"] == 30
    assert all(Path(file).is_file() for file in found["files"])


def test_a_share_above_one_is_refused(tmp_path: Path) -> None:
    assert "--noise" in run("make", "amazon", "--out", str(tmp_path), "--noise", "2", code=2)
