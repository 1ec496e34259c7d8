"""Agents of other people that ask a language model, for tests."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import threading
from typing import Any

from pydantic import BaseModel

from shopworld.agents import ModelAgent, Move
from shopworld.agents.tool_calling import ShopCallingAgent
from shopworld.environments import Observation
from shopworld.errors import ContextOverflow, ModelReplyError
from shopworld.models import ChatMessage, ChatRequest, LanguageModel, MessageImage, ModelReply


def question(text: str) -> ChatRequest:
    return ChatRequest((ChatMessage("user", (text,)),))


def answer(text: str) -> Move:
    return Move(json.dumps({"name": "submit_answer", "arguments": {"answer": text}}))


class Mine(ShopCallingAgent):
    """Ours, as somebody else's."""


class Asking:
    """Nothing but begin and act, and whatever the model says is the answer."""

    environments = ("shop_tools",)
    needs_model = True

    def __init__(self, model: LanguageModel) -> None:
        self.model = model

    def begin(self, goal: str, *, seed: int) -> None:
        self.goal = goal

    def act(self, observation: Observation) -> Move:
        return answer(self.model.ask(question(self.goal)).text)


class Telling(Asking):
    """Tells usage of its own, and tells it wrong."""

    def act(self, observation: Observation) -> Move:
        move = super().act(observation)
        return Move(move.action, move.thought, {"input_tokens": 1, "usd": 0.0, "pages": 3})


class Form(BaseModel):
    answer: str


class Asynchronous(Asking):
    """Asks four times at once, with a picture, then for a form."""

    def act(self, observation: Observation) -> Move:
        async def ask() -> list[ModelReply]:
            requests = [
                ChatRequest((ChatMessage("user", (f"number {number}", MessageImage(b"picture", "image/png"))),))
                for number in range(4)
            ]
            return await asyncio.gather(*map(self.model.complete, requests))

        texts = [reply.text for reply in asyncio.run(ask())]
        form, _ = self.model.ask_as(question("as a form"), Form)
        used = self.model.take_usage()
        return answer(f"{' '.join(texts)} {form.answer} {used.calls} {self.model.spent.calls}")


class Stubborn(Asking):
    """Asks on, whatever happens."""

    def act(self, observation: Observation) -> Move:
        while True:
            with contextlib.suppress(BaseException):
                self.model.ask(question("again"))


class Patient(Asking):
    """Makes do with what the model cannot answer."""

    def act(self, observation: Observation) -> Move:
        told = []
        for text in ("too long", "forbidden"):
            try:
                self.model.ask(question(text))
            except ContextOverflow as error:
                told.append(f"overflow: {error}")
            except ModelReplyError as error:
                told.append(f"refused: {error}")
        return answer(" | ".join(told))


class Falling(ModelAgent):
    """Does not catch what the model cannot answer."""

    environments = ("shop_tools",)

    def decide(self, observation: Observation) -> Move:
        return answer(self.model.ask(question("too long")).text)

    def shorten(self) -> None:
        pass


class Curious(Asking):
    """Answers with all that its process could know of a key."""

    def act(self, observation: Observation) -> Move:
        self.model.ask(question(self.goal))
        return answer(json.dumps([dict(os.environ), repr(vars(self.model))]))


class Late(Asking):
    """Asks when nobody waits for it, from a thread of its own."""

    def begin(self, goal: str, *, seed: int) -> None:
        self.problem = ""
        self.over = threading.Event()

        def ask() -> None:
            self.over.wait()
            try:
                self.model.ask(question("late"))
            except Exception as error:
                self.problem = str(error)

        self.thread = threading.Thread(target=ask, daemon=True)
        self.thread.start()

    def act(self, observation: Observation) -> Move:
        if observation.step == 0:
            threading.Timer(0.2, self.over.set).start()
            return Move(json.dumps({"name": "view_cart", "arguments": {}}))
        self.thread.join()
        return answer(self.problem)


class Early(Asking):
    """Asks before there is a task."""

    def __init__(self, model: LanguageModel) -> None:
        super().__init__(model)
        self.first = model.ask(question("anybody there?"))


class Styled(Asking):
    """Has options."""

    style = ""

    @classmethod
    def from_name(cls, options: str, model: Any) -> Styled:
        made = cls(model)
        made.style = options
        made.pictures = "marked" if "vision" in options.split("-") else "none"  # type: ignore[attr-defined]
        return made

    def act(self, observation: Observation) -> Move:
        return answer(f"{self.style}: {self.model.ask(question(self.goal)).text}")
