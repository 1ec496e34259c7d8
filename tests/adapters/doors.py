"""The same scripted agents through every host's door, task by task: what each earned, compared by id.

`python doors.py plan PLAN` plays natively and writes down every call; `python doors.py play HOST PLAN ROWS` makes the
same calls by a host, in an environment that has it; `python doors.py table PLAN ROWS…` says where one differs.
"""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import shopworld as sw

AGENTS = ("oracle+tools", "keyword+tools")
Calls = list[tuple[str, dict[str, Any]]]
Earned = dict[str, tuple[float, str]]
"""Task to reward and status."""


def plan(path: Path) -> None:
    """Plays the suite natively by tools, and writes down what the agents called and earned."""
    from shopworld.evaluation.folder import RunFolder
    from shopworld.evaluation.records import read_steps

    with tempfile.TemporaryDirectory() as folder:
        run = sw.evaluate("default", list(AGENTS), out=Path(folder) / "run", workers=1)
        told: dict[str, Any] = {agent: {} for agent in AGENTS}
        for one in run.results:
            steps = read_steps(RunFolder(run.folder).attempt(one.key, one.attempt) / "steps.jsonl")
            calls = [json.loads(step.action) for step in steps if step.number]
            calls = [(call["name"], call["arguments"]) for call in calls]
            told[one.agent][one.task] = {"calls": calls, "earned": (one.reward, str(one.status))}
        goals = {task.id: task.goal for task in sw.load_suite("default").tasks}
    path.write_text(json.dumps({"goals": goals, "agents": told}))


def by_gymnasium(calls: dict[str, Calls], goals: dict[str, str]) -> Earned:
    """One environment, a reset for each task."""
    from importlib import import_module

    import gymnasium

    import_module("shopworld.adapters.gymnasium")  # registers its names
    earned = {}
    with gymnasium.make("shopworld/default-v0", interface="tools") as env:
        for task, script in calls.items():
            env.reset(options={"task": task})
            info: dict[str, Any] = {}
            for name, arguments in script:
                info = env.step(json.dumps({"name": name, "arguments": arguments}))[4]
            earned[task] = _earned(info["result"])
    return earned


def by_http(calls: dict[str, Calls], goals: dict[str, str]) -> Earned:
    """`shopworld gym serve`, by its client."""
    from shopworld.gym import GymClient

    earned = {}
    with _server() as address, GymClient(address) as client:
        for task, script in calls.items():
            with client.start(task) as session:
                for name, arguments in script:
                    session.call(name, arguments)
                earned[task] = _earned(session.finish().result.model_dump(mode="json"))
    return earned


def by_mcp(calls: dict[str, Calls], goals: dict[str, str]) -> Earned:
    """The same server by the official client of the newer version."""
    import anyio
    from mcp import Client

    async def play(address: str) -> Earned:
        earned = {}
        async with Client(f"{address}/mcp") as client:
            for task, script in calls.items():
                begun = await client.call_tool("start_task", {"task": task})
                handle = {"session": (begun.structured_content or {})["session"]}
                for name, arguments in script:
                    await client.call_tool(name, {**arguments, **handle})
                told = (await client.call_tool("finish", handle)).structured_content or {}
                earned[task] = _earned(told)
        return earned

    with _server() as address:
        return anyio.run(play, address)


def by_mcp_1(calls: dict[str, Calls], goals: dict[str, str]) -> Earned:
    """The same server by the official client of the older version, which keeps a session."""
    import anyio
    from mcp import ClientSession
    from mcp.client import streamable_http

    connect: Any = streamable_http.streamablehttp_client  # type: ignore[attr-defined]  # of the older version

    async def play(address: str) -> Earned:
        earned = {}
        async with (
            connect(f"{address}/mcp") as (reading, writing, _),
            ClientSession(reading, writing) as client,
        ):
            await client.initialize()
            for task, script in calls.items():
                await client.call_tool("start_task", {"task": task})
                for name, arguments in script:
                    await client.call_tool(name, arguments)
                done: Any = await client.call_tool("finish", {})
                earned[task] = _earned(done.structuredContent)
        return earned

    with _server() as address:
        return anyio.run(play, address)


def by_inspect(calls: dict[str, Calls], goals: dict[str, str]) -> Earned:
    """One evaluation, a sample for each task."""
    from inspect_ai import eval as evaluate
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    tasks = {goal: task for task, goal in goals.items()}

    def reply(messages: list[Any], tools: Any, choice: Any, config: Any) -> ModelOutput:
        script = calls[tasks[next(one.text for one in messages if one.role == "user")]]
        done = sum(one.role == "assistant" for one in messages)
        if done < len(script):
            output = ModelOutput.for_tool_call("mockllm/model", *script[done])
        else:
            output = ModelOutput.from_content("mockllm/model", "That is all.")
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        return output

    model = get_model("mockllm/model", custom_outputs=reply, memoize=False)
    with tempfile.TemporaryDirectory() as logs:
        (log,) = evaluate("shopworld/default", model=model, log_dir=logs, display="none")
        return {str(one.id): _earned(one.scores["shopworld"].metadata) for one in log.samples}


