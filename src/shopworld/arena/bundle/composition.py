"""Several specifications composed into one, by the rules that follow; where they differ, the manifest says so.

- yes-or-no values: yes if any says yes; unknown only if nobody knows;
- lists: the union, in the order in which they are first named; tone is cut to three, homepage sections to the largest
  section count;
- words of the vocabulary: the majority, the first of equals;
- depth of the navigation, number of sections and pages: the largest;
- catalog statistics: the median of the totals, averages and medians, the outer price limits;
- palette and fonts: those of the first specification, as a whole; promises: the first that makes them.

Source: ShopGym, section 2.1.1, and the merge rules of its release for the first four.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Any

from shopworld.arena.bundle.bundle import SpecificationBundle
from shopworld.arena.bundle.goods import mixed
from shopworld.arena.bundle.manifest import BundleManifest, BundleSource, Conflict
from shopworld.arena.bundle.manual import SECTIONS, manual_text, sections_of, title_of, with_values, without_marks
from shopworld.arena.bundle.promises import ShopPromises
from shopworld.arena.bundle.statistics import Statistics
from shopworld.arena.bundle.values import flat, put, text_of, value_types
from shopworld.errors import InputError
from shopworld.shop import Capabilities, Part, Style

TONES = 3
"""Most words of tone in a composed specification."""
_LARGEST = frozenset(
    {
        "site_shell.nav_depth",
        "homepage.section_count",
        "stats.products_per_collection.max",
        "stats.price.max",
        "stats.navigation_depth_max",
        "stats.homepage_section_count",
        "stats.info_pages_count",
        "stats.feature_count",
    }
)
_SMALLEST = frozenset({"stats.price.min"})
_MEDIAN = frozenset(
    {
        "stats.products_total",
        "stats.collections_total",
        "stats.products_per_collection.median",
        "stats.price.median",
    }
)
_MEAN = frozenset({"stats.products_per_collection.avg", "stats.products_with_variants_pct"})
_FIRST = re.compile(r"descriptor|category|style\.(palette|fonts|character|family)\b.*|promises\..*")


@dataclass(frozen=True, slots=True)
class _Rule:
    name: str
    choose: Callable[[Sequence[Any]], Any]


def compose(bundles: Sequence[SpecificationBundle]) -> SpecificationBundle:
    """One specification of several.

    Args:
        bundles: at least one, the leading one first: its manual, palette and fonts stay.

    Returns:
        the composed specification; its manifest names the sources (`seed 1`, …) and every value they differ on.

    Raises:
        InputError: there is nothing to compose.
    """
    if not bundles:
        raise InputError("there is no specification to compose")
    if len(bundles) == 1:
        return bundles[0]
    labels = [f"seed {at}" for at in range(1, len(bundles) + 1)]
    conflicts: list[Conflict] = []
    capabilities = _merged(Capabilities, [one.capabilities for one in bundles], "", labels, conflicts)
    capabilities = _limited(capabilities, bundles)
    statistics = _merged(Statistics, [one.statistics for one in bundles], "stats.", labels, conflicts)
    style = _merged(Style, [one.style for one in bundles], "style.", labels, conflicts)
    promises = _merged(ShopPromises, [one.promises for one in bundles], "promises.", labels, conflicts)
    sources = [
        BundleSource(label=label, method="composed", note=one.capabilities.descriptor)
        for label, one in zip(labels, bundles, strict=True)
    ]
    goods = mixed(tuple(one.goods for one in bundles))
    composed = SpecificationBundle("", capabilities, statistics, style, promises, goods=goods)
    values = composed.values()
    settled = tuple(one.model_copy(update={"chosen": values[one.field]}) for one in conflicts)
    manifest = BundleManifest(
        sources=tuple(sources),
        conflicts=settled,
        confidence=_confidence(bundles),
        by_model=_by_model(bundles),
        withheld=_withheld(bundles),
    )
    return replace(composed, manual=with_values(_composed_manual(bundles), values), manifest=manifest)


def _by_model(bundles: Sequence[SpecificationBundle]) -> dict[str, str]:
    """Values that a language model filled in and no seed measured."""
    manifests = [one.manifest for one in bundles]
    measured = {name for one in manifests for name in one.confidence if name not in one.by_model}
    said = {name: words for one in manifests for name, words in one.by_model.items()}
    return {name: words for name, words in sorted(said.items()) if name not in measured}


def _merged(
    model: type[Any], parts: Sequence[Part], prefix: str, labels: Sequence[str], conflicts: list[Conflict]
) -> Any:
    flats = [dict(flat(one.model_dump(mode="json"))) for one in parts]
    data: dict[str, Any] = {}
    for name in dict.fromkeys(name for one in flats for name in one):
        if prefix + name not in value_types():
            continue
        values = [one.get(name) for one in flats]
        rule = _rule_of(prefix + name, values)
        chosen = rule.choose(values)
        put(data, name, chosen)
        known = {text_of(one) for one in values if one is not None}
        if len(known) > 1:
            said = {label: text_of(one) for label, one in zip(labels, values, strict=True)}
            conflicts.append(Conflict(field=prefix + name, values=said, chosen=text_of(chosen), rule=rule.name))
    if prefix == "":
        data["other"] = {key: text for one in reversed(parts) for key, text in one.other.items()}  # type: ignore[attr-defined]
    return model.model_validate(data)


def _rule_of(name: str, values: Sequence[Any]) -> _Rule:
    known = [one for one in values if one is not None]
    if not known:
        return _Rule("nobody knows", lambda _: None)
    if _FIRST.fullmatch(name):
        return _Rule("the first", lambda _: next((one for one in known if one not in ("", "other")), known[0]))
    for names, title, choose in (
        (_LARGEST, "largest", max),
        (_SMALLEST, "smallest", min),
        (_MEAN, "average", fmean),
        (_MEDIAN, "median", median),
    ):
        if name in names:
            return _Rule(title, lambda _: _as_whole(choose(known), known))  # noqa: B023 - called before the next round
    if all(isinstance(one, bool) for one in known):
        return _Rule("any yes", lambda _: any(known))
    if all(isinstance(one, list) for one in known):
        return _Rule("union", lambda _: _union(known))
    return _Rule("majority", lambda _: _majority(known))


def _as_whole(value: float, values: Sequence[float]) -> float:
    """Counts stay whole numbers."""
    return round(value) if all(isinstance(one, int) for one in values) else value


def _union(lists: Sequence[list[Any]]) -> list[Any]:
    found: dict[str, Any] = {}
    for values in lists:
        for one in values:
            found.setdefault(one["name"] if isinstance(one, dict) else one, one)
    return list(found.values())


def _majority(values: Sequence[Any]) -> Any:
    return Counter(values).most_common(1)[0][0]


def _limited(capabilities: Capabilities, bundles: Sequence[SpecificationBundle]) -> Capabilities:
    """Tone to three words, sections to the largest count."""
    counts = [
        one.capabilities.homepage.section_count or len(one.capabilities.homepage.section_types) for one in bundles
    ]
    home = capabilities.homepage
    home = home.model_copy(update={"section_types": home.section_types[: max(counts)]})
    return capabilities.model_copy(update={"tone": capabilities.tone[:TONES], "homepage": home})


def _confidence(bundles: Sequence[SpecificationBundle]) -> dict[str, float]:
    """The lowest that any source has."""
    found: dict[str, float] = {}
    for one in bundles:
        for name, value in one.manifest.confidence.items():
            found[name] = min(value, found.get(name, 1.0))
    return dict(sorted(found.items()))


def _withheld(bundles: Sequence[SpecificationBundle]) -> dict[str, tuple[str, ...]]:
    """What must not be told of any source."""
    found: dict[str, set[str]] = {}
    for one in bundles:
        for kind, digests in one.manifest.withheld.items():
            found.setdefault(kind, set()).update(digests)
    return {kind: tuple(sorted(digests)) for kind, digests in sorted(found.items())}


def _composed_manual(bundles: Sequence[SpecificationBundle]) -> str:
    """The first one's manual, with the prose of the others below it, their marks as plain words."""
    sections: dict[str, str] = {}
    parts: list[Mapping[str, str]] = [sections_of(one.manual) for one in bundles]
    for heading in (*SECTIONS, *(name for one in parts for name in one if name not in SECTIONS)):
        texts = [parts[0].get(heading, "")]
        for at, part in enumerate(parts[1:], start=2):
            prose = "\n\n".join(one for one in part.get(heading, "").split("\n\n") if not one.lstrip().startswith("- "))
            if prose.strip():
                texts.append(f"In seed {at}: {without_marks(prose).strip()}")
        sections[heading] = "\n\n".join(one for one in texts if one)
    return manual_text(title_of(bundles[0].manual) or "Shop Manual", sections)
