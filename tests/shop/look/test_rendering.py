"""Rendering: assets with hashed names, the same bytes every time, clear errors."""

from __future__ import annotations

import re

import pytest
from page_samples import sample_pages, specification

from shopworld.errors import ShopError
from shopworld.shop.capabilities import SectionType
from shopworld.shop.content import Theme
from shopworld.shop.look.designs import design_names
from shopworld.shop.look.rendering import Renderer, template_sources
from shopworld.shop.pages import SuggestionView
from shopworld.shop.specification import ShopSpecification


def changed(shop: ShopSpecification, part: str, **values: object) -> ShopSpecification:
    """The shop with some values of its style or capabilities changed."""
    return shop.model_copy(update={part: getattr(shop, part).model_copy(update=values)})


@pytest.mark.parametrize("design", design_names())
def test_the_same_page_gives_the_same_bytes(design: str) -> None:
    first, second = Renderer(specification(design)), Renderer(specification(design))
    for name, page in sample_pages(design).items():
        assert first.render(page) == second.render(page), name


@pytest.mark.parametrize("design", design_names())
def test_assets_are_found_by_their_hashed_names(design: str) -> None:
    renderer = Renderer(specification(design))
    for url, media_type in (
        (renderer.stylesheet_url, "text/css; charset=utf-8"),
        (renderer.script_url, "text/javascript; charset=utf-8"),
        (renderer.icon_url, "image/svg+xml"),
    ):
        assert re.fullmatch(r"/static/\w+\.[0-9a-f]{12}\.(css|js|svg)", url)
        found = renderer.asset(url.removeprefix("/static/"))
        assert found is not None
        assert found[0]
        assert found[1] == media_type


@pytest.mark.parametrize("design", design_names())
def test_a_stylesheet_asks_for_nothing_but_fonts_that_are_served(design: str) -> None:
    renderer = Renderer(specification(design))
    style, _ = renderer.asset(renderer.stylesheet_url.removeprefix("/static/")) or (b"", "")
    addresses = re.findall(r"url\(([^)]*)\)", style.decode())
    assert addresses
    for address in addresses:
        found = renderer.asset(address.strip('"').removeprefix("/fonts/"))
        assert found is not None, address
        assert found[1].startswith("font/")
    assert "@import" not in style.decode()


def test_other_files_are_not_served() -> None:
    renderer = Renderer(specification("athletic"))
    for name in ("shop.css", "../rendering.py", "LICENSE", "", "shop.000000000000.css"):
        assert renderer.asset(name) is None


def test_the_name_changes_with_the_style_and_not_with_the_shop() -> None:
    shop = specification("athletic")
    other = shop.model_copy(update={"identity": shop.identity.model_copy(update={"name": "Another"})})
    assert Renderer(other).stylesheet_url == Renderer(shop).stylesheet_url
    assert Renderer(changed(shop, "style", density="airy")).stylesheet_url != Renderer(shop).stylesheet_url


def test_an_unknown_character_is_an_error_that_names_the_known_ones() -> None:
    with pytest.raises(ShopError) as caught:
        Renderer(changed(specification("athletic"), "style", character="baroque"))
    assert "baroque" in caught.value.message
    assert "athletic" in (caught.value.hint or "")


def test_every_section_of_the_vocabulary_has_a_template() -> None:
    assert {f"sections/{one.value}.html" for one in SectionType} <= set(template_sources())


def test_a_theme_lies_over_the_shipped_look() -> None:
    shop = specification("composed")
    theme = Theme(templates={"fragments/logo.html": '<a href="/">OUR LOGO</a>\n'}, styles=(".own{color:red}",))
    themed = shop.model_copy(update={"theme": theme})
    page = sample_pages("composed")["info"]
    renderer = Renderer(themed)
    assert b"OUR LOGO" in renderer.render(page)
    assert b"OUR LOGO" not in Renderer(shop).render(page)
    style, _ = renderer.asset(renderer.stylesheet_url.removeprefix("/static/")) or (b"", "")
    assert style.endswith(b".own{color:red}")


def test_a_theme_that_never_ends_is_stopped() -> None:
    endless = "{% for a in range(9999) %}{% for b in range(9999) %}{{ a * b }}{% endfor %}{% endfor %}"
    shop = specification("composed")
    renderer = Renderer(shop.model_copy(update={"theme": Theme(templates={"fragments/logo.html": endless})}))
    with pytest.raises(Exception, match="fuel"):
        renderer.render(sample_pages("composed")["info"])


def test_suggestions_are_a_list_of_links() -> None:
    html = Renderer(specification("athletic")).render_suggestions(
        "ssd", [SuggestionView("2 TB <SSD>", "product", "/product/a/"), SuggestionView("Storage", "category", "/b/")]
    )
    assert html.count(b"<a href=") == 2
    assert b"2 TB &lt;SSD&gt;" in html


def test_no_suggestions_say_so() -> None:
    html = Renderer(specification("athletic")).render_suggestions("<x>", [])
    assert "No suggestions for “&lt;x&gt;”" in html.decode()


def test_the_script_is_small() -> None:
    renderer = Renderer(specification("athletic"))
    script, _ = renderer.asset(renderer.script_url.removeprefix("/static/")) or (b"", "")
    assert 0 < script.count(b"\n") <= 290
    assert not re.search(rb"setInterval|autoplay|requestAnimationFrame|eval\(|document\.write", script)
