"""A mall made of crawled offers: catalog, shops, and beside them where everything comes from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from shopworld.catalog import (
    CatalogBuilder,
    Image,
    Offer,
    OfferCondition,
    Product,
    Specification,
    extract_brand,
    unique_slug,
    wordpress_slug,
)
from shopworld.errors import InputError
from shopworld.mall import MallManifest, default_shops, write_mall
from shopworld.offers.facts import OfferFact, agreed_attributes, facts_of_offer, rows_of, stated_attributes
from shopworld.offers.matching.stage import OFFERS_FILE
from shopworld.offers.outputs import write_outputs
from shopworld.offers.pipeline import read_run
from shopworld.offers.record import CrawledOffer
from shopworld.offers.rows import offer_of, read_rows
from shopworld.offers.selection import MallCandidate, Selection, candidates, choose_core, fill
from shopworld.offers.sold_offer import SoldOffer
from shopworld.offers.tally import StageTally
from shopworld.offers.trees import category_path
from shopworld.shop import ShopSpecification

SOURCES_FOLDER = "sources"
"""In a mall: provenance, exports, notice and report. No shop serves it."""
_FIRST_NUMBER = 101
_LISTED_ON = date(2026, 1, 1)
Fillers = Callable[[Selection, Sequence[MallCandidate]], Iterable[MallCandidate]]
"""Orders the candidates that may fill a mall, the best first, and leaves out those that must not."""


@dataclass(frozen=True, slots=True)
class MallPlan:
    """What a mall of a crawl is to be.

    Attributes:
        name: of the mall.
        shops: how many, from 1 to 4.
        offers: together, at most.
        currency: of all prices; empty takes the one that most offers have.
        seed: of the choice.
        core_only: whether fillers are left out.
        without: hosts whose offers are left out.
    """

    name: str
    shops: int = 4
    offers: int = 4421
    currency: str = ""
    seed: int = 7
    core_only: bool = False
    without: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class MallOfOffers:
    """A mall that was made of a crawl.

    Attributes:
        manifest: of the mall.
        folder: where it stands.
        core: number of the core's offers.
        fillers: number of the others.
        tally: counts of choosing.
    """

    manifest: MallManifest
    folder: Path
    core: int
    fillers: int
    tally: StageTally = field(default_factory=StageTally)


def make_mall_of_offers(run: Path, folder: Path, plan: MallPlan, *, fillers: Fillers | None = None) -> MallOfOffers:
    """Makes a mall of the offers of a crawl; the same offers, plan and seed make the same mall.

    Args:
        run: folder of the offers (`shopworld offers read`).
        folder: where the mall will stand; a mall that stands there is replaced.
        plan: what it is to be.
        fillers: chooses what fills it; the order of the crawl by default.

    Raises:
        InputError: there are no offers, or none that are good enough.
        MallError: `folder` holds something that is no mall.
    """
    said = read_run(run)
    if not 1 <= plan.shops <= len(default_shops()):
        raise InputError(f"{plan.shops} shops, expected 1 to {len(default_shops())}", field="shops")
    currency = plan.currency or _common_currency(run)
    tally = StageTally()
    departments = [one.name for one in said.settings.departments.department]
    found = candidates(run, currency, plan.without, tally)
    selection, others = choose_core(found, departments, plan.shops, plan.offers, plan.seed, tally)
    if not plan.core_only:
        fill(selection, fillers(selection, others) if fillers is not None else others)
    if not selection.shop_of:
        raise InputError("no offer is good enough for a mall", file=run, hint="Read a larger crawl.")
    shops = tuple(_shop(one, currency) for one in default_shops()[: plan.shops])
    products, sold = _catalog(run, selection, shops)

    def build(target: Path) -> None:
        with CatalogBuilder(target, name=plan.name, seed=plan.seed) as builder:
            for product in products:
                builder.add_product(product)
            for one in sold:
                builder.add_offer(one.offer)
        write_outputs(target.parent / SOURCES_FOLDER, said, shops, sold, tally)

    folder.parent.mkdir(parents=True, exist_ok=True)
    manifest = write_mall(folder, name=plan.name, shops=shops, build_catalog=build, seed=plan.seed)
    return MallOfOffers(manifest, folder, len(selection.core), len(sold) - len(selection.core), tally)


def _common_currency(run: Path) -> str:
    counts: dict[str, int] = {}
    for row in read_rows(run / OFFERS_FILE, ["currency"]):
        counts[row["currency"]] = counts.get(row["currency"], 0) + 1
    if not counts:
        raise InputError("the run has no offers", file=run, hint="Read another crawl, or another language.")
    return min(counts, key=lambda one: (-counts[one], one))


def _shop(shop: ShopSpecification, currency: str) -> ShopSpecification:
    return shop.model_copy(update={"identity": shop.identity.model_copy(update={"currency": currency})})


def _catalog(
    run: Path, selection: Selection, shops: Sequence[ShopSpecification]
) -> tuple[list[Product], list[SoldOffer]]:
    """Products and offers, shop by shop: the core first, so that fillers change no name in it, then as in the crawl."""
    chosen = [
        (offer_of(row), str(row["cluster"])) for row in read_rows(run / OFFERS_FILE) if row["id"] in selection.shop_of
    ]
    chosen.sort(key=lambda one: one[0].id not in selection.core)
    facts = {crawled.id: facts_of_offer(crawled) for crawled, _ in chosen}
    members: dict[str, list[CrawledOffer]] = {}
    for crawled, cluster in chosen:
        key = cluster if crawled.id in selection.core else crawled.id
        members.setdefault(key, []).append(crawled)
    products: dict[str, Product] = {}
    product_of: dict[str, str] = {}
    for number, (key, offers) in enumerate(members.items(), 1):
        products[key] = _product(f"p{number:06d}", offers, [facts[one.id] for one in offers])
        product_of |= {one.id: key for one in offers}
    sold = []
    slugs: list[set[str]] = [set() for _ in shops]
    numbers = [_FIRST_NUMBER] * len(shops)
    for place, shop in enumerate(shops):
        for crawled, cluster in chosen:
            if selection.shop_of[crawled.id] == place:
                product = products[product_of[crawled.id]]
                slug = unique_slug(wordpress_slug(crawled.title), slugs[place])
                offer = _offer(crawled, product, facts[crawled.id], shop.identity.id, place, numbers[place], slug)
                sold.append(
                    SoldOffer(offer, crawled, cluster if crawled.id in selection.core else "", facts[crawled.id])
                )
                numbers[place] += 1
    return list(products.values()), sold


def _product(name: str, offers: Sequence[CrawledOffer], facts: Sequence[Sequence[OfferFact]]) -> Product:
    """What several offers agree on is true of their product."""
    first = offers[0]
    brands = list(dict.fromkeys(brand for one in offers if (brand := _brand(one))))
    same = len({one.casefold() for one in brands}) == 1
    return Product(
        id=name,
        title=min((one.title for one in offers), key=lambda one: (len(one), one)),
        brand=brands[0] if same else None,
        department=first.department,
        kind=_most([one.kind for one in offers]),
        attributes=agreed_attributes(facts),
        gtin=next((one.gtins[0] for one in offers if one.gtins), None),
        mpn=next((one.mpn for one in offers if one.mpn), None),
    )


def _offer(
    crawled: CrawledOffer, product: Product, facts: Sequence[OfferFact], shop: str, place: int, number: int, slug: str
) -> Offer:
    brand = _brand(crawled)
    return Offer(
        id=f"{shop}/{number}",
        shop_id=shop,
        number=number,
        product_id=product.id,
        slug=slug,
        title=crawled.title,
        brand=brand or None,
        description_html=crawled.description,
        department=crawled.department,
        kind=product.kind,
        categories=(category_path(place, crawled.department, product.kind, brand),),
        attributes=stated_attributes(facts),
        specifications=tuple(Specification(label=label, text=text) for label, text in rows_of(crawled)),
        price=crawled.price,
        currency=crawled.currency,
        images=tuple(Image(source=one, alt=crawled.title) for one in crawled.images)
        or (Image(source="drawn:front", alt=crawled.title),),
        gtin=crawled.gtins[0] if crawled.gtins else None,
        mpn=crawled.mpn or None,
        sku=crawled.sku or None,
        condition=OfferCondition(crawled.condition),
        listed_on=date.fromisoformat(crawled.crawled_on) if _is_date(crawled.crawled_on) else _LISTED_ON,
    )


def _brand(offer: CrawledOffer) -> str:
    """The brand of an offer as its title has it, so that shouted and quiet ones are one."""
    name = offer.brand or extract_brand(offer.title) or ""
    return name.title() if name.isupper() and len(name) > 4 else name


def _most(values: Sequence[str]) -> str:
    return max(dict.fromkeys(values), key=values.count)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return date(2000, 1, 1).isoformat() <= text <= "2027-12-31"
