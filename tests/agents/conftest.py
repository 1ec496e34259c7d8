"""Four small shops in their four designs, served for real, and a browser to shop in them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from shopworld.agents import Agent, make_oracle
from shopworld.catalog import CatalogBuilder
from shopworld.catalog.model import Attribute, Image, Offer, Product, Specification, Variant, VariantOption
from shopworld.environments import BrowserEnvironment, BrowserProcess, Observation, find_browser
from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.errors import BrowserMissing
from shopworld.mall import Mall, MallServer, default_shops, write_mall
from shopworld.tasks import (
    AnswerSet,
    Buyer,
    Cart,
    Check,
    NoSideEffects,
    OfferAddress,
    Order,
    Score,
    Task,
    score,
)

SHOPS = tuple(shop.identity.id for shop in default_shops())
HOSTS = {shop.identity.id: shop.identity.host for shop in default_shops()}
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
DRIVES = (("Brisk Fleet 20", 1000), ("Brisk Fleet 20", 2000), ("Brisk Fleet 20 Pro", 2000), ("Calm Rill 7", 2000))
INSTRUCTIONS = """Solve the task in these shops:

{shops}

Solution page: http://solution.example/

Enter addresses separated by ###."""


def slug_of(name: str, gigabytes: int) -> str:
    """The slug of a drive."""
    return f"{name.lower().replace(' ', '-')}-ssd-{gigabytes}-gb"


def _drive(shop: str, place: int, number: int, name: str, gigabytes: int) -> Offer:
    # The shops differ in price: the first is the cheapest for even drives, the last for odd ones.
    step = place if number % 2 == 0 else len(SHOPS) - place
    return Offer(
        id=f"{shop}/{number}",
        shop_id=shop,
        number=number,
        product_id=f"p{number}",
        slug=slug_of(name, gigabytes),
        title=f"{name} SSD {gigabytes} GB, M.2",
        brand=name.split()[0],
        department="PC Components",
        kind="ssd",
        categories=(("Storage", "SSDs"),),
        attributes=(Attribute(name="capacity", value=float(gigabytes), unit="GB"),),
        specifications=(Specification(label="Capacity", text=f"{gigabytes} GB"),),
        price=5_000 + gigabytes * 4 + step * 137,
        regular_price=19_999 if number == 1 else None,
        images=(Image(source="drawn:"),),
    )


def _other(shop: str, number: int, title: str, kind: str, **fields: object) -> Offer:
    values: dict[str, object] = {
        "id": f"{shop}/{number}",
        "shop_id": shop,
        "number": number,
        "product_id": f"p{number}",
        "slug": title.lower().replace(" ", "-").replace(".", ""),
        "title": title,
        "brand": title.split()[0],
        "department": "PC Components",
        "kind": kind,
        "categories": (("Hardware", "Other"),),
        "price": 1_250 + number,
        "images": (Image(source="drawn:"),),
    }
    return Offer.model_validate(values | fields)


def _offers(shop: str, place: int) -> Iterator[Offer]:
    for number, (name, gigabytes) in enumerate(DRIVES, 1):
        yield _drive(shop, place, number, name, gigabytes)
    yield _other(shop, 10, "Brisk Fleet 20 SSD Enclosure", "drive_enclosure")
    colours = tuple(
        Variant(id=name.lower(), options=(VariantOption(name="Colour", value=name),), price=2_450, stock=9)
        for name in ("Black", "White")
    )
    yield _other(shop, 11, "Ombra Glide Mouse", "mouse", variants=colours, price=2_450)


def _build(folder: Path) -> None:
    with CatalogBuilder(folder, name="small") as builder:
        for offer in _offers(SHOPS[0], 0):
            builder.add_product(
                Product(
                    id=offer.product_id,
                    title=offer.title,
                    brand=offer.brand,
                    department=offer.department,
                    kind=offer.kind,
                    attributes=offer.attributes,
                )
            )
        for place, shop in enumerate(SHOPS):
            for offer in _offers(shop, place):
                builder.add_offer(offer)


@pytest.fixture(scope="session")
def mall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mall]:
    """Six offers in each of four shops."""
    folder = tmp_path_factory.mktemp("malls") / "small"
    write_mall(folder, name="small", shops=default_shops(), build_catalog=_build, seed=3)
    opened = Mall.open(folder)
    yield opened
    opened.close()


