"""Product pages."""

from __future__ import annotations

import orjson
from starlette.responses import Response

from shopworld.catalog.model import Offer, Review, Variant
from shopworld.shop.addressing import read_page
from shopworld.shop.browsing.filters import swatch_of
from shopworld.shop.browsing.listing_request import clean_text
from shopworld.shop.events import CartRefused, ProductViewed, ReviewRead
from shopworld.shop.information.not_found import not_found
from shopworld.shop.pages import Link, ProductPage, RatingBar, ReviewView, SelectorValue, VariantSelector
from shopworld.shop.presentation import badges, date_text, gallery, largest_quantity, stock_text
from shopworld.shop.shop import Shop
from shopworld.shop.state import ShopState
from shopworld.shop.visit import Visit

_REVIEWS_A_PAGE = 5
_RELATED = 4
_SIZE_WORDS = ("size", "capacity", "length", "storage", "memory")


async def product(visit: Visit) -> Response:
    """`GET /product/<slug>/`."""
    shop = visit.shop
    slug = visit.request.path_params["slug"]
    offer = shop.catalog.offer_by_slug(shop.id, slug)
    if offer is None:
        return not_found(visit, slug)
    options = chosen_options(visit, offer)
    variant = matching_variant(offer, options)
    reviews, more_url = _reviews(visit, offer)
    view = _page(visit, offer, options, variant, reviews, more_url)
    events = [
        ProductViewed(
            offer_id=offer.id,
            slug=offer.slug,
            variant_id=variant.id if variant else None,
            price=_price_of(offer, variant),
        )
    ]
    if reviews:
        seen = ReviewRead(offer_id=offer.id, review_ids=tuple(review.id for review in reviews))
        return visit.page(view, "product", *events, seen)
    return visit.page(view, "product", *events)


def option_names(offer: Offer) -> tuple[str, ...]:
    """Names of the axes of an offer's variants, in the order of the first one."""
    return tuple(option.name for option in offer.variants[0].options) if offer.variants else ()


def option_values(offer: Offer, axis: int) -> tuple[str, ...]:
    """The values of an axis, in the order of the variants."""
    return tuple(dict.fromkeys(variant.options[axis].value for variant in offer.variants))


def matching_variant(offer: Offer, options: tuple[str, ...]) -> Variant | None:
    """The variant with these values; None where one is missing or none is like that."""
    wanted = tuple(option.casefold() for option in options)
    return next(
        (one for one in offer.variants if tuple(option.value.casefold() for option in one.options) == wanted), None
    )


def chosen_options(visit: Visit, offer: Offer) -> tuple[str, ...]:
    """What is chosen on the page: from the address, or from an attempt to buy that was refused just now."""
    names = option_names(offer)
    untold = visit.state.untold
    if isinstance(untold, CartRefused) and untold.number == offer.number and len(untold.options) == len(names):
        return untold.options
    query = visit.request.query_params
    return tuple(clean_text(query.get(f"option_{place}", "")) for place in range(1, len(names) + 1))


def _price_of(offer: Offer, variant: Variant | None) -> int | None:
    return variant.price if variant and offer.price is not None else offer.price


def _page(
    visit: Visit,
    offer: Offer,
    options: tuple[str, ...],
    variant: Variant | None,
    reviews: tuple[Review, ...],
    more_reviews_url: str,
) -> ProductPage:
    shop, state = visit.shop, visit.state
    path = max(offer.categories, key=len, default=())
    ordered = state.ordered(offer.id, variant.id if variant else None)
    pieces = largest_quantity(offer, variant, ordered)
    has = shop.capabilities.product
    related = shop.catalog.related(offer, _RELATED) if has.has_recommendations else ()
    return ProductPage(
        shell=visit.shell("product", category=path),
        title=offer.title,
        breadcrumbs=(
            *shop.navigation.breadcrumbs(path),
            Link(offer.title, shop.addresses.product(offer.slug), current=True),
        ),
        number=offer.number,
        brand=offer.brand or "",
        sku=(variant.sku if variant and variant.sku else offer.sku) or "",
        gtin=offer.gtin or "",
        price=shop.presentation.price(variant.price, variant.regular_price)
        if variant
        else shop.presentation.offer_price(offer),
        badges=badges(offer),
        images=gallery(offer, variant),
        short_description=offer.short_description,
        description_html=offer.description_html,
        specifications=tuple((row.label, row.text) for row in offer.specifications),
        selectors=_selectors(shop, offer, options),
        variant_prices=_variant_prices(shop, offer, state),
        stock_text=stock_text(offer, pieces),
        can_add=pieces > 0,
        maximum=pieces,
        delivery_text=_delivery_text(shop, pieces),
        rating_text=f"{offer.rating:.1f}" if offer.rating is not None else "",
        review_count=offer.review_count,
        rating_bars=_rating_bars(shop, offer) if has.has_reviews else (),
        reviews=tuple(_review_view(review) for review in reviews),
        more_reviews_url=more_reviews_url,
        related=shop.presentation.cards(related),
        categories=_category_links(shop, offer),
    )


