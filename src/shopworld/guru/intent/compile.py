"""Typed rubrics with ids and sources, fixed before any text is there; then the words that say each."""

from __future__ import annotations

from collections.abc import Iterable

from shopworld.guru.intent.expression import Expression
from shopworld.guru.intent.realise import Brief, SampleWording
from shopworld.tasks.rubrics import EntityMatch, Rubric, Source


def compile_rubrics(brief: Brief) -> tuple[Rubric, ...]:
    """The rubrics of a sample: what the thing is, then the query's, the profile's, and those of questions.

    Ids, types, values, sources and what is to be implicit are final; words are still missing.
    """
    thing = EntityMatch(id="r1", source=Source.QUERY, entity=brief.thing.name, title_span=brief.thing.span)
    parts = brief.partition
    by_source = (
        (Source.QUERY, (*parts.query, *brief.beside)),
        (Source.PERSONA, parts.persona),
        (Source.CLARIFICATION, parts.clarification),
    )
    rubrics: list[Rubric] = [thing]
    for source, features in by_source:
        for feature in features:
            implicit = source is Source.QUERY and feature.name in parts.implicit
            update = {"id": f"r{len(rubrics) + 1}", "source": source, "implicit": implicit}
            rubrics.append(feature.rubric.model_copy(update=update))
    return tuple(rubrics)


def with_words(rubrics: Iterable[Rubric], brief: Brief, wording: SampleWording) -> tuple[Rubric, ...]:
    """The same rubrics with their surfaces.

    Args:
        rubrics: of `compile_rubrics`.
        brief: they were compiled from.
        wording: of the brief.
    """
    said: list[Expression] = [*wording.said, *wording.stated, *(one.expression for one in wording.answers)]
    surfaces = [brief.thing.spoken, *(one.surface for one in said)]
    return tuple(
        rubric.model_copy(update={"surface": surface}) for rubric, surface in zip(rubrics, surfaces, strict=True)
    )
