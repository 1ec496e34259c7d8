"""What clients and server send each other, as the OpenAPI description has it."""

from __future__ import annotations

import base64
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, Field

import shopworld as sw
from shopworld.gym.seats import Seat


class WireForm(BaseModel):
    """Base: immutable, unknown fields refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class TaskForm(WireForm):
    """A task as who plays it may see it."""

    id: str
    goal: str
    start_url: str = ""
    category: str = ""
    set: str = ""
    difficulty: str = ""
    template: str = ""
    steps: int = Field(description="Actions after which a session is cut off.")
    seconds: float = Field(description="Wall time after which it is.")

    @classmethod
    def of(cls, card: sw.TaskCard) -> Self:
        """From the library's card."""
        return cls(**{name: getattr(card, name) for name in cls.model_fields})


class TasksForm(WireForm):
    """The suite that is played."""

    suite: str
    interface: str = Field(description="How the shops are met: browser, tools, corpus or nlweb.")
    tasks: tuple[TaskForm, ...]


class StartForm(WireForm):
    """Begins a session."""

    task: str = Field(description="Id of the task.")
    agent: str = Field(default="outside", description="Who plays, as reports are to call it.")
    trial: int | None = Field(default=None, ge=0, description="Number of the try; the next one by default.")
    seed: int | None = Field(default=None, description="Of everything random; the server's by default.")


class ResetForm(WireForm):
    """Begins a session anew."""

    task: str = Field(default="", description="Another task; the same by default.")


class ProxyForm(WireForm):
    """The forward proxy of a session: for a browser of the client's own."""

    server: str
    username: str
    password: str


class ToolForm(WireForm):
    """A function that can be called."""

    name: str
    description: str
    parameters: dict[str, Any] = Field(description="JSON Schema of its arguments.")


class SessionForm(WireForm):
    """One session."""

    session: str = Field(description="Its name. Who knows it may play, grade, reset and end it: it is the harness's.")
    mcp: str = Field(
        description="Address for the agent, over the Model Context Protocol: its tools, and nothing of the above."
    )
    task: str
    agent: str
    trial: int
    goal: str
    start_url: str = Field(description="Address of the first page; empty in the tool sandbox.")
    seed: int
    proxy: ProxyForm | None = Field(description="Where the shops are met in a browser.")
    doors: dict[str, str] = Field(description="Shops to addresses for clients that use no proxy; they contain nothing.")
    tools: tuple[ToolForm, ...]
    ended: bool
    steps: int

    @classmethod
    def of(cls, seat: Seat, protocol: str) -> Self:
        """As it stands now; with the address where the server speaks the Model Context Protocol."""
        session, proxy = seat.session, seat.session.proxy
        return cls(
            session=seat.name,
            mcp=f"{protocol}?session={seat.ticket}",
            task=seat.task,
            agent=seat.agent,
            trial=seat.trial,
            goal=session.goal,
            start_url=session.start_url,
            seed=session.seed,
            proxy=None
            if proxy is None
            else ProxyForm(server=proxy.server, username=proxy.username, password=proxy.password),
            doors=dict(session.doors),
            tools=tuple(
                ToolForm(name=one.name, description=one.description, parameters=dict(one.parameters))
                for one in session.tools
            ),
            ended=session.ended,
            steps=session.steps,
        )


class ActionForm(WireForm):
    """One action."""

    action: str = Field(description="Of a browser as text, e.g. click('12'), or a tool call as JSON.")


class CallForm(WireForm):
    """One tool call."""

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class TextForm(WireForm):
    """A last message, or a reason."""

    text: str


class ObservationForm(WireForm):
    """What an agent sees."""

    url: str
    title: str
    page: str = Field(description="The page as text; elements carry ids.")
    focused: str = Field(description="Id of the focused element.")
    result: str = Field(description="What the last call returned, as JSON.")
    error: str = Field(description="What was wrong with the last action.")
    picture: str = Field(description="The viewport as JPEG in base64, where the server shows pictures.")
    step: int
    ended: bool

    @classmethod
    def of(cls, seen: sw.Observation, *, ended: bool) -> Self:
        """From the library's."""
        return cls(
            url=seen.url,
            title=seen.title,
            page=seen.accessibility_tree,
            focused=seen.focused_element,
            result=seen.tool_result,
            error=seen.last_action_error,
            picture=base64.b64encode(seen.screenshot or b"").decode(),
            step=seen.step,
            ended=ended,
        )


class ReplyForm(WireForm):
    """What a call returned."""

    text: str = Field(description="The result as JSON, or what was wrong.")
    failed: bool
    ended: bool


class FinishForm(WireForm):
    """How a session was graded."""

    result: sw.Result
    saved: str = Field(description="Folder where it was saved; empty where it was not.")
    not_saved: str = Field(description="Why it could not be.")


class TroubleForm(WireForm):
    """What was wrong with a request."""

    kind: str
    message: str
    hint: str = ""
