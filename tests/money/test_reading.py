"""Amounts of money are read as shops and people write them, the same everywhere."""

from __future__ import annotations

import subprocess
import sys
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.money import (
    COMMA_DECIMAL,
    DOT_DECIMAL,
    Convention,
    amounts_in,
    convention_named,
    has_amount,
    names_currency,
    read_amount,
    read_price,
    read_value,
    with_plain_amounts,
)

money_like = st.text(alphabet="0123456789.,' -–:$€£krRsFtCA(S)%/\u00a0\u200b\u202f٣٫１", max_size=40)


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("$1,299.00", "1299.00", "USD"),
        ("R$ 1.299,90", "1299.90", "BRL"),
        ("Rs. 1,29,900", "129900", "INR"),
        ("₹1,29,900.50", "129900.50", "INR"),
        ("Rs 500/-", "500", "INR"),
        ("kr 1 299,-", "1299", "SEK"),
        ("249,-kr", "249", "SEK"),
        ("249 kr.", "249", "SEK"),
        ("1.299,– €", "1299", "EUR"),
        ("10,– €", "10", "EUR"),
        ("€ 10,--", "10", "EUR"),
        ("10:-", "10", ""),
        ("CHF 1'299.50", "1299.50", "CHF"),
        ("CHF 12’500.50", "12500.50", "CHF"),
        ("CHF 10.–", "10", "CHF"),
        ("SFr. 10.–", "10", "CHF"),
        ("1 299,90 zł", "1299.90", "PLN"),
        ("1\u202f299,90\u00a0€", "1299.90", "EUR"),
        ("12 990 Ft", "12990", "HUF"),
        ("990 Ft", "990", "HUF"),
        ("1 299,90 Kč", "1299.90", "CZK"),
        ("₪ 99.90", "99.90", "ILS"),
        ("99.90 ₪", "99.90", "ILS"),
        ("US$ 45", "45", "USD"),
        ("CA$60", "60", "CAD"),
        ("CAD $60", "60", "CAD"),
        ("AU $60", "60", "AUD"),
        ("$60.00 CAD", "60.00", "CAD"),
        ("12,50 $CA", "12.50", "CAD"),
        ("S/ 1,299.90", "1299.90", "PEN"),
        ("1.299.000 ₫", "1299000", "VND"),
        ("￥１，２９９", "1299", "JPY"),
        ("٩٩٫٩٠ ر.س.", "99.90", "SAR"),
        ("१,२९,९०० ₹", "129900", "INR"),
        ("10€50", "10.50", "EUR"),
        ("£12·50", "12.50", "GBP"),
        ("$.99", "0.99", "USD"),
        ("€.99", "0.99", "EUR"),
        ("S$12", "12", "SGD"),
        ("Mex$12", "12", "MXN"),
        ("KSh 1,299", "1299", "KES"),
        ("1 299 р.", "1299", "RUB"),
        ("99¢", "0.99", "USD"),
        ("kr. 1.299,-", "1299", "DKK"),
        ("12:50 kr", "12.50", "SEK"),
        ("-5 €", "-5", "EUR"),
        ("−5,00 EUR", "-5.00", "EUR"),
        ("$-5.00", "-5.00", "USD"),
        ("-$5.00", "-5.00", "USD"),
        ("5 euros", "5", "EUR"),
        ("20 Dollars", "20", "USD"),
        ("usd 20", "20", "USD"),
        ("TRY 49.90", "49.90", "TRY"),
        ("1299", "1299", ""),
        ("0.0025", "0.0025", ""),
    ],
)
def test_one_amount_in_the_notations_of_the_world(text: str, value: str, currency: str) -> None:
    amount = read_amount(text)
    assert amount is not None
    assert (amount.value, amount.currency, amount.certain) == (Decimal(value), currency, True)
    assert amount.span == (0, len(text))
    assert read_amount(f"  {text}\n") is not None


@pytest.mark.parametrize(
    "text",
    ["", "free", "Call us", "$5 €", "1.2.3", "12.05.2024", "1'299,900.50", "1,2345,6", "--5", "1-2", "$10 – $20",
     "5 GB", "6 Ft", "1e3", "TOP 10", "AMD 7600", "$10k", "9" * 40, "from $5", "€", "10%"],
)  # fmt: skip
def test_what_is_no_amount_is_none(text: str) -> None:
    assert read_amount(text) is None


