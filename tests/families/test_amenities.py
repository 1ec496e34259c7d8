"""Pages beside the vocabulary: there where the specification asks for them, in every family, and nowhere else."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from urllib.parse import quote

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
from shopworld.shop.amenities.directories import maker_url
from shopworld.shop.amenities.quick_order import articles
from shopworld.shop.events import Address, OrderLine, OrderPlaced
from shopworld.shop.folder import write_shop_folder
from shopworld.shop.presentation import largest_quantity

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


def test_lines_of_one_article_are_one_order(subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    offer, variant, most = next(
        (offer, variant, most)
        for offer, variant in articles(subject.storefront.shop).values()
        if (most := largest_quantity(offer, variant)) > 1
    )
    sku, there = str(variant.sku if variant else offer.sku), subject.addresses
    lines = [("sku_1", sku), ("quantity_1", str(most)), ("sku_2", sku.lower()), ("quantity_2", "1")]
    assert shopper.post(there.quick_order, lines).status == 422
    assert shopper.state.lines == {}
    lines[1] = ("quantity_1", str(most - 1))
    shopper.post(there.quick_order, lines)
    assert [one.quantity for one in shopper.state.lines.values()] == [most]


@pytest.mark.parametrize("typed", ["²", "7" * 5_000, "٣", "-1", "1e3", ""])
def test_numbers_that_are_none_break_nothing(typed: str, subject: VerifiedShop, shopper: VerifyingShopper) -> None:
    there = subject.addresses
    for action in (there.wish_list_change, there.compare_change, there.cart_add):
        assert shopper.post(action, [("offer", typed), ("kept", "1")]).status == 200
    assert shopper.state.wish_list == shopper.state.compared == ()
    number = quote(typed)
    for path in (there.all_with(quick=number), f"{there.gift_finder}?shelf={number}&budget={number}"):
        assert shopper.get(path).status == 200, path[:80]


def test_makers_whose_addresses_would_be_the_same_have_one_each(
    full: Callable[[str], ShopFolder], tmp_path: Path
) -> None:
    folder = full("folio")
    names = ("Böse & Co", "Bose Co", "BOSE CO", "東京", "大阪")
    products = tuple(
        one if one.is_gift_card else one.model_copy(update={"vendor": names[at % 5]})
        for at, one in enumerate(folder.data.products)
    )
    write_shop_folder(tmp_path / "shop", folder.specification, folder.data.model_copy(update={"products": products}))
    with VerifiedShop(read_shop_folder(tmp_path / "shop")) as subject:
        shopper, shop = subject.shopper("somebody"), subject.storefront.shop
        urls = {name: maker_url(shop, name) for name in names}
        assert len(set(urls.values())) == 5
        for name, url in urls.items():
            headings = LexborHTMLParser(shopper.get(url).text).css("h1")
            assert [one.text(strip=True) for one in headings] == [name]


def test_nothing_of_these_pages_is_left_in_english(
    manual: SpecificationBundle, made_once: Callable[[str, Callable[[Path], Path]], Path]
) -> None:
    intl = manual.capabilities.intl.model_copy(update={"has_locale_switcher": True})
    bundle = replace(manual, capabilities=manual.capabilities.model_copy(update={"amenities": AMENITIES, "intl": intl}))

    def make(folder: Path) -> Path:
        return generate_shop(bundle, folder / "shop", seed=4, products=14).shop.path

    with VerifiedShop(read_shop_folder(made_once("amenities-german", make))) as subject:
        there, shop = subject.addresses, subject.storefront.shop
        offers = subject.storefront.catalog.search(OfferQuery(shop_id=shop.id, limit=3)).offers
        english, german = subject.shopper("ann"), subject.shopper("anna")
        german.post(there.locale, [("locale", "de")])
        gift, order = f"{there.gift_finder}?shelf=1", f"{there.order_status}?number=1&email=a%40example.org"
        places = [*pages_beside(subject).values(), there.product(offers[0].slug), gift, order]
        places.append(there.all_with(quick=str(offers[0].number)))
        asked: list[tuple[str, list[tuple[str, str]] | None]] = [(path, None) for path in places]
        asked += [(there.account_open, []), (there.quick_order, []), (there.quick_order, [("sku_1", "none")])]
        keep = [("kept", "1"), ("return_path", there.home)]
        for one in offers:
            asked += [
                (path, [("offer", str(one.number)), *keep]) for path in (there.wish_list_change, there.compare_change)
            ]
        asked.append((there.account_open, [("email", "ann@example.org"), ("password", "correct horse")]))
        asked += [(path, None) for path in places]
        left: set[str] = set()
        for path, form in asked:
            shown = [one.get(path) if form is None else one.post(path, form) for one in (english, german)]
            left |= set.intersection(*(_texts_beside(one.text) for one in shown))
    known = subject.folder.data, subject.folder.specification.content, shop.identity.model_dump()
    own = {" ".join(one.split()) for part in known for one in _strings(part)} | {offer.title for offer in offers}
    own |= {f"{name} ({count})" for name, (_, count) in shop.makers.items()}
    assert sorted(left - own) == []


_BESIDE = "[data-amenity], [data-tools], [data-quick-view], [data-keeping]"
_HAS_WORD = re.compile(r"[A-Za-z]{3}")


def _texts_beside(html: str) -> set[str]:
    """What people read, or hear, of the pages beside the vocabulary and of what leads to them."""
    found: set[str] = set()
    for part in LexborHTMLParser(html).css(_BESIDE):
        for node in part.traverse(include_text=True):
            found |= (
                {node.text_content or ""}
                if node.tag == "-text"
                else {node.attributes.get(name) or "" for name in ("aria-label", "placeholder", "title")}
            )
    return {" ".join(one.split()) for one in found if _HAS_WORD.search(one)}


def _strings(of: object) -> Iterator[str]:
    """All texts in data, however deep."""
    if isinstance(of, str):
        yield of
    elif isinstance(of, dict):
        for key, value in of.items():
            yield from (*_strings(key), *_strings(value))
    elif isinstance(of, list | tuple | set | frozenset):
        for one in of:
            yield from _strings(one)
    elif hasattr(of, "model_dump"):
        yield from _strings(of.model_dump())
    elif is_dataclass(of) and not isinstance(of, type):
        for one in fields(of):
            yield from _strings(getattr(of, one.name))


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
