"""What is said to a language model, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

Role = Literal["system", "user", "assistant", "tool"]
Finish = Literal["stop", "length", "tool_calls", "content_filter", "other"]


@dataclass(frozen=True, slots=True)
class MessageImage:
    """A picture for the model to look at."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    content: bytes = field(repr=False)
    media_type: str = "image/jpeg"


class ToolCall(BaseModel):
    """A function call that the model asks for."""

    model_config = ConfigDict(frozen=True)

    id: str
    name: str
    arguments: str
    """As the model wrote them: JSON, if it did well."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A function that the model may call."""

    name: str
    description: str
    parameters: dict[str, Any]
    """JSON Schema of its arguments."""


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message of a conversation.

    Attributes:
        role: who speaks.
        parts: texts and pictures, in order.
        tool_calls: what an assistant's message called.
        tool_call_id: which call a tool's message answers.
        cache: whether a provider that has to be told may cache everything up to here.
    """

    role: Role
    parts: tuple[str | MessageImage, ...] = ()
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str = ""
    cache: bool = False

    @property
    def text(self) -> str:
        """The texts, one after the other."""
        return "\n".join(part for part in self.parts if isinstance(part, str))


@dataclass(frozen=True, slots=True)
class AnswerSchema:
    """The form an answer must have: a JSON object of this JSON Schema."""

    name: str
    schema: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question to a model.

    Attributes:
        messages: the conversation so far.
        tools: functions it may call.
        answer: the form of the answer, where it must be JSON.
        tool_choice: `auto`, `required` or `none`; only sent with tools.
    """

    messages: tuple[ChatMessage, ...]
    tools: tuple[Tool, ...] = ()
    answer: AnswerSchema | None = None
    tool_choice: Literal["auto", "required", "none"] = "auto"


class Usage(BaseModel):
    """What calls cost. Sums of usages are usages."""

    model_config = ConfigDict(frozen=True)

    calls: int = Field(default=0, ge=0)
    """Calls that were answered, or refused for what they said."""
    input_tokens: int = Field(default=0, ge=0)
    """All of the prompts, cached ones too."""
    cached_tokens: int = Field(default=0, ge=0)
    """Of the input, those read from the provider's cache."""
    cache_write_tokens: int = Field(default=0, ge=0)
    """Of the input, those written to the provider's cache."""
    output_tokens: int = Field(default=0, ge=0)
    """All of the answers, reasoning too."""
    reasoning_tokens: int = Field(default=0, ge=0)
    """Of the output, what is not shown."""
    usd: float = Field(default=0.0, ge=0.0)
    """Price of the calls whose price is known."""
    unpriced_calls: int = Field(default=0, ge=0)
    """Calls whose price is not known: `usd` lacks them."""
    uncounted_calls: int = Field(default=0, ge=0)
    """Calls for which the provider told no tokens, or what cannot be true: theirs are estimated."""
    retries: int = Field(default=0, ge=0)
    """Tries that failed before an answer came."""
    repairs: int = Field(default=0, ge=0)
    """Calls that were made only because an answer could not be used."""
    seconds: float = Field(default=0.0, ge=0.0)
    """Time the answered tries took, without waiting."""
    lost_seconds: float = Field(default=0.0, ge=0.0)
    """Time that failed tries and waiting between tries took."""

    @property
    def tokens(self) -> int:
        """Input and output together."""
        return self.input_tokens + self.output_tokens

    def __add__(self, other: Usage) -> Self:
        mine, theirs = self.model_dump(), other.model_dump()
        return type(self)(**{name: mine[name] + theirs[name] for name in mine})

    def __sub__(self, other: Usage) -> Self:
        """What came on top of an earlier sum."""
        mine, theirs = self.model_dump(), other.model_dump()
        return type(self)(**{name: max(0, mine[name] - theirs[name]) for name in mine})


class ModelReply(BaseModel):
    """A model's answer."""

    model_config = ConfigDict(frozen=True)

    text: str = ""
    reasoning: str = ""
    """What it thought, where the provider shows it apart."""
    tool_calls: tuple[ToolCall, ...] = ()
    finish: Finish = "stop"
    model: str = ""
    """The model's name as the provider gives it."""
    usage: Usage = Usage()

    @property
    def empty(self) -> bool:
        """Whether nothing was said and nothing called."""
        return not self.text.strip() and not self.tool_calls
