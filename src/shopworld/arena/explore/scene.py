"""What every probe works with: the browser, what the prefetch knows, and where to put what is found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from shopworld.arena.explore.evidence import Evidence
from shopworld.arena.explore.findings import Findings
from shopworld.arena.explore.obstacles import clear_the_way
from shopworld.arena.explore.prefetch.site import Site
from shopworld.arena.explore.sight import Sight
from shopworld.arena.explore.visit import DESKTOP, Rules, Visit
from shopworld.environments import BrowserProcess


@dataclass(slots=True)
class Scene:
    """What every probe works with.

    Attributes:
        browser: runs visits.
        rules: of the site.
        site: what the prefetch found.
        findings: takes in what probes find.
        evidence: takes in what they saw.
    """

    browser: BrowserProcess
    rules: Rules
    site: Site
    findings: Findings
    evidence: Evidence
    patience: float = 0.0
    """Seconds to wait for what appears only after a while."""

    @contextmanager
    def visit(self, *, viewport: tuple[int, int] = DESKTOP, clear: bool = True) -> Iterator[Visit]:
        """A visitor who was never there before.

        Args:
            viewport: width and height of the window.
            clear: whether pop-ups are dismissed when a page was opened.
        """
        with Visit(self.browser, self.rules, viewport=viewport) as visit:
            if clear:
                visit.clear_the_way = clear_the_way
            yield visit

    def keep(self, name: str, visit: Visit, sight: Sight, *, whole: bool = False) -> None:
        """Keeps picture, tree and requests of what a visitor sees now."""
        if self.evidence.keeps_pictures:
            self.evidence.picture(name, visit.picture(sight, whole=whole))
        self.evidence.tree(name, sight)
        self.evidence.requests(name, visit.requests())
