"""AgentLab's adapter: studies of its own; run by `make test-adapters`."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from browsergym_pages import put_chromium_for_playwright, put_word_lists_for_webarena
from hosted import KINDS, in_mall, oracle_plays, reported

put_word_lists_for_webarena()  # looked for by a benchmark that AgentLab imports, and else downloaded
pytest.importorskip("agentlab")
pytestmark = pytest.mark.browser
from agentlab.experiments.study import make_study  # noqa: E402
from agentlab_players import OracleArgs  # noqa: E402

import shopworld as sw  # noqa: E402
from shopworld.evaluation.folder import RunFolder  # noqa: E402

SMALL = tuple(kind for kind in KINDS if in_mall(kind))
PLAYERS = Path(__file__).resolve().parents[1] / "worlds"


@pytest.fixture(scope="module", autouse=True)
def at_home(home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Chromium where BrowserGym finds it, suites where the adapter does, and agents where workers import them."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("browsers")
        put_chromium_for_playwright(folder)
        patch.setenv("SHOPWORLD_HOME", str(home))
        patch.setenv("PYTHONPATH", os.pathsep.join([str(PLAYERS), os.environ.get("PYTHONPATH", "")]))
        patch.setenv("AGENTLAB_EXP_ROOT", str(folder / "studies"))
        tables = Path(str(importlib.util.find_spec("litellm").submodule_search_locations[0]))  # type: ignore[union-attr,index]
        patch.setenv("TIKTOKEN_CACHE_DIR", str(tables / "litellm_core_utils" / "tokenizers"))  # else downloaded
        yield


def study(home: Path, out: Path) -> Any:
    from shopworld.adapters.agentlab import benchmark

    asked = benchmark("small", save_to=str(out / "run"), home=str(home))
    agents = [OracleArgs(home=str(home)), OracleArgs(home=str(home), talks=True)]
    made = make_study(agents, asked)
    made.make_dir(exp_root=out / "studies")
    made.run(n_jobs=1, parallel_backend="sequential", n_relaunch=1)
    return made


def test_a_study_earns_what_the_same_policy_earns_natively(
    home: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    made = study(home, tmp_path)
    frame = made.get_results()[0].reset_index()
    assert not frame["err_msg"].notna().any(), frame["err_msg"].tolist()
    theirs = {
        (row["agent.agent_name"], row["env.task_name"].rpartition(".")[2]): row["cum_reward"]
        for _, row in frame.iterrows()
    }
    ours = {KINDS[kind][1]: oracle_plays(home, kind, "browser").result for kind in SMALL}
    assert theirs == {("Oracle", task): one.reward for task, one in ours.items()} | {
        ("Talker", task): 0.0 for task in ours
    }
    saved = {(one.agent, one.task): one for one in reported(tmp_path / "run", home)}
    assert {key: one.reward for key, one in saved.items()} == theirs
    for task, one in ours.items():
        assert saved["Oracle", task].status == one.status
        assert any(check.reason for check in saved["Talker", task].checks)
    assert set(RunFolder(tmp_path / "run").agents()) == {"Oracle", "Talker"}
    again = sw.import_results(made.dir, tmp_path / "again", home=home)
    assert (again.differing, again.left_out) == ((), ())
    assert {(one.agent, one.task): one.reward for one in again.results} == theirs
    for kind in SMALL:
        record_property("kind", kind)


def test_limits_end_an_episode_and_earn_nothing(home: Path, tmp_path: Path) -> None:
    from shopworld.adapters.agentlab import benchmark

    asked = benchmark("small", "answer_1", trials=2, max_steps=2, save_to=str(tmp_path / "run"), home=str(home))
    made = make_study([OracleArgs(home=str(home))], asked)
    made.make_dir(exp_root=tmp_path / "studies")
    made.run(n_jobs=1, parallel_backend="sequential", n_relaunch=1)
    saved = reported(tmp_path / "run", home)
    assert [(one.trial, one.reward, one.steps) for one in saved] == [(0, 0.0, 2), (1, 0.0, 2)]
