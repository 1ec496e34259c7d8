"""The query: an opening with the thing, then sentences with what is asked besides."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from shopworld.guru.intent.expression import Expression, in_words
from shopworld.guru.intent.features import RubricFeature
from shopworld.guru.intent.phrases import money
from shopworld.guru.intent.sampling import Intent
from shopworld.guru.intent.things import ProductNoun
from shopworld.guru.intent.wording import REGISTERS, again_with, with_phrases, wording
from shopworld.tasks.rubrics import BudgetMatch, NegativeAttribute, ReviewOpinion

_OWN_OPENING = 0.6
"""How often a query opens in the manner of its intent."""
_EARLY = ("brand", "colour", "compatible_phone_models", "size")
_SHORT = 45
"""Characters; longer phrases stand alone more often."""


def realise_query(
    intent: Intent,
    thing: ProductNoun,
    features: Sequence[RubricFeature],
    implicit: Collection[str],
    generator: random.Random,
) -> tuple[str, tuple[Expression, ...]]:
    """A query and what it says.

    Args:
        intent: some have openings of their own.
        thing: what is wanted.
        features: what is asked of it.
        implicit: names of the features to paraphrase.
        generator: of all choices.
    """
    register = generator.choice(REGISTERS)
    said = tuple(in_words(one, generator, implicit=one.name in implicit) for one in features)
    plain = [one for one in said if not isinstance(one.feature.rubric, _APART)]
    generator.shuffle(plain)
    plain.sort(key=lambda one: (one.feature.name not in _EARLY, one.implicit and generator.random() < 0.5))
    groups = _groups([one.surface for one in plain], generator)
    first = groups[0] if groups else []
    own = wording()["opening"].get(intent.value)
    openings = own if own and generator.random() < _OWN_OPENING else wording()["opening"][register]
    opening = generator.choice(openings)
    sentences = [opening.format(wanted=with_phrases(thing.wanted, thing.again, first))]
    further = list(wording()["further"][register])
    generator.shuffle(further)
    for number, group in enumerate(groups[1:]):
        sentences.append(further[number % len(further)].format(again=again_with(thing, group)))
    rest = [one for one in said if isinstance(one.feature.rubric, _APART)]
    sentences += _apart(rest, thing, register, generator)
    sentences.append(generator.choice(wording()["closing"][register]))
    return " ".join(sentence for sentence in sentences if sentence), said


_APART = (BudgetMatch, NegativeAttribute, ReviewOpinion)
"""What has sentences of its own."""


def _groups(surfaces: Sequence[str], generator: random.Random) -> list[list[str]]:
    """The phrases by sentence: one to three each, long ones in smaller company."""
    groups: list[list[str]] = []
    waiting = list(surfaces)
    while waiting:
        size = generator.choice((1, 2, 2, 2, 3))
        group = [waiting.pop(0)]
        while waiting and len(group) < size and len(" ".join((*group, waiting[0]))) <= 2 * _SHORT:
            group.append(waiting.pop(0))
        groups.append(group)
    return groups


def _apart(rest: Sequence[Expression], thing: ProductNoun, register: str, generator: random.Random) -> list[str]:
    """The sentences of what is not wanted, of opinions and of the budget."""
    found = []
    used: dict[str, list[str]] = {}
    for one in rest:
        rubric = one.feature.rubric
        section = {NegativeAttribute: "without", ReviewOpinion: "opinion"}.get(type(rubric), "budget")
        if not used.get(section):
            used[section] = list(wording()[section][register])
            generator.shuffle(used[section])
        template = used[section].pop()
        if isinstance(rubric, BudgetMatch):
            found.append(template.format(voucher=one.surface, budget=money(rubric.budget)))
        elif isinstance(rubric, NegativeAttribute):
            found.append(template.format(again=again_with(thing, [one.surface])))
        else:
            found.append(template.format(praise=one.surface))
    return found
