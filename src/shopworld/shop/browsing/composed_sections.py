"""Home page sections of composed shops: carousels, films, articles and people beside those that every shop has."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from shopworld.catalog import Offer, Sort
from shopworld.shop.browsing.home_sections import HomeSections
from shopworld.shop.capabilities import SectionType
from shopworld.shop.content import Article
from shopworld.shop.look.rich_text import first_words
from shopworld.shop.pages import ArticleCard, Link, Section, Slide, Video
from shopworld.shop.pages.home import Spokesperson
from shopworld.shop.presentation import date_text, picture_of
from shopworld.shop.promotions import headline, is_public
from shopworld.shop.shop import Shop

_FIRST_NAMES = (
    "Amara",
    "Tomas",
    "Ingrid",
    "Rafael",
    "Noor",
    "Callum",
    "Mei",
    "Joana",
    "Viktor",
    "Leila",
    "Owen",
    "Sana",
)
_LAST_NAMES = ("Okafor", "Lindqvist", "Moreau", "Castell", "Haddad", "Brennan", "Tanaka", "Ferreira", "Novak", "Weller")
_ROLES: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (
        ("cook", "kitchen", "food", "knife", "coffee", "tea"),
        ("Head chef", "Pastry chef", "Cooking teacher", "Butcher", "Food scientist"),
    ),
    (
        ("cloth", "apparel", "fashion", "shoe", "wear", "jewel"),
        ("Stylist", "Pattern maker", "Textile engineer", "Tailor", "Costume designer"),
    ),
    (
        ("electronic", "hardware", "computer", "gadget", "audio"),
        ("Hardware editor", "Repair engineer", "Network architect", "Sound engineer", "Product tester"),
    ),
    (
        ("sport", "outdoor", "fitness", "bike"),
        ("Mountain guide", "Physiotherapist", "Running coach", "Climber", "Bike mechanic"),
    ),
    (
        ("beauty", "skin", "cosmetic", "care"),
        ("Dermatologist", "Make-up artist", "Chemist", "Hairdresser", "Facialist"),
    ),
    (("pet", "dog", "cat"), ("Veterinarian", "Dog trainer", "Animal nutritionist", "Groomer", "Shelter lead")),
    (("book", "paper", "office"), ("Bookseller", "Editor", "Librarian", "Illustrator", "Teacher")),
    (("toy", "baby", "child", "game"), ("Play therapist", "Teacher", "Toy maker", "Paediatrician", "Game designer")),
)
_ANY_ROLES = ("Product specialist", "Workshop lead", "Materials expert", "Long-time customer", "Designer")
_SLIDES = 3
_FILMS = 6
_PANEL = 5
_ARTICLES = 8


class ComposedSections(HomeSections):
    """The sections of a composed shop's home page.

    Args:
        shop: whose.
    """

    def __init__(self, shop: Shop) -> None:
        super().__init__(shop)
        self._writers |= {
            SectionType.HERO_CAROUSEL: self._carousel,
            SectionType.HERO_VIDEO: self._film,
            SectionType.FEATURED_COLLECTION: self._collection,
            SectionType.VIDEO_ENDORSEMENT: self._endorsement,
            SectionType.UGC_VIDEO_CAROUSEL: self._customer_films,
            SectionType.RECIPE_CAROUSEL: self._recipes,
            SectionType.ARTICLE_CAROUSEL: self._stories,
            SectionType.CULINARY_COUNCIL: self._council,
        }

    def _carousel(self) -> Section:
        """The shop itself, then its largest collections or what is reduced."""
        shop, there = self._shop, self._shop.addresses
        best = self._best
        slides = [
            Slide(
                heading=shop.voice.welcome.format(name=shop.identity.name),
                text=shop.identity.description or shop.voice.promise,
                action=Link(shop.voice.invitation, there.all_products),
                image_url=self._picture(best[0]) if best else "",
                eyebrow=shop.identity.tagline,
                more_urls=tuple(self._picture(one) for one in best[1:4]),
            )
        ]
        public = [one for one in shop.identity.promotions if is_public(one)]
        if public:
            slides.append(
                Slide(
                    heading=headline(public[0], shop.presentation.money),
                    text=f"{public[0].description.rstrip('.')}. Use code {public[0].code} in your cart.",
                    action=Link("Shop the offer", there.all_products),
                    image_url=self._picture(best[1]) if len(best) > 1 else "",
                    eyebrow="This month",
                    more_urls=tuple(self._picture(one) for one in best[2:5]),
                )
            )
        for category in self._categories[: _SLIDES - len(slides)]:
            tile = self._tile(category)
            slides.append(
                Slide(
                    category.name,
                    self._collection_text(category.name),
                    Link(f"Shop {category.name}", tile.url),
                    tile.image_url,
                    tile.text,
                )
            )
        return Section(type="", heading=f"Highlights at {shop.identity.name}", slides=tuple(slides))

    def _film(self) -> Section:
        shop = self._shop
        best = self._best[:1]
        text = " ".join(part for part in (shop.identity.description, shop.voice.promise) if part)
        return Section(
            type="",
            heading=shop.voice.welcome.format(name=shop.identity.name),
            eyebrow=shop.identity.tagline,
            text=shop.identity.description,
            action=Link(shop.voice.invitation, shop.addresses.all_products),
            videos=(Video(f"{shop.identity.name} in one minute", text, self._picture(best[0]) if best else ""),),
        )

    def _collection(self) -> Section | None:
        """The largest collection with its best sellers."""
        if not self._categories:
            return self._products()
        category = self._categories[0]
        query = self._find_in(category.path, 6)
        return Section(
            type="",
            eyebrow="Featured collection",
            heading=category.name,
            text=self._collection_text(category.name),
            action=Link(f"Shop all {category.name}", self._shop.addresses.category(category.slug_path)),
            cards=self._shop.presentation.cards(query),
        )

    def _endorsement(self) -> Section | None:
        if not self._best:
            return None
        person = self._people(1)[0]
        offer = self._best[2 % len(self._best)]
        said = {one.id: quote.text for one, quote in self._quotes}
        quote = said.get(offer.id) or f"I recommend {offer.title} to everybody who asks me."
        film = Video(f"{person.name} on {offer.title}", quote, self._picture(offer, "angle"), author=person.name)
        rated = [one for one in self._best if one.rating is not None]
        count = sum(one.review_count for one in rated)
        mean = sum((one.rating or 0) * one.review_count for one in rated) / count if count else 0
        return Section(
            type="",
            eyebrow="What experts say",
            heading=f"Trusted by {person.role.lower()} {person.name}",
            text=f"{mean:.1f} out of 5 stars in {count} reviews" if count else "",
            videos=(film,),
            people=(person,),
            action=Link("See the product", self._shop.addresses.product(offer.slug)),
        )

    def _reviews(self) -> Section | None:
        section = super()._reviews()
        return replace(section, quotes=(self._quotes[-1][1],)) if section else None

    def _customer_films(self) -> Section | None:
        films = [
            Video(
                f"{quote.author} shows {offer.title}",
                quote.text,
                self._picture(offer),
                author=quote.author,
                link=Link(offer.title, self._shop.addresses.product(offer.slug)),
            )
            for offer, quote in (self._quotes[1:] or self._quotes)[:_FILMS]
        ]
        films += [
            Video(
                f"A customer shows {offer.title}",
                offer.short_description or f"{offer.title}, unpacked and put to use at home.",
                self._picture(offer),
                link=Link(offer.title, self._shop.addresses.product(offer.slug)),
            )
            for offer in self._best[len(films) : _FILMS]
        ]
        return Section(type="", heading="Seen at our customers' homes", videos=tuple(films)) if films else None

    def _recipes(self) -> Section | None:
        return self._article_section("Recipes", [one for one in self._all_articles if "recipe" in one.blog])

    def _stories(self) -> Section | None:
        return self._article_section(
            "From our journal", [one for one in self._all_articles if "recipe" not in one.blog]
        )

    def _council(self) -> Section:
        name = self._shop.identity.name
        roles_are_cooks = self._roles() == _ROLES[0][1]
        return Section(
            type="",
            eyebrow="Expert panel",
            heading="Our culinary council" if roles_are_cooks else "Our panel of experts",
            text=f"{_PANEL} people who use these things every day advise {name} on what to sell.",
            people=self._people(_PANEL),
            action=Link("Meet the panel", self._shop.addresses.policy("about-us")),
        )

    @property
    def _all_articles(self) -> tuple[Article, ...]:
        content = self._shop.specification.content
        return content.articles if content else ()

    def _article_section(self, heading: str, articles: list[Article]) -> Section | None:
        if not articles:
            return None
        cards = tuple(self._article_card(one, place) for place, one in enumerate(articles[:_ARTICLES]))
        blog = self._shop.addresses.blog(articles[0].blog)
        return Section(type="", heading=heading, articles=cards, action=Link("See all", blog))

    def _article_card(self, article: Article, place: int) -> ArticleCard:
        offers = (self._shop.catalog.offer_by_slug(self._shop.id, handle) for handle in article.product_handles)
        shown = next((offer for offer in offers if offer is not None), None)
        if shown is None and self._best:
            shown = self._best[(place + _SLIDES) % len(self._best)]
        parts = (article.author, date_text(article.published_on) if article.published_on else "")
        return ArticleCard(
            title=article.title,
            url=self._shop.addresses.article(article.blog, article.handle),
            text=article.summary or first_words(article.body_html),
            meta=", ".join(part for part in parts if part),
            image_url=self._picture(shown, "angle") if shown else "",
        )

    def _collection_text(self, name: str) -> str:
        """What the shop says about a collection, in a sentence or two."""
        content = self._shop.specification.content
        collection = next((one for one in content.collections if one.title == name), None) if content else None
        said = first_words(collection.description_html) if collection else ""
        return said or f"Everything in {name}, chosen and tested by us."

    def _find_in(self, category: tuple[str, ...], limit: int) -> tuple[Offer, ...]:
        best = self._find(Sort.BEST_SELLING, limit, category=category)
        return best or self._spread("collection", limit, category)

    def _roles(self) -> tuple[str, ...]:
        capabilities = self._shop.capabilities
        said = f"{capabilities.category} {capabilities.descriptor}".casefold()
        return next((roles for words, roles in _ROLES if any(word in said for word in words)), _ANY_ROLES)

    def _people(self, count: int) -> tuple[Spokesperson, ...]:
        """The same people every time, none twice."""
        random = Random(f"{self._shop.id}:people")
        first, last = random.sample(_FIRST_NAMES, _PANEL), random.sample(_LAST_NAMES, _PANEL)
        names = [f"{one} {other}" for one, other in zip(first, last, strict=True)]
        roles = self._roles()
        return tuple(
            Spokesperson(name, role, "".join(word[0] for word in name.split()))
            for name, role in zip(names[:count], roles, strict=False)
        )

    def _picture(self, offer: Offer, view: str = "front") -> str:
        return picture_of(offer, view)
