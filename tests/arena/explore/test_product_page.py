"""What the page of one product says where no structured data tells it."""

from __future__ import annotations

import pytest

from shopworld.arena.explore.prefetch.address import SiteAddress
from shopworld.arena.explore.prefetch.markup import Markup
from shopworld.arena.explore.prefetch.product_page import ProductMarkup
from shopworld.arena.explore.prefetch.structured import StructuredData

_URL = "http://shop.example/item/apron"


def product_page(main: str) -> ProductMarkup:
    text = f"<html><body><header><dl><dt>Theme</dt><dd>Dark</dd></dl></header><main>{main}</main></body></html>"
    return Markup(text, _URL, SiteAddress("http://shop.example/")).product_page()


def test_facts_stand_in_tables_and_lists_of_terms() -> None:
    page = product_page(
        "<h1>Apron</h1><table><tr><th>Material:</th><td>Linen</td></tr>"
        "<tr><th>Price (excl. tax)</th><td>€9.00</td></tr>"
        "<tr><th>Weight</th><td>200 g</td></tr><tr><td>a</td><td>b</td><td>c</td></tr></table>"
        "<dl><div><dt>SKU</dt><dd>A-1</dd></div><div><dt>Color</dt><dd>Black</dd></div></dl>"
        "<dl><dt>Size</dt><dd><input type=checkbox></dd></dl>"
    )
    assert [(one.name, one.value) for one in page.facts()] == [
        ("Material", "Linen"),
        ("Weight", "200 g"),
        ("Color", "Black"),
    ]


@pytest.mark.parametrize(
    ("row", "available"),
    [
        ("Available", True),
        ("In stock (3)", True),
        ("Unavailable", False),
        ("Out of stock", False),
        ("Not available", False),
    ],
)
def test_a_row_says_whether_it_can_be_bought(row: str, available: bool) -> None:
    page = product_page(f"<table><tr><th>Availability</th><td>{row}</td></tr></table>")
    assert page.available() is available


def test_a_row_says_how_many_reviews_there_are() -> None:
    assert product_page("<table><tr><th>Number of reviews</th><td>7</td></tr></table>").reviews() == 7
    assert product_page("<h1>Apron</h1>").reviews() is None


def test_a_description_stands_below_its_heading() -> None:
    page = product_page(
        "<h1>Apron</h1><p>€9.00</p><div><h2>Product description</h2></div><p>Long and strong.</p>"
        "<ul><li><p>Of linen</p></li></ul><h2>Reviews</h2><p>Fine.</p>"
    )
    assert page.description() == "Long and strong.\nOf linen"


def test_links_to_pages_of_variants_are_a_choice() -> None:
    page = product_page(
        "<h1>Linen Apron</h1><h2>Variants:</h2><a href='/item/1'>Linen Apron, size L</a><br>"
        "<a href='/item/2'>Linen Apron, size M</a><h2>More</h2><a href='/item/3'>Linen Towel</a>"
    )
    assert [(one.name, one.values) for one in page.choices()] == [("Size", ("L", "M"))]


def test_links_that_begin_with_the_title_are_no_choice_where_nothing_says_so() -> None:
    page = product_page(
        "<h1>Apron</h1><h2>Recently viewed</h2><a href='/item/1'>Apron rack</a><a href='/item/2'>Apron hook</a>"
    )
    assert page.choices() == []


def test_rows_of_buttons_in_the_form_are_a_choice() -> None:
    page = product_page(
        "<h1>Bowl</h1><form><div><div><span>Color</span></div><ul><li><button type=button>White</button></li>"
        "<li><button type=button>Black</button></li></ul></div><div><span>Share</span><ul><li>"
        "<button type=button>Mail</button></li><li><button type=button>Copy</button></li></ul></div>"
        "<button type=submit>Add to cart</button></form>"
    )
    assert [(one.name, one.values) for one in page.choices()] == [("Color", ("White", "Black"))]


def test_structured_data_states_facts_and_the_maker() -> None:
    text = """<html><script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",
    "name": "Apron", "brand": {"@type": "Brand", "name": "Tin Cup"}, "color": "Black",
    "additionalProperty": [{"@type": "PropertyValue", "name": "Weight", "value": 200, "unitText": "g"},
    {"@type": "PropertyValue", "name": "empty"}]}</script></html>"""
    (found,) = StructuredData(text, _URL, SiteAddress("http://shop.example/")).products()
    assert found.vendor == "Tin Cup"
    assert [(one.name, one.value) for one in found.facts] == [("Color", "Black"), ("Weight", "200 g")]


@pytest.mark.parametrize(
    ("stated", "price", "rating"),
    [
        ('"1299.00"', 1299.0, "4.5"),
        ('"1.299"', 1.299, "4,5"),
        ('"1,299"', 1299.0, "4.5 out of 5"),
        ("19.9", 19.9, "4.5"),
    ],
)
def test_structured_data_writes_decimals_behind_a_dot(stated: str, price: float, rating: str) -> None:
    text = f"""<html><script type="application/ld+json">{{"@type": "Product", "name": "Apron",
    "aggregateRating": {{"ratingValue": "{rating}", "reviewCount": 3}},
    "offers": {{"price": {stated}, "priceCurrency": "EUR"}}}}</script></html>"""
    (found,) = StructuredData(text, _URL, SiteAddress("http://shop.example/")).products()
    assert (found.price, found.rating) == (price, 4.5)


def test_a_description_without_a_heading_stands_between_the_title_and_what_adds_it() -> None:
    told = "An apron of heavy linen that was woven and sewn in one small town."
    page = product_page(
        f"<h1>Apron</h1><p>€9.00</p><p>{told}</p><form><p>Choose one of the sizes that we have for you today.</p>"
        "<button>Add to cart</button></form><p>We send all parcels within two days, wherever you may be.</p>"
    )
    assert page.description() == told
    assert product_page(f"<h1>About us</h1><p>{told}</p>").description() == ""
