"""What belongs to no episode and never changes under its address: styles, script, fonts, drawn pictures."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from shopworld.catalog.model import Offer
from shopworld.catalog.pictures import draw_picture
from shopworld.shop.security import ASSET_HEADERS
from shopworld.shop.shop import Shop

_PICTURES_HELD = 256


def asset(shop: Shop, request: Request) -> Response:
    """`GET /static/<name>` and `GET /fonts/<file>`."""
    found = shop.renderer.asset(request.path_params["name"])
    if found is None:
        return PlainTextResponse("There is no such file.\n", 404)
    body, media_type = found
    return Response(body, headers=ASSET_HEADERS, media_type=media_type)


class Pictures:
    """Draws the product pictures of a shop; the last few are held.

    Args:
        shop: whose products.
    """

    def __init__(self, shop: Shop) -> None:
        self._shop = shop
        self._held: dict[tuple[int, str], bytes] = {}

    def respond(self, request: Request) -> Response:
        """`GET /media/<number>/<view>.svg`."""
        number, view = request.path_params["number"], request.path_params["view"]
        body = self._picture(int(number), view) if number.isascii() and number.isdigit() and len(number) < 16 else None
        if body is None:
            return PlainTextResponse("There is no such picture.\n", 404)
        return Response(body, headers=ASSET_HEADERS, media_type="image/svg+xml")

    def _picture(self, number: int, view: str) -> bytes | None:
        key = (number, view)
        held = self._held.get(key)
        if held is not None:
            return held
        offer = self._shop.catalog.offer_by_number(self._shop.id, number)
        if offer is None:
            return None
        picture = draw_picture(
            offer.kind, colour=_colour(offer), seed=offer.product_id, view=view, background="none", label=offer.brand
        ).encode()
        if len(self._held) >= _PICTURES_HELD:
            del self._held[next(iter(self._held))]
        self._held[key] = picture
        return picture


def _colour(offer: Offer) -> str:
    """What the offer says its colour is; of several the first."""
    attribute = offer.attribute("colour")
    if attribute is None:
        return "graphite"
    value = attribute.value[0] if isinstance(attribute.value, tuple) and attribute.value else attribute.value
    return str(value)
