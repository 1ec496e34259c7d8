"""The shop that is verified, and what verifiers share: its folder, one walk through it, one browser."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from types import TracebackType
from typing import Self

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.verify.crawl import CrawledShop, crawl
from shopworld.arena.verify.finding import Area
from shopworld.arena.verify.form import forms_of
from shopworld.arena.verify.shopper import VerifyingShopper, clear_the_way
from shopworld.catalog import Catalog
from shopworld.environments.browser import BrowserProcess
from shopworld.mall import MallServer, Site, Sites
from shopworld.shop import Storefront
from shopworld.shop.addressing import Addresses
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.folder import ShopFolder
from shopworld.shop.specification import Identity

_IN_CART = 2


@dataclass(frozen=True, slots=True)
class _OneShop:
    """The shop as a mall of its own."""

    name: str
    sites: Sites


class VerifiedShop:
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
        self._admitted: list[VerifyingShopper] = []
        self._open = ExitStack()
        self._open.callback(self.catalog.close)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._open.close()

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

    def shopper(self, name: str) -> VerifyingShopper:
        """A new visitor, who leaves with the subject."""
        return self._open.enter_context(VerifyingShopper(self.storefront, name))

    @cached_property
    def filled_cart(self) -> VerifyingShopper:
        """A visitor with two products in the cart, as far as products can be added, and nothing lying over pages."""
        shopper = self.shopper("filled cart")
        clear_the_way(shopper)
        for page in self.crawl.of_kind("product"):
            form = next((one for one in forms_of(page.answer) if one.action == self.addresses.cart_add), None)
            if form is not None:
                form.send(shopper, form.filled())
            if len(shopper.state.lines) == _IN_CART:
                break
        return shopper

    @cached_property
    def browser(self) -> BrowserProcess:
        """One browser for all who look.

        Raises:
            BrowserMissing: there is no Chromium.
        """
        return self._open.enter_context(BrowserProcess())

    def address(self, shopper: VerifyingShopper) -> str:
        """Where a browser finds the shop as that visitor has left it: its home page, on this machine."""
        if shopper not in self._admitted:
            self._server.admit(shopper.episode)
            self._admitted.append(shopper)
        return self._server.door_address(self.identity.id, shopper.episode)

    @cached_property
    def _server(self) -> MallServer:
        one = self.identity
        site = Site(one.id, one.name, one.host, self.storefront.application)
        return self._open.enter_context(MallServer(_OneShop(one.id, Sites([site])), slots=0))

    @cached_property
    def crawl(self) -> CrawledShop:
        """One walk through the whole shop."""
        return crawl(self.shopper("crawl"), self.paths, self.areas)

    @cached_property
    def paths(self) -> tuple[str, ...]:
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
        return tuple(paths)
