"""AgentLab: a suite as a benchmark for its studies.

Its tasks are those of BrowserGym's adapter; a suite that was imported from a release has its names of old.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import pandas
from agentlab.experiments.loop import EnvArgs
from bgym import Benchmark, HighLevelActionSetArgs

import shopworld as sw
from shopworld.adapters.browsergym import RELEASES, register_suite

ACTIONS = HighLevelActionSetArgs(subsets=("chat", "infeas", "bid", "nav", "tab"), strict=False, multiaction=False)
"""What agents may do, unless they say otherwise: all by element ids."""
_DATED = re.compile(r"[\d-]+_[\d-]+_(.+)_on_.*")


@dataclass
class ShopEnvArgs(EnvArgs):
    """One trial of one task, whose seed is the number of the trial. Workers that read it register the suite's tasks."""

    suite: str = "default"

    def make_env(
        self,
        action_mapping: Any,
        exp_dir: Any,
        exp_task_kwargs: dict[str, Any] | None = None,
        use_raw_page_output: bool = True,
    ) -> Any:
        """The environment, as AgentLab makes it; what is saved bears the name of the experiment's agent."""
        if f"browsergym/{self.task_name}" not in gymnasium.registry:
            home = (self.task_kwargs or {}).get("home")
            register_suite(self.suite, home=home)
        agent = _DATED.fullmatch(Path(exp_dir).name)
        named = {"agent": agent[1]} if agent else {}
        return super().make_env(action_mapping, exp_dir, named | (exp_task_kwargs or {}), use_raw_page_output)


def benchmark(
    suite: str = "default",
    tasks: str | Sequence[str] = (),
    *,
    trials: int = 1,
    max_steps: int | None = None,
    save_to: str = "",
    home: str = "",
) -> Benchmark:
    """A suite as a benchmark: `make_study(agents, benchmark("default")).run(…)`.

    Args:
        suite: name of the suite, met in a browser.
        tasks: filters, such as an id or `set=basic`; all by default.
        trials: times each task is tried.
        max_steps: actions at most; each task's own limit counts, too.
        save_to: run folder for what is played, beside AgentLab's own; agents bear AgentLab's names there.
        home: where suites are; `SHOPWORLD_HOME` by default.

    Raises:
        TaskError: there is no such suite.
        RunError: no task fits.
    """
    filters = [tasks] if isinstance(tasks, str) else list(tasks)
    with sw.open(suite, "browser", tasks=filters or None, home=home or None) as world:
        cards = list(world.tasks.values())
    prefix = RELEASES.get(suite, f"shopworld.{suite}")
    given = {name: str(Path(value).resolve()) for name, value in (("save_to", save_to), ("home", home)) if value}
    return Benchmark(
        name=f"shopworld_{suite}",
        high_level_action_set_args=ACTIONS,
        is_multi_tab=True,
        supports_parallel_seeds=True,
        env_args_list=[
            ShopEnvArgs(
                task_name=f"{prefix}.{card.id}",
                task_seed=trial,
                max_steps=min(card.steps, max_steps or card.steps),
                task_kwargs=dict(given),
                slow_mo=0,
                suite=suite,
            )
            for card in cards
            for trial in range(trials)
        ],
        backends=[],
        task_metadata=pandas.DataFrame(
            [{"task_name": f"{prefix}.{card.id}", "category": card.category, "set": card.set} for card in cards]
        ),
    )
