"""The knowledge table: canonical values, and texts that never name them."""

from __future__ import annotations

import pytest

from shopworld.catalog.attributes.canonical import canonical_attributes, read_value
from shopworld.catalog.stems import stems
from shopworld.guru.intent.features import contains, spellings
from shopworld.guru.intent.paraphrases import paraphrases
from shopworld.guru.intent.phrases import phrases

ENTRIES = [(name, value, said) for name, values in paraphrases().items() for value, said in values.items()]


def test_there_are_more_than_250() -> None:
    assert len(ENTRIES) >= 250


@pytest.mark.parametrize("name", paraphrases())
def test_attributes_may_be_paraphrased_and_are_asked_for(name: str) -> None:
    assert canonical_attributes()[name].implicit
    assert name in phrases()


@pytest.mark.parametrize("name", paraphrases())
def test_values_are_canonical_and_never_named(name: str) -> None:
    for value, said in paraphrases()[name].items():
        read = read_value(name, value)
        assert read is not None, value
        assert read.value in (value, (value,))
        for text in said:
            words = stems(text)
            for spelling in spellings(name, value):
                named = stems(spelling)
                assert not contains(words, named), (value, text)
                assert len(named) == 1 or not set(named) <= set(words), (value, text)


@pytest.mark.parametrize("name", paraphrases())
def test_each_text_stands_for_one_value_of_its_attribute(name: str) -> None:
    texts = [text for said in paraphrases()[name].values() for text in said]
    assert len(texts) == len(set(texts))
