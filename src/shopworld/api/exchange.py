"""Trajectories out of run folders, and other people's results into them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from shopworld.api.opening import open as open_world
from shopworld.api.places import Place, home_of
from shopworld.api.suite_world import mall_of, suite_of
from shopworld.api.world import World
from shopworld.episode import Ending
from shopworld.errors import InputError, RunError
from shopworld.evaluation import (
    STEPS,
    ForeignResults,
    ForeignTrial,
    Result,
    RunFolder,
    Status,
    TrialKey,
    read_foreign,
    read_steps,
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
    suite: Place | Suite = "",
    agent: str = "",
    trial: int = 0,
    home: Place | None = None,
) -> ImportedResults:
    """Reads somebody else's results into a run folder, and grades them by our checks.

    It takes logs of Inspect (`.eval`, `.json`), folders of AgentLab's studies and of BrowserGym's experiments, and
    result files of WebMall-Interfaces. What they say was done is done again in the shops, in a session a trial, and
    graded there; their own verdicts count for nothing. A trial that goes another way here, because something was
    refused that was not refused there or the reverse, is left out. So are orders of WebMall-Interfaces, which does not
    say who bought. An import that was interrupted is taken up: what the folder holds of the same doings is not played
    again. Pickles are read without running anything that they name.

    Args:
        file: theirs, or the folder.
        out: run folder, new or of the same suite.
        suite: what was played; by default as it is told there, else `webmall`.
        agent: what the agent is called in the folder; as it is told there by default.
        trial: number of the trial, where it is not told.
        home: where suites and malls are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the results, where they differ from the file's, and what was left out.

    Raises:
        InputError: the file is missing or something else, or tells of several agents where one is named.
        RunError: it tells of no task that can be graded, or the folder holds other trials in their place.
        TaskError: there is no such suite.
    """
    place = home_of(home)
    told = read_foreign(Path(file))
    loaded = suite_of(suite or told.suite or "webmall", place)
    if not told.suite and loaded.mall:
        with mall_of(loaded, None, place) as mall:
            told = read_foreign(Path(file), tuple(mall.hosts))
    played, left_out = _sorted_out(_named(told, agent, trial, Path(file)), loaded)
    if not played:
        raise RunError(f"{file} tells of no task of {loaded.name} that can be graded: {left_out[0][1]}")
    results = _saved_before(Path(out), played, loaded)
    chosen = sorted({key.task for key in played if key not in results})
    if chosen:
        with open_world(loaded, told.interface, tasks=chosen, home=place.folder) as world:
            for key, one in played.items():
                if key not in results:
                    done = _played_again(world, key, one, Path(out))
                    if isinstance(done, str):
                        left_out.append((key.task, done))
                    else:
                        results[key] = done
    graded = {key: results[key] for key in played if key in results}
    passed = {key: one.status is Status.PASSED for key, one in graded.items()}
    differing = [
        (key.task, claimed, passed[key])
        for key in graded
        if (claimed := played[key].claimed) is not None and claimed != passed[key]
    ]
    return ImportedResults(tuple(graded.values()), tuple(differing), tuple(left_out))


def _named(told: ForeignResults, agent: str, trial: int, file: Path) -> ForeignResults:
    """With agent and number of each trial."""
    agents = {one.agent or told.agent for one in told.trials}
    if agent and len(agents) > 1:
        raise InputError(f"it tells of several agents: {', '.join(sorted(agents))}", file=file, field="agent")
    trials = tuple(
        replace(one, agent=agent or one.agent or told.agent, trial=trial if one.trial is None else one.trial)
        for one in told.trials
    )
    return replace(told, trials=trials)


def _sorted_out(told: ForeignResults, suite: Suite) -> tuple[dict[TrialKey, ForeignTrial], list[tuple[str, str]]]:
    """What can be played again, and what cannot, with the reason."""
    known = {task.id for task in suite.tasks}
    bought = {task.id for task in suite.tasks if any(check.needs_orders for check in task.checks)}
    fit: dict[TrialKey, ForeignTrial] = {}
    left_out: list[tuple[str, str]] = []
    for one in told.trials:
        untold = "who bought is not told" if one.task in bought and not told.tells_orders else ""
        why = "" if one.task in known else "the suite has no such task"
        if why := why or one.unfit or untold:
            left_out.append((one.task, why))
        else:
            fit[TrialKey(agent=one.agent, task=one.task, trial=one.trial or 0)] = one
    return fit, left_out


def _played_again(world: World, key: TrialKey, told: ForeignTrial, out: Path) -> Result | str:
    """The result of a trial that is done again, saved; or why it went another way."""
    with world.start(key.task, agent=key.agent, trial=key.trial) as session:
        for number, one in enumerate(told.moves, start=1):
            if session.ended:  # by the limit on steps, or by what was done: tokens are told with the last move
                session.add_usage(one.used)
                continue
            if one.says is not None:
                session.add_usage(one.used)
                session.say(one.says)
                continue
            failed = bool(session.step(one.move).last_action_error)
            if one.failed is not None and failed != one.failed:
                here, there = ("was refused", "was not") if failed else ("was not refused", "was")
                return f"step {number}, {one.action[:100]}, {here} here and {there} there"
        session.close()
    result = session.finish()
    session.save(out)
    return result


def _saved_before(out: Path, played: dict[TrialKey, ForeignTrial], suite: Suite) -> dict[TrialKey, Result]:
    """Results that an import of the same has left in the folder; other ones in their place are refused."""
    folder = RunFolder(out)
    there = {one.key: one for one in folder.results() if one.key in played}
    for key, one in there.items():
        steps = read_steps(folder.attempt(key, one.attempt) / STEPS)[1:]
        moves: Sequence[tuple[str, dict[str, object]]] = [
            (move.action, dict(move.used) if move.says is None else {}) for move in played[key].moves
        ]
        if one.ending is not Ending.STOPPED:  # what was done after the end was not done again
            moves = moves[: len(steps)]
        same = [(step.action, step.extra) for step in steps] == list(moves)
        if not same or folder.provenance().suite_hash != suite_hash(suite):
            raise RunError(
                f"{out} holds trial {key.trial} of {key.agent} on {key.task} already",
                hint="Give another trial, agent or folder.",
            )
    return there
