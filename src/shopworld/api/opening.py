"""Opens a suite for who plays it with a harness of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, overload

from shopworld.api.places import home_of
from shopworld.api.sealed import SealedWorld
from shopworld.api.suite_world import suite_of
from shopworld.api.world import World
from shopworld.environments import Pictures, called, find_browser, words
from shopworld.errors import BrowserMissing, InputError
from shopworld.evaluation import RunSettings, environment_of, open_suite
from shopworld.tasks import Suite

OUTSIDE = "outside"
"""Name of an agent that nobody has named."""


@overload
def open_world(
    suite: str | Path | Suite, interface: str = "", *, sealed: Literal[False] = False, **options: Any
) -> World: ...


@overload
def open_world(suite: str | Path, interface: str = "", *, sealed: Literal[True], **options: Any) -> SealedWorld: ...


def open_world(  # type: ignore[misc]  # the options are spelled out once, here
    suite: str | Path | Suite,
    interface: str = "",
    *,
    slots: int = 1,
    home: Path | str | None = None,
    tasks: str | list[str] | None = None,
    seed: int = 0,
    max_steps: int | None = None,
    max_seconds: float = 600.0,
    pictures: str = "none",
    screenshots: str = "none",
    mall: Path | str = "",
    catalog: Path | str = "",
    tools: str = "default",
    retrieval: str = "bm25",
    sealed: bool = False,
) -> World | SealedWorld:
    """Opens a suite: its tasks, and a world in which sessions of them can be started.

    Args:
        suite: its name, the path of its file, or a loaded one. The suite `default` is made where it is not there.
        interface: how the shops are met: `browser`, `tools`, `corpus`, `nlweb` or what an installed package adds; in
            the tool sandbox there is `tools` only. By default the suite's own: a browser in malls.
        slots: most sessions at the same time.
        home: where suites, malls and catalogs are; `SHOPWORLD_HOME` or `.shopworld` by default.
        tasks: filters, such as an id, `set=basic` or `category=*cheapest*`; all tasks by default.
        seed: of everything random.
        max_steps: actions after which a session is cut off; each task's own limit by default, which always counts.
        max_seconds: wall time after which it is.
        pictures: what observations of pages carry besides the tree: `none`, `plain`, or `marked` with ids.
        screenshots: which sessions keep pictures: `none`, `failed`, `all`.
        mall: folder of the mall; the suite's own by default.
        catalog: folder of the catalog, for a suite of the tool sandbox; the suite's own by default.
        tools: how the tools of the sandbox behave: `default` or `compatible`.
        retrieval: how a corpus is searched.
        sealed: whether checks and events stay in another process, and the caller gets the result alone. The suite is
            then given by name or path.

    Returns:
        the world; close it, or use it in a `with`.

    Raises:
        InputError: there is no such interface, or there are to be no slots.
        RunError: an option is wrong, or the world found is not the one the suite was made for.
        ShopworldError: suite, mall or catalog are missing or wrong.
    """
    if not isinstance(slots, int) or slots < 1:
        raise InputError(f"found {slots!r}, expected 1 or more", field="slots")
    plain: dict[str, Any] = {
        "seed": seed,
        "max_steps": max_steps,
        "max_seconds": max_seconds,
        "screenshots": str(screenshots),
        "mall": str(mall),
        "catalog": str(catalog),
        "tools": str(tools),
        "retrieval": str(retrieval),
    }
    if sealed:
        if isinstance(suite, Suite):
            hint = "Give its name, or the path of its file."
            raise InputError("a sealed world loads its suite itself", field="suite", hint=hint)
        rest = {"slots": slots, "home": str(home) if home else None, "tasks": tasks, "pictures": str(pictures)}
        return SealedWorld(str(suite), interface, plain | rest, open_world)
    loaded = suite if isinstance(suite, Suite) else load_suite(suite, home=home)
    filters = (tasks,) if isinstance(tasks, str) else tuple(tasks or ())
    name = loaded.name if isinstance(suite, Suite) else str(suite)
    settings = RunSettings.from_values(suite=name, agents=(OUTSIDE,), filters=filters, **plain)
    environment = _environment(loaded, interface)
    shown = _pictures(pictures)
    opening = open_suite(
        loaded,
        settings,
        [environment],
        home=home_of(home),
        browser=_version_of_browser() if environment == "browser" else "",
        images=shown is not Pictures.NONE,
    )
    return World(opening, slots=slots, pictures=shown)


open = open_world  # noqa: A001  # as `shopworld.open`


def load_suite(suite: str | Path, *, home: Path | str | None = None) -> Suite:
    """Loads a suite; `default` is made with its mall where it is not there.

    Args:
        suite: its name, or the path of its file.
        home: where suites are; `SHOPWORLD_HOME` or `.shopworld` by default.

    Returns:
        the suite, with its tasks and their checks.

    Raises:
        TaskError: there is no such suite.
        InputError: the file is wrong.
    """
    return suite_of(suite, home_of(home))


def _environment(suite: Suite, word: str) -> str:
    if environment_of(suite) == "tools":
        if word not in ("", "tools"):
            raise InputError(
                f"suite {suite.name!r} is played by tools over a catalog, not by {word!r}", field="interface"
            )
        return "tools"
    found = called(word or "browser")
    if not found:
        raise InputError(f"no interface {word!r}, expected one of {', '.join(words())}", field="interface")
    return found


def _version_of_browser() -> str:
    """Of our browser; empty without one: who brings one of their own needs none."""
    try:
        return find_browser().version
    except BrowserMissing:
        return ""


def _pictures(wanted: str) -> Pictures:
    try:
        return Pictures(wanted)
    except ValueError:
        raise InputError(f"no pictures {wanted!r}, expected one of {', '.join(Pictures)}", field="pictures") from None
