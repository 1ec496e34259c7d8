"""The shop tools environment: an agent meets the shops of a mall through function calls, one a step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self
from urllib.parse import urlsplit

from shopworld.environments.observation import Observation, Pictures, ToolDescription
from shopworld.environments.protocol import TaskStart
from shopworld.environments.shop_tools.arguments import ReportInfeasibleArguments, SubmitAnswerArguments
from shopworld.environments.shop_tools.content import Content, addresses_in, told
from shopworld.environments.shop_tools.shops import Shops
from shopworld.environments.shop_tools.toolbox import INFEASIBLE, SHOP_TOOLS, SUBMIT, ShopTool
from shopworld.environments.shop_tools.visitor import MallVisitor
from shopworld.environments.tools.calling import CallingEnvironment, RunnableTool
from shopworld.environments.tools.profile import ToolProfile
from shopworld.environments.tools.results import ToolResult
from shopworld.episode import Ending, Episode
from shopworld.mall import Mall
from shopworld.mall.events import AnswerSubmitted, ReportedInfeasible
from shopworld.mall.site import Served
from shopworld.shop.addressing import product_slug

if TYPE_CHECKING:
    from shopworld.environments.world import OpenWorld

MOST_STEPS = 50
"""Of an episode without a task, as in the browser."""


@dataclass(frozen=True, slots=True)
class ShopResult:
    """What a shop tool returns."""

    value: Content

    def content(self) -> Content:
        """As the agent sees it."""
        return self.value

    @property
    def listed_products(self) -> tuple[str, ...]:
        """Addresses of the products in it, each once."""
        found = (address for address in addresses_in(self.value) if product_slug(urlsplit(address).path))
        return tuple(dict.fromkeys(found))


class ShopToolEnvironment(CallingEnvironment):
    """The shops of a mall as function calls; one episode at a time. A context manager.

    Args:
        mall: whose shops; it stays open.
        tools: which of the shop tools there are, in order.
        more: further tools, which come first.
        served: what is asked in place of the mall, with the same shops.
    """

    def __init__(
        self,
        mall: Mall,
        tools: tuple[ShopTool, ...] = SHOP_TOOLS,
        more: tuple[RunnableTool, ...] = (),
        served: Served | None = None,
    ) -> None:
        self._visitor = MallVisitor(served or mall)
        self._shops = Shops(mall, self._visitor)
        super().__init__((*more, *(self._runnable(tool) for tool in tools)))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self, episode: Episode, task: TaskStart, pictures: Pictures = Pictures.NONE) -> Observation:
        """Begins an episode.

        Args:
            episode: what is done is recorded here.
            task: the goal, and steps after which the episode is cut off: 50 by default.
            pictures: there are none.

        Returns:
            the first observation, step 0: the goal and the tools.
        """
        self._visitor.episode = episode
        return self._begin(episode, task.goal, task.limits.steps if task.limits is not None else MOST_STEPS)

    def leave(self) -> None:
        """Forgets the episode: nobody visits the shops any more."""
        super().leave()
        self._visitor.episode = None

    def close(self) -> None:
        """Frees what requests need; the mall stays open."""
        self._visitor.close()

    def _runnable(self, tool: ShopTool) -> RunnableTool:
        if tool is SUBMIT:
            return RunnableTool(tool.described, tool.arguments, self._submit)
        if tool is INFEASIBLE:
            return RunnableTool(tool.described, tool.arguments, self._give_up)
        return RunnableTool(tool.described, tool.arguments, _returning(getattr(self._shops, tool.name)))

    def _submit(self, asked: SubmitAnswerArguments) -> ToolResult:
        self._after.append(AnswerSubmitted(text=asked.answer))
        self._ending = Ending.SUBMITTED
        return ShopResult({"submitted": asked.answer})

    def _give_up(self, asked: ReportInfeasibleArguments) -> ToolResult:
        self._after.append(ReportedInfeasible(reason=asked.reason))
        self._ending = Ending.INFEASIBLE
        return ShopResult(told(reported=asked.reason))


def open_shop_tools(world: OpenWorld) -> ShopToolEnvironment:
    """The environment `shop_tools`."""
    return ShopToolEnvironment(world.mall)


def shop_tool_descriptions(_profile: ToolProfile = ToolProfile.DEFAULT) -> tuple[ToolDescription, ...]:
    """All shop tools as function schemas; the same in each profile."""
    return tuple(tool.described for tool in SHOP_TOOLS)


def _returning(run: Callable[[Any], Content]) -> Callable[[Any], ToolResult]:
    def returning(asked: Any) -> ToolResult:
        return ShopResult(run(asked))

    return returning
