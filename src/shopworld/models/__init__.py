"""Language models: one client for all providers, with retries, prices, budgets and recorded replies."""

from shopworld.models.chat import Chat
from shopworld.models.client import ChatClient
from shopworld.models.language_model import LanguageModel
from shopworld.models.messages import (
    AnswerSchema,
    ChatMessage,
    ChatRequest,
    Image,
    Reply,
    Tool,
    ToolCall,
    Usage,
)
from shopworld.models.prices import PriceList
from shopworld.models.prose import calls_in_prose
from shopworld.models.providers import ModelName, providers
from shopworld.models.session import EpisodeModel, Models
from shopworld.models.settings import Budget, ModelSettings
from shopworld.models.structured import complete_as

__all__ = [
    "AnswerSchema",
    "Budget",
    "Chat",
    "ChatClient",
    "ChatMessage",
    "ChatRequest",
    "EpisodeModel",
    "Image",
    "LanguageModel",
    "ModelName",
    "ModelSettings",
    "Models",
    "PriceList",
    "Reply",
    "Tool",
    "ToolCall",
    "Usage",
    "calls_in_prose",
    "complete_as",
    "providers",
]
