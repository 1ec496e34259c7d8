"""Where a specification came from and what was decided on the way (`manifest.json`)."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from shopworld.shop.capabilities import Part


class BundleSource(Part):
    """One origin of a specification, anonymised: never a name or an address."""

    label: str
    """`seed 1`, `written by hand`, …"""
    method: Literal["explored", "written", "composed"] = "written"
    note: str = ""
    """For people: what kind of storefront, what was left out."""


class Conflict(Part):
    """A value on which the composed specifications differ."""

    field: str
    """Dotted name, e.g. `cart.type`."""
    values: dict[str, str]
    """What each source says, by its label; values as manuals write them."""
    chosen: str
    rule: str
    """The rule that decided: `any true`, `union`, `majority`, `largest`, …"""


class BundleManifest(Part):
    """Provenance, confidence and conflicts of a specification."""

    schema_version: Literal[1] = 1
    sources: tuple[BundleSource, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    confidence: dict[str, float] = Field(default_factory=dict)
    """How sure the explorer is of a value, 0 to 1, by dotted name."""
    unknown: dict[str, str] = Field(default_factory=dict)
    """Areas or values that nobody could find out, with the reason."""
    by_model: dict[str, str] = Field(default_factory=dict)
    """Values that no probe found out and a language model read off the evidence, with the words it went by."""
    marked: dict[str, str] = Field(default_factory=dict)
    """The marked values of `manual.md` as they were when the bundle was written: tells which side was edited since."""
    withheld: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Digests of what must not be told of the sources, by kind (`shop`, `host`, `name`, `brand`, `product`): shops are
    checked for them."""
