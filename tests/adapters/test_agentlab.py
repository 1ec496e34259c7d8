"""AgentLab's adapter: studies with a scripted agent, one after the other and by Ray; run by `make test-adapters`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hosted import KINDS, in_mall, oracle_plays, reported

pytest.importorskip("agentlab")
pytestmark = pytest.mark.browser
from agentlab_players import ScriptedArgs, put_chromium_for_playwright  # noqa: E402  # isort: skip  # before the studies
from agentlab.experiments.study import make_study  # noqa: E402

SMALL = tuple(kind for kind in KINDS if in_mall(kind))
WORLDS = Path(__file__).parents[1] / "worlds"


@pytest.fixture(scope="module", autouse=True)
def _browsers(tmp_path_factory: pytest.TempPathFactory) -> None:
    put_chromium_for_playwright(tmp_path_factory.mktemp("browsers"))
    os.environ["PYTHONPATH"] = str(WORLDS)


@pytest.mark.parametrize("backend", ["sequential", "ray"])
def test_a_study_earns_what_the_agents_earn_natively(
    backend: str,
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(home))
    from shopworld.adapters.agentlab import make_benchmark
    from shopworld.adapters.browsergym import register_suite

    register_suite("small")
    for right in (True, False):
        name = "right" if right else "wrong"
        given: dict[str, Any] = {"agent": name, "save_to": str(tmp_path / name), "home": str(home)}
        benchmark = make_benchmark("small", **given)
        study = make_study(
            benchmark=benchmark, agent_args=[ScriptedArgs(home=str(home), right=right)], logging_level_stdout=50
        )
        study.run(
            n_jobs=2 if backend == "ray" else 1, parallel_backend=backend, n_relaunch=1, exp_root=tmp_path / "lab"
        )
        results, *_ = study.get_results(also_save=False)
        earned = dict(zip(results.reset_index()["env.task_name"], results["cum_reward"], strict=True))
        assert earned == {f"shopworld.small.{KINDS[kind][1]}": float(right) for kind in SMALL}, results[
            "err_msg"
        ].tolist()
        saved = {one.task: one.reward for one in reported(tmp_path / name, home)}
        assert saved == {KINDS[kind][1]: float(right) for kind in SMALL}
    native = {KINDS[kind][1]: oracle_plays(home, kind, "browser").result.reward for kind in SMALL}
    assert native == {KINDS[kind][1]: 1.0 for kind in SMALL}
    for kind in SMALL:
        record_property("kind", kind)
