"""Nothing of the source leaves: names are taken out, and what is left fires."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.explore.anonymity import Anonymity, Leak, check_folder
from shopworld.arena.explore.prefetch.site import PrefetchedSite, ProductRecord

SITE = PrefetchedSite(
    start="https://www.tincup.example/",
    host="www.tincup.example",
    name="Tin Cup Trading",
    names=("Mara Ellison", "Kettleworks"),
    products=(
        ProductRecord(url="https://www.tincup.example/item/1", title="Copper Harbour Kettle", vendor="Oakmoor"),
        ProductRecord(url="https://www.tincup.example/item/2", title="Gift card"),
        ProductRecord(url="https://www.tincup.example/item/3", title="Willow"),
    ),
)


@pytest.fixture
def anonymity() -> Anonymity:
    return Anonymity(SITE)


@pytest.mark.parametrize(
    "text",
    [
        "Welcome to Tin Cup Trading!",
        "tin cup trading sells kettles",
        "The copper harbour kettle is sold out",
        "By Oakmoor, since 1990",
        "Founded by Mara Ellison",
        "Kettleworks",
        "Write to hello@elsewhere.example",
        "Call +44 (0)20 7946 0958",
        "See https://other.example/page?x=1",
        "www.tincup.example",
        "visit tincup.example today",
        "Our Willow is back",
    ],
)
def test_what_tells_the_source_is_taken_out_and_would_fire(anonymity: Anonymity, text: str) -> None:
    assert anonymity.leaks(text)
    assert anonymity.leaks(anonymity.clean(text)) == []


@pytest.mark.parametrize(
    "text", ["Gift cards are sold", "a willow tree", "24 products at €1,299.00", "Open 9:00 to 17:30", "2026-05-28"]
)
def test_common_words_stay(anonymity: Anonymity, text: str) -> None:
    assert anonymity.clean(text) == text
    assert anonymity.leaks(text) == []


def test_addresses_of_pages_keep_their_kind_only(anonymity: Anonymity) -> None:
    told = anonymity.clean("GET https://www.tincup.example/item/copper-harbour?variant=9&ref=mail")
    assert told == "GET ~/item/*?ref,variant"


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=120))
def test_what_was_cleaned_never_leaks(text: str) -> None:
    anonymity = Anonymity(SITE)
    assert anonymity.leaks(anonymity.clean(text)) == []


def test_a_leak_in_any_text_of_a_specification_is_told_with_its_place(anonymity: Anonymity, tmp_path: Path) -> None:
    (tmp_path / "evidence").mkdir()
    (tmp_path / "manual.md").write_text("All is well.\n")
    check_folder(tmp_path, anonymity)
    (tmp_path / "evidence" / "home.txt").write_text("a page\nlink 'Copper Harbour Kettle'\n")
    with pytest.raises(Leak, match=r"evidence/home.txt:2: product 'Copper Harbour Kettle'"):
        check_folder(tmp_path, anonymity)
