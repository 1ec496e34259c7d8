"""AgentLab: a suite as a benchmark for its studies, in this process or in Ray's workers.

Agents, observations and results are AgentLab's; tasks are those of the adapter for BrowserGym, which each worker loads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agentlab.experiments.loop import EnvArgs
from bgym import Benchmark, HighLevelActionSetArgs

import shopworld as sw

_ACTIONS = HighLevelActionSetArgs(subsets=("chat", "infeas", "bid", "nav", "tab"), multiaction=False)


@dataclass
class ShopEnvArgs(EnvArgs):
    """One task of Shopworld's; `task_seed` is the number of the trial."""

    def make_env(self, *arguments: Any, **options: Any) -> Any:
        """The environment, where the tasks may not be registered yet."""
        import shopworld.adapters.browsergym  # noqa: F401  # registers them

        return super().make_env(*arguments, **options)


def make_benchmark(
    suite: str = "default", *, trials: int = 1, max_steps: int | None = None, tasks: tuple[str, ...] = (), **given: Any
) -> Benchmark:
    """A suite as a benchmark.

    Args:
        suite: its name.
        trials: of each task.
        max_steps: after which AgentLab stops; each task's own limit by default.
        tasks: ids; all by default.
        given: for `BrowsedTask`: `agent`, `save_to` and options of `shopworld.open`.

    Returns:
        the benchmark, for `agentlab.experiments.study.make_study`.
    """
    chosen = [one for one in sw.load_suite(suite, home=given.get("home")).tasks if not tasks or one.id in tasks]
    args = [
        ShopEnvArgs(
            task_name=f"shopworld.{suite}.{task.id}",
            task_seed=trial,
            max_steps=max_steps or task.limits.steps,
            task_kwargs=dict(given),
        )
        for task in chosen
        for trial in range(trials)
    ]
    return Benchmark(
        name=f"shopworld.{suite}",
        high_level_action_set_args=_ACTIONS,
        is_multi_tab=True,
        supports_parallel_seeds=True,
        env_args_list=args,
        backends=[],
    )
