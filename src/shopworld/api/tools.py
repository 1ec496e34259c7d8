"""The tools of the sandbox and of malls: listed, and called without an agent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from shopworld.api.places import Place, catalog_place, home_of, mall_folder, path_of
from shopworld.api.progress import OnProgress, counted
from shopworld.api.suite_world import suite_of
from shopworld.environments import OpenWorld, ToolDescription, WorldFolders, called, words
from shopworld.environments import interface as interface_named
from shopworld.environments.corpus import build_corpus
from shopworld.environments.tools import ToolProfile
from shopworld.errors import InputError
from shopworld.evaluation import FREE_PLAY, ServedEpisode
from shopworld.mall import Home, Mall
from shopworld.tasks import Suite, Task

_SANDBOX = "tools"


def list_tools(interface: str = "") -> tuple[ToolDescription, ...]:
    """The tools with their arguments as JSON schemas: the ten of the sandbox, or those of an interface of malls.

    Args:
        interface: of a mall: `tools`, `corpus`, `nlweb` or what an installed package adds; the sandbox's by default.

    Returns:
        name, description and parameters of each.

    Raises:
        InputError: there is no such interface of tools.
    """
    return interface_named(_environment(interface) if interface else _SANDBOX).tool_descriptions(ToolProfile.DEFAULT)


@contextmanager
def open_tools(
    *,
    catalog: Place | None = None,
    mall: Place | None = None,
    suite: Place | Suite | None = None,
    task: str = "",
    interface: str = "tools",
    profile: str = "default",
    out: Place | None = None,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> Iterator[ServedEpisode]:
    """Opens tools over a catalog or a mall, to be called one by one; see `goal`, `tools` and `call`.

    With a suite and a task, what is called is an episode of it: the shopper answers, and it is scored. Agents that
    are to be compared play in sessions: see `open`.

    Args:
        catalog: name or folder of a catalog, for the tools of the sandbox; the suite's own by default.
        mall: name or folder of a mall, for the tools of its shops; the suite's own by default.
        suite: name, path of the file, or a loaded one.
        task: id of a task of the suite.
        interface: in a mall: `tools`, `corpus`, whose index is made first, or `nlweb`.
        profile: in the sandbox: `default`, or `compatible` with EComAgentBench's own tools.
        out: folder for the episode's events and score; nothing is kept by default.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told of each page that is read for a corpus.

    Yields:
        the episode.

    Raises:
        InputError: neither catalog nor mall is named, or task, interface or profile do not exist, or the suite was made
            for another content.
        ShopworldError: suite, mall or catalog are missing or wrong.
    """
    place = home_of(home)
    loaded, chosen = _task(suite, task, place)
    if mall is not None or (loaded is not None and loaded.mall):
        environment = _environment(interface)
        folder = mall_folder(mall if mall is not None else loaded.mall if loaded is not None else "", place)
        searched = interface_named(environment).searches
        folders = WorldFolders(folder, corpus=_corpus(folder, place, progress) if searched else None)
    else:
        environment = _SANDBOX
        given = catalog if catalog is not None else loaded.catalog if loaded is not None else None
        if given is None:
            raise InputError("which catalog?", field="--catalog", hint="Name one, or a suite that names its own.")
        folders = WorldFolders(catalog=catalog_place(given, place), profile=_profile(profile))
    with folders.open() as world:
        if loaded is not None:
            _check_hash(loaded, world)
        name = loaded.name if loaded is not None else FREE_PLAY
        with ServedEpisode(world, environment, chosen, path_of(out), name) as served:
            yield served


def _corpus(folder: Path, home: Home, progress: OnProgress | None) -> Path:
    with closing(Mall.open(folder)) as mall:
        return build_corpus(mall, home.folder, counted(progress, "Reading the shops' pages"))


def _environment(word: str) -> str:
    found = called(word)
    if not found or not interface_named(found).tools:
        by_calls = [one for one, name in words().items() if interface_named(name).tools]
        raise InputError(f"no interface {word!r} of tools, expected one of {', '.join(by_calls)}", field="--interface")
    return found


def _profile(name: str) -> ToolProfile:
    if name not in list(ToolProfile):
        raise InputError(f"no profile {name!r}, expected one of {', '.join(ToolProfile)}", field="--profile")
    return ToolProfile(name)


def _task(suite: Place | Suite | None, task: str, home: Home) -> tuple[Suite | None, Task | None]:
    if suite is None:
        if task:
            raise InputError("a task needs its suite", field="--task", hint="Add --suite NAME.")
        return None, None
    loaded = suite_of(suite, home)
    hint = f"shopworld tasks list {loaded.name} names them."
    if not task:
        raise InputError("which task of the suite?", field="--task", hint=hint)
    found = next((one for one in loaded.tasks if one.id == task), None)
    if found is None:
        raise InputError(f"no task {task!r} in suite {loaded.name}", field="--task", hint=hint)
    return loaded, found


def _check_hash(suite: Suite, world: OpenWorld) -> None:
    made_for = suite.mall_hash if world.kind == "mall" else suite.catalog_hash
    found = world.mall.content_hash if world.kind == "mall" else world.catalog.content_hash
    if made_for and made_for != found:
        raise InputError(
            f"suite {suite.name} was made for a {world.kind} of hash {made_for[:16]}, this one has {found[:16]}",
            field=f"--{world.kind}",
        )
