"""Makes tasks that ask for the cheapest offer of a brand in a shop."""

from shopworld.commands import SEED, CommandOutcome, CommandParameter, TaskFamily, suite_name
from shopworld.mall import Home, Mall
from shopworld.tasks import AnswerSet, NoSideEffects, OfferAddress, Suite, Task, save_suite

FAMILY = TaskFamily(
    "brand",
    "cheapest_of_brand:make",
    "Make tasks that ask for the cheapest offer of a brand.",
    examples=("shopworld tasks make brand default --name brands",),
    parameters=(CommandParameter("mall", "Name of a mall.", argument=True), SEED, suite_name("brand")),
)


def make(*, mall: str, seed: int, name: str) -> CommandOutcome:
    home = Home.from_environment()
    opened = Mall.open(home.mall(mall))
    try:
        tasks = tuple(task for shop in opened.shops for task in _tasks(opened, shop.identity))
        suite = Suite(name=name, version="1", seed=seed, mall=mall, mall_hash=opened.content_hash, tasks=tasks)
    finally:
        opened.close()
    save_suite(suite, home.suite(name))
    return CommandOutcome({"suite": name, "tasks": len(tasks)}, f"Made {home.suite(name)}: {len(tasks)} tasks")


def _tasks(mall, shop):
    offers = [one for one in mall.catalog.iterate_offers(shop.id) if one.price is not None and one.in_stock]
    for brand in sorted({one.brand for one in offers if one.brand}):
        least = min(one.price for one in offers if one.brand == brand)
        right = [
            OfferAddress(shop=shop.id, slug=one.slug) for one in offers if (one.brand, one.price) == (brand, least)
        ]
        if len(right) == 1:
            yield Task(
                id=f"brand_{shop.id}_{brand.casefold().replace(' ', '_')}",
                template="brand",
                category="find_cheapest_offer",
                intent=f"Find the cheapest product of {brand} in {shop.name}.",
                instructions=f"The shop: http://{shop.host}/. Submit the product's address at {mall.solution_address}.",
                start=f"http://{shop.host}/",
                checks=(AnswerSet(groups=(tuple(right),)), NoSideEffects()),
            )
