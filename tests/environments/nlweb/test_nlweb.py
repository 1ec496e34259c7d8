"""Shops that answer questions: over HTTP through the doors, as a tool, and not where nobody switched it on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from shopworld.environments import Asked, AskingMall
from shopworld.environments.corpus import Corpus, build_corpus
from shopworld.environments.corpus.schema_org import product_object
from shopworld.environments.nlweb.answers import Question, answer
from shopworld.environments.nlweb.environment import NlwebEnvironment, nlweb_tool_descriptions
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall, MallServer
from shopworld.shop.events import ProductViewed
from shopworld.shop.specification import Identity


@pytest.fixture(scope="module")
def corpus(made_once: Callable[[str, Callable[[Path], Any]], Any], small_mall: Mall) -> Corpus:
    return Corpus(made_once("small-corpus", lambda folder: build_corpus(small_mall, folder)))


@pytest.fixture
def host(small_mall: Mall) -> str:
    return next(iter(small_mall.hosts))


class Client:
    """A client without a browser, at the slot of one episode."""

    def __init__(self, server: MallServer) -> None:
        self.server, self.slot = server, server.slots[0]
        self.episode = Episode(EpisodeIdentity("agent", "task"), "label-of-tests")
        server.open(self.slot, self.episode)
        self.http = httpx.Client(proxy=f"http://{self.slot.proxy_address}", trust_env=False)

    def close(self) -> None:
        self.http.close()
        self.server.close(self.slot)


@pytest.fixture
def client(small_mall: Mall, corpus: Corpus) -> Iterator[Client]:
    with MallServer(AskingMall(small_mall, corpus)) as server:
        client = Client(server)
        yield client
        client.close()


def test_an_answer_is_a_list_of_products_as_schema_org_has_them(client: Client, host: str) -> None:
    reply = client.http.get(f"http://{host}/ask", params={"query": "Do you have an SSD?"})
    assert reply.status_code == 200
    assert reply.headers["content-type"] == "application/json"
    content = reply.json()
    assert content["site"] == host
    assert content["query_id"]
    assert content["results"][0]["score"] == 100
    for one in content["results"]:
        product = one["schema_object"]
        assert (product["@context"], product["@type"]) == ("https://schema.org", "Product")
        assert product["name"] == one["name"]
        assert product["url"] == one["url"]
        assert one["url"].startswith(f"http://{host}/")
        assert product["offers"]["@type"] in ("Offer", "AggregateOffer")
        assert float(product["offers"].get("price") or product["offers"]["lowPrice"]) > 0
        assert product["offers"]["availability"].startswith("https://schema.org/")
    (asked,) = [event for event in client.episode.events if isinstance(event.payload, Asked)]
    assert isinstance(asked.payload, Asked)
    assert asked.shop is not None
    assert asked.payload.results == tuple(one["url"] for one in content["results"])
    assert not any(isinstance(event.payload, ProductViewed) for event in client.episode.events)


def test_only_the_shop_that_is_asked_answers(client: Client, small_mall: Mall) -> None:
    for host in small_mall.hosts:
        results = client.http.get(f"http://{host}/ask?query=usb+cable").json()["results"]
        assert {one["site"] for one in results} <= {host}


def test_what_goes_on_from_an_earlier_question_takes_its_words(client: Client, host: str) -> None:
    def ask(**fields: str) -> Any:
        return client.http.get(f"http://{host}/ask", params=fields).json()

    assert ask(query="and black ones?", prev="wireless mouse,usb cable")["decontextualized_query"] == (
        "usb cable and black ones?"
    )
    whole = "a quiet mechanical keyboard for my office"
    assert ask(query=whole, prev="usb cable")["decontextualized_query"] == whole
    assert ask(query="black", decontextualized_query="black usb cable")["decontextualized_query"] == "black usb cable"
    assert ask(query="cable", query_id="mine")["query_id"] == "mine"


def test_a_summary_says_what_was_found(client: Client, host: str) -> None:
    content = client.http.get(f"http://{host}/ask", params={"query": "ssd", "mode": "summarize"}).json()
    assert f"{len(content['results'])} products" in content["summary"]
    assert content["results"][0]["name"] in content["summary"]
    nothing = client.http.get(f"http://{host}/ask", params={"query": "zzyzx", "mode": "summarize"}).json()
    assert (nothing["results"], nothing["summary"]) == ([], "Nothing was found.")


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/ask", 400, "what is asked is missing"),
        ("/ask?query=", 400, "what is asked is missing"),
        ("/ask?query=a&mode=generate", 400, "expected one of list, summarize"),
    ],
)
def test_a_question_that_is_none_is_an_error(client: Client, host: str, path: str, status: int, words: str) -> None:
    reply = client.http.get(f"http://{host}{path}")
    assert reply.status_code == status
    assert words in reply.json()["error"]
    assert client.http.post(f"http://{host}/ask", data={"query": "a"}).status_code == 405


def test_the_episodes_doors_hold_for_questions_too(client: Client, host: str) -> None:
    assert client.http.get("http://solution.example/ask?query=a").status_code == 404
    assert client.http.get("http://elsewhere.example/ask?query=a").status_code == 403
    client.server.close(client.slot)
    assert client.http.get(f"http://{host}/ask?query=a").status_code in (403, 410)


def test_a_mall_that_did_not_switch_it_on_has_no_such_page(small_mall: Mall, host: str) -> None:
    with MallServer(small_mall) as server:
        client = Client(server)
        assert client.http.get(f"http://{host}/ask?query=ssd").status_code == 404
        client.close()


def test_all_other_pages_keep_their_bytes(small_mall: Mall, corpus: Corpus, host: str) -> None:
    pages = []
    for served in (small_mall, AskingMall(small_mall, corpus)):
        with MallServer(served) as server:
            client = Client(server)
            pages.append(
                [client.http.get(f"http://{host}{path}").content for path in ("/", "/shop/", "/cart/", "/asking/")]
            )
            client.close()
    assert pages[0] == pages[1]


def test_the_tool_asks_the_same_end_point(small_mall: Mall, corpus: Corpus, host: str) -> None:
    with NlwebEnvironment(small_mall, corpus) as environment:
        episode = Episode(EpisodeIdentity("agent", "task"), "label")
        seen = environment.start(episode, TaskStart("Find it."))
        assert [tool.name for tool in seen.tools] == [tool.name for tool in nlweb_tool_descriptions()]

        def call(name: str, **arguments: Any) -> Any:
            nonlocal seen
            seen = environment.step(json.dumps({"name": name, "arguments": arguments}))
            return json.loads(seen.tool_result) if seen.tool_result else {}

        found = call("ask", shop=f"http://{host}/", query="usb cable", mode="summarize", prev=["a cable, please"])
        assert found["summary"]
        assert call("open_page", url=found["results"][0]["url"])["price"]
        assert call("ask", shop="http://solution.example/", query="answer") == {}
        assert "there is no shop" in seen.last_action_error
        assert [event.payload.kind for event in episode.events][:2] == ["asked", "tool_called"]


def test_the_same_question_has_the_same_answer(corpus: Corpus, host: str) -> None:
    assert answer(corpus, host, Question("usb cable")) == answer(corpus, host, Question("usb cable"))


def test_nothing_but_what_pages_print_is_told(corpus: Corpus, small_mall: Mall) -> None:
    for document in corpus.documents[:60]:
        offer = small_mall.catalog.offer_by_slug(
            small_mall.hosts[document.shop], document.url.rstrip("/").rpartition("/")[2]
        )
        assert offer is not None
        told = json.dumps(document.data)
        assert f'"{offer.product_id}"' not in told
        assert {one["name"] for one in document.data.get("additionalProperty", ())} == {
            row.label for row in offer.specifications
        }


@pytest.mark.parametrize(
    ("printed", "offer"),
    [
        ("€84.77", {"@type": "Offer", "price": "84.77"}),
        ("From 3,21 €", {"@type": "AggregateOffer", "lowPrice": "3.21"}),
        ("1.234,50 €", {"@type": "Offer", "price": "1234.50"}),
        ("$1,234", {"@type": "Offer", "price": "1234"}),
        ("12 999,00 kr", {"@type": "Offer", "price": "12999.00"}),
        ("Price on request", {"@type": "Offer"}),
        ("¥4,500", {"@type": "Offer", "price": "4500"}),
    ],
)
def test_printed_prices_are_written_as_numbers(printed: str, offer: dict[str, str]) -> None:
    identity = Identity(
        id="shop", name="Shop", host="shop.example", support_email="a@shop.example", support_phone="1", shipping=()
    )
    told = product_object({"title": "Mug", "url": "http://shop.example/product/mug/", "price": printed}, identity)
    assert {name: told["offers"].get(name) for name in offer} == offer
    assert ("price" in told["offers"] or "lowPrice" in told["offers"]) is (len(offer) > 1)
