"""Sections of a home page."""

from __future__ import annotations

import pytest
from corner_shop import make_specification

from shopworld.catalog import Catalog
from shopworld.shop.browsing.home_sections import HomeSections
from shopworld.shop.capabilities import SectionType
from shopworld.shop.pages import Section
from shopworld.shop.shop import Shop
from shopworld.shop.specification import ShopSpecification

COMPOSED = (
    SectionType.HERO_CAROUSEL,
    SectionType.CATEGORY_CHIP_SLIDER,
    SectionType.FEATURED_PRODUCT_GRID,
    SectionType.PROMO_BANNER,
    SectionType.PRODUCT_CAROUSEL,
    SectionType.FEATURED_COLLECTION,
    SectionType.TESTIMONIALS,
    SectionType.REVIEWS_BANNER,
    SectionType.SPECIALTY_PRODUCT_BANNER,
    SectionType.PRODUCT_HERO_QUOTE,
    SectionType.CATEGORY_BANNERS_3UP,
    SectionType.FEATURE_CARDS_GRID,
    SectionType.FOUNDER_MESSAGE,
    SectionType.NEWSLETTER_INLINE,
)


def with_sections(*types: SectionType) -> ShopSpecification:
    specification = make_specification()
    homepage = specification.capabilities.homepage.model_copy(update={"section_types": types})
    capabilities = specification.capabilities.model_copy(update={"homepage": homepage})
    return specification.model_copy(update={"capabilities": capabilities})


@pytest.fixture
def sections(catalog: Catalog) -> dict[str, Section]:
    made = HomeSections(Shop(with_sections(*COMPOSED), catalog)).all
    return {section.type: section for section in made}


def test_every_section_that_is_composed_is_filled(sections: dict[str, Section]) -> None:
    assert list(sections) == [one.value for one in COMPOSED]
    for section in sections.values():
        assert section.heading


def test_sections_of_products_show_different_choices(sections: dict[str, Section]) -> None:
    kinds = ("featured_product_grid", "product_carousel", "featured_collection")
    assert [sections[kind].heading for kind in kinds] == ["Best sellers", "New arrivals", "On sale"]
    assert all(sections[kind].cards for kind in kinds)
    assert all(card.price.regular_text for card in sections["featured_collection"].cards)


def test_categories_do_not_share_a_picture(sections: dict[str, Section]) -> None:
    for kind in ("category_chip_slider", "category_banners_3up"):
        pictures = [tile.image_url for tile in sections[kind].tiles if tile.image_url]
        assert pictures
        assert len(set(pictures)) == len(pictures)


def test_quotes_are_words_of_real_reviews(sections: dict[str, Section], catalog: Catalog) -> None:
    bodies = {review.body for number in range(1, 31) for review in catalog.reviews(f"p{number}", 0, 10)}
    assert sections["testimonials"].quotes
    assert {quote.text for quote in sections["testimonials"].quotes} <= bodies
    assert all(quote.rating >= 4 for quote in sections["testimonials"].quotes)


def test_sold_out_things_are_not_advertised(sections: dict[str, Section]) -> None:
    cards = [card for section in sections.values() for card in section.cards]
    assert not {901, 902} & {card.number for card in cards}


def test_a_promotion_is_told_with_its_code(sections: dict[str, Section]) -> None:
    assert sections["promo_banner"].heading == "10% off"
    assert "HELLO10" in sections["promo_banner"].text


def test_the_same_shop_has_the_same_home_page(catalog: Catalog) -> None:
    first, second = (HomeSections(Shop(with_sections(*COMPOSED), catalog)).all for _ in range(2))
    assert first == second
