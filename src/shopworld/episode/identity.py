"""Who tries what: the key of an episode and its unguessable label."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EpisodeIdentity:
    """The key of one try. A retry after an infrastructure fault has the next `attempt` and is a new episode."""

    agent: str
    task: str
    trial: int = 0
    attempt: int = 0

    def label(self, secret: bytes) -> str:
        """A DNS label (20 hex digits) that only the holder of the run's secret can compute.

        Args:
            secret: the run's secret, 16 bytes or more.
        """
        key = "\x1f".join((self.agent, self.task, str(self.trial), str(self.attempt)))
        return "e" + hmac.new(secret, key.encode(), hashlib.sha256).hexdigest()[:19]
