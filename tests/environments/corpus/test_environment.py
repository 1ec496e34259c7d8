"""The corpus as an environment: searches, pages, carts and the answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from shopworld.environments.corpus import Corpus, CorpusEnvironment, corpus_tool_descriptions
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.mall import Mall
from shopworld.shop.events import CartChanged, ProductViewed


class Searcher:
    def __init__(self, environment: CorpusEnvironment) -> None:
        self.environment = environment
        self.episode = Episode(EpisodeIdentity("agent", "task"), "label")
        self.seen = environment.start(self.episode, TaskStart("Find it."))

    def call(self, name: str, /, **arguments: Any) -> Any:
        self.seen = self.environment.step(json.dumps({"name": name, "arguments": arguments}))
        return json.loads(self.seen.tool_result) if self.seen.tool_result else {}


@pytest.fixture
def searcher(small_mall: Mall, corpus: Corpus) -> Iterator[Searcher]:
    with CorpusEnvironment(small_mall, corpus) as environment:
        yield Searcher(environment)


def test_tools_are_search_pages_carts_and_the_answer(searcher: Searcher) -> None:
    names = [tool.name for tool in searcher.seen.tools]
    assert names == [tool.name for tool in corpus_tool_descriptions()]
    assert names[:2] == ["search", "open_page"]
    assert {"add_to_cart", "checkout", "submit_answer"} <= set(names)
    assert "search_products" not in names


def test_searching_leaves_no_trace_in_the_shops(searcher: Searcher) -> None:
    found = searcher.call("search", query="usb cable", k=3)["results"]
    assert len(found) == 3
    assert found[0]["score"] >= found[-1]["score"]
    assert all(one["text"] and len(one["text"]) < 800 for one in found)
    assert [event.payload.kind for event in searcher.episode.events] == ["tool_called"]


def test_a_page_that_is_opened_is_the_shops_own(searcher: Searcher) -> None:
    url = searcher.call("search", query="ssd", k=1)["results"][0]["url"]
    assert searcher.call("open_page", url=url)["price"]
    assert any(isinstance(event.payload, ProductViewed) for event in searcher.episode.events)


def test_one_shop_is_searched_by_its_address(searcher: Searcher, small_mall: Mall) -> None:
    host = list(small_mall.hosts)[2]
    found = searcher.call("search", query="cable", shop=f"http://{host}/")["results"]
    assert {one["shop"] for one in found} == {host}
    assert searcher.call("search", query="cable", shop="http://elsewhere.example/") == {}
    assert "there is no shop" in searcher.seen.last_action_error


def test_what_was_found_can_be_bought(searcher: Searcher) -> None:
    for one in searcher.call("search", query="ssd", k=20)["results"]:
        if searcher.call("add_to_cart", url=one["url"]):
            break
    assert any(isinstance(event.payload, CartChanged) for event in searcher.episode.events)
    searcher.call("submit_answer", answer="Done")
    assert searcher.episode.ending is Ending.SUBMITTED


def test_pages_outside_of_the_mall_are_refused(searcher: Searcher) -> None:
    assert searcher.call("open_page", url="http://solution.example/") == {}
    assert "no address of a shop" in searcher.seen.last_action_error
