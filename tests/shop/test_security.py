"""What keeps a shop to itself."""

from __future__ import annotations

import pytest
from corner_shop import HOST, Shopper
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.security import safe_return_path

PAGES = ("/", "/shop/", "/product/ombra-glide-mouse/", "/cart/", "/policies/faq/", "/nothing-here/")


@pytest.mark.parametrize(
    "typed",
    [
        "https://evil.example/",
        "//evil.example/",
        "/\\evil.example",
        "\\\\evil",
        "javascript:alert(1)",
        "",
        "evil",
        "/a\r\nSet-Cookie: x=1",
        "/\t/evil.example",
        "/" + "a" * 5_000,
    ],
)
def test_redirects_never_leave_the_shop(typed: str) -> None:
    assert safe_return_path(typed) == "/"


@given(st.text())
def test_every_return_path_is_a_path(typed: str) -> None:
    path = safe_return_path(typed)
    assert path.startswith("/")
    assert not path.startswith(("//", "/\\"))
    assert "\n" not in path
    assert "\r" not in path


def test_a_path_of_this_shop_is_kept() -> None:
    assert safe_return_path("/shop/page/2/?orderby=price") == "/shop/page/2/?orderby=price"


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"origin": f"http://{HOST}.evil.example"},
        {"referer": "http://evil.example/"},
        {"origin": "null", "referer": f"http://{HOST}/"},
    ],
)
def test_a_form_from_elsewhere_is_refused(shopper: Shopper, headers: dict[str, str]) -> None:
    answer = shopper.post("/cart/add", {"offer": "1", "quantity": "1"}, headers=headers)
    assert answer.status_code == 403
    assert shopper.state.piece_count == 0


@pytest.mark.parametrize(
    "headers", [{}, {"origin": f"http://{HOST}"}, {"origin": f"http://{HOST}:80"}, {"referer": f"http://{HOST}/shop/"}]
)
def test_a_form_from_this_shop_is_taken(shopper: Shopper, headers: dict[str, str]) -> None:
    shopper.post("/cart/add", {"offer": "1", "quantity": "1"}, headers=headers)
    assert shopper.state.piece_count == 1


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_not_stored_and_run_nothing_foreign(shopper: Shopper, path: str) -> None:
    headers = shopper.get(path).headers
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert "unsafe" not in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "set-cookie" not in headers
