"""Is a twin like its source: palette, type, shapes, order of sections, and how much of a page each colour takes.

What the source looks like is known from its exploration: the style of the specification, and the pictures of pages in
its `evidence/`. The twin is looked at by the same probes.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

from shopworld.arena.explore.anonymity import Anonymity
from shopworld.arena.explore.browser_session import Rules
from shopworld.arena.explore.colours import distance
from shopworld.arena.explore.evidence import EvidenceFolder
from shopworld.arena.explore.exploration import run_task
from shopworld.arena.explore.findings import Findings
from shopworld.arena.explore.plan import PlannedProbe
from shopworld.arena.explore.prefetch.address import SiteAddress
from shopworld.arena.explore.prefetch.site import CollectionRecord, PrefetchedSite, ProductRecord
from shopworld.arena.explore.probes import PROBES
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.synthesis import bundle_of
from shopworld.arena.generate.twin.pictures import differences, read_picture
from shopworld.arena.verify import Area, Finding, Severity, Verifier
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.errors import ArenaError, InputError
from shopworld.shop.capabilities import SectionType
from shopworld.shop.look.fonts import resembling_family
from shopworld.shop.specification import Style

NAME = "likeness"
EVIDENCE_FOLDER = "evidence"

_PROBES = ("homepage_sections", "style")
_PAGES: tuple[tuple[str, Area], ...] = (("home", "shell"), ("collection", "collections"), ("product-1", "product"))
"""Pictures of the evidence that are compared, and the step that each belongs to."""
_SAME_COLOUR = 0.08
_MUST_AGREE = frozenset({"background", "foreground"})
_SAME_ORDER = 0.6
_SHAPES = ("density", "corner_radius", "button_shape", "heading_case", "imagery_style")
_CURE_STYLE = "Set it in theme/styles, where the custom properties at the beginning of the stylesheet can be changed."


def likeness_verifier(specification: Path) -> Verifier:
    """Compares a twin with its source.

    Args:
        specification: folder of the bundle, with the evidence of its exploration.
    """

    def run(subject: VerifiedShop) -> Iterator[Finding]:
        with tempfile.TemporaryDirectory(prefix="shopworld-likeness-") as scratch:
            yield from _compared(subject, specification / EVIDENCE_FOLDER, Path(scratch))

    return Verifier(NAME, "Does the twin look like its source?", run, ("shell", "collections", "product"))


def _compared(subject: VerifiedShop, evidence: Path, scratch: Path) -> Iterator[Finding]:
    site = _site(subject)
    findings = Findings()
    rules = Rules(SiteAddress(site.start).owns, lambda _: True, lambda: None)
    scene = Scene(subject.browser, rules, site, findings, EvidenceFolder(scratch, lambda text: text))
    for probe in PROBES:
        if probe.name in _PROBES:
            run_task(PlannedProbe(probe, ""), scene)
    seen = bundle_of(findings, Anonymity(site), platform="generated")
    wanted = subject.bundle.style if subject.bundle is not None else subject.folder.specification.style
    yield from _style(wanted, seen.style, findings)
    if "homepage.section_types" in findings.values:
        yield from order_of_sections(
            subject.capabilities.homepage.section_types, seen.capabilities.homepage.section_types
        )
    yield from _pictures(evidence, scratch, scene)


def _site(subject: VerifiedShop) -> PrefetchedSite:
    """The twin as a site that probes can visit; nothing of it has to be read, as its data is there."""
    start = subject.address(subject.shopper("likeness"))
    at, there, data = SiteAddress(start), subject.addresses, subject.folder.data
    products = {one.handle: at.join(there.product(one.handle)) for one in data.products}
    return PrefetchedSite(
        start=start,
        host=at.host,
        name=subject.identity.name,
        products=tuple(ProductRecord(url=products[one.handle], title=one.title) for one in data.products),
        collections=tuple(
            CollectionRecord(
                url=at.join(there.category((one.handle,))),
                title=one.title,
                products=tuple(products[name] for name in one.product_handles if name in products),
            )
            for one in data.collections
        ),
    )


def _style(wanted: Style, seen: Style, findings: Findings) -> Iterator[Finding]:
    for name, colour in wanted.palette:
        here = getattr(seen.palette, name)
        if name == "accent_secondary" and colour == wanted.palette.accent_primary:
            continue  # the source has one accent; a twin may say that something is in stock by a colour of its own
        if f"style.palette.{name}" in findings.values and distance(_rgb(colour), _rgb(here)) > _SAME_COLOUR:
            must = name in _MUST_AGREE
            yield _finding(f"style.palette.{name}", f"the source has {colour}, here it is {here}", error=must)
    pairs = [(name, getattr(wanted, name), getattr(seen, name)) for name in _SHAPES]
    pairs += [(f"fonts.{name}", resembling_family(font), getattr(seen.fonts, name)) for name, font in wanted.fonts]
    for name, there, here in pairs:
        if f"style.{name}" in findings.values and there != here:
            yield _finding(f"style.{name}", f"the source has {there}, here it is {here}")


def order_of_sections(wanted: tuple[SectionType, ...], seen: tuple[SectionType, ...]) -> Iterator[Finding]:
    """Told where the sections of the home page are others, or stand in another order."""
    same = SequenceMatcher(None, wanted, seen, autojunk=False).ratio()
    if wanted and same < 1:
        yield _finding(
            "homepage.section_types",
            f"the source's sections are {', '.join(wanted)}; here they are {', '.join(seen) or 'none'}",
            error=same < _SAME_ORDER,
            cure="Order them by the template pages/home.html, or repair the templates under sections/.",
        )


def _pictures(evidence: Path, scratch: Path, scene: Scene) -> Iterator[Finding]:
    """Compares pictures where the evidence has them; pages that cannot be opened are other verifiers' matter."""
    urls = {
        "home": scene.site.start,
        "collection": max(scene.site.collections, key=lambda one: len(one.products)).url
        if scene.site.collections
        else "",
        "product-1": scene.site.products[0].url if scene.site.products else "",
    }
    for name, area in _PAGES:
        source = evidence / f"{name}.jpg"
        if not source.is_file() or not urls[name]:
            continue
        twin = scratch / f"{name}.jpg"
        try:
            with scene.session() as session:
                session.open(urls[name])
                twin.write_bytes(session.picture(session.scroll_through(), whole=True))
            told = differences(read_picture(source), read_picture(twin))
        except (ArenaError, InputError):
            continue
        for what in told:
            yield _finding(f"evidence/{name}.jpg", what, area=area, cure="Compare the two pictures. " + _CURE_STYLE)


def _finding(place: str, what: str, *, area: Area = "shell", error: bool = False, cure: str = _CURE_STYLE) -> Finding:
    severity: Severity = "error" if error else "warning"
    return Finding(verifier=NAME, area=area, severity=severity, place=place, what=what, cure=cure)


def _rgb(colour: str) -> tuple[int, int, int]:
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(one * 2 for one in digits)
    red, green, blue = (int(digits[at : at + 2], 16) for at in (0, 2, 4))
    return red, green, blue
