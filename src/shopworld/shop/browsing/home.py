"""The home page, and search where its address has `s`."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.shop.browsing import listing
from shopworld.shop.browsing.home_sections import HomeSections
from shopworld.shop.pages import HomePage
from shopworld.shop.visit import Visit


class Home:
    """`GET /`.

    Args:
        sections: of the shop's home page; the same for everybody.
    """

    def __init__(self, sections: HomeSections) -> None:
        self._sections = sections

    async def __call__(self, visit: Visit) -> Response:
        """The home page; search results where the address has `s`."""
        if visit.shop.addresses.search == "/" and visit.shop.addresses.search_field in visit.request.query_params:
            return await listing.search(visit)
        identity = visit.shop.identity
        title = f"{identity.name}: {identity.tagline}" if identity.tagline else identity.name
        return visit.page(HomePage(visit.shell("home"), title, self._sections.all), "home")
