"""Two hundred episodes at once in the real shops: each sees its own cart and its own order, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import httpx
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.episode import Ending, Episode
from shopworld.mall import AnswerSubmitted, EpisodeSlot, Mall, MallServer, default_shops
from shopworld.shop import SHOP_STATE
from shopworld.shop.events import CartChanged, OrderPlaced

EPISODES = 200
AT_ONCE = 25
OFFERS = 6


def plan(number: int) -> tuple[str, int, int]:
    """Shop, offer and quantity for an episode; neighbours differ in all three."""
    return default_shops()[number % 4].identity.id, number % OFFERS + 1, number % 7 + 1


def filled(form: LexborNode, number: int) -> dict[str, str]:
    """A checkout form, filled in for one buyer."""
    known = {
        "email": f"buyer{number}@mail.example",
        "first_name": "Buyer",
        "last_name": f"No{number}",
        "street": f"Lane {number} 5",
        "house_number": "5",
        "zip": "68159",
        "postcode": "68159",
        "city": "Mannheim",
        "phone": "0621 5550 100",
        "country": "DE",
        "card_number": "4242 4242 4242 4242",
        "card_expiry": "12/28",
        "card_cvv": "123",
        "payment": "card",
    }
    values: dict[str, str] = {}
    for field in form.css("input[name], select[name]"):
        name = field.attributes["name"] or ""
        kind, value = field.attributes.get("type"), field.attributes.get("value") or ""
        ending = name.removeprefix("billing_")
        if ending in known:
            values[name] = known[ending]
        elif kind == "radio":
            values.setdefault(name, value)
        elif kind == "hidden":
            values[name] = value
    return values


async def buy(client: httpx.AsyncClient, address: str, number: int) -> str:
    """Puts the planned things into the cart, goes through the checkout, and returns the confirmation page."""
    _, offer, quantity = plan(number)
    added = await client.post(
        f"{address}cart/add", data={"offer": str(offer), "quantity": str(quantity), "return_path": "/"}
    )
    assert added.status_code == 303, added.text
    cart = LexborHTMLParser((await client.get(f"{address}cart/")).text)
    quantities = cart.css("main form[action='/cart/update'] input[name='quantity']")
    assert [field.attributes["value"] for field in quantities] == [str(quantity)]
    page = await client.get(f"{address}checkout/")
    for _ in range(4):
        (form,) = LexborHTMLParser(page.text).css("form[action='/checkout/']")
        answer = await client.post(f"{address}checkout/", data=filled(form, number))
        assert answer.status_code == 303, answer.text
        page = await client.get(address + answer.headers["location"].removeprefix("/"))
        if "order-received" in str(page.url):
            return page.text
    raise AssertionError("the checkout has no end")


def judge(episode: Episode, number: int) -> None:
    """Checks that what happened in an episode is what was planned for it, and only that."""
    shop, offer, quantity = plan(number)
    orders = [event.payload for event in episode.events if isinstance(event.payload, OrderPlaced)]
    assert [(line.offer_id, line.quantity) for order in orders for line in order.lines] == [
        (f"{shop}/{offer}", quantity)
    ]
    assert [order.email for order in orders] == [f"buyer{number}@mail.example"]
    changed = {event.payload.offer_id for event in episode.events if isinstance(event.payload, CartChanged)}
    assert changed == {f"{shop}/{offer}"}
    assert {event.shop for event in episode.events} == {shop, None}
    states = episode.state(SHOP_STATE)
    assert set(states) == {shop}
    assert [event.sequence for event in episode.events] == list(range(len(episode.events)))
    answers = [event.payload.text for event in episode.events if isinstance(event.payload, AnswerSubmitted)]
    assert answers == [f"answer {number}"]
    assert episode.ending is Ending.SUBMITTED


def test_two_hundred_episodes_at_once(mall: Mall, new_episode: Callable[[], Episode]) -> None:
    episodes = [new_episode() for _ in range(EPISODES)]
    turns = asyncio.Semaphore(AT_ONCE)

    async def through_slot(number: int, slot: EpisodeSlot) -> None:
        async with (
            turns,
            httpx.AsyncClient(
                proxy=f"http://{slot.proxy_address}", trust_env=False, verify=False, timeout=60
            ) as client,
        ):
            address = mall.address(plan(number)[0])
            page = await buy(client, address, number)
            assert f"buyer{number}@mail.example" in page
            await asyncio.sleep(0)
            await client.post(mall.solution_address, data={"solution": f"answer {number}"})
            assert (await client.get(address)).status_code == 410

    async def through_door(number: int, port: int) -> None:
        label = episodes[number].label
        async with turns, httpx.AsyncClient(trust_env=False, verify=False, timeout=60) as client:

            async def name_the_host(request: httpx.Request) -> None:
                request.headers["host"] = f"{plan(number)[0]}.{label}.localhost:{port}"

            client.event_hooks["request"] = [name_the_host]
            page = await buy(client, f"http://127.0.0.1:{port}/", number)
            assert f"buyer{number}@mail.example" in page
            client.event_hooks["request"] = []
            headers = {"host": f"solution.{label}.localhost:{port}"}
            await client.post(f"http://127.0.0.1:{port}/", data={"solution": f"answer {number}"}, headers=headers)
            assert (await client.get(f"http://127.0.0.1:{port}/", headers=headers)).status_code == 410

    async def all_at_once(server: MallServer) -> None:
        by_slot = [through_slot(number, slot) for number, slot in enumerate(server.slots)]
        by_door = [through_door(number, server.door_port) for number in range(len(server.slots), EPISODES)]
        await asyncio.gather(*by_slot, *by_door)

    with MallServer(mall, slots=EPISODES // 2) as server:
        for slot, episode in zip(server.slots, episodes, strict=False):
            server.open(slot, episode)
        for episode in episodes[len(server.slots) :]:
            server.admit(episode)
        asyncio.run(all_at_once(server))
        assert all(server.faults(episode) == () for episode in episodes)
        for number, episode in enumerate(episodes):
            judge(episode, number)
