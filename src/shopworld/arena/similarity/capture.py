"""Everything that is measured of a shop: its states with their measures and pictures, and the graph between them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pydantic import BaseModel, ConfigDict

from shopworld.arena.explore.words import SEARCH
from shopworld.arena.similarity.complexity import (
    Complexity,
    ShopComplexity,
    complexity_of,
    elements_of,
    summary_of,
)
from shopworld.arena.similarity.crawl import CrawlSettings, SimilarityCrawl
from shopworld.arena.similarity.distance import summed
from shopworld.arena.similarity.graph import (
    Edge,
    GraphStatistics,
    TransitionGraph,
    graph_of,
    interface_state,
    statistics_of,
)
from shopworld.arena.similarity.interface_states import (
    POPUP,
    PROBES,
    InterfaceProbe,
    lies_over,
    search_results,
    used,
)
from shopworld.arena.similarity.subjects import ComparedShop
from shopworld.arena.similarity.templates import HOME, template_of
from shopworld.arena.similarity.templates import SEARCH as SEARCH_PAGE
from shopworld.arena.similarity.tree import Tree, roles_of
from shopworld.arena.similarity.visitor import AgentView, SimilarityVisitor, visitor_of
from shopworld.environments import BrowserProcess
from shopworld.errors import ActionError, ArenaError

_LATE_PAGES = 4
"""Navigations that are kept for pages to which only a used page leads: the checkout."""
_FIELDS = frozenset({"searchbox", "textbox", "combobox"})


class CapturedState(BaseModel):
    """One node of the graph as it was captured."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    node: str
    path: str
    """Of the page that stands for it."""
    title: str
    complexity: Complexity
    roles: dict[str, int]


