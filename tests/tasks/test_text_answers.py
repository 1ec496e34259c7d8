"""Text answers are compared by what they say."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shopworld.tasks.text_answers import is_accepted, plain_text, read_amount, same_text

cents = st.integers(0, 10_000_000)


@given(cents)
def test_an_amount_is_the_same_in_every_format(amount: int) -> None:
    whole, rest = divmod(amount, 100)
    english, german = f"{whole:,}.{rest:02d}", f"{whole:,}".replace(",", ".") + f",{rest:02d}"
    forms = [
        f"{whole}.{rest:02d}",
        f"${english}",
        f"{german} €",
        f"EUR {german}",
        f"{english} usd",
        f" {english} ",
        f"{whole:,}".replace(",", "'") + f".{rest:02d}",
        f"{whole:,}".replace(",", "\u00a0") + f",{rest:02d}",
        f"{english}.",
    ]
    assert all(same_text(form, f"{whole}.{rest:02d}") for form in forms)


@given(cents, cents)
def test_other_amounts_differ(one: int, other: int) -> None:
    assume(one != other)
    assert not same_text(f"{one / 100:.2f}", f"{other / 100:.2f}")


@given(cents)
def test_other_currencies_differ(amount: int) -> None:
    assert not same_text(f"${amount}.00", f"{amount},00 €")
    assert not same_text(f"-{amount + 1}", f"{amount + 1}")


@given(
    st.text(st.characters(codec="ascii")),
    st.sampled_from([str.upper, str.lower, str.title, lambda text: f"  {text}\n"]),
)
def test_text_is_the_same_whatever_case_and_space(text: str, change: object) -> None:
    assert callable(change)
    assert same_text(change(text), text)


@given(st.text())
def test_every_text_is_the_same_as_itself(text: str) -> None:
    assert same_text(text, text)
    assert plain_text(text.upper().lower()) == plain_text(text.upper())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("0", "$0.00"),
        ("$1,299.00", "1.299,00 $"),
        ("1299", "1,299"),
        ("1 299,5", "1299.50"),
        ("-5 €", "−5,00 EUR"),
        ("16 GB", "16gb"),
        ("“Blue”.", "blue"),
        ("Yes!", "yes"),
        ("AMD  Ryzen 9", "amd ryzen 9"),
    ],
)
def test_the_same_said_in_two_ways(one: str, other: str) -> None:
    assert same_text(one, other)
    assert same_text(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("12", "120"),
        ("1.5", "15"),
        ("$5", "5 €"),
        ("16 GB", "32 GB"),
        ("blue", "dark blue"),
        ("1,29", "129"),
        ("", "0"),
    ],
)
def test_different_answers_differ(one: str, other: str) -> None:
    assert not same_text(one, other)


@pytest.mark.parametrize("text", ["", "five", "1-2", "$5 €", "1.2.3", "--5", "5 GB", "1,2345,6"])
def test_what_is_no_amount_is_text(text: str) -> None:
    assert read_amount(text) is None


def test_a_number_that_can_be_read_in_two_ways_has_both_readings() -> None:
    amount = read_amount("1.299")
    assert amount is not None
    assert amount.readings == {Decimal(1299), Decimal("1.299")}


@pytest.mark.parametrize(
    ("answer", "accepted", "right"),
    [
        ("7.95", ("$7.95", "7.95"), True),
        ("USD 7.95", ("$7.95", "7.95"), True),
        ("7.95 GBP", ("$7.95", "7.95"), False),
        ("€7.95", ("$7.95", "7.95"), False),
        ("30", ("30", "30 days"), True),
        ("30 days.", ("30", "30 days"), True),
        ("$30", ("30", "30 days"), False),
        ("$1,299", ("1299",), True),
        ("€1,299", ("1299",), True),
        ("$0", ("0", "nothing"), True),
        ("nothing", ("0", "nothing"), True),
        ("5 €", ("$5", "5 EUR"), True),
        ("R$ 1.299,90", ("1299.90",), True),
        ("1 299,- kr", ("1299 SEK",), True),
        ("6 Ft", ("6 ft",), True),
        ("5 Rs", ("5 rs",), True),
    ],
)
def test_an_amount_in_a_currency_that_no_accepted_answer_names_is_another_one(
    answer: str, accepted: tuple[str, ...], right: bool
) -> None:
    assert is_accepted(answer, accepted) is right


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4))
def test_every_accepted_text_is_accepted(accepted: list[str]) -> None:
    for one in accepted:
        amount = read_amount(one)
        assume(amount is None or not amount.currency)
        assert is_accepted(one, accepted)


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        ("The price is $7.95", "$7.95"),
        ("The price is $7.95.", "7.95"),
        ("Standard shipping costs $7.95 (to the US)", "$7.95"),
        ("$7.95 (standard delivery)", "$7.95"),
        ("within 30 days", "30 days"),
        ("Returns are accepted within 30 days.", "30 days"),
        ("Answer: Blue", "blue"),
        ("It is made of full-grain leather [see the table]", "full-grain leather"),
        ("The maker is: Brisk", "brisk"),
        ("30 days (from delivery)", "30 days"),
        ("in 3 boxes", "3 boxes"),
    ],
)
def test_words_around_an_answer_are_what_people_write(answer: str, accepted: str) -> None:
    assert is_accepted(answer, [accepted])


@pytest.mark.parametrize(
    ("answer", "accepted"),
    [
        ("The price is not $7.95", "$7.95"),
        ("It isn't true that the price is $7.95", "$7.95"),
        ("It is false that the price is $7.95", "$7.95"),
        ("The price is about $7.95", "$7.95"),
        ("The price is $7.95 or $9.95", "$7.95"),
        ("$7.95 (or $9.95)", "$7.95"),
        ("$7.95 ($9.95 for express)", "$7.95"),
        ("more than 30 days", "30 days"),
        ("after 30 days", "30 days"),
        ("up to 30 days", "30 days"),
        ("not within 30 days", "30 days"),
        ("Is it 30 days?", "30 days"),
        ("within 30 weeks", "30 days"),
        ("The price is $8.95", "$7.95"),
        ("blue (not sure)", "blue"),
        ("unknown: blue", "blue"),
        ("If the weather is fine, it is blue", "blue"),
    ],
)
def test_a_denial_an_estimate_and_a_second_answer_are_no_answer(answer: str, accepted: str) -> None:
    assert not is_accepted(answer, [accepted])


@given(st.text(), st.text(min_size=1))
def test_words_around_an_answer_are_left_out_in_any_text_without_an_error(text: str, accepted: str) -> None:
    assert is_accepted(accepted, [accepted])
    is_accepted(text, [accepted])
    is_accepted(f"The answer is {text} ({accepted})", [accepted])
