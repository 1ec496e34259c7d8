from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.errors import InputError
from shopworld.goods.departments import default_departments
from shopworld.goods.merchants.grammar import Grammar, MerchantVoice, check_classes
from shopworld.goods.merchants.lexicon import lexicon_of

NAMES = {"name": "Acme One", "brand": "Acme", "noun": "lamp", "series": "Acme"}


def write(text: str, seed: int = 1, **classes: tuple[str, ...]) -> str:
    grammar = Grammar({"quick": ("quick", "swift")})
    read = {name: grammar.read_all(texts) for name, texts in classes.items()}
    return MerchantVoice(read, NAMES, Random(seed)).write(grammar.read(text))


def test_slots_are_filled_and_sentences_begin_large() -> None:
    assert write("<part> of the {name}.", part=("hinge",)) == "Hinge of the Acme One."
    assert write("the <PART>", part=("hinge",)) == "The HINGE"
    assert write("[one|one] <Part>", part=("<inner>",), inner=("seal",)) == "One Seal"


def test_articles_go_by_the_next_word() -> None:
    assert write("A <part> and an <other>.", part=("axle",), other=("lid",)) == "An axle and a lid."


def test_words_with_synonyms_are_exchanged() -> None:
    assert {write("a quick lamp", seed) for seed in range(30)} == {"A quick lamp", "A swift lamp"}


def test_choices_may_be_empty() -> None:
    assert {write("Lamp[| today].", seed) for seed in range(30)} == {"Lamp.", "Lamp today."}


@given(st.integers(), st.sampled_from(sorted(default_departments().kinds)))
def test_nothing_of_the_notation_is_left_in_any_text(seed: int, kind: str) -> None:
    rng = Random(seed)
    lexicon = lexicon_of(kind)
    voice = MerchantVoice(lexicon.classes, NAMES, rng)
    for patterns in lexicon.stages.values():
        for pattern in rng.sample(patterns, min(4, len(patterns))):
            text = voice.write(pattern)
            assert text
            assert not set("<>{}[]#").intersection(text.replace("< ", "")), text


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(InputError, match="no such class"):
        check_classes({}, [Grammar({}).read("a <part>")], frozenset())
    with pytest.raises(InputError, match="texts may name"):
        check_classes({}, [Grammar({}).read("a {colour}")], frozenset({"name"}))


def test_texts_of_a_kind_leave_its_attributes_alone() -> None:
    words = {str(one) for one in lexicon_of("watch_strap").classes["material"]}
    assert not words & {"leather", "silicone"}, "a strap's material is a fact"
    finishes = {str(one) for one in lexicon_of("mouse").classes["finish"]}
    assert "midnight blue" not in finishes
    assert "matte" in finishes