class Capture(BaseModel):
    """What was measured of a shop."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    source: str
    states: tuple[CapturedState, ...]
    """In alphabetical order of their nodes."""
    graph: TransitionGraph
    statistics: GraphStatistics
    complexity: ShopComplexity
    pages_read: int
    """Pages that were read, several of a template."""
    dead_links: tuple[str, ...]
    """Paths that links lead to and that answer with an error."""

    @property
    def roles(self) -> dict[str, int]:
        """How often each role occurs in all states."""
        return summed([state.roles for state in self.states])

    def state(self, node: str) -> CapturedState | None:
        """The state of a node."""
        return next((one for one in self.states if one.node == node), None)


@dataclass(frozen=True, slots=True)
class Captured:
    """A capture with a picture of each state: JPEG of the window, by node."""

    capture: Capture
    pictures: dict[str, bytes]


def capture(
    subject: ComparedShop,
    browser: BrowserProcess,
    settings: CrawlSettings | None = None,
    *,
    probes: Sequence[InterfaceProbe] = PROBES,
    doing: Callable[[str], None] = lambda _: None,
) -> Captured:
    """Measures a shop.

    Args:
        subject: the shop.
        browser: runs the visits.
        settings: how far the crawl goes.
        probes: what is tried on its pages.
        doing: hears what is being done.

    Raises:
        ArenaError: its home page does not open.
        EnvironmentFault: the browser is gone.
    """
    with visitor_of(subject, browser) as visitor:
        work = _Work(subject, visitor, SimilarityCrawl(settings or CrawlSettings()))
        doing("pages")
        work.crawl_pages()
        doing("search")
        work.search()
        for probe in probes:
            doing(probe.state.replace("_", " "))
            work.probe(probe)
        doing("what they lead to")
        work.crawl_late()
    return work.captured()


@dataclass(slots=True)
class _Seen:
    look: AgentView
    links: dict[str, None]


@dataclass(slots=True)
class _Work:
    """The capture of one shop while it is made."""

    subject: ComparedShop
    visitor: SimilarityVisitor
    crawl: SimilarityCrawl
    seen: dict[str, _Seen] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    _taken: int = 0

    def crawl_pages(self) -> None:
        """Reads home, with and without what lies over it, and the pages around it."""
        visitor = self.visitor
        home = visitor.path(visitor.home)
        sight = visitor.open(home)
        if visitor.failed:
            raise ArenaError(f"{self.subject.source}: its home page is answered with an error")
        if lies_over(sight):
            covered = visitor.look()
            sight = visitor.dismiss(sight)
            if not lies_over(sight):
                popup = interface_state(HOME, POPUP)
                self._see(popup, covered)
                self.edges += [Edge(HOME, popup, "click"), Edge(popup, HOME, "click")]
        sight = visitor.dismiss(sight)
        self.crawl.templates |= {home: HOME, visitor.path(sight.url): HOME}
        self._see(HOME, visitor.look())
        self.crawl.run(visitor, list(visitor.all_links()), 1, spare=_LATE_PAGES)
        self._take_pages()

    def crawl_late(self) -> None:
        """Reads what only used pages link to."""
        links = dict.fromkeys(link for one in self.seen.values() for link in one.links)
        missing = [link for link in links if link not in self.crawl.templates and template_of(link) not in self.seen]
        self.crawl.run(self.visitor, missing, self.crawl.settings.hops)
        self._take_pages()

    def search(self) -> None:
        """Searches once; the results are a page that no link may lead to."""
        visitor = self.visitor
        try:
            reached = search_results(visitor, visitor.open(HOME))
        except (ActionError, ArenaError):
            return
        if reached is not None and not visitor.failed:
            look = visitor.look()
            self.crawl.templates[visitor.path(look.url)] = SEARCH_PAGE
            self._see(SEARCH_PAGE, look)

    def probe(self, probe: InterfaceProbe) -> None:
        """Looks for one state on the pages of its template, until one has it."""
        node = interface_state(probe.page, probe.state)
        for path in self._paths(probe.page):
            try:
                sight = self.visitor.open(path)
            except ArenaError:
                continue
            reached = used(probe, self.visitor, sight)
            if reached is None:
                self._note_move(probe.page)
                continue
            look = self.visitor.look()
            if self.crawl.template(self.visitor.path(look.url)) == probe.page:
                self._see(node, look)
                self.edges.append(Edge(probe.page, node, reached.action))
                return

    def _note_move(self, page: str) -> None:
        """What was used led to another page: a button leads there."""
        landed = self.crawl.template(self.visitor.path(self.visitor.visit.page.url))
        if landed is not None and landed != page:
            self.edges.append(Edge(page, landed, "click"))

    def captured(self) -> Captured:
        """All of it, in order."""
        states = [self._state(node, one.look) for node, one in sorted(self.seen.items())]
        trees = [one.look.tree for _, one in sorted(self.seen.items())]
        graph = graph_of(self.seen, [*self.edges, *self._links(), *self._searches()])
        made = Capture(
            name=self.subject.name,
            source=self.subject.source,
            states=tuple(states),
            graph=graph,
            statistics=statistics_of(graph),
            complexity=summary_of([one.complexity for one in states], [elements_of(tree) for tree in trees]),
            pages_read=len(self.crawl.pages) + 1,
            dead_links=tuple(sorted(set(self.crawl.dead_links))),
        )
        return Captured(made, {node: one.look.picture for node, one in sorted(self.seen.items())})

    def _see(self, node: str, look: AgentView) -> None:
        """Takes in a page: the first one of a node stands for it, the links of all count."""
        known = self.seen.setdefault(node, _Seen(look, {}))
        known.links.update(dict.fromkeys(look.links))

    def _take_pages(self) -> None:
        self.crawl.tell_lists_of_articles()
        for page in self.crawl.pages[self._taken :]:
            self._see(page.template, page.look)
        self._taken = len(self.crawl.pages)

    def _paths(self, template: str) -> Iterator[str]:
        """Pages of a template, those with most to choose from first."""
        if template == HOME:
            yield HOME
            return
        pages = [page for page in self.crawl.pages if page.template == template]
        yield from [page.path for page in sorted(pages, key=lambda one: -complexity_of(one.look.tree).choice)]

    def _state(self, node: str, look: AgentView) -> CapturedState:
        parts = look.url.split("/", 3)
        return CapturedState(
            node=node,
            path="/" + (parts[3] if len(parts) > 3 else ""),
            title=look.title,
            complexity=complexity_of(look.tree),
            roles=roles_of(look.tree),
        )

    def _links(self) -> Iterator[Edge]:
        for node, one in self.seen.items():
            for link in one.links:
                target = self.crawl.template(link)
                if target:
                    yield Edge(node, target, "click")

    def _searches(self) -> Iterator[Edge]:
        for node, one in self.seen.items():
            if _has_search(one.look.tree):
                yield Edge(node, SEARCH_PAGE, "fill")


def _has_search(tree: Tree) -> bool:
    return any(
        node.role == "searchbox" or (node.role in _FIELDS and SEARCH.search(node.name) is not None) for node in tree
    )
