"""What a run would take and could show, from runs of before."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

from shopworld.cli.main import app
from shopworld.errors import AgentError, RunError
from shopworld.evaluation import RunSettings
from shopworld.evaluation.planning import PastRun, forecast, read_past
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Result, Status
from shopworld.tasks import AnswerSet, OfferAddress, Suite, Task, save_suite

TASKS = [
    Task(
        id=f"task_{number}",
        template=f"template_{number // 2}",
        category="find_specific_product",
        intent="Find the one.",
        start="http://shop-a.example/",
        checks=(AnswerSet(groups=((OfferAddress(shop="shop-a", slug="one"),),)),),
    )
    for number in range(20)
]


def result(agent: str, number: int, passed: bool, **usage: float) -> Result:
    return Result(
        agent=agent,
        task=f"task_{number}",
        trial=0,
        template=f"template_{number // 2}",
        status=Status.PASSED if passed else Status.FAILED,
        reward=float(passed),
        seconds=30.0,
        usage=usage,
        hashes=Hashes(task="", checks=""),
    )


def past(suite: str = "made") -> PastRun:
    model = {"input_tokens": 900.0, "output_tokens": 100.0, "usd": 0.5}
    results = [result("model", number, number % 4 != 0, **model) for number in range(20)]
    return PastRun(suite, (*results, *(result("rule", number, number % 2 == 0) for number in range(20))))


def test_time_tokens_and_dollars_are_those_of_earlier_trials() -> None:
    found = forecast("made", TASKS, ("model", "rule", "new"), trials=3, past=[past()], workers=2)
    model, rule, new = found.agents
    assert (model.trials, model.known, model.same_suite) == (60, 20, True)
    assert model.minutes == pytest.approx(30.0)
    assert (model.tokens, model.usd) == (60_000.0, 30.0)
    assert rule.minutes == pytest.approx(30.0)
    assert (rule.tokens, rule.usd) == (None, None)
    assert (new.minutes, new.known, new.completion) == (None, 0, 0.5)
    assert found.minutes is None
    assert forecast("made", TASKS, ("model", "rule"), trials=3, past=[past()], workers=2).minutes == pytest.approx(30)


def test_pairs_that_were_played_tell_their_own_variance() -> None:
    found = forecast("made", TASKS, ("model", "rule", "new"), trials=1, past=[past()])
    known = {(one.first, one.second): one.known for one in found.pairs}
    assert known == {("model", "rule"): 20, ("model", "new"): 0, ("rule", "new"): 0}
    alone = forecast("made", TASKS, ("model", "rule"), trials=1, past=[past()])
    assert alone.pairs[0].smallest < found.pairs[0].smallest, "three pairs are corrected for"


def test_other_suites_tell_time_and_no_variance() -> None:
    found = forecast("made", TASKS, ("model", "rule"), trials=1, past=[past("another")])
    assert not found.agents[0].same_suite
    assert found.agents[0].minutes == pytest.approx(10.0)
    assert found.pairs[0].known == 0


def test_more_trials_show_smaller_differences_where_nothing_is_known() -> None:
    sizes = [forecast("made", TASKS, ("a", "b"), trials=trials).pairs[0].smallest for trials in (1, 2, 4)]
    assert sizes == sorted(sizes, reverse=True)
    rates = [forecast("made", TASKS, ("a", "b"), trials=1, rate=rate).pairs[0].smallest for rate in (0.5, 0.9)]
    assert rates[0] > rates[1]
    with pytest.raises(RunError, match="rate"):
        forecast("made", TASKS, ("a",), trials=1, rate=1.5)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    (tmp_path / "home" / "suites").mkdir(parents=True)
    suite = Suite(name="made", version="1", mall="m", mall_hash="mh", tasks=tuple(TASKS))
    save_suite(suite, tmp_path / "home" / "suites" / "made.json")
    run = tmp_path / "runs" / "first"
    run.mkdir(parents=True)
    (run / "run.toml").write_text(RunSettings(suite="made", agents=("model", "rule")).to_toml())
    world = Provenance(package="0", suite="made", suite_version="1", suite_hash="s", catalog_hash="c", tasks={})
    (run / "world.json").write_bytes(world.to_json())
    (run / "results.jsonl").write_bytes(b"".join(one.to_json() + b"\n" for one in past().results))
    (tmp_path / "runs" / "broken").mkdir()
    (tmp_path / "runs" / "broken" / "run.toml").write_text("?")
    return tmp_path


def test_the_command_says_what_a_run_takes_and_shows(home: Path) -> None:
    arguments = ["plan", "made", "-a", "model", "-a", "rule", "--trials", "2", "--from", str(home / "runs")]
    told = CliRunner().invoke(app, arguments)
    assert told.exit_code == 0, told.output
    assert "20 tasks of 10 templates, 2 trials each." in told.stdout
    assert "model and rule are told apart from" in told.stdout
    machine = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert machine["agents"][0]["usd"] == 20.0
    assert machine["pairs"][0]["known"] == 20
    few = CliRunner().invoke(app, ["plan", "made", "-a", "x", "-a", "y", "--filter", "task_1", "--from", str(home)])
    assert "nothing can be told apart" in few.stdout
    with pytest.raises(AgentError):
        CliRunner().invoke(app, ["plan", "made"], catch_exceptions=False)


def test_folders_that_are_no_runs_are_passed_over(home: Path) -> None:
    assert [run.suite for run in read_past([home / "runs"])] == ["made"]
    assert read_past([home / "nowhere"]) == []
    assert math.isclose(sum(one.reward for one in read_past([home / "runs" / "first"])[0].results), 25.0)
