"""verifiers' adapter, evaluated and validated by its own commands; run by `make test-adapters`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hosted import KINDS, Played, reported, wrong_ending
from model_server import ModelServer, Say

pytest.importorskip("verifiers")
import shopworld as sw

BIN = Path(sys.executable).parent
Calls = dict[str, list[tuple[str, dict[str, Any]]]]


def by_goal(scripts: Calls) -> Callable[[dict[str, Any]], Say]:
    """Answers with the calls of the task whose goal stands in the request, one after the other."""

    def answer(body: dict[str, Any]) -> Say:
        said = json.dumps(body["messages"], ensure_ascii=False)
        calls = next(calls for goal, calls in scripts.items() if json.dumps(goal, ensure_ascii=False)[1:-1] in said)
        done = sum(message["role"] == "assistant" for message in body["messages"])
        return Say(tool_calls=(calls[done],)) if done < len(calls) else Say("That is all.")

    return answer


def command(name: str, home: Path, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs one of the host's commands."""
    tools = BIN.parent.parent / "tool" / "bin"
    environment = {**os.environ, "PATH": f"{tools}:{BIN}:{os.environ['PATH']}", "NO_PROXY": "127.0.0.1", "KEY": "none"}
    given = ["--output-dir", str(folder), "--env.taskset.home", str(home), *arguments]
    if name == "vf-validate":
        given = ["--output-dir", str(folder), "--taskset.home", str(home), *arguments]
    return subprocess.run(
        [str(BIN / name), "shopworld-verifiers", *given],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        cwd=folder,
        timeout=500,
    )


@pytest.mark.parametrize("suite", ["small", "chargers"])
def test_rollouts_earn_what_the_oracle_earns_and_wrong_endings_nothing(
    suite: str,
    home: Path,
    native: Callable[[str], Played],
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    kinds = [kind for kind in KINDS if KINDS[kind][0] == suite]
    goals = {
        kind: next(t.goal for t in sw.load_suite(suite, home=home).tasks if t.id == KINDS[kind][1]) for kind in kinds
    }
    right = {goals[kind]: list(native(kind).calls) for kind in kinds}
    wrong = {goals[kind]: [wrong_ending(kind)] for kind in kinds}
    for name, scripts, earned in (("right", right, 1.0), ("wrong", wrong, 0.0)):
        with ModelServer(by_goal(scripts)) as server:
            done = command(
                "vf-eval", home, tmp_path, "--env.taskset.suite", suite, "--env.agent.harness.id", "null",
                "--env.taskset.save-to", str(tmp_path / name), "--env.taskset.agent", name,
                "--model", "scripted", "--env.agent.client.base-url", server.base_url,
                "--env.agent.client.api-key-var", "KEY", "--env.agent.client.type", "eval",
                "--no-push", "--run.name", name, "--max-concurrent", "2",
            )  # fmt: skip
        assert done.returncode == 0, done.stderr[-3000:]
        saved = reported(tmp_path / name, home)
        assert [one.reward for one in saved] == [earned] * len(kinds), done.stderr[-3000:]
        text = "".join(path.read_text() for path in tmp_path.rglob("traces.jsonl") if name in str(path.parent))
        assert text.count('"shopworld":{"agent"') + text.count('"shopworld": {"agent"') >= len(kinds)
    for kind in kinds:
        record_property("kind", kind)


def test_its_own_validation_finds_gold_right_and_doing_nothing_wrong(home: Path, tmp_path: Path) -> None:
    done = command("vf-validate", home, tmp_path, "--taskset.suite", "small", "--run.name", "proof")
    assert done.returncode == 0, done.stderr[-3000:]
    rows = [json.loads(line) for path in tmp_path.rglob("results.jsonl") for line in path.read_text().splitlines()]
    assert len(rows) == 3
    assert {row["reason"] for row in rows} == {"valid"}, rows
