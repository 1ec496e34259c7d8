"""Offers as a shop prints them: prices, badges, stock, pictures, cards."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from shopworld.catalog import Offer, OfferCondition, Variant
from shopworld.episode import WORLD_START
from shopworld.money import convention_with, grouped
from shopworld.pictures import ALL_VIEWS, VIEWS
from shopworld.shop.addressing import picture_url
from shopworld.shop.currencies import SYMBOLS, converted
from shopworld.shop.pages import Card, ImageView, PriceView
from shopworld.shop.photographs import photograph_url, photographs_of
from shopworld.shop.schemes import addresses_of
from shopworld.shop.specification import Identity

LARGEST_QUANTITY = 99
"""Pieces of one thing in a cart where the stock is not counted."""
_LOW_STOCK = 5
_NEW_FOR = timedelta(days=60)
_OPENING_DAY = WORLD_START.date()
_CARDS_HELD = 8_192
DRAWN = "drawn:"
"""What addresses of pictures begin with that a shop draws itself."""


class Presentation:
    """How one shop writes things.

    Args:
        identity: of the shop: currency, decimal mark, price format.
        currency: that amounts are shown in; the shop's own where there is none.
    """

    def __init__(self, identity: Identity, currency: str = "") -> None:
        self._own = identity.currency
        self.currency = currency or identity.currency
        self._addresses = addresses_of(identity.addresses)
        self._symbol = SYMBOLS.get(self.currency, self.currency)
        self._format = identity.price_format
        self._convention = convention_with(identity.decimal_mark)
        self._cards: dict[str, Card] = {}

    def money(self, cents: int) -> str:
        """An amount of the shop's currency as this shop writes it: `€1,299.00`."""
        cents = converted(cents, self._own, self.currency)
        amount = grouped(abs(cents), self._convention)
        text = self._format.replace("{symbol}", self._symbol).replace("{amount}", amount)
        return f"-{text}" if cents < 0 else text

    def whole_amount(self, amount: str) -> str:
        """Whole units of the shop's own currency as it writes them, whatever currency is shown: `€1299`."""
        symbol = SYMBOLS.get(self._own, self._own)
        return self._format.replace("{symbol}", symbol).replace("{amount}", amount)

    def price_or_free(self, cents: int) -> str:
        """The amount, or `Free`."""
        return self.money(cents) if cents else "Free"

    def price(self, price: int | None, regular_price: int | None, *, from_price: bool = False) -> PriceView:
        """A price with the regular one and the saving where it is reduced.

        Args:
            price: in cents; None: not for sale.
            regular_price: in cents.
            from_price: whether it is the lowest of several.
        """
        if price is None:
            return PriceView("")
        text = f"From {self.money(price)}" if from_price else self.money(price)
        told = {"amount": f"{converted(price, self._own, self.currency) / 100:.2f}", "currency": self.currency}
        if regular_price is None or regular_price <= price:
            return PriceView(text, **told)
        percent = (regular_price - price) * 100 // regular_price
        return PriceView(text, self.money(regular_price), f"Save {percent}%" if percent else "", **told)

    def offer_price(self, offer: Offer) -> PriceView:
        """The price of an offer, the lowest one where its variants differ."""
        if offer.price is not None and offer.variants:
            cheapest = min(offer.variants, key=lambda one: one.price)
            differ = any(one.price != cheapest.price for one in offer.variants)
            return self.price(cheapest.price, cheapest.regular_price, from_price=differ)
        return self.price(offer.price, offer.regular_price)

    def card(self, offer: Offer) -> Card:
        """An offer in a grid or list; made once an offer."""
        card = self._cards.get(offer.id)
        if card is None:
            if len(self._cards) >= _CARDS_HELD:
                del self._cards[next(iter(self._cards))]
            card = self._cards[offer.id] = self._make_card(offer)
        return card

    def cards(self, offers: Sequence[Offer]) -> tuple[Card, ...]:
        """The cards of several offers, in their order."""
        return tuple(self.card(offer) for offer in offers)

    def _make_card(self, offer: Offer) -> Card:
        return Card(
            number=offer.number,
            url=self._addresses.product(offer.slug),
            title=offer.title,
            brand=offer.brand or "",
            price=self.offer_price(offer),
            image_url=picture_of(offer, first_view(offer)),
            image_alt=offer.images[0].alt if offer.images and offer.images[0].alt else offer.title,
            rating_text=f"{offer.rating:.1f}" if offer.rating is not None else "",
            review_count=offer.review_count,
            badges=badges(offer),
            stock_text=stock_text(offer, largest_quantity(offer, None)),
            can_add=offer.in_stock and not offer.variants,
            key_facts=tuple(f"{row.label}: {row.text}" for row in offer.specifications[:4]),
            has_choices=offer.in_stock and bool(offer.variants),
        )


