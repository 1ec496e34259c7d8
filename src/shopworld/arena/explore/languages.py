"""What storefronts in other languages say: phrases of `languages.toml` as patterns."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent / "languages.toml"
_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""Scripts that write words without spaces between them, or join endings to them."""


@cache
def _phrases() -> Mapping[str, list[str]]:
    data: dict[str, list[str]] = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    return data


@cache
def said(name: str) -> str:
    """A pattern of what shops say in other languages for something: a key of `languages.toml`."""
    apart: list[str] = []
    joined: list[str] = []
    for phrase in _phrases()[name]:
        pattern = phrase[:-1] + r"\w*" if phrase.endswith("*") else phrase
        (joined if _UNSPACED.search(phrase) else apart).append(pattern)
    return "|".join([rf"\b(?:{'|'.join(apart)})(?!\w)", *joined]) if apart else "|".join(joined)
