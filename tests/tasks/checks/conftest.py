"""Four real shops with a few offers of different prices, and the oracle in them: by tools, and in a browser."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from shopworld.agents import Agent, make_oracle
from shopworld.catalog import CatalogBuilder
from shopworld.catalog.model import Image, Offer, Product, Variant, VariantOption
from shopworld.environments import BrowserEnvironment, BrowserProcess, ShopToolEnvironment, find_browser
from shopworld.environments.protocol import TaskStart
from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.errors import BrowserMissing
from shopworld.mall import Mall, MallServer, default_shops, write_mall
from shopworld.tasks import Buyer, Check, NoSideEffects, OfferAddress, Score, Task, score

PRICES: Mapping[str, Mapping[str, int]] = {
    "brisk-drive": {"kernel-and-coil": 9_990, "swiftlap": 9_700, "lumenhouse": 9_790, "copper-bench": 9_600},
    "calm-cable": {"kernel-and-coil": 990, "swiftlap": 1_190, "lumenhouse": 890, "copper-bench": 1_090},
    "ombra-mouse": {"kernel-and-coil": 2_450, "swiftlap": 2_600, "copper-bench": 2_390},
    "zest-lamp": {"lumenhouse": 3_900, "copper-bench": 4_100},
    **{f"plain-thing-{number}": {"swiftlap": 500 + number, "lumenhouse": 700 + number} for number in range(8)},
}
"""In cents, by product and shop; the mouse has two colours, of which white costs two euros more."""
BUYER = Buyer(
    name="Ada Lindqvist",
    email="ada.lindqvist@example.com",
    street="Elm Row",
    house_number="12",
    zip="53703",
    city="Madison",
    state="WI",
    country="USA",
    card="4242424242424242",
    cvv="321",
    expiry_date="11/29",
)
_NUMBERS = itertools.count()


def _offer(shop: str, slug: str, number: int, price: int) -> Offer:
    colours = tuple(
        Variant(id=name.lower(), options=(VariantOption(name="Colour", value=name),), price=price + more, stock=9)
        for name, more in (("White", 200), ("Black", 0))
    )
    return Offer(
        id=f"{shop}/{number}",
        shop_id=shop,
        number=number,
        product_id=slug,
        slug=slug,
        title=slug.replace("-", " ").title(),
        department="PC Components",
        kind=slug.partition("-")[2],
        categories=(("Hardware", "Other"),),
        price=price,
        variants=colours if slug == "ombra-mouse" else (),
        images=(Image(source="drawn:"),),
    )


def _build(folder: Path) -> None:
    with CatalogBuilder(folder, name="few") as builder:
        for number, (slug, prices) in enumerate(PRICES.items(), 1):
            builder.add_product(Product(id=slug, title=slug, department="PC Components", kind=slug))
            for shop, price in prices.items():
                builder.add_offer(_offer(shop, slug, number, price))


@pytest.fixture(scope="session")
def few_mall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mall]:
    """The four default shops with those offers."""
    folder = tmp_path_factory.mktemp("malls") / "few"
    write_mall(folder, name="few", shops=default_shops(), build_catalog=_build, seed=3)
    opened = Mall.open(folder)
    yield opened
    opened.close()


class Making:
    """What test modules need of this file: fixtures can be reached without an import."""

    prices = PRICES
    buyer = BUYER

    def group(self, slug: str) -> tuple[OfferAddress, ...]:
        """All offers of a product."""
        return tuple(OfferAddress(shop=shop, slug=slug) for shop in PRICES[slug])

    def task(self, *checks: Check, intent: str = "Run the errand.") -> Task:
        """A task in these shops; orders are allowed."""
        start = "http://solution.example/"
        return Task(
            id="errand",
            template="errand",
            category="checkout",
            intent=intent,
            start=start,
            checks=(*checks, NoSideEffects(allow_orders=True)),
        )


@pytest.fixture(scope="session")
def making() -> Making:
    """Makes tasks in the mall."""
    return Making()


@pytest.fixture
def by_tools(few_mall: Mall) -> Iterator[Callable[..., tuple[Score, Episode]]]:
    """Plays a task by shop tools; without an agent the oracle plays."""
    with ShopToolEnvironment(few_mall) as environment:

        def play(task: Task, agent: Agent | None = None) -> tuple[Score, Episode]:
            player = agent or make_oracle(few_mall, task, "shop_tools")
            episode = Episode(EpisodeIdentity("agent", task.id, trial=next(_NUMBERS)), "label")
            player.begin(task.goal, seed=0)
            seen = environment.start(episode, TaskStart.of(task))
            while not environment.ended:
                seen = environment.step(player.act(seen).action)
            return _scored(task, episode, few_mall), episode

        yield play


@pytest.fixture
def in_a_browser(few_mall: Mall) -> Iterator[Callable[[Task], tuple[Score, Episode]]]:
    """Has the oracle play a task in Chromium."""
    try:
        program = find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    with MallServer(few_mall, slots=1) as server, BrowserProcess(program) as browser:

        def play(task: Task) -> tuple[Score, Episode]:
            identity = EpisodeIdentity("tester", task.id, trial=next(_NUMBERS))
            episode = Episode(identity, identity.label(b"a secret of the tests"))
            player, slot = make_oracle(few_mall, task), server.slots[0]
            server.open(slot, episode)
            with BrowserEnvironment(browser) as environment:
                seen = environment.open(episode, slot.proxy_address, task.start, task.goal)
                player.begin(task.goal, seed=1)
                while not environment.ended and seen.step < task.limits.steps:
                    seen = environment.step(player.act(seen).action)
            assert not server.close(slot)
            return _scored(task, episode, few_mall), episode

        yield play


def _scored(task: Task, episode: Episode, mall: Mall) -> Score:
    return score(task, episode.events, ending=episode.ending or Ending.LIMIT, hosts=mall.hosts, catalog=mall.catalog)
