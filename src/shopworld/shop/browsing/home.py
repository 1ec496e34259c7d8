"""The home page, and search where its address has `s`."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.shop.browsing import listing
from shopworld.shop.browsing.composed_sections import ComposedSections
from shopworld.shop.browsing.home_sections import HomeSections
from shopworld.shop.look.stylesheet import is_composed
from shopworld.shop.pages import HomePage, Section
from shopworld.shop.shop import Shop
from shopworld.shop.visit import Visit


class HomeRequest:
    """`GET /`."""

    def __init__(self) -> None:
        self._made: dict[Shop, HomeSections] = {}

    def sections(self, shop: Shop) -> tuple[Section, ...]:
        """The sections of a shop's home page, the same for everybody who sees its prices in that currency."""
        made = self._made.get(shop)
        if made is None:
            kind = ComposedSections if is_composed(shop.specification.style) else HomeSections
            made = self._made[shop] = kind(shop)
        return made.all

    async def __call__(self, visit: Visit) -> Response:
        """The home page; search results where the address has `s`."""
        if visit.shop.addresses.search == "/" and visit.shop.addresses.search_field in visit.request.query_params:
            return await listing.search(visit)
        identity = visit.shop.identity
        title = f"{identity.name}: {identity.tagline}" if identity.tagline else identity.name
        return visit.page(HomePage(visit.shell("home"), title, self.sections(visit.shop)), "home")
