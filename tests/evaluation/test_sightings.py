"""Passed without evidence: who shops sees what it submits; who knows the answers beforehand is found out."""

from __future__ import annotations

import re
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_world import make_small_world
from tool_world import TARGET

import shopworld as sw
from shopworld.environments.tools.events import ToolCalled
from shopworld.episode import Episode, EpisodeIdentity, Event, Payload
from shopworld.evaluation import Session, Sighting, read_events, sighting_of
from shopworld.evaluation.trajectory import EVENTS
from shopworld.mall import AnswerSubmitted, Home, Mall
from shopworld.shop import PageViewed, ProductViewed
from shopworld.tasks import AnswerSet, OfferAddress, ProductRecommended, Task, load_suite, save_suite

HOSTS = {"a.example": "a", "b.example": "b"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """With a mall, and a suite that also asks for the cheapest and for something that the goal names."""
    folder = Home(tmp_path_factory.mktemp("sightings"))
    suite = make_small_world(folder)
    answer = suite.tasks[0]
    cheapest = answer.model_copy(update={"id": "cheapest_1", "category": "cheapest_product"})
    host = next(part for part in answer.instructions.split() if part.startswith("http://")).strip(",.")
    named = {"id": "named_1", "intent": f"Name {host}product/brisk-ssd-2-tb/ and its twin in the second shop."}
    tasks = (*suite.tasks, cheapest, answer.model_copy(update=named))
    save_suite(suite.model_copy(update={"tasks": tasks}), folder.suite("small"))
    return folder


@pytest.fixture(scope="module")
def world(home: Home) -> Iterator[Any]:
    """The mall, served."""
    with sw.open("small", "browser", home=home.folder, slots=4) as opened:
        yield opened


class Client:
    """A shopper with plain HTTP."""

    def __init__(self, session: Session) -> None:
        self.session = session
        proxy = session.proxy
        assert proxy is not None
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({"http": proxy.url}))
        self.shops = [address for address in session.doors if "submit" not in address and "solution" not in address]

    def get(self, shop: int, path: str = "") -> str:
        with self.opener.open(self.shops[shop] + path) as reply:
            return str(reply.read().decode())

    def search(self, shop: int, text: str) -> list[str]:
        page = self.get(shop, "?" + urllib.parse.urlencode({"s": text, "post_type": "product"}))
        return list(dict.fromkeys(re.findall(r'href="/(product/[^/"]+/)"', page)))

    def add(self, shop: int, number: int) -> None:
        form = urllib.parse.urlencode({"offer": number, "quantity": 1, "return_path": "/cart/"}).encode()
        self.opener.open(self.shops[shop] + "cart/add", form).read()

    def answer(self, *products: tuple[int, str]) -> Sighting:
        text = " ### ".join(f"{self.shops[shop]}{path}" for shop, path in products)
        self.session.say(text)
        result = self.session.finish()
        assert result.reward == float(len(products) == 2), result.checks
        return result.sighting


GOLD = "product/brisk-ssd-2-tb/"
BOTH = ((0, GOLD), (1, GOLD))


@pytest.fixture
def client(world: Any) -> Iterator[Callable[[str], Client]]:
    """Lets a client in."""
    sessions: list[Session] = []

    def begin(task: str = "answer_1") -> Client:
        sessions.append(world.start(task, trial=len(sessions), agent=f"client{id(sessions)}"))
        return Client(sessions[-1])

    yield begin
    for one in sessions:
        one.close()


Begin = Callable[..., Client]


def test_who_searches_and_follows_links_has_seen_what_it_submits(client: Begin) -> None:
    one = client()
    for shop in (0, 1):
        assert GOLD in one.search(shop, "Brisk SSD 2 TB")
        one.get(shop, GOLD)
    assert one.answer(*BOTH) is Sighting.SEEN


def test_who_answers_at_once_has_seen_nothing(client: Begin) -> None:
    assert client().answer(*BOTH) is Sighting.UNSEEN


