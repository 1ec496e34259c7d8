"""The clarification script: what a question must be about, and what the shopper answers."""

from __future__ import annotations

import random
from collections.abc import Sequence

from shopworld.guru.intent.expression import Expression, in_words
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.phrases import phrases
from shopworld.guru.intent.things import ProductNoun
from shopworld.guru.intent.wording import again_with, wording


def realise_clarification(
    thing: ProductNoun, features: Sequence[RubricFeature], generator: random.Random
) -> list[tuple[Expression, tuple[str, ...], str]]:
    """For each feature its words, the topics of its slot, and the response.

    Args:
        thing: what is wanted.
        features: what the shopper tells when asked.
        generator: of the choice.
    """
    templates = list(wording()["answer"]["responses"])
    generator.shuffle(templates)
    found = []
    for number, feature in enumerate(features):
        expression = in_words(feature, generator)
        response = templates[number % len(templates)].format(again=again_with(thing, [expression.surface]))
        found.append((expression, phrases()[feature.name].topics, response))
    return found
