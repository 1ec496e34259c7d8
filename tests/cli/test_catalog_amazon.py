"""`shopworld catalog import amazon`, and what can be asked of a catalog without a mall."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from shopworld.catalog import Catalog
from shopworld.cli.catalog import app
from shopworld.errors import CatalogError, InputError
from shopworld.mall import Home


def product(number: int, **changes: object) -> dict[str, Any]:
    row = {
        "main_category": "Electronics",
        "title": f"Wireless charger {number} for phones",
        "average_rating": 4.1,
        "rating_number": 25,
        "features": [],
        "description": [],
        "price": "$19.99" if number % 2 else None,
        "store": "Brightly",
        "categories": ["Electronics", "Chargers"],
        "details": {"Connector Type": "USB Type C", "OS": "Android", "Date First Available": "May 4, 2020"},
        "parent_asin": f"B{number:09}",
    }
    return row | changes


def write(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
    return path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """An empty home, and the working directory with two product files and a review file."""
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "meta_A.jsonl.gz", [product(number) for number in range(1, 6)])
    write(tmp_path / "meta_B.jsonl.gz", [product(number) for number in range(5, 9)])
    rows = [
        {"rating": 5, "text": "Good", "parent_asin": "B000000002", "user_id": f"A{number}", "timestamp": 1588615855070}
        for number in range(4)
    ]
    write(tmp_path / "A.jsonl.gz", rows)
    return Home(tmp_path / "home")


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.stderr
    return result.stdout


SHELL = ("--products", "meta_A.jsonl.gz", "meta_B.jsonl.gz", "--reviews", "A.jsonl.gz", "meta_A.jsonl.gz")
"""As a shell expands `--products meta_*.jsonl.gz --reviews *.jsonl.gz`."""


def test_files_as_a_shell_expands_them(home: Home) -> None:
    report = json.loads(run("import", "amazon", *SHELL, "--max-reviews", "3", "--seed", "1", "--json"))
    assert (report["products"], report["reviews"], report["reviews_read"]) == (8, 3, 4)
    assert report["refused"] == {"duplicate parent_asin": 1}
    with Catalog.open(home.catalog("amazon")) as catalog:
        assert catalog.name == "amazon"
        assert catalog.manifest.seed == 1


def test_patterns_and_a_name(home: Home) -> None:
    text = run("import", "amazon", "--products", "meta_*.jsonl.gz", "--reviews=*.jsonl.gz", "--name", "small")
    assert "small: 8 products, 4 reviews" in text
    assert "price: written as text" in text
    assert "duplicate parent_asin" in text
    assert home.catalog("small").is_dir()
    assert max(map(len, text.splitlines()[:-1])) <= 80


def test_describe_by_name_shows_attributes_coverage_and_values(home: Home) -> None:
    run("import", "amazon", *SHELL)
    text = run("describe", "amazon")
    assert "amazon: 8 offers, 4 reviews" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["operating_system", "8", "100%", "1", "android", "(8)"] in rows
    assert ["8", "Date", "First", "Available"] in rows
    data = json.loads(run("describe", "amazon", "--json"))
    connector = next(one for one in data["attributes"] if one["name"] == "connector")
    assert connector == {
        "name": "connector",
        "offers": 8,
        "coverage": 1.0,
        "values": 1,
        "examples": [["usb-c", 8]],
        "exact": True,
    }
    assert data["unknown_labels"] == [["Date First Available", 8]]
    assert json.loads(run("describe", str(home.catalog("amazon")), "--json")) == data


def test_search_by_name_names_products(home: Home) -> None:
    run("import", "amazon", *SHELL)
    assert "B000000003" in run("search", "amazon", "wireless charger 3")
    found = json.loads(run("search", "amazon", "charger", "--json"))
    assert {one["product_id"] for one in found["offers"]} == {f"B{number:09}" for number in range(1, 9)}


def test_what_does_not_exist_is_a_clear_error(home: Home) -> None:
    with pytest.raises(InputError, match="no file matches"):
        run("import", "amazon", "--products", "nothing_*.jsonl")
    with pytest.raises(InputError, match="no such file"):
        run("import", "amazon", "--products", "nothing.jsonl")
    with pytest.raises(InputError, match="is no name"):
        run("import", "amazon", "--products", "meta_A.jsonl.gz", "--name", "../x")
    with pytest.raises(CatalogError, match="no catalog here"):
        run("describe", "nowhere")


def test_a_broken_file_is_told_to_people_with_file_and_line(home: Home, tmp_path: Path) -> None:
    broken = tmp_path / "meta_C.jsonl.gz"
    broken.write_bytes(write(broken, [product(number) for number in range(50)]).read_bytes()[:-9])
    command = [sys.executable, "-c", "from shopworld.cli import main; main()"]
    command += ["catalog", "import", "amazon", "--products", str(broken)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "400"})
    assert done.returncode == 1
    assert done.stdout == ""
    *progress, error, hint = done.stderr.splitlines()
    assert all(one.startswith("[") for one in progress), done.stderr  # where it took more than two seconds
    assert error.startswith(f"error: {broken}:")
    assert "breaks off" in error
    assert "--keep-broken" in hint
    assert not home.catalog("amazon").exists()
    assert json.loads(run("import", "amazon", "--products", str(broken), "--keep-broken", "--json"))["products"] > 0


def test_help_has_examples() -> None:
    text = run("import", "amazon", "--help")
    assert "shopworld catalog import amazon --products meta_*.jsonl.gz --reviews *.jsonl.gz" in " ".join(text.split())
