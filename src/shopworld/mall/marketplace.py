"""A mall of one shop that sells everything: the place of evolved queries."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from shopworld.catalog import CatalogBuilder
from shopworld.goods import make_marketplace_offers
from shopworld.mall.folder import MallManifest, write_mall
from shopworld.mall.known_shops import marketplace_shop

PER_KIND = 100
"""Products of each kind in a marketplace of the usual size."""


def make_marketplace(
    folder: Path,
    seed: int = 7,
    per_kind: int = PER_KIND,
    *,
    name: str = "marketplace",
    kinds: Sequence[str] = (),
    popular: bool = False,
) -> MallManifest:
    """Makes a mall with one marketplace in `folder`; the same arguments make the same mall.

    Args:
        folder: where it will stand; a mall that stands there is replaced.
        seed: of the catalog.
        per_kind: products of each kind.
        name: of the mall.
        kinds: kinds of products; all that a marketplace sells where empty.
        popular: whether several merchants sell the same of popular kinds, though only some kinds are asked for.

    Raises:
        MallError: `folder` holds something that is no mall.
    """
    shop = marketplace_shop()
    identity = shop.identity

    def build_catalog(target: Path) -> None:
        made = make_marketplace_offers(
            seed, identity.id, identity.name, per_kind=per_kind, kinds=kinds, popular=popular
        )
        with CatalogBuilder(target, name=name, seed=seed) as builder:
            for product, offer, reviews in made:
                builder.add_product(product)
                builder.add_offer(offer)
                for review in reviews:
                    builder.add_review(review)

    return write_mall(folder, name=name, shops=(shop,), build_catalog=build_catalog, seed=seed)
