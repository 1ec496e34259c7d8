"""The templates, printed without a script: complete, accessible, and never anything but what the view models say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from page_samples import COMPOSED, sample_pages, specification
from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.shop.capabilities import FilterControl, HeaderStyle, SectionType
from shopworld.shop.look.designs import design_names
from shopworld.shop.look.rendering import Page, Renderer, template_sources
from shopworld.shop.look.structure import CARDS, FILTER_PLACEMENTS, FOOTERS, NAVIGATIONS
from shopworld.shop.pages import ProductPage

LOOKS = (*design_names(), COMPOSED.name)
PAGES = tuple((design, name) for design in LOOKS for name in sample_pages(design))
STRUCTURAL = {"type", "control", "flow", "step", "state", "kind", "icon", "width"}
"""Fields that choose a template or a type; with those that hold sanitised HTML (`…_html`) they are not free text."""


OVER_THE_PAGE = ("cart-panel", "size-guide")
"""Panels that the script opens; without it their links lead to pages."""


@cache
def printed(design: str, name: str) -> LexborHTMLParser:
    """A sample page as a document."""
    return LexborHTMLParser(Renderer(specification(design)).render(sample_pages(design)[name]).decode())


def named(document: LexborHTMLParser, node: LexborNode) -> bool:
    """Whether a control has a name: by its own text, `aria-label`, `aria-labelledby` or a label."""
    attributes = node.attributes
    if (attributes.get("aria-label") or "").strip() or attributes.get("aria-labelledby"):
        return True
    if node.tag in {"a", "button", "summary"}:
        return bool(node.text(deep=True).strip())
    if attributes.get("id") and document.css_first(f'label[for="{attributes["id"]}"]'):
        return True
    above = node.parent
    while above is not None:
        if above.tag == "label":
            return bool(above.text(deep=True).strip())
        above = above.parent
    return False


@pytest.mark.parametrize(("design", "name"), PAGES)
def test_a_page_has_landmarks_one_heading_and_a_skip_link(design: str, name: str) -> None:
    document = printed(design, name)
    html = document.css_first("html")
    assert html is not None
    assert html.attributes["lang"] == "en"
    assert len(document.css("h1")) == 1
    assert len(document.css("main")) == len(document.css("body > header")) == len(document.css("body > footer")) == 1
    skip = document.css_first("body > a")
    assert skip is not None
    assert skip.attributes["href"] == "#content"
    levels = [int((node.tag or "h1")[1]) for node in document.css("h1, h2, h3, h4") if not inside(node, "prose")]
    assert all(below - above <= 1 for above, below in pairwise(levels)), levels


def inside(node: LexborNode, class_name: str) -> bool:
    """Whether the node is below an element of that class."""
    above = node.parent
    while above is not None:
        if class_name in (above.attributes.get("class") or "").split():
            return True
        above = above.parent
    return False


@pytest.mark.parametrize(("design", "name"), PAGES)
def test_every_control_has_a_name(design: str, name: str) -> None:
    document = printed(design, name)
    controls = document.css("input:not([type=hidden]), select, textarea, button, a, summary")
    assert [node.html for node in controls if not named(document, node)] == []
    assert all("alt" in image.attributes for image in document.css("img"))
    assert all(icon.attributes.get("aria-hidden") == "true" for icon in document.css("svg"))
    assert all(group.css_first("legend") is not None for group in document.css("fieldset"))


@pytest.mark.parametrize(("design", "name"), PAGES)
def test_ids_are_unique_and_references_lead_somewhere(design: str, name: str) -> None:
    document = printed(design, name)
    ids = [node.attributes["id"] for node in document.css("[id]")]
    assert len(ids) == len(set(ids))
    for attribute in ("for", "form", "aria-labelledby", "aria-describedby", "aria-controls"):
        for node in document.css(f"[{attribute}]"):
            assert set((node.attributes[attribute] or "").split()) <= set(ids), node.html
    for node in document.css('[aria-invalid="true"]'):
        assert node.attributes.get("aria-describedby"), node.html


@pytest.mark.parametrize(("design", "name"), PAGES)
def test_addresses_stay_in_the_shop(design: str, name: str) -> None:
    document = printed(design, name)
    for attribute in ("href", "src", "action", "formaction"):
        for node in document.css(f"[{attribute}]"):
            address = node.attributes[attribute] or ""
            assert re.match(r"#|\?|/(?!/)|$", address), node.html


@pytest.mark.parametrize(("design", "name"), PAGES)
def test_a_page_works_without_the_script_and_under_a_strict_policy(design: str, name: str) -> None:
    document = printed(design, name)
    assert document.css("[style], style, script:not([src])") == []
    assert not any(key.startswith("on") for node in document.css("*") for key in node.attributes)
    for form in document.css("form"):
        assert form.css_first("button:not([type=button])") is not None, form.html
        assert form.attributes.get("method") in {"get", "post"}
    for node in document.css("[hidden]"):
        attributes = node.attributes
        assert "data-with-script" in attributes or "data-suggestions" in attributes or attributes["id"] in OVER_THE_PAGE


@pytest.mark.parametrize("design", LOOKS)
def test_add_buttons_are_named_by_their_product(design: str) -> None:
    buttons = printed(design, "listing").css('form[action="/cart/add"] button')
    names = [button.attributes["aria-label"] or "" for button in buttons]
    assert len(names) == len(set(names)) > 10
    assert all(re.fullmatch(r"Add to cart: .+", name) for name in names)


@pytest.mark.parametrize("design", LOOKS)
def test_a_card_links_to_its_product_once(design: str) -> None:
    for card in printed(design, "listing").css("li.card"):
        assert len(card.css("a")) == 1
        assert card.css_first("h3 a") is not None


def with_text(value: Any, text: str) -> Any:
    """The view model with every free text replaced."""
    if isinstance(value, str):
        return text
    if isinstance(value, tuple):
        return tuple(with_text(one, text) for one in value)
    if is_dataclass(value) and not isinstance(value, type):
        changed = {
            field.name: with_text(getattr(value, field.name), text)
            for field in fields(value)
            if field.name not in STRUCTURAL | {"specification"} and not field.name.endswith("_html")
        }
        return replace(value, **changed)
    return value


def with_hostile_shop(page: Page, text: str) -> Page:
    """The page with every free text of page and shop replaced."""
    changed = with_text(page, text)
    identity = page.shell.specification.identity.model_copy(
        update=dict.fromkeys(("name", "tagline", "description", "address", "support_email", "support_phone"), text)
    )
    shop = page.shell.specification.model_copy(update={"identity": identity})
    return cast(Page, replace(changed, shell=replace(changed.shell, specification=shop)))


def skeleton(html: bytes) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Elements with the names of their attributes, in document order."""
    for node in LexborHTMLParser(html.decode()).css("*"):
        yield node.tag or "", tuple(node.attributes)