@pytest.mark.parametrize(
    ("text", "value", "others"),
    [
        ("1.299", "1299", {"1.299"}),
        ("1,299", "1299", {"1.299"}),
        ("€1.299", "1299", {"1.299"}),
        ("1,299 €", "1299", {"1.299"}),
        ("$1.299", "1299", {"1.299"}),
        ("$1,299", "1299", set()),
        ("£1,299", "1299", set()),
        ("R$ 1.299", "1299", set()),
        ("1.299 kr", "1299", set()),
        ("¥1,299", "1299", set()),
        ("₩1.299", "1299", set()),
        ("KWD 1.299", "1.299", set()),
        ("KWD 1,299", "1299", set()),
        ("TND 1,299", "1.299", set()),
        ("0.299", "0.299", set()),
        ("1299.900", "1299.900", set()),
        ("1.299,-", "1299", set()),
        ("1'299", "1299", set()),
        ("1 299", "1299", set()),
        ("1.299.900", "1299900", set()),
    ],
)
def test_three_digits_behind_a_mark_are_thousands_unless_the_currency_has_such_decimals(
    text: str, value: str, others: set[str]
) -> None:
    amount = read_amount(text)
    assert amount is not None
    assert amount.value == Decimal(value)
    assert amount.others == {Decimal(one) for one in others}
    assert amount.certain is not bool(others)


@pytest.mark.parametrize("sign", ["", "€", "$", "kr "])
def test_the_convention_of_the_source_decides_what_the_text_leaves_open(sign: str) -> None:
    for text, convention, value in (
        ("1.299", DOT_DECIMAL, "1.299"),
        ("1.299", COMMA_DECIMAL, "1299"),
        ("1,299", DOT_DECIMAL, "1299"),
        ("1,299", COMMA_DECIMAL, "1.299"),
        ("1.299", convention_named("space-grouped"), "1299"),
        ("1,299", convention_named("apostrophe-grouped"), "1299"),
        ("1,299", convention_named("de-CH"), "1299"),
        ("1.299", convention_named("pt-BR"), "1299"),
    ):
        amount = read_amount(sign + text, convention)
        assert amount is not None
        assert (amount.value, amount.certain) == (Decimal(value), True)


@pytest.mark.parametrize(
    ("text", "value"),
    [("240.97", "240.97"), ("8.0", "8.0"), ("1,234.50", "1234.50"), ("1234.5678", "1234.5678"), ("0.299", "0.299")],
)
def test_an_amount_whose_own_mark_tells_is_read_by_it_in_a_file_of_the_other_convention(text: str, value: str) -> None:
    swapped = text.translate(str.maketrans(".,", ",."))
    for written, convention in ((text, COMMA_DECIMAL), (swapped, DOT_DECIMAL), (f"{text} €", COMMA_DECIMAL)):
        amount = read_amount(written, convention)
        assert amount is not None
        assert amount.value == Decimal(value)


