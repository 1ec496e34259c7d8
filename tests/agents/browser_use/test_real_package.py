"""The real package browser-use in real shops. Needs `SHOPWORLD_BROWSER_USE_PYTHON`, a Python that has it."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest
from model_server import Body, ModelServer, Refuse, Say, prompt_of
from small_world import make_small_world

from shopworld.agents.browser_use import PYTHON_VARIABLE
from shopworld.evaluation import RunSettings, prepare, run
from shopworld.evaluation.agent_commands import program_commands
from shopworld.evaluation.records import Result, Status
from shopworld.evaluation.running.terms import Assignment
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
    """An answer in browser-use's form, with one action."""
    return act_all(action)


def act_all(*actions: dict[str, Any]) -> Say:
    """The same with several."""
    told = {"thinking": "", "evaluation_previous_goal": "", "memory": "", "next_goal": "", "action": actions}
    return Say(json.dumps(told))


class Shopper:
    """Knows the shops' addresses, and reads the numbers of elements from the prompt."""

    def __init__(self, buyer: dict[str, str] | None = None) -> None:
        self.asked = 0
        self._buyer, self._filled = buyer or {}, set[str]()

    def __call__(self, body: Body) -> Say:
        self.asked += 1
        prompt = prompt_of(body)
        if "Put the" in prompt or "Order the" in prompt:
            if self.asked == 1:
                return act(navigate={"url": "http://lumenhouse.example/product/brisk-ssd-3-tb/", "new_tab": False})
            if self.asked == 2:
                return act(click={"index": int(re.findall(r"\[(\d+)\]<button aria-label=Add", prompt)[0])})
            return self.check_out(prompt) if self._buyer else act(done={"text": "It is in the cart.", "success": True})
        products = [f"http://{host}.example/product/brisk-ssd-2-tb/" for host in ("kernel-and-coil", "swiftlap")]
        if self.asked <= 3:
            return act(navigate={"url": [*products, "http://solution.example/"][self.asked - 1], "new_tab": False})
        if self.asked == 4:
            box = re.findall(r"\[(\d+)\]<(?:textarea|input)", prompt)[-1]
            return act(input={"index": int(box), "text": " ### ".join(products), "clear": True})
        return act(click={"index": int(re.findall(r"\[(\d+)\]<button", prompt)[-1])})

    def check_out(self, prompt: str) -> Say:
        """Fills what is empty, some fields at a time, and goes on by the form's button."""
        if self.asked == 3:
            return act(navigate={"url": "http://lumenhouse.example/checkout/", "new_tab": False})
        page = prompt.rpartition("<browser_state>")[2]
        notice = re.findall(r"\[(\d+)\]<button name=accept", page)
        if notice and not self._filled:  # it would cover the form's button
            return act(click={"index": int(notice[0])})
        found = re.findall(r"\[(\d+)\]<(input|select) id=(\w+)", page)
        empty = [one for one in found if one[2] in self._buyer and one[2] not in self._filled][:4]
        self._filled |= {name for _, _, name in empty}
        if empty:
            return act_all(*(fill(int(index), kind, self._buyer[name]) for index, kind, name in empty))
        forward = re.findall(r"\[(\d+)\]<button[^>]*>\s*(?:Continue|Place|Buy|Pay|Order)", page)
        if not forward:
            return act(done={"text": "It is ordered.", "success": True})
        return act(click={"index": int(forward[0])})


def fill(index: int, kind: str, value: str) -> dict[str, Any]:
    """An action that enters or selects."""
    if kind == "select":
        return {"select_dropdown": {"index": index, "text": value}}
    return {"input": {"index": index, "text": value, "clear": True}}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    made = Home(tmp_path_factory.mktemp("home"))
    make_small_world(made)
    return made


BUYER = {
    "email": "jessica.morgan@example.com",
    "billing_first_name": "Jessica",
    "billing_last_name": "Morgan",
    "billing_street": "Maple Avenue",
    "billing_house_number": "742",
    "billing_zip": "60614",
    "billing_city": "Chicago",
    "billing_state": "IL",
    "billing_country": "United States (USA)",
    "card_number": "4242424242424242",
    "card_expiry": "12/28",
    "card_cvv": "123",
}
"""Of the small world's order, by the ids of the shop's fields."""


@pytest.mark.timeout(300)
@pytest.mark.parametrize("task", ["answer_1", "cart_1", "order_1"])
def test_it_solves_a_task_of_each_kind(home: Home, tmp_path: Path, task: str) -> None:
    with ModelServer(Shopper(BUYER if task == "order_1" else None)) as server:
        commands = program_commands((NAME,), {}, base_url=server.base_url, max_steps=30)
        settings = RunSettings(suite="small", agents=(NAME,), filters=(task,), commands=commands)
        (result,) = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=Quiet())
    assert (result.status, result.error) == (Status.PASSED, "")


@pytest.mark.timeout(300)
def test_a_provider_that_fails_is_no_failure_of_the_agent(home: Home, tmp_path: Path) -> None:
    with ModelServer(lambda body: Refuse(503, f"no {body['model']}")) as server:
        commands = program_commands((NAME,), {}, base_url=server.base_url, max_steps=15)
        settings = RunSettings(suite="small", agents=(NAME,), filters=("cart_1",), commands=commands, max_seconds=200)
        (result,) = run(prepare(settings, home=home), tmp_path / "run", workers=1, watcher=Quiet())
    assert result.status is Status.INFRA_ERROR, result