HOSTILE = st.sampled_from(
    (
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "' onmouseover='alert(1)",
        "</textarea></title></option><b>",
        "--><script>alert(1)</script>",
        "{{ 7 * 7 }}{% include 'base.html' %}",
        "&lt;b&gt;&#x2f;",
        "a b/c?d=e&f",
    )
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(place=st.sampled_from(PAGES), text=HOSTILE | st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1))
@example(place=("athletic", "checkout"), text='"/><script>alert(1)</script>')
@example(place=("boutique", "product"), text="'><b onclick=alert(1)>")
def test_no_text_of_a_view_model_can_add_markup(place: tuple[str, str], text: str) -> None:
    design, name = place
    page = sample_pages(design)[name]
    renderer = Renderer(specification(design))
    harmless = renderer.render(with_hostile_shop(page, "x"))
    assert list(skeleton(renderer.render(with_hostile_shop(page, text)))) == list(skeleton(harmless))


def test_text_is_printed_as_it_is() -> None:
    text = "{{ 7 * 7 }} <b>&amp;</b>/"
    html = Renderer(specification("workshop")).render(with_hostile_shop(sample_pages("workshop")["order"], text))
    heading = LexborHTMLParser(html.decode()).css_first("h1")
    assert heading is not None
    assert heading.text() == text


