"""Slugs as WordPress makes them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.catalog import Catalog, category_slug, wordpress_slug
from shopworld.catalog.slug import unique_slug

SHOPS = {"1": "e-store-athletes", "2": "techtalk", "3": "camelcases", "4": "hardware-cafe"}
"""WebMall's shops by the numbers that its release gives them."""


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Fractal Design Meshify 2 Lite (Black TG)", "fractal-design-meshify-2-lite-black-tg"),
        ("Spire USB 2.0 Type-A Cable / 1 Metre", "spire-usb-2-0-type-a-cable-1-metre"),
        ("Heatsink &amp; Fan", "heatsink-fan"),
        ("Heatsink &amp;amp; Fan", "heatsink-amp-fan"),
        ("<b>Bold</b> Café Übergröße", "bold-cafe-ubergrosse"),
        ("snake_case stays", "snake_case-stays"),
        ("  --- edges --- ", "edges"),
        ('2.5" drive', "2-5-drive"),
    ],
)
def test_known_slugs(title: str, slug: str) -> None:
    assert wordpress_slug(title) == slug


@given(st.text())
def test_a_slug_holds_nothing_but_what_an_address_may_hold(title: str) -> None:
    assert re.fullmatch(r"(?:[a-z0-9_]+(?:-[a-z0-9_]+)*)?", wordpress_slug(title))


@given(st.text(alphabet="abcXYZ 019.-/_é&;"))
def test_a_slug_of_a_slug_is_the_slug(title: str) -> None:
    slug = wordpress_slug(title)
    assert wordpress_slug(slug) == slug


@given(st.text())
def test_a_category_always_has_an_address(name: str) -> None:
    assert category_slug(name)


@given(st.lists(st.sampled_from(["a", "a-2", "b", ""])))
def test_unique_slugs_are_unique(wanted: list[str]) -> None:
    taken: set[str] = set()
    made = [unique_slug(slug, taken) for slug in wanted]
    assert len(set(made)) == len(made)


def test_a_slug_that_is_taken_is_numbered() -> None:
    taken: set[str] = set()
    assert [unique_slug("mouse", taken) for _ in range(3)] == ["mouse", "mouse-2", "mouse-3"]


@pytest.mark.data
def test_all_answers_of_the_release_but_one_resolve(webmall_data: Path, webmall_catalog: Catalog) -> None:
    found: dict[tuple[str, str], bool] = {}
    for task_set in json.loads((webmall_data / "task_sets.json").read_text(encoding="utf-8")):
        for task in task_set["tasks"]:
            for answer in task["correct_answer"]["answers"]:
                for number, slug in re.findall(r"\{\{URL_(\d)\}\}/product/([^\s/]+)", answer):
                    offer = webmall_catalog.offer_by_slug(SHOPS[number], slug.rstrip("./"))
                    found[number, slug] = offer is not None
    assert len(found) > 100
    assert [slug[:40] for (_, slug), known in found.items() if not known] == [
        "microsoft-xbox-series-s-starter-bundle-x"
    ]
