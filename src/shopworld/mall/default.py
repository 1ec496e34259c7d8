"""The embedded default mall: four fictional shops and a synthetic catalog, from a seed."""

from __future__ import annotations

from pathlib import Path

from shopworld.catalog import CatalogBuilder
from shopworld.goods import Merchants, default_assortments, synthesize
from shopworld.mall.folder import MallManifest, write_mall
from shopworld.mall.known_shops import default_shops

DEFAULT_SEED = 7
DEFAULT_OFFERS = 4400


def make_default_mall(
    folder: Path,
    seed: int = DEFAULT_SEED,
    offers: int = DEFAULT_OFFERS,
    *,
    name: str = "default",
    merchants: Merchants = "many",
) -> MallManifest:
    """Makes the default mall in `folder`; the same arguments make the same mall.

    Args:
        folder: where it will stand; a mall that stands there is replaced.
        seed: of the catalog.
        offers: number of offers in all four shops together.
        name: of the mall.
        merchants: `many`: each shop sells for hundreds, as untidy as the web; `few`: each shop writes in one way.

    Raises:
        MallError: `folder` holds something that is no mall.
    """
    shops = default_shops()

    def build_catalog(target: Path) -> None:
        assortments = default_assortments([shop.identity.id for shop in shops])
        catalog = synthesize(seed, assortments, offers=offers, merchants=merchants)
        with CatalogBuilder(target, name=name, seed=seed) as builder:
            for product in catalog.products:
                builder.add_product(product)
            for offer in catalog.offers:
                builder.add_offer(offer)
            for review in catalog.reviews:
                builder.add_review(review)

    return write_mall(folder, name=name, shops=shops, build_catalog=build_catalog, seed=seed)
