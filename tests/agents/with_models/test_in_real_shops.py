"""Every agent with a language model in real shops: a run in a real browser, and a server that plays the models."""

from __future__ import annotations

import gzip
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from model_server import Answer, Body, Die, ModelServer, Refuse, Send, pictures_of, prompt_of
from scripted_shopper import MANNERS, Manner

from shopworld.agents.skills import Purchaser
from shopworld.environments.observation import Pictures
from shopworld.evaluation import RunFolder
from shopworld.evaluation.records import Result, Status, read_steps
from shopworld.evaluation.replaying import replay_decisions
from shopworld.evaluation.running.declaring import declare

pytestmark = pytest.mark.browser

RECORDINGS = Path(__file__).parents[2] / "data" / "recordings"
BASES = {
    "web": "web-axtree-memory",
    "structured": "structured",
    "agent_e": "agent_e",
    "see_act": "see_act",
    "web_voyager": "web_voyager",
    "deep_research": "deep_research",
}
AGENTS = tuple(f"{base}@vllm/{name}" for name, base in BASES.items())


class Models:
    """Answers as the model of whichever agent asks; every few answers fail on the way."""

    def __init__(self, buyer: Purchaser) -> None:
        self._manners: dict[str, Manner] = {name: MANNERS[name](buyer) for name in BASES}
        soon = {"retry-after-ms": "20"}
        faults = (Refuse(429, "slow", soon), Refuse(503, "busy", soon), Send(b"<html>"), Die())
        self.faults: list[Answer] = [*faults]
        self.asked = 0

    def __call__(self, body: Body) -> Answer:
        self.asked += 1
        if self.faults and self.asked % 25 == 0:
            return self.faults.pop()
        return self._manners[body["model"]](body)


@dataclass(frozen=True)
class Played:
    out: Path
    results: dict[tuple[str, str], Result]
    server: ModelServer

    def of(self, name: str) -> dict[str, Result]:
        """The results of an agent by task."""
        return {task: result for (agent, task), result in self.results.items() if agent == name}

    def asked(self, name: str) -> list[Body]:
        """What an agent asked its model."""
        return [body for body in self.server.requests if body["model"] == name]


