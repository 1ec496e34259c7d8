"""Pages that links lead to within a few clicks from home, so many of each kind."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from shopworld.arena.explore.prefetch.address import is_page
from shopworld.arena.explore.probes.variants import add_button
from shopworld.arena.explore.sight import Sight, product_cards
from shopworld.arena.similarity.templates import (
    ARTICLES,
    BLOGS,
    HOME,
    TemplateKind,
    shape_of,
    template_by_kind,
    template_of,
    unknown_template,
)
from shopworld.arena.similarity.visitor import AgentView, SimilarityVisitor
from shopworld.errors import ArenaError

_LEAST_CARDS = 3
_BYLINE = re.compile(r"\b[Bb]y [A-Z]\w+ [A-Z]\w+, \d|\b(?:posted|published|written) (?:on|by)\b")
"""What stands over articles: who wrote them, and when."""
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
    _shapes: dict[tuple[str, ...], Counter[str]] = field(default_factory=dict)

    def template(self, path: str) -> str | None:
        """The template behind a path; None where nobody knows. A page stays what it is with another query, and what
        nobody opened is taken for what most pages with addresses of its shape are."""
        bare = path.partition("?")[0]
        known = self.templates.get(path) or template_of(path) or self.templates.get(bare)
        if (not known and path not in self.templates) or (known == ARTICLES and bare not in self.templates):
            alike = self._shapes.get(shape_of(bare))
            known = alike.most_common(1)[0][0] if alike else known
        return known or None

    def tell_lists_of_articles(self) -> None:
        """Of pages that look like articles, those that have others below their address are lists of them."""
        paths = [one.path.partition("?")[0].rstrip("/") + "/" for one in self.pages]
        for at, page in enumerate(self.pages):
            inner = any(one != paths[at] and one.startswith(paths[at]) for one in paths)
            if page.template == ARTICLES and inner:
                self.pages[at] = replace(page, template=BLOGS)
                self.templates[page.path] = BLOGS
                self._shapes.setdefault(shape_of(page.path), Counter())[BLOGS] += 2

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
        template = template_of(actual) or _template_by_look(actual, sight)
        self._shapes.setdefault(shape_of(actual), Counter())[template] += 1
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


def _template_by_look(path: str, sight: Sight) -> str:
    """What a page is whose address does not tell."""
    heading = sight.main.first("heading", where=lambda one: one.states.get("level") in (1, "1"))
    template = template_by_kind(path, kind_of(sight), heading.text if heading is not None else "")
    if template == unknown_template(path) and _BYLINE.search(sight.main.text):
        return ARTICLES
    return template


def kind_of(sight: Sight) -> TemplateKind:
    """What a page shows: one product with a button that adds it to the cart, products to choose from, or neither."""
    if add_button(sight) is not None:
        return TemplateKind.PRODUCT
    return TemplateKind.LISTING if len(product_cards(sight.main)) >= _LEAST_CARDS else TemplateKind.OTHER
