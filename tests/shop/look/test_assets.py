"""What never changes under its address."""

from __future__ import annotations

import pytest
from corner_shop import Shopper
from selectolax.lexbor import LexborHTMLParser

from shopworld.shop.security import ASSET_HEADERS


def addresses(shopper: Shopper) -> list[str]:
    page = LexborHTMLParser(shopper.get("/product/ombra-glide-mouse/").text)
    found = [
        node.attributes.get(name) or ""
        for selector, name in (("link[rel=stylesheet]", "href"), ("script", "src"), ("img", "src"))
        for node in page.css(selector)
    ]
    return sorted(set(found))


def test_everything_a_page_needs_is_served_for_good(shopper: Shopper) -> None:
    found = addresses(shopper)
    assert len(found) > 3
    events = len(shopper.episode.events)
    for address in found:
        answer = shopper.get(address)
        assert answer.status_code == 200, address
        assert answer.headers["cache-control"] == ASSET_HEADERS["Cache-Control"]
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.content
    assert len(shopper.episode.events) == events


@pytest.mark.parametrize(
    "path",
    [
        "/media/12345/front.svg",
        "/media/x/front.svg",
        "/media/-1/front.svg",
        "/media/900/back.svg",
        "/media/900/front.svg?variant=gold",
        "/static/none.css",
        "/fonts/none.ttf",
    ],
)
def test_what_is_not_there_is_not_found(shopper: Shopper, path: str) -> None:
    assert shopper.get(path).status_code == 404


def test_a_picture_is_drawn_the_same_every_time(shopper: Shopper) -> None:
    first, second = (shopper.get("/media/900/front.svg") for _ in range(2))
    assert first.content == second.content
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.content != shopper.get("/media/1/front.svg").content


def test_a_variant_is_drawn_in_its_colour(shopper: Shopper) -> None:
    shopper.post("/cart/add", {"offer": "900", "quantity": "1", "option_1": "White"})
    cart = LexborHTMLParser(shopper.get("/cart/").text)
    shown = {node.attributes.get("src") for node in cart.css("main img")}
    assert "/media/900/front.svg?variant=white" in shown
    white, black = (shopper.get(f"/media/900/front.svg?variant={one}").content for one in ("white", "black"))
    assert white != black