def by_openenv(calls: dict[str, Calls], goals: dict[str, str]) -> Earned:
    """A server of OpenEnv's, by its own client."""
    from openenv.core import GenericEnvClient

    program = [sys.executable, "-m", "shopworld.adapters.openenv"]
    environment = {**os.environ, "SHOPWORLD_INTERFACE": "tools", "PORT": "8123"}
    earned = {}
    with subprocess.Popen(program, env=environment) as process:
        try:
            _wait("http://127.0.0.1:8123/health")
            with GenericEnvClient(base_url="http://127.0.0.1:8123").sync() as env:
                for task, script in calls.items():
                    env.reset(task=task)
                    for name, arguments in script:
                        last = env.step({"tool": name, "arguments": arguments})
                    earned[task] = _earned(last.metadata["result"] if hasattr(last, "metadata") else _told(last))
        finally:
            process.terminate()
    return earned


HOSTS: dict[str, tuple[Callable[..., Earned], str]] = {
    "gymnasium": (by_gymnasium, "gymnasium"),
    "http": (by_http, "shopworld"),
    "mcp 2": (by_mcp, "mcp"),
    "mcp 1": (by_mcp_1, "mcp"),
    "inspect": (by_inspect, "inspect-ai"),
    "openenv": (by_openenv, "openenv"),
}
"""Host to how it plays, and the package whose version is told."""


def play(host: str, source: Path, rows: Path) -> None:
    """Plays both agents' calls by a host."""
    told = json.loads(source.read_text())
    way, package = HOSTS[host]
    earned = {
        agent: way({task: list(map(tuple, one["calls"])) for task, one in tasks.items()}, told["goals"])
        for agent, tasks in told["agents"].items()
    }
    about = {"host": host, "version": importlib.metadata.version(package), "earned": earned}
    rows.write_text(json.dumps(about))


def table(source: Path, rows: list[Path]) -> int:
    """Prints a row for each host; the number of tasks that differ from the native run."""
    told = json.loads(source.read_text())["agents"]
    wrong = 0
    print(f"{'host':12} {'version':10} " + " ".join(f"{agent:>24}" for agent in AGENTS))
    for path in rows:
        about = json.loads(path.read_text())
        cells = []
        for agent in AGENTS:
            ours = {task: list(one["earned"]) for task, one in told[agent].items()}
            theirs = about["earned"][agent]
            differ = sorted(task for task in ours if theirs.get(task) != ours[task])
            wrong += len(differ)
            passed = sum(one[0] == 1.0 for one in theirs.values())
            cells.append(f"{passed} of {len(theirs)}, {len(ours) - len(differ)} the same")
            if differ:
                print("  differ:", agent, differ[:10])
        print(f"{about['host']:12} {about['version']:10} " + " ".join(f"{cell:>24}" for cell in cells))
    return wrong


def _earned(result: dict[str, Any]) -> tuple[float, str]:
    return float(result["reward"]), str(result["status"])


def _told(last: Any) -> dict[str, Any]:
    found: dict[str, Any] = (last.observation.get("metadata") or {}).get("result") or {}
    return found or {"reward": last.reward, "status": "passed" if last.reward == 1.0 else "failed"}


@contextmanager
def _server() -> Iterator[str]:
    """Our server, in the project's own environment: hosts need none of what it needs."""
    python = os.environ.get("SHOPWORLD_PYTHON", sys.executable)
    program = [python, "-m", "shopworld", "gym", "serve", "default", "--interface", "tools", "--slots", "200"]
    with subprocess.Popen([*program, "--port", "0"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http://[\d.]+:\d+", process.stdout.readline())
        assert address
        try:
            yield address.group()
        finally:
            process.terminate()


def _wait(address: str) -> None:
    import time

    import httpx

    for _ in range(600):
        try:
            httpx.get(address, trust_env=False)
        except httpx.HTTPError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(address)


if __name__ == "__main__":
    verb, *given = sys.argv[1:]
    if verb == "plan":
        plan(Path(given[0]))
    elif verb == "play":
        play(given[0], Path(given[1]), Path(given[2]))
    else:
        sys.exit(table(Path(given[0]), list(map(Path, given[1:]))))
