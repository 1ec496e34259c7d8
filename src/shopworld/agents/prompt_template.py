"""Prompts as templates: one readable file, in parts."""

from __future__ import annotations

import re
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import minijinja

_PART = re.compile(r"^\{# part: (\w+) #\}\n", re.MULTILINE)


class PromptTemplate:
    """A file of parts, each headed by a line such as `{# part: system #}`.

    Args:
        path: of the file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def write(self, part: str, **values: Any) -> str:
        """One part of the prompt.

        Args:
            part: its name.
            values: what it prints.
        """
        return _environment().render_str(self._parts[part], **values).strip()

    @cached_property
    def _parts(self) -> dict[str, str]:
        _, *split = _PART.split(self.path.read_text(encoding="utf-8"))
        return dict(zip(split[::2], split[1::2], strict=True))


@cache
def _environment() -> minijinja.Environment:
    return minijinja.Environment(
        auto_escape_callback=lambda _name: False,  # a prompt is plain text
        undefined_behavior="strict",
        trim_blocks=True,
        lstrip_blocks=True,
    )
