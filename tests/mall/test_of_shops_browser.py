"""Tasks in a mall of one imported shop: the oracle solves them through its pages, who takes everything does not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shop_samples import make_data, make_product, shirt

from shopworld.agents import Agent, make_agent, make_oracle
from shopworld.environments import BrowserEnvironment, BrowserProcess, find_browser
from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.errors import BrowserMissing
from shopworld.mall import Mall, MallServer, make_mall_of_shops
from shopworld.shop.data import write_shop_data
from shopworld.shop.importing import import_shop
from shopworld.tasks import AnswerSet, Buyer, Cart, Check, NoSideEffects, OfferAddress, Order, Task, score

pytestmark = pytest.mark.browser

SHOP = "thread-and-thimble"
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


@pytest.fixture(scope="module")
def mall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mall]:
    """Four products in a shop with Shopify's addresses."""
    folder = tmp_path_factory.mktemp("shops")
    products = [shirt(), *(make_product(handle) for handle in ("canvas-apron", "tea-towel", "striped-tea-towel"))]
    write_shop_data(make_data(products=products), folder / "data")
    import_shop(folder / "data", folder / "shop")
    make_mall_of_shops(folder / "mall", [folder / "shop"], name="mine")
    opened = Mall.open(folder / "mall")
    yield opened
    opened.close()


def make_task(mall: Mall, intent: str, *checks: Check) -> Task:
    address = mall.address(SHOP)
    shops = f"Solve the task in these shops:\n\nThread & Thimble: {address}\n\nSolution page: {mall.solution_address}\n"
    return Task(
        id="task", template="task", category="test", intent=intent, instructions=shops, start=address, checks=checks
    )


def play(mall: Mall, task: Task, agent: Agent) -> float:
    identity = EpisodeIdentity("agent", task.id)
    episode = Episode(identity, identity.label(b"a secret of the tests"), seed=1)
    try:
        binary = find_browser()
    except BrowserMissing as error:
        pytest.skip(str(error))
    with MallServer(mall, slots=1) as server, BrowserProcess(binary) as browser:
        slot = server.slots[0]
        server.open(slot, episode)
        with BrowserEnvironment(browser) as environment:
            seen = environment.open(episode, slot.proxy_address, task.start, task.goal)
            agent.begin(task.goal, seed=1)
            while not environment.ended and seen.step < task.limits.steps:
                seen = environment.step(agent.act(seen).action)
        assert server.close(slot) == ()
    return score(task, episode.events, ending=episode.ending or Ending.LIMIT, hosts=mall.hosts).reward


def group(slug: str) -> tuple[tuple[OfferAddress, ...], ...]:
    return ((OfferAddress(shop=SHOP, slug=slug),),)


TASKS: dict[str, tuple[Check, ...]] = {
    "Find the Canvas Apron.": (AnswerSet(groups=group("canvas-apron")), NoSideEffects()),
    "Add the Striped Tea Towel to the cart.": (Cart(groups=group("striped-tea-towel")), NoSideEffects(allow_cart=True)),
    "Add the Linen Shirt to the cart.": (Cart(groups=group("linen-shirt")), NoSideEffects(allow_cart=True)),
    "Order the Canvas Apron.": (Order(groups=group("canvas-apron"), buyer=BUYER), NoSideEffects(allow_orders=True)),
}


@pytest.mark.parametrize("intent", TASKS)
def test_the_oracle_solves_tasks_in_a_shop_of_its_own(mall: Mall, intent: str) -> None:
    task = make_task(mall, intent, *TASKS[intent])
    assert play(mall, task, make_oracle(mall, task)) == 1.0


def test_who_names_everything_fails(mall: Mall) -> None:
    task = make_task(mall, "Find the Canvas Apron.", *TASKS["Find the Canvas Apron."])
    assert play(mall, task, make_agent("list_everything")) == 0.0