@pytest.mark.parametrize(
    ("text", "amounts"),
    [
        ("was €19.99, now €12.50 (save 7,49 €)", [("19.99", "EUR"), ("12.50", "EUR"), ("7.49", "EUR")]),
        ("$1,299.00 $999", [("1299.00", "USD"), ("999", "USD")]),
        ("US$ 45 or CA$60", [("45", "USD"), ("60", "CAD")]),
        ("$10 – $20", [("10", "USD"), ("20", "USD")]),
        ("$5.00-$7.00", [("5.00", "USD"), ("7.00", "USD")]),
        ("10 € 20 €", [("10", "EUR"), ("20", "EUR")]),
        ("EUR 10 EUR 20", [("10", "EUR"), ("20", "EUR")]),
        ("Qty 5 EUR 20.00", [("20.00", "EUR")]),
        ("5 $10", [("10", "USD")]),
        ("Discount -€5.00 in all", [("-5.00", "EUR")]),
        ("It costs 1299,90 zł today, not R$ 1.299,90.", [("1299.90", "PLN"), ("1299.90", "BRL")]),
        ("From £8", [("8", "GBP")]),
        ("Nu 1.299,- (inkl. moms)", [("1299", "")]),
        ("only 80 euros, or 90 dollars", [("80", "EUR"), ("90", "USD")]),
        ("2 TB, 7200 rpm, 4.5 out of 5", []),
        ("AMD Ryzen 5 7600 at the TOP 10, 6 Ft cable, 2 S/M, 10 pounds, M 5, 4K", []),
        ("In stock, 12 left", []),
        ("Corsair RM850e V2 850W, RM1000 Shift, Laminar RM1, HU-RM02836-EU, CK-300RM-19", []),
        ("20 AWG cable, 18AWG wires, TL210 / TL240, OF-TL01065-BX, 10SEK-048 laptop, 10 Ft. cord", []),
        ("Android AOA 2.0, 2.5Gbp ports, 560MB/S/530MB/S, Rs-232-R, Advantys ETB 4-Pin, PHP 8.1", []),
        ("for RM 1,299 or KES 1,500, not AED 4,229.00", [("1299", "MYR"), ("1500", "KES"), ("4229.00", "AED")]),
        ("10EUR-20EUR, €5-off, 20 EUR-voucher", [("10", "EUR"), ("20", "EUR"), ("5", "EUR"), ("20", "EUR")]),
        ("5 990 Ft helyett 12.990 Ft", [("5990", "HUF"), ("12990", "HUF")]),
        ("B12 € sign", []),
        ("Phone Model 15 € 999", [("999", "EUR")]),
        ("Phone Model 15 kr 9 990", [("9990", "SEK")]),
        ("Phone Model 15 kr 9.990", [("9990", "SEK")]),
        ("Console 5 Rs. 49,990", [("49990", "INR")]),
        ("Console 5 CHF 1'299.–", [("1299", "CHF")]),
        ("Model 3 $ 20, then more", [("20", "USD")]),
        ("costs 15 € 999 times", [("15", "EUR")]),
        ("Model 15 € 20 €", [("15", "EUR"), ("20", "EUR")]),
        ("19,99 €14,99 €", [("19.99", "EUR"), ("14.99", "EUR")]),
        ("$5-10", [("5", "USD"), ("10", "USD")]),
        ("€5 – 10 in stock, €5-10-pack", [("5", "EUR"), ("5", "EUR")]),
        ("worth $1.5 million, $1e5 or € 3 Mio.", []),
        ("at 12:50 we eat", []),
        ("", []),
    ],
)
def test_amounts_in_a_text(text: str, amounts: list[tuple[str, str]]) -> None:
    found = amounts_in(text)
    assert [(one.value, one.currency) for one in found] == [(Decimal(value), code) for value, code in amounts]
    assert has_amount(text) is bool(amounts)


def test_a_space_between_a_name_and_a_price_may_group_nothing_and_is_told() -> None:
    (amount,) = amounts_in("Laptop 15 999 €")
    assert (amount.value, amount.others) == (Decimal(15999), frozenset({Decimal(999)}))
    assert [one.certain for one in amounts_in("Price: 15 999 €, before: 16\u00a0999 €")] == [True, True]
    (amount,) = amounts_in("Laptop 15 999 €", COMMA_DECIMAL)
    assert (amount.value, amount.certain) == (Decimal(999), True)


def test_a_sign_of_several_currencies_is_the_sources_own() -> None:
    kroner = Convention("shop", ",", ".", currency="DKK")
    for text, convention, code in (
        ("249 kr", kroner, "DKK"),
        ("249 kr", convention_named("nb-NO"), "NOK"),
        ("$5", convention_named("en-CA"), "CAD"),
        ("US$5", convention_named("en-CA"), "USD"),
        ("R 499,90", convention_named("en-ZA"), "ZAR"),
        ("5 €", kroner, "EUR"),
    ):
        amount = read_amount(text, convention)
        assert amount is not None
        assert amount.currency == code
    assert amounts_in("Model R 499") == []


@pytest.mark.parametrize(
    ("text", "locale", "value", "currency"),
    [
        ("$.99", "en-US", "0.99", "USD"),
        ("-$.99", "en-US", "-0.99", "USD"),
        ("£.99", "en-GB", "0.99", "GBP"),
        ("€.99", "en-IE", "0.99", "EUR"),
        ("R$,99", "pt-BR", "0.99", "BRL"),
        ("CHF.50", "de-CH", "0.50", "CHF"),
        ("kr. 50", "da-DK", "50", "DKK"),
        ("Rs.50", "en-IN", "50", "INR"),
        ("Fr. 12.50", "de-CH", "12.50", "CHF"),
        ("fr. 12.50", "fr-CH", "12.50", "CHF"),
    ],
)
def test_a_dot_behind_a_sign_is_its_own_only_where_the_sign_is_a_shortened_word(
    text: str, locale: str, value: str, currency: str
) -> None:
    amount = read_amount(text, convention_named(locale))
    assert amount is not None
    assert (amount.value, amount.currency) == (Decimal(value), currency)


