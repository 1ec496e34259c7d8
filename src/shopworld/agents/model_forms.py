"""Replies in a given form: JSON that fits a pydantic class, however the model brought it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, model_validator

from shopworld.models import AnswerSchema, ChatMessage, ModelReply, calls_in_prose
from shopworld.models.structured import read_answer, strict_schema

Form = TypeVar("Form", bound=BaseModel)


class ModelForm(BaseModel):
    """A form for models, which is lenient where the meaning is plain: numbers as texts, null for what may lack."""

    model_config = ConfigDict(frozen=True, populate_by_name=True, coerce_numbers_to_str=True)

    @model_validator(mode="before")
    @classmethod
    def _drop_nothing(cls, given: Any) -> Any:
        """Takes null for what has a default as not said."""
        if not isinstance(given, dict):
            return given
        optional = {
            name for key, field in cls.model_fields.items() if not field.is_required() for name in (key, field.alias)
        }
        return {name: value for name, value in given.items() if value is not None or name not in optional}


@dataclass(frozen=True, slots=True)
class FilledForm(Generic[Form]):
    """A reply that was to have a form.

    Attributes:
        answer: what the model said; None where that cannot be used.
        problem: why not; empty where it can.
    """

    answer: Form | None
    problem: str = ""


def schema_of(form: type[BaseModel]) -> AnswerSchema:
    """The form as it is asked for."""
    return AnswerSchema(form.__name__, strict_schema(form))


def read_form(reply: ModelReply, form: type[Form], check: Callable[[Form], str] = lambda _: "") -> FilledForm[Form]:
    """Reads a reply: the text, an object within it, or the arguments of a call that was made or written down.

    Args:
        reply: the model's.
        form: what it is to be.
        check: says what is wrong with an answer that has the form; empty where nothing is.
    """
    made = [call.arguments for call in (*reply.tool_calls, *calls_in_prose(reply.text, (form.__name__,)))]
    problem = ""
    for text in (reply.text, *made):
        answer = read_answer(text, form)
        if isinstance(answer, str):
            problem = problem or answer
            continue
        wrong = check(answer)
        return FilledForm(None if wrong else answer, wrong)
    if reply.finish == "length":
        problem = "it was cut off, since it got too long"
    if reply.finish == "content_filter":
        problem = "it was withheld by the provider's filter"
    return FilledForm(None, problem)


def form_objection(filled: FilledForm[Form], reply: ModelReply) -> tuple[ChatMessage, ...]:
    """What follows the request where a reply cannot be used; nothing where it can."""
    if filled.answer is not None:
        return ()
    said = reply.text or "\n".join(call.arguments for call in reply.tool_calls) or "(nothing)"
    wrong = f"This answer cannot be used: {filled.problem}. Give it again as one JSON object of the form asked for."
    return ChatMessage("assistant", (said,)), ChatMessage("user", (wrong,))
