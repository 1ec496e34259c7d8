"""The home page: its sections in order."""

from __future__ import annotations

from shopworld.arena.explore.findings import LIKELY, SURE
from shopworld.arena.explore.probes.home_sections import HomeSection, sections_of
from shopworld.arena.explore.probes.home_types import type_of
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.scene import Scene

_SECTION = "Homepage"
_MEAN_OF_SURE = 0.9


def _run(scene: Scene) -> None:
    findings = scene.findings
    with scene.session() as session:
        session.open(scene.site.start)
        sight = session.scroll_through()
        scene.keep("home", session, sight, whole=True)
        found = sections_of(sight, scene.site)
        if not found:
            raise LookupError("the home page could not be cut into sections")
        types: list[str] = []
        other: list[str] = []
        confidences: list[float] = []
        for section in found:
            kind, confidence = type_of(section)
            if kind:
                types.append(kind)
                confidences.append(confidence)
                findings.say(_SECTION, f"Section {section.position + 1}: {_describe(section, kind)}.")
            else:
                other.append(f"section {section.position + 1}: {_shape(section)}")
        mean = sum(confidences) / len(confidences) if confidences else 0.0
        findings.found("homepage.section_types", types, round(mean * (len(types) / len(found)), 2))
        counted = SURE if not other and mean >= _MEAN_OF_SURE else LIKELY
        findings.found("homepage.section_count", len(found), counted)
        findings.found("stats.homepage_section_count", len(found), counted)
        if other:
            findings.other["homepage.section_types"] = "; ".join(other)


def _describe(section: HomeSection, kind: str) -> str:
    return f"{kind.replace('_', ' ')}, {_shape(section)}"


def _shape(section: HomeSection) -> str:
    """What lies in a section, counted."""
    parts = []
    for count, one, many in (
        (len(section.cards), "product", "products"),
        (len(section.pictures), "picture", "pictures"),
        (len(section.videos), "video", "videos"),
        (len(section.quotes), "quotation", "quotations"),
        (len(section.links), "link", "links"),
    ):
        if count:
            parts.append(f"{count} {one if count == 1 else many}")
    return ", ".join(parts) or "text only"


PROBE = Probe(
    "homepage_sections",
    9,
    ("homepage.section_types", "homepage.section_count"),
    _run,
    lambda _: "capture all of `/`; cut it into sections from top to bottom; name each by what lies in it",
)
