"""Countries and states as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.shop.buying.countries import countries, country_code, state_code


@pytest.mark.parametrize(
    "text", ["USA", "usa", " United States ", "US", "United States of America", "United States (USA)"]
)
def test_the_united_states_have_many_names(text: str) -> None:
    assert country_code(text) == "US"


@given(st.sampled_from(sorted(countries().items())))
def test_every_country_is_known_by_code_and_name(entry: tuple[str, str]) -> None:
    code, name = entry
    assert country_code(code) == country_code(name.upper()) == code


@given(st.text())
def test_an_unknown_country_is_none(text: str) -> None:
    assert country_code(text) in {*countries(), None}


def test_a_state_is_recorded_in_short() -> None:
    assert state_code("US", "Illinois") == state_code("US", " il ") == "IL"
    assert state_code("DE", "Bayern") == "Bayern"


def test_shops_print_names_as_they_always_have() -> None:
    printed = countries()
    assert (printed["US"], printed["GB"], printed["CZ"]) == ("United States (USA)", "United Kingdom (UK)", "Czechia")
    assert list(printed.values()) == sorted(printed.values())
