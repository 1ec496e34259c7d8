"""WebMall's eight configurations in real shops: a real browser, and a server that plays both models by a script.

Those that see the page's text are played by a shopper who reads it. Ids of elements go by document order, and pages are
the same in every episode: so what looks at pictures only is played by the actions that the one before it has taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, Body, ModelServer, Say, pictures_of, prompt_of
from scripted_shopper import Web, task_in

from shopworld.agents import AgentName
from shopworld.agents.skills import Purchaser
from shopworld.agents.web import WEBMALL_PRESETS
from shopworld.cli.run.models import agents_with_models
from shopworld.episode import read_events
from shopworld.evaluation import RunFolder
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.trajectory import EVENTS
from shopworld.shop.events import CartChanged

pytestmark = pytest.mark.browser

TASKS = ("answer_1", "order_1")
SAME_PAGES = tuple(name for name in WEBMALL_PRESETS if name.endswith("-axtree"))


def kind_of(body: Body) -> str:
    """How a request shows the page: the end of a preset's name."""
    text = prompt_of(body)
    shown = {"axtree": "RootWebArea" in text, "memory": "<memory>" in text, "vision": bool(pictures_of(body))}
    return "-".join(name for name, is_there in shown.items() if is_there)


def preset_of(body: Body) -> str:
    """The preset that asks."""
    model = body["model"].removesuffix("-20250514")
    return f"webmall-{model}-{kind_of(body)}"


@dataclass
class Models:
    """Both models: a shopper for each preset that reads the page, and its actions again for who does not.

    Attributes:
        buyer: who buys.
        asked: the requests of each preset.
    """

    buyer: Purchaser
    asked: dict[str, list[Body]] = field(default_factory=dict)
    _shoppers: dict[str, Web] = field(default_factory=dict)
    _said: dict[tuple[str, str], list[Say]] = field(default_factory=dict)

    def __call__(self, body: Body) -> Answer:
        preset, goal = preset_of(body), task_in(prompt_of(body), "# What you did so far")
        self.asked.setdefault(preset, []).append(body)
        script = self._said.setdefault((body["model"], goal), [])
        if kind_of(body) == "vision":
            return script.pop(0)
        answer = self._shoppers.setdefault(preset, Web(self.buyer))(body)
        assert isinstance(answer, Say)
        if kind_of(body) == "axtree":
            script.append(answer)
        return answer


@dataclass(frozen=True)
class Played:
    """What came of the presets.

    Attributes:
        out: the run folder.
        results: by preset and task.
        asked: the requests of each preset.
    """

    out: Path
    results: dict[tuple[str, str], Result]
    asked: dict[str, list[Body]]

    def actions(self, preset: str, task: str) -> list[str]:
        """What a preset did."""
        attempt = RunFolder(self.out).attempt(self.results[preset, task].key, 0)
        return [step.action for step in read_steps(attempt / "steps.jsonl")[1:]]


@pytest.fixture(scope="module")
def played(world: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A run of all presets over an answer and an order, whose product has to be put into the cart."""
    folder = tmp_path_factory.mktemp("runs")
    models = Models(world.buyer)
    with ModelServer(models) as server:
        results = play(world, folder / "all", tuple(WEBMALL_PRESETS), server)
        names = {agent: preset for preset, agent in WEBMALL_PRESETS.items()}
        named = {(names[one.agent], one.task): one for one in results}
        yield Played(folder / "all", named, models.asked)


def play(world: Any, out: Path, presets: tuple[str, ...], server: ModelServer) -> list[Result]:
    """A run by the names that people type."""
    agents = agents_with_models(presets, (), axtree=False, memory=False, vision=False)
    results: list[Result] = world.play(out, agents, *TASKS, base_url=server.base_url)
    return results


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("preset", WEBMALL_PRESETS)
def test_a_preset_solves_a_task(played: Played, preset: str, task: str) -> None:
    result = played.results[preset, task]
    assert (result.status, result.error, result.reward) == (Status.PASSED, "", 1.0)
    assert result.usage["model_calls"] == result.steps


@pytest.mark.parametrize("preset", WEBMALL_PRESETS)
def test_a_preset_fills_a_cart(played: Played, preset: str) -> None:
    attempt = RunFolder(played.out).attempt(played.results[preset, "order_1"].key, 0)
    payloads = [event.payload for event in read_events(attempt / EVENTS)]
    (change,) = (payload for payload in payloads if isinstance(payload, CartChanged))
    assert (change.slug, change.quantity) == ("brisk-ssd-3-tb", 1)


@pytest.mark.parametrize("preset", WEBMALL_PRESETS)
def test_the_right_model_is_asked(played: Played, preset: str) -> None:
    model = AgentName.parse(WEBMALL_PRESETS[preset]).model.partition("/")[2]
    assert {body["model"] for body in played.asked[preset]} == {model}
    assert played.results[preset, "order_1"].agent == WEBMALL_PRESETS[preset]


@pytest.mark.parametrize("preset", WEBMALL_PRESETS)
def test_each_request_shows_what_the_preset_sees_and_nothing_else(played: Played, preset: str) -> None:
    steps = sum(one.steps for (name, _), one in played.results.items() if name == preset)
    assert len(played.asked[preset]) == steps
    for body in played.asked[preset]:
        text, pictures = prompt_of(body), pictures_of(body)
        assert [one[:27] for one in pictures] == (["data:image/jpeg;base64,/9j/"] if "vision" in preset else [])
        assert ("The number drawn on an element is its id" in text) == ("vision" in preset)
        assert bool(re.search(r"^\s*\[\w+\] \w+", text, re.MULTILINE)) == ("axtree" in preset)
        assert ("<memory>" in text) == ("memory" in preset)


def test_no_preset_has_a_request_that_is_not_its_own(played: Played) -> None:
    assert set(played.asked) == set(WEBMALL_PRESETS)


@pytest.mark.parametrize("reading", SAME_PAGES)
def test_what_one_preset_did_solves_the_task_for_one_that_only_looks(played: Played, reading: str) -> None:
    looking = f"{reading.removesuffix('axtree')}vision"
    for task in TASKS:
        assert played.actions(looking, task) == played.actions(reading, task)
        assert len(played.actions(looking, task)) >= 4
