"""Every value of the vocabulary for shell, home page, listings, search and overlays can be seen on the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from composed_shop import composed, label_of, named, needed
from corner_shop import Shopper
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.catalog import Catalog
from shopworld.shop import Storefront
from shopworld.shop.capabilities import FilterControl, SectionType, SortKey
from shopworld.shop.content import MenuItem, ShopContent
from shopworld.shop.events import SearchPerformed

Open = Callable[..., Shopper]
REGION = "section, [role=region]"
DIALOG = "[role=dialog]"


@pytest.fixture
def visit(catalog: Catalog) -> Open:
    """A shopper in a composed shop with these capabilities."""
    return lambda **changes: Shopper(Storefront(composed(**changes), catalog))


def press(shopper: Shopper, page: LexborHTMLParser, button: LexborNode, **typed: str) -> LexborHTMLParser:
    """Sends the form that a button is in, as a browser would, and gives the page after it."""
    form = button.parent
    while form is not None and form.tag != "form":
        form = form.parent
    assert form is not None
    fields = {node.attributes["name"] or "": node.attributes.get("value") or "" for node in form.css("input[name]")}
    if button.attributes.get("name"):
        fields[button.attributes["name"] or ""] = button.attributes.get("value") or ""
    answer = shopper.post(form.attributes["action"] or "", {**fields, **typed})
    assert answer.status_code == 200
    assert page is not None
    return LexborHTMLParser(answer.text)


# Site shell


def test_an_announcement_can_be_dismissed(visit: Open) -> None:
    assert named(visit().page("/"), REGION, "Announcement") is None
    shopper = visit(site_shell={"has_announcement_bar": True})
    page = shopper.page("/")
    bar = needed(page, REGION, "Announcement")
    assert "Free delivery from €100" in bar.text()
    after = press(shopper, page, needed(bar, "button", "Dismiss announcement"))
    assert named(after, REGION, "Announcement") is None
    assert named(shopper.page("/collections/all"), REGION, "Announcement") is None


@pytest.mark.parametrize("mega", [False, True])
@pytest.mark.parametrize("depth", [1, 2, 3, 4])
def test_the_menu_is_as_deep_as_its_shop_says(visit: Open, depth: int, mega: bool) -> None:
    page = visit(site_shell={"nav_depth": depth, "has_mega_menu": mega}).page("/")
    menu = needed(page, "nav", "Main menu")
    links = [link for link in menu.css("ul a") if label_of(link).startswith(("Level", "Other"))]
    assert max(lists_above(link, menu) for link in links) == depth
    assert bool(menu.css("summary")) == (depth > 1)


def lists_above(node: LexborNode, top: LexborNode) -> int:
    count, above = 0, node.parent
    while above is not None and above != top:
        count += above.tag == "ul"
        above = above.parent
    return count


def test_flyouts_of_a_mega_menu_show_products(visit: Open) -> None:
    page = visit(site_shell={"nav_depth": 2, "has_mega_menu": True}).page("/")
    featured = needed(page, f"nav {REGION}", "Featured in")
    assert len(featured.css("li a")) == 3
    assert featured.text().count("€") >= 3
    plain = visit(site_shell={"nav_depth": 2, "has_mega_menu": False}).page("/")
    assert named(plain, f"nav {REGION}", "Featured in") is None


@pytest.mark.parametrize("count", range(7))
def test_a_footer_has_so_many_groups(visit: Open, count: int) -> None:
    page = visit(site_shell={"footer_groups": count}).page("/")
    groups = page.css("footer nav")
    assert len(groups) == count
    assert all(group.css("a") and label_of(group) for group in groups)
    if count:
        assert label_of(groups[0]) == "Help"
    else:
        links = {link.attributes["href"] for link in page.css("footer li a")}
        assert {"/policies/shipping-policy", "/policies/privacy-policy", "/pages/contact"} <= links


def test_a_menu_with_too_many_entries_keeps_the_rest_below_one(catalog: Catalog) -> None:
    entries = tuple(MenuItem(title=f"Collection {place}", type="all_products") for place in range(14))
    shop = composed(content=ShopContent(menus={"main-menu": entries}), site_shell={"nav_depth": 2})
    menu = needed(Shopper(Storefront(shop, catalog)).page("/"), "nav", "Main menu")
    assert named(menu, "summary", "More") is not None
    assert len(menu.css("a[href='/collections/all']")) == 14


# Home page

SECTIONS: dict[SectionType, Callable[[LexborNode], object]] = {
    SectionType.HERO_CAROUSEL: lambda one: (
        one.attributes["aria-roledescription"] == "carousel"
        and len(one.css("[aria-roledescription=slide] h2")) == 3
        and named(one, "button", "Next slide")
        and named(one, "button", "Previous slide")
    ),
    SectionType.HERO_VIDEO: lambda one: named(one, "summary", "Play video:") and one.css_first("a"),
    SectionType.FEATURED_COLLECTION: lambda one: (
        label_of(one) == "Storage" and "Everything in Storage" in one.text() and len(one.css("li h3 a")) == 6
    ),
    SectionType.FEATURED_PRODUCT_GRID: lambda one: len(one.css("li h3 a")) == 8 and not one.css("button[type=button]"),
    SectionType.PROMO_BANNER: lambda one: "HELLO10" in one.text() and label_of(one) == "10% off",
    SectionType.TESTIMONIALS: lambda one: len(one.css("li blockquote")) == 3 and "out of 5 stars" in one.text(),
    SectionType.NEWSLETTER_INLINE: lambda one: (
        one.css_first("form input[type=email]") and named(one, "button", "Subscribe")
    ),
    SectionType.CATEGORY_CHIP_SLIDER: lambda one: one.css("li a img") and label_of(one) == "Shop by category",
    SectionType.SPECIALTY_PRODUCT_BANNER: lambda one: named(one, "a", "View it for") and one.css_first("img"),
    SectionType.VIDEO_ENDORSEMENT: lambda one: (
        named(one, "summary", "Play video:") and one.css_first("blockquote") and label_of(one).startswith("Trusted by")
    ),
    SectionType.FEATURE_CARDS_GRID: lambda one: len(one.css("li h3")) == 4,
    SectionType.REVIEWS_BANNER: lambda one: "out of 5 stars in" in one.text() and one.css_first("blockquote"),
    SectionType.PRODUCT_CAROUSEL: lambda one: (
        named(one, "button", "Next products") and named(one, "button", "Previous products") and one.css("li h3 a")
    ),
    SectionType.PRODUCT_HERO_QUOTE: lambda one: (
        one.css_first("blockquote") and named(one, "a", "View the product") and one.css_first("img")
    ),
    SectionType.UGC_VIDEO_CAROUSEL: lambda one: len(one.css("li summary")) >= 4 and named(one, "button", "Next videos"),
    SectionType.CATEGORY_BANNERS_3UP: lambda one: one.css("li h3 a") and label_of(one) == "Our departments",
    SectionType.RECIPE_CAROUSEL: lambda one: (
        label_of(one) == "Recipes" and len(one.css("article h3 a")) == 2 and named(one, "button", "Next recipes")
    ),
    SectionType.ARTICLE_CAROUSEL: lambda one: (
        label_of(one) == "From our journal" and one.css("article h3 a") and named(one, "button", "Next articles")
    ),
    SectionType.FOUNDER_MESSAGE: lambda one: "The team of Corner Shop" in one.text(),
    SectionType.CULINARY_COUNCIL: lambda one: len(one.css("li h3")) == 5 and named(one, "a", "Meet the panel"),
}


@pytest.mark.parametrize("kind", SectionType)
def test_a_home_page_shows_its_section(visit: Open, kind: SectionType) -> None:
    page = visit(homepage={"section_types": [kind.value]}).page("/")
    sections = page.css("main > section")
    assert len(sections) == 1
    assert SECTIONS[kind](sections[0]), sections[0].html


def test_sections_stand_in_the_order_of_the_specification(visit: Open) -> None:
    wanted = [SectionType.FOUNDER_MESSAGE, SectionType.HERO_CAROUSEL, SectionType.NEWSLETTER_INLINE]
    page = visit(homepage={"section_types": [one.value for one in wanted]}).page("/")
    for section, kind in zip(page.css("main > section"), wanted, strict=True):
        assert SECTIONS[kind](section)


def test_videos_are_read_and_never_play_by_themselves(visit: Open) -> None:
    page = visit(homepage={"section_types": ["ugc_video_carousel"]}).page("/")
    assert page.css("video, audio, iframe, [autoplay]") == []
    film = page.css_first("main details")
    assert film is not None
    assert "open" not in film.attributes
    assert "What is said in this video" in film.text()


def test_links_of_articles_lead_to_articles(visit: Open) -> None:
    shopper = visit(homepage={"section_types": ["recipe_carousel", "article_carousel"]})
    page = shopper.page("/")
    for link in page.css("main > section a"):
        assert shopper.get(link.attributes["href"] or "").status_code == 200


def test_a_pop_up_covers_the_home_page_until_it_is_closed(visit: Open) -> None:
    shopper = visit(homepage={"has_popup_modal": True})
    page = shopper.page("/")
    popup = needed(page, DIALOG, "10% off")
    assert popup.attributes["aria-modal"] == "true"
    assert "inert" in needed_one(page, "header").attributes
    assert not shopper.page("/collections/all").css(DIALOG)
    after = press(shopper, page, needed(popup, "button", "Close pop-up"))
    assert not after.css(DIALOG)
    assert "inert" not in needed_one(after, "header").attributes


def test_taking_up_the_offer_of_a_pop_up_leads_on_and_closes_it(visit: Open) -> None:
    shopper = visit(homepage={"has_popup_modal": True})
    page = shopper.page("/")
    press(shopper, page, needed(page, f"{DIALOG} button", "Have a look around"))
    viewed = [event.payload.model_dump()["path"] for event in shopper.episode.events if event.kind == "page_viewed"]
    assert viewed == ["/", "/collections/all"]
    assert not shopper.page("/").css(DIALOG)


def needed_one(page: LexborHTMLParser, selector: str) -> LexborNode:
    node = page.css_first(selector)
    assert node is not None
    return node


# Listings

SORT_LABELS = {
    SortKey.FEATURED: "Featured",
    SortKey.BEST_SELLING: "Best selling",
    SortKey.ALPHABETICALLY_AZ: "Name: A to Z",
    SortKey.ALPHABETICALLY_ZA: "Name: Z to A",
    SortKey.PRICE_ASC: "Price: low to high",
    SortKey.PRICE_DESC: "Price: high to low",
    SortKey.DATE_NEW: "Newest first",
    SortKey.DATE_OLD: "Oldest first",
    SortKey.RATING_DESC: "Top rated",
}


@pytest.mark.parametrize("key", SortKey)
def test_a_listing_offers_its_sort_and_follows_it(visit: Open, key: SortKey) -> None:
    shopper = visit(collection={"sort": ["featured" if key is not SortKey.FEATURED else "price_asc", key.value]})
    page = shopper.page("/collections/all")
    field = needed_one(page, "select[form]")
    option = needed(field, "option", SORT_LABELS[key])
    assert len(field.css("option")) == 2
    shopper.page(f"/collections/all?{field.attributes['name']}={option.attributes['value']}")
    seen = [event.payload for event in shopper.episode.events if isinstance(event.payload, SearchPerformed)]
    assert seen[-1].sort == key.value


def test_a_listing_of_a_shop_without_filters_and_sorts_has_none(visit: Open) -> None:
    page = visit(collection={"filters": [], "sort": []}).page("/collections/all")
    assert not page.css("fieldset")
    assert [label_of(one) for one in page.css("select[form] option")] == ["Featured"]


PRICE: dict[FilterControl, Callable[[LexborNode], object]] = {
    FilterControl.SLIDER: lambda one: (
        len(one.css("input[type=range]")) == 2
        and named(one, "input", "Minimum price")
        and named(one, "input", "Maximum price")
    ),
    FilterControl.MIN_MAX: lambda one: len(one.css("label input[type=number]")) == 2,
    FilterControl.BUCKETS: lambda one: len(one.css("input[type=radio]")) >= 4 and "Any" in one.text(),
    FilterControl.CHECKBOX: lambda one: len(one.css("input[type=checkbox]")) >= 3 and "Up to €" in one.text(),
    FilterControl.SWATCH: lambda one: len(one.css("input[type=checkbox]")) >= 3,
    FilterControl.DROP_DOWN: lambda one: len(one.css("select option")) >= 4 and one.css_first("label"),
}
COLOUR: dict[FilterControl, Callable[[LexborNode], object]] = {
    FilterControl.SWATCH: lambda one: len(one.css("label svg circle[fill^='#']")) == 3,
    FilterControl.CHECKBOX: lambda one: len(one.css("label input[type=checkbox]")) == 3 and not one.css("svg"),
    FilterControl.BUCKETS: lambda one: len(one.css("label input[type=checkbox]")) == 3,
    FilterControl.DROP_DOWN: lambda one: len(one.css("select option")) == 4,
    FilterControl.SLIDER: lambda one: len(one.css("label input[type=checkbox]")) == 3,
    FilterControl.MIN_MAX: lambda one: len(one.css("label input[type=checkbox]")) == 3,
}


def filter_named(page: LexborHTMLParser, title: str) -> LexborNode:
    for group in page.css("fieldset"):
        if label_of(group.css_first("legend") or group) == title:
            return group
    label = needed(page, "form label[for]", title)
    assert label.parent is not None
    return label.parent


@pytest.mark.parametrize("control", FilterControl)
def test_prices_are_filtered_by_any_control(visit: Open, control: FilterControl) -> None:
    page = visit(collection={"filters": [{"name": "price", "control": control.value}]}).page("/collections/all")
    group = filter_named(page, "Price")
    assert PRICE[control](group), group.html


@pytest.mark.parametrize("control", FilterControl)
def test_colours_are_filtered_by_any_control_that_suits_them(visit: Open, control: FilterControl) -> None:
    page = visit(collection={"filters": [{"name": "color", "control": control.value}]}).page("/collections/all")
    group = filter_named(page, "Colour")
    assert COLOUR[control](group), group.html


@pytest.mark.parametrize(("name", "title"), [("rating", "Customer rating"), ("availability", "Availability")])
@pytest.mark.parametrize("control", FilterControl)
def test_other_filters_have_something_to_choose(visit: Open, name: str, title: str, control: FilterControl) -> None:
    page = visit(collection={"filters": [{"name": name, "control": control.value}]}).page("/collections/all")
    assert filter_named(page, title).css("input:not([type=hidden]), select")


def test_price_ranges_find_what_they_say(visit: Open) -> None:
    shopper = visit(collection={"filters": [{"name": "price", "control": "buckets"}], "page_size": 96})
    everything = shopper.page("/collections/all")
    values = [node.attributes["value"] for node in filter_named(everything, "Price").css("input[value]")]
    found = 0
    for value in filter(None, values):
        page = shopper.page(f"/collections/all?price={value}")
        chosen = [node.attributes["value"] for node in filter_named(page, "Price").css("input[checked]")]
        assert chosen == [value]
        found += len(page.css("#product-list > li"))
    assert found >= 33, "every offer with a price lies in a range"


def test_one_price_range_is_no_choice(visit: Open) -> None:
    shopper = visit(collection={"filters": [{"name": "price", "control": "checkbox"}]})
    assert named(shopper.page("/search?q=glide+mouse"), "fieldset", "Price") is None
    assert named(shopper.page("/collections/all"), "fieldset", "Price") is not None


def test_several_price_ranges_are_one(visit: Open) -> None:
    shopper = visit(collection={"filters": [{"name": "price", "control": "checkbox"}]})
    values = [
        node.attributes["value"] or ""
        for node in filter_named(shopper.page("/collections/all"), "Price").css("input[value]")
    ]
    page = shopper.page(f"/collections/all?price={values[0]}&price={values[1]}")
    assert [node.attributes["value"] for node in filter_named(page, "Price").css("input[checked]")] == values[:2]


def test_a_slider_shows_the_range_that_was_chosen(visit: Open) -> None:
    shopper = visit(collection={"filters": [{"name": "price", "control": "slider"}]})
    page = shopper.page("/collections/all?price_min=50&price_max=100")
    group = filter_named(page, "Price")
    assert [node.attributes["value"] for node in group.css("input")] == ["50", "100"]
    assert [node.text() for node in group.css("output")] == ["€50", "€100"]


@pytest.mark.parametrize("kind", ["numbered", "load_more", "infinite_scroll", "none"])
def test_a_listing_goes_on_as_its_shop_says(visit: Open, kind: str) -> None:
    shopper = visit(collection={"pagination": kind})
    page = shopper.page("/collections/all")
    pages = named(page, "nav", "Pages")
    cards = len(page.css("#product-list > li"))
    if kind == "none":
        assert pages is None
        assert cards == 34
        return
    assert pages is not None
    assert cards == 8
    following = pages.css_first("a[rel=next]")
    assert following is not None
    assert len(shopper.page(following.attributes["href"] or "").css("#product-list > li")) == 8
    wanted = {"numbered": "Next page", "load_more": "Load more products", "infinite_scroll": "More products"}
    assert label_of(following) == wanted[kind]
    assert ("load as you scroll" in pages.text()) == (kind == "infinite_scroll")


def test_every_product_is_reached_by_infinite_scrolling(visit: Open) -> None:
    shopper = visit(collection={"pagination": "infinite_scroll"})
    url, seen = "/collections/all", []
    while url:
        page = shopper.page(url)
        seen += [node.attributes["href"] for node in page.css("#product-list h3 a")]
        following = page.css_first("a[rel=next]")
        url = (following.attributes["href"] or "") if following else ""
    assert len(seen) == len(set(seen)) == 34
    assert "You have seen all 34 products." in page.text()


# Search


def test_search_is_a_field_or_a_button_that_opens_one(visit: Open) -> None:
    field = visit(search={"trigger": "header_field"}).page("/")
    assert named(field, "header summary", "Search") is None
    assert field.css_first("header form[role=search] input[type=search]") is not None
    button = visit(search={"trigger": "icon_button"}).page("/")
    opener = needed(button, "header summary", "Search")
    assert opener.parent is not None
    assert opener.parent.css_first("form[role=search] input[type=search]") is not None


def test_only_predictive_search_asks_while_one_types(visit: Open) -> None:
    assert visit(search={"has_predictive": True}).page("/").css("form[data-suggest]")
    assert not visit(search={"has_predictive": False}).page("/").css("form[data-suggest]")


@pytest.mark.parametrize(
    ("kind", "typed", "title"),
    [
        ("products", "ombra", "Products"),
        ("collections", "hard", "Collections"),
        ("suggested_queries", "", "Suggested searches"),
        ("collection_shortcuts", "", "Shop by collection"),
    ],
)
def test_suggestions_are_of_the_kinds_that_the_shop_has(visit: Open, kind: str, typed: str, title: str) -> None:
    shopper = visit(search={"predictive_types": [kind]})
    panel = LexborHTMLParser(shopper.get(f"/search/suggest?q={typed}").text)
    assert [label_of(one) for one in panel.css("section")] == [title]
    links = panel.css("section a")
    assert links
    for link in links:
        assert shopper.get(link.attributes["href"] or "").status_code == 200
    assert ("€" in panel.text()) == (kind == "products")
    others = visit(search={"predictive_types": []}).get(f"/search/suggest?q={typed}").text
    assert "<section" not in others


def test_results_stand_beside_filters_or_fill_the_page(visit: Open) -> None:
    beside = visit(search={"results_layout": "grid_with_filters"}).page("/search?q=ssd")
    assert named(beside, "aside", "Filters") is not None
    assert named(beside, "main form", "Search again") is None
    shopper = visit(search={"results_layout": "fullpage"})
    full = shopper.page("/search?q=ssd")
    assert named(full, "aside", "Filters") is None
    assert needed(full, "main form[role=search]", "Search again").css_first("input[value=ssd]") is not None
    assert named(shopper.page("/collections/all"), "aside", "Filters") is not None


# Floating


def test_an_age_gate_stands_before_everything(visit: Open) -> None:
    shopper = visit(floating={"has_age_gate": True}, homepage={"has_popup_modal": True})
    page = shopper.page("/collections/all")
    gate = needed(page, DIALOG, "Are you 18 or older?")
    assert gate.attributes["aria-modal"] == "true"
    assert len(page.css(DIALOG)) == 1
    refused = press(shopper, page, needed(gate, "button", "No, I am younger"))
    still = needed(refused, DIALOG, "Sorry, not yet")
    after = press(shopper, refused, needed(still, "button", "Yes, I am 18 or older"))
    assert not after.css(DIALOG)
    assert not visit().page("/").css(DIALOG)


def test_a_newsletter_pop_up_can_be_closed(visit: Open) -> None:
    shopper = visit(floating={"has_newsletter_popup": True})
    page = shopper.page("/")
    popup = needed(page, DIALOG, "Stay in touch")
    assert popup.css_first("input[type=email]") is not None
    assert "aria-modal" not in popup.attributes
    after = press(shopper, page, needed(popup, "button", "No thanks"))
    assert not after.css(DIALOG)


def test_a_newsletter_pop_up_goes_after_signing_up(visit: Open) -> None:
    shopper = visit(floating={"has_newsletter_popup": True})
    page = shopper.page("/")
    after = press(shopper, page, needed(page, f"{DIALOG} button", "Sign up"), email="mira@example.org")
    assert not after.css(DIALOG)
    assert "mira@example.org" in after.text()


def test_a_cookie_banner_can_be_answered(visit: Open) -> None:
    shopper = visit(floating={"has_cookie_banner": True})
    page = shopper.page("/")
    banner = needed(page, REGION, "Cookies")
    after = press(shopper, page, needed(banner, "button", "Decline"))
    assert named(after, REGION, "Cookies") is None


def test_a_help_chat_answers_from_what_the_shop_promises(visit: Open) -> None:
    assert named(visit().page("/"), "summary", "Chat with us") is None
    shopper = visit(floating={"has_chat_widget": True})
    page = shopper.page("/")
    assert needed(page, "summary", "Chat with us").parent is not None
    panel = needed(page, DIALOG, "Help chat")
    after = press(shopper, page, needed(panel, "button", "How do I return something?"))
    talk = needed(after, "[role=log]", "Conversation")
    assert "within 30 days" in talk.text()
    assert needed(after, "details", "Chat with us").attributes.get("open", "no") != "no"
    typed = press(shopper, after, needed(after, f"{DIALOG} button", "Send"), message="How much is postage?")
    assert "Standard: €4.90, free from €100.00" in needed(typed, "[role=log]", "Conversation").text()
    odd = press(shopper, typed, needed(typed, f"{DIALOG} button", "Send"), message="Why is the sky blue?")
    assert "I do not know that." in needed(odd, "[role=log]", "Conversation").text()
    assert "open" not in needed(shopper.page("/"), "details", "Chat with us").attributes


def test_the_topics_of_a_chat_are_recorded(visit: Open) -> None:
    shopper = visit(floating={"has_chat_widget": True})
    shopper.post("/chat", {"message": "can I pay by invoice"})
    asked = [event.payload.model_dump() for event in shopper.episode.events if event.kind == "chat_asked"]
    assert asked == [{"message": "can I pay by invoice", "topic": "payment"}]


# Languages and currencies


def test_prices_are_shown_in_another_currency_and_paid_in_the_shop_s(visit: Open) -> None:
    assert named(visit().page("/"), "label", "Currency") is None
    shopper = visit(intl={"has_currency_switcher": True})
    page = shopper.page("/products/kestrin-s1-ssd-500-gb")
    assert "€27.31" in page.text()
    button = needed(page, "button", "Change currency")
    after = press(shopper, page, button, currency="USD")
    assert "$29.49" in after.text()
    assert "Prices in USD are for information. You pay in EUR." in after.text()
    shopper.post("/cart/add", {"offer": "1", "quantity": "1", "return_path": "/cart"})
    assert "$29.49" in shopper.page("/cart").text()
    checkout = shopper.page("/checkout").text()
    assert "€27.31" in checkout
    assert "$29.49" not in checkout
    assert next(iter(shopper.state.lines.values())).price == 2731


def test_the_home_page_follows_the_currency(visit: Open) -> None:
    shopper = visit(intl={"has_currency_switcher": True}, homepage={"section_types": ["product_carousel"]})
    assert "€" in shopper.page("/").text()
    shopper.post("/currency", {"currency": "GBP", "return_path": "/"})
    assert "£" in shopper.page("/").text()
    shopper.post("/currency", {"currency": "XXX", "return_path": "/"})
    assert "£" in shopper.page("/").text()


def test_the_interface_speaks_another_language(visit: Open) -> None:
    assert named(visit().page("/"), "label", "Language") is None
    shopper = visit(intl={"has_locale_switcher": True})
    page = shopper.page("/collections/all")
    assert [label_of(one) for one in page.css("#switch-locale option")] == ["English", "Deutsch"]
    after = press(shopper, page, needed(page, "button", "Change locale"), locale="de")
    assert needed_one(after, "html").attributes["lang"] == "de"
    assert named(after, "button", "In den Warenkorb") or named(after, "button", "Kestrin")
    assert label_of(needed_one(after, "h1")) == "Alle Produkte"
    assert "Preis: aufsteigend" in after.text()
    assert "Produkttexte gibt es nur auf Englisch." in after.text()
    assert "Kestrin S1 SSD 500 GB" in after.text(), "texts of products stay"
    back = press(shopper, after, needed(after, "button", "Sprache wechseln"), locale="en")
    assert label_of(needed_one(back, "h1")) == "All products"


# What holds for all of it


def test_the_same_visit_gives_the_same_bytes(catalog: Catalog) -> None:
    shop = composed(
        site_shell={"has_mega_menu": True, "has_announcement_bar": True},
        homepage={"section_types": [one.value for one in SectionType]},
        floating={"has_chat_widget": True, "has_newsletter_popup": True},
        intl={"has_locale_switcher": True, "has_currency_switcher": True},
    )
    pages = [Shopper(Storefront(shop, catalog)).get("/").content for _ in range(2)]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("path", ["/dismiss", "/age", "/currency", "/locale", "/chat"])
def test_forms_of_other_pages_change_nothing(visit: Open, path: str) -> None:
    shopper = visit(
        floating={"has_chat_widget": True, "has_age_gate": True},
        intl={"has_locale_switcher": True, "has_currency_switcher": True},
    )
    form = {"what": "popup", "answer": "yes", "currency": "USD", "locale": "de", "message": "hi"}
    answer = shopper.post(path, form, headers={"origin": "http://evil.example"}, follow=False)
    assert answer.status_code == 403
    assert shopper.kinds() == ["page_viewed"]