def make_task(intent: str, *checks: Check) -> Task:
    """A task with the frame that every goal has."""
    shops = "\n".join(f"{shop.identity.name}: http://{shop.identity.host}/" for shop in default_shops())
    return Task(
        id="task",
        template="task",
        category="test",
        intent=intent,
        instructions=INSTRUCTIONS.format(shops=shops),
        start="http://solution.example/",
        checks=checks,
    )


def offers(slug: str, *shops: str) -> tuple[tuple[OfferAddress, ...], ...]:
    """One group for each of the shops (all of them where none is named)."""
    return tuple((OfferAddress(shop=shop, slug=slug),) for shop in shops or SHOPS)


def answer_task(intent: str, slug: str, *shops: str) -> Task:
    """A task to name offers."""
    return make_task(intent, AnswerSet(groups=offers(slug, *shops)), NoSideEffects())


def cart_task(intent: str, slug: str, *shops: str) -> Task:
    """A task to put offers into carts."""
    return make_task(intent, Cart(groups=offers(slug, *shops)), NoSideEffects(allow_cart=True))


def order_task(intent: str, slug: str, shop: str) -> Task:
    """A task to order an offer."""
    return make_task(intent, Order(groups=offers(slug, shop), buyer=BUYER), NoSideEffects(allow_orders=True))


def one_shop_task(intent: str, shop: str, *checks: Check) -> Task:
    """A task that plays in one shop alone."""
    instructions = INSTRUCTIONS.format(shops=f"The shop: http://{HOSTS[shop]}/")
    task = make_task(intent, *checks, NoSideEffects(allow_cart=True))
    return task.model_copy(update={"instructions": instructions, "start": f"http://{HOSTS[shop]}/"})


_NUMBERS = itertools.count()


@dataclass
class Stage:
    """A served mall and a browser."""

    mall: Mall
    server: MallServer
    browser: BrowserProcess

    def play(self, agent: Agent | None, task: Task) -> Score:
        """One episode; without an agent the oracle plays."""
        player = agent or make_oracle(self.mall, task)
        episode = self._episode()
        slot = self.server.slots[0]
        self.server.open(slot, episode)
        with BrowserEnvironment(self.browser) as environment:
            seen = environment.open(episode, slot.proxy_address, task.start, task.goal)
            player.begin(task.goal, seed=1)
            while not environment.ended and seen.step < task.limits.steps:
                seen = environment.step(player.act(seen).action)
        assert not self.server.close(slot)
        return score(task, episode.events, ending=episode.ending or Ending.LIMIT, hosts=self.mall.hosts)

    def visit(self, address: str, look: Callable[[Callable[[str], Observation], Observation], None]) -> None:
        """Opens an address and hands over the environment's step function and what is seen first."""
        episode = self._episode()
        slot = self.server.slots[0]
        self.server.open(slot, episode)
        with BrowserEnvironment(self.browser) as environment:
            look(environment.step, environment.open(episode, slot.proxy_address, address, "Look around."))
        self.server.close(slot)

    def _episode(self) -> Episode:
        identity = EpisodeIdentity("tester", "task", trial=next(_NUMBERS))
        return Episode(identity, identity.label(b"a secret of the tests"))


@pytest.fixture(scope="module")
def stage(mall: Mall) -> Iterator[Stage]:
    """The mall on a server with one slot, and one browser."""
    try:
        program = find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    with MallServer(mall, slots=1) as server, BrowserProcess(program) as browser:
        yield Stage(mall, server, browser)


class Making:
    """What test modules need of this file: fixtures can be reached without an import."""

    shops = SHOPS
    buyer = BUYER
    answer_task = staticmethod(answer_task)
    cart_task = staticmethod(cart_task)
    order_task = staticmethod(order_task)
    one_shop_task = staticmethod(one_shop_task)

    def host(self, shop: str) -> str:
        """Address of a shop's home page."""
        return f"http://{HOSTS[shop]}/"


@pytest.fixture(scope="session")
def making() -> Making:
    """Makes tasks in the small mall."""
    return Making()
