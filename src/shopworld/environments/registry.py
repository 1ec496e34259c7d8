"""The interfaces by which agents meet shops: one declaration each, and those that installed packages bring along."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from typing import TYPE_CHECKING, Any, Literal

from shopworld.errors import EnvironmentFault

if TYPE_CHECKING:
    from shopworld.environments.observation import ToolDescription
    from shopworld.environments.tools.profile import ToolProfile

GROUP = "shopworld.environments"
"""Entry points of installed packages; each names an `Interface`."""


@dataclass(frozen=True, slots=True)
class Interface:
    """One way to meet shops. It names code by `module:function`, so that a declaration loads nothing.

    Attributes:
        name: of the environment, as agents name it in `environments`.
        place: what to call it in a sentence: "made for …".
        opens: makes the environment: a function of an `OpenWorld`.
        word: what follows the `+` in names of agents, and stands in reports; the name by default.
        world: whether it leads into the shops of a mall, or to a catalog.
        tools: lists its tools: a function of a `ToolProfile`; empty for pages.
        searches: whether it needs the corpus of the mall.
        oracle: makes the reference solver from a task's briefing, for an interface that is not built in.
    """

    name: str
    place: str
    opens: str
    word: str = ""
    world: Literal["mall", "catalog"] = "mall"
    tools: str = ""
    searches: bool = False
    oracle: str = ""

    def tool_descriptions(self, profile: ToolProfile) -> tuple[ToolDescription, ...]:
        """What can be called; nothing where an agent meets pages."""
        return tuple(load(self.tools)(profile)) if self.tools else ()

    @property
    def said(self) -> str:
        """Its word; empty in the tool sandbox, which is no interface of a mall."""
        return (self.word or self.name) if self.world == "mall" else ""


_HERE = "shopworld.environments"
BUILT_IN = (
    Interface("browser", "a browser", f"{_HERE}.browser.in_mall:open_browser"),
    Interface(
        "tools",
        "the tool sandbox",
        f"{_HERE}.tools.environment:open_sandbox",
        world="catalog",
        tools=f"{_HERE}.tools.toolbox:tool_descriptions",
    ),
    Interface(
        "shop_tools",
        "the tools of shops",
        f"{_HERE}.shop_tools.environment:open_shop_tools",
        word="tools",
        tools=f"{_HERE}.shop_tools.environment:shop_tool_descriptions",
    ),
    Interface(
        "corpus",
        "a corpus of shops' pages",
        f"{_HERE}.corpus.environment:open_corpus",
        tools=f"{_HERE}.corpus.environment:corpus_tool_descriptions",
        searches=True,
    ),
    Interface(
        "nlweb",
        "shops that answer questions",
        f"{_HERE}.nlweb.environment:open_nlweb",
        tools=f"{_HERE}.nlweb.environment:nlweb_tool_descriptions",
        searches=True,
    ),
)


@cache
def interfaces() -> Mapping[str, Interface]:
    """All interfaces by the name of their environment: the built-in ones, then those of installed packages.

    Raises:
        EnvironmentFault: an installed package registers what is no interface, or a name or word that is taken.
    """
    found = {one.name: one for one in BUILT_IN}
    for entry in sorted(entry_points(group=GROUP), key=lambda one: (one.name, one.value)):
        whose = f"the interface {entry.name!r} ({entry.value})"
        try:
            declared = entry.load()
        except Exception as error:  # the code is someone else's: anything may come out of it
            raise EnvironmentFault(f"{whose} cannot be loaded: {type(error).__name__}: {error}") from error
        if not isinstance(declared, Interface):
            raise EnvironmentFault(f"{whose} is a {type(declared).__name__}, expected an Interface")
        taken = {one.name for one in found.values()} | {one.said for one in found.values() if one.said}
        if found.get(declared.name) != declared and {declared.name, declared.said} & taken:
            raise EnvironmentFault(f"{whose} has a name that is taken", hint=f"Taken are: {', '.join(sorted(taken))}.")
        found[declared.name] = declared
    return found


def interface(name: str) -> Interface:
    """The interface whose environment has that name.

    Raises:
        EnvironmentFault: there is none.
    """
    found = interfaces().get(name)
    if found is None:
        raise EnvironmentFault(f"no environment {name!r}", hint=f"There are {', '.join(interfaces())}.")
    return found


def words() -> Mapping[str, str]:
    """What interfaces of malls are called in names of agents and in reports, to the names of their environments."""
    return {one.said: name for name, one in interfaces().items() if one.said}


def load(reference: str) -> Callable[..., Any]:
    """What `module:function` names. Raises whatever the module raises."""
    module, _, name = reference.partition(":")
    found: Callable[..., Any] = getattr(import_module(module), name)
    return found
