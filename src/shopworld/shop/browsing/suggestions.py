"""What a search field suggests while somebody types."""

from __future__ import annotations

from urllib.parse import unquote

from starlette.responses import JSONResponse, Response

from shopworld.catalog import Suggestion
from shopworld.shop.browsing.listing_request import clean_text
from shopworld.shop.browsing.suggestion_panel import suggestion_panel
from shopworld.shop.look.stylesheet import is_composed
from shopworld.shop.pages import SuggestionView
from shopworld.shop.security import PAGE_HEADERS
from shopworld.shop.shop import Shop
from shopworld.shop.visit import Visit

_SHOWN = 8
_KINDS = {"products": "product", "collections": "category", "collection_shortcuts": "category"}


def _view(shop: Shop, suggestion: Suggestion) -> SuggestionView:
    """Where it leads: a brand to its filter; in a shop without that filter it is searched for."""
    there, (first, *_) = shop.addresses, suggestion.target
    category = shop.navigation.named(suggestion.target) if suggestion.kind == "category" else None
    if suggestion.kind == "product":
        path = there.product(first)
    elif category is not None:
        path = there.category(category.slug_path)
    elif suggestion.kind == "brand" and "brand" in shop.listing_rules.filters:
        path = there.all_with(brand=first)
    else:
        path = there.search_for(suggestion.text)
    return SuggestionView(suggestion.text, suggestion.kind, path)


async def suggest(visit: Visit) -> Response:
    """`GET /search/suggest?q=…`: a fragment of HTML, or JSON where that is asked for."""
    shop = visit.shop
    text = clean_text(visit.request.query_params.get("q", ""))
    found = shop.catalog.suggest(shop.id, text, _SHOWN) if text else ()
    wanted = {_KINDS[one] for one in shop.capabilities.search.predictive_types if one in _KINDS}
    suggestions = tuple(_view(shop, one) for one in found if one.kind == "brand" or one.kind in wanted)
    panel = suggestion_panel(shop, text) if is_composed(shop.specification.style) else None
    shown = [one.path for one in suggestions] if panel is None else [card.url for card in panel.cards]
    visit.episode.suggested.update((shop.id, unquote(path)) for path in shown)
    if "application/json" in visit.request.headers.get("accept", ""):
        rows = [{"text": one.text, "kind": one.kind, "path": one.path} for one in suggestions]
        return JSONResponse({"query": text, "suggestions": rows}, headers=PAGE_HEADERS)
    if panel is not None:
        body = shop.renderer.render_suggestion_panel(panel, visit.state.locale or "en")
    else:
        body = shop.renderer.render_suggestions(text, suggestions)
    return Response(body, headers=PAGE_HEADERS, media_type="text/html; charset=utf-8")
