"""Trajectories out of run folders, and other people's results into them."""

from __future__ import annotations

import json
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents import Move
from shopworld.api.opening import open as open_world
from shopworld.api.places import Place, home_of
from shopworld.api.suite_world import mall_of, suite_of
from shopworld.errors import RunError
from shopworld.evaluation import ForeignTrial, Result, RunFolder, Status, read_webmall_interfaces, write_atif
from shopworld.tasks import Order, OrderVariant, Suite


def export_run(run: Place, out: Place, *, agent: str = "") -> tuple[Path, ...]:
    """Writes every trial of a run in the Agent Trajectory Interchange Format (ATIF), version 1.7: a JSON file a trial.

    Args:
        run: the run folder.
        out: folder to write; a trial becomes `AGENT/TASK/TRIAL.json`.
        agent: whose trials; all by default.

    Returns:
        the files.

    Raises:
        RunError: there are no such trials.
        InputError: it is no run folder, or a file in it is wrong.
    """
    return write_atif(Path(run), Path(out), agent=agent)


@dataclass(frozen=True, slots=True)
class ImportedResults:
    """What came of somebody else's results.

    Attributes:
        results: of the trials that were played again here, in the order of the file.
        differing: of these, tasks whose completion the file counts otherwise: id, what it counts, what holds here.
        left_out: tasks that could not be graded: id, and why.
    """

    results: tuple[Result, ...]
    differing: tuple[tuple[str, bool, bool], ...]
    left_out: tuple[tuple[str, str], ...]


def import_results(
    file: Place,
    out: Place,
    *,
    suite: Place | Suite = "webmall",
    agent: str = "",
    trial: int = 0,
    home: Place | None = None,
) -> ImportedResults:
    """Reads a result file of WebMall-Interfaces into a run folder, and grades it by our checks.

    What the file says was put into carts and answered is done again in the shops, in a session a trial, and graded
    there; its own verdicts count for nothing. Orders are left out: such files do not say who bought.

    Args:
        file: of that release's `results`.
        out: run folder, new or of the same suite.
        suite: the imported release, as `shopworld tasks import webmall` makes it.
        agent: what the agent is called in the folder; after the file's model by default.
        trial: number of the trial.
        home: where suites and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the results, where they differ from the file's, and what was left out.

    Raises:
        InputError: the file is missing or something else.
        RunError: it tells of no task that can be graded, or the folder holds these trials already.
        TaskError: there is no such suite.
    """
    place = home_of(home)
    loaded = suite_of(suite, place)
    with mall_of(loaded, None, place) as mall:
        model, trials = read_webmall_interfaces(Path(file), tuple(mall.hosts))
    tasks = {task.id: task for task in loaded.tasks}
    bought = {task.id for task in loaded.tasks if any(isinstance(check, Order | OrderVariant) for check in task.checks)}
    left_out = [(one.task, _why(one, tasks.keys(), bought)) for one in trials]
    played = [one for one, (_, why) in zip(trials, left_out, strict=True) if not why]
    if not played:
        raise RunError(f"{file} tells of no task of {loaded.name} that can be graded: {left_out[0][1]}")
    name = agent or f"webmall-interfaces-{model or 'agent'}".replace(" ", "-").lower()
    _refuse_saved(Path(out), name, trial, {one.task for one in played})
    results, differing = [], []
    chosen = list(dict.fromkeys(one.task for one in played))
    with open_world(loaded, "tools", tasks=chosen, home=place.folder) as world:
        for one in played:
            with world.start(one.task, agent=name, trial=trial) as session:
                for address in one.cart:
                    if not session.ended:  # by the limit on steps
                        session.step(_call("add_to_cart", url=address))
                if not session.ended:
                    session.step(_call("submit_answer", one.tokens, answer=one.answer))
            result = session.finish()
            session.save(out)
            results.append(result)
            passed = result.status is Status.PASSED
            if one.claimed is not None and one.claimed != passed:
                differing.append((one.task, one.claimed, passed))
    return ImportedResults(tuple(results), tuple(differing), tuple((task, why) for task, why in left_out if why))


def _refuse_saved(out: Path, agent: str, trial: int, tasks: Container[str]) -> None:
    """Refuses to play what the folder holds already, before anything is written."""
    there = [
        one.task for one in RunFolder(out).results() if (one.agent, one.trial) == (agent, trial) and one.task in tasks
    ]
    if there:
        raise RunError(
            f"{out} holds trial {trial} of {agent} on {there[0]} already", hint="Give another trial, agent or folder."
        )


def _why(trial: ForeignTrial, known: Container[str], bought: Container[str]) -> str:
    """Why it cannot be graded; empty where it can."""
    if trial.task not in known:
        return "the suite has no such task"
    if trial.task in bought or trial.ordered:
        return "who bought is not told"
    return ""


def _call(tool: str, used: dict[str, float] | None = None, /, **arguments: str) -> Move:
    return Move(json.dumps({"name": tool, "arguments": arguments}), extra=dict(used or {}))
