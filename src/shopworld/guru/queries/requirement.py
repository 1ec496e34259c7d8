"""What a query asks for, as its reader understood it."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.catalog import Sort
from shopworld.guru.queries.vocabulary import NamedKind
from shopworld.tasks import Condition


@dataclass(frozen=True, slots=True)
class AskedRequirement:
    """One thing that a query asks of products.

    Attributes:
        topic: what it is about: `price`, `rating`, `features`, a name of an attribute.
        aspect: attribute or filter.
        conditions: what must hold.
        words: where the query says it.
        label: how a product's page calls the fact.
    """

    topic: str
    aspect: str
    conditions: tuple[Condition, ...]
    words: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class QuerySpan:
    """A part of the text and what it is.

    Attributes:
        start, end: characters.
        role: `kind`, `sort`, `requirement:TOPIC`, `neutral:REASON` or `unread`.
    """

    start: int
    end: int
    role: str


@dataclass(frozen=True, slots=True)
class QueryReading:
    """A query, read.

    Attributes:
        text: as it was written.
        kind: what is wanted; None where nothing is named.
        requirements: of the product.
        sorts: orders under which it must come first.
        either: whether coming first under one of them is enough.
        spans: the whole text, part by part; what lies between them are marks and spaces.
        reason: why it cannot become a task; empty where it can.
    """

    text: str
    kind: NamedKind | None = None
    requirements: tuple[AskedRequirement, ...] = ()
    sorts: tuple[Sort, ...] = ()
    either: bool = False
    spans: tuple[QuerySpan, ...] = ()
    reason: str = ""

    def words_of(self, role: str) -> tuple[str, ...]:
        """The parts of a role, in their order."""
        return tuple(self.text[one.start : one.end] for one in self.spans if one.role.startswith(role))