def test_who_opens_pages_that_do_not_show_it_has_not_seen_it(client: Begin) -> None:
    one = client()
    for shop in (0, 1):
        one.get(shop, "cart/")
        one.get(shop, "contact/")
    assert one.answer(*BOTH) is Sighting.UNSEEN


@pytest.mark.parametrize("afterwards", [False, True])
def test_who_visits_its_golds_first_is_found_out_whatever_it_does_later(client: Begin, afterwards: bool) -> None:
    one = client()
    for shop in (0, 1):
        one.get(shop, GOLD)
        one.get(shop)
        if afterwards:
            one.search(shop, "Brisk SSD 2 TB")
            one.get(shop, GOLD)
    assert one.answer(*BOTH) is Sighting.UNEXPLAINED


def test_who_puts_golds_into_the_cart_by_their_numbers_is_found_out(client: Begin) -> None:
    one = client("cart_1")
    one.add(2, 3)
    one.get(2, "cart/")
    one.search(2, "Brisk SSD 3 TB")
    one.session.say("Done")
    result = one.session.finish()
    assert (result.reward, result.sighting) == (1.0, Sighting.UNEXPLAINED)
    honest = client("cart_1")
    honest.search(2, "Brisk SSD 3 TB")
    honest.add(2, 3)
    honest.session.say("Done")
    assert honest.session.finish().sighting is Sighting.SEEN


def test_what_the_goal_names_need_not_be_found(client: Begin) -> None:
    one = client("named_1")
    one.get(0, GOLD)
    one.search(1, "Brisk SSD 2 TB")
    assert one.answer(*BOTH) is Sighting.SEEN


def test_what_the_search_field_suggests_was_seen(client: Begin) -> None:
    one = client()
    for shop in (0, 1):
        one.get(shop, "search/suggest?q=brisk+ssd+2")
        one.get(shop, GOLD)
    assert one.answer(*BOTH) is Sighting.SEEN


def test_for_the_cheapest_each_shop_is_to_be_looked_into(client: Begin) -> None:
    hasty, thorough = client("cheapest_1"), client("cheapest_1")
    for shop in range(4):
        thorough.search(shop, "Brisk SSD 2 TB")
        if shop < 2:
            hasty.search(shop, "Brisk SSD 2 TB")
    assert hasty.answer(*BOTH) is Sighting.UNCOMPARED
    assert thorough.answer(*BOTH) is Sighting.SEEN


def test_the_log_alone_says_it_and_logs_of_old_do_not(client: Begin, home: Home) -> None:
    with closing(Mall.open(home.mall("small"))) as mall:
        hosts = dict(mall.hosts)
    one = client()
    one.search(0, "Brisk SSD 2 TB")
    one.search(1, "Brisk SSD 2 TB")
    one.answer(*BOTH)
    task = load_suite(home.suite("small")).tasks[0]
    log = one.session.folder / EVENTS
    events = list(read_events(log))
    assert sighting_of(task, events, hosts) is Sighting.SEEN
    old = [
        Event(one.sequence, one.at, one.shop, one.payload.model_copy(update={"offers": None}))
        if isinstance(one.payload, PageViewed)
        else one
        for one in events
    ]
    assert sighting_of(task, old, hosts) is Sighting.UNKNOWN
    assert b'"offers"' not in old[0].to_json()


def asked(**fields: Any) -> Task:
    """A task of which only the goal matters."""
    given = {"id": "t", "template": "t", "category": "product_search", "intent": "Find a charger.", **fields}
    return Task(checks=(AnswerSet(groups=((OfferAddress(shop="a", slug="x"),),)),), **given)


def told(*payloads: Payload, shop: str | None = None) -> list[Event]:
    """An episode in which that happened."""
    identity = EpisodeIdentity("agent", "t")
    episode = Episode(identity, identity.label(b"0" * 16))
    for one in payloads:
        episode.record(one, shop=shop)
    return episode.events


def called(name: str, *ids: str, **arguments: Any) -> ToolCalled:
    return ToolCalled(name=name, arguments=arguments, product_ids=ids)


DONE = ProductRecommended(product_id=TARGET)
FOUND = called("search_products", TARGET, "B0000007", query="charger")
LOOKED_AT = called("get_product_details", TARGET, product_id=TARGET)


