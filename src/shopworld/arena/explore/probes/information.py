"""Information pages: which there are, and how they are laid out."""

from __future__ import annotations

from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.findings import SURE
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import DISCLOSURES, Sight
from shopworld.errors import ArenaError
from shopworld.shop import INFO_PAGES

_SECTION = "Policy & info pages"
_LEAST_WORDS, _LEAST_OF_A_PAGE = 12, 5


def _run(scene: Scene) -> None:
    findings = scene.findings
    pages = scene.site.info_pages
    present: list[str] = []
    gone: list[str] = []
    with scene.session() as session:
        for name in sorted(
            pages, key=lambda one: (INFO_PAGES.index(one) if one in INFO_PAGES else len(INFO_PAGES), one)
        ):
            try:
                sight = session.open(pages[name])
            except ArenaError:
                gone.append(name)
                continue
            read = name in scene.site.policies  # it answers, and not with an error
            least = _LEAST_OF_A_PAGE if read else _LEAST_WORDS
            if len(sight.main.text.split()) < least and not sight.main.find("image"):
                gone.append(name)
                continue
            present.append(name)
            scene.keep(f"info-{name}", session, sight)
            findings.say(_SECTION, _describe(name, sight))
    findings.found("info_pages_present", present, SURE)
    findings.found("stats.info_pages_count", len(present), SURE)
    for name in gone:
        findings.missing(f"info_pages_present.{name}", "it is linked, but does not open or is empty")


def _describe(name: str, sight: Sight) -> str:
    main = sight.main
    parts = []
    headings = [one for one in main.find("heading") if one.states.get("level") not in (1, "1")]
    folded = main.find(*DISCLOSURES)
    fields = controls(main, "textbox", "combobox")
    if folded:
        parts.append(f"{len(folded)} questions or parts that open")
    elif headings:
        parts.append(f"{len(headings)} parts with headings")
    if fields:
        parts.append(f"a form of {len(fields)} fields")
    if main.find("table"):
        parts.append("a table")
    shape = ", ".join(parts) or "plain text"
    return f"The page {name.replace('-', ' ')} has {shape}."


PROBE = Probe(
    "info_pages",
    3,
    ("info_pages_present",),
    _run,
    lambda site: f"visit {', '.join(site.info_pages)}; note how each is laid out",
    lambda site: "" if site.info_pages else "no information page is linked from the home page",
)
