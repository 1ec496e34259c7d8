"""The statistics of a site, from what the prefetch read."""

from __future__ import annotations

import re
from statistics import fmean, median

from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE, Findings
from shopworld.arena.explore.prefetch.site import PrefetchedSite

_LEAST_DETAILED = 10
_EMPTY_AXES = frozenset({"title", "default_title", ""})
_CURRENCY = re.compile(r"^[A-Z]{3}$")


def read_statistics(site: PrefetchedSite, findings: Findings) -> None:
    """Takes numbers of catalog and pages into the findings, under `stats.`."""
    complete = not site.cut_off and site.products_total is not None
    complete = complete and len(site.products) >= (site.products_total or 0) * 0.95
    at_least = "" if complete else f"at least: {site.cut_off or 'not all of them were read'}"
    if site.products_total:
        sure = SURE if complete and _confirmed(site) else LIKELY if complete else GUESSED
        findings.found("stats.products_total", site.products_total, sure, at_least)
    else:
        findings.missing("stats.products_total", "no product was found")
    listings = [one for one in site.collections if not one.is_everything]
    if site.collections:
        sure = SURE if complete and _hold_all(site) else GUESSED if site.cut_off else LIKELY
        findings.found("stats.collections_total", len(listings), sure, at_least if site.cut_off else "")
        counts = [one.count if one.count is not None else len(one.products) for one in listings]
    else:
        findings.missing("stats.collections_total", "no listing of products was found")
        counts = []
    if counts:
        told = all(one.count in (None, len(one.products)) for one in listings)
        sure = SURE if told and not site.cut_off else LIKELY
        findings.found("stats.products_per_collection.avg", round(fmean(counts), 2), sure)
        findings.found("stats.products_per_collection.median", float(median(counts)), sure)
        findings.found("stats.products_per_collection.max", max(counts), sure)
    prices = [one.price for one in site.products if one.price is not None and one.price > 0]
    if prices:
        confidence = SURE if complete else GUESSED if len(prices) < _LEAST_DETAILED else LIKELY
        findings.found("stats.price.min", min(prices), confidence)
        findings.found("stats.price.median", round(float(median(prices)), 2), confidence)
        findings.found("stats.price.max", max(prices), confidence)
    else:
        findings.missing("stats.price.median", "no price was found")
    if _CURRENCY.match(site.currency):
        findings.found("stats.price.currency", site.currency, SURE)
    else:
        findings.missing("stats.price.currency", "the site does not say in which currency it sells")
    _variants(site, findings)
    if site.policies:
        findings.found("stats.info_pages_count", len(site.policies), LIKELY)
    else:
        findings.missing("stats.info_pages_count", "no information page was found")


def _confirmed(site: PrefetchedSite) -> bool:
    """Whether a second signal tells the number of products: data, a count, all listings together, or all together."""
    known = {one.url for one in site.products}
    from_data = bool(set(site.sources) & {"products.json", "Store API"})
    counted = any(one.count == len(known) for one in site.collections)
    return from_data or counted or _hold_all(site)


def _hold_all(site: PrefetchedSite) -> bool:
    """Whether the listings beside that of the whole shop hold all its products."""
    listed = {url for one in site.collections if not one.is_everything for url in one.products}
    return bool(listed) and listed >= {one.url for one in site.products}


def _variants(site: PrefetchedSite, findings: Findings) -> None:
    detailed = [one for one in site.products if one.detailed]
    told = [one for one in detailed if one.variants or one.options]
    if len(detailed) >= _LEAST_DETAILED and not told and "pages" in site.sources:
        findings.found("stats.products_with_variants_pct", 0.0, LIKELY, "no page that was read offers a choice")
    elif len(detailed) >= _LEAST_DETAILED and told:
        share = sum(one.has_variants for one in detailed) / len(detailed)
        findings.found("stats.products_with_variants_pct", round(share, 4), SURE if len(detailed) > 50 else GUESSED)
        axes = {
            re.sub(r"[^a-z0-9]+", "_", option.name.casefold()).strip("_")
            for one in detailed
            for option in one.options
            if len(option.values) > 1
        } - _EMPTY_AXES
        if axes:
            findings.found("stats.variant_axes_observed", sorted(axes), SURE)
    else:
        findings.missing("stats.products_with_variants_pct", "product data does not tell variants")
