"""Agents by name: the built-in ones, and anyone's as `module:Class`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from shopworld.agents.installed import find_installed, installed_agents
from shopworld.agents.naming import MODEL_AGENTS, AgentName
from shopworld.agents.protocol import Agent
from shopworld.catalog import Catalog
from shopworld.errors import AgentError
from shopworld.mall import Mall
from shopworld.models import EpisodeModel
from shopworld.tasks import Task

ORACLE = "oracle"

Environment = str
"""How an agent meets the shops: pages in a browser, tools over a catalog, tools over the shops of a mall, a corpus."""

INTERFACES: dict[str, Environment] = {"browser": "browser", "tools": "shop_tools", "corpus": "corpus", "nlweb": "nlweb"}
"""By which interfaces a mall can be met, as names of agents and reports call them."""


def _noop() -> Agent:
    from shopworld.agents.noop import NoopAgent

    return NoopAgent()


def _random() -> Agent:
    from shopworld.agents.random_walk import RandomAgent

    return RandomAgent()


def _list_everything() -> Agent:
    from shopworld.agents.list_everything import ListEverythingAgent

    return ListEverythingAgent()


def _keyword() -> Agent:
    from shopworld.agents.keyword import KeywordAgent

    return KeywordAgent()


def _tool_list_everything() -> Agent:
    from shopworld.agents.tool_list_everything import ToolListEverythingAgent

    return ToolListEverythingAgent()


def _shop_list_everything() -> Agent:
    from shopworld.agents.shop_list_everything import ShopListEverythingAgent

    return ShopListEverythingAgent()


def _retrieve() -> Agent:
    from shopworld.agents.retrieve import RetrieveAgent

    return RetrieveAgent()


def _tool_keyword() -> Agent:
    from shopworld.agents.tool_keyword import ToolKeywordAgent

    return ToolKeywordAgent()


def _shop_keyword() -> Agent:
    from shopworld.agents.shop_keyword import ShopKeywordAgent

    return ShopKeywordAgent()


_BUILT_IN: dict[str, dict[Environment, Callable[[], Agent]]] = {
    "keyword": {"browser": _keyword, "tools": _tool_keyword, "shop_tools": _shop_keyword},
    "list_everything": {
        "browser": _list_everything,
        "tools": _tool_list_everything,
        "shop_tools": _shop_list_everything,
    },
    "noop": {"browser": _noop, "tools": _noop, "shop_tools": _noop, "corpus": _noop, "nlweb": _noop},
    "random": {"browser": _random},
    "retrieve": {"corpus": _retrieve},
}

AGENT_NAMES = (ORACLE, *_BUILT_IN)
"""Names of the built-in agents without a language model."""


def _web(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.web import WebAgent, WebOptions

    return WebAgent(model, WebOptions.parse(base))


def _tool_calling(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.tool_calling import ToolCallingAgent, ToolCallingOptions

    return ToolCallingAgent(model, ToolCallingOptions.parse(base))


def _structured(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.structured import StructuredAgent, StructuredOptions

    return StructuredAgent(model, StructuredOptions.parse(base))


def _agent_e(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.agent_e import AgentE

    return AgentE(_without_options(base, "agent_e", model))


def _see_act(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.see_act import SeeActAgent

    return SeeActAgent(_without_options(base, "see_act", model))


def _web_voyager(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.web_voyager import WebVoyagerAgent

    return WebVoyagerAgent(_without_options(base, "web_voyager", model))


def _deep_research(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.deep_research import DeepResearchAgent

    return DeepResearchAgent(_without_options(base, "deep_research", model))


def _without_options(base: str, name: str, model: EpisodeModel) -> EpisodeModel:
    """The model, for an agent that is set up in one way only."""
    if base != name:
        raise AgentError(f"there is no agent {base!r}; {name} is set up in one way only")
    return model


def _shop_calling(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.tool_calling import ShopCallingAgent, ToolCallingOptions

    return ShopCallingAgent(model, ToolCallingOptions.parse(base))


def _rag(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.tool_calling import RagAgent, ToolCallingOptions

    return RagAgent(model, ToolCallingOptions.parse(base, "rag"))


def _simple_rag(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.tool_calling import SimpleRagAgent, ToolCallingOptions

    return SimpleRagAgent(model, ToolCallingOptions.parse(base, "simple_rag"))


def _nlweb(base: str, model: EpisodeModel) -> Agent:
    from shopworld.agents.tool_calling import NlwebAgent, ToolCallingOptions

    return NlwebAgent(model, ToolCallingOptions.parse(base, "nlweb"))


_WITH_MODEL: dict[str, dict[Environment, Callable[[str, EpisodeModel], Agent]]] = {
    "web": {"browser": _web},
    "tool_calling": {"tools": _tool_calling, "shop_tools": _shop_calling},
    "structured": {"browser": _structured},
    "agent_e": {"browser": _agent_e},
    "see_act": {"browser": _see_act},
    "web_voyager": {"browser": _web_voyager},
    "deep_research": {"browser": _deep_research},
    "rag": {"corpus": _rag},
    "simple_rag": {"corpus": _simple_rag},
    "nlweb": {"nlweb": _nlweb},
}

_PLACES: dict[Environment, str] = {
    "browser": "a browser",
    "tools": "the tool sandbox",
    "shop_tools": "the tools of shops",
    "corpus": "a corpus of shops' pages",
    "nlweb": "shops that answer questions",
}


def environment_in_mall(name: str) -> Environment:
    """Where an agent meets the shops of a mall: where its name says, else where it is made for, else in a browser.

    Raises:
        AgentError: its name says something that is no interface.
    """
    parsed = AgentName.parse(name)
    if parsed.interface:
        found = INTERFACES.get(parsed.interface)
        if found is None:
            known = ", ".join(f"{parsed.base}+{one}" for one in INTERFACES)
            raise AgentError(f"{name!r}: there is no interface {parsed.interface!r}", hint=f"There are {known}.")
        return found
    made_for: Mapping[Environment, object] = _BUILT_IN.get(parsed.base, {})
    if parsed.needs_model:
        made_for = _WITH_MODEL.get(parsed.base.partition("-")[0], {})
    return next((one for one in INTERFACES.values() if one in made_for), "browser")


def interface_of(environment: Environment) -> str:
    """What an environment of a mall is called in names of agents; empty for the tool sandbox."""
    return next((name for name, one in INTERFACES.items() if one == environment), "")


def is_guest(name: str) -> bool:
    """Whether an agent of that name is somebody else's class, so that it is to run in a process of its own.

    Raises:
        AgentError: two installed packages register that name.
    """
    parsed = AgentName.parse(name)
    built_in = parsed.base in AGENT_NAMES or parsed.needs_model
    return not built_in and (parsed.is_guest or bool(find_installed(parsed.base)))


def make_agent(
    name: str, environment: Environment = "browser", open_model: Callable[[str], EpisodeModel] | None = None
) -> Agent:
    """Makes an agent for one episode, from nothing but its name.

    Args:
        name: a built-in name, with `@provider/model` for one with a language model; a name that an installed package
            registers; or `module:Class` (the working directory is searched too). The class is called without arguments.
        environment: where it is to shop. A class may say in an attribute `environments` which ones it is made for.
        open_model: opens a language model by name, for agents that have one.

    Raises:
        AgentError: there is no such agent, it cannot be made, or it is made for another environment.
    """
    parsed = AgentName.parse(name)
    if parsed.base in _BUILT_IN and not parsed.model:
        made_for = _BUILT_IN[parsed.base]
        if environment not in made_for:
            raise _elsewhere(name, tuple(made_for), environment)
        return made_for[environment]()
    if parsed.needs_model:
        return _make_with_model(parsed, environment, open_model)
    if parsed.is_program:
        raise AgentError(
            f"the agent {name!r} is a program, which only a run can start",
            hint="With `shopworld run`: --agent browser_use --model openai/gpt-5.",
        )
    if parsed.base == ORACLE:
        raise AgentError("the oracle needs the task's solution; make it with `make_oracle` or `make_tool_oracle`")
    module_name, _, class_name = (parsed.base if ":" in name else find_installed(parsed.base)).partition(":")
    if not class_name:
        installed = installed_agents()
        raise AgentError(
            f"no agent is called {name!r}",
            hint=f"Built in: {', '.join(AGENT_NAMES)}; with --model: {', '.join(MODEL_AGENTS)}. "
            + (f"Installed: {', '.join(installed)}. " if installed else "")
            + "Your own: module:Class, e.g. my_agent:MyAgent, or a program: 'command:python my_agent.py'.",
        )
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        made = getattr(import_module(module_name), class_name)()
    except Exception as error:  # the code is someone else's: anything may come out of it
        raise AgentError(f"the agent {name!r} cannot be made: {type(error).__name__}: {error}") from error
    if not callable(getattr(made, "begin", None)) or not callable(getattr(made, "act", None)):
        raise AgentError(f"{name!r} is no agent: it needs begin(goal, *, seed) and act(observation)")
    stated = getattr(made, "environments", tuple(_PLACES))
    made_for_these = (stated,) if isinstance(stated, str) else tuple(stated)
    if environment not in made_for_these:
        raise _elsewhere(name, made_for_these, environment)
    agent: Agent = made
    return agent


def _make_with_model(
    name: AgentName, environment: Environment, open_model: Callable[[str], EpisodeModel] | None
) -> Agent:
    made_for = _WITH_MODEL[name.base.partition("-")[0]]
    if environment not in made_for:
        raise _elsewhere(str(name), tuple(made_for), environment)
    if not name.model or open_model is None:
        raise AgentError(
            f"the agent {str(name)!r} needs a language model",
            hint=f"Give --model provider/model, or write {name.base}@openai/gpt-5.",
        )
    return made_for[environment](name.base, open_model(name.model))


def _elsewhere(name: str, made_for: Sequence[str], environment: Environment) -> AgentError:
    places = " and ".join(_PLACES.get(one, repr(one)) for one in _PLACES if one in made_for) or "no known environment"
    usable = [one for one, environments in _BUILT_IN.items() if environment in environments]
    usable += [one for one, environments_of in _WITH_MODEL.items() if environment in environments_of]
    return AgentError(
        f"the agent {name!r} is made for {places}, the suite needs {_PLACES[environment]}",
        hint=f"For {_PLACES[environment]} there are: {', '.join((ORACLE, *usable))}.",
    )


def make_oracle(mall: Mall, task: Task) -> Agent:
    """Makes the oracle for one task; the only agent that is told the solution.

    Raises:
        AgentError: an offer of the solution is not in the mall.
    """
    from shopworld.agents.briefing import brief
    from shopworld.agents.oracle import OracleAgent

    return OracleAgent(brief(mall, task))


def make_shop_tool_oracle(mall: Mall, task: Task, environment: Environment = "shop_tools") -> Agent:
    """Makes the oracle for one task in the shops of a mall, by tools.

    Args:
        mall: whose shops.
        task: to solve.
        environment: by which it finds products: `shop_tools`, `corpus` or `nlweb`.

    Raises:
        AgentError: an offer of the solution is not in the mall.
    """
    from shopworld.agents.briefing import brief
    from shopworld.agents.shop_tool_oracle import CorpusOracleAgent, NlwebOracleAgent, ShopToolOracleAgent

    makers = {"shop_tools": ShopToolOracleAgent, "corpus": CorpusOracleAgent, "nlweb": NlwebOracleAgent}
    return makers[environment](brief(mall, task))


def make_tool_oracle(catalog: Catalog, task: Task) -> Agent:
    """Makes the oracle for one task of the tool sandbox.

    Raises:
        AgentError: the target is not in the catalog.
    """
    from shopworld.agents.tool_briefing import brief_for_tools
    from shopworld.agents.tool_oracle import ToolOracleAgent

    return ToolOracleAgent(brief_for_tools(catalog, task))
