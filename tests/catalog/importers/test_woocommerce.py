"""The reader of WooCommerce exports."""

from __future__ import annotations

import csv
import gzip
import io
import tracemalloc
from collections.abc import Iterable
from pathlib import Path

import pytest

from shopworld.catalog import Catalog
from shopworld.catalog.describing import describe
from shopworld.catalog.importers import ImportReport, read_woocommerce
from shopworld.catalog.model import Offer
from shopworld.errors import InputError
from shopworld.money import convention_named

COLUMNS = (
    *("ID", "Type", "Name", "Published", "Description", "In stock?", "Stock", "Sale price", "Regular price"),
    *("Categories", "Global Category", "Images", "Something else"),
)


def export(path: Path, rows: Iterable[dict[str, str]], columns: Iterable[str] = COLUMNS) -> Path:
    """Write an export with a byte order mark; `.gz` is packed."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(columns), extrasaction="ignore", restval="")
    writer.writeheader()
    defaults = {"Type": "simple", "Published": "1", "In stock?": "1", "Regular price": "9,99"}
    writer.writerows(defaults | row for row in rows)
    data = b"\xef\xbb\xbf" + text.getvalue().encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


def read(path: Path) -> tuple[list[Offer], ImportReport]:
    report = ImportReport()
    return [offer for _, offer in read_woocommerce(path, "shop", report)], report


def one(tmp_path: Path, **fields: str) -> Offer:
    row = {"ID": "7", "Name": "Mouse"} | {name.replace("_", " "): value for name, value in fields.items()}
    offers, _ = read(export(tmp_path / "one.csv", [row]))
    return offers[0]


def test_an_offer_and_its_product(tmp_path: Path) -> None:
    row = {
        "ID": "7",
        "Name": "Logitech M185 Wireless Mouse, Black",
        "Regular price": "12,50",
        "Categories": "Peripherals > Mice, Offers",
        "Global Category": "PC Peripherals",
        "Images": "https://shop.example/a.png, https://shop.example/b.png",
    }
    report = ImportReport()
    ((product, offer),) = read_woocommerce(export(tmp_path / "shop.csv.gz", [row]), "shop", report)
    assert (offer.id, offer.number, offer.slug) == ("shop/7", 7, "logitech-m185-wireless-mouse-black")
    assert (offer.price, offer.regular_price, offer.stock, offer.in_stock) == (1250, None, None, True)
    assert offer.categories == (("Peripherals", "Mice"), ("Offers",))
    assert (offer.kind, offer.brand, offer.department) == ("mouse", "Logitech", "PC Peripherals")
    assert [image.source for image in offer.images] == ["https://shop.example/a.png", "https://shop.example/b.png"]
    assert product.id == offer.product_id
    assert product.attributes == offer.attributes
    assert (report.accepted, report.refused) == (1, [])


@pytest.mark.parametrize(
    ("prices", "cents"),
    [
        (("139,99", "1.234,50", "8"), [13999, 123450, 800]),
        (("240.97", "1,234.50", "8.0"), [24097, 123450, 800]),
        (("5,00", "1.234"), [500, 123400]),
        (("5.00", "1,234"), [500, 123400]),
        (("5.00", "240,97", "1.234,50"), [500, 24097, 123450]),
        (("139,99", "240.97", "8,00"), [13999, 24097, 800]),
        (("1.299,90 €", "1.299", "10,– €"), [129990, 129900, 1000]),
        (("1 299,90 zł", "1\u00a0299"), [129990, 129900]),
        (("Rs. 1,29,900.00", "1,29,900", "500/-"), [12990000, 12990000, 50000]),
    ],
)
def test_the_decimal_mark_is_that_of_the_file(tmp_path: Path, prices: tuple[str, ...], cents: list[int]) -> None:
    rows = [{"ID": str(number), "Name": f"N{number}", "Regular price": price} for number, price in enumerate(prices)]
    offers, _ = read(export(tmp_path / "p.csv", rows))
    assert [offer.price for offer in offers] == cents


def test_what_no_price_of_the_file_decides_is_told_or_decided_by_the_importer(tmp_path: Path) -> None:
    rows = [{"ID": "1", "Name": "A", "Regular price": "1.299"}, {"ID": "2", "Name": "B", "Regular price": "8"}]
    offers, report = read(export(tmp_path / "p.csv", rows))
    assert [offer.price for offer in offers] == [129900, 800]
    assert [(one.field, one.what) for one in report.repaired] == [
        ("Regular price", "ambiguous: '1.299' taken for 1299")
    ]
    decided = ImportReport()
    named = read_woocommerce(tmp_path / "p.csv", "one", decided, convention_named("en-US"))
    assert [offer.price for _, offer in named] == [130, 800]
    assert decided.repaired == []


def test_the_sale_price_wins(tmp_path: Path) -> None:
    offer = one(tmp_path, Sale_price="6.99", Regular_price="8.0")
    assert (offer.price, offer.regular_price, offer.on_sale) == (699, 800, True)


def test_an_offer_without_a_price_is_kept_and_told(tmp_path: Path) -> None:
    offers, report = read(export(tmp_path / "p.csv", [{"ID": "1", "Name": "Gift", "Regular price": ""}]))
    assert (offers[0].price, offers[0].in_stock) == (None, False)
    assert [(repair.line, repair.field) for repair in report.repaired] == [(2, "Regular price")]


def test_stock(tmp_path: Path) -> None:
    assert one(tmp_path, **{"In stock?": "0"}).stock == 0
    assert one(tmp_path, Stock="12").stock == 12
    assert one(tmp_path, Stock="3.5").stock == 3
    assert one(tmp_path, Stock="-3").stock == 0
    assert one(tmp_path, Stock="9" * 400).stock is None


def test_titles_are_unescaped_and_slugs_are_those_of_wordpress(tmp_path: Path) -> None:
    offer = one(tmp_path, Name="Heatsink &amp;amp; Fan 2.5&quot;")
    assert (offer.title, offer.slug) == ('Heatsink & Fan 2.5"', "heatsink-amp-fan-2-5")


@pytest.mark.parametrize(
    ("title", "condition"),
    [
        ("Apple iPad (Renewed)", "refurbished"),
        ("Used Logitech Mouse", "used"),
        ("iPhone SE, A GRADE", "used"),
        ("Open Box Unused Philips Speakers", "new"),
        ("Mouse", "new"),
    ],
)
def test_titles_tell_the_condition(tmp_path: Path, title: str, condition: str) -> None:
    assert one(tmp_path, Name=title).condition == condition


def test_slugs_are_numbered_where_names_are_equal(tmp_path: Path) -> None:
    rows = [{"ID": str(number), "Name": "Mouse"} for number in (1, 2, 3)]
    offers, report = read(export(tmp_path / "p.csv", rows))
    assert [offer.slug for offer in offers] == ["mouse", "mouse-2", "mouse-3"]
    assert [repair.line for repair in report.repaired] == [3, 4]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ({"ID": "x7", "Name": "A"}, "ID is 'x7'"),
        ({"ID": "7", "Name": " "}, "Name is empty"),
        ({"ID": "7", "Name": "A", "Regular price": "cheap"}, "'cheap' is not a price"),
        ({"ID": "7", "Name": "A", "Type": "variable"}, "Type is 'variable'"),
        ({"ID": "7", "Name": "A", "Published": "0"}, "not published"),
        ({"ID": "1", "Name": "A"}, "ID 1 occurs twice"),
    ],
)
def test_bad_rows_are_refused_with_their_line(tmp_path: Path, row: dict[str, str], reason: str) -> None:
    first = {"ID": "1", "Name": "Good", "Description": "two\nlines"}
    offers, report = read(export(tmp_path / "p.csv", [first, row, {"ID": "9", "Name": "Good too"}]))
    assert [offer.number for offer in offers] == [1, 9]
    assert [refusal.line for refusal in report.refused] == [4]
    assert reason in report.refused[0].reason
    assert reason in str(report)


def test_a_missing_column_is_named(tmp_path: Path) -> None:
    path = export(tmp_path / "p.csv", [], columns=("ID", "Name", "Categories"))
    with pytest.raises(InputError, match="Regular price"):
        read(path)


def test_an_empty_file_and_a_file_that_is_no_text_are_clear_errors(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_bytes(b"")
    with pytest.raises(InputError, match="empty"):
        read(tmp_path / "empty.csv")
    (tmp_path / "picture.csv").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "picture.csv")
    (tmp_path / "broken.csv.gz").write_bytes(b"not gzip")
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "broken.csv.gz")
    with pytest.raises(InputError, match="cannot be read"):
        read(tmp_path / "nowhere.csv")


def test_the_report_is_data(tmp_path: Path) -> None:
    _, report = read(export(tmp_path / "p.csv", [{"ID": "?", "Name": "A"}, {"ID": "2", "Name": "B &amp;amp; C"}]))
    assert ImportReport.model_validate_json(report.model_dump_json()) == report
    assert report.repair_counts() == {("Name", "entities escaped twice"): 1}


@pytest.mark.data
def test_all_offers_of_the_release_come_in(webmall_catalog: Catalog) -> None:
    description = describe(webmall_catalog)
    assert {shop.shop_id: (shop.offers, shop.on_sale, shop.without_price) for shop in description.shops} == {
        "e-store-athletes": (1152, 0, 0),
        "techtalk": (1095, 5, 0),
        "camelcases": (1156, 0, 0),
        "hardware-cafe": (1020, 0, 1),
    }
    shares = {name: round(100 * share, 1) for name, share in description.departments.items()}
    assert shares == {"Other Electronics": 35.2, "PC Components": 33.4, "PC Peripherals": 31.4}
    titles, descriptions = description.title_length, description.description_length
    assert titles is not None
    assert descriptions is not None
    assert (titles.minimum, titles.maximum) == (6, 264)
    assert abs(titles.median - 69) <= 1
    assert abs(titles.nine_tenths - 135) <= 1
    # The paper measured before the exports were cleaned: median 573, 90 % below 2,542.
    assert abs(descriptions.median - 573) <= 0.1 * 573
    assert abs(descriptions.nine_tenths - 2542) <= 0.1 * 2542


@pytest.mark.data
def test_no_description_of_the_release_shows_what_exports_broke(webmall_offers: tuple[Offer, ...]) -> None:
    for offer in webmall_offers:
        for broken in ("\\n", "&amp;amp;", "&lt;br", "rnrn", "nnn", "<script", "style="):
            assert broken not in offer.description_html, offer.id
        assert "&amp;" not in offer.title


def bomb(path: Path, *, one_field: bool) -> Path:
    """A packed export that unpacks to 160 MB: as one field, or as one product of many."""
    with gzip.open(path, "wt", encoding="utf-8", compresslevel=1) as packed:
        columns = COLUMNS if one_field else (*COLUMNS, *(f"more {number}" for number in range(50)))
        packed.write(",".join(columns) + "\n" + "1,simple,Bomb," + ("" if one_field else ","))
        part = "x" * 1_000_000
        for number in range(160):
            packed.write(part)
            if not one_field and number % 3 == 0:
                packed.write(",")
    return path


@pytest.mark.parametrize("one_field", [True, False])
def test_a_small_file_that_unpacks_to_a_huge_product_is_refused_by_line(tmp_path: Path, one_field: bool) -> None:
    file = bomb(tmp_path / "bomb.csv.gz", one_field=one_field)
    tracemalloc.start()
    with pytest.raises(InputError, match=r"a product of more than 4,194,304 characters.*") as refused:
        list(read_woocommerce(file, "shop", ImportReport()))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.value.line == 2
    assert peak < 80_000_000


def test_a_quoted_field_over_many_lines_counts_as_one_product(tmp_path: Path) -> None:
    file = tmp_path / "lines.csv"
    file.write_text(",".join(COLUMNS) + '\n1,simple,"' + ("y" * 999 + "\n") * 5_000 + '"\n')
    with pytest.raises(InputError, match="a product of more than"):
        list(read_woocommerce(file, "shop", ImportReport()))
