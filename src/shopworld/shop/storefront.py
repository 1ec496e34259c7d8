"""A storefront: a specification and a catalog, served as an ASGI application."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from shopworld.catalog import Catalog
from shopworld.shop.amenities import account, directories, keeping, picks, quick_order
from shopworld.shop.amenities.offered import has_amenity
from shopworld.shop.browsing import listing, product, suggestions
from shopworld.shop.browsing.home import HomeRequest
from shopworld.shop.buying import cart_routes, checkout_routes
from shopworld.shop.canonical import CanonicalAddresses
from shopworld.shop.capabilities import Amenity
from shopworld.shop.information import articles, preferences
from shopworld.shop.information import routes as information
from shopworld.shop.information.not_found import error_page
from shopworld.shop.look.assets import ProductPictures, asset, photograph
from shopworld.shop.security import ASSET_HEADERS, same_origin
from shopworld.shop.shop import Shop
from shopworld.shop.specification import ShopSpecification
from shopworld.shop.visit import Visit

Handler = Callable[[Visit], Awaitable[Response]]
Endpoint = Callable[[Request], Awaitable[Response]]


class Storefront:
    """One shop, ready to be served.

    Args:
        specification: of the shop.
        catalog: that holds its offers.

    Raises:
        ShopError: the specification does not hold together.
    """

    def __init__(self, specification: ShopSpecification, catalog: Catalog) -> None:
        self.specification = specification
        self.catalog = catalog
        self.shop = Shop(specification, catalog)
        self._pictures = ProductPictures(self.shop)
        routes = [*self._pages(), *self._forms(), *self._assets()]
        starlette = Starlette(routes=routes, exception_handlers={HTTPException: self._failed})
        starlette.router.redirect_slashes = False
        self.application: ASGIApp = CanonicalAddresses(starlette, self.shop.addresses)
        """Expects the `Episode` in `scope["shopworld.episode"]`; assets need none."""

    def _pages(self) -> list[Route]:
        home, there = HomeRequest(), self.shop.addresses
        pages: list[tuple[str, Handler]] = [
            (there.home, home),
            (there.all_products, listing.all_products),
            (there.category_route, listing.category),
            (there.product_route, product.product),
            (there.cart, cart_routes.cart),
            (there.order_route, checkout_routes.order_received),
            (there.policy_route, information.policy),
            (there.blog_route, articles.blog),
            (there.article_route, articles.article),
        ]
        pages += [(path, show) for name, path, show in self._amenities() if has_amenity(self.shop.capabilities, name)]
        if there.ends_in_slash:
            pages += [("/page/{page}/", home), (f"{there.all_products}page/{{page}}/", listing.all_products)]
        else:
            pages += [(there.search, listing.search), *((path, listing.category) for path in there.bare_roots)]
        return [
            *(Route(path, self._page(show), methods=["GET"]) for path, show in pages),
            Route(there.checkout, self._page(checkout_routes.checkout, checkout_routes.send), methods=["GET", "POST"]),
            Route(there.contact, self._page(information.contact, information.send_contact), methods=["GET", "POST"]),
            Route(there.page_route, self._page(information.policy), methods=["GET"]),
        ]

    def _amenities(self) -> list[tuple[Amenity, str, Handler]]:
        """Pages that a specification may ask for beside the vocabulary."""
        there = self.shop.addresses
        return [
            ("wish_list", there.wish_list, keeping.wish_list),
            ("compare", there.compare, keeping.comparison),
            ("brand_pages", there.brands, directories.brands),
            ("brand_pages", there.brand_route, directories.brand),
            ("account", there.account, account.account),
            ("order_status", there.order_status, account.order_status),
            ("quick_order", there.quick_order, quick_order.quick_order),
            ("site_map", there.site_map, directories.site_map),
            ("help_center", there.help_center, directories.help_center),
            ("gift_finder", there.gift_finder, picks.gift_finder),
            ("deals", there.deals, picks.deals),
        ]

    def _amenity_forms(self) -> dict[str, Handler]:
        """Their forms."""
        there = self.shop.addresses
        forms: list[tuple[Amenity, str, Handler]] = [
            ("wish_list", there.wish_list_change, keeping.change_wish_list),
            ("compare", there.compare_change, keeping.change_comparison),
            ("account", there.account_open, account.open_account),
            ("account", there.account_leave, account.leave_account),
            ("quick_order", there.quick_order, quick_order.send_quick_order),
        ]
        return {path: take for name, path, take in forms if has_amenity(self.shop.capabilities, name)}

    def _forms(self) -> list[Route]:
        there = self.shop.addresses
        handlers: dict[str, Handler] = {
            there.cart_add: cart_routes.add,
            there.cart_update: cart_routes.update,
            there.cart_remove: cart_routes.remove,
            there.cart_estimate: cart_routes.estimate_delivery,
            there.promotion: cart_routes.apply_promotion,
            there.promotion_remove: cart_routes.remove_promotion,
            there.newsletter: information.subscribe,
            there.cookies: information.answer_cookies,
            there.dismiss: preferences.dismiss,
            there.age: preferences.answer_age,
            there.currency: preferences.choose_currency,
            there.locale: preferences.choose_locale,
            there.chat: preferences.ask,
            **self._amenity_forms(),
        }
        return [Route(path, self._form(handler), methods=["POST"]) for path, handler in handlers.items()]

    def _assets(self) -> list[Route]:
        async def named(request: Request) -> Response:
            return asset(self.shop, request)

        async def picture(request: Request) -> Response:
            return self._pictures.respond(request)

        async def photographed(request: Request) -> Response:
            return photograph(self.shop, request)

        async def suggested(request: Request) -> Response:
            return await suggestions.suggest(Visit(self.shop, request))

        async def icon(_: Request) -> Response:
            return Response(status_code=204, headers=ASSET_HEADERS)

        return [
            Route(self.shop.addresses.suggest, suggested, methods=["GET"]),
            Route("/static/{name}", named, methods=["GET"]),
            Route("/fonts/{name}", named, methods=["GET"]),
            Route("/media/photographs/{name}", photographed, methods=["GET"]),
            Route("/media/{number}/{view}.svg", picture, methods=["GET"]),
            Route("/favicon.ico", icon, methods=["GET"]),
        ]

    def _page(self, show: Handler, send: Handler | None = None) -> Endpoint:
        """An endpoint that shows a page, and takes its form where it has one."""
        take = self._form(send) if send else None

        async def endpoint(request: Request) -> Response:
            if take is not None and request.method == "POST":
                return await take(request)
            return await show(Visit(self.shop, request))

        return endpoint

    def _form(self, take: Handler) -> Endpoint:
        """An endpoint that takes a form, from this shop's own pages only."""

        async def endpoint(request: Request) -> Response:
            if not same_origin(request):
                raise HTTPException(403)
            return await take(Visit(self.shop, request))

        return endpoint

    async def _failed(self, request: Request, error: Exception) -> Response:
        """A refusal as a page of this shop."""
        status = error.status_code if isinstance(error, HTTPException) else 500
        headers = dict(getattr(error, "headers", None) or {})
        if "shopworld.episode" not in request.scope:
            return PlainTextResponse(f"{status}\n", status, headers)
        words = request.scope["path"].strip("/").rpartition("/")[2] if status == 404 else ""
        return error_page(Visit(self.shop, request), status, wanted=words, headers=headers)
