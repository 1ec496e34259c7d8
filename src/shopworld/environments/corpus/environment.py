"""The corpus environment: an agent searches an index of all shops' pages, then buys in the shops by tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, StringConstraints

from shopworld.environments.corpus.corpus import Corpus
from shopworld.environments.observation import ToolDescription
from shopworld.environments.shop_tools.arguments import Address
from shopworld.environments.shop_tools.environment import ShopResult, ShopToolEnvironment
from shopworld.environments.shop_tools.toolbox import BUYING, INFEASIBLE, SUBMIT, ShopTool
from shopworld.environments.tools.arguments import ToolArguments, parameters_schema
from shopworld.environments.tools.calling import RunnableTool
from shopworld.environments.tools.profile import ToolProfile
from shopworld.environments.tools.results import ToolResult
from shopworld.mall import Mall

if TYPE_CHECKING:
    from shopworld.environments.world import OpenWorld

LONGEST_TEXT = 700
"""Characters of a document that a search shows."""
MOST_RESULTS = 50


class SearchArguments(ToolArguments):
    """Arguments of `search`."""

    query: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)] = Field(
        description="What to look for, in any words."
    )
    k: int = Field(default=10, ge=1, le=MOST_RESULTS, description="Number of pages to find.")
    shop: Annotated[str, StringConstraints(strip_whitespace=True, max_length=200)] = Field(
        default="", description="Address of one shop; empty: all shops."
    )


class OpenPageArguments(ToolArguments):
    """Arguments of `open_page`."""

    url: Address = Field(description="Address of a page, from a search.")


SEARCH = ToolDescription(
    "search",
    "Search an index of the pages of all shops, made some time ago. Returns the best pages: url, shop, title, score, "
    "and the beginning of their text.",
    parameters_schema(SearchArguments),
)
OPEN_PAGE = ShopTool("open_page", OpenPageArguments, "Open a page as it is in its shop now.")
_SHOP_TOOLS = (*BUYING, SUBMIT, INFEASIBLE)


class CorpusEnvironment(ShopToolEnvironment):
    """A corpus and the shops' carts as function calls; one episode at a time. A context manager.

    Args:
        mall: whose shops; it stays open.
        corpus: of their pages.
    """

    def __init__(self, mall: Mall, corpus: Corpus) -> None:
        self._corpus = corpus
        search = RunnableTool(SEARCH, SearchArguments, self._search)
        open_page = RunnableTool(OPEN_PAGE.described, OpenPageArguments, self._open_page)
        super().__init__(mall, _SHOP_TOOLS, (search, open_page))

    def _search(self, asked: SearchArguments) -> ToolResult:
        shop = self._visitor.host_of(asked.shop) if asked.shop else ""
        hits = self._corpus.search(asked.query, asked.k, shop)
        results = [
            {
                "url": hit.document.url,
                "shop": hit.document.shop,
                "title": hit.document.title,
                "score": round(hit.score, 4),
                "text": _beginning(hit.document.text),
            }
            for hit in hits
        ]
        return ShopResult({"results": results})

    def _open_page(self, asked: OpenPageArguments) -> ToolResult:
        return ShopResult(self._shops.page(asked.url))


def open_corpus(world: OpenWorld) -> CorpusEnvironment:
    """The environment `corpus`."""
    return CorpusEnvironment(world.mall, world.corpus)


def corpus_tool_descriptions(_profile: ToolProfile = ToolProfile.DEFAULT) -> tuple[ToolDescription, ...]:
    """All tools of the corpus environment as function schemas; the same in each profile."""
    return (SEARCH, OPEN_PAGE.described, *(tool.described for tool in _SHOP_TOOLS))


def _beginning(text: str) -> str:
    return text if len(text) <= LONGEST_TEXT else f"{text[:LONGEST_TEXT]} …"
