"""A shop folder whose theme and data can be broken on purpose."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import shopworld.shop.look as look

TEMPLATES = Path(look.__path__[0]) / "templates"


@dataclass(frozen=True)
class BreakableShop:
    """A shop folder, to be broken."""

    path: Path

    def template(self, name: str, old: str, new: str) -> None:
        """Lays a changed copy of a shipped template over it."""
        source = (TEMPLATES / name).read_text(encoding="utf-8")
        assert old in source, f"{name} does not hold {old!r}"
        self.write(f"theme/templates/{name}", source.replace(old, new))

    def style(self, css: str) -> None:
        """Adds a style."""
        self.write("theme/styles/broken.css", css)

    def data(self, name: str, change: Callable[[Any], object]) -> None:
        """Changes a file of `data/` in place."""
        file = self.path / "data" / name
        content = json.loads(file.read_bytes())
        change(content)
        file.write_text(json.dumps(content), encoding="utf-8")

    def write(self, name: str, text: str) -> None:
        """Writes a file."""
        file = self.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