STRUCTURES: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "site_shell.header_style": ("headers", "home", tuple(HeaderStyle)),
    "other.site_shell.navigation": ("navigation", "home", NAVIGATIONS),
    "other.site_shell.footer": ("footers", "home", FOOTERS),
    "other.collection.filter_placement": ("filter_placements", "listing", FILTER_PLACEMENTS),
    "other.collection.card": ("cards", "listing", CARDS),
    "collection.pagination": ("pagination", "listing", ("numbered", "load_more", "infinite_scroll", "none")),
    "product.gallery_style": (
        "galleries",
        "product",
        ("thumbnail_strip", "horizontal_carousel_with_prev_next"),
    ),
    "product.description_layout": ("descriptions", "product", ("plain", "tabs", "accordion_tabs")),
    "cart.type": ("carts", "product-added", ("drawer", "page", "popover", "toast")),
    "checkout.flow": ("checkouts", "checkout", ("one_page", "steps")),
    "search.trigger": ("search", "home", ("header_field", "icon_button")),
}
"""Place in the capabilities to folder of the partials, sample page that shows them, and all values."""


@pytest.mark.parametrize(
    ("place", "value"), [(place, value) for place, (_, _, values) in STRUCTURES.items() for value in values]
)
def test_every_structure_can_be_asked_for(place: str, value: str) -> None:
    shop = specification("engineer")
    capabilities = shop.capabilities.model_dump()
    if place.startswith("other."):
        capabilities["other"][place.removeprefix("other.")] = value
    else:
        part, name = place.split(".")
        capabilities[part][name] = value
    changed = shop.model_copy(update={"capabilities": type(shop.capabilities).model_validate(capabilities)})
    page = sample_pages("engineer")[STRUCTURES[place][1]]
    html = Renderer(changed).render(replace(page, shell=replace(page.shell, specification=changed)))
    assert len(LexborHTMLParser(html.decode()).css("h1")) == 1


def test_a_sold_out_variant_leaves_the_others_to_be_ordered() -> None:
    page = sample_pages("athletic")["product"]
    assert isinstance(page, ProductPage)
    html = Renderer(specification("athletic")).render(replace(page, can_add=False, maximum=0))
    document = LexborHTMLParser(html.decode())
    quantity = document.css_first(".buy-box [name=quantity]")
    assert quantity is not None
    assert quantity.attributes["max"] == "1"
    assert document.css_first("form.buy-box button") is not None


@pytest.mark.parametrize("control", tuple(FilterControl))
def test_every_filter_control_has_a_template(control: FilterControl) -> None:
    assert f"filters/{control.value}.html" in template_sources()


def test_every_template_is_in_use() -> None:
    sources = template_sources()
    reached = {
        match
        for text in sources.values()
        for match in re.findall(r'{% (?:include|extends|from) "([^"~]+)" (?:import \w+ )?%}', text)
    }
    assert reached <= set(sources)
    reached |= {f"{folder}/{value}.html" for folder, _, values in STRUCTURES.values() for value in values}
    reached |= {f"filters/{one.value}.html" for one in FilterControl}
    reached |= {f"filters/composed/{one}.html" for one in ("buckets", "slider")}
    reached |= {f"headers/composed/{one.value}.html" for one in HeaderStyle}
    reached |= {f"navigation/composed/{one}.html" for one in ("flyouts", "mega")}
    reached |= {"footers/composed.html", "footers/composed_bare.html", "headers/composed/bare.html"}
    reached |= {"pagination/composed/infinite_scroll.html"}
    reached |= {"fragments/composed/suggestions.html", "fragments/product_data.html"}  # the latter: of families
    reached |= {f"selectors/{one}.html" for one in ("color_swatch", "size_button", "radio_buttons", "dropdown")}
    reached |= {f"sections/{one.value}.html" for one in SectionType}
    reached |= {f"icons/{one}.html" for one in ("truck", "return", "shield", "chat", "star", "tag", "lock", "leaf")}
    reached |= {name for name in sources if name.startswith("pages/")} | {"fragments/suggestions.html"}
    assert set(sources) <= reached
