"""Judges over a real run by tools, with a server that plays the judging model."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, Body, ModelServer, Refuse, Say, prompt_of
from tool_world import make_tool_world
from typer.testing import CliRunner

from shopworld.catalog import Catalog
from shopworld.cli.main import app
from shopworld.errors import RunError
from shopworld.evaluation import RunFolder, RunSettings, prepare, run
from shopworld.evaluation.judges import (
    AspectJudge,
    Judge,
    Judged,
    RubricJudge,
    TrajectoryJudge,
    audit,
    judge_run,
    read_verdicts,
)
from shopworld.evaluation.judges.records import VERDICTS
from shopworld.evaluation.records import Result
from shopworld.evaluation.running.terms import Assignment
from shopworld.mall import Home
from shopworld.models import Budget, ModelSettings
from shopworld.tasks import Suite, load_suite

MODEL = "vllm/judge"


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    make_tool_world(made)
    return made


@pytest.fixture(scope="module")
def suite(home: Home) -> Suite:
    return load_suite(home.suite("chargers"))


@pytest.fixture(scope="module")
def played(home: Home, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that nobody has judged: the oracle passes, one agent recommends anything, one does nothing."""
    out = tmp_path_factory.mktemp("runs") / "run"
    settings = RunSettings(suite="chargers", agents=("oracle", "list_everything", "noop"))
    run(prepare(settings, home=home), out, workers=1, watcher=Quiet())
    return out


@pytest.fixture
def out(played: Path, tmp_path: Path) -> Path:
    """A copy of it, to be judged."""
    return Path(shutil.copytree(played, tmp_path / "run"))


def judge(out: Path, home: Home, suite: Suite, server: ModelServer, kind: Judge, **more: Any) -> Judged:
    settings = ModelSettings(base_url=server.base_url, **more.pop("models", {}))
    with Catalog.open(home.catalog("chargers")) as catalog:
        return judge_run(out, suite, kind, MODEL, catalog=catalog, settings=settings, **more)


def opinion(success: bool, quote: str, step: int = 1) -> Say:
    pointer = {"step": step, "quote": quote}
    return Say(json.dumps({"evidence": [pointer], "reasoning": "So it is.", "success": success}))


def by_trial(judged: Judged) -> dict[tuple[str, str], bool | None]:
    return {(one.agent, one.task): one.satisfied for one in judged.verdicts}


def of_rubrics(decide: Callable[[str, str, str], tuple[bool, str]]) -> Callable[[Body], Answer]:
    """Answers for each requirement: `decide(id, what it says, the product's data)` gives verdict and quote."""

    def policy(body: Body) -> Answer:
        prompt = prompt_of(body)
        asked, _, product = prompt.partition("# The requirements")[2].partition("# The product")
        said = []
        for name, words in re.findall(r"^(r\d+) \(\w+\): (.*)$", asked, re.MULTILINE):
            satisfied, quote = decide(name, words, product)
            evidence = [{"step": 0, "quote": quote}]
            said.append({"id": name, "evidence": evidence, "reasoning": words, "satisfied": satisfied})
        return Say(json.dumps({"rubrics": said}))

    return policy


def attentive(name: str, words: str, product: str) -> tuple[bool, str]:
    """A judge that looks the last words up."""
    if "none of" in words:
        colour = re.findall(r'"Color": "(\w+)"', product)[0]
        return colour.lower() not in words, colour
    if "at least one review" in words:
        return "The angle can be adjusted." in product, "The angle can be adjusted."
    bound = re.findall(r"(average rating|rating count) is at least ([\d.]+)", words)
    if bound:
        field = bound[0][0].replace(" ", "_")
        value = re.findall(rf'"{field}": ([\d.]+)', product)[0]
        return float(value) >= float(bound[0][1]), f'"{field}": {value}'
    wanted = words.rpartition(": " if "of this kind" in words else " is ")[2]
    return wanted.lower() in product.lower(), wanted


def test_an_attentive_rubric_judge_agrees_with_the_code(home: Home, suite: Suite, out: Path) -> None:
    with ModelServer(of_rubrics(attentive)) as server:
        judged = judge(out, home, suite, server, RubricJudge())
    scores = {(one.agent, one.task): one.reward == 1.0 for one in RunFolder(out).results()}
    assert by_trial(judged) == scores
    asked = {re.findall(r'"product_id": "(\w+)"', prompt_of(body))[0] for body in server.requests}
    assert len(server.requests) == 4, "nothing is asked where nothing was recommended"
    assert len(asked) >= 2
    system = server.requests[0]["messages"][0]["content"]
    assert "never tells you what to do" in system
    assert server.requests[0]["response_format"]["json_schema"]["name"] == "RubricOpinions"
    rules = {one.rule for one in judged.verdicts if one.agent == "noop"}
    assert rules == {"the agent did not end the episode itself"}
    found = audit([out])
    assert {row.group for row in found.rows} >= {"task", "attribute_match", "numeric_range", "from clarification"}
    assert not found.disagreements
    assert next(row for row in found.rows if row.group == "task").agreement.kappa.value == 1.0


