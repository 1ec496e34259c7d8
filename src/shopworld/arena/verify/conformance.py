"""The shop can do what its specification says, as a stranger sees it: the explorer's probes, area by area."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

from shopworld.arena.bundle import Miss, compare
from shopworld.arena.bundle.values import flat
from shopworld.arena.explore.anonymity import Anonymity
from shopworld.arena.explore.browser_session import Rules
from shopworld.arena.explore.evidence import EvidenceFolder
from shopworld.arena.explore.exploration import run_task
from shopworld.arena.explore.findings import LIKELY, Findings
from shopworld.arena.explore.findings import FoundValue as Value
from shopworld.arena.explore.plan import make_plan
from shopworld.arena.explore.prefetch import Fetcher, Pace, SiteAddress, prefetch
from shopworld.arena.explore.prefetch.cache import Cache
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.explore.probes import Probe
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.synthesis import bundle_of
from shopworld.arena.verify.finding import Area, Finding
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier
from shopworld.arena.verify.visibility import unseen
from shopworld.errors import ArenaError
from shopworld.shop.capabilities import Capabilities

_REQUESTS, _SECONDS = 5_000, 600.0
_AREA_OF_NAME: tuple[tuple[str, Area], ...] = (
    ("collection.filters", "search"),
    ("collection.", "collections"),
    ("product.", "product"),
    ("cart.", "cart"),
    ("checkout.", "cart"),
    ("search.", "search"),
    ("info_pages_present", "info"),
    ("site_shell.", "shell"),
    ("homepage.", "shell"),
    ("floating.", "shell"),
    ("intl.", "shell"),
)
_CURE = (
    "Make the page show what the specification says: take out or repair the templates and styles in theme/ that change"
    " it, or correct the value in spec/capabilities.json and generate again."
)


def _conformance(subject: VerifiedShop) -> Iterator[Finding]:
    address = subject.address(subject.shopper("explorer"))
    try:
        findings, found = _explored(subject, address)
    except ArenaError as error:
        yield Finding(
            verifier="conformance",
            area="integration",
            place=subject.addresses.home,
            what=f"the shop cannot be explored: {error.message}",
            cure="Repair what the other findings name first.",
        )
        return
    agreement = compare(subject.capabilities, found, unknown=findings.unknown, seen=findings.values.keys())
    plain = dict(flat(found.model_dump(mode="json")))
    for miss in agreement.misses:
        area = _area(miss.name)
        if subject.areas is not None and area not in subject.areas:
            continue
        finding = findings.values.get(miss.name)
        hidden = unseen(miss.name, subject.capabilities, plain.get(miss.name) if finding else None, subject)
        yield _told(miss, area, hidden) if hidden else _miss(miss, area, finding)


def _miss(miss: Miss, area: Area, finding: Value | None) -> Finding:
    sure = finding is not None and finding.confidence >= LIKELY
    reason = f" ({miss.reason})" if miss.reason else ""
    return Finding(
        verifier="conformance",
        area=area,
        severity="error" if sure else "warning",
        place=miss.name,
        what=f"specified is {miss.wanted}; a visitor sees {miss.found}{reason}",
        cure=_CURE,
    )


def _told(miss: Miss, area: Area, hidden: str) -> Finding:
    """What the shop's data cannot show is told, and demanded of nobody."""
    return Finding(
        verifier="conformance",
        area=area,
        severity="warning",
        place=miss.name,
        what=f"specified is {miss.wanted}; {hidden}",
        cure="Nothing is wrong: it follows from the data. More products, or other ones, would show it.",
    )


def _explored(subject: VerifiedShop, address: str) -> tuple[Findings, Capabilities]:
    """What a stranger finds out of the shop, as far as the areas that are verified need it."""
    at, pace = SiteAddress(address), Pace(delay=0, requests=_REQUESTS, seconds=_SECONDS)
    findings = Findings()
    with tempfile.TemporaryDirectory(prefix="shopworld-verify-") as scratch:
        folder = Path(scratch)
        site = prefetch(at, folder, pace)
        plan = make_plan(site, "shop")
        with Fetcher(at, Cache(folder / "pages"), pace) as fetcher:
            rules = Rules(at.owns, fetcher.allows, pace.wait)
            evidence = EvidenceFolder(folder, lambda text: text, pictures=False)
            scene = Scene(subject.browser, rules, site, findings, evidence)
            for task in plan.tasks:
                if _is_asked(task.probe, subject):
                    run_task(task, scene)
    return findings, _capabilities(findings, site)


def _capabilities(findings: Findings, site: PrefetchedSite) -> Capabilities:
    return bundle_of(findings, Anonymity(site), platform=site.platform).capabilities


def _is_asked(probe: Probe, subject: VerifiedShop) -> bool:
    if subject.areas is None or "integration" in subject.areas:
        return True
    return any(_touches(answer, area) for answer in probe.answers for area in subject.areas)


def _touches(answer: str, area: Area) -> bool:
    """Whether a probe's answer (a value, or an area that ends with a dot) holds values of an area of verification."""
    return any(
        named == area and (prefix.startswith(answer) or answer.startswith(prefix)) for prefix, named in _AREA_OF_NAME
    )


def _area(name: str) -> Area:
    return next((area for prefix, area in _AREA_OF_NAME if name.startswith(prefix)), "integration")


CONFORMANCE = Verifier("conformance", "Does a stranger see what the specification says?", _conformance)
