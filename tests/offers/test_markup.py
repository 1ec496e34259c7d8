"""Pages: schema.org in three syntaxes, flattened to one row an offer; strange pages cost no more than their limits."""

from __future__ import annotations

import gc
import json
from typing import Any

import pytest
from warc_files import json_page, product

from shopworld.offers.crawl.systems import SYSTEMS, Sold
from shopworld.offers.limits import PageLimits
from shopworld.offers.markup import offers_of_page
from shopworld.offers.record import FoundOffer, RecordPlace, WebPage
from shopworld.offers.tally import StageTally

TALLY = StageTally()


def offers_of(
    content: bytes | str, limits: PageLimits | None = None, tally: StageTally | None = None
) -> list[FoundOffer]:
    """The offers of a page."""
    content = content.encode() if isinstance(content, str) else content
    page = WebPage(RecordPlace("a.warc", 1), "https://shop.example/p", content)
    return list(offers_of_page(page, limits or PageLimits(), StageTally() if tally is None else tally))


def notes(tally: StageTally) -> dict[str, int]:
    return {name: one.count for name, one in tally.stage("extract").notes.items()}


SOLD = Sold(
    title="Brisk 990 SSD 2 TB",
    description="<p>A fast drive & more.</p>",
    price="1299.00",
    currency="EUR",
    brand="Brisk",
    gtin="4006381333931",
    mpn="BR-990",
    sku="77",
    address="https://shop.example/p",
    trail=("Storage", "SSDs"),
    stock=True,
    condition="NewCondition",
    rows=(("Capacity", "2 TB"),),
)


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_shop_system_gives_its_one_offer(system: str) -> None:
    (found,) = offers_of(f"<html><body>{SYSTEMS[system](SOLD)}</body></html>")
    assert (found.title, found.price, found.currency) == (SOLD.title, "1299.00", "EUR")
    assert (found.brand, found.mpn, found.gtins) == ("Brisk", "BR-990", ("4006381333931",))
    assert "A fast drive" in found.description
    assert found.categories[:1] == ("Storage",)


def test_aggregates_are_flattened_to_their_offers() -> None:
    offers = [{"@type": "Offer", "price": price, "name": name} for price, name in (("10", "Red"), ("12", "Blue"))]
    total = {"@type": "AggregateOffer", "lowPrice": "10", "priceCurrency": "EUR", "offers": offers}
    found = offers_of(json_page(product("Brisk cable", offers=total)))
    assert [(one.title, one.price) for one in found] == [("Brisk cable, Red", "10"), ("Brisk cable, Blue", "12")]


def test_variants_inherit_from_their_group_but_not_its_identifiers() -> None:
    variants = [
        {
            "@type": "Product",
            "color": color,
            "gtin13": gtin,
            "offers": {"@type": "Offer", "price": "5", "priceCurrency": "EUR"},
        }
        for color, gtin in (("Black", "4006381333931"), ("White", ""))
    ]
    group = {**product("Brisk cable"), "@type": "ProductGroup", "gtin13": "9780306406157", "hasVariant": variants}
    group.pop("offers")
    found = offers_of(json_page(group))
    assert [(one.title, one.gtins) for one in found] == [
        ("Brisk cable, Black", ("4006381333931",)),
        ("Brisk cable, White", ()),
    ]
    assert all(one.description for one in found)


def test_a_list_price_is_not_charged() -> None:
    specifications = [
        {"@type": "UnitPriceSpecification", "price": "199", "priceType": "https://schema.org/ListPrice"},
        {"@type": "UnitPriceSpecification", "price": "149", "priceCurrency": "EUR"},
    ]
    (found,) = offers_of(json_page(product(offers={"@type": "Offer", "priceSpecification": specifications})))
    assert (found.price, found.currency) == ("149", "EUR")


def test_products_that_the_page_only_refers_to_are_no_offers() -> None:
    page = json_page(product("Brisk drive", isRelatedTo=[product("Another")], isSimilarTo=product("A third")))
    assert [one.title for one in offers_of(page)] == ["Brisk drive"]


def test_breadcrumbs_are_the_trail_without_home_and_product() -> None:
    crumbs = {
        "@type": "BreadcrumbList",
        "itemListElement": [
            {"position": 3, "name": "Brisk 990 SSD 2 TB"},
            {"position": 1, "item": {"name": "Home"}},
            {"position": 2, "name": "Drives"},
        ],
    }
    (found,) = offers_of(json_page(product(), crumbs))
    assert found.categories == ("Drives",)


