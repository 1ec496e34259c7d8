"""Values that independent signals agree on are sure: what a browser did not show, and no page's source speaks of."""

from __future__ import annotations

from dataclasses import replace

from shopworld.arena.explore.findings import LIKELY, SURE, Findings
from shopworld.arena.explore.prefetch.mentions import MENTIONS
from shopworld.arena.explore.prefetch.site import PrefetchedSite

_ABSENT: tuple[object, ...] = (False, [], ())


def corroborate(findings: Findings, site: PrefetchedSite) -> None:
    """Raises the confidence of values that a second signal confirms, once all probes have run.

    - What was not seen is not there where no page's source speaks of it either.
    - A navigation without flyouts has one level where the plain page has no more links in its header than are shown.
    - Listings have no further pages where all products were found on their first ones.
    - No product has variants where no page that was read, plainly or in a browser, offers a choice.
    """
    for name in MENTIONS:
        if findings.value(name) in _ABSENT and name not in site.mentions:
            _confirm(findings, name)
    flat = findings.value("site_shell.nav_depth") == 1 and "site_shell.has_mega_menu" not in site.mentions
    if flat:
        _confirm(findings, "site_shell.nav_depth", "stats.navigation_depth_max")
    shown = [one for one in site.collections if one.first_page and one.first_page >= len(one.products)]
    if findings.value("collection.pagination") == "none" and shown and len(shown) == len(site.collections):
        _confirm(findings, "collection.pagination")
    chosen = "product.variant_selectors" in findings.values
    if findings.value("stats.products_with_variants_pct") == 0 and not chosen:
        _confirm(findings, "stats.products_with_variants_pct")


def _confirm(findings: Findings, *names: str) -> None:
    for name in names:
        known = findings.values.get(name)
        if known is not None and known.confidence <= LIKELY and known.source == "probe":
            findings.values[name] = replace(known, confidence=SURE)