def _category_links(shop: Shop, offer: Offer) -> tuple[Link, ...]:
    found = (shop.navigation.named(path) for path in offer.categories)
    return tuple(Link(category.name, shop.addresses.category(category.slug_path)) for category in found if category)


def _selectors(shop: Shop, offer: Offer, options: tuple[str, ...]) -> tuple[VariantSelector, ...]:
    selectors = []
    for axis, name in enumerate(option_names(offer)):
        chosen = options[axis].casefold()
        control = _control(shop, name)
        values = tuple(
            SelectorValue(
                value=value,
                selected=value.casefold() == chosen,
                available=any(
                    variant.options[axis].value == value and largest_quantity(offer, variant) > 0
                    for variant in offer.variants
                ),
                swatch=swatch_of(value) if control == "color_swatch" else "",
            )
            for value in option_values(offer, axis)
        )
        selectors.append(VariantSelector(name=f"option_{axis + 1}", label=name, control=control, values=values))
    return tuple(selectors)


def _control(shop: Shop, axis: str) -> str:
    """The shop's control for an axis: swatches for colours and buttons for sizes where it has them."""
    controls = shop.capabilities.product.variant_selectors or ("dropdown",)
    word = axis.casefold()
    is_colour = word in {"colour", "color"}
    if is_colour and "color_swatch" in controls:
        return "color_swatch"
    if "size_button" in controls and any(one in word for one in _SIZE_WORDS):
        return "size_button"
    return next((one for one in controls if one != "color_swatch"), "dropdown")


def _variant_prices(shop: Shop, offer: Offer, state: ShopState) -> str:
    if not offer.variants:
        return ""
    rows = {}
    for variant in offer.variants:
        pieces = largest_quantity(offer, variant, state.ordered(offer.id, variant.id))
        price = shop.presentation.price(variant.price, variant.regular_price)
        rows["|".join(option.value for option in variant.options)] = {
            "price": price.text,
            "regular": price.regular_text,
            "stock": stock_text(offer, pieces),
            "maximum": pieces,
        }
    return orjson.dumps(rows).decode()


def _delivery_text(shop: Shop, pieces: int) -> str:
    method = next(iter(shop.identity.shipping), None)
    if method is None or pieces <= 0:
        return ""
    price = shop.presentation.money(method.price) if method.price else "free"
    return f"{method.name}: {method.days}, {price}"


def _reviews(visit: Visit, offer: Offer) -> tuple[tuple[Review, ...], str]:
    """One page of reviews, and the address of the next."""
    if not visit.shop.capabilities.product.has_reviews or not offer.review_count:
        return (), ""
    last = -(-offer.review_count // _REVIEWS_A_PAGE)
    page = min(read_page(visit.request.query_params.get("reviews", "1")), last)
    reviews = visit.shop.catalog.reviews(offer.product_id, (page - 1) * _REVIEWS_A_PAGE, _REVIEWS_A_PAGE)
    more = f"{visit.shop.addresses.product(offer.slug)}?reviews={page + 1}#reviews" if page < last else ""
    return reviews, more


def _review_view(review: Review) -> ReviewView:
    votes = review.helpful_votes
    people = "person" if votes == 1 else "people"
    return ReviewView(
        author=review.author,
        rating=review.rating,
        title=review.title,
        body=review.body,
        date_text=date_text(review.written_on),
        verified=review.verified,
        helpful_text=f"{votes} {people} found this helpful" if votes else "",
    )


def _rating_bars(shop: Shop, offer: Offer) -> tuple[RatingBar, ...]:
    if not offer.review_count:
        return ()
    counts = shop.catalog.rating_counts(offer.product_id)
    total = sum(counts.values()) or 1
    return tuple(
        RatingBar(stars, counts.get(stars, 0), counts.get(stars, 0) * 100 // total) for stars in (5, 4, 3, 2, 1)
    )
