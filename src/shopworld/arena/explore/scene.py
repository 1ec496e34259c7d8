"""What every probe works with: the browser, what the prefetch knows, and where to put what is found."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from shopworld.arena.explore.browser_session import DESKTOP, BrowserSession, Rules
from shopworld.arena.explore.evidence import EvidenceFolder
from shopworld.arena.explore.findings import Findings
from shopworld.arena.explore.obstacles import clear_the_way
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.explore.sight import Sight
from shopworld.environments import BrowserProcess


@dataclass(slots=True)
class Scene:
    """What every probe works with.

    Attributes:
        browser: runs sessions.
        rules: of the site.
        site: what the prefetch found.
        findings: takes in what probes find.
        evidence: takes in what they saw.
    """

    browser: BrowserProcess
    rules: Rules
    site: PrefetchedSite
    findings: Findings
    evidence: EvidenceFolder
    patience: float = 0.0
    """Seconds to wait for what appears only after a while."""

    @contextmanager
    def session(self, *, viewport: tuple[int, int] = DESKTOP, clear: bool = True) -> Iterator[BrowserSession]:
        """A visitor who was never there before.

        Args:
            viewport: width and height of the window.
            clear: whether pop-ups are dismissed when a page was opened.
        """
        with BrowserSession(self.browser, self.rules, viewport=viewport, cookies=self.site.cookies) as session:
            if clear:
                session.clear_the_way = clear_the_way
            yield session

    def keep(self, name: str, session: BrowserSession, sight: Sight, *, whole: bool = False) -> None:
        """Keeps picture, tree and requests of what a visitor sees now."""
        if self.evidence.keeps_pictures:
            self.evidence.picture(name, session.picture(sight, whole=whole))
        self.evidence.tree(name, sight)
        self.evidence.requests(name, session.requests())
