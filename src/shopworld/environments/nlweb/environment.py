"""The NLWeb environment: an agent asks each shop in plain language, then buys in the shops by tools."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal
from urllib.parse import urlencode

import orjson
from pydantic import Field, StringConstraints

from shopworld.environments.corpus import Corpus
from shopworld.environments.corpus.environment import OPEN_PAGE, OpenPageArguments
from shopworld.environments.nlweb.asking_mall import PATH, AskingMall
from shopworld.environments.observation import ToolDescription
from shopworld.environments.shop_tools.arguments import Shop
from shopworld.environments.shop_tools.environment import ShopResult, ShopToolEnvironment
from shopworld.environments.shop_tools.toolbox import BUYING, INFEASIBLE, SUBMIT
from shopworld.environments.tools.arguments import ToolArguments, parameters_schema
from shopworld.environments.tools.calling import RunnableTool
from shopworld.environments.tools.profile import ToolProfile
from shopworld.environments.tools.results import ToolResult
from shopworld.errors import ActionError
from shopworld.mall import Mall

if TYPE_CHECKING:
    from shopworld.environments.world import OpenWorld

_Query = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]


class AskArguments(ToolArguments):
    """Arguments of `ask`."""

    shop: Shop
    query: _Query = Field(description="What is wanted, in plain language.")
    prev: tuple[_Query, ...] = Field(default=(), max_length=20, description="What was asked before, oldest first.")
    mode: Literal["list", "summarize"] = Field(default="list", description="A list, or a list with a summary.")


ASK = ToolDescription(
    "ask",
    "Ask one shop in plain language for products. It answers with its best fits: url, name, score, description, and "
    "the product as schema.org data (price, availability, properties).",
    parameters_schema(AskArguments),
)
_SHOP_TOOLS = (*BUYING, SUBMIT, INFEASIBLE)


class NlwebEnvironment(ShopToolEnvironment):
    """The shops' `ask` end points and carts as function calls; one episode at a time. A context manager.

    Args:
        mall: whose shops; it stays open.
        corpus: of their pages.
    """

    def __init__(self, mall: Mall, corpus: Corpus) -> None:
        ask = RunnableTool(ASK, AskArguments, self._ask)
        open_page = RunnableTool(OPEN_PAGE.described, OpenPageArguments, self._open_page)
        super().__init__(mall, _SHOP_TOOLS, (ask, open_page), served=AskingMall(mall, corpus))

    def _ask(self, asked: AskArguments) -> ToolResult:
        fields = {"query": asked.query, "mode": asked.mode}
        if asked.prev:
            fields["prev"] = ",".join(one.replace(",", " ") for one in asked.prev)
        host = self._visitor.host_of(asked.shop)
        seen = self._visitor.get(f"http://{host}{PATH}?{urlencode(fields)}")
        content = orjson.loads(seen.body)
        if "error" in content:
            raise ActionError(str(content["error"]))
        return ShopResult(content)

    def _open_page(self, asked: OpenPageArguments) -> ToolResult:
        return ShopResult(self._shops.page(asked.url))


def open_nlweb(world: OpenWorld) -> NlwebEnvironment:
    """The environment `nlweb`."""
    return NlwebEnvironment(world.mall, world.corpus)


def nlweb_tool_descriptions(_profile: ToolProfile = ToolProfile.DEFAULT) -> tuple[ToolDescription, ...]:
    """All tools of the NLWeb environment as function schemas; the same in each profile."""
    return (ASK, OPEN_PAGE.described, *(tool.described for tool in _SHOP_TOOLS))
