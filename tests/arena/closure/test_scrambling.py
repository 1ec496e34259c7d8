"""A shop with scrambled names: nothing of the old ones is left, and visitors see and do the same as before."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest
from obstructed_shop import PRODUCTS, obstructed_case
from selectolax.lexbor import LexborHTMLParser

from shopworld.arena.closure.names import Names
from shopworld.arena.closure.scrambling import ServedSites, scrambled
from shopworld.arena.explore.browser_session import BrowserSession, Rules
from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.sight import Sight, SightElement
from shopworld.arena.generate.pipeline import generate_shop
from shopworld.environments.browser import BrowserProcess
from shopworld.mall import MallServer, open_single_shop

NAMING = {"controls", "describedby", "labelledby", "details", "owns"}
"""States that name other elements by their ids."""
PAGES = ("/", "/collections/all", "/cart", "/policies/shipping-policy")


@dataclass
class Doors:
    """The same shop twice: as it is, and with other names."""

    plain: str
    other: str
    names: Names


@pytest.fixture(scope="module")
def doors(made_once: Callable[[str, Callable[[Path], Path]], Path]) -> Iterator[Doors]:
    case = obstructed_case()
    folder = made_once(
        "scrambled-shop",
        lambda path: generate_shop(case.bundle, path / "shop", seed=case.seed, products=PRODUCTS).shop.path,
    )
    mall, names = open_single_shop(folder), Names("doors")
    name = mall.shops[0].identity.id
    addresses = []
    with (
        MallServer(ServedSites("plain", mall.sites), slots=0) as one,
        MallServer(ServedSites("other", scrambled(mall.sites, names)), slots=0) as other,
    ):
        for server in (one, other):
            server.welcome()
            assert server.visitor is not None
            addresses.append(server.door_address(name, server.visitor).rstrip("/"))
        yield Doors(addresses[0], addresses[1], names)
    mall.close()


def get(address: str) -> httpx.Response:
    parts = urlsplit(address)
    url = f"http://127.0.0.1:{parts.port}{parts.path}"
    return httpx.get(url, headers={"Host": parts.netloc}, trust_env=False, follow_redirects=False)


@pytest.mark.parametrize("path", PAGES)
def test_no_old_name_is_left_in_a_page(doors: Doors, path: str) -> None:
    plain, other = (LexborHTMLParser(get(f"{door}{path}").text) for door in (doors.plain, doors.other))
    old, new = names_in(plain), names_in(other)
    assert len(old) > 40
    assert not old & new
    assert len(old) == len(new)
    assert plain.body is not None
    assert other.body is not None
    assert plain.body.text() == other.body.text()


def names_in(page: LexborHTMLParser) -> set[str]:
    found: set[str] = set()
    for node in page.css("*"):
        found |= set((node.attributes.get("class") or "").split())
        found |= {name for name in node.attributes if name.startswith("data-")}
        if node.attributes.get("id"):
            found.add(f"#{node.attributes['id']}")
    return found


def test_no_old_name_is_left_in_styles_and_scripts(doors: Doors) -> None:
    page = LexborHTMLParser(get(f"{doors.plain}/").text)
    style, script = (node.attributes["href"] for node in page.css("link[rel=stylesheet]")), page.css("script[src]")
    known = {name for name in names_in(page) if len(name) > 5 and "-" in name}
    for address in (*style, *(node.attributes["src"] for node in script)):
        plain, other = get(f"{doors.plain}{address}"), get(f"{doors.other}{address}")
        assert plain.headers["content-type"] == other.headers["content-type"]
        assert int(other.headers["content-length"]) == len(other.content)
        marked = {f".{one}" if not one.startswith(("#", "data-")) else one for one in known}
        assert [one for one in marked if re.search(rf"{re.escape(one)}(?![\w-])", plain.text)]
        assert not [one for one in marked if re.search(rf"{re.escape(one)}(?![\w-])", other.text)]


@pytest.fixture(scope="module")
def browser() -> Iterator[BrowserProcess]:
    with BrowserProcess() as process:
        yield process


@pytest.mark.browser
def test_visitors_see_and_do_the_same(doors: Doors, browser: BrowserProcess) -> None:
    """Pages look alike to the pixel, and what scripts do works: panels, carousels, suggestions, filters, the cart."""
    told = [journey(browser, door) for door in (doors.plain, doors.other)]
    assert told[0].keys() == told[1].keys()
    for step in told[0]:
        assert told[0][step] == told[1][step], step
    assert len(told[0]) == 10


def journey(browser: BrowserProcess, door: str) -> dict[str, list[tuple[object, ...]]]:
    rules = Rules(lambda address: address.startswith(door), lambda _: True, lambda: None)
    seen: dict[str, list[tuple[object, ...]]] = {}
    with BrowserSession(browser, rules) as visit:

        def keep(step: str, sight: Sight) -> Sight:
            seen[step] = seen_of(sight, door)
            return sight

        def control(sight: Sight, role: str, name: str) -> SightElement:
            return next(one for one in sight.find(role) if one.label.startswith(name))

        sight = keep("home", visit.open(f"{door}/"))
        sight = visit.click(control(sight, "button", "Yes"))
        for _ in range(3):
            out = [
                one for one in sight.find("button") if re.match(r"Close|Decline|Only necessary|No, thanks", one.label)
            ]
            if not out:
                break
            sight = visit.click(out[0])
        keep("cleared", sight)
        sight = keep("next slide", visit.click(control(sight, "button", "Next slide")))
        sight = keep("search", visit.click(control(sight, "DisclosureTriangle", "Search")))
        keep("suggestions", visit.type(control(sight, "searchbox", ""), "cot"))
        sight = keep("listing", visit.open(f"{door}/collections/all"))
        keep("more", visit.click(control(sight, "link", "Load more")))
        address = next(one.url for one in sight.main.find("link") if "/products/" in one.url)
        sight = keep("product", visit.open(address))
        sight = keep("variant", visit.click(controls(sight.main, "radio")[0]))
        keep("tab", visit.click(sight.main.find("tab")[1]))
    return seen


def seen_of(sight: Sight, door: str) -> list[tuple[object, ...]]:
    """All that a visitor perceives of a page: roles, names, texts, places, looks and states."""
    return [
        (
            one.role,
            one.name,
            one.own_text,
            one.box,
            tuple(sorted(one.style.items())),
            tuple(
                sorted(
                    (key, str(value).removeprefix(door).partition("#")[0])
                    for key, value in one.states.items()
                    if key not in NAMING
                )
            ),
            one.value,
        )
        for one in sight.root.walk()
    ]
