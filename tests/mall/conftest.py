"""A mall of two tiny shops, served for real: what happens in them becomes events, as in a storefront."""

from __future__ import annotations

import asyncio
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import parse_qs

import httpx
import pytest
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from shopworld.catalog import CatalogBuilder
from shopworld.catalog.model import Attribute, Image, Offer, Product
from shopworld.episode import Episode, EpisodeIdentity, Fold, Payload
from shopworld.mall import EpisodeSlot, Mall, MallServer, Site, Sites, default_shops, write_mall
from shopworld.mall.reply import Receive, Scope, Send
from shopworld.mall.solution import SolutionPage

SECRET = b"a secret of the tests"


class ThingAdded(Payload, kind="mall_test_thing_added"):
    """A thing was put into the cart of a tiny shop."""

    thing: str


THINGS: Fold[list[tuple[str | None, str]]] = Fold(
    "things",
    list,
    lambda things, event: (
        [*things, (event.shop, event.payload.thing)] if isinstance(event.payload, ThingAdded) else things
    ),
)


@dataclass
class TinyShop:
    """A shop with a cart, and with pages that break in every way a page can."""

    name: str
    busy: Counter[str] = field(default_factory=Counter)
    """Requests for `/slow/` that are being answered, by episode."""
    busiest: Counter[str] = field(default_factory=Counter)
    """The most there were at once, by episode; all together under the empty label."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        response = await self.answer(request, scope["shopworld.episode"])
        await response(scope, receive, send)

    async def answer(self, request: Request, episode: Episode) -> Response:
        """What the shop answers."""
        match request.method, request.url.path:
            case "POST", "/cart/add":
                for thing in parse_qs((await request.body()).decode())["thing"]:
                    episode.record(ThingAdded(thing=thing), shop=self.name)
                return RedirectResponse("/cart/", 303)
            case _, "/cart/":
                mine = [thing for shop, thing in episode.state(THINGS) if shop == self.name]
                return HTMLResponse(f"<title>Cart</title><p>{self.name}: {' '.join(mine)}</p>")
            case _, "/broken/":
                raise RuntimeError("a wheel came off")
            case _, "/half/":
                return _Half()
            case _, "/failing/":
                return HTMLResponse("<p>secret trace</p>", 503)
            case _, "/slow/":
                self.busy[episode.label] += 1
                self.busiest[episode.label] = max(self.busiest[episode.label], self.busy[episode.label])
                self.busiest[""] = max(self.busiest[""], self.busy.total())
                await asyncio.sleep(0.02)
                self.busy[episode.label] -= 1
                return HTMLResponse("<p>done")
            case _, "/away/":
                return RedirectResponse(request.query_params["to"], 303)
            case _, "/asset.js":
                return Response("1", media_type="text/javascript", headers={"cache-control": "immutable"})
            case _, "/embedding/":
                return HTMLResponse(f"<title>Embedding</title>{request.query_params['html']}")
            case _, path:
                return HTMLResponse(f"<title>{self.name}</title><h1>{self.name}</h1><p>{path}</p>")


class _Half(Response):
    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": b"<p>half a page", "more_body": True})
        raise RuntimeError("the other wheel came off")


@dataclass
class TinyMall:
    """Two tiny shops and the real solution page."""

    name: str
    sites: Sites


@pytest.fixture(scope="session")
def tiny_mall() -> TinyMall:
    """Two tiny shops and the solution page."""
    shops = [
        Site(name, name.title(), f"{name}.example", TinyShop(name), f"All of {name}") for name in ("apple", "pear")
    ]
    return TinyMall("tiny", Sites([*shops, Site("solution", "Solution page", "solution.example", SolutionPage())]))


@pytest.fixture(scope="session")
def running_server(tiny_mall: TinyMall) -> Iterator[MallServer]:
    """The tiny mall on a server with three slots, for all tests."""
    with MallServer(tiny_mall, slots=3) as running:
        yield running


@pytest.fixture
def server(running_server: MallServer) -> Iterator[MallServer]:
    """The tiny mall on a server with three empty slots."""
    yield running_server
    for slot in running_server.slots:
        running_server.close(slot)


def build_small_catalog(folder: Path) -> None:
    """A catalog of six offers in each shop of the default mall."""
    with CatalogBuilder(folder, name="small") as builder:
        for number in range(1, 7):
            builder.add_product(
                Product(
                    id=f"p{number}",
                    title=f"Brisk SSD {number} TB",
                    brand="Brisk",
                    department="PC Components",
                    kind="ssd",
                    attributes=(Attribute(name="capacity", value=number * 1000.0, unit="GB"),),
                )
            )
        for shop in default_shops():
            for number in range(1, 7):
                builder.add_offer(
                    Offer(
                        id=f"{shop.identity.id}/{number}",
                        shop_id=shop.identity.id,
                        number=number,
                        product_id=f"p{number}",
                        slug=f"brisk-ssd-{number}-tb",
                        title=f"Brisk SSD {number} TB",
                        brand="Brisk",
                        department="PC Components",
                        kind="ssd",
                        categories=(("Storage", "SSDs"),),
                        price=5000 * number,
                        images=(Image(source="drawn:"),),
                    )
                )


@pytest.fixture(scope="session")
def mall_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mall on disk: the shops of the default mall with a small catalog. Not to be changed."""
    folder = tmp_path_factory.mktemp("malls") / "small"
    write_mall(folder, name="small", shops=default_shops(), build_catalog=build_small_catalog, seed=7)
    return folder


@pytest.fixture(scope="session")
def mall(mall_folder: Path) -> Iterator[Mall]:
    """That mall, opened."""
    opened = Mall.open(mall_folder)
    yield opened
    opened.close()


_numbers = itertools.count()


@pytest.fixture
def new_episode() -> Callable[[], Episode]:
    """Makes episodes, each with a label of its own."""

    def make() -> Episode:
        identity = EpisodeIdentity("tester", "task", trial=next(_numbers))
        return Episode(identity, identity.label(SECRET))

    return make


@pytest.fixture
def browse() -> Iterator[Callable[[EpisodeSlot], httpx.Client]]:
    """Makes clients that use a slot as their proxy, whatever the environment says."""
    clients: list[httpx.Client] = []

    def make(slot: EpisodeSlot) -> httpx.Client:
        clients.append(httpx.Client(proxy=f"http://{slot.proxy_address}", trust_env=False, verify=False, timeout=60))
        return clients[-1]

    yield make
    for client in clients:
        client.close()
