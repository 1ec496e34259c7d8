"""How a shop speaks."""

from __future__ import annotations

from shopworld.shop.capabilities import Capabilities
from shopworld.shop.voice import voice_of


def test_the_first_known_word_of_the_tone_decides() -> None:
    plain, warm = voice_of(Capabilities()), voice_of(Capabilities(tone=("unheard-of", "warm", "technical")))
    assert plain != warm
    assert voice_of(Capabilities(tone=("Warm",))) is warm
    assert voice_of(Capabilities(tone=("unheard-of",))) is plain
