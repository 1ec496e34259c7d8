"""What holds for a session besides its task: which trial it is, limits, hashes, and what it is graded against."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from shopworld.catalog import Catalog
from shopworld.environments import Pictures
from shopworld.evaluation.provenance import Provenance
from shopworld.evaluation.records import Hashes, Isolation, TrialKey
from shopworld.evaluation.settings import RunSettings
from shopworld.tasks import PosedTask, Task


@dataclass(frozen=True, slots=True)
class Assignment:
    """One attempt to play.

    Attributes:
        key: agent, task and trial.
        attempt: number of earlier attempts that faults cost.
    """

    key: TrialKey
    attempt: int = 0


@dataclass(frozen=True, slots=True)
class PlayOrder:
    """An attempt to play, and all that may be known of its task where it is played.

    Attributes:
        assignment: which one it is.
        task: without what is right.
        solution: the whole task, for the oracle alone.
    """

    assignment: Assignment
    task: PosedTask
    solution: Task | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds for a session besides its task.

    Attributes:
        settings: limits, seed, pictures.
        secret: of the episodes' labels.
        hashes: to be kept with the result, where the session is graded in this process.
        interface: by which the mall is met, as reports call it; empty in the tool sandbox.
        pictures: what the agent wants to see of pages besides the tree.
        isolation: what kept the agent from the answers.
        provenance: what results depend on, where the session may be saved into a run folder.
    """

    settings: RunSettings
    secret: bytes = field(repr=False)
    hashes: Hashes | None = None
    interface: str = ""
    pictures: Pictures = Pictures.NONE
    isolation: Isolation = Isolation.UNKNOWN
    provenance: Provenance | None = None


class Grounds(Protocol):
    """What an episode is graded against."""

    @property
    def hosts(self) -> Mapping[str, str]:
        """Host of each shop to its id; none in the tool sandbox."""

    @property
    def catalog(self) -> Catalog | None:
        """What recommended and chosen products are looked up in."""


def seed_of(seed: int, key: TrialKey) -> int:
    """Of an episode and its agent: from run, task and trial; the same for each agent and each attempt."""
    text = f"{seed}:{key.task}:{key.trial}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")
