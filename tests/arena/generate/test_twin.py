"""Twins: real products and structure, another identity."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from model_server import ModelServer
from text_writer import writer

from shopworld.arena.bundle import SpecificationBundle, read_bundle, write_bundle
from shopworld.arena.bundle.origin import mark_origin, origin_of
from shopworld.arena.explore.prefetch.site import (
    CollectionRecord,
    FactRecord,
    LinkRecord,
    OptionRecord,
    PrefetchedSite,
    ProductRecord,
    VariantRecord,
)
from shopworld.arena.generate.authoring import OF_TWINS, AuthoredContents
from shopworld.arena.generate.catalog import make_identity
from shopworld.arena.generate.pipeline import check_makes_a_shop, generate_shop
from shopworld.arena.generate.record import read_record
from shopworld.arena.generate.twin import TwinContents, find_source
from shopworld.arena.generate.twin.identity import names_of
from shopworld.arena.generate.twin.products import products_of
from shopworld.arena.generate.twin.structure import collections_of, menu_of
from shopworld.arena.model_use import ModelUse
from shopworld.arena.specifications import shipped_specifications
from shopworld.errors import ArenaError, InputError
from shopworld.models import ModelSettings
from shopworld.shop.data import MenuItemData, ShopData
from shopworld.shop.data.checking import contradictions
from shopworld.shop.folder import read_shop_folder

HOST = "www.bluekettle-goods.com"
ROOT = f"https://{HOST}"


def product(handle: str, title: str, price: float | None = 20, **more: object) -> ProductRecord:
    return ProductRecord.model_validate(
        {"url": f"{ROOT}/products/{handle}", "title": title, "handle": handle, "price": price, **more}
    )


def collection(handle: str, title: str, *products: str) -> CollectionRecord:
    urls = tuple(f"{ROOT}/products/{one}" for one in products)
    return CollectionRecord(url=f"{ROOT}/collections/{handle}", title=title, products=urls)


@pytest.fixture
def site() -> PrefetchedSite:
    """A source, as its exploration read it."""
    pan = product(
        "blue-kettle-pan",
        "Blue Kettle Iron Pan",
        vendor="Blue Kettle",
        description=f'<p>Made by Blue Kettle. <a href="{ROOT}/pages/us">Write</a> to hi@bluekettle-goods.com.</p>',
        options=(OptionRecord(name="Size", values=("20 cm", "28 cm")),),
        variants=(
            VariantRecord(title="20 cm", sku="P20", price=30, compare_at=40, options=("20 cm",)),
            VariantRecord(title="28 cm", sku="P28", price=45, available=False, options=("28 cm",)),
        ),
        rating=4.5,
        reviews=6,
    )
    return PrefetchedSite(
        start=f"{ROOT}/",
        host=HOST,
        name="Blue Kettle",
        names=("Blue Kettle Ltd", "Ada Quill", "Ironworks"),
        products=(
            pan,
            product("ladle", "Steel Ladle", 12.5, vendor="Ironworks", description="Long.\nStrong."),
            product("mug", "Clay Mug", 9, options=(OptionRecord(name="Colour", values=("Red", "Blue")),)),
            product("lost", "Without a price", None),
        ),
        collections=(
            collection("all", "Everything", "blue-kettle-pan", "ladle", "mug").model_copy(
                update={"is_everything": True}
            ),
            collection("kitchen", "Kitchen", "blue-kettle-pan", "ladle", "mug"),
            collection("iron", "Blue Kettle Iron", "blue-kettle-pan", "ladle"),
            collection("iron-again", "Iron again", "blue-kettle-pan", "ladle"),
            collection("empty", "Empty"),
        ),
        info_pages={"shipping-policy": f"{ROOT}/policies/shipping-policy", "about-us": f"{ROOT}/pages/about"},
        policies={"about-us": "Ada Quill founded us. Call +49 30 1234567."},
        links=(
            LinkRecord(url=f"{ROOT}/collections/kitchen", text="Shop all for the kitchen", area="header"),
            LinkRecord(url=f"{ROOT}/collections/iron", text="Iron", area="header"),
            LinkRecord(url=f"{ROOT}/pages/about", text="About Blue Kettle", area="header"),
        ),
    )


@pytest.fixture
def data(site: PrefetchedSite, bundle: SpecificationBundle) -> ShopData:
    return TwinContents(site)(bundle, 3, None)[1]


def test_products_of_the_source_are_kept(data: ShopData) -> None:
    pan, ladle, mug = data.products[:3]
    assert [one.title for one in (ladle, mug)] == ["Steel Ladle", "Clay Mug"]
    assert [(one.option1, one.price, one.compare_at_price, one.available) for one in pan.variants] == [
        ("20 cm", "30.00", "40.00", True),
        ("28 cm", "45.00", None, False),
    ]
    assert (ladle.vendor, ladle.description_html) == ("Ironworks", "<p>Long.</p><p>Strong.</p>")
    assert mug.description_html == "<p>Clay Mug. Colour: Red, Blue.</p>"
    assert (mug.options[0].name, [one.option1 for one in mug.variants]) == ("Colour", ["Red", "Blue"])
    assert all(one.is_gift_card for one in data.products[3:])


def test_the_structure_of_the_source_is_kept(data: ShopData) -> None:
    assert [one.handle for one in data.collections] == ["kitchen", "iron"]
    kitchen, about = data.navigation["main-menu"]
    assert (kitchen.title, [one.title for one in kitchen.children]) == ("for the kitchen", ["Iron"])
    assert about == MenuItemData(title="About us", url="/pages/about-us", type="PAGE")
    assert not [note for note in contradictions(data) if "gift-card" not in note]


def test_facts_of_the_source_are_attributes_and_rows(site: PrefetchedSite, bundle: SpecificationBundle) -> None:
    ladle = site.products[1].model_copy(
        update={
            "product_type": "Cutlery",
            "facts": (FactRecord(name="Color", value="Black"), FactRecord(name="Made by hand of", value="Blue Kettle")),
        }
    )
    data = TwinContents(site.model_copy(update={"products": (ladle,)}))(bundle, 3, None)[1]
    details = data.products[0].details
    stated = {one.name: one.value for one in details.attributes}
    rows = {one.label: one.text for one in details.specifications}
    assert stated["colour"] == ("black",)
    assert "made_by_hand_of" in stated
    assert (rows["Color"], rows["Type"]) == ("Black", "Cutlery")
    assert "Blue Kettle" not in str(details)


def test_levels_that_the_header_does_not_tell_come_from_the_collections(site: PrefetchedSite) -> None:
    def listed(path: str, title: str, *products: str) -> CollectionRecord:
        return collection("", title, *products).model_copy(update={"url": f"{ROOT}{path}"})

    records = (
        listed("/c/kitchen_1", "Kitchen", "blue-kettle-pan", "ladle"),
        listed("/c/table_4", "Table", "mug"),
        listed("/c/kitchen/pans_2", "Pans", "blue-kettle-pan"),
    )
    links = tuple(LinkRecord(url=one.url, text=one.title, area="header") for one in records[:2])
    source = site.model_copy(update={"links": links, "info_pages": {}})
    goods = products_of(site.products, str)
    collections = collections_of(records, goods, str)

    def menu(depth: int) -> list[tuple[str, list[str]]]:
        made = menu_of(source, collections, (), depth, str)
        return [(one.title, [below.title for below in one.children]) for one in made]

    assert menu(2) == [("Kitchen", ["Pans"]), ("Table", [])]
    assert menu(1) == [("Kitchen", []), ("Table", [])]


def test_who_the_source_is_is_replaced(site: PrefetchedSite, bundle: SpecificationBundle) -> None:
    identity, data = TwinContents(site)(bundle, 3, None)
    said = data.model_dump_json().casefold()
    for word in ("blue kettle", "bluekettle", "blue-kettle", "ada quill", "1234567", "hi@"):
        assert word not in said
    pan = data.products[0]
    assert pan.title == f"{identity.name} Iron Pan"
    assert pan.vendor == identity.name
    assert identity.support_email in pan.description_html
    assert 'href="/"' in pan.description_html
    assert data.collections[1].title == f"{identity.name} Iron"


def test_what_is_left_of_the_identity_stops_the_twin(site: PrefetchedSite, bundle: SpecificationBundle) -> None:
    street = TwinContents(site)(bundle, 3, None)[0].address.partition(",")[0]
    alike = site.model_copy(update={"names": (street,)})
    with pytest.raises(ArenaError, match=f"things of its source:\n  '{street}'") as caught:
        TwinContents(alike)(bundle, 3, None)
    assert "--seed" in str(caught.value.hint)


def test_reviews_have_the_stars_of_the_source(data: ShopData) -> None:
    [(handle, reviews)] = data.reviews.items()
    assert handle == data.products[0].handle
    assert len(reviews) == 6
    assert sum(one.rating for one in reviews) / 6 == 4.5


def test_where_no_rating_was_read_reviews_are_invented(site: PrefetchedSite, bundle: SpecificationBundle) -> None:
    unrated = site.model_copy(
        update={"products": tuple(one.model_copy(update={"rating": None, "reviews": None}) for one in site.products)}
    )
    reviews = TwinContents(unrated)(bundle, 3, None)[1].reviews
    assert len(reviews) >= 2
    assert reviews == TwinContents(unrated)(bundle, 3, None)[1].reviews
    product = bundle.capabilities.product.model_copy(update={"has_reviews": False})
    without = replace(bundle, capabilities=bundle.capabilities.model_copy(update={"product": product}))
    assert TwinContents(unrated)(without, 3, None)[1].reviews == {}


def test_reviews_are_as_many_as_the_source_tells(site: PrefetchedSite, bundle: SpecificationBundle) -> None:
    counts = dict(zip(("blue-kettle-pan", "ladle", "mug"), (3, 0, 1), strict=True))
    counted = tuple(one.model_copy(update={"rating": None, "reviews": counts.get(one.handle)}) for one in site.products)
    reviews = TwinContents(site.model_copy(update={"products": counted}))(bundle, 3, None)[1].reviews
    assert sorted(len(one) for one in reviews.values()) == [1, 3]


def test_a_twin_is_generated_and_read(site: PrefetchedSite, bundle: SpecificationBundle, tmp_path: Path) -> None:
    made = generate_shop(bundle, tmp_path / "twin", seed=3, contents=TwinContents(site), twin=True).shop
    record = read_record(made.path)
    assert record is not None
    assert record.twin
    assert read_shop_folder(tmp_path / "twin") == made
    again = generate_shop(bundle, tmp_path / "again", seed=3, contents=TwinContents(site)).shop
    assert again.data == made.data
    fewer = generate_shop(bundle, tmp_path / "fewer", seed=3, products=1, contents=TwinContents(site)).shop
    assert [one.title for one in fewer.data.products if not one.is_gift_card] == [made.data.products[0].title]


def test_nothing_to_sell_is_told(site: PrefetchedSite, bundle: SpecificationBundle, tmp_path: Path) -> None:
    empty = site.model_copy(update={"products": site.products[-1:]})
    with pytest.raises(ArenaError, match="no product with a price"):
        generate_shop(bundle, tmp_path / "twin", contents=TwinContents(empty))
    assert not list(tmp_path.iterdir())


def test_a_specification_leads_to_its_source_and_tells_nothing_of_it(
    site: PrefetchedSite, bundle: SpecificationBundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHOPWORLD_HOME", str(tmp_path / "home"))
    source, other = (tmp_path / "home" / "explored" / name for name in ("abc", "abd"))
    write_bundle(bundle, tmp_path / "specification")
    with pytest.raises(ArenaError, match="not on this machine"):
        find_source(tmp_path / "specification")
    mark_origin(tmp_path / "elsewhere", other)
    mark_origin(tmp_path / "specification", source)
    assert origin_of(tmp_path / "specification", tmp_path / "home" / "explored") == source
    with pytest.raises(InputError, match="nothing that was read"):
        find_source(tmp_path / "specification")
    (source / "site.json").write_text(site.model_dump_json(), encoding="utf-8")
    assert find_source(tmp_path / "specification") == site
    assert find_source(tmp_path / "anything", source) == site
    write_bundle(bundle, tmp_path / "composed")
    mark_origin(tmp_path / "composed" / "seeds" / "1", source)
    assert find_source(tmp_path / "composed") == site
    assert "kettle" not in (tmp_path / "specification" / "origin.txt").read_text(encoding="utf-8")


def test_a_model_writes_reviews_and_pages_of_a_twin_and_leaves_its_products(
    site: PrefetchedSite, bundle: SpecificationBundle
) -> None:
    with ModelServer(writer()) as server:
        use = ModelUse("vllm/pen", ModelSettings(base_url=server.base_url))
        with use.opened() as model:
            author = AuthoredContents(model, OF_TWINS, inner=TwinContents(site), twin=True)
            _, written = author(bundle, 3, None)
    _, plain = TwinContents(site)(bundle, 3, None)
    assert written.products == plain.products
    assert written.collections == plain.collections
    assert author.report.record.written["pages"]
    assert written.pages != plain.pages
    assert written.reviews != plain.reviews
    assert {handle: [one.rating for one in reviews] for handle, reviews in written.reviews.items()} == {
        handle: [one.rating for one in reviews] for handle, reviews in plain.reviews.items()
    }


def test_what_a_twin_has_of_its_source_is_told(site: PrefetchedSite, bundle: SpecificationBundle) -> None:
    lost = product(
        "humming-lamp",
        "Humming Lamp",
        30,
        description="It hums. " * 3,
        options=[{"name": "Size", "values": ["S", "M"]}],
    )
    unpriced = product("unpriced", "Unpriced Urn", None)
    contents = TwinContents(site.model_copy(update={"products": (*site.products, lost, unpriced)}))
    contents(bundle, 1, None)
    assert contents.fidelity is not None
    fields = {one.field: one for one in contents.fidelity.fields}
    assert fields["products"].kept == fields["products"].there - 2  # nobody could buy what has no price
    for name in ("titles", "prices", "descriptions", "options"):
        assert fields[name].share == 1.0, fields[name]
    assert "products" in contents.fidelity.text()


def test_one_product_at_two_addresses_is_one(site: PrefetchedSite, bundle: SpecificationBundle) -> None:
    first = product("cup", "Plain Cup", 9, description="A cup for tea.")
    again = product("cup-2", "Plain Cup", 9, description="A cup for tea.")
    both = products_of((first, again), lambda text: text)
    assert both[first.url] is both[again.url]
    other = product("cup-3", "Plain Cup", 12, description="A cup for tea.")
    assert products_of((first, other), lambda text: text)[other.url] is not both[first.url]
    contents = TwinContents(site.model_copy(update={"products": (*site.products, first, again)}))
    _, data = contents(bundle, 1, None)
    assert sum(one.title == "Plain Cup" for one in data.products) == 1


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_twin_shares_no_word_of_its_name_with_anything_of_the_source(seed: int) -> None:
    bundle = read_bundle(shipped_specifications()["clothing"])
    first = make_identity(bundle, seed)
    site = PrefetchedSite(
        start="http://shop.test/",
        host="shop.test",
        name=first.name,
        products=(ProductRecord(url="http://shop.test/1", title=f"Scarf of {first.name}", vendor="Oakhurst"),),
    )
    words = set(re.findall(r"[a-z]{3,}", first.name.casefold()))
    other = make_identity(bundle, seed, apart_from=names_of(site))
    assert not words & set(re.findall(r"[a-z]{3,}", other.name.casefold()))
    assert make_identity(bundle, seed, apart_from=("Quux Zzyzx",)) == first


@pytest.mark.parametrize(
    ("statistics", "field"),
    [({"products_total": 1}, "products_total"), ({"collections_total": 0}, "collections_total")],
)
def test_a_specification_that_makes_no_shop_is_refused(statistics: dict[str, int], field: str, tmp_path: Path) -> None:
    bundle = read_bundle(shipped_specifications()["clothing"])
    poor = replace(bundle, statistics=bundle.statistics.model_copy(update=statistics))
    with pytest.raises(InputError, match=rf"stats.json: {field} is"):
        generate_shop(poor, tmp_path / "shop")
    assert list(tmp_path.iterdir()) == []
    check_makes_a_shop(bundle)
