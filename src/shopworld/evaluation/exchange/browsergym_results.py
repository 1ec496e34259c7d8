"""Results of BrowserGym and of AgentLab's studies: a folder for each experiment, a pickle for each step.

Source: `browsergym.experiments` and `agentlab.experiments`: `exp_args.pkl`, `step_N.pkl.gz`, `summary_info.json`. An
action names elements by numbers in document order, and so do ours: it means the same element here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
    return ForeignResults("", tuple(trial for _, trial in read), interface="browser", suite=suites[0])


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
        trial=seed if isinstance(seed, int) and seed >= 0 else 0,
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
