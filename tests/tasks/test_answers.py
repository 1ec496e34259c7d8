"""Submitted answers name the same offers however their addresses are written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.tasks.answers import read_offers
from shopworld.tasks.checks import OfferAddress

HOSTS = {"techtalk.example": "techtalk", "hardware-cafe.example": "hardware-cafe", "shop.tops.example": "tops"}
SLUGS = ("amd-ryzen-9-5900x", "a", "4tb-crucial_mx500", "50-percent-off-2")

slugs = st.from_regex(r"[a-z0-9](?:[a-z0-9_-]{0,20}[a-z0-9])?", fullmatch=True)
offers = st.builds(OfferAddress, shop=st.sampled_from(sorted(HOSTS.values())), slug=slugs)
host_of = {shop: host for host, shop in HOSTS.items()}


@st.composite
def written(draw: st.DrawFn, offer: OfferAddress) -> str:
    """One address, decorated in any way that is tolerated."""
    host = host_of[offer.shop]
    door = draw(st.booleans())
    if door:
        host = f"{offer.shop}.{draw(st.from_regex(r'e[0-9a-f]{19}', fullmatch=True))}.localhost"
    elif draw(st.booleans()):
        host = f"www.{host}"
    host += draw(st.sampled_from(["", ":80", ":8123"]))
    host = draw(st.sampled_from([host, host.upper(), host.title()]))
    scheme = draw(st.sampled_from(["http://", "https://", "HTTP://", "", "//"]))
    slug = offer.slug
    if draw(st.booleans()):
        slug = "".join(f"%{ord(mark):02X}" if draw(st.booleans()) else mark for mark in slug)
    path = draw(st.sampled_from(["/product/", "//product/", "/product//"])) + slug
    ending = draw(st.sampled_from(["", "/", "?ref=1", "/?option_1=Black&x=2", "/#reviews", "#tab", "/?a=b#c"]))
    address = scheme + host + path + ending
    before, after = draw(
        st.sampled_from(
            [("", ""), ("<", ">"), ('"', '"'), ("'", "'"), ("(", ")"), ("[", "]"), ("`", "`"), ("**", "**"), ("“", "”")]
        )
    )
    label = draw(st.sampled_from(["", "Offer1: ", "Offer1:", "- ", "1) ", "Shop TechTalk = ", "* "]))
    return f"{label}{before}{address}{after}{draw(st.sampled_from(['', '.', '!', ':']))}"


@st.composite
def submissions(draw: st.DrawFn) -> tuple[set[OfferAddress], str]:
    """A set of offers and a text that names exactly them."""
    chosen = draw(st.lists(offers, max_size=5))
    parts = [draw(written(offer)) for offer in chosen]
    separators = ["###", " ### ", "\n", ", ", "; ", "###\n", ",\n", " and ", "\\n", "\t", "|", "####"]
    text = draw(st.sampled_from(["", "Done", "I found these:\n", "Result: "]))
    for part in parts:
        text += draw(st.sampled_from(separators)) + part
    return set(chosen), text + draw(st.sampled_from(["", "\n", "###", " Done.", " That is all."]))


@given(submissions())
def test_any_decoration_names_the_same_offers(submission: tuple[set[OfferAddress], str]) -> None:
    wanted, text = submission
    found = read_offers(text, HOSTS)
    assert set(found.offers) == wanted
    assert found.unknown == ()


@given(st.text())
def test_any_text_is_accepted(text: str) -> None:
    found = read_offers(text, HOSTS)
    assert found.count == len(found.offers) + len(found.unknown)


@given(st.text(alphabet="htps:/.wexamplk#?%&=<>[]()@,;\\n 0123localhost-productTECH"))
def test_text_of_address_characters_is_accepted(text: str) -> None:
    read_offers(text, HOSTS)


@given(st.text())
def test_any_text_without_hosts_is_accepted(text: str) -> None:
    assert read_offers(text, {}).offers == ()


def test_the_submission_example_of_the_release_is_read() -> None:
    text = "Offer1: http://techtalk.example/product/a-b/###Offer2: http://hardware-cafe.example/product/c/"
    assert read_offers(text, HOSTS).offers == (
        OfferAddress(shop="techtalk", slug="a-b"),
        OfferAddress(shop="hardware-cafe", slug="c"),
    )


def test_an_offer_named_twice_counts_once() -> None:
    found = read_offers("http://techtalk.example/product/a/ http://TECHTALK.example/product/a", HOSTS)
    assert found.count == 1


def test_addresses_glued_together_are_told_apart() -> None:
    found = read_offers("http://techtalk.example/product/a/http://techtalk.example/product/b/", HOSTS)
    assert [offer.slug for offer in found.offers] == ["a", "b"]


def test_an_address_inside_a_query_is_part_of_the_query() -> None:
    found = read_offers("http://techtalk.example/product/a/?back=http://techtalk.example/product/b/", HOSTS)
    assert [offer.slug for offer in found.offers] == ["a"]


def test_a_markdown_link_names_one_offer() -> None:
    found = read_offers("[Ryzen 9](http://techtalk.example/product/a/ 'Ryzen')", HOSTS)
    assert [offer.slug for offer in found.offers] == ["a"]
    assert found.unknown == ()


@pytest.mark.parametrize(
    "text", ["", "Done", "Done.", "I could not find any/all offers.", "3,5 or 12.5", "a@b.com", "###"]
)
def test_words_are_no_answers(text: str) -> None:
    assert read_offers(text, HOSTS).count == 0


@pytest.mark.parametrize(
    "address",
    [
        "http://techtalk.example/",
        "http://techtalk.example/cart/",
        "http://techtalk.example/product/",
        "http://techtalk.example/product/a/b/",
        "http://other.example/product/a/",
        "http://ops.example/product/a/",
        "http://techtalk.example.evil.example/product/a/",
        "http://eviltechtalk.example/product/a/",
        "http://other.e1.localhost:80/product/a/",
        "amazon.com/dp/B0001",
        "/product/a/",
        "http://",
        "https://[::1",
    ],
)
def test_other_addresses_are_wrong_answers(address: str) -> None:
    found = read_offers(address, HOSTS)
    assert found.offers == ()
    assert len(found.unknown) == 1


def test_hosts_are_compared_whole() -> None:
    """The release strips characters with `lstrip("http://")`: for it `tops.com` equals `ops.com`."""
    hosts = {"tops.example": "tops", "ops.example": "ops"}
    assert read_offers("http://tops.example/product/a", hosts).offers == (OfferAddress(shop="tops", slug="a"),)
    assert read_offers("http://ops.example/product/a", hosts).offers == (OfferAddress(shop="ops", slug="a"),)


def test_a_slug_may_hold_letters_of_any_script() -> None:
    found = read_offers("http://techtalk.example/product/h%C3%A4usler-%E2%84%A2/", HOSTS)
    assert [offer.slug for offer in found.offers] == ["häusler-™"]


@pytest.mark.parametrize(
    "text",
    [
        "HTTP://SHOP-A.EXAMPLE/PRODUCT/ONE/",
        "shop-a.example/Product/ONE",
        "NOT http://shop-a.example/product/one/",
        "http://shop-a.example/product/one/ - $5.00 at shop-a.example",
        "The best at Shop-A.Example is http://shop-a.example/product/one/ (blue).",
    ],
)
def test_upper_case_and_words_around_an_address_do_not_matter(text: str) -> None:
    read = read_offers(text, {"shop-a.example": "shop-a"})
    assert (read.offers, read.unknown) == ((OfferAddress(shop="shop-a", slug="one"),), ())
