"""The real package browser-use in real shops. Needs `SHOPWORLD_BROWSER_USE_PYTHON`, a Python that has it."""

from __future__ import annotations

import importlib
import json
import os
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from model_server import Body, ModelServer, Refuse, Say, prompt_of

from shopworld.agents.browser_use import PYTHON_VARIABLE
from shopworld.cli.run_outside import browser_use_commands
from shopworld.evaluation import RunSettings, prepare, run
from shopworld.evaluation.attempt import Assignment
from shopworld.evaluation.records import Result, Status
from shopworld.mall import Home

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(PYTHON_VARIABLE not in os.environ, reason=f"needs {PYTHON_VARIABLE}"),
]
NAME = "browser_use@vllm/shopper"


class Quiet:
    def finished(self, result: Result) -> None: ...

    def retried(self, assignment: Assignment, reason: str) -> None: ...


def act(**action: Any) -> Say:
    """An answer in browser-use's form."""
    told = {"thinking": "", "evaluation_previous_goal": "", "memory": "", "next_goal": "", "action": [action]}
    return Say(json.dumps(told))


class Shopper:
    """Knows the shops' addresses, and reads the numbers of elements from the prompt."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, body: Body) -> Say:
        self.asked += 1
        prompt = prompt_of(body)
        if "Put the" in prompt:
            if self.asked == 1:
                return act(navigate={"url": "http://lumenhouse.example/product/brisk-ssd-3-tb/", "new_tab": False})
            if self.asked == 2:
                return act(click={"index": int(re.findall(r"\[(\d+)\]<button aria-label=Add", prompt)[0])})
            return act(done={"text": "It is in the cart.", "success": True})
        products = [f"http://{host}.example/product/brisk-ssd-2-tb/" for host in ("kernel-and-coil", "swiftlap")]
        if self.asked <= 3:
            return act(navigate={"url": [*products, "http://solution.example/"][self.asked - 1], "new_tab": False})
        if self.asked == 4:
            box = re.findall(r"\[(\d+)\]<(?:textarea|input)", prompt)[-1]
            return act(input={"index": int(box), "text": " ### ".join(products), "clear": True})
        return act(click={"index": int(re.findall(r"\[(\d+)\]<button", prompt)[-1])})


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    folder = str(Path(__file__).parents[2] / "evaluation")
    sys.path.insert(0, folder)
    try:
        importlib.import_module("small_world").make_small_world(made)
    finally:
        sys.path.remove(folder)
    return made


@pytest.mark.timeout(300)
@pytest.mark.parametrize("task", ["answer_1", "cart_1"])
def test_it_solves_a_task(home: Home, tmp_path: Path, task: str) -> None:
    with ModelServer(Shopper()) as server:
        commands = browser_use_commands((NAME,), server.base_url, 15)
        settings = RunSettings(suite="small", agents=(NAME,), filters=(task,), commands=commands)
        (result,) = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=Quiet())
    assert (result.status, result.error) == (Status.PASSED, "")


@pytest.mark.timeout(300)
def test_a_provider_that_fails_is_no_failure_of_the_agent(home: Home, tmp_path: Path) -> None:
    with ModelServer(lambda body: Refuse(503, f"no {body['model']}")) as server:
        commands = browser_use_commands((NAME,), server.base_url, 15)
        settings = RunSettings(suite="small", agents=(NAME,), filters=("cart_1",), commands=commands, max_seconds=200)
        (result,) = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=Quiet())
    assert result.status is Status.INFRA_ERROR, result
