"""Tasks and suites: intent, start, limits and checks, as JSON anyone can read."""

from __future__ import annotations

from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from shopworld.tasks.canary import CANARY
from shopworld.tasks.checks import Check
from shopworld.tasks.offers import Group
from shopworld.tasks.shopper import Shopper

Kind = TypeVar("Kind")


class TaskModel(BaseModel):
    """Base of task records: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Constraint(TaskModel):
    """A machine-readable requirement of a generated task, for the second solver: attribute, relation, value."""

    attribute: str
    """Canonical attribute name, or `brand`, `price`, `kind`, `title`, `product`."""
    relation: Literal[
        "equals",
        "not_equals",
        "at_least",
        "at_most",
        "more_than",
        "less_than",
        "contains",
        "one_of",
        "largest",
        "smallest",
    ]
    """`largest` and `smallest` hold for the extreme among the offers that meet the other constraints of the wish."""
    value: str | float | bool | tuple[str, ...] = ""
    unit: str | None = None
    wish: int = 0
    """Which of several things wanted it belongs to, from 0."""


class DifficultyFactors(TaskModel):
    """What makes a comparison task hard, counted over the mall it was made for."""

    shops: int = Field(ge=1)
    """Shops that hold something that fits: an answer, or what an answer is cheaper than."""
    near_duplicates: int = Field(ge=0)
    """Offers of the same kind that are no answers and whose titles share at least half of their words with one."""
    page_only: bool = False
    """Whether some requirement can be seen on an answer's own page alone: neither its title nor a filter says it."""
    pages_deep: int = Field(ge=1)
    """The deepest page of a category listing, in the shop's usual order, that has to be reached for an answer."""


class Limits(TaskModel):
    """When an episode is cut off; a limit never passes."""

    steps: int = 50
    seconds: float = 600.0


class Evolution(TaskModel):
    """How the query of a task came about (DeepShop, section 3), with its sub-queries in words."""

    query: str
    """Id of the query before any round, which all rounds share."""
    parent: str = ""
    """Id of the seed that a diverse query was made from; empty for seeds."""
    round: int = Field(ge=0)
    attribute: str | None = None
    """What is wanted: the thing and its attributes."""
    filter: str | None = None
    sort: str | None = None
    attributes: int = 0
    """Number of attributes, the thing itself among them."""
    filters: int = 0
    sorts: int = 0
    steps: tuple[str, ...] = ()
    """What each round added, as `aspect:topic`."""
    answers: tuple[int, ...] = ()
    """How many offers answered the query before the first round and after each one."""
    web_name: str = ""
    """Of an imported query: the site that it was written for."""
    web: str = ""
    """Of an imported query: the address of that site."""


class PosedTask(TaskModel):
    """What is known of a task where it is played: nothing that tells what is right."""

    id: str
    goal: str
    """What the agent is given."""
    environment: Literal["browser", "tools"] = "browser"
    start: str = ""
    """Address of the first page, in a browser."""
    shopper: Shopper | None = None
    """Who can be asked, in the tool sandbox."""
    limits: Limits = Limits()


class Task(TaskModel):
    """One task."""

    id: str
    """Stable; file-name safe."""
    revision: int = 1
    template: str
    """The unit that standard errors cluster by: tasks made from the same template share it."""
    category: str
    """One of WebMall's eleven, e.g. `find_specific_product`, or of EComAgentBench's eight intents."""
    set: str = ""
    """`basic` or `advanced`."""
    difficulty: str = ""
    """`easy`, `medium`, `hard`; of hidden intent the number of implicit requirements."""
    factors: DifficultyFactors | None = None
    """Of a comparison task: what its difficulty is computed from."""
    source: Literal["generated", "release"] = "generated"
    intent: str
    """What the user wants, without instructions on shops and submission."""
    instructions: str = ""
    """What stands before the intent: the shops, how to submit. `{shop_1}`… are already filled in."""
    environment: Literal["browser", "tools"] = "browser"
    """How the agent meets the shops: pages in a browser, or functions over the catalog."""
    start: str = ""
    """Address of the first page, in a browser."""
    shopper: Shopper | None = None
    """Who can be asked, in the tool sandbox; never shown to an agent."""
    limits: Limits = Limits()
    checks: tuple[Check, ...] = Field(min_length=1)
    near_misses: tuple[Group, ...] = ()
    """Wrong answers that look right; each is a whole answer (all of its offers are given) and must fail."""
    constraints: tuple[Constraint, ...] = ()
    objective: Literal["all", "cheapest", "cheapest_each", ""] = ""
    """What generated tasks ask for among the offers that satisfy the constraints."""
    group_by: str = ""
    """Attribute that tells the groups of `cheapest_each` apart."""
    defects: tuple[str, ...] = ()
    """What is wrong with an imported task, for people."""
    note: str = ""
    evolution: Evolution | None = None
    """Of an evolved query: how it came about."""

    @property
    def goal(self) -> str:
        """What the agent is given."""
        return f"{self.instructions}\n\n{self.intent}".strip() if self.instructions else self.intent

    @property
    def posed(self) -> PosedTask:
        """The task without checks, near misses, and all else that tells what is right."""
        shopper = self.shopper.as_asked if self.shopper is not None else None
        return PosedTask(
            id=self.id,
            goal=self.goal,
            environment=self.environment,
            start=self.start,
            shopper=shopper,
            limits=self.limits,
        )

    @property
    def compares(self) -> bool:
        """Whether the cheapest is asked for, so that what costs more must have been seen too."""
        return self.objective in ("cheapest", "cheapest_each") or "cheapest" in self.category

    def checks_of(self, kind: type[Kind]) -> tuple[Kind, ...]:
        """Its checks of one kind, in order."""
        return tuple(one for one in self.checks if isinstance(one, kind))


class Suite(TaskModel):
    """A named, versioned set of tasks for one mall, or (in the tool sandbox) for one catalog."""

    name: str
    version: str
    mall: str = ""
    """Name of the mall it was made for; empty where it was made for a catalog."""
    mall_hash: str = ""
    """Content hash of that mall; a run refuses another one."""
    catalog: str = ""
    """Name of the catalog it was made for; empty where it was made for a mall."""
    catalog_hash: str = ""
    """Content hash of that catalog; a run refuses another one."""
    seed: int | None = None
    """That it was made from; None where there is none, or where it is sealed."""
    commitment: str = Field(default="", pattern=r"^([0-9a-f]{64})?$", exclude_if=lambda value: not value)
    """Of a sealed suite: the hash of its seed, see `shopworld.tasks.seals`."""
    description: str = ""
    canary: str = CANARY
    """See `shopworld.tasks.canary`; a suite that was made before it had a GUID keeps its own."""
    tasks: tuple[Task, ...]
