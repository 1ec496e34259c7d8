"""The tool sandbox: ten functions over a catalog and a shopper who can be asked."""

from shopworld.environments.tools.environment import ToolEnvironment
from shopworld.environments.tools.events import CallMissing, QuestionOutcome, ToolCalled, UserAsked
from shopworld.environments.tools.profile import ToolProfile
from shopworld.environments.tools.state import TOOL_STATE, ToolState
from shopworld.environments.tools.toolbox import tool_descriptions

__all__ = [
    "TOOL_STATE",
    "CallMissing",
    "QuestionOutcome",
    "ToolCalled",
    "ToolEnvironment",
    "ToolProfile",
    "ToolState",
    "UserAsked",
    "tool_descriptions",
]
