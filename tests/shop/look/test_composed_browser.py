"""Composed shops in a real Chromium: geometry, what moves by a button or by scrolling, and every style token."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from composed_shop import INK, composed
from shop_window import DESKTOP, PHONE, Window, open_shop

from shopworld.catalog import Catalog
from shopworld.environments import BrowserProcess
from shopworld.shop.capabilities import HeaderStyle, SectionType
from shopworld.shop.specification import Fonts

pytestmark = pytest.mark.browser

OpenWindow = Callable[..., Window]


@pytest.fixture
def window(browser: BrowserProcess, catalog: Catalog) -> Iterator[OpenWindow]:
    """Opens a window on a composed shop with these capabilities."""
    with ExitStack() as stack:

        def make(viewport: tuple[int, int] = DESKTOP, **changes: Any) -> Window:
            return open_shop(stack, browser, composed(**changes), catalog, viewport)

        yield make


def test_headers_are_laid_out_as_their_style_says(window: OpenWindow) -> None:
    seen = {}
    for header in HeaderStyle:
        shop = window(site_shell={"header_style": header.value, "nav_depth": 2}).open("/collections/all")
        seen[header] = shop.tell("""
            const header = document.querySelector("header");
            const menu = named("header nav", "Main menu").querySelector("ul");
            const there = {
              logo: box(header.querySelector("a[href='/']")), menu: box(menu),
              search: box(header.querySelector("input[type=search]")),
            };
            window.scrollTo(0, 600); await wait(60);
            return { ...there, sticks: header.getBoundingClientRect().top === 0 && window.scrollY > 100 };
        """)
    for header, one in seen.items():
        assert one["sticks"] == (header is HeaderStyle.TWO_ROW_STICKY)
        below = one["menu"]["top"] >= one["logo"]["bottom"] - 2
        assert below == (header is not HeaderStyle.HORIZONTAL)
        centred = abs((one["logo"]["left"] + one["logo"]["right"]) / 2 - 640) < 40
        assert centred == (header is HeaderStyle.CENTERED_LOGO)
        assert (one["search"]["width"] > 500) == (header is HeaderStyle.SEARCH_FIRST)
    assert seen[HeaderStyle.SEARCH_FIRST]["search"]["left"] < seen[HeaderStyle.SEARCH_FIRST]["logo"]["left"]


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["1280", "390"])
@pytest.mark.parametrize("header", HeaderStyle)
def test_pages_fit_into_their_window(window: OpenWindow, header: HeaderStyle, viewport: tuple[int, int]) -> None:
    shop = window(
        viewport,
        site_shell={
            "header_style": header.value,
            "has_mega_menu": True,
            "has_announcement_bar": True,
            "footer_groups": 6,
        },
        homepage={"section_types": [one.value for one in SectionType]},
        floating={"has_chat_widget": True, "has_newsletter_popup": True, "has_cookie_banner": True},
        intl={"has_locale_switcher": True, "has_currency_switcher": True},
    )
    for path in ("/", "/collections/all", "/search?q=ssd"):
        assert shop.open(path).overflow <= 0, path


def test_a_mega_menu_is_wide_and_a_flyout_is_not(window: OpenWindow) -> None:
    for mega in (False, True):
        shop = window(site_shell={"has_mega_menu": mega, "nav_depth": 3}).open("/collections/all")
        opened = shop.tell("""
            const opener = named("header nav summary", "Level"); opener.click(); await wait(60);
            const panel = opener.nextElementSibling;
            return { panel: box(panel), links: panel.querySelectorAll("a").length };
        """)
        assert opened["links"] >= 4
        assert (opened["panel"]["width"] > 1000) == mega


@pytest.mark.parametrize("columns", range(1, 7))
def test_a_grid_has_so_many_columns(window: OpenWindow, columns: int) -> None:
    shop = window(collection={"columns_desktop": columns}).open("/collections/all")
    lefts = shop.tell("return [...document.querySelectorAll('#product-list > li')].map((one) => box(one).left)")
    assert len(set(lefts)) == columns


def test_a_list_has_pictures_beside_titles(window: OpenWindow) -> None:
    shop = window(collection={"layout": "list", "columns_desktop": 1}).open("/collections/all")
    rows = shop.tell("""
        return [...document.querySelectorAll("#product-list > li")].map((one) =>
          [box(one.querySelector("img")).right, box(one.querySelector("h3")).left, box(one).top]);
    """)
    assert all(picture <= title for picture, title, _ in rows)
    assert len({top for _, _, top in rows}) == len(rows)


def test_a_slider_has_two_thumbs_on_one_track(window: OpenWindow) -> None:
    shop = window(collection={"filters": [{"name": "price", "control": "slider"}]}).open("/collections/all")
    told = shop.tell("""
        const [low, high] = document.querySelectorAll("input[type=range]");
        const boxes = [box(low), box(high)];
        low.value = 9999; low.dispatchEvent(new Event("input", { bubbles: true }));
        return { boxes, low: low.value, high: high.value, text: document.querySelector("fieldset output").textContent };
    """)
    assert told["boxes"][0] == told["boxes"][1]
    assert told["low"] == told["high"], "thumbs do not pass each other"
    assert told["text"] == f"€{told['low']}"


@pytest.mark.parametrize("kind", ["hero_carousel", "product_carousel", "ugc_video_carousel"])
def test_a_carousel_moves_by_its_buttons_only(window: OpenWindow, kind: str) -> None:
    shop = window(homepage={"section_types": [kind]}).open("/")
    told = shop.tell("""
        const track = document.querySelector("main section ul");
        const next = named("main button", "Next"), previous = named("main button", "Previous");
        const places = [track.scrollLeft]; await wait(700); places.push(track.scrollLeft);
        next.click(); await wait(120); places.push(track.scrollLeft);
        previous.click(); await wait(120); places.push(track.scrollLeft);
        return places;
    """)
    assert told[0] == told[1] == told[3] == 0
    assert told[2] > 100


def test_a_video_shows_its_text_when_it_is_played(window: OpenWindow) -> None:
    shop = window(homepage={"section_types": ["video_endorsement"]}).open("/")
    told = shop.tell("""
        const play = named("main summary", "Play video"), text = play.nextElementSibling;
        const before = text.checkVisibility(); play.click(); await wait(60);
        return [before, text.checkVisibility(), document.querySelectorAll("video").length];
    """)
    assert told == [False, True, 0]


def test_the_next_page_comes_when_the_end_is_reached_by_scrolling(window: OpenWindow) -> None:
    shop = window(collection={"pagination": "infinite_scroll", "columns_desktop": 1}).open("/collections/all")
    counts = shop.tell("""
        const count = () => document.querySelectorAll("#product-list > li").length;
        const first = count(); await wait(400);
        return [first, count()];
    """)
    assert counts == [8, 8]
    told = shop.until("""
        window.scrollTo(0, 0); await wait(60); window.scrollTo(0, document.body.scrollHeight);
        const count = document.querySelectorAll("#product-list > li").length;
        return !document.querySelector("a[rel=next]") && { count, address: location.pathname };
    """)
    assert told == {"count": 34, "address": "/collections/all"}


def test_search_opens_over_the_page_and_suggests_at_once(window: OpenWindow) -> None:
    shop = window(search={"trigger": "icon_button", "predictive_types": ["collection_shortcuts"]}).open("/")
    told = shop.tell("""
        const field = document.querySelector("header input[type=search]");
        const before = field.checkVisibility(); named("header summary", "Search").click();
        const suggested = () => named("header section", "Shop by collection")?.checkVisibility();
        for (let turn = 0; !suggested() && turn < 200; turn += 1) await wait(50);
        return [before, field.checkVisibility(), document.activeElement === field,
          Boolean(suggested())];
    """)
    assert told == [False, True, True, True]


def test_overlays_lie_over_the_page_and_modal_ones_keep_the_rest_out(window: OpenWindow) -> None:
    shop = window(floating={"has_age_gate": True}).open("/")
    told = shop.tell("""
        const gate = document.querySelector("[role=dialog]"), size = box(gate);
        document.querySelector("header a").focus();
        return [size.width >= innerWidth, size.height >= innerHeight, gate.contains(document.activeElement)];
    """)
    assert told == [True, True, True]
    corner = window(floating={"has_newsletter_popup": True, "has_chat_widget": True}).open("/")
    assert corner.tell("""
        const [popup, chat] = [named("[role=dialog]", "Stay in"), document.querySelector("[aria-label='Help chat']")];
        return [popup ? 0 : box(document.querySelector("[aria-labelledby=newsletter-popup-title]")).width < 500,
          chat.checkVisibility()];
    """) == [True, False]


HOME = {"section_types": ["hero_carousel", "featured_product_grid", "promo_banner"]}
LOOK = """
    const [, section, offer] = document.querySelectorAll("main section");
    const media = section.querySelector("li img").parentElement, promo = offer.firstElementChild;
    const button = document.querySelector("main a[href='/collections/all']"), body = document.body;
    const [title, footer] = [section.querySelector("h2"), document.querySelector("footer")];
    return {
      density: box(section).height, body: style(body, "fontFamily"), heading: style(title, "fontFamily"),
      corner: style(media, "borderRadius"), button: style(button, "borderRadius"),
      letters: style(title, "textTransform"), picture: style(media, "backgroundColor"),
      frame: style(media, "borderStyle"), page: style(body, "backgroundColor"), ink: style(body, "color"),
      accent: style(button, "backgroundColor"), promo: style(promo, "backgroundColor"),
      second: style(promo.querySelector("a"), "backgroundColor"), footer: style(footer, "backgroundColor"),
      line: style(footer, "borderTopColor"),
    };
