"""Agents that are given as objects, not by a name: classes of a notebook above all. They are sent to their process."""

from __future__ import annotations

import contextlib
import pickletools
import sys
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType

import cloudpickle

from shopworld.agents import AgentDeclaration, AgentName
from shopworld.agents.built_in import is_built_in
from shopworld.errors import AgentError
from shopworld.evaluation.running.agent_subprocess import AgentSubprocess
from shopworld.evaluation.running.outside.commands import NAME


def declare_given(agent: object, name: str = "", model: str = "") -> AgentDeclaration:
    """What an agent declares that is given as an object: a class, another callable that makes agents, or an agent.

    It is pickled, with its code where a fresh process would not find that (in a notebook, or in a program's main
    file); from then on it lives in a process of its own. An agent is copied for each episode.

    Args:
        agent: the object.
        name: of the agent in records; by default that of the class.
        model: `provider/model`, which becomes part of its name where it needs a language model.

    Raises:
        AgentError: it cannot be pickled or made, what it declares is wrong, or the name is unfit or taken.
    """
    name = name or getattr(agent, "__name__", type(agent).__name__)
    if not NAME.fullmatch(name):
        raise AgentError(f"{name!r} is no name: letters, digits, '-', '_' and '.', at most 64")
    if is_built_in(name):
        raise AgentError(f"{name!r} is the name of a built-in agent", hint="Give the agent another name.")
    try:
        code = _pickled(agent)
    except Exception as error:  # whatever the object holds
        raise AgentError(f"the agent {name!r} cannot be sent to a process of its own: {error}") from error
    with contextlib.closing(AgentSubprocess(name, code)) as agent_process:
        declared = agent_process.declaration()
    return replace(declared, name=str(AgentName(name, model))) if model and declared.needs_model else declared


def _pickled(agent: object) -> bytes:
    """The object, with the code of each module that it leads to and that a fresh process would not find."""
    sent: set[str] = set()
    with contextlib.ExitStack() as by_value:
        while True:
            code: bytes = cloudpickle.dumps(agent)
            lost = {name for name in _modules_named(code) if not _is_found(sys.modules[name])} - sent
            if not lost:
                return code
            for name in sorted(lost):
                by_value.enter_context(_by_value(sys.modules[name]))
            sent |= lost


def _modules_named(code: bytes) -> set[str]:
    """Modules that a pickle may load: each is named by a text in it."""
    return {text for _, text, _ in pickletools.genops(code) if isinstance(text, str) and text in sys.modules}


@contextlib.contextmanager
def _by_value(module: ModuleType) -> Iterator[None]:
    """Has what a module defines pickled with its code."""
    cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        cloudpickle.unregister_pickle_by_value(module)


def _is_found(module: ModuleType) -> bool:
    """Whether a fresh process with our search path would find the same module; not asked of the main one."""
    if module.__name__ == "__main__":
        return True  # its code is pickled in any case
    place, spec = None, None
    parts = module.__name__.split(".")
    for number in range(1, len(parts) + 1):
        name = ".".join(parts[:number])
        finders = (finder.find_spec(name, place) for finder in sys.meta_path)
        spec = next((one for one in finders if one is not None), None)
        if spec is None:
            return False
        place = spec.submodule_search_locations
    if spec is None or not spec.has_location:  # of the interpreter itself
        return spec is not None
    return spec.origin == getattr(module, "__file__", None)
