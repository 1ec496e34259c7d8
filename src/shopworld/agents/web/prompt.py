"""Writes the prompt from its template."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import minijinja

TEMPLATE = Path(__file__).with_name("prompt.md")

_PART = re.compile(r"^\{# part: (\w+) #\}\n", re.MULTILINE)


@cache
def _parts() -> dict[str, str]:
    _, *split = _PART.split(TEMPLATE.read_text(encoding="utf-8"))
    return dict(zip(split[::2], split[1::2], strict=True))


@cache
def _environment() -> minijinja.Environment:
    return minijinja.Environment(
        auto_escape_callback=lambda _name: False,  # a prompt is plain text
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )


def write_part(part: str, **values: Any) -> str:
    """One part of the prompt.

    Args:
        part: `system`, `task` or `page`.
        values: what it prints.
    """
    return _environment().render_str(_parts()[part], **values).strip()
