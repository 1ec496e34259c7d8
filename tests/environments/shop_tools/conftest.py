"""The shops of a small mall as tools, and what came of each call."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from shopworld.environments import Observation, ShopToolEnvironment
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Episode, EpisodeIdentity, Payload
from shopworld.mall import Mall


class Caller:
    """Calls tools in one episode."""

    def __init__(self, environment: ShopToolEnvironment, mall: Mall, steps: int | None = None) -> None:
        self.environment, self.mall = environment, mall
        self.hosts = list(mall.hosts)
        self.episode = Episode(EpisodeIdentity("agent", "task"), "label")
        self.seen: Observation = environment.start(self.episode, TaskStart("Buy something."))

    def call(self, name: str, /, **arguments: Any) -> Any:
        """The result as data; empty where there was none."""
        self.seen = self.environment.step(json.dumps({"name": name, "arguments": arguments}))
        return json.loads(self.seen.tool_result) if self.seen.tool_result else {}

    @property
    def problem(self) -> str:
        return self.seen.last_action_error

    def events(self, kind: type[Payload]) -> list[Any]:
        return [event.payload for event in self.episode.events if isinstance(event.payload, kind)]

    def shop(self, number: int = 0) -> str:
        return f"http://{self.hosts[number]}/"

    def product(self, number: int = 0, *, options: bool = False) -> dict[str, Any]:
        """A product of a shop that can be bought, with or without options."""
        for page in range(1, 9):
            for one in self.call("list_products", url=self.shop(number), page=page)["products"]:
                found: dict[str, Any] = self.call("get_product", url=one["url"])
                if found.get("can_add") and bool(found.get("options")) is options:
                    return found
        raise AssertionError("no such product")


@pytest.fixture
def caller(small_mall: Mall) -> Iterator[Caller]:
    """A visitor with empty carts."""
    with ShopToolEnvironment(small_mall) as environment:
        yield Caller(environment, small_mall)
