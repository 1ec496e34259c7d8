"""Words of titles that every engine reads alike: letters and digits only."""

from __future__ import annotations

import re

_WORD = re.compile(r"(?<![A-Za-z0-9-])[A-Za-z]{2,}(?![A-Za-z0-9-])")


def plain_words(title: str) -> list[str]:
    """The words of a title that hold letters only, each once, in lower case."""
    return list(dict.fromkeys(word.lower() for word in _WORD.findall(title)))
