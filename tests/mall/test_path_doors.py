"""Doors by path: what a site says is found again under its path, whoever looks."""

from __future__ import annotations

import re
from pathlib import Path

import httpx
import pytest
from small_world import make_small_world

import shopworld as sw
from shopworld.mall import Home
from shopworld.mall.path_doors import under_path


@pytest.mark.parametrize(
    ("kind", "said", "expected"),
    [
        ("text/html", '<a href="/cart/">', '<a href="/s/cart/">'),
        ("text/html", "<img src='/media/1.svg'>", "<img src='/s/media/1.svg'>"),
        ("text/html", '<img srcset="/a.svg 1x, /b.svg 2x">', '<img srcset="/s/a.svg 1x, /s/b.svg 2x">'),
        ("text/html", '<a href="//evil.example/">', '<a href="//evil.example/">'),
        ("text/html", '<input name="return_path" value="/cart/">', '<input name="return_path" value="/cart/">'),
        ("text/html", "<p>see href=/cart/ &quot; and /shop/</p>", "<p>see href=/cart/ &quot; and /shop/</p>"),
        ("text/css", 'src:url("/fonts/a.woff2")', 'src:url("/s/fonts/a.woff2")'),
        ("application/json", '{"url": "/product/a/", "title": "/x"}', '{"url": "/s/product/a/", "title": "/x"}'),
        ("text/javascript", 'fetch("/a")', 'fetch("/a")'),
    ],
)
def test_addresses_are_put_under_the_path(kind: str, said: str, expected: str) -> None:
    assert under_path(said, kind, "/s") == expected


def test_a_mall_is_served_to_machines_elsewhere(tmp_path: Path) -> None:
    make_small_world(Home(tmp_path))
    with sw.serve_mall("small", host="0.0.0.0", token="open sesame", home=tmp_path) as served:
        port = httpx.URL(served.address).port
        there = {"base_url": f"http://127.0.0.1:{port}", "follow_redirects": True, "trust_env": False, "timeout": 60}
        with httpx.Client(**there) as ada, httpx.Client(**there) as bob:  # type: ignore[arg-type]
            assert ada.get("/").status_code == 403
            assert ada.get("/", params={"token": "wrong"}).status_code == 403
            assert ada.post("/start-over").status_code == 403
            for one in (ada, bob):
                assert "Start over" in one.get("/", params={"token": "open sesame"}).text
            shop = f"/{next(iter(served.shops))}"
            product = ada.get(f"{shop}/product/brisk-ssd-2-tb/")
            offer = re.search(r'name="offer" value="([^"]+)"', product.text)
            assert offer is not None
            assert ada.post(f"{shop}/cart/add", data={"offer": offer[1], "quantity": "1"}).status_code == 200
            assert "Brisk SSD 2 TB" in ada.get(f"{shop}/cart/").text
            assert "Brisk SSD 2 TB" not in bob.get(f"{shop}/cart/").text
            assert "Start over" in ada.post("/start-over").text
            assert "Brisk SSD 2 TB" not in ada.get(f"{shop}/cart/").text
            assert ada.get("/nowhere/").status_code == 404