@pytest.fixture(scope="module")
def played(world: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A run of all agents over the three tasks, with a provider that fails now and then."""
    with ModelServer(Models(world.buyer)) as server:
        out = tmp_path_factory.mktemp("runs") / "first"
        results = world.play(out, AGENTS, base_url=server.base_url)
        named = {(one.agent.partition("@vllm/")[2], one.task): one for one in results}
        if os.environ.get("SHOPWORLD_RECORD"):
            for name in set(BASES) - {"web"}:  # its own test keeps one
                keep(RunFolder(out).attempt(named[name, "answer_1"].key, 0), RECORDINGS / name)
        yield Played(out, named, server)


def keep(attempt: Path, folder: Path) -> None:
    """Makes an episode the one that `test_recordings.py` replays."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("goal.txt", "score.json", "steps.jsonl.gz", "model.jsonl.gz"):
        shutil.copy(attempt / name, folder / name)


@pytest.mark.parametrize("name", BASES)
def test_a_task_of_each_kind_is_solved(played: Played, name: str) -> None:
    results = played.of(name)
    assert {task: (one.status, one.error) for task, one in results.items()} == dict.fromkeys(
        ("answer_1", "cart_1", "order_1"), (Status.PASSED, "")
    )
    assert all(one.reward == 1.0 and one.attempt == 0 for one in results.values())


def test_a_provider_that_fails_now_and_then_costs_tries_and_no_agent_anything(played: Played) -> None:
    assert sum(one.usage["model_retries"] for one in played.results.values()) == 4
    asked = sum(one.usage["model_calls"] for one in played.results.values())
    assert len(played.server.requests) == asked + 4


@pytest.mark.parametrize("name", BASES)
def test_pictures_are_seen_by_those_who_look_at_them(played: Played, name: str) -> None:
    pictures = [pictures_of(body) for body in played.asked(name)]
    looks = declare(f"{BASES[name]}@vllm/x").pictures is not Pictures.NONE
    assert any(pictures) == looks == (name in ("structured", "see_act", "web_voyager"))
    for seen in pictures:
        assert all(one.startswith("data:image/jpeg;base64,/9j/") for one in seen)
        assert len(seen) <= (3 if name == "web_voyager" else 1)


@pytest.mark.parametrize("name", BASES)
def test_thoughts_and_usage_are_kept_with_each_step(played: Played, name: str) -> None:
    for result in played.of(name).values():
        steps = read_steps(RunFolder(played.out).attempt(result.key, 0) / "steps.jsonl")[1:]
        assert all(step.thought for step in steps)
        assert sum(step.extra["model_calls"] for step in steps) == result.usage["model_calls"]
        assert sum(step.extra["input_tokens"] for step in steps) == result.usage["input_tokens"]
        assert not list(RunFolder(played.out).attempt(result.key, 0).glob("*.jpg"))


def test_older_pages_are_dropped_from_a_conversation(played: Played) -> None:
    longest = max(played.asked("web_voyager"), key=lambda body: len(body["messages"]))
    pages = [one for one in longest["messages"] if one["role"] == "user"]
    texts = [prompt_of({"messages": [one]}) for one in pages]
    assert ["The elements:" in text for text in texts] == [False] * (len(pages) - 3) + [True] * 3
    assert len(pages) > 5


def test_a_navigator_sees_its_sub_task_and_may_look_again_without_an_action(played: Played) -> None:
    result = played.of("agent_e")["order_1"]
    assert result.usage["looks"] >= 1
    prompts = [prompt_of(body) for body in played.asked("agent_e")]
    assert any("# The page now (input_fields)" in prompt for prompt in prompts)
    assert any("It was not done within 12 actions" in prompt for prompt in prompts)
    assert any("another page was opened: http://" in prompt for prompt in prompts)


def test_research_cites_the_pages_it_has_read(played: Played) -> None:
    result = played.of("deep_research")["answer_1"]
    steps = read_steps(RunFolder(played.out).attempt(result.key, 0) / "steps.jsonl")[1:]
    (report,) = [step.extra["report"] for step in steps if "report" in step.extra]
    assert "is sold at [1] and [2]." in report
    assert len(re.findall(r"^\[\d\] http://\S+/product/brisk-ssd-2-tb/$", report, re.MULTILINE)) == 2
    assert steps[0].extra["phase"] == "search"
    assert steps[-1].extra["phase"] == "closing"


def test_the_run_is_replayed_byte_for_byte_without_a_model(played: Played, world: Any, tmp_path: Path) -> None:
    asked = len(played.server.requests)
    again = world.play(tmp_path / "again", AGENTS, "cart_1", base_url="", replay=str(played.out))
    by_key = {one.key: one for one in played.results.values()}
    for one in again:
        assert one.without_seconds() == by_key[one.key].without_seconds()
        recorded, replayed = (
            gzip.decompress((RunFolder(folder).attempt(one.key, 0) / "model.jsonl.gz").read_bytes())
            for folder in (played.out, tmp_path / "again")
        )
        assert without_hashes(recorded) == without_hashes(replayed)
    assert len(played.server.requests) == asked


def without_hashes(recording: bytes) -> bytes:
    return re.sub(rb'"sha256":"[0-9a-f]+"', b"", recording)


@pytest.mark.parametrize("name", BASES)
def test_decisions_are_replayed_without_a_browser_too(played: Played, name: str) -> None:
    for result in played.of(name).values():
        decided = list(replay_decisions(RunFolder(played.out).attempt(result.key, 0)))
        assert len(decided) == result.steps
        assert all(one.move.extra == one.step.extra for one in decided)
