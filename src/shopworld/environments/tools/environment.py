"""The tool environment: an agent meets a catalog and a shopper through function calls, one a step."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from shopworld.catalog import Catalog
from shopworld.environments.observation import Observation, Pictures
from shopworld.environments.protocol import TaskStart
from shopworld.environments.tools.arguments import (
    AskUserArguments,
    GetUserProfileArguments,
    PythonExecuteArguments,
    RecommendProductArguments,
)
from shopworld.environments.tools.calling import MOST_STEPS, CallingEnvironment, RunnableTool
from shopworld.environments.tools.catalog_tools import CatalogTools, DefaultCatalogTools
from shopworld.environments.tools.clarification import AskableShopper as AskedShopper
from shopworld.environments.tools.clarification import CompatibleShopper
from shopworld.environments.tools.compatible_catalog import CompatibleCatalogTools
from shopworld.environments.tools.events import UserAsked
from shopworld.environments.tools.profile import ToolProfile
from shopworld.environments.tools.python_sandbox import PythonSandbox
from shopworld.environments.tools.questions import AttentiveShopper
from shopworld.environments.tools.results import PlainResult, ToolResult
from shopworld.environments.tools.state import TOOL_STATE
from shopworld.environments.tools.toolbox import TOOLS
from shopworld.episode import Ending, Episode
from shopworld.tasks.recommendation import ProductRecommended
from shopworld.tasks.shopper import ClarificationScript, Shopper

if TYPE_CHECKING:
    from shopworld.environments.world import OpenWorld

_SHOPPER = Shopper(
    profile={},
    clarification=ClarificationScript(default_response="I have nothing to add to what I wrote.", most_turns=10),
)


class ToolEnvironment(CallingEnvironment):
    """The ten tools over one catalog; one episode at a time. A context manager.

    Args:
        catalog: what can be found; it stays open.
        profile: how the tools behave.
    """

    def __init__(self, catalog: Catalog, profile: ToolProfile = ToolProfile.DEFAULT) -> None:
        self.profile = ToolProfile(profile)
        self._catalog: CatalogTools = (
            DefaultCatalogTools(catalog) if self.profile is ToolProfile.DEFAULT else CompatibleCatalogTools(catalog)
        )
        self._python = PythonSandbox()
        runners: dict[str, Callable[[Any], ToolResult]] = {
            "search_products": self._catalog.search_products,
            "filter_by_attribute": self._catalog.filter_by_attribute,
            "get_product_details": self._catalog.get_product_details,
            "get_review_content": self._catalog.get_review_content,
            "get_product_review_stats": self._catalog.get_product_review_stats,
            "get_store_products": self._catalog.get_store_products,
            "get_user_profile": self._get_user_profile,
            "ask_user": self._ask_user,
            "python_execute": self._python_execute,
            "recommend_product": self._recommend_product,
        }
        super().__init__(
            [RunnableTool(tool.described(self.profile), tool.arguments, runners[tool.name]) for tool in TOOLS]
        )
        self._shopper = _SHOPPER
        self._answering = AttentiveShopper if self.profile is ToolProfile.DEFAULT else CompatibleShopper
        self._asked: AskedShopper = self._answering(_SHOPPER.clarification)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self, episode: Episode, task: TaskStart, pictures: Pictures = Pictures.NONE) -> Observation:
        """Begins an episode.

        Args:
            episode: calls are recorded here.
            task: the shopper's message, with what an agent must know of the tools; who is behind it, without whom the
                profile is empty and questions lead nowhere; steps after which it is cut off, 100 by default.
            pictures: there are none.

        Returns:
            the first observation, step 0: the goal and the tools.
        """
        self._shopper = task.shopper or _SHOPPER
        self._asked = self._answering(self._shopper.clarification)
        return self._begin(episode, task.goal, task.limits.steps if task.limits is not None else MOST_STEPS)

    def close(self) -> None:
        """Ends the interpreter's process and frees what the tools hold; the catalog stays open."""
        self._python.close()
        self._catalog.close()

    def _get_user_profile(self, asked: GetUserProfileArguments) -> ToolResult:
        return PlainResult(dict(self._shopper.profile))

    def _ask_user(self, asked: AskUserArguments) -> ToolResult:
        state = self._running().state(TOOL_STATE)
        left = max(0, self._shopper.clarification.most_turns - state.turns_used)
        answer = self._asked.answer(asked.question, state.revealed, left)
        self._after.append(
            UserAsked(
                question=asked.question,
                reply=answer.reply,
                slot=answer.slot,
                response=answer.response,
                counted=answer.counted,
            )
        )
        return PlainResult({"user_response": answer.response, "turns_remaining": left - answer.counted})

    def _python_execute(self, asked: PythonExecuteArguments) -> ToolResult:
        done = self._python.run(asked.code)
        return PlainResult({"output": done.output, "error": done.error})

    def _recommend_product(self, asked: RecommendProductArguments) -> ToolResult:
        self._after.append(ProductRecommended(product_id=asked.product_id, reasoning=asked.reasoning))
        self._ending = Ending.SUBMITTED
        return PlainResult({"product_id": asked.product_id, "status": "recommended"})


def open_sandbox(world: OpenWorld) -> ToolEnvironment:
    """The environment `tools`."""
    return ToolEnvironment(world.catalog, world.folders.profile)
