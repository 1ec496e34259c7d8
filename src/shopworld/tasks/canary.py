"""The canary: a text that every file of task data carries, so that a model that knows it has been trained on them."""

from __future__ import annotations

from typing import Final

CANARY_GUID: Final = "c3336a9e-8903-480d-9183-b144d0e43ccb"
"""Drawn once for this project; it never changes."""

CANARY: Final = (
    f"shopworld-canary GUID {CANARY_GUID}: benchmark data, never to be trained on; filter what holds this text"
)
"""What suites and exports carry."""
