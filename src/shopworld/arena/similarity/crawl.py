"""Pages that links lead to within a few clicks from home, so many of each kind."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from shopworld.arena.explore.prefetch.address import is_page
from shopworld.arena.explore.probes.variants import add_button
from shopworld.arena.explore.sight import Sight, product_cards
from shopworld.arena.similarity.templates import HOME, TemplateKind, template_by_kind, template_of, unknown_template
from shopworld.arena.similarity.visitor import AgentView, SimilarityVisitor
from shopworld.errors import ArenaError

_LEAST_CARDS = 3
_UNTOLD = 8
"""How many times more pages are read of a template that does not tell what they show."""


@dataclass(frozen=True, slots=True)
class CrawlSettings:
    """How far a crawl goes.

    Attributes:
        hops: most clicks from home.
        navigations: most pages that are opened.
        pages_per_template: most pages that are read of each template.
    """

    hops: int = 3
    navigations: int = 64
    pages_per_template: int = 3


@dataclass(frozen=True, slots=True)
class CrawledPage:
    """A page that was read."""

    template: str
    path: str
    hop: int
    look: AgentView


@dataclass(slots=True)
class SimilarityCrawl:
    """What a crawl has found so far.

    Attributes:
        settings: how far it goes.
        pages: in the order in which they were read.
        dead_links: paths that were answered with an error or did not open.
        templates: of each path that was read, also where it was led elsewhere.
    """

    settings: CrawlSettings
    pages: list[CrawledPage] = field(default_factory=list)
    dead_links: list[str] = field(default_factory=list)
    templates: dict[str, str] = field(default_factory=dict)
    _opened: int = 0
    _read: Counter[str] = field(default_factory=Counter)

    def template(self, path: str) -> str | None:
        """The template behind a path; None where nobody knows. A page stays what it is with another query."""
        return self.templates.get(path) or template_of(path) or self.templates.get(path.partition("?")[0]) or None

    def run(self, visitor: SimilarityVisitor, start: list[str], hop: int = 0, *, spare: int = 0) -> None:
        """Reads pages, those of new templates first, until nothing is left or the limits are reached.

        Args:
            visitor: reads them.
            start: paths to begin with.
            hop: clicks that these are away from home.
            spare: how many navigations are left for a later run.
        """
        level, most = start, max(1, self.settings.navigations - spare)
        while level and hop <= self.settings.hops:
            found: dict[str, None] = {}
            waiting = list(dict.fromkeys(level))
            while waiting and self._opened < most:
                path = min(waiting, key=lambda one: self._read[self._expected(one)])
                waiting.remove(path)
                if self._wanted(path):
                    found.update(dict.fromkeys(self._visit(visitor, path, hop)))
            level, hop = list(found), hop + 1

    def _visit(self, visitor: SimilarityVisitor, path: str, hop: int) -> tuple[str, ...]:
        self._opened += 1
        self.templates.setdefault(path, "")
        try:
            sight = visitor.open(path)
        except ArenaError:
            self.dead_links.append(path)
            return ()
        if visitor.failed:
            self.dead_links.append(path)
            return ()
        look = visitor.look()
        actual = visitor.path(look.url)
        template = template_of(actual) or template_by_kind(actual, kind_of(sight))
        self.templates[path] = template
        known = actual != path and self.templates.get(actual) == template
        self.templates[actual] = template
        self._read[self._expected(path)] += 1
        if self._expected(path) != template:
            self._read[template] += 1
        if not known:
            self.pages.append(CrawledPage(template, actual, hop, look))
        return visitor.all_links()

    def _expected(self, path: str) -> str:
        return template_of(path) or f"?{unknown_template(path).count('/')}"

    def _wanted(self, path: str) -> bool:
        if path in self.templates or not is_page(path):
            return False
        expected = self._expected(path)
        most = self.settings.pages_per_template * (_UNTOLD if expected.startswith("?") else 1)
        return self._read[expected] < (1 if expected == HOME else most)


def kind_of(sight: Sight) -> TemplateKind:
    """What a page shows: one product with a button that adds it to the cart, products to choose from, or neither."""
    if add_button(sight) is not None:
        return TemplateKind.PRODUCT
    return TemplateKind.LISTING if len(product_cards(sight.main)) >= _LEAST_CARDS else TemplateKind.OTHER
