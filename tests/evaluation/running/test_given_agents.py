"""Agents that are given as objects: classes of a notebook, callables, agents that are made already."""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from foreign_agents import Polite
from model_server import ModelServer, Say, in_turn

from shopworld.agents import AgentDeclaration, Move
from shopworld.environments import Observation
from shopworld.errors import AgentError
from shopworld.evaluation.running.agent_subprocess import AgentSubprocess
from shopworld.evaluation.running.given import declare_given
from shopworld.models import Models, ModelSettings

SEEN = Observation("http://shop-a.example/", "Shop A")
CELL = """
from shopworld.agents import Move
from shopworld.models import ChatMessage, ChatRequest

PREFIX = "answered: "

class FromACell:
    environments = ("shop_tools",)
    needs_model = True

    def __init__(self, model):
        self.model = model

    def begin(self, goal, *, seed):
        self.goal = goal

    def act(self, observation):
        reply = self.model.ask(ChatRequest((ChatMessage("user", (self.goal,)),)))
        return Move(PREFIX + reply.text)
"""


def acts(declaration: AgentDeclaration, models: Models | None = None, times: int = 1) -> list[str]:
    """What an agent does first, in each of some episodes."""
    with contextlib.closing(AgentSubprocess(declaration.name, declaration.code)) as process:
        actions = []
        for _ in range(times):
            model = models.open("vllm/small") if models is not None else None
            agent = process.agent(declaration.environments[0], model)
            agent.begin("Find it.", seed=1)
            move = agent.act(SEEN)
            actions.append(f"{move.action} {move.thought}")
        return actions


def test_a_class_of_a_notebook_asks_its_model() -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    exec(CELL, names)
    declaration = declare_given(names["FromACell"], model="vllm/small")
    told = (declaration.name, declaration.environments, declaration.needs_model)
    assert told == (
        "FromACell@vllm/small",
        ("shop_tools",),
        True,
    )
    assert declaration.outside
    with (
        ModelServer(in_turn(Say("so"))) as server,
        contextlib.closing(Models(ModelSettings(base_url=server.base_url))) as models,
    ):
        assert acts(declaration, models) == ["answered: so "]


def test_a_program_that_defines_one_is_not_run_again(tmp_path: Path) -> None:
    main = tmp_path / "main.py"
    main.write_text(
        CELL.replace("needs_model = True", "needs_model = False").replace("(self, model)", "(self, model=None)")
        + "from shopworld.evaluation.running.given import declare_given\n"
        + "print('once', declare_given(FromACell).environments)\n"
    )
    done = subprocess.run([sys.executable, str(main)], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "once ('shop_tools',)\n"


class Counting:
    """Made with something, and changed by every act."""

    pictures = "plain"

    def __init__(self, start: int) -> None:
        self.count = start

    def begin(self, goal: str, *, seed: int) -> None: ...

    def __call__(self) -> None:
        raise AssertionError("it is an agent, and makes none")

    def act(self, observation: Observation) -> Move:
        self.count += 1
        return Move(f"noop({self.count})", str(os.getpid()))


def test_an_agent_is_copied_for_each_episode_and_a_callable_makes_one() -> None:
    made = declare_given(Counting(6), name="counting")
    assert (made.name, made.pictures) == ("counting", "plain")
    (first, process), (second, _) = (action.split() for action in acts(made, times=2))
    assert (first, second) == ("noop(7)", "noop(7)")
    assert int(process) != os.getpid()
    partial = declare_given(functools.partial(Counting, 40), name="partial")
    assert partial.pictures == "plain"
    assert acts(partial)[0].startswith("noop(41)")
    assert declare_given(Polite, model="vllm/small").name == "Polite"  # it asks none


def test_code_that_a_fresh_process_would_not_find_goes_along(tmp_path: Path) -> None:
    loaded = {}
    for name, code in (("lost_words", "def word(): return 'noop(1)'"), ("lost_agent", LOST)):
        (tmp_path / f"{name}.py").write_text(code)
        spec = importlib.util.spec_from_file_location(name, tmp_path / f"{name}.py")
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = loaded[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(loaded[name])
    try:
        assert acts(declare_given(loaded["lost_agent"].Lost)) == ["noop(1) "]
    finally:
        for name in loaded:
            del sys.modules[name]


LOST = """
import lost_words
from shopworld.agents import Move

class Lost:
    def begin(self, goal, *, seed): ...
    def act(self, observation): return Move(lost_words.word())
"""


def test_what_cannot_be_sent_or_named_is_refused() -> None:
    with pytest.raises(AgentError, match="cannot be sent to a process of its own"):
        declare_given(sys.stdout, name="output")
    with pytest.raises(AgentError, match="is the name of a built-in agent"):
        declare_given(Polite, name="keyword")
    with pytest.raises(AgentError, match="is no name"):
        declare_given(lambda: Polite())
    for agent in (int, 7):
        with pytest.raises(AgentError, match=r"is no agent|not callable"):
            declare_given(agent, name="number")
