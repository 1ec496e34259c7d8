"""Episodes as ATIF, the Agent Trajectory Interchange Format (Harbor's RFC 0001), version 1.7: a JSON file a trial."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from shopworld.agents import AgentName
from shopworld.environments import parse_action
from shopworld.errors import ActionError, RunError
from shopworld.evaluation.folder import RunFolder, file_name
from shopworld.evaluation.records import Result, Step, read_steps
from shopworld.evaluation.trajectory import GOAL, STEPS
from shopworld.files import write_whole

VERSION = "ATIF-v1.7"
_METRICS = {
    "prompt_tokens": "input_tokens",
    "completion_tokens": "output_tokens",
    "cached_tokens": "cached_tokens",
    "cost_usd": "usd",
}
"""ATIF's names for what agents report."""


def write_atif(run: Path, out: Path, *, agent: str = "") -> tuple[Path, ...]:
    """Writes every trial of a run as `AGENT/TASK/TRIAL.json`.

    Args:
        run: the run folder.
        out: folder to write into.
        agent: whose trials; all by default.

    Returns:
        the files.

    Raises:
        RunError: there are no such trials.
        InputError: it is no run folder, or a file in it is wrong.
    """
    folder = RunFolder(run)
    world = folder.provenance()
    chosen = [one for one in folder.results() if agent in ("", one.agent)]
    if not chosen:
        raise RunError(f"{run} holds no trial of {agent or 'anybody'}", hint=f"Agents: {', '.join(folder.agents())}.")
    written = []
    for result in sorted(chosen, key=lambda one: one.key):
        attempt = folder.attempt(result.key, result.attempt)
        goal = (attempt / GOAL).read_text(encoding="utf-8") if (attempt / GOAL).exists() else ""
        told = atif_of(result, goal, read_steps(attempt / STEPS), suite=world.suite, package=world.package)
        path = out / file_name(result.agent) / file_name(result.task) / f"{result.trial}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, orjson.dumps(told, option=orjson.OPT_INDENT_2) + b"\n")
        written.append(path)
    return tuple(written)


def atif_of(result: Result, goal: str, steps: Sequence[Step], *, suite: str, package: str) -> dict[str, Any]:
    """One trial as ATIF.

    The goal is the user's step, the first page one of the system's, every move one of the agent's: its thought the
    message, its action a tool call, what came of it the observation. Status and reward stand in `extra`, reasons of
    checks do not.

    Args:
        result: of the trial.
        goal: what the agent was told.
        steps: its steps, from number 0, the first page.
        suite: name of the suite.
        package: version of Shopworld that it was played in.
    """
    told = [{"source": "user", "message": goal}]
    told += [_step(one) for one in steps if one.number or one.url or one.tree]
    totals = {f"total_{name}": result.usage[ours] for name, ours in _METRICS.items() if ours in result.usage}
    name = AgentName.parse(result.agent)
    return {
        "schema_version": VERSION,
        "session_id": f"{suite}/{result.task}/{result.trial}/{result.agent}",
        "agent": {
            "name": result.agent,
            "version": package or "unknown",
            **({"model_name": name.model} if name.model else {}),
        },
        "steps": [{"step_id": number, **one} for number, one in enumerate(told, start=1)],
        "final_metrics": _whole_tokens(totals) | {"total_steps": len(told)},
        "extra": {
            "benchmark": "shopworld",
            "suite": suite,
            "task": result.task,
            "trial": result.trial,
            "interface": result.interface,
            "status": result.status.value,
            "reward": result.reward,
            "state_reward": result.state_reward,
            "ending": result.ending,
            "isolation": result.isolation.value,
            "hashes": result.hashes.model_dump(),
        },
    }


def _step(step: Step) -> dict[str, Any]:
    if not step.action and step.number == 0:
        return {"source": "system", "message": "\n\n".join(filter(None, (step.url, step.tree)))}
    call = {"tool_call_id": f"call-{step.number}", **_call(step.action)} if step.action else None
    seen = step.error or step.result or "\n\n".join(filter(None, (step.url, step.tree)))
    result = {**({"source_call_id": call["tool_call_id"]} if call else {}), "content": seen}
    told: dict[str, Any] = {"source": "agent", "message": step.thought}
    if call:
        told["tool_calls"] = [call]
    told["observation"] = {"results": [result]}
    metrics = {name: step.extra[ours] for name, ours in _METRICS.items() if _is_number(step.extra.get(ours))}
    if metrics and step.extra.get("model_calls"):
        told["metrics"] = _whole_tokens(metrics)
        told["llm_call_count"] = int(step.extra["model_calls"])
    if step.error:
        told["extra"] = {"error": step.error}
    return told


def _call(action: str) -> dict[str, Any]:
    """A tool call, or an action of a browser, as ATIF's function and arguments; what is neither stays as its text."""
    try:
        said = orjson.loads(action)
    except orjson.JSONDecodeError:
        said = None
    if isinstance(said, dict) and isinstance(said.get("name"), str):
        arguments = said.get("arguments")
        return {"function_name": said["name"], "arguments": arguments if isinstance(arguments, dict) else {}}
    try:
        read = parse_action(action)
    except ActionError:
        return {"function_name": "unreadable", "arguments": {"text": action}}
    return {"function_name": read.name, "arguments": dict(read.arguments)}


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _whole_tokens(metrics: Mapping[str, float]) -> dict[str, float]:
    """Tokens as whole numbers; money as it is."""
    return {name: value if name.endswith("usd") else round(value) for name, value in metrics.items()}
