"""Product pages."""

from __future__ import annotations

from starlette.responses import Response

from shopworld.catalog import Offer, Variant
from shopworld.shop.amenities.directories import maker_url
from shopworld.shop.amenities.offered import keep_forms
from shopworld.shop.browsing.listing_request import clean_text
from shopworld.shop.browsing.product_texts import (
    delivery_text,
    returns_text,
    service_texts,
    size_guide_of,
    warranty_text,
)
from shopworld.shop.browsing.rails import bought_together, together_rail, viewed_rail
from shopworld.shop.browsing.reviews import (
    FoundReviews,
    ReviewRequest,
    find_reviews,
    rating_bars,
    review_tools,
    review_view,
)
from shopworld.shop.browsing.variants import matching_variant, option_names, pictured_variant, selectors, variant_prices
from shopworld.shop.events import CartRefused, ProductViewed, ReviewRead
from shopworld.shop.extras import has_extras
from shopworld.shop.gift_cards import is_gift_card
from shopworld.shop.information.not_found import not_found
from shopworld.shop.pages import FormField, Link, ProductPage, Rail
from shopworld.shop.personalization import personalization_of
from shopworld.shop.presentation import badges, gallery, largest_quantity, stock_text
from shopworld.shop.shop import Shop
from shopworld.shop.visit import Visit

_RELATED = 4


async def product(visit: Visit) -> Response:
    """`GET` of a product's page."""
    shop = visit.shop
    slug = visit.request.path_params["slug"]
    offer = shop.catalog.offer_by_slug(shop.id, slug)
    if offer is None:
        return not_found(visit, slug)
    options = chosen_options(visit, offer)
    variant = matching_variant(offer, options)
    found = _reviews(visit, offer)
    view = _page(visit, offer, options, variant, found)
    seen = ProductViewed(
        offer_id=offer.id,
        slug=offer.slug,
        variant_id=variant.id if variant else None,
        price=_price_of(offer, variant),
        currency=shop.identity.currency,
    )
    if not found.reviews:
        return visit.page(view, "product", seen)
    read = ReviewRead(offer_id=offer.id, review_ids=tuple(review.id for review in found.reviews))
    return visit.page(view, "product", seen, read)


def chosen_options(visit: Visit, offer: Offer) -> tuple[str, ...]:
    """What is chosen on the page: from the address, or from an attempt to buy that was refused just now."""
    names = option_names(offer)
    refused = _refused(visit, offer)
    if refused is not None and len(refused.options) == len(names):
        return refused.options
    query = visit.request.query_params
    return tuple(clean_text(query.get(f"option_{place}", "")) for place in range(1, len(names) + 1))


def _refused(visit: Visit, offer: Offer) -> CartRefused | None:
    """The attempt to buy this offer that was refused just now, or None."""
    untold = visit.state.untold
    return untold if isinstance(untold, CartRefused) and untold.number == offer.number else None


def _price_of(offer: Offer, variant: Variant | None) -> int | None:
    return variant.price if variant and offer.price is not None else offer.price


def _reviews(visit: Visit, offer: Offer) -> FoundReviews:
    """The reviews that are shown; without the widget they are only paged."""
    if not visit.shop.capabilities.product.has_reviews:
        return FoundReviews(ReviewRequest())
    asked = ReviewRequest.read(visit.request.query_params)
    request = asked if has_extras(visit.shop.specification) else ReviewRequest(page=asked.page)
    return find_reviews(visit.shop.catalog, offer, request)


def _page(
    visit: Visit, offer: Offer, options: tuple[str, ...], variant: Variant | None, found: FoundReviews
) -> ProductPage:
    shop, state = visit.shop, visit.state
    has, extras = shop.capabilities.product, has_extras(shop.specification)
    path = max(offer.categories, key=len, default=())
    pieces = largest_quantity(offer, variant, state.ordered(offer.id, variant.id if variant else None))
    together = bought_together(shop, offer) if extras and has.has_recommendations and not is_gift_card(offer) else ()
    beside = {one.id for one in together}
    related = shop.catalog.related(offer, _RELATED + len(beside)) if has.has_recommendations else ()
    related = tuple(one for one in related if one.id not in beside)[:_RELATED]
    address = shop.addresses.product(offer.slug)
    has_tools = extras and bool(has.has_reviews) and offer.review_count > 0
    more = ReviewRequest(page=found.request.page + 1).address(address)
    return ProductPage(
        shell=visit.shell("product", category=path),
        title=offer.title,
        breadcrumbs=(*shop.navigation.breadcrumbs(path), Link(offer.title, address, current=True)),
        number=offer.number,
        brand=offer.brand or "",
        sku=(variant.sku if variant and variant.sku else offer.sku) or "",
        gtin=offer.gtin or "",
        price=shop.presentation.price(variant.price, variant.regular_price)
        if variant
        else shop.presentation.offer_price(offer),
        badges=badges(offer),
        images=gallery(offer, pictured_variant(offer, options) if extras else variant, as_listed=extras),
        short_description=offer.short_description,
        description_html=offer.description_html,
        specifications=tuple((row.label, row.text) for row in offer.specifications),
        selectors=selectors(shop, offer, options),
        variant_prices=variant_prices(shop, offer, state),
        stock_text=stock_text(offer, pieces),
        can_add=pieces > 0,
        maximum=pieces,
        delivery_text=delivery_text(shop, offer, pieces),
        rating_text=f"{offer.rating:.1f}" if offer.rating is not None else "",
        review_count=offer.review_count,
        rating_bars=rating_bars(shop.catalog, offer, found.request if has_tools else None, address)
        if has.has_reviews
        else (),
        reviews=tuple(review_view(review) for review in found.reviews),
        more_reviews_url=more if found.request.page < found.pages and not has_tools else "",
        related=shop.presentation.cards(related),
        categories=_category_links(shop, offer),
        returns_text=returns_text(shop, offer),
        warranty_text=warranty_text(shop, offer),
        review_tools=review_tools(found, address) if has_tools else None,
        reviews_open="reviews" in visit.request.query_params,
        rails=_rails(visit, offer, together, related) if extras and has.has_recommendations else (),
        size_guide=size_guide_of(shop, offer),
        personalization=_personalization(visit, offer),
        service=service_texts(shop, offer) if extras else None,
        keeping=keep_forms(shop.capabilities, shop.addresses, state, offer),
        brand_url=maker_url(shop, offer.brand or ""),
        sold_out=not offer.in_stock,
    )


def _category_links(shop: Shop, offer: Offer) -> tuple[Link, ...]:
    found = (shop.navigation.named(path) for path in offer.categories)
    return tuple(Link(category.name, shop.addresses.category(category.slug_path)) for category in found if category)


def _rails(visit: Visit, offer: Offer, together: tuple[Offer, ...], related: tuple[Offer, ...]) -> tuple[Rail, ...]:
    """What is bought with the offer, and what was viewed before it and does not stand on the page already."""
    shown = (offer.id, *(one.id for one in (*together, *related)))
    rails = (together_rail(visit.shop, together), viewed_rail(visit.shop, visit.state, shown))
    return tuple(rail for rail in rails if rail is not None)


def _personalization(visit: Visit, offer: Offer) -> FormField | None:
    if not visit.shop.capabilities.product.has_personalization:
        return None
    what = personalization_of(offer)
    refused = _refused(visit, offer)
    return FormField(
        name="personalization",
        label=f"{what.label} (optional)",
        value=refused.personalization if refused else "",
        error=refused.message if refused and refused.reason == "bad_text" else "",
        required=False,
        hint=f"Your own text, up to {what.longest} characters. Free of charge.",
        longest=what.longest,
    )
