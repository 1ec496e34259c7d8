"""`shopworld tasks import ecomagentbench`: a suite that can be run, and every defect on the screen."""

from __future__ import annotations

import json
from pathlib import Path

import orjson
import pytest
from typer.testing import CliRunner

from shopworld.catalog import Catalog
from shopworld.cli.tasks import app
from shopworld.errors import InputError
from shopworld.mall import Home
from shopworld.tasks import find_suite

SAMPLE = {
    "id": "s-1",
    "intent_category": "product_search",
    "user_query": "A folding desk lamp.",
    "target_product": {
        "product_id": "B0LAMP0001",
        "title": "Hellum Folding Desk Lamp",
        "details": {"Color": "White", "Hinge": "Steel"},
    },
    "rubrics": [
        {"id": "r1", "type": "entity_match", "expected_value": "desk lamp", "info_source": "query"},
        {
            "id": "r2",
            "type": "attribute_match",
            "field": "details.Hinge",
            "expected_value": "Steel",
            "info_source": "persona",
        },
        {
            "id": "r3",
            "type": "negative_attribute",
            "field": "details.Color",
            "expected_value": [],
            "info_source": "query",
        },
    ],
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Home:
    """A home with a file of one sample."""
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    (tmp_path / "benchmark.jsonl").write_bytes(orjson.dumps(SAMPLE))
    return Home(tmp_path / "home")


def test_a_suite_and_a_catalog_of_its_targets_are_made(home: Home, tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["import", "ecomagentbench", str(tmp_path / "benchmark.jsonl"), "--name", "lamps"])
    assert result.exit_code == 0, result.output
    assert "1 tasks, 1 of them with defects" in result.output
    assert "no value is excluded" in result.output
    assert "'Hinge'" in result.output
    suite = find_suite("lamps", home.folder)
    with Catalog.open(home.catalog("lamps")) as catalog:
        assert catalog.content_hash == suite.catalog_hash
        assert catalog.offers_of_product("B0LAMP0001")[0].title == "Hellum Folding Desk Lamp"


def test_a_catalog_that_is_there_is_used(home: Home, tmp_path: Path) -> None:
    arguments = ["import", "ecomagentbench", str(tmp_path / "benchmark.jsonl")]
    assert CliRunner().invoke(app, [*arguments, "--name", "lamps"]).exit_code == 0
    result = CliRunner().invoke(app, [*arguments, "--name", "again", "--catalog", "lamps", "--json"])
    assert result.exit_code == 0, result.output
    told = json.loads(result.stdout)
    assert (told["tasks"], told["unresolved"]) == (1, {"Hinge": 1})
    assert find_suite("again", home.folder).catalog == "lamps"
    assert not home.catalog("again").exists()


def test_a_broken_file_leaves_nothing(home: Home, tmp_path: Path) -> None:
    (tmp_path / "broken.jsonl").write_text("{")
    result = CliRunner().invoke(app, ["import", "ecomagentbench", str(tmp_path / "broken.jsonl")])
    assert isinstance(result.exception, InputError)
    assert not home.catalog("ecomagentbench").exists()
    assert not home.suite("ecomagentbench").exists()
