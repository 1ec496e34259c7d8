"""Time to make a page, in the process and over HTTP through a slot's proxy."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
from functools import partial
from pathlib import Path

from measure import Figures, Rows, Section, Target, milliseconds, tell, timed
from visits import PAGES, Address, Shopper, addresses, sample_offers

from shopworld.episode import Episode, EpisodeIdentity
from shopworld.mall import Mall, MallServer

LIMIT_MS = 5.0


def measure_pages(folder: Path, *, each: int) -> Section:
    """Times six pages of every shop, `each` addresses a shop."""
    section = Section("pages")
    mall = Mall.open(folder)
    try:
        offers = sum(1 for _ in mall.catalog.iterate_offers())
        tell(f"pages: {len(PAGES)} kinds, {each} in each of {len(mall.shops)} shops, in process and over HTTP")
        wanted = {page: addresses(mall, page, each) for page in PAGES}
        inside = _in_process(mall, wanted)
        outside = _over_http(mall, wanted)
    finally:
        mall.close()
    rows: Rows = [("page", "median", "p95", "slowest shop", "by HTTP", "p95", "pages")]
    for page in PAGES:
        by_shop = inside[page]
        every = Figures(tuple(second for figures in by_shop.values() for second in figures.seconds))
        slowest = max(figures.median for figures in by_shop.values())
        http_figures = outside[page]
        rows.append(
            (
                page,
                *(milliseconds(one) for one in (every.median, every.p95, slowest)),
                *(milliseconds(one) for one in (http_figures.median, http_figures.p95)),
                str(every.rounds),
            )
        )
        section.data[page] = {
            **every.data(),
            "by_shop": {shop: figures.data() for shop, figures in by_shop.items()},
            "http": http_figures.data(),
        }
    slowest_page, slowest_shop, figures = max(
        ((page, shop, figures) for page, by_shop in inside.items() for shop, figures in by_shop.items()),
        key=lambda one: one[2].median,
    )
    section.tables.append((f"Pages of the default mall, {offers} offers", rows))
    section.targets.append(
        Target(f"slowest page in process: {slowest_page} of {slowest_shop}", figures.median * 1e3, LIMIT_MS, " ms")
    )
    return section


def _in_process(mall: Mall, wanted: dict[str, list[Address]]) -> dict[str, dict[str, Figures]]:
    loop = asyncio.new_event_loop()
    try:
        shoppers = {shop.identity.id: Shopper(mall, shop.identity.id, loop) for shop in mall.shops}
        found: dict[str, dict[str, Figures]] = {}
        for page, asked in wanted.items():
            by_shop: dict[str, list[Address]] = {}
            for address in asked:
                by_shop.setdefault(address.shop, []).append(address)
            found[page] = {shop: _time_shop(shoppers[shop], shop_addresses) for shop, shop_addresses in by_shop.items()}
        return found
    finally:
        loop.close()


def _time_shop(shopper: Shopper, asked: list[Address]) -> Figures:
    def ask(number: int) -> None:
        address = asked[number % len(asked)]
        shopper.ask(address.path, address.query)

    return timed(ask, len(asked))


def _over_http(mall: Mall, wanted: dict[str, list[Address]]) -> dict[str, Figures]:
    identity = EpisodeIdentity("benchmark", "http")
    episode = Episode(identity, identity.label(b"benchmark" * 2))
    with MallServer(mall) as server:
        slot = server.slots[0]
        server.open(slot, episode)
        host, _, port = slot.proxy_address.partition(":")
        with contextlib.closing(http.client.HTTPConnection(host, int(port), timeout=30)) as connection:
            for shop in mall.shops:
                for offer in sample_offers(mall, shop.identity.id, 3):
                    _fill_cart(connection, shop.identity.host, offer.number)
            found: dict[str, Figures] = {}
            for page, asked in wanted.items():
                targets = [f"http://{mall.specification(one.shop).identity.host}{one.target}" for one in asked]
                found[page] = timed(partial(_get_one, connection, targets), len(asked))
        server.close(slot)
    return found


def _get_one(connection: http.client.HTTPConnection, addresses: list[str], number: int) -> None:
    _get(connection, addresses[number % len(addresses)])


def _get(connection: http.client.HTTPConnection, address: str) -> None:
    connection.request("GET", address)
    answer = connection.getresponse()
    answer.read()
    if answer.status != 200:
        raise RuntimeError(f"{address} answered {answer.status}")


def _fill_cart(connection: http.client.HTTPConnection, host: str, offer: int) -> None:
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    connection.request("POST", f"http://{host}/cart/add", f"offer={offer}&quantity=1&return_path=%2F", headers)
    answer = connection.getresponse()
    answer.read()
    if answer.status != 303:
        raise RuntimeError(f"{host}/cart/add answered {answer.status}")
