"""What the web agent sees and whether it takes notes: its axes, and the configurations of the papers by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from shopworld.errors import AgentError

AXES = ("axtree", "memory", "vision")


@dataclass(frozen=True, slots=True)
class WebOptions:
    """How the web agent is set up.

    Attributes:
        axtree: whether it sees the page as an accessibility tree.
        memory: whether it takes notes that stay.
        vision: whether it sees a picture of the page, with the elements' ids drawn on.
    """

    axtree: bool = True
    memory: bool = False
    vision: bool = False

    @classmethod
    def parse(cls, options: str) -> Self:
        """Reads what follows `web-` in an agent's name, such as `axtree-memory`; nothing means the accessibility tree.

        Raises:
            AgentError: it is something else.
        """
        axes = options.split("-") if options else []
        if len(set(axes)) != len(axes) or not set(axes) <= set(AXES):
            raise AgentError(
                f"{options!r} sets up no web agent, expected some of {', '.join(AXES)}", hint="E.g. web-axtree-memory."
            )
        if axes and not {"axtree", "vision"} & set(axes):
            raise AgentError(f"with {options!r} it sees nothing", hint="Add -axtree, -vision or both.")
        return cls(not axes or "axtree" in axes, "memory" in axes, "vision" in axes)

    @property
    def name(self) -> str:
        """The agent's name, axes in order."""
        return "-".join(["web", *(axis for axis in AXES if getattr(self, axis))])


WEBMALL_PRESETS = {
    f"webmall-{short}-{kind}": f"{WebOptions.parse(kind).name}@{model}"
    for short, model in (("gpt-4.1", "openai/gpt-4.1"), ("claude-sonnet-4", "anthropic/claude-sonnet-4-20250514"))
    for kind in ("axtree", "axtree-memory", "axtree-vision", "vision")
}
"""The eight configurations of WebMall (section 4): four ways to see, two models."""