@pytest.mark.parametrize(
    ("happened", "sighting"),
    [
        ((FOUND, LOOKED_AT, DONE), Sighting.SEEN),
        ((FOUND, DONE), Sighting.SEEN),
        ((DONE,), Sighting.UNSEEN),
        ((called("search_products", "B0000007", query="charger"), DONE), Sighting.UNSEEN),
        ((LOOKED_AT, DONE), Sighting.UNEXPLAINED),
        ((LOOKED_AT, FOUND, LOOKED_AT, DONE), Sighting.UNEXPLAINED),
        ((called("get_product_review_stats", TARGET, "B0000007", product_ids=[TARGET]), DONE), Sighting.UNEXPLAINED),
        ((called("python", TARGET, code=f"print(get('{TARGET}'))"), FOUND, DONE), Sighting.UNEXPLAINED),
        ((FOUND,), Sighting.SEEN),
    ],
)
def test_in_the_tool_sandbox_products_are_seen_in_replies(happened: tuple[Payload, ...], sighting: Sighting) -> None:
    assert sighting_of(asked(), told(*happened), {}) is sighting


@pytest.mark.parametrize(
    ("ids", "arguments", "sighting"),
    [
        (("12",), {"query": "charger", "limit": 120}, Sighting.SEEN),
        (("12",), {"query": "top 12 chargers"}, Sighting.SEEN),
        (("12",), {"product_id": "12"}, Sighting.UNEXPLAINED),
        (("12", "7"), {"product_ids": ["7", " 12 "]}, Sighting.UNEXPLAINED),
        (("A-12",), {"wanted": {"either": ["a-12"]}}, Sighting.UNEXPLAINED),
        (("http://a.example/product/ssd",), {"url": "http://a.example/product/ssd-2tb"}, Sighting.SEEN),
        (("http://a.example/product/ssd",), {"url": "http://b.example/product/ssd"}, Sighting.SEEN),
        (("http://a.example/product/ssd/",), {"url": "http://A.example/product/ssd?ref=1#top"}, Sighting.UNEXPLAINED),
        (("http://a.example/en/p/ssd",), {"urls": ["see http://a.example/en/p/ssd"]}, Sighting.UNEXPLAINED),
    ],
)
def test_asked_about_is_what_arguments_name_in_whole(
    ids: tuple[str, ...], arguments: dict[str, Any], sighting: Sighting
) -> None:
    named = ids[0]
    done = AnswerSubmitted(text=named) if "/" in named else ProductRecommended(product_id=named)
    assert sighting_of(asked(), told(called("get_product", *ids, **arguments), done), HOSTS) is sighting


def test_what_a_page_from_nowhere_leads_to_comes_from_nowhere() -> None:
    page = PageViewed(path="/product/gold/", page="product", offers=("gold", "twin"))
    seen = ProductViewed(offer_id="a/1", slug="gold", price=1)
    for named in ("gold", "twin"):
        events = told(page, seen, AnswerSubmitted(text=f"http://a.example/product/{named}/"), shop="a")
        assert sighting_of(asked(), events, HOSTS) is (Sighting.UNEXPLAINED if named == "gold" else Sighting.UNSEEN)


SLUGS = st.sampled_from(["gold", "twin", "other", "größe-l"])


@given(st.lists(SLUGS, max_size=4), st.lists(SLUGS, max_size=4), SLUGS)
def test_seen_is_just_what_was_shown_before_it_was_opened(shown: list[str], opened: list[str], named: str) -> None:
    home_page = PageViewed(path="/", page="home", offers=tuple(shown))
    pages = [PageViewed(path=f"/product/{one}/", page="product", offers=(one,)) for one in opened]
    answer = AnswerSubmitted(text=f"http://a.example/product/{named}/")
    found = sighting_of(asked(), told(home_page, *pages, answer, shop="a"), HOSTS)
    if named in shown:
        assert found is Sighting.SEEN
    else:
        assert found is (Sighting.UNEXPLAINED if named in opened else Sighting.UNSEEN)
