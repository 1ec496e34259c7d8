"""Files about a mall's offers: where each comes from, and the offers as other programs read them."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from shopworld.offers.outputs.report import write_report
from shopworld.offers.parts import needed
from shopworld.offers.tally import StageTally
from shopworld.shop import ShopSpecification

if TYPE_CHECKING:  # they make what is written here
    from shopworld.offers.pipeline import OfferRun
    from shopworld.offers.sold_offer import SoldOffer

COLUMNS = (
    "ID", "Type", "SKU", "GTIN, UPC, EAN, or ISBN", "Name", "Published", "Is featured?", "Visibility in catalog",
    "Short description", "Description", "Date sale price starts", "Date sale price ends", "Tax status", "Tax class",
    "In stock?", "Stock", "Low stock amount", "Backorders allowed?", "Sold individually?", "Weight (kg)",
    "Length (cm)", "Width (cm)", "Height (cm)", "Allow customer reviews?", "Purchase note", "Sale price",
    "Regular price", "Categories", "Global Category", "Tags", "Shipping class", "Images", "Download limit",
    "Download expiry days", "Parent", "Grouped products", "Upsells", "Cross-sells", "External URL", "Button text",
    "Position", "Brands",
)  # fmt: skip
"""Of WooCommerce's product export, as WebMall's release has it."""

_NOTICE = """\
# Where the texts of this mall come from

The titles, descriptions and prices in this mall were read from {pages} pages of {hosts} hosts. They belong to whoever
wrote them. `provenance.parquet` names address, host and crawl date of every offer, and the record that it was read
from. This project's licence covers the code that made the mall, not these texts.

- Use them as the terms of the crawl allow. Common Crawl's terms of use and Web Data Commons' licence hold for data
  that was read from them; neither gives rights that the authors of pages did not give.
- Pictures were not copied. Their addresses are kept; the shops draw pictures of their own.
- Offers may hold names of brands. None of their owners has anything to do with this mall.

## Taking something down

To leave out what a host published, make the mall again with `--without HOST`; to leave out one page, remove its line
from the crawl. Whoever passes a mall on does well to name an address for such wishes here:

Contact: (write one here before you publish this mall)
"""


def write_outputs(
    folder: Path,
    run: OfferRun,
    shops: Sequence[ShopSpecification],
    sold: Sequence[SoldOffer],
    tally: StageTally,
) -> None:
    """Writes everything that lies beside a mall's offers.

    Args:
        folder: that is made.
        run: over the crawl.
        shops: of the mall, in order.
        sold: its offers, shop by shop.
        tally: counts of choosing them.
    """
    folder.mkdir(parents=True)
    _write_table(folder / "provenance.parquet", _PROVENANCE, map(_provenance, sold))
    _write_table(folder / "offers.parquet", _OFFERS, map(_columns, sold))
    _write_table(folder / "facts.parquet", _FACTS, (row for one in sold for row in _fact_rows(one)))
    (folder / "woocommerce").mkdir()
    for shop in shops:
        own = [one for one in sold if one.offer.shop_id == shop.identity.id]
        write_woocommerce(folder / "woocommerce" / f"{shop.identity.id}.csv.gz", own)
    pages = len({(one.crawled.file, one.crawled.record) for one in sold})
    notice = _NOTICE.format(pages=pages, hosts=len({one.crawled.host for one in sold}))
    (folder / "NOTICE.md").write_text(notice, encoding="utf-8")
    write_report(folder / "report.html", run, shops, sold, tally)


_PROVENANCE = (
    "offer", "shop", "product", "crawled", "address", "host", "syntax", "crawled_on", "file", "record", "cluster",
    "language", "language_scores", "repairs"
)  # fmt: skip
_OFFERS = (
    "id", "shop", "product", "slug", "title", "brand", "description", "price", "currency", "department", "kind",
    "categories", "gtin", "mpn", "sku"
)  # fmt: skip
_FACTS = ("offer", "name", "value", "unit", "verdict", "source", "evidence")


def _provenance(one: SoldOffer) -> dict[str, str]:
    crawled = one.crawled
    return {
        "offer": one.offer.id,
        "shop": one.offer.shop_id,
        "product": one.offer.product_id,
        "crawled": crawled.id,
        "address": crawled.address,
        "host": crawled.host,
        "syntax": crawled.syntax,
        "crawled_on": crawled.crawled_on,
        "file": crawled.file,
        "record": str(crawled.record),
        "cluster": one.cluster,
        "language": crawled.language,
        "language_scores": " ".join(map(str, crawled.language_scores)),
        "repairs": "; ".join(crawled.repairs),
    }


def _columns(one: SoldOffer) -> dict[str, str]:
    offer = one.offer
    assert offer.price is not None
    return {
        "id": offer.id,
        "shop": offer.shop_id,
        "product": offer.product_id,
        "slug": offer.slug,
        "title": offer.title,
        "brand": offer.brand or "",
        "description": offer.description_html,
        "price": f"{offer.price / 100:.2f}",
        "currency": offer.currency,
        "department": offer.department,
        "kind": offer.kind,
        "categories": " > ".join(offer.categories[0]),
        "gtin": offer.gtin or "",
        "mpn": offer.mpn or "",
        "sku": offer.sku or "",
    }


def _fact_rows(one: SoldOffer) -> Iterable[dict[str, str]]:
    for fact in one.facts:
        value = fact.attribute.value
        yield {
            "offer": one.offer.id,
            "name": fact.attribute.name,
            "value": ", ".join(value) if isinstance(value, tuple) else str(value),
            "unit": fact.attribute.unit or "",
            "verdict": fact.verdict,
            "source": fact.source,
            "evidence": fact.evidence,
        }


def _write_table(file: Path, columns: Sequence[str], rows: Iterable[dict[str, str]]) -> None:
    arrow, parquet = needed("pyarrow"), needed("pyarrow.parquet")
    shape = arrow.schema([arrow.field(name, arrow.string()) for name in columns])
    parquet.write_table(arrow.Table.from_pylist(list(rows), schema=shape), file, compression="zstd")


def write_woocommerce(file: Path, sold: Iterable[SoldOffer]) -> None:
    """Writes offers of one shop as WooCommerce exports products: decimal commas, categories as trails.

    Args:
        file: `.csv.gz`.
        sold: offers of the shop.
    """
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    writer.writeheader()
    for one in sold:
        writer.writerow(_woocommerce_row(one))
    with file.open("wb") as raw, gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        packed.write(b"\xef\xbb\xbf" + text.getvalue().encode())


def _woocommerce_row(one: SoldOffer) -> dict[str, str]:
    offer = one.offer
    assert offer.price is not None
    return {
        "ID": str(offer.number),
        "Type": "simple",
        "SKU": offer.sku or "",
        "GTIN, UPC, EAN, or ISBN": offer.gtin or "",
        "Name": offer.title,
        "Published": "1",
        "Is featured?": "0",
        "Visibility in catalog": "visible",
        "Description": offer.description_html,
        "Tax status": "taxable",
        "In stock?": "1",
        "Backorders allowed?": "0",
        "Sold individually?": "0",
        "Allow customer reviews?": "1",
        "Regular price": f"{offer.price / 100:.2f}".replace(".", ","),
        "Categories": " > ".join(name.replace(",", "\\,") for name in offer.categories[0]),
        "Global Category": offer.department,
        "Images": ", ".join(image.source for image in offer.images if image.source.startswith("http")),
        "Position": "0",
        "Brands": (offer.brand or "").replace(",", ""),
    }
