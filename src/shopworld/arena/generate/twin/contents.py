"""A twin's identity and data: products, collections and menus of the source, everything else invented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.generate.catalog import make_identity, make_shop_data
from shopworld.arena.generate.catalog.navigation import footer_menu, utility_menu
from shopworld.arena.generate.catalog.pages import fields_of, pages, policies
from shopworld.arena.generate.catalog.trade import trade_of
from shopworld.arena.generate.twin.fidelity import Fidelity, fidelity_of
from shopworld.arena.generate.twin.identity import TwinIdentity, names_of
from shopworld.arena.generate.twin.products import products_of
from shopworld.arena.generate.twin.reviews import reviews_of
from shopworld.arena.generate.twin.structure import collections_of, menu_of
from shopworld.errors import ArenaError
from shopworld.shop import Identity
from shopworld.shop.data import ArticleData, ProductData, ShopData

_DRAWS = 6
"""Names that are tried before a twin is refused."""


@dataclass(slots=True)
class TwinContents:
    """Makes identity and data of a twin.

    Attributes:
        site: the source, as its exploration read it.
        fidelity: how much of the source the twin has, once it is made.
    """

    site: PrefetchedSite
    fidelity: Fidelity | None = field(default=None, init=False)

    def __call__(self, bundle: SpecificationBundle, seed: int, products: int | None) -> tuple[Identity, ShopData]:
        """Identity and data.

        Args:
            bundle: the specification of the source.
            seed: of the identity and of what is invented.
            products: most products of the source that are kept.

        Raises:
            ArenaError: no product was read, or something of the source's identity would be left.
        """
        for draw in range(_DRAWS):
            identity = make_identity(bundle, seed, apart_from=names_of(self.site), draw=draw)
            twin = TwinIdentity(self.site, identity)
            goods = products_of(self.site.products[:products], twin.replaced, self.site.currency)
            if not goods:
                raise ArenaError(
                    "no product with a price was read of the source",
                    hint="Explore it again, or generate a sandbox shop without --twin.",
                )
            data = self._data(bundle, seed, identity, twin, goods)
            try:
                twin.check(data)
            except ArenaError:
                if draw + 1 == _DRAWS:
                    raise
                continue  # the invented name is too near to the real one
            break
        return identity, data

    def _data(
        self,
        bundle: SpecificationBundle,
        seed: int,
        identity: Identity,
        twin: TwinIdentity,
        goods: dict[str, ProductData],
    ) -> ShopData:
        base = make_shop_data(bundle, seed, max(len(goods), 10))
        own = {one.handle: one for one in goods.values()}
        sold = (*own.values(), *_missing_gift_card(base, goods))
        collections = collections_of(self.site.collections, goods, twin.replaced)
        trade = trade_of(bundle, seed, len(sold))
        fields, present = fields_of(identity, trade, sold), bundle.capabilities.info_pages_present
        texts, law = pages(identity, trade, fields, present), policies(fields, present)
        articles = _articles(base.articles, {one.handle for one in sold})
        shell = bundle.capabilities.site_shell
        depth = max(bundle.statistics.navigation_depth_max or 0, shell.nav_depth)
        menus = {
            "main-menu": menu_of(self.site, collections, (*law, *texts), depth, twin.replaced),
            "footer": footer_menu(shell.footer_groups, tuple(collections.values()), texts, law, articles),
            "utility": utility_menu(articles, texts),
        }
        has_reviews = bundle.capabilities.product.has_reviews is not False
        data = ShopData(
            store=base.store.model_copy(
                update={
                    "shop_id": identity.id,
                    "name": identity.name,
                    "domain": identity.host,
                    "description": identity.description,
                }
            ),
            products=sold,
            collections=tuple(collections.values()),
            navigation={name: menu for name, menu in menus.items() if menu},
            pages=texts,
            policies=law,
            articles=articles,
            reviews=reviews_of(self.site.products, goods, seed) if has_reviews else {},
        )
        self.fidelity = fidelity_of(self.site, goods, collections, data, twin.replaced)
        return data


def _missing_gift_card(base: ShopData, goods: dict[str, ProductData]) -> list[ProductData]:
    """The invented gift card, where pages speak of one and none was read of the source."""
    if any(one.is_gift_card for one in goods.values()):
        return []
    taken = {one.handle for one in goods.values()}
    return [one for one in base.products if one.is_gift_card and one.handle not in taken]


def _articles(articles: Sequence[ArticleData], known: set[str]) -> tuple[ArticleData, ...]:
    """Articles that speak of products of the twin only."""
    return tuple(
        one.model_copy(update={"product_handles": tuple(name for name in one.product_handles if name in known)})
        for one in articles
    )
