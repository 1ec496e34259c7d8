"""Runs mutants one after the other in a place of its own: `place/venv/bin/python worker.py TREE`.

Reads a job a line from its input, answers each with a line. Each job is a process that is forked from this one, which
has the packages of others loaded, and nothing of ours.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import time
import traceback
from pathlib import Path
from typing import Any

import pytest

_LOADED = (
    "hypothesis",
    "httpx",
    "lxml.html",
    "minijinja",
    "pydantic",
    "starlette.testclient",
    "tantivy",
    "typer.testing",
)
_OPTIONS = (
    "-x",
    "-q",
    "--tb=no",
    "--no-header",
    "-rfE",
    "-p",
    "no:cacheprovider",
    "--hypothesis-seed=0",
    "--assert=plain",
)


def run_job(tree: Path, job: dict[str, Any], number: int) -> dict[str, Any]:
    """Runs the tests of a mutant.

    Args:
        tree: the copy of the checkout.
        job: `path` of the module in the copy, `text` that it has in this job, `tests`, `seconds` that they may take.
        number: of the job; Python must not take byte code of another one for this one's.

    Returns:
        `outcome`: killed, survived, or timeout; `by`: the test that failed, or what pytest said last.
    """
    module = tree / job["path"]
    whole = module.read_bytes()
    log = tree.parent / "log"
    try:
        _write(module, job["text"].encode(), 2 * number)
        code = _tested(tree, job["tests"], job["seconds"], log)
    finally:
        _write(module, whole, 2 * number + 1)
    said = log.read_text(encoding="utf-8", errors="replace")
    failed = [line.split(" ")[1] for line in said.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    outcome = "timeout" if code is None else "killed" if code else "survived"
    return {"outcome": outcome, "by": failed[0] if failed else said.strip().rpartition("\n")[2]}


def _write(module: Path, content: bytes, number: int) -> None:
    module.write_bytes(content)
    os.utime(module, (10**9 + number, 10**9 + number))


def _tested(tree: Path, tests: list[str], seconds: float, log: Path) -> int | None:
    """pytest's exit code; None where it took too long."""
    child = os.fork()
    if child == 0:
        os.setsid()
        os.chdir(tree)
        with log.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        code = 1
        try:
            code = int(pytest.main([*_OPTIONS, *tests]))
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    end = time.monotonic() + seconds
    status = None
    while status is None and time.monotonic() < end:
        done, found = os.waitpid(child, os.WNOHANG)
        status = found if done else None
        time.sleep(0.02)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if status is None:
        os.waitpid(child, 0)
        return None
    return os.waitstatus_to_exitcode(status)


def main() -> None:
    """Takes jobs until there are no more."""
    tree = Path(sys.argv[1])
    for name in _LOADED:
        importlib.import_module(name)
    for number, line in enumerate(sys.stdin, start=1):
        job = json.loads(line)
        if number == 1 and _without(tree, job)["outcome"] != "survived":
            raise SystemExit(f"tests fail without a mutant: {job['tests']}")
        found = run_job(tree, job, number)
        if found["outcome"] == "timeout" and _without(tree, job)["outcome"] != "survived":
            found = {"outcome": "survived", "by": "the machine was too busy to tell"}
        print(json.dumps(found), flush=True)


def _without(tree: Path, job: dict[str, Any]) -> dict[str, Any]:
    """What comes of a job whose module is as it was."""
    return run_job(tree, {**job, "text": (tree / job["path"]).read_text(encoding="utf-8")}, 0)


if __name__ == "__main__":
    main()
