"""The agents that come with Shopworld: names, and where their classes are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shopworld.environments import interfaces
from shopworld.extensions import load

ORACLE = "oracle"
"""The reference solver: made from a task's solution, not from its name alone."""
_HERE = "shopworld.agents"
BUILT_IN: Mapping[str, tuple[str, ...]] = {
    "keyword": (
        f"{_HERE}.keyword:KeywordAgent",
        f"{_HERE}.tool_keyword:ToolKeywordAgent",
        f"{_HERE}.shop_keyword:ShopKeywordAgent",
    ),
    "list_everything": (
        f"{_HERE}.list_everything:ListEverythingAgent",
        f"{_HERE}.tool_list_everything:ToolListEverythingAgent",
        f"{_HERE}.shop_list_everything:ShopListEverythingAgent",
    ),
    "noop": (f"{_HERE}.noop:NoopAgent",),
    "random": (f"{_HERE}.random_walk:RandomAgent",),
    "retrieve": (f"{_HERE}.retrieve:RetrieveAgent",),
    "web": (f"{_HERE}.web:WebAgent",),
    "tool_calling": (f"{_HERE}.tool_calling:ToolCallingAgent", f"{_HERE}.tool_calling:ShopCallingAgent"),
    "structured": (f"{_HERE}.structured:StructuredAgent",),
    "agent_e": (f"{_HERE}.agent_e:AgentE",),
    "see_act": (f"{_HERE}.see_act:SeeActAgent",),
    "web_voyager": (f"{_HERE}.web_voyager:WebVoyagerAgent",),
    "deep_research": (f"{_HERE}.deep_research:DeepResearchAgent",),
    "rag": (f"{_HERE}.tool_calling:RagAgent",),
    "simple_rag": (f"{_HERE}.tool_calling:SimpleRagAgent",),
    "nlweb": (f"{_HERE}.tool_calling:NlwebAgent",),
    "browser_use": (f"{_HERE}.browser_use:BrowserUseProgram",),
}
"""`module:Class` for each name; classes of one name share it out by the environments that they play."""
AGENT_NAMES = (ORACLE, *BUILT_IN)


def is_built_in(name: str) -> bool:
    """Whether a name without interface and model is one of a built-in agent, with whatever options."""
    return name == ORACLE or name.partition("-")[0] in BUILT_IN


def environments_of(kind: Any) -> tuple[str, ...]:
    """Names of the environments that a class says it plays; all where it says nothing."""
    stated = getattr(kind, "environments", ())
    return ((stated,) if isinstance(stated, str) else tuple(stated)) or tuple(interfaces())


def built_in_for(environment: str) -> Sequence[str]:
    """Names of the built-in agents that play in an environment, the oracle first."""
    played = {name: [one for ref in refs for one in environments_of(load(ref))] for name, refs in BUILT_IN.items()}
    return [ORACLE, *(name for name, environments in played.items() if environment in environments)]
