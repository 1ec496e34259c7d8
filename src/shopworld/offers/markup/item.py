"""Things that a page describes, in one shape for all syntaxes; references are followed, circles are cut."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_SPACE = re.compile(r"\s+")
_NAME_OF_TYPE = re.compile(r"[/#:]([^/#:]+)/?$")


@dataclass(frozen=True, slots=True)
class MarkupItem:
    """One thing with its properties.

    Attributes:
        values: properties by plain name; `@type` and `@id` as in JSON-LD.
        nodes: all things of the page that have an id, for references.
        above: ids of the things that it stands in, for circles.
        depth: how many things it stands in.
    """

    values: Mapping[str, Any]
    nodes: Mapping[str, Mapping[str, Any]]
    above: frozenset[str] = frozenset()
    depth: int = 0

    @property
    def id(self) -> str:
        """Its id; empty without one."""
        found = self.values.get("@id")
        return found if isinstance(found, str) else ""

    @property
    def types(self) -> frozenset[str]:
        """Names of its types without the vocabulary: `Product`."""
        found = _listed(self.values.get("@type"))
        return frozenset(plain_name(one) for one in found if isinstance(one, str))

    def of(self, name: str) -> Iterator[str | MarkupItem]:
        """What stands under a property: texts, and things."""
        for one in _listed(self.values.get(name)):
            if isinstance(one, Mapping):
                inner = self._inner(one)
                if inner is not None:
                    yield inner
            elif isinstance(one, str):
                yield one
            elif isinstance(one, int | float) and not isinstance(one, bool):
                # Numbers of JSON write decimals behind a dot; four of them leave no doubt that they are no thousands.
                yield f"{one:.4f}" if isinstance(one, float) else str(one)

    def items(self, name: str) -> list[MarkupItem]:
        """The things under a property."""
        return [one for one in self.of(name) if isinstance(one, MarkupItem)]

    def text(self, *names: str) -> str:
        """The first text under one of the properties; of a thing its name, value or id."""
        return next(iter(self.texts(*names)), "")

    def texts(self, *names: str) -> tuple[str, ...]:
        """All texts under the properties."""
        found = []
        for name in names:
            for one in self.of(name):
                text = one if isinstance(one, str) else one.text("name", "value", "url", "contentUrl", "text") or one.id
                if text and text.strip():
                    found.append(text.strip())
        return tuple(dict.fromkeys(found))

    def word(self, *names: str) -> str:
        """The first text as one line."""
        return _SPACE.sub(" ", self.text(*names)).strip()

    def _inner(self, value: Mapping[str, Any]) -> MarkupItem | None:
        name = value.get("@id")
        name = name if isinstance(name, str) else ""
        if name and name in self.above:
            return None
        referred = self.nodes.get(name) if name else None
        whole = value if referred is None or len(value) > len(referred) else {**value, **referred}
        if "@value" in whole:
            return MarkupItem({"value": whole["@value"]}, {}, self.above, self.depth + 1)
        above = self.above | {name} if name else self.above
        return MarkupItem(whole, self.nodes, above, self.depth + 1)


def plain_name(name: str) -> str:
    """A name without its vocabulary: `http://schema.org/Product` is `Product`."""
    found = _NAME_OF_TYPE.search(name)
    return found[1] if found else name


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
