"""Products that a page sells where they stand, and names that hold an amount."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.explore.prefetch.address import SiteAddress
from shopworld.arena.explore.prefetch.identity import PageIdentity, is_place, place_on
from shopworld.arena.explore.prefetch.markup import Markup

_SITE = SiteAddress("http://shop.test/")
_ROWS = "".join(
    f"<tr><td>{title}</td><td>{price}</td><td>{order}</td></tr>"
    for title, price, order in (
        ("Tin cup", "$4.00", "<input type=number name=a>"),
        ("Tin-plate, large", "<s>$9.00</s> $8.00", "<input type=number name=b>"),
        ("Tin jug", "$12.00", "Sold out"),
    )
)


def _page(main: str) -> Markup:
    return Markup(f"<body><main>{main}</main></body>", "http://shop.test/order", _SITE)


def test_rows_of_an_order_form_are_products_with_prices_and_what_is_left() -> None:
    read = _page(f"<h1>Order</h1><form method=post><table>{_ROWS}</table><button>Add to cart</button></form>")
    found = [(one.title, one.price, one.compare_at, one.gone) for one in read.goods]
    assert found == [
        ("Tin cup", 4.0, None, False),
        ("Tin-plate, large", 8.0, 9.0, False),
        ("Tin jug", 12.0, None, True),
    ]
    assert not read.looks_like_product()
    assert read.goods[1].url == "http://shop.test/order#:~:text=Tin%2Dplate%2C%20large"


@pytest.mark.parametrize(
    "main",
    [
        f"<h1>Camp set</h1><p>from $4.00</p><form><table>{_ROWS}</table><button>Add to cart</button></form>",
        "<h1>Cup</h1><p>$4.00</p><form><label>Quantity <input type=number></label><button>Add to cart</button></form>",
        "<h1>Cups</h1><ul><li><a href=/a>Tin cup</a> $4.00 <input type=number></li><li><a href=/b>Tin jug</a> $9.00 "
        "<input type=number></li></ul>",
        "<h1>Rates</h1><p>Small parcels: $4.00</p><p>Large parcels: $9.00</p>",
    ],
    ids=["parts of a product", "a product", "products with pages", "nothing to order"],
)
def test_what_is_no_list_of_goods_without_pages_makes_none(main: str) -> None:
    assert not _page(main).goods


@pytest.mark.parametrize("name", ["Gift card $50", "4 for $10 socks", "$5 notebook"])
@pytest.mark.parametrize("card", ["<a href=/{0}><h3>{1}</h3></a><p>$7.50</p>", "<a href=/{0}>{1}</a> <b>$7.50</b>"])
def test_an_amount_in_a_name_is_no_price(name: str, card: str) -> None:
    cards = _page(f"<ul><li>{card.format('a', name)}</li><li>{card.format('b', 'Cup')}</li></ul>").cards()
    assert [(one.title, one.price, one.doubtful) for one in cards] == [(name, 7.5, False), ("Cup", 7.5, False)]


def test_an_amount_beside_a_name_is_the_price_where_there_is_no_other() -> None:
    cards = _page(
        "<ul><li><a href=/a><b>Tin cup</b> for $4.00</a></li><li><a href=/b><b>Tin jug</b> for $9.00</a></li></ul>"
    ).cards()
    assert [one.price for one in cards] == [4.0, 9.0]


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_places_are_told_apart_as_their_words_are(one: str, other: str) -> None:
    first, second = (place_on("http://shop.test/order", words) for words in (one, other))
    identity = PageIdentity()
    identity.by_tail = True
    assert is_place(first)
    assert (identity.product(first) == identity.product(second)) == (one == other)
