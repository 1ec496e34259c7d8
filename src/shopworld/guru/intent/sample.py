"""One sample: a target, what is required of it, and in which words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from shopworld.catalog.model import Offer, Review
from shopworld.guru.intent.realise import Brief, SampleWording
from shopworld.tasks.rubrics import Rubric, Source
from shopworld.tasks.shopper import ClarificationScript, Shopper, Slot


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample before it is kept.

    Attributes:
        position: of the target in the inventory.
        offer: the target.
        reviews: all that are stored of it.
        brief: what is required.
        rubrics: the same, typed, with ids, sources and surfaces.
        wording: the words.
    """

    position: int
    offer: Offer
    reviews: tuple[Review, ...]
    brief: Brief
    rubrics: tuple[Rubric, ...]
    wording: SampleWording

    def from_source(self, source: Source) -> tuple[Rubric, ...]:
        """The rubrics of one source."""
        return tuple(one for one in self.rubrics if one.source is source)

    @property
    def implicit(self) -> int:
        """How many rubrics are implicit."""
        return sum(one.implicit for one in self.rubrics)

    def shopper(self, user_id: str) -> Shopper:
        """The shopper: profile and clarification script.

        Args:
            user_id: of the profile.
        """
        rubrics = self.from_source(Source.CLARIFICATION)
        slots = tuple(
            Slot(
                id=f"cl_{number}",
                rubrics=(rubric.id,),
                hidden=f"{answer.expression.feature.name}: {answer.expression.feature.text}",
                topics=answer.topics,
                response=answer.response,
            )
            for number, (rubric, answer) in enumerate(zip(rubrics, self.wording.answers, strict=True), 1)
        )
        script = ClarificationScript(slots=slots, default_response=self.wording.otherwise)
        return Shopper(profile={"user_id": user_id, **self.wording.profile}, clarification=script)


def texts_of(value: object) -> Iterator[str]:
    """All texts in a profile, its field names left out."""
    if isinstance(value, dict):
        for one in value.values():
            yield from texts_of(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_of(one)
    else:
        yield str(value)
