"""What holds workers: they play a run, and need neither its suite nor what others played."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shopworld.jail import Level, Policy


@dataclass(frozen=True, slots=True)
class WorkerJail:
    """What holds workers.

    Attributes:
        level: of the jail.
        policy: what each sees besides its own folder.
        variables: added to its environment.
    """

    level: Level
    policy: Policy
    variables: Mapping[str, str]
