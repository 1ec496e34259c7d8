"""A mall: shops with one catalog, and the solution page, as sites with stable addresses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from shopworld.catalog import Catalog
from shopworld.errors import MallError
from shopworld.mall.folder import CATALOG_FOLDER, content_hash, read_manifest, read_shops
from shopworld.mall.site import SOLUTION_SITE, Site, Sites
from shopworld.mall.solution import SolutionPage
from shopworld.shop import ShopSpecification, Storefront


class Mall:
    """Several shops, one catalog and the solution page.

    Args:
        name: of the mall.
        catalog: of all shops.
        shops: specifications, in order.
        solution_host: address of the solution page.
        seed: it was made from, if any.

    Raises:
        MallError: there is no shop, or two sites share an id or a host.
    """

    def __init__(
        self,
        name: str,
        catalog: Catalog,
        shops: Sequence[ShopSpecification],
        *,
        solution_host: str,
        seed: int | None = None,
    ) -> None:
        if not shops:
            raise MallError(f"the mall {name!r} has no shop")
        self.name = name
        self.seed = seed
        self.catalog = catalog
        self.shops: tuple[ShopSpecification, ...] = tuple(shops)
        self.solution_host = solution_host
        self.storefronts: Mapping[str, Storefront] = {
            shop.identity.id: Storefront(shop, catalog) for shop in self.shops
        }
        self.sites = Sites([*(self._site(shop) for shop in self.shops), _solution_site(solution_host)])

    @classmethod
    def open(cls, folder: Path) -> Mall:
        """Opens the mall in `folder`.

        A shop that was edited by hand is served as it is now. The mall's content hash then is another one than the
        manifest says, and suites made for the mall before no longer fit.

        Raises:
            MallError: there is no mall.
            InputError: a file in it is not as it must be.
            ShopError: a shop's specification does not hold together.
            CatalogError: its catalog cannot be opened.
        """
        manifest = read_manifest(folder)
        shops = read_shops(folder, manifest)
        catalog = Catalog.open(folder / CATALOG_FOLDER)
        try:
            return cls(manifest.name, catalog, shops, solution_host=manifest.solution_host, seed=manifest.seed)
        except BaseException:
            catalog.close()
            raise

    @cached_property
    def content_hash(self) -> str:
        """What the mall is, computed from what it holds now: tasks made for it name it by this."""
        return content_hash(self.catalog.content_hash, self.shops, self.solution_host)

    @cached_property
    def hosts(self) -> Mapping[str, str]:
        """Host to shop id, without the solution page."""
        return {shop.identity.host: shop.identity.id for shop in self.shops}

    @property
    def solution_address(self) -> str:
        """Where an answer is submitted."""
        return f"http://{self.solution_host}/"

    def specification(self, shop_id: str) -> ShopSpecification:
        """The specification of a shop.

        Raises:
            MallError: there is no such shop.
        """
        for shop in self.shops:
            if shop.identity.id == shop_id:
                return shop
        raise MallError(f"the mall {self.name!r} has no shop {shop_id!r}")

    def address(self, shop_id: str) -> str:
        """Address of a shop's home page.

        Raises:
            MallError: there is no such shop.
        """
        return f"http://{self.specification(shop_id).identity.host}/"

    def close(self) -> None:
        """Closes the catalog."""
        self.catalog.close()

    def _site(self, shop: ShopSpecification) -> Site:
        identity = shop.identity
        application = self.storefronts[identity.id].application
        return Site(
            name=identity.id,
            title=identity.name,
            host=identity.host,
            application=application,
            text=identity.tagline,
            description=identity.description,
            style=shop.style,
        )


def _solution_site(host: str) -> Site:
    return Site(SOLUTION_SITE, "Solution page", host, SolutionPage(), "Where an answer is submitted")
