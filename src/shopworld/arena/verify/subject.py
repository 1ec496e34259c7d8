"""The shop that is verified, and what verifiers share: its folder, one walk through it, one browser."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property
from types import TracebackType
from typing import Self

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.verify.crawl import Crawl, crawl
from shopworld.arena.verify.finding import Area
from shopworld.arena.verify.shopper import Shopper
from shopworld.catalog import Catalog
from shopworld.shop import Storefront
from shopworld.shop.addressing import Addresses
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.folder import ShopFolder
from shopworld.shop.specification import Identity


class Subject:
    """A shop under verification. Use it as a context manager.

    Args:
        folder: of the shop.
        bundle: the specification that it was generated from; None where there is none.
        areas: that are verified; None for all.
    """

    def __init__(
        self, folder: ShopFolder, bundle: SpecificationBundle | None = None, areas: Collection[Area] | None = None
    ) -> None:
        self.folder = folder
        self.bundle = bundle
        self.areas = areas
        self.catalog: Catalog = folder.open_catalog()
        try:
            self.storefront = Storefront(folder.specification, self.catalog)
        except BaseException:
            self.catalog.close()
            raise
        self._shoppers: list[Shopper] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for one in self._shoppers:
            one.close()
        self.catalog.close()

    @property
    def identity(self) -> Identity:
        """Who the shop is."""
        return self.folder.specification.identity

    @property
    def capabilities(self) -> Capabilities:
        """What it was meant to do: as the specification says, else as its own folder does."""
        return self.bundle.capabilities if self.bundle is not None else self.folder.specification.capabilities

    @property
    def addresses(self) -> Addresses:
        """Where its pages are."""
        return self.storefront.shop.addresses

    def shopper(self, name: str) -> Shopper:
        """A new visitor, who leaves with the subject."""
        made = Shopper(self.storefront, name)
        self._shoppers.append(made)
        return made

    @cached_property
    def crawl(self) -> Crawl:
        """One walk through the whole shop."""
        return crawl(self.shopper("crawl"), self._all_paths(), self.areas)

    def _all_paths(self) -> list[str]:
        """Every page that the shop's data asks for, whether something links to it or not."""
        data, there = self.folder.data, self.addresses
        content = self.folder.specification.content
        paths = [there.all_products, there.cart, there.checkout, there.contact]
        paths += [there.category((one.handle,)) for one in data.collections]
        paths += [there.product(one.handle) for one in data.products if one.status == "active"]
        if content is not None:
            paths += [there.policy(one.handle) for one in (*content.policies, *content.pages)]
            paths += [there.blog(blog) for blog in content.blogs]
            paths += [there.article(one.blog, one.handle) for one in content.articles]
        return paths
