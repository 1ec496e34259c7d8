"""Results of BrowserGym and of AgentLab's studies: a folder for each experiment, a pickle for each step.

Source: `browsergym.experiments` and `agentlab.experiments`: `exp_args.pkl`, `step_N.pkl.gz`, `summary_info.json`. An
action names elements by numbers in document order, and so do ours: it means the same element here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import orjson

from shopworld.errors import InputError
from shopworld.evaluation.exchange.foreign import ForeignMove, ForeignResults, ForeignTrial
from shopworld.evaluation.exchange.inert_pickles import InertObject, read_inert
from shopworld.files import read_bounded

ARGUMENTS = "exp_args.pkl"
SUMMARY = "summary_info.json"
_NAME = re.compile(r"(?:browsergym/)?(?:shopworld\.(?P<suite>[^.]+)|(?P<release>webmall))\.(?P<task>.+)")
_TOKENS = {"stats.cum_input_tokens": "input_tokens", "stats.cum_output_tokens": "output_tokens"}


def holds_experiments(folder: Path) -> bool:
    """Whether it is the folder of an experiment, or of a study of several."""
    return any(_experiments(folder))


def read_browsergym(folder: Path) -> ForeignResults:
    """Reads the experiments of a folder, or the one that it is.

    Args:
        folder: of a study or of an experiment.

    Raises:
        InputError: there is none, it is of other tasks, or a file is wrong.
    """
    found = sorted(_experiments(folder))
    if not found:
        raise InputError(f"no results of BrowserGym or AgentLab: no {ARGUMENTS} in it", file=folder)
    read = [_trial(one) for one in found]
    suites = sorted({suite for suite, _ in read})
    if len(suites) > 1:
        raise InputError(f"experiments of several suites: {', '.join(suites)}", file=folder, hint="Give one of them.")
    return ForeignResults("", _numbered([trial for _, trial in read]), interface="browser", suite=suites[0])


def _numbered(trials: Sequence[ForeignTrial]) -> tuple[ForeignTrial, ...]:
    """Their seeds as numbers of trials: of one agent and task 0, 1, … in the order of the seeds.

    What is there twice is left out, and so is one without a seed beside another one.
    """
    seeds: dict[tuple[str, str], set[int]] = {}
    for one in trials:
        seeds.setdefault((one.agent, one.task), set()).update(() if one.trial is None else {one.trial})
    found: list[ForeignTrial] = []
    taken: set[tuple[str, str, int | None]] = set()
    for one in trials:
        of_task = sorted(seeds[one.agent, one.task])
        if one.trial is None:
            again = bool(of_task) or (one.agent, one.task, None) in taken
            why = "another experiment on this task is there, and this one has no seed"
        else:
            again, why = (one.agent, one.task, one.trial) in taken, f"seed {one.trial} is there twice"
        unfit = one.unfit or (why if again else "")
        if not unfit:
            taken.add((one.agent, one.task, one.trial))
        number = None if one.trial is None else of_task.index(one.trial)
        found.append(replace(one, trial=number, unfit=unfit))
    return tuple(found)


def _experiments(folder: Path) -> Iterator[Path]:
    return (one.parent for pattern in (ARGUMENTS, f"*/{ARGUMENTS}") for one in folder.glob(pattern))


def _trial(folder: Path) -> tuple[str, ForeignTrial]:
    asked = _fields(read_inert(folder / ARGUMENTS), folder / ARGUMENTS)
    played, agent = (_fields(asked.get(name), folder / ARGUMENTS) for name in ("env_args", "agent_args"))
    said = _NAME.fullmatch(str(played.get("task_name")))
    if said is None:
        raise InputError(f"{played.get('task_name')!r} is no task of Shopworld's", file=folder / ARGUMENTS)
    seed = played.get("task_seed")
    summary = _summary(folder)
    moves, unfit = _moves(folder)
    used = {ours: float(summary[name]) for name, ours in _TOKENS.items() if isinstance(summary.get(name), int | float)}
    if moves and used:
        last = moves[-1]
        moves[-1] = ForeignMove(last.action, last.failed, used=used)
    if error := summary.get("err_msg"):
        unfit = f"it ended by an error: {str(error).splitlines()[0][:200]}"
    reward = summary.get("cum_reward")
    trial = ForeignTrial(
        task=said["task"],
        moves=tuple(moves),
        claimed=reward == 1 if isinstance(reward, int | float) else None,
        place=folder.name,
        agent=str(agent.get("agent_name") or "browsergym"),
        trial=seed if isinstance(seed, int) else None,
        unfit=unfit,
    )
    return said["suite"] or said["release"], trial


def _moves(folder: Path) -> tuple[list[ForeignMove], str]:
    """What was done, and why it cannot be done again, where it cannot."""
    moves: list[ForeignMove] = []
    action: str | None = None
    for number in count():
        file = folder / f"step_{number}.pkl.gz"
        if not file.exists():
            break
        step = _fields(read_inert(file), file)
        seen = step.get("obs")
        if action is not None:
            error = seen.get("last_action_error") if isinstance(seen, dict) else None
            moves.append(ForeignMove(action, bool(error) if isinstance(error, str) else None))
        action = step.get("action") if isinstance(step.get("action"), str) else None
    if action is not None:  # what came of it is not told
        moves.append(ForeignMove(action))
    return moves, "" if moves else "no step of it was kept"


def _summary(folder: Path) -> dict[str, Any]:
    file = folder / SUMMARY
    try:
        told = orjson.loads(read_bounded(file))
    except FileNotFoundError:
        return {"err_msg": f"it has no {SUMMARY}: it did not end"}
    except orjson.JSONDecodeError as error:
        raise InputError(f"no JSON: {error}", file=file) from error
    if not isinstance(told, dict):
        raise InputError("expected an object", file=file)
    return told


def _fields(found: Any, file: Path) -> dict[str, Any]:
    if not isinstance(found, InertObject):
        raise InputError("expected the record of an experiment or a step", file=file)
    return found.fields
