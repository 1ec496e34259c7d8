"""What a run would take, and what it could show."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from shopworld.api.places import Place, home_of
from shopworld.api.suite_world import suite_of
from shopworld.errors import AgentError
from shopworld.evaluation import Forecast, forecast, read_past, select_tasks
from shopworld.tasks import Suite

RUNS = Path("runs")


def plan(
    suite: Place | Suite,
    agents: str | Sequence[str],
    *,
    trials: int = 1,
    tasks: str | Sequence[str] = (),
    runs: Place | Sequence[Place] = RUNS,
    rate: float = 0.5,
    power: float = 0.8,
    workers: int = 0,
    home: Place | None = None,
) -> Forecast:
    """Says what a run would take, and the smallest difference between its agents that it could show.

    Time, tokens and dollars are those of trials that the same agents played before. The smallest difference comes from
    the variances between templates, tasks and trials in them; where nothing is known, from a rate.

    Args:
        suite: its name, the path of its file, or a loaded one.
        agents: names, as `evaluate` takes them.
        trials: times each task is tried.
        tasks: filters, such as an id or `set=basic`; all tasks by default.
        runs: run folders of before, or folders that hold some.
        rate: completion of agents of which nothing is known.
        power: chance that a difference of that size is found.
        workers: processes; 0: one per processor.
        home: where suites are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the forecast: by agent, and by pair of agents.

    Raises:
        AgentError: no agent is named, or one twice.
        RunError: no task fits, or rate or power lie outside 0 to 1.
        TaskError: there is no such suite.
    """
    named = [agents] if isinstance(agents, str) else list(agents)
    if not named or len(set(named)) < len(named):
        raise AgentError("expected agents, each named once" if named else "no agent is named")
    place = home_of(home)
    loaded = suite_of(suite, place)
    filters = [tasks] if isinstance(tasks, str) else list(tasks)
    folders = [Path(runs)] if isinstance(runs, str | Path) else [Path(one) for one in runs]
    return forecast(
        loaded.name,
        select_tasks(loaded.tasks, filters),
        named,
        trials=trials,
        past=read_past(folders),
        rate=rate,
        power=power,
        workers=workers or len(os.sched_getaffinity(0)),
    )