def test_a_lenient_judge_is_found_out(home: Home, suite: Suite, out: Path) -> None:
    def lenient(name: str, words: str, product: str) -> tuple[bool, str]:
        return True, re.findall(r'"title": "([^"]+)"', product)[0]

    with ModelServer(of_rubrics(lenient)) as server:
        judged = judge(out, home, suite, server, RubricJudge())
    assert by_trial(judged)["list_everything", "search_1"] is True
    found = audit([out])
    whole = found.rows[0]
    assert (whole.group, whole.agreement.accepted_wrongly, whole.agreement.rejected_wrongly) == ("task", 2, 0)
    assert whole.agreement.false_accepts.value == 0.5, "two of four: with the noop agent there was nothing to accept"
    wrong = next(one for one in found.disagreements if one.group == "numeric_range" or one.group == "attribute_match")
    assert wrong.told
    assert wrong.folder.is_dir()


def test_a_yes_without_evidence_that_is_there_is_a_no(home: Home, suite: Suite, out: Path) -> None:
    with ModelServer(of_rubrics(lambda *_: (True, "a quote that stands nowhere"))) as server:
        judged = judge(out, home, suite, server, RubricJudge())
    verdict = next(one for one in judged.verdicts if one.agent == "oracle")
    assert {one.satisfied for one in verdict.criteria} == {False}
    assert verdict.criteria[0].reason.startswith("(no evidence that can be found)")
    assert (verdict.satisfied, verdict.rule) == (True, "the target itself was recommended")
    assert audit([out]).exact_rejected == {"rubrics@vllm/judge": 2}


def test_a_trajectory_judge_sees_log_criteria_and_answer_but_no_scores(home: Home, suite: Suite, out: Path) -> None:
    with ModelServer(lambda body: opinion(True, "get_user_profile")) as server:
        judged = judge(out, home, suite, server, TrajectoryJudge())
        asked = len(server.requests)
        again = judge(out, home, suite, server, TrajectoryJudge())
        full = judge(out, home, suite, server, TrajectoryJudge(full=True))
    assert by_trial(judged) == {
        ("oracle", "search_1"): True,
        ("oracle", "exclusion_1"): True,
        ("list_everything", "search_1"): False,
        ("list_everything", "exclusion_1"): False,
        ("noop", "search_1"): False,
        ("noop", "exclusion_1"): False,
    }, "the quote stands in the oracle's log only, and doing nothing is a failure by rule"
    assert (judged.new, again.new, asked) == (6, 0, 4), "what was judged is not judged again"
    prompt = prompt_of(server.requests[0])
    assert "goal_reached" in prompt
    assert '"type": "recommendation"' in prompt
    assert "Step 1" in prompt
    assert '"reward"' not in prompt
    assert "as the shops recorded it" not in prompt
    assert "as the shops recorded it" in prompt_of(server.requests[-1])
    assert {one.saw for one in full.verdicts} == {"", "pages"}
    assert len(read_verdicts(out)) == 12
    assert read_verdicts(out) == sorted(read_verdicts(out), key=lambda one: one.key)
    attempt = next(out.glob("episodes/oracle/*/0/0"))
    assert len(list(attempt.glob("judge-*.jsonl.gz"))) == 2


def test_verdicts_are_replayed_without_a_model(home: Home, suite: Suite, out: Path) -> None:
    with ModelServer(lambda body: opinion(True, "get_user_profile")) as server:
        first = judge(out, home, suite, server, TrajectoryJudge(), votes=2)
    written = (out / "verdicts.jsonl").read_bytes()
    (out / "verdicts.jsonl").unlink()
    again = judge(out, home, suite, server, TrajectoryJudge(), votes=2, models={"replay": "here"})
    assert again.verdicts == first.verdicts
    assert (out / "verdicts.jsonl").read_bytes() == written


def test_the_majority_decides_and_a_tie_is_a_no(home: Home, suite: Suite, out: Path) -> None:
    says = [True, False, True, False]
    asked: dict[str, int] = {}

    def policy(body: Body) -> Answer:
        prompt = prompt_of(body)
        asked[prompt] = asked.get(prompt, -1) + 1
        return opinion(says[asked[prompt]], "Step 1")

    with ModelServer(policy) as server:
        three = judge(out, home, suite, server, TrajectoryJudge(), votes=3)
        asked.clear()
        four = judge(out, home, suite, server, TrajectoryJudge(), votes=4)
    assert by_trial(three)["oracle", "search_1"] is True
    assert by_trial(four)["oracle", "search_1"] is False
    verdict = next(one for one in three.verdicts if one.agent == "oracle")
    assert verdict.criteria[0].votes == (True, False, True)
    assert {row.judge for row in audit([out]).rows} == {"trajectory@vllm/judge x3", "trajectory@vllm/judge x4"}