def test_units_are_those_of_the_currency() -> None:
    for text, minor, cents in (
        ("¥1299", 1299, 129900),
        ("KWD 1.2345", 1235, 123),
        ("$1.005", 101, 101),
        ("-$0.5", -50, -50),
    ):
        amount = read_amount(text, DOT_DECIMAL)
        assert amount is not None
        assert (amount.minor, amount.cents) == (minor, cents)


def test_values_of_data_files_are_numbers_or_texts() -> None:
    for value, read in ((12.5, "12.5"), (7, "7"), ("1,299.00", "1299.00"), ("12,50", "12.50"), (-3, "-3")):
        amount = read_value(value)
        assert amount is not None
        assert amount.value == Decimal(read)
    nothing: tuple[object, ...] = (None, True, [12], float("nan"), float("inf"), 1e306, 10**5000, "", "cheap")
    assert all(read_value(one) is None for one in nothing)


def test_patterns_of_sentences_see_plain_amounts() -> None:
    text = "under $1,299.50, or from 10,– € (4 stars)"
    assert with_plain_amounts(text) == "under ¤1299.50, or from ¤10 (4 stars)"
    assert with_plain_amounts(with_plain_amounts(text)) == with_plain_amounts(text)


def test_a_currency_is_named_with_an_amount_or_without() -> None:
    assert all(map(names_currency, ("€", "EUR", "kr", "zł", "$5", "in Kč")))
    assert not any(map(names_currency, ("USB", "English", "", "12.50")))


@given(money_like | st.text())
def test_any_text_can_be_read_and_what_is_found_is_found_again_alone(text: str) -> None:
    found = amounts_in(text)
    numbers = amounts_in(text, bare=True)
    assert len(numbers) >= len(found)
    for one in (*found, *numbers):
        assert 0 <= one.span[0] < one.span[1] <= len(text)
        again = read_amount(text[slice(*one.span)])
        assert again is not None
        assert again.value in one.readings
        assert again.currency in (one.currency, "")  # the upper end of `$5-10` has its sign before the lower one
    for before, after in pairwise(numbers):
        assert before.span[1] <= after.span[0]
    alone = read_amount(text)
    assert alone is None or text[slice(*alone.span)].strip()
    assert read_price(text).lowest is None or numbers
    with_plain_amounts(text)
    names_currency(text)


@given(
    st.integers(0, 10**11),
    st.sampled_from(["{}", "€{}", "€ {}", "{} €", "{}\u00a0EUR", "now ${} each", "£{}", "{} zł"]),
    st.sampled_from(
        [(",", "."), (".", ","), ("\u202f", ","), ("\u00a0", "."), ("'", "."), ("’", "."), ("", "."), ("", ",")]
    ),
)
def test_two_decimals_make_every_grouping_certain(cents: int, frame: str, marks: tuple[str, str]) -> None:
    number = f"{cents // 100:,}".replace(",", marks[0]) + f"{marks[1]}{cents % 100:02d}"
    found = amounts_in(frame.format(number), bare=True)
    assert [(one.cents, one.certain) for one in found] == [(cents, True)]


def test_the_time_grows_with_the_length_alone() -> None:
    """Counted in steps of the interpreter, which no load of the machine changes."""
    for part in (
        "1 234 ",
        "$",
        "1,",
        "9",
        "€1 ",
        "kr ",
        "-",
        " 5",
        "5 Ft ",
        "(5",
        "1'234'567 ",
        "É1 ",
        "5 R",
        ".",
        "12,-",
    ):
        amounts_in(part * 50, bare=True)
        steps = [_steps(part * times) for times in (100, 200, 400)]
        assert steps[2] - steps[1] <= 2.5 * (steps[1] - steps[0]) + 200, part


def _steps(text: str) -> int:
    count = 0

    def step(*_: object) -> None:
        nonlocal count
        count += 1

    before = sys.getprofile()
    sys.setprofile(step)
    try:
        amounts_in(text, bare=True)
        read_amount(text)
        read_price(text)
    finally:
        sys.setprofile(before)
    return count


def test_the_reader_is_imported_without_the_tables_it_reads_by() -> None:
    told = "import sys, shopworld.money; print([one for one in sys.modules if one.split('.')[0] == 'babel'])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
