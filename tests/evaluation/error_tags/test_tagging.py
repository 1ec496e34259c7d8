"""Tags of whole run folders: kept as a file, in the report, by the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lxml.html
import pytest
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.errors import InputError
from shopworld.evaluation import RunFolder, write_report
from shopworld.evaluation.error_tags import TAGS, TAGS_FILE, read_tags, tag_run
from shopworld.tasks import Suite


@pytest.fixture
def suite(played_once: Any) -> Suite:
    """The suite of the played run."""
    return Suite(name="scripted", version="1", mall="m", mall_hash="mh", tasks=tuple(played_once.tasks))


def test_all_trials_of_a_run_that_was_made_before_are_tagged(played: Path, suite: Suite) -> None:
    found = tag_run(played, suite)
    assert len(found) == len(RunFolder(played).results()) == 64
    assert read_tags(played) == found
    wandering = [one for one in found.values() if one.agent == "wanders"]
    assert all("out_of_steps" in one.names for one in wandering)
    assert all("false_claim" in one.names for one in found.values() if one.agent == "wrong")
    assert not any(one.names for one in found.values() if one.agent == "right")


def test_without_its_suite_a_run_is_tagged_all_the_same(played: Path, suite: Suite) -> None:
    alone, known = tag_run(played), tag_run(played, suite)
    assert alone.keys() == known.keys()
    assert all(set(alone[key].told) < set(known[key].told) for key in alone if known[key].agent == "wrong")
    assert all(set(alone[key].names) <= set(known[key].names) for key in alone)


def test_tagging_again_gives_the_same_bytes(played: Path) -> None:
    tag_run(played)
    first = (played / TAGS_FILE).read_bytes()
    tag_run(played)
    assert (played / TAGS_FILE).read_bytes() == first


def test_a_line_that_is_no_tags_is_named(played: Path) -> None:
    (played / TAGS_FILE).write_bytes(b'{"agent": "right"}\n')
    with pytest.raises(InputError, match="not the tags of a trial"):
        read_tags(played)


def test_the_report_has_the_table_the_definitions_and_the_tags_of_each_episode(played: Path) -> None:
    page = lxml.html.parse(str(write_report([played])))
    columns = page.xpath("//section[@id='error-tags']//th/text()")
    shown = [tag for tag in TAGS if tag.title in columns]
    assert {"repeated_action", "control_not_operated", "out_of_steps"} <= {tag.name for tag in shown}
    assert len(page.xpath("//section[@id='error-tags']//tbody/tr")) == 4
    assert [one.text for one in page.xpath("//dl[@class='definitions']/dd")] == [tag.definition for tag in TAGS]
    key, tags = next((key, one) for key, one in read_tags(played).items() if one.marks)
    episode = lxml.html.parse(str(RunFolder(played).attempt(key, 0) / "index.html"))
    assert tags.marks[0].text in " ".join(episode.xpath("//p/text()"))


def test_the_command_prints_the_table_within_80_columns_and_json(played: Path) -> None:
    printed = CliRunner().invoke(app, ["report", str(played)])
    assert printed.exit_code == 0
    assert "Error tags" in printed.stdout
    assert max(map(len, printed.stdout.replace(str(played), "").splitlines())) <= 80
    answer = json.loads(CliRunner().invoke(app, ["report", str(played), "--json"]).stdout)
    found = answer["runs"][str(played)]["wanders"]["error_tags"]
    assert found["out_of_steps"] == {"count": 16, "of": 16, "share": 1.0}
    assert found["sort_unused"] == {"count": 0, "of": 0, "share": None}
