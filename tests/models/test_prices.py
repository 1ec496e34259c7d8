"""Prices: read, overridden, applied; unknown ones stay unknown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError
from shopworld.models import ModelName, PriceList, Usage
from shopworld.models.prices import LongRates, ModelPrice


def test_the_shipped_list_is_dated_and_names_known_providers() -> None:
    shipped = PriceList.read()
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", shipped.as_of)
    assert [str(ModelName.parse(name)) for name in shipped.models] == list(shipped.models)
    assert all(0 < price.input < price.output for price in shipped.models.values())


def test_cached_and_written_tokens_have_rates_of_their_own() -> None:
    price = ModelPrice(input=10, cached=1, cache_write=20, output=100)
    usage = Usage(input_tokens=1_000_000, cached_tokens=500_000, cache_write_tokens=100_000, output_tokens=10_000)
    assert price.cost(usage) == pytest.approx(4 + 0.5 + 2 + 1)
    assert ModelPrice(input=10, output=0).cost(usage) == pytest.approx(10)


def test_a_long_prompt_pays_more() -> None:
    price = ModelPrice(input=1, output=1, above=LongRates(tokens=100, input=2, output=2))
    assert price.cost(Usage(input_tokens=100)) == pytest.approx(100e-6)
    assert price.cost(Usage(input_tokens=101)) == pytest.approx(202e-6)


@given(st.integers(0, 10**7), st.integers(0, 10**7), st.integers(0, 10**6))
def test_a_price_is_never_negative_and_grows(tokens: int, cached: int, output: int) -> None:
    price = ModelPrice(input=3, cached=0.3, output=15)
    usage = Usage(input_tokens=tokens, cached_tokens=min(cached, tokens), output_tokens=output)
    cost = price.cost(usage)
    assert 0 <= cost <= price.cost(usage.model_copy(update={"cached_tokens": 0}))


def test_dates_in_names_are_looked_past_and_unknown_models_have_no_price() -> None:
    prices = PriceList.read()
    assert prices.price("anthropic/claude-sonnet-4-20250514") == prices.models["anthropic/claude-sonnet-4"]
    assert prices.price("openai/gpt-4.1-2025-04-14") == prices.models["openai/gpt-4.1"]
    assert prices.price("vllm/anything") is None
    assert prices.price("openai/gpt-4.1-mega") is None


def test_ones_own_list_goes_over_the_shipped_one(tmp_path: Path) -> None:
    path = tmp_path / "prices.toml"
    path.write_text('as_of = "2026-11-01"\n[models."openai/gpt-5"]\ninput = 7\noutput = 8\n')
    prices = PriceList.with_overrides(path)
    assert (prices.as_of, prices.models["openai/gpt-5"].input) == ("2026-11-01", 7)
    assert "openai/gpt-4.1" in prices.models


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("models = 3", "field 'as_of'"),
        ('as_of = "x"\n[models."a/b"]\ninput = -1\noutput = 1', r"field 'models\.a/b\.input'.*found -1"),
        ("as_of = ", "not TOML"),
    ],
)
def test_a_wrong_list_names_file_and_field(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "prices.toml"
    path.write_text(text)
    with pytest.raises(InputError, match=rf"prices\.toml.*{said}"):
        PriceList.read(path)
