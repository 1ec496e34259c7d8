"""What every kind of check is: one class that says all there is to say of it. A kind is one module of `kinds/`.

A kind knows nothing of browsers or agents: what they have to do, it says as data (`plan.py`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache, reduce
from operator import or_
from typing import Annotated, Any, ClassVar, Self, TypeGuard

from pydantic import BaseModel, ConfigDict, Field, GetCoreSchemaHandler, GetJsonSchemaHandler, TypeAdapter
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from shopworld.catalog import Catalog
from shopworld.tasks.checks.end_states import Acts, EndState, StateGrade
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.plan import PlanStep
from shopworld.tasks.checks.porting import NotPortable, Twin
from shopworld.tasks.checks.registry import Registry
from shopworld.tasks.checks.result import CheckResult
from shopworld.tasks.evidence import EpisodeEvidence
from shopworld.tasks.offers import Group, OfferAddress, names_of


class AnswerForm(StrEnum):
    """What a check looks for in the answer."""

    NONE = "none"
    OFFERS = "offers"
    """Addresses of all offers that are asked for."""
    ONE_OFFER = "one offer"
    """The address of one offer, which comes first."""
    TEXT = "text"
    PRODUCT = "product"
    """The id of a product, recommended by tools over a catalog."""


def _read(value: Any) -> Check:
    """A check of any kind, from what a file says."""
    if isinstance(value, Check):
        return value
    named = value.get("type") if isinstance(value, dict) else None
    if isinstance(named, str):
        KINDS.find(named)
    return _any_of(tuple(KINDS.known().values())).validate_python(value)


class Check(BaseModel, ABC):
    """A typed, declarative condition over an episode: immutable, unknown fields refused.

    A kind defines its fields, `type` and `meaning`, and the methods that say something else of it than these do here:
    at least `grade` and `words`. A field of this class reads any kind that is known (`KINDS`) by its `type`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    meaning: ClassVar[str]
    """What it asks for, as judges are told who see its fields as JSON."""
    answer: ClassVar[AnswerForm] = AnswerForm.NONE
    counts: ClassVar[bool] = False
    """Whether precision and recall are made of its results."""
    in_tools: ClassVar[bool] = False
    """Whether tools over a catalog can meet it, and not shops."""
    needs_catalog: ClassVar[bool] = False
    """Whether it is graded against a catalog."""
    needs_orders: ClassVar[bool] = False
    """Whether it is graded by orders: records that do not tell who bought cannot be graded by it."""

    minds: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that are harmless elsewhere and that it looks at, e.g. `contact_sent`."""

    type: str
    """Name of the kind; each kind has its own."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        if not cls.__abstractmethods__:
            return handler(source)
        return core_schema.no_info_plain_validator_function(_read)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(_any_of(tuple(KINDS.all().values())).core_schema if cls.__abstractmethods__ else schema)

    # What it asks for.

    @property
    def returns(self) -> tuple[Group, ...]:
        """Of each group one offer is to be returned: named, left in a cart, ordered."""
        return ()

    @property
    def visits(self) -> tuple[Group, ...]:
        """Of each group the page of one offer is to be shown."""
        return ()

    @property
    def controls(self) -> frozenset[str]:
        """What it needs of a listing's controls: `filter`, `sort`."""
        return frozenset()

    # Grading.

    @abstractmethod
    def grade(self, evidence: EpisodeEvidence, hosts: Mapping[str, str], catalog: Catalog | None = None) -> CheckResult:
        """Grades an episode. Pure: the same evidence gives the same result.

        Args:
            evidence: what happened.
            hosts: host of each shop to its id, to read submitted addresses by.
            catalog: what products are compared with, where the kind needs one.

        Raises:
            TaskError: it needs a catalog, and there is none.
        """

    def unplayed(self) -> CheckResult | None:
        """What is recorded of it where an agent raised or hung; None: nothing."""
        return None

    def checkpoints(self, evidence: EpisodeEvidence) -> Iterator[bool]:
        """What counts as a visit in WebMall's checkpoint score, and whether it was made."""
        for group in (*self.returns, *self.visits):
            yield not evidence.viewed.keys().isdisjoint(group)

    def came_to(self, evidence: EpisodeEvidence, hosts: Mapping[str, str]) -> Iterable[OfferAddress]:
        """The offers that were returned in the way that it looks at, right or wrong."""
        return ()

    # Words.

    @abstractmethod
    def words(self) -> tuple[str, Iterable[str]]:
        """For people: a sentence that says what must be so, and the answers and conditions, one a line."""

    def shown(self) -> Iterator[str]:
        """Its fields for people who look at a task, one a line."""
        for number, group in enumerate(getattr(self, "groups", ()), start=1):
            yield f"{number}. {names_of(group)}"
        for name, value in self.model_dump(exclude={"type", "groups"}, exclude_defaults=True).items():
            yield f"{name}: {_plain(value)}"

    # Validation.

    def problems(self, ground: Ground) -> Iterator[str]:
        """What makes it unfair or impossible to meet in its mall or catalog, for people."""
        yield from ()

    def warnings(self, ground: Ground) -> Iterator[str]:
        """What should be looked at, for people."""
        yield from ()

    # Solving.

    def choice(self, ground: Ground) -> tuple[OfferAddress, ...]:
        """What must be returned, where it matters to it which offers of the groups are; empty where any will do."""
        return ()

    def admits(self, offers: Sequence[OfferAddress], ground: Ground) -> bool:
        """Whether it can hold where just those offers are returned, which the groups of all checks allow."""
        return True

    def plan(self, offers: Sequence[OfferAddress], ground: Ground) -> Iterator[PlanStep]:
        """How it is met, where those offers are returned; nothing where it is met by doing nothing."""
        yield from ()

    # Proofs and the audit of its grading.

    def is_answered_by(self, offers: Sequence[OfferAddress]) -> bool:
        """Whether offers hold one of each group and nothing else."""
        groups = self.returns or self.visits
        accepted = {address for group in groups for address in group}
        return accepted.issuperset(offers) and not any(set(offers).isdisjoint(group) for group in groups)

    def near_misses(self, ground: Ground) -> Iterator[tuple[OfferAddress, ...]]:
        """Whole answers that all other checks accept and that it refuses."""
        yield from ()

    def ways_off(self, number: int, whole: Acts, left_out: Acts, ground: Ground) -> Iterator[tuple[str, Acts]]:
        """What is right at the end, and was come by in another way than it asks for: a name, and what happens.

        Args:
            number: its place among the task's checks.
            whole: what happens in the right end state.
            left_out: the same, nothing of it done for this check.
            ground: of the task.
        """
        yield from ()

    def states(self, ground: Ground) -> Iterator[EndState]:
        """End states derived from the right one, each known to be wrong by it, or right altogether."""
        yield from ()

    def part_verdicts(self, ground: Ground) -> Iterator[StateGrade]:
        """What the grading says of its parts, each tried by itself."""
        yield from ()

    # Porting.

    def port(self, twin: Twin) -> Check:
        """The same check for the twin of its shop.

        Raises:
            NotPortable: it cannot be asked there.
        """
        raise NotPortable(f"tasks with a check {self.type} are not ported")

    def differs(self, ported: Self, twin: Twin) -> bool:
        """Whether an answer or a group of products is another one in the twin."""
        return False


@lru_cache(maxsize=8)
def _any_of(kinds: tuple[type[Check], ...]) -> TypeAdapter[Check]:
    """Reads a check of one of these kinds by its `type`."""
    union: Any = reduce(or_, kinds)
    return TypeAdapter(Annotated[union, Field(discriminator="type")])


def kind_name(kind: type[Check]) -> str:
    """The name of a kind: what stands in `type`."""
    return str(kind.model_fields["type"].default)


def _is_kind(found: object) -> TypeGuard[type[Check]]:
    is_whole = isinstance(found, type) and issubclass(found, Check) and not found.__abstractmethods__
    return is_whole and hasattr(found, "meaning")


KINDS: Registry[type[Check]] = Registry(
    what="check", package="shopworld.tasks.checks.kinds", group="shopworld.checks", accepts=_is_kind, name_of=kind_name
)
"""All kinds: those of `kinds/`, and those that installed packages bring (entry points of the group)."""


def _plain(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {one}" for name, one in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