"""


def looks(window: OpenWindow, token: str, values: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [window(style={token: value}, homepage=HOME).open("/").tell(LOOK) for value in values]


def test_density_changes_the_space(window: OpenWindow) -> None:
    heights = [one["density"] for one in looks(window, "density", ("compact", "comfortable", "airy"))]
    assert heights[0] < heights[1] < heights[2]


def test_corners_buttons_and_headings_follow_their_tokens(window: OpenWindow) -> None:
    corners = [one["corner"] for one in looks(window, "corner_radius", ("none", "subtle", "prominent"))]
    assert corners == ["0px", "6px", "16px"]
    buttons = [one["button"] for one in looks(window, "button_shape", ("square", "rounded", "pill"))]
    assert buttons == ["0px", "8px", "999px"]
    letters = [one["letters"] for one in looks(window, "heading_case", ("sentence", "title", "upper"))]
    assert letters == ["none", "capitalize", "uppercase"]


def test_pictures_follow_the_imagery_style(window: OpenWindow) -> None:
    seen = looks(window, "imagery_style", ("plain", "tinted", "outlined", "dark"))
    assert len({(one["picture"], one["frame"]) for one in seen}) == 4
    assert [one["frame"] for one in seen] == ["none", "none", "solid", "none"]


def test_palette_and_fonts_are_those_of_the_style(window: OpenWindow) -> None:
    palette = INK.model_copy(
        update={
            "background": "#fff8f0",
            "foreground": "#201020",
            "accent_primary": "#7a0b3c",
            "accent_secondary": "#0bb48f",
            "surface_muted": "#e9e0f4",
            "border": "#c0a0d0",
        }
    )
    style = {"palette": palette.model_dump(), "fonts": Fonts(heading="Caladea", body="Roboto").model_dump()}
    seen = window(style=style, homepage=HOME).open("/").tell(LOOK)
    assert seen["page"] == "rgb(255, 248, 240)"
    assert seen["ink"] == "rgb(32, 16, 32)"
    assert seen["accent"] == seen["promo"] == "rgb(122, 11, 60)"
    assert seen["second"] == "rgb(11, 180, 143)"
    assert seen["footer"] == "rgb(233, 224, 244)"
    assert seen["line"] == "rgb(192, 160, 208)"
    assert "Caladea" in seen["heading"]
    assert "Roboto" in seen["body"]
