"""Sections of a home page, composed from capabilities and catalog; the same choices every time.

Sections of products take turns: best sellers, new arrivals, offers on sale, top rated. A section that has nothing to
show (no reviews, nothing on sale) is left out. Catalogs of other people often know no sales and no dates; there a sort
would always bring up the same first offers, and a selection spread over the whole shop is shown instead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from shopworld.catalog import Category, Offer, OfferQuery, Review, Sort
from shopworld.shop.addressing import Addresses
from shopworld.shop.capabilities import SectionType
from shopworld.shop.information.policies import promotion_text
from shopworld.shop.money import missing_for_free_delivery
from shopworld.shop.pages import Link, Quote, Section, Tile
from shopworld.shop.pages.home import HomePromise
from shopworld.shop.presentation import picture_of
from shopworld.shop.promotions import headline, is_public
from shopworld.shop.shop import Shop

_DEFAULT = (
    SectionType.HERO_CAROUSEL,
    SectionType.CATEGORY_BANNERS_3UP,
    SectionType.FEATURED_PRODUCT_GRID,
    SectionType.FEATURE_CARDS_GRID,
    SectionType.NEWSLETTER_INLINE,
)
_PRODUCTS = 8
_CHIPS = 8
_QUOTES = 3
_QUOTE_LENGTHS = range(30, 281)
_FAULTS = re.compile(
    r"\b(?:but|however|although|unfortunately|sadly|disappoint\w*|broke|broken|fell apart|complain\w*|wish|"
    r"flimsy|worse|too (?:small|big|large|loud|tight|thin|short|long|heavy|expensive|slow)|"
    r"not (?:as|so|very|quite)|poor\w*)\b",
    re.IGNORECASE,
)
"""Words of somebody who finds fault."""
_LOOKED_AT = 24
"""Best sellers whose reviews are looked through for quotes."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """One choice of products.

    Attributes:
        heading: over them.
        url: makes the address where all of them are.
        sort: the first in this order.
        ranks: what the order goes by; where it is the same for all, the order says nothing.
        on_sale: whether reduced offers only.
    """

    heading: str
    url: Callable[[Addresses], str]
    sort: Sort
    ranks: Callable[[Offer], object]
    on_sale: bool = False


_TURNS = (
    _Turn(
        "Best sellers",
        lambda there: there.all_sorted(Sort.BEST_SELLING),
        Sort.BEST_SELLING,
        lambda offer: offer.units_sold,
    ),
    _Turn("New arrivals", lambda there: there.all_sorted(Sort.NEWEST), Sort.NEWEST, lambda offer: offer.listed_on),
    _Turn(
        "On sale", lambda there: there.all_with(on_sale="1"), Sort.BEST_SELLING, lambda offer: offer.id, on_sale=True
    ),
    _Turn("Top rated", lambda there: there.all_sorted(Sort.RATING), Sort.RATING, lambda offer: offer.rating),
)
_SPREAD_HEADINGS = ("Picked for you", "From our shelves", "More to discover")


class HomeSections:
    """The sections of one shop's home page.

    Args:
        shop: whose.
    """

    def __init__(self, shop: Shop) -> None:
        self._shop = shop
        self._writers: dict[SectionType, Callable[[], Section | None]] = {
            SectionType.HERO_CAROUSEL: self._hero,
            SectionType.FEATURED_COLLECTION: self._products,
            SectionType.FEATURED_PRODUCT_GRID: self._products,
            SectionType.PRODUCT_CAROUSEL: self._products,
            SectionType.PROMO_BANNER: self._promotion,
            SectionType.TESTIMONIALS: self._testimonials,
            SectionType.REVIEWS_BANNER: self._reviews,
            SectionType.NEWSLETTER_INLINE: self._newsletter,
            SectionType.CATEGORY_CHIP_SLIDER: self._chips,
            SectionType.CATEGORY_BANNERS_3UP: self._banners,
            SectionType.SPECIALTY_PRODUCT_BANNER: self._specialty,
            SectionType.PRODUCT_HERO_QUOTE: self._hero_quote,
            SectionType.FEATURE_CARDS_GRID: self._features,
            SectionType.FOUNDER_MESSAGE: self._founder,
        }
        self._turn = 0
        self._spreads = 0

    @cached_property
    def all(self) -> tuple[Section, ...]:
        """All sections, in the order that the capabilities give; worked out once."""
        wanted = self._shop.capabilities.homepage.section_types or _DEFAULT
        self._turn = self._spreads = 0
        sections = (self._writers[one]() if one in self._writers else None for one in wanted)
        return tuple(
            replace(section, type=one.value)
            for one, section in zip(wanted, sections, strict=True)
            if section is not None
        )

    def _find(
        self, sort: Sort, limit: int, *, on_sale: bool = False, category: tuple[str, ...] = ()
    ) -> tuple[Offer, ...]:
        query = OfferQuery(
            shop_id=self._shop.id, category=category, in_stock=True, on_sale=on_sale, sort=sort, limit=limit
        )
        return self._shop.catalog.search(query).offers

    def _spread(self, key: str, limit: int, category: tuple[str, ...] = ()) -> tuple[Offer, ...]:
        """Offers from all over the shop or a category, always the same for the same key."""
        query = OfferQuery(shop_id=self._shop.id, category=category, in_stock=True, sort=Sort.TITLE_ASCENDING, limit=1)
        search = self._shop.catalog.search
        total = search(query).total
        places = Random(f"{self._shop.id}:{key}").sample(range(total), min(limit, total))
        return tuple(offer for place in places for offer in search(replace(query, offset=place)).offers)

    @cached_property
    def _best(self) -> tuple[Offer, ...]:
        """Best sellers; where nobody knows them, a selection."""
        found = self._find(Sort.BEST_SELLING, _LOOKED_AT)
        return found if _tells(found, _TURNS[0].ranks) else self._spread("best", _PRODUCTS)

    @cached_property
    def _quotes(self) -> tuple[tuple[Offer, Quote], ...]:
        """Good words of customers about best sellers, at most one a product."""
        found = []
        for offer in self._best:
            for review in self._shop.catalog.reviews(offer.product_id, 0, 5) if offer.review_count else ():
                if review.rating >= 4 and len(review.body) in _QUOTE_LENGTHS and not _complains(review):
                    found.append((offer, Quote(review.body, review.author, review.rating)))
                    break
        return tuple(found)

    @cached_property
    def _categories(self) -> tuple[Category, ...]:
        """Categories to show: those of the shop's own menu, then the largest of the first level that has several."""
        level = self._shop.navigation.roots
        while len(level) == 1 and level[0].children:
            level = level[0].children
        content = self._shop.specification.content
        opening = [item.title for item in content.menu("main-menu")] if content else []
        place = {title: at for at, title in enumerate(opening)}
        return tuple(sorted(level, key=lambda one: (place.get(one.name, len(place)), -one.count, one.name)))

    @cached_property
    def _covers(self) -> dict[tuple[str, ...], Offer]:
        """The offer whose picture stands for each category: its best seller that stands for no other one yet."""
        found: dict[tuple[str, ...], Offer] = {}
        taken: set[str] = set()
        for category in self._categories:
            best = self._find(Sort.BEST_SELLING, _LOOKED_AT, category=category.path)
            if not _tells(best, _TURNS[0].ranks):
                best = self._spread("tile", 1, category.path) + best
            cover = next((one for one in best if one.id not in taken), None)
            if cover is not None:
                found[category.path] = cover
                taken.add(cover.id)
        return found

    def _tile(self, category: Category) -> Tile:
        cover = self._covers.get(category.path)
        image = picture_of(cover) if cover is not None else ""
        products = "product" if category.count == 1 else "products"
        return Tile(
            category.name, self._shop.addresses.category(category.slug_path), image, f"{category.count} {products}"
        )

    def _hero(self) -> Section:
        shop = self._shop
        best = self._best[:3]
        on_sale = self._find(Sort.BEST_SELLING, 1, on_sale=True)
        there = shop.addresses
        second = (
            Link("See what is on sale", there.all_with(on_sale="1"))
            if on_sale
            else Link("New arrivals", there.all_sorted(Sort.NEWEST))
        )
        return Section(
            type="",
            heading=shop.voice.welcome.format(name=shop.identity.name),
            eyebrow=shop.identity.tagline,
            text=shop.identity.description,
            action=Link(shop.voice.invitation, there.all_products),
            second_action=second,
            image_url=picture_of(best[0], "front") if best else "",
            tiles=tuple(
                Tile(
                    one.title,
                    there.product(one.slug),
                    picture_of(one, "front"),
                    shop.presentation.offer_price(one).text,
                )
                for one in best
            ),
        )

    def _products(self) -> Section | None:
        """The next turn that has something to tell, else a selection."""
        cards, there = self._shop.presentation.cards, self._shop.addresses
        while self._turn < len(_TURNS):
            turn = _TURNS[self._turn]
            self._turn += 1
            offers = self._find(turn.sort, _PRODUCTS, on_sale=turn.on_sale)
            if offers and _tells(offers, turn.ranks):
                return Section(
                    type="", heading=turn.heading, action=Link("See all", turn.url(there)), cards=cards(offers)
                )
        offers = self._spread(f"products {self._spreads}", _PRODUCTS)
        heading = _SPREAD_HEADINGS[self._spreads % len(_SPREAD_HEADINGS)]
        self._spreads += 1
        return (
            Section(type="", heading=heading, action=Link("See all", there.all_products), cards=cards(offers))
            if offers
            else None
        )

    def _promotion(self) -> Section | None:
        identity, money = self._shop.identity, self._shop.presentation.money
        image = picture_of(self._best[1], "angle") if len(self._best) > 1 else ""
        public = [one for one in identity.promotions if is_public(one)]
        if public:
            heading = headline(public[0], money)
            text = promotion_text(public[0])
            return Section(
                type="",
                eyebrow="This month",
                heading=heading,
                text=text,
                action=Link("Start shopping", self._shop.addresses.all_products),
                image_url=image,
            )
        threshold = missing_for_free_delivery(identity.shipping, 0)
        if threshold is None:
            return None
        text = f"Orders from {money(threshold)} ship free."
        return Section(
            type="",
            heading="Free delivery",
            text=text,
            action=Link("How we deliver", self._shop.addresses.policy("shipping-policy")),
            image_url=image,
        )

    def _testimonials(self) -> Section | None:
        quotes = tuple(quote for _, quote in self._quotes[:_QUOTES])
        return Section(type="", heading="What our customers say", quotes=quotes) if quotes else None

    def _reviews(self) -> Section | None:
        rated = [offer for offer in self._best if offer.rating is not None and offer.review_count]
        count = sum(offer.review_count for offer in rated)
        if not count or not self._quotes:
            return None
        mean = sum((offer.rating or 0) * offer.review_count for offer in rated) / count
        text = f"Our best sellers are rated {mean:.1f} out of 5 stars in {count} reviews."
        return Section(type="", heading="Rated by people who bought it", text=text, quotes=(self._quotes[0][1],))

    def _newsletter(self) -> Section:
        voice = self._shop.voice
        return Section(type="", heading=voice.newsletter_heading, text=voice.newsletter_text)

    def _chips(self) -> Section | None:
        tiles = tuple(self._tile(category) for category in self._categories[:_CHIPS])
        return Section(type="", heading="Shop by category", tiles=tiles) if tiles else None

    def _banners(self) -> Section | None:
        tiles = tuple(self._tile(category) for category in self._categories[:3])
        return Section(type="", heading="Our departments", tiles=tiles) if tiles else None

    def _specialty(self) -> Section | None:
        top = self._find(Sort.RATING, 2)
        if not _tells(top, _TURNS[3].ranks):
            top = self._spread("pick", 1)
        if not top:
            return None
        offer = top[0]
        price = self._shop.presentation.offer_price(offer).text
        return Section(
            type="",
            eyebrow="Our pick",
            heading=offer.title,
            text=offer.short_description or f"{price}, in stock.",
            action=Link(
                f"View it for {price[:1].lower()}{price[1:]}" if price else "View it",
                self._shop.addresses.product(offer.slug),
            ),
            image_url=picture_of(offer, "front"),
        )

    def _hero_quote(self) -> Section | None:
        if not self._quotes:
            return None
        offer, quote = self._quotes[0]
        return Section(
            type="",
            eyebrow="A customer favourite",
            heading=offer.title,
            quotes=(quote,),
            action=Link("View the product", self._shop.addresses.product(offer.slug)),
            image_url=picture_of(offer, "front"),
        )

    def _features(self) -> Section:
        identity, money = self._shop.identity, self._shop.presentation.money
        threshold = missing_for_free_delivery(identity.shipping, 0)
        first = identity.shipping[0] if identity.shipping else None
        features = []
        if threshold is not None:
            features.append(HomePromise("truck", "Free delivery", f"On orders from {money(threshold)}."))
        elif first is not None:
            features.append(HomePromise("truck", first.name, f"{first.days[:1].upper()}{first.days[1:]}."))
        features += [
            HomePromise(
                "return", f"{identity.returns_days}-day returns", "Send back what you do not like, for any reason."
            ),
            HomePromise(
                "lock",
                "Secure payment",
                f"{len(identity.payment)} ways to pay."
                if len(identity.payment) > 1
                else "Your data goes to your bank only.",
            ),
            HomePromise("chat", "People who help", f"Write to {identity.support_email}."),
        ]
        return Section(type="", heading=f"Why {identity.name}", features=tuple(features))

    def _founder(self) -> Section:
        identity = self._shop.identity
        text = " ".join(part for part in (identity.description, self._shop.voice.promise) if part)
        quote = Quote("", f"The team of {identity.name}", 5)
        return Section(
            type="",
            heading=f"Why we started {identity.name}",
            text=text,
            quotes=(quote,),
            action=Link("More about us", self._shop.addresses.policy("about-us")),
        )


def _complains(review: Review) -> bool:
    """Whether a review finds fault with something, whatever its stars: such words endorse nothing."""
    return any(not one.positive for one in review.opinions) or bool(_FAULTS.search(f"{review.title} {review.body}"))


def _tells(offers: Sequence[Offer], ranks: Callable[[Offer], object]) -> bool:
    """Whether an order says anything about these offers."""
    return len({ranks(offer) for offer in offers}) > 1 or len(offers) == 1
