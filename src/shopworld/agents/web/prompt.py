"""Writes the prompt from its template."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from shopworld.agents.prompt_template import PromptTemplate

TEMPLATE = PromptTemplate(Path(__file__).with_name("prompt.md"))


def write_part(part: str, **values: Any) -> str:
    """One part of the prompt.

    Args:
        part: `system`, `task` or `page`.
        values: what it prints.
    """
    return TEMPLATE.write(part, **values)
