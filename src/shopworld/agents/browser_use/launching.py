"""How the program is started that drives browser-use."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar, Self
from urllib.parse import urlsplit

from shopworld.agents.naming import AgentName
from shopworld.environments import find_browser
from shopworld.errors import AgentError
from shopworld.models import OWN_END_POINT_KEY, ModelName, providers

NAME = "browser_use"
PYTHON_VARIABLE = "SHOPWORLD_BROWSER_USE_PYTHON"
"""Names the Python of the environment in which browser-use is installed."""
CLIENT = Path(__file__).with_name("client.py")


@dataclass(frozen=True, slots=True)
class BrowserUseProgram:
    """The program, as an agent's command has it.

    Attributes:
        command: program and arguments.
        environment: names of the variables that it gets: the model's key.
        hosts: `host:port` that it calls: the model's provider.
    """

    environments: ClassVar[tuple[str, ...]] = ("browser",)
    needs_model: ClassVar[bool] = True
    own_browser: ClassVar[bool] = True

    command: tuple[str, ...]
    environment: tuple[str, ...]
    hosts: tuple[str, ...] = ()

    @classmethod
    def for_agent(
        cls,
        name: str,
        *,
        base_url: str = "",
        max_steps: int | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Self | None:
        """The program for `browser_use@provider/model`; None for another agent's name.

        Args:
            name: of the agent.
            base_url: end point that replaces the provider's own.
            max_steps: steps of browser-use, of which each may hold several actions; None: its default here (50).
            environment: variables to read instead of the process's own.

        Raises:
            AgentError: it names no model, is set up in another way, or there is no Python to run it.
            ModelError: there is no such provider.
            BrowserMissing: there is no browser for it.
        """
        parsed = AgentName.parse(name)
        if parsed.base.partition("-")[0] != NAME:
            return None
        if parsed.base not in (NAME, f"{NAME}-text") or not parsed.model:
            raise AgentError(
                f"the agent {name!r} cannot be made: expected {NAME}@provider/model, or {NAME}-text@… without pictures",
                hint=f"E.g. --agent {NAME} --model openai/gpt-5.",
            )
        variables = os.environ if environment is None else environment
        model = ModelName.parse(parsed.model)
        provider = providers()[model.provider]
        keys = (OWN_END_POINT_KEY,) if base_url else provider.keys
        held = tuple(key for key in keys if variables.get(key, "").strip())[:1]
        command = [_python(variables), str(CLIENT), "--provider", model.provider, "--model", model.model]
        if base_url or model.provider not in ("openai", "anthropic", "gemini"):
            command += ["--base-url", base_url or provider.base_url]
        if held:
            command += ["--key-variable", held[0]]
        if max_steps is not None:
            command += ["--max-steps", str(max_steps)]
        if parsed.base != NAME:
            command.append("--no-pictures")
        command += ["--browser", str(find_browser().path)]
        address = urlsplit(base_url or provider.base_url)
        port = address.port or (80 if address.scheme == "http" else 443)
        return cls(tuple(command), held, (f"{address.hostname}:{port}",) if address.hostname else ())


def _python(variables: Mapping[str, str]) -> str:
    named = variables.get(PYTHON_VARIABLE, "").strip()
    found = shutil.which(named or sys.executable)
    if found is None:
        raise AgentError(
            f"{PYTHON_VARIABLE} names {named!r}, which is no program",
            hint="Give the path of the Python in the environment where browser-use is installed.",
        )
    return found