def test_things_that_refer_to_each_other_in_circles_come_once() -> None:
    circle = {
        "@graph": [
            {**product(), "@id": "#p", "offers": {"@id": "#o"}, "isPartOf": {"@id": "#w"}},
            {"@type": "Offer", "@id": "#o", "price": "5", "priceCurrency": "EUR", "itemOffered": {"@id": "#p"}},
            {"@type": "WebPage", "@id": "#w", "mainEntity": {"@id": "#p"}, "hasPart": {"@id": "#w"}},
        ]
    }
    assert [(one.title, one.price) for one in offers_of(json_page(circle))] == [("Brisk 990 SSD 2 TB", "5")]


@pytest.mark.parametrize(
    ("break_it", "repairable"),
    [
        (lambda text: text[:-1] + ",}", True),
        (lambda text: "// told by a plug-in\n" + text, True),
        (lambda text: "<!-- " + text + " -->", True),
        (lambda text: "/*<![CDATA[*/" + text + "/*]]>*/", True),
        (lambda text: text.replace("fast drive", "fast\ndrive"), True),
        (lambda text: text.replace('"', "&quot;"), True),
        (lambda text: text[: len(text) // 2], False),
        (lambda text: text.replace('"offers":', '"offers" "'), False),
    ],
)
def test_broken_json_is_repaired_where_its_meaning_is_clear(break_it: Any, repairable: bool) -> None:
    text = break_it(json.dumps({"@context": "https://schema.org", **product()}))
    tally = StageTally()
    found = offers_of(f'<script type="application/ld+json">{text}</script>', tally=tally)
    assert bool(found) is repairable
    assert notes(tally) == {"broken JSON-LD repaired" if repairable else "JSON-LD broken beyond repair": 1}


def test_a_broken_script_does_not_hide_the_next_one() -> None:
    page = b'<script type="application/ld+json">{"@context": "https://schema.org", "@type": Product</script>'
    assert len(offers_of(page + json_page(product()))) == 1


def test_ten_thousand_offers_on_a_page_are_cut_and_counted() -> None:
    many = {"@graph": [product(f"Brisk cable number {at}") for at in range(10_000)]}
    tally = StageTally()
    found = offers_of(json_page(many), PageLimits(offers=300), tally)
    assert len(found) == 300
    assert notes(tally)["offers behind the most that a page may have"] == 9_700


def test_markup_nested_without_end_is_cut() -> None:
    deep: Any = product()
    for _ in range(900):
        deep = {"@type": "Thing", "about": deep}
    tally = StageTally()
    assert offers_of(json_page({**deep, "mainEntity": product("At the top")}), tally=tally)[0].title == "At the top"
    assert notes(tally)["markup cut at its deepest or largest"] >= 1
    elements = "<div itemscope>" * 3000 + "</div>" * 3000
    assert offers_of(f'schema.org Product {elements}<script type="application/ld+json">{{}}</script>') == []


def test_a_page_beyond_its_time_is_left_out() -> None:
    page = json_page({"@graph": [product(f"Brisk cable number {at}") for at in range(10_000)]})
    tally = StageTally()
    gc.disable()  # what hypothesis does when it runs would be interrupted too
    try:
        assert offers_of(page, PageLimits(seconds=0.01), tally) == []
    finally:
        gc.enable()
    assert tally.stage("extract").drops["it took longer than a page may"].count == 1


@pytest.mark.parametrize(
    ("encoded", "declared"),
    [("utf-8", "utf-8"), ("utf-8", "iso-8859-1"), ("cp1252", "iso-8859-1"), ("utf-16", ""), ("shift_jis", "shift_jis")],
)
def test_texts_come_in_the_encoding_that_fits(encoded: str, declared: str) -> None:
    name = "ドライブ" if encoded == "shift_jis" else "Café “Brisk”" if encoded != "cp1252" else "Café – 5 €"
    page = f'<html><head><meta charset="{declared}"></head><body itemscope itemtype="http://schema.org/Product">'
    page += f'<h1 itemprop="name">{name}</h1></body></html>'
    assert offers_of(page.encode(encoded))[0].title == name
