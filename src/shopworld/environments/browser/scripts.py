"""The JavaScript that runs in pages, read once from the files beside this module."""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def script(name: str) -> str:
    """The text of `<name>.js` in this package."""
    return (files(__package__) / f"{name}.js").read_text(encoding="utf-8")
