"""Pages beside the vocabulary: there where the specification asks for them, in every family, and nowhere else."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate import generate_shop
from shopworld.arena.verify import VERIFIERS, verify_shop
from shopworld.arena.verify.form import forms_of
from shopworld.arena.verify.shopper import VerifyingShopper, clear_the_way
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.catalog import OfferQuery
from shopworld.shop import AMENITIES, ShopFolder, family_names, read_shop_folder
from shopworld.shop.events import Address, OrderLine, OrderPlaced

OWN = [one for one in VERIFIERS if one.name in ("routes", "links", "reach", "forms", "accessibility", "leaks")]


@pytest.fixture(scope="session")
def full(
    manual: SpecificationBundle, made_once: Callable[[str, Callable[[Path], Path]], Path]
) -> Callable[[str], ShopFolder]:
    """Makes the shop of a family that has everything; not to be changed."""

    def of(family: str) -> ShopFolder:
        checkout = manual.capabilities.checkout.model_copy(update={"frame": "bare"})
        capabilities = manual.capabilities.model_copy(update={"amenities": AMENITIES, "checkout": checkout})
        style = manual.style.model_copy(update={"family": family})

        def make(folder: Path) -> Path:
            bundle = replace(manual, style=style, capabilities=capabilities)
            return generate_shop(bundle, folder / "shop", seed=4, products=14).shop.path

        return read_shop_folder(made_once(f"amenities-{family}", make))

    return of


@pytest.fixture(params=family_names() if os.environ.get("AXE_FAMILIES") == "all" else ("folio", "pronto"))
def subject(request: pytest.FixtureRequest, full: Callable[[str], ShopFolder]) -> Iterator[VerifiedShop]:
    with VerifiedShop(full(request.param)) as found:
        yield found


@pytest.fixture
def shopper(subject: VerifiedShop) -> VerifyingShopper:
    one = subject.shopper("somebody")
    clear_the_way(one)
    return one


def pages_beside(subject: VerifiedShop) -> dict[str, str]:
    there = subject.addresses
    names = ("wish_list", "compare", "brands", "account", "order_status", "quick_order", "site_map")
    return {name: getattr(there, name) for name in (*names, "help_center", "gift_finder", "deals")}


def test_each_is_there_linked_and_whole(subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    home = LexborHTMLParser(shopper.get("/").text)
    linked = {node.attributes.get("href") for node in home.css("a")}
    for name, path in pages_beside(subject).items():
        page = shopper.get(path)
        assert page.is_fine, (name, page.error)
        assert len(LexborHTMLParser(page.text).css("h1")) == 1, name
        assert path in linked, name


def test_what_is_wished_for_stands_on_the_list_until_it_is_taken_off(
    subject: VerifiedShop, shopper: VerifyingShopper
) -> None:
    there, product = subject.addresses, subject.folder.data.products[0]
    for action, page, event in (
        (there.wish_list_change, there.wish_list, "wish_list_changed"),
        (there.compare_change, there.compare, "comparison_changed"),
    ):
        form = next(one for one in forms_of(shopper.get(there.product(product.handle))) if one.action == action)
        form.send(shopper, form.filled())
        assert shopper.events(event) == 1
        shown = shopper.get(page)
        assert f'href="{there.product(product.handle)}"' in shown.text
        off = next(one for one in forms_of(shown) if one.action == action)
        assert f'href="{there.product(product.handle)}"' not in off.send(shopper, off.filled()).text.split("<main")[1]


def test_products_side_by_side_tell_the_same_facts_in_one_row(subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    there = subject.addresses
    for product in subject.folder.data.products[:5]:
        offer = subject.storefront.catalog.offer_by_slug(shopper.shop_id, product.handle)
        assert offer is not None
        shopper.post(there.compare_change, [("offer", str(offer.number)), ("kept", "1")])
    table = LexborHTMLParser(shopper.get(there.compare).text).css_first("main table")
    assert table is not None
    rows = table.css("tbody tr")
    assert {len(row.css("td")) for row in rows} == {4}  # the first made room
    assert [one.text() for one in rows[0].css("th")] == ["Price"]
    assert all("$" in cell.text() for cell in rows[0].css("td"))


def test_a_product_is_shown_over_the_listing_and_leads_back(subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    there = subject.addresses
    address = there.all_with(availability="in-stock")
    number = next(iter(subject.storefront.catalog.search(OfferQuery(shop_id=shopper.shop_id)).offers)).number
    shown = LexborHTMLParser(shopper.get(f"{address}&quick={number}").text)
    dialog = shown.css_first("[role=dialog][data-quick-view]")
    assert dialog is not None
    assert next(one.attributes["href"] for one in dialog.css("a")) == address
    assert shown.css("main[inert], [inert] main")
    assert LexborHTMLParser(shopper.get(address).text).css("[data-quick-view]") == []


def test_an_account_keeps_no_password(subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    there = subject.addresses
    refused = shopper.post(there.account_open, [("email", "nobody"), ("password", "short")])
    assert refused.status == 422
    assert LexborHTMLParser(refused.text).css_first("#error-summary[autofocus]") is not None
    assert len(LexborHTMLParser(refused.text).css("[aria-invalid=true]")) == 2
    welcome = shopper.post(there.account_open, [("email", "ann@example.org"), ("password", "correct horse")])
    assert "ann@example.org" in welcome.text
    assert "correct horse" not in json.dumps([one.payload.model_dump() for one in shopper.episode.events])
    assert shopper.state.account == "ann@example.org"
    assert "Sign in" in shopper.post(there.account_leave, []).text


def test_an_order_is_found_by_its_number_and_address_alone(subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    line = OrderLine(offer_id=f"{shopper.shop_id}/1", slug="one", title="One", quantity=1, price=100)
    order = OrderPlaced(
        number=4711,
        lines=(line,),
        email="ann@example.org",
        billing=Address(),
        shipping=Address(),
        delivery_method="standard",
        payment_method="card",
        goods_total=100,
        shipping_price=0,
        total=100,
    )
    shopper.episode.record(order, shop=shopper.shop_id)
    there = subject.addresses
    wrong = shopper.get(f"{there.order_status}?number=4711&email=bob%40example.org")
    assert there.order("4711") not in wrong.text
    assert "We have no order" in wrong.text
    found = shopper.get(f"{there.order_status}?number=4711&email=ann%40example.org")
    assert there.order("4711") in found.text


def test_articles_are_ordered_by_number_all_or_none(subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    there = subject.addresses
    examples = re.findall(r"([A-Z0-9-]{5,}) \(", shopper.get(there.quick_order).text)[:2]
    assert len(examples) == 2
    wrong = [("sku_1", examples[0]), ("quantity_1", "1"), ("sku_2", "NO-SUCH"), ("quantity_2", "1")]
    assert shopper.post(there.quick_order, wrong).status == 422
    assert shopper.state.lines == {}
    shopper.post(there.quick_order, [("sku_1", examples[0]), ("quantity_1", "1"), ("sku_2", examples[1])])
    assert sorted(one.quantity for one in shopper.state.lines.values()) == [1, 1]


def test_nothing_leads_away_from_a_bare_checkout(subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    there = subject.addresses
    examples = re.findall(r"([A-Z0-9-]{5,}) \(", shopper.get(there.quick_order).text)
    shopper.post(there.quick_order, [("sku_1", examples[0])])
    page = LexborHTMLParser(shopper.get(there.checkout).text)
    assert page.css("[role=search], header nav, footer a") == []
    assert page.css(f'a[href="{there.home}"]')
    assert page.css(f'a[href="{there.cart}"]')


def test_a_shop_that_is_not_asked_has_none_of_it(
    manual: SpecificationBundle, made_once: Callable[[str, Callable[[Path], Path]], Path]
) -> None:
    capabilities = manual.capabilities.model_copy(update={"amenities": None})

    def make(folder: Path) -> Path:
        return generate_shop(replace(manual, capabilities=capabilities), folder / "shop", seed=4, products=6).shop.path

    with VerifiedShop(read_shop_folder(made_once("amenities-none", make))) as subject:
        shopper = subject.shopper("somebody")
        assert {shopper.get(path).status for path in pages_beside(subject).values()} == {404}
        home = shopper.get("/").text
        assert not any(f'href="{path}"' in home for path in pages_beside(subject).values())


@pytest.mark.parametrize("family", ["folio"])
def test_a_shop_with_everything_is_verified(family: str, full: Callable[[str], ShopFolder]) -> None:
    found = verify_shop(full(family).path, None, verifiers=OWN)
    assert [one for one in found if one.severity == "error"] == []
