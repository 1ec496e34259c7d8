"""A document of a corpus: one page of a shop as text."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

Kind = Literal["product", "information"]


class Document(BaseModel):
    """One page."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: str
    """Full address; its id."""
    shop: str
    """Host."""
    kind: Kind
    title: str
    text: str
    """What the page says, without title."""
    data: dict[str, Any] = {}
    """Of a product: the same as schema.org's `Product`."""

    @property
    def passage(self) -> str:
        """Title and text, as they are searched."""
        return f"{self.title}\n{self.text}"
