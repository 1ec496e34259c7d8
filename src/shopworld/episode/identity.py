"""Who tries what: the key of an episode and its unguessable label."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass

import orjson

from shopworld.errors import EpisodeError

SECRET_BYTES = 16
"""Least length of a run's secret."""


@dataclass(frozen=True, slots=True)
class EpisodeIdentity:
    """The key of one try. A retry after an infrastructure fault has the next `attempt` and is a new episode."""

    agent: str
    task: str
    trial: int = 0
    attempt: int = 0

    def label(self, secret: bytes) -> str:
        """A DNS label (`e` and 19 hex digits) that only the holder of the run's secret can compute.

        Args:
            secret: the run's secret, 16 bytes or more.

        Raises:
            EpisodeError: the secret is too short to keep one.
        """
        if len(secret) < SECRET_BYTES:
            raise EpisodeError(f"a run's secret of {len(secret)} bytes: expected {SECRET_BYTES} or more")
        # As a JSON list: no two keys are written alike, whatever characters are in them.
        key = orjson.dumps([self.agent, self.task, self.trial, self.attempt])
        return "e" + hmac.new(secret, key, hashlib.sha256).hexdigest()[:19]