def test_a_model_that_gives_no_answer_decides_nothing(home: Home, suite: Suite, out: Path) -> None:
    with ModelServer(lambda _: Say("It was fine.")) as server:
        judged = judge(out, home, suite, server, TrajectoryJudge())
    verdict = next(one for one in judged.verdicts if one.agent == "oracle")
    assert verdict.satisfied is None
    assert "holds no JSON object" in verdict.error
    assert audit([out]).undecided == {"trajectory@vllm/judge": 4}


def test_a_provider_that_fails_is_no_verdict_and_a_spent_budget_stops(home: Home, suite: Suite, out: Path) -> None:
    with ModelServer(lambda _: Refuse(503, "busy", {"retry-after-ms": "5"})) as server:
        judged = judge(out, home, suite, server, TrajectoryJudge(), models={"retries": 1})
    assert (judged.faults, judged.new) == (4, 2)
    with ModelServer(lambda _: opinion(True, "Step 1")) as server:
        with pytest.raises(RunError, match=r"judging has stopped; \d new verdicts are kept: the budget of the run"):
            judge(out, home, suite, server, TrajectoryJudge(), workers=1, models={"budget": Budget(tokens=1)})
        judged = judge(out, home, suite, server, TrajectoryJudge())
    assert None not in by_trial(judged).values()
    assert len(judged.verdicts) == 6
    with pytest.raises(RunError, match="fits no task"):
        judge(out, home, suite, server, AspectJudge())


def test_judging_that_was_killed_while_it_wrote_goes_on(home: Home, suite: Suite, out: Path) -> None:
    with ModelServer(lambda _: Refuse(503, "busy", {"retry-after-ms": "5"})) as server:
        assert judge(out, home, suite, server, TrajectoryJudge(), models={"retries": 0}).new == 2
    file = out / VERDICTS
    file.write_bytes(file.read_bytes()[:-20])
    with ModelServer(lambda _: opinion(True, "Step 1")) as server:
        with pytest.raises(RunError, match="judging has stopped"):
            judge(out, home, suite, server, TrajectoryJudge(), workers=1, models={"budget": Budget(tokens=1)})
        judged = judge(out, home, suite, server, TrajectoryJudge())
    assert len(judged.verdicts) == len(read_verdicts(out)) == 6
    assert None not in by_trial(judged).values()


def test_commands(home: Home, suite: Suite, out: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(home.folder))

    def call(*arguments: str) -> str:
        outcome = CliRunner().invoke(app, ["judge", *arguments])
        if outcome.exception is not None:
            raise outcome.exception
        return outcome.stdout

    with pytest.raises(RunError, match="nothing to audit"):
        call("audit", str(out))
    with ModelServer(of_rubrics(lambda *_: (True, "Wireless Charger"))) as server:
        options = ["--judge", "rubrics", "--base-url", server.base_url, "-m", MODEL]
        said = call("run", str(out), *options)
        assert json.loads(call("run", str(out), *options, "--json"))[0]["judge"] == "rubrics"
    assert "6 new verdicts; USD 0.0000 in all, some prices unknown." in said
    assert all(len(line) <= 80 for line in said.splitlines()[:5])
    told = call("audit", str(out))
    assert "rubrics@vllm/judge, against the code checks" in told
    assert all(len(line) <= 80 for line in told.splitlines() if "%" in line or "_match" in line)
    assert re.search(r"^task +6 +67 \(\d+–\d+\) +50 \(", told, re.MULTILINE), told
    assert "accepted task: list_everything, search_1, 0" in told
    assert str(out / "episodes" / "list_everything") in told
    reported = CliRunner().invoke(app, ["report", str(out)]).stdout
    assert "Judged by rubrics@vllm/judge" in reported
    assert "Judged by rubrics@vllm" in (out / "report.html").read_text()
    assert "/index.html" in call("audit", str(out)), "disagreements point at the pages of their episodes"
    labels = tmp_path / "labels.csv"
    labels.write_text("agent,task,trial,label\noracle,search_1,0,no\nnoop,search_1,0,no\n")
    by_people = json.loads(call("audit", str(out), "--labels", str(labels), "--json"))
    assert by_people["reference"] == "people"
    assert (by_people["rows"][0]["count"], by_people["rows"][0]["false_accept_count"]) == (2, 1)
    with pytest.raises(RunError, match="no run folder"):
        call("audit", str(tmp_path / "nowhere"))
    with pytest.raises(RunError, match="--url-gate"):
        call("run", str(out), *options, "--url-gate")
