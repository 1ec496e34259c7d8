"""The release's texts: tags and escapes taken off, placeholders filled in; the wording stays."""

from __future__ import annotations

import re
from collections.abc import Mapping

_TAG = re.compile(r"</?(?:instructions?|task)>", re.IGNORECASE)
_PLACEHOLDER = re.compile(r"\{\{\s*(?P<name>[A-Za-z_0-9]+)\s*\}\}")


def plain_text(text: str) -> str:
    """Text without the release's tags, with real line breaks for its literal `\\n`, without surplus blank lines."""
    lines = _TAG.sub("", text.replace("\\r", "").replace("\\n", "\n").replace("\\t", " ")).split("\n")
    joined = "\n".join(" ".join(line.split()) for line in lines)
    return re.sub(r"\n{3,}", "\n\n", joined).strip()


def fill_placeholders(text: str, values: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Text with its `{{name}}` placeholders filled in, and the names that have no value (they stay as they are)."""
    missing: dict[str, None] = {}

    def value(found: re.Match[str]) -> str:
        name = found["name"]
        if not values.get(name):
            missing.setdefault(name)
            return found.group()
        return values[name]

    return _PLACEHOLDER.sub(value, text), tuple(missing)
