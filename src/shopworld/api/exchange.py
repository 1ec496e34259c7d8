"""Trajectories out of run folders, and other people's results into them."""

from __future__ import annotations

import json
from collections.abc import Container, Sequence
from dataclasses import dataclass
from pathlib import Path

from shopworld.agents import Move
from shopworld.api.opening import open as open_world
from shopworld.api.places import Place, home_of
from shopworld.api.suite_world import mall_of, suite_of
from shopworld.errors import RunError
from shopworld.evaluation import (
    STEPS,
    ForeignTrial,
    Result,
    RunFolder,
    Status,
    read_steps,
    read_webmall_interfaces,
    write_atif,
)
from shopworld.tasks import Suite, suite_hash


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
        results: of the trials that were played again here, now or by an import before, in the order of the file.
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
    there; its own verdicts count for nothing. An import that was interrupted is taken up: what the folder holds of the
    same doings is not played again. Orders are left out: such files do not say who bought.

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
        RunError: it tells of no task that can be graded, or the folder holds other trials in their place.
        TaskError: there is no such suite.
    """
    place = home_of(home)
    loaded = suite_of(suite, place)
    with mall_of(loaded, None, place) as mall:
        model, trials = read_webmall_interfaces(Path(file), tuple(mall.hosts))
    tasks = {task.id: task for task in loaded.tasks}
    bought = {task.id for task in loaded.tasks if any(check.needs_orders for check in task.checks)}
    left_out = [(one.task, _why(one, tasks.keys(), bought)) for one in trials]
    played = [one for one, (_, why) in zip(trials, left_out, strict=True) if not why]
    if not played:
        raise RunError(f"{file} tells of no task of {loaded.name} that can be graded: {left_out[0][1]}")
    name = agent or f"webmall-interfaces-{model or 'agent'}".replace(" ", "-").lower()
    saved = _saved_before(Path(out), name, trial, played, loaded)
    results = dict(saved)
    chosen = [one.task for one in played if one.task not in saved]
    if chosen:
        with open_world(loaded, "tools", tasks=chosen, home=place.folder) as world:
            for one in played:
                if one.task in saved:
                    continue
                with world.start(one.task, agent=name, trial=trial) as session:
                    for move in _moves(one):
                        if not session.ended:  # by the limit on steps
                            session.step(move)
                results[one.task] = session.finish()
                session.save(out)
    passed = {task: result.status is Status.PASSED for task, result in results.items()}
    differing = [
        (one.task, one.claimed, passed[one.task])
        for one in played
        if one.claimed is not None and one.claimed != passed[one.task]
    ]
    results = {one.task: results[one.task] for one in played}
    return ImportedResults(
        tuple(results.values()), tuple(differing), tuple((task, why) for task, why in left_out if why)
    )


def _saved_before(out: Path, agent: str, trial: int, played: Sequence[ForeignTrial], suite: Suite) -> dict[str, Result]:
    """By task, the results that an import of the same has left in the folder; other ones in their place are refused."""
    folder = RunFolder(out)
    told = {one.task: one for one in played}
    there = [one for one in folder.results() if (one.agent, one.trial) == (agent, trial) and one.task in told]
    for one in there:
        steps = read_steps(folder.attempt(one.key, one.attempt) / STEPS)[1:]
        moves = _moves(told[one.task])
        moves = moves[: len(steps)] if one.status is Status.LIMIT else moves
        same = [(step.action, step.extra) for step in steps] == [(move.action, move.extra) for move in moves]
        if not same or folder.provenance().suite_hash != suite_hash(suite):
            raise RunError(
                f"{out} holds trial {trial} of {agent} on {one.task} already",
                hint="Give another trial, agent or folder.",
            )
    return {one.task: one for one in there}


def _moves(trial: ForeignTrial) -> list[Move]:
    """What is done again of a trial, to its end."""
    carts = [_call("add_to_cart", url=address) for address in trial.cart]
    return [*carts, _call("submit_answer", trial.tokens, answer=trial.answer)]


def _why(trial: ForeignTrial, known: Container[str], bought: Container[str]) -> str:
    """Why it cannot be graded; empty where it can."""
    if trial.task not in known:
        return "the suite has no such task"
    if trial.task in bought or trial.ordered:
        return "who bought is not told"
    return ""


def _call(tool: str, used: dict[str, float] | None = None, /, **arguments: str) -> Move:
    return Move(json.dumps({"name": tool, "arguments": arguments}), extra=dict(used or {}))
