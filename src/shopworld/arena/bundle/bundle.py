"""A specification as one value: manual, capabilities, statistics, style, promises and where it all came from."""

from __future__ import annotations

from dataclasses import dataclass, field

from shopworld.arena.bundle.goods import GoodsBands
from shopworld.arena.bundle.manifest import BundleManifest
from shopworld.arena.bundle.promises import ShopPromises
from shopworld.arena.bundle.statistics import Statistics
from shopworld.arena.bundle.values import PREFIXES, flat, text_of, value_types
from shopworld.shop import Capabilities, Fonts, Palette, Part, Style

NEUTRAL_STYLE = Style(
    palette=Palette(
        background="#ffffff",
        foreground="#1c1e21",
        accent_primary="#1c1e21",
        accent_secondary="#8a6d3b",
        surface_muted="#f4f4f2",
        border="#dcdcd8",
    ),
    fonts=Fonts(heading="Manrope", body="Source Sans Pro"),
)
"""The look of a specification without `style.json` (ShopGym's release has none)."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A value that was edited in one of the two places where it stands, and now holds in both."""

    name: str
    before: str
    after: str
    edited_in: str
    """`manual.md`, or the name of the JSON file."""


@dataclass(frozen=True, slots=True)
class SpecificationBundle:
    """What a shop is like.

    Attributes:
        manual: prose with marked values, which agree with the other parts.
        capabilities: what the storefront can do.
        statistics: numbers of its catalog and pages.
        style: its look.
        promises: thresholds, fees and periods of its policies.
        manifest: provenance and conflicts.
        goods: the kinds of goods that it sells; empty where its category decides.
        edits: what was edited by hand since the bundle was written, as `read_bundle` found it.
    """

    manual: str
    capabilities: Capabilities
    statistics: Statistics
    style: Style = NEUTRAL_STYLE
    promises: ShopPromises = field(default_factory=ShopPromises)
    manifest: BundleManifest = field(default_factory=BundleManifest)
    goods: GoodsBands = field(default_factory=GoodsBands)
    edits: tuple[Edit, ...] = field(default=(), compare=False)

    def values(self) -> dict[str, str]:
        """All values that can be marked, by dotted name, as manuals write them."""
        parts: tuple[Part, ...] = (self.capabilities, self.statistics, self.style, self.promises)
        unsaid = dict.fromkeys(value_types(), text_of(None))  # what no part says is in no file either
        return unsaid | {
            prefix + name: text_of(value)
            for prefix, part in zip(PREFIXES, parts, strict=True)
            for name, value in flat(part.model_dump(mode="json"))
            if prefix + name in value_types()
        }
