"""Cleaning: texts, prices and identifiers of strangers in one form, or with the reason why not."""

from __future__ import annotations

import html
import unicodedata
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shopworld.offers.cleaning import clean_line, clean_offer, gtin14, plain_mpn
from shopworld.offers.cleaning.identifiers import Unfit
from shopworld.offers.cleaning.offer import currency_code
from shopworld.offers.limits import PageLimits
from shopworld.offers.record import CrawledOffer, FoundOffer, RecordPlace
from shopworld.offers.tally import StageTally


def cleaned(**fields: object) -> tuple[CrawledOffer | None, StageTally]:
    """An offer with some fields, cleaned."""
    said = {"title": "Brisk drive", "description": "A drive.", "price": "5", "currency": "EUR", **fields}
    found = FoundOffer(RecordPlace("a.warc", 9), 0, "https://www.shop.example/p", "json-ld", **said)  # type: ignore[arg-type]
    tally = StageTally()
    return clean_offer(found, PageLimits(), tally), tally


def dropped(tally: StageTally) -> list[str]:
    return list(tally.stage("keep").drops)


@settings(max_examples=40)
@given(st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "Zs")), max_size=80), st.integers(0, 3))
def test_entities_are_resolved_until_none_is_left(text: str, times: int) -> None:
    escaped = text
    for _ in range(times):
        escaped = html.escape(escaped)
    assert clean_line(escaped, set()) == clean_line(text, set())


@given(st.text(max_size=120))
def test_clean_lines_stay_as_they_are(text: str) -> None:
    once = clean_line(text, set())
    assert clean_line(once, set()) == once or "&" in once or "<" in once
    assert unicodedata.is_normalized("NFC", once)
    assert once == " ".join(once.split())


@given(st.sampled_from(["Café crème", "Größe – 5 m", "It’s made to last", "naïve coöperation", "10 µF ±5 %"]))
def test_mojibake_is_undone(text: str) -> None:
    repairs: set[str] = set()
    assert clean_line(text.encode().decode("cp1252"), repairs) == text
    assert repairs == {"broken encoding"}


def test_descriptions_are_sanitised() -> None:
    offer, _ = cleaned(description='&lt;p onclick="x()"&gt;Good&lt;/p&gt;<script>alert(1)</script><ul><li>one</ul>')
    assert offer is not None
    assert "script" not in offer.description
    assert "onclick" not in offer.description
    assert offer.text == "Good one"


@pytest.mark.parametrize(
    ("price", "currency", "cents", "code"),
    [
        ("1.299,00", "EUR", 129900, "EUR"),
        ("1,299.00", "usd", 129900, "USD"),
        ("1 299,90", "€", 129990, "EUR"),
        ("1299.0000", "EUR", 129900, "EUR"),
        ("£12", "", 1200, "GBP"),
        ("12.50 €", "", 1250, "EUR"),
        ("from 12,90", "EUR", 1290, "EUR"),
        ("10.00 - 15.00", "EUR", 1000, "EUR"),
        ("12&nbsp;345,60", "EUR", 1234560, "EUR"),
    ],
)
def test_prices_are_read_as_they_are_written(price: str, currency: str, cents: int, code: str) -> None:
    offer, _ = cleaned(price=price, currency=currency)
    assert offer is not None
    assert (offer.price, offer.currency) == (cents, code)


@given(st.decimals(min_value="0.01", max_value="99999.99", places=2), st.sampled_from(["dot", "comma", "plain"]))
def test_every_price_survives_each_way_of_writing(price: Decimal, way: str) -> None:
    text = f"{price:,.2f}" if way != "plain" else f"{price:.2f}"
    offer, _ = cleaned(price=text.translate(str.maketrans(",.", ".,")) if way == "comma" else text)
    assert offer is not None
    assert offer.price == int(price * 100)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"price": "Call us"}, "price on request"),
        ({"price": ""}, "no price"),
        ({"price": "0.00"}, "no price"),
        ({"price": "free"}, "no price"),
        ({"price": "-5"}, "no price"),
        ({"price": "99999999999"}, "a price beyond all measure"),
        ({"currency": ""}, "no currency"),
        ({"currency": "points"}, "no currency"),
        ({"title": " <b></b> "}, "no title"),
        ({"description": "<script>x</script>"}, "no description"),
    ],
)
def test_offers_that_lack_a_part_are_dropped_with_the_reason(fields: dict[str, str], reason: str) -> None:
    offer, tally = cleaned(**fields)
    assert offer is None
    assert dropped(tally) == [reason]
    assert tally.stage("keep").drops[reason].samples == ["a.warc, record 9"]


@pytest.mark.parametrize(("written", "code"), [("eur", "EUR"), ("US$", "USD"), ("zł", "PLN"), ("XYZ", ""), ("", "")])
def test_currencies_have_one_code(written: str, code: str) -> None:
    assert currency_code(written) == code


def check_digit(body: str) -> str:
    """The check digit by GS1's rule: threes from the right."""
    return str(-sum(int(one) * (3 if at % 2 == 0 else 1) for at, one in enumerate(reversed(body))) % 10)


@given(st.sampled_from([7, 11, 12, 13]), st.data())
def test_gtins_hold_by_their_check_digit_alone(length: int, data: st.DataObject) -> None:
    body = "4" + data.draw(st.text("0123456789", min_size=length - 1, max_size=length - 1))
    right = body + check_digit(body)
    found = gtin14(right)
    assert found in (right.zfill(14), Unfit.PLACEHOLDER, Unfit.IN_STORE)
    wrong = body + str((int(right[-1]) + 1) % 10)
    assert gtin14(wrong) in (Unfit.CHECK_DIGIT, Unfit.PLACEHOLDER)


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("4006381333931", "04006381333931"),
        ("EAN: 4006381-333931", "04006381333931"),
        ("036000291452", "00036000291452"),
        ("0306406152", "09780306406157"),
        ("4006381333931.0", "04006381333931"),
        ("0000000000000", Unfit.PLACEHOLDER),
        ("1234567890128", Unfit.PLACEHOLDER),
        ("4006381333930", Unfit.CHECK_DIGIT),
        ("2000000000008", Unfit.IN_STORE),
        ("n/a", Unfit.SHAPE),
        ("٤٠٠٦٣٨١٣٣٣٩٣١", Unfit.SHAPE),
        ("123", Unfit.SHAPE),
    ],
)
def test_gtins_are_fourteen_digits_or_told_why_not(written: str, found: str) -> None:
    assert gtin14(written) == found


@given(st.text(max_size=60))
def test_part_numbers_have_one_form(text: str) -> None:
    once = plain_mpn(text)
    assert plain_mpn(once) == once
    assert once == "" or ((once.isalnum() and once.isupper()) or once.isdigit())


@pytest.mark.parametrize("text", ["N/A", "does not apply", "none", "0000", "1111", "TBD", "abc", "X1", "123456789"])
def test_placeholders_are_no_part_numbers(text: str) -> None:
    assert plain_mpn(text) == ""
