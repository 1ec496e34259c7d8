"""What belongs to no episode and never changes under its address: styles, script, fonts, drawn pictures."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from shopworld.catalog import Attribute, Offer, Variant
from shopworld.pictures import ALL_VIEWS, draw_offer
from shopworld.shop.photographs import read_photograph
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


def photograph(shop: Shop, request: Request) -> Response:
    """`GET /media/photographs/<name>`."""
    found = read_photograph(shop.specification.photographs, request.path_params["name"])
    if found is None:
        return PlainTextResponse("There is no such picture.\n", 404)
    body, media_type = found
    return Response(body, headers=ASSET_HEADERS, media_type=media_type)


class ProductPictures:
    """Draws the product pictures of a shop; the last few are held.

    Args:
        shop: whose products.
    """

    def __init__(self, shop: Shop) -> None:
        self._shop = shop
        self._held: dict[tuple[int, str, str], bytes] = {}

    def respond(self, request: Request) -> Response:
        """`GET /media/<number>/<view>.svg`, in the colour of a variant with `?variant=<id>`."""
        number, view = request.path_params["number"], request.path_params["view"]
        variant_id = request.query_params.get("variant", "")
        known = number.isascii() and number.isdigit() and len(number) < 16 and view in ALL_VIEWS
        body = self._picture(int(number), view, variant_id) if known else None
        if body is None:
            return PlainTextResponse("There is no such picture.\n", 404)
        return Response(body, headers=ASSET_HEADERS, media_type="image/svg+xml")

    def _picture(self, number: int, view: str, variant_id: str) -> bytes | None:
        key = (number, view, variant_id)
        held = self._held.get(key)
        if held is not None:
            return held
        offer = self._shop.catalog.offer_by_number(self._shop.id, number)
        if offer is None:
            return None
        variant = next((one for one in offer.variants if one.id == variant_id), None)
        if variant_id and variant is None:
            return None
        shown = _in_colour_of(variant, offer) if variant else offer
        picture = draw_offer(shown, view=view, background="none").encode()
        if len(self._held) >= _PICTURES_HELD:
            del self._held[next(iter(self._held))]
        self._held[key] = picture
        return picture


def _in_colour_of(variant: Variant, offer: Offer) -> Offer:
    """The offer as it looks in that variant."""
    colour = next((option.value for option in variant.options if option.name.casefold() in {"colour", "color"}), None)
    if colour is None:
        return offer
    others = tuple(one for one in offer.attributes if one.name != "colour")
    return offer.model_copy(update={"attributes": (*others, Attribute(name="colour", value=colour.lower()))})
