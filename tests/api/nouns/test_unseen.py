"""A suite that stands beside another: like it, from a fresh seed, and without its tasks."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import shopworld as sw
from shopworld.cli.main import app
from shopworld.errors import RunError, TaskError
from shopworld.evaluation import RunFolder, RunSettings
from shopworld.tasks import checks_hash, load_suite, save_suite


def test_it_has_other_tasks_of_the_same_categories(tiny: Path) -> None:
    seen = sw.load_suite("few", home=tiny)
    made = sw.make_unseen_suite("few", seed=8, home=tiny)
    assert made.name == "few-unseen-8"
    assert made == load_suite(tiny / "suites" / "few-unseen-8.json")
    assert made.mall_hash == seen.mall_hash
    assert Counter(one.category for one in made.tasks) <= Counter(one.category for one in seen.tasks)
    assert not {one.intent for one in made.tasks} & {one.intent for one in seen.tasks}
    assert not {checks_hash(one) for one in made.tasks} & {checks_hash(one) for one in seen.tasks}
    assert sw.make_unseen_suite("few", seed=8, home=tiny) == made
    drawn = sw.make_unseen_suite("few", home=tiny)
    assert drawn.seed not in (seen.seed, 8)


def test_what_cannot_be_unseen_is_refused(tiny: Path) -> None:
    seen = sw.load_suite("few", home=tiny)
    with pytest.raises(TaskError, match="its tasks are seen"):
        sw.make_unseen_suite("few", seed=seen.seed, home=tiny)
    strange = seen.model_copy(
        update={"name": "strange", "tasks": tuple(one.model_copy(update={"category": "poem"}) for one in seen.tasks)}
    )
    save_suite(strange, tiny / "suites" / "strange.json")
    with pytest.raises(TaskError, match="nothing makes tasks like"):
        sw.make_unseen_suite("strange", home=tiny)


def test_a_run_plays_both_and_the_report_sets_them_side_by_side(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tiny))
    out = tmp_path / "honest"
    arguments = ["run", "few", "-a", "oracle+tools", "-a", "noop+tools", "--workers", "1", "--out", str(out)]
    planned = CliRunner().invoke(app, [*arguments, "--dry-run"])
    assert planned.exit_code == 0, planned.output
    assert "4 of 4 episodes are left to play" in planned.stdout
    assert not out.exists()

    played = CliRunner().invoke(app, [*arguments, "--unseen"])
    assert played.exit_code == 0, played.output
    assert "Tuned and unseen" in played.stdout
    beside = tmp_path / "honest-unseen"
    settings = RunFolder(beside).settings()
    assert settings.unseen_of == "few"
    assert settings.suite.startswith("few-unseen-")
    assert settings == RunSettings.read(beside / "run.toml")
    assert "unseen_of" not in (out / "run.toml").read_text()

    again = CliRunner().invoke(app, [*arguments, "--unseen", "--json"])  # goes on with the suite that was drawn
    assert RunFolder(beside).settings() == settings
    assert json.loads(again.stdout)["unseen"]["noop+tools"]["all"]["completion"] == 0.0

    told = CliRunner().invoke(app, ["report", str(out), str(beside), "--json"])
    rows = json.loads(told.stdout)["unseen"]
    assert [(one["agent"], one["tuned"]["value"], one["unseen"]["value"]) for one in rows] == [
        ("oracle+tools", 1.0, 1.0),
        ("noop+tools", 0.0, 0.0),
    ]
    assert rows[0]["unseen_suite"] == settings.suite
    assert rows[0]["change"]["low"] < 0 < rows[0]["change"]["high"]
    assert 'id="unseen"' in (out / "report.html").read_text()

    named = [*arguments, "--unseen", "--filter", "checkout_01", "--out", str(tmp_path / "other")]
    with pytest.raises(RunError, match="other tasks have these names"):
        CliRunner().invoke(app, named, catch_exceptions=False)