def listed_views(offer: Offer) -> list[str]:
    """The drawn views that an offer lists, in its order."""
    told = [image.source.removeprefix(DRAWN) for image in offer.images if image.source.startswith(DRAWN)]
    return [view for view in told if view in ALL_VIEWS]


def picture_of(offer: Offer, view: str = VIEWS[0], variant: Variant | None = None) -> str:
    """Address of a picture of an offer: its photograph where there is one, else a drawing.

    Args:
        offer: the offer.
        view: of the drawing; of photographs, `front` is the first and any other one the second.
        variant: that the drawing shows.
    """
    photographs = photographs_of(offer)
    if photographs:
        return photograph_url(photographs[min(view != VIEWS[0], len(photographs) - 1)])
    return picture_url(offer.number, view, variant)


def first_view(offer: Offer) -> str:
    """The view that stands for an offer in lists."""
    return next(iter(listed_views(offer)), VIEWS[0])


def shown_views(offer: Offer, *, as_listed: bool) -> tuple[str, ...]:
    """The drawn views on a product page.

    Args:
        offer: the offer.
        as_listed: only the views that the offer lists, where it lists any; else every view there is.
    """
    return tuple((listed_views(offer) if as_listed else []) or VIEWS)


def gallery(offer: Offer, variant: Variant | None = None, *, as_listed: bool = False) -> tuple[ImageView, ...]:
    """The pictures of a product page; in the colour of the variant, if one is chosen.

    Args:
        offer: the offer.
        variant: the chosen one.
        as_listed: only the views that the offer lists, where it lists any; else every view there is.
    """
    alts = [image.alt for image in offer.images]
    photographs = [photograph_url(name) for name in photographs_of(offer)]
    if photographs:
        return tuple(ImageView(url, url, alt or offer.title) for url, alt in zip(photographs, alts, strict=False))
    return tuple(
        ImageView(
            picture_url(offer.number, view, variant),
            picture_url(offer.number, view, variant),
            alts[place] if place < len(alts) and alts[place] else f"{offer.title} ({view} view)",
        )
        for place, view in enumerate(shown_views(offer, as_listed=as_listed))
    )


def badges(offer: Offer, today: date = _OPENING_DAY) -> tuple[str, ...]:
    """Short labels on an offer: sale, new, condition, bundle, sold out."""
    labels = []
    if not offer.in_stock:
        labels.append("Not available" if offer.price is None else "Sold out")
    elif offer.on_sale:
        labels.append("Sale")
    if today - offer.listed_on <= _NEW_FOR:
        labels.append("New")
    if offer.condition is not OfferCondition.NEW:
        labels.append(offer.condition.value.capitalize())
    if offer.bundle_of:
        labels.append("Bundle")
    return tuple(labels)


def largest_quantity(offer: Offer, variant: Variant | None, ordered: int = 0) -> int:
    """How many pieces can be bought; 0 if none.

    Args:
        offer: what.
        variant: which one; None for a simple offer, or any of its variants.
        ordered: pieces that this shopper has ordered already.
    """
    if offer.price is None:
        return 0
    if variant is not None:
        stocks: tuple[int | None, ...] = (variant.stock,)
    elif offer.variants:
        stocks = tuple(one.stock for one in offer.variants)
    else:
        stocks = (offer.stock,)
    pieces = max(LARGEST_QUANTITY if stock is None else stock - ordered for stock in stocks)
    return max(0, min(pieces, LARGEST_QUANTITY))


def stock_text(offer: Offer, pieces: int) -> str:
    """What a shop says about the stock when that many pieces can be bought."""
    if offer.price is None:
        return "Currently not for sale"
    if pieces <= 0:
        return "Out of stock"
    return f"Only {pieces} left in stock" if pieces <= _LOW_STOCK else "In stock"


def variant_text(variant: Variant | None) -> str:
    """The choices of a variant, for people: `Colour: Black, Size: M`."""
    return ", ".join(f"{option.name}: {option.value}" for option in variant.options) if variant else ""


def date_text(day: date) -> str:
    """A day for people: `3 March 2027`."""
    return f"{day.day} {day:%B} {day.year}"
