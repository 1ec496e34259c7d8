"""Whether a text names the value of a requirement: by itself, by an alias, or by an inflection of either."""

from __future__ import annotations

from shopworld.catalog.stems import stems
from shopworld.guru.intent.features import RubricFeature, contains, spellings
from shopworld.tasks.rubrics import AttributeMatch, NegativeAttribute, NumericRange, ReviewOpinion


def names_value(words: tuple[str, ...], feature: RubricFeature) -> bool:
    """Whether a text names the value.

    Args:
        words: stems of the text.
        feature: the requirement; a budget is never named by a text.
    """
    return any(contains(words, name) for name in names_of(feature))


def names_of(feature: RubricFeature) -> list[tuple[str, ...]]:
    """All that names the value of a requirement, as stems."""
    rubric = feature.rubric
    names: tuple[str, ...] = ()
    match rubric:
        case AttributeMatch() if isinstance(rubric.value, str):
            names = spellings(rubric.attribute, rubric.value)
        case AttributeMatch() | NumericRange():
            names = (feature.text,)
        case NegativeAttribute():
            names = tuple(name for value in rubric.values for name in spellings(rubric.attribute, value))
        case ReviewOpinion():
            names = (rubric.aspect,)
    return [stems(name) for name in names]
