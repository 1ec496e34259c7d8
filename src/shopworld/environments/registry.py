"""The interfaces by which agents meet shops: one declaration each, and those that installed packages bring along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from shopworld.errors import EnvironmentFault
from shopworld.extensions import Extensions, load

if TYPE_CHECKING:
    from shopworld.environments.observation import ToolDescription
    from shopworld.environments.tools.profile import ToolProfile


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
        f"{_HERE}.opening:open_sandbox",
        world="catalog",
        tools=f"{_HERE}.tools.toolbox:tool_descriptions",
    ),
    Interface(
        "shop_tools",
        "the tools of shops",
        f"{_HERE}.opening:open_shop_tools",
        word="tools",
        tools=f"{_HERE}.shop_tools.environment:shop_tool_descriptions",
    ),
    Interface(
        "corpus",
        "a corpus of shops' pages",
        f"{_HERE}.opening:open_corpus",
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
_BUILT_IN = {one.name: one for one in BUILT_IN}

_INSTALLED: Extensions[Interface] = Extensions(
    group="shopworld.environments",
    what="interface",
    expected="an Interface",
    accepts=lambda found: isinstance(found, Interface),
    name_of=lambda found: found.name,
    error=EnvironmentFault,
)


_taken_over: dict[str, Interface] = {}


def take_over(found: Iterable[Interface]) -> None:
    """Has this process know these interfaces and no others: it need not be able to load what declares them.

    Args:
        found: the values of `interfaces()` in another process.
    """
    _taken_over.update({one.name: one for one in found})
    interfaces.cache_clear()


@cache
def interfaces() -> Mapping[str, Interface]:
    """All interfaces by the name of their environment: the built-in ones, then those of installed packages.

    One that cannot be used is left out; what is wrong with it is told to who asks for it by name.
    """
    if _taken_over:
        return _taken_over
    found = dict(_BUILT_IN)
    for name in _INSTALLED.names():
        with suppress(EnvironmentFault):
            found[name] = _installed(name, found)
    return found


def interface(name: str) -> Interface:
    """The interface whose environment has that name; for a built-in one no package is loaded.

    Raises:
        EnvironmentFault: there is none, or the installed package registers what is no interface, or a name or word
            that is taken.
    """
    return _BUILT_IN.get(name) or interfaces().get(name) or _installed(name, interfaces())


def words() -> Mapping[str, str]:
    """What interfaces of malls are called in names of agents and in reports, to the names of their environments."""
    return {one.said: name for name, one in interfaces().items() if one.said}


def called(word: str) -> str:
    """Name of the environment whose interface is called so, as in `words`; empty where none is.

    Raises:
        EnvironmentFault: an installed one is meant that cannot be used.
    """
    own = next((one.name for one in BUILT_IN if one.said == word), "")
    found = own or words().get(word, "")
    if not found and not _taken_over and word in _INSTALLED.names():
        return _installed(word, interfaces()).name
    return found


def _installed(name: str, others: Mapping[str, Interface]) -> Interface:
    _INSTALLED.refuse_taken(name, _BUILT_IN)
    found = _INSTALLED.find(name) if not _taken_over else None
    if found is None:
        raise EnvironmentFault(f"no environment {name!r}", hint=f"There are {', '.join(others)}.")
    taken: dict[str, str] = {}
    for one in others.values():
        for word in {one.name, one.said} - {""} if one.name != name else ():
            taken.setdefault(word, one.name)
    for word in (found.name, found.said):
        if word in taken:
            raise EnvironmentFault(
                f"the interface {name!r} has a name that is taken by {taken[word]!r}: {word!r}",
                hint=f"Taken are: {', '.join(sorted(taken))}.",
            )
    return found
