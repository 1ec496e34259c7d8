"""Specifications that come with the project: bundles to generate shops from, and examples to write others after."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def shipped_specifications() -> dict[str, Path]:
    """The folders of the shipped specifications by name."""
    return {path.parent.name: path.parent for path in sorted(_FOLDER.glob("*/capabilities.json"))}
