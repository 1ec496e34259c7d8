"""A client of the server for Python: the methods of a session, over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import httpx
from pydantic import BaseModel

import shopworld as sw
from shopworld.closing import Closing
from shopworld.errors import EnvironmentFault
from shopworld.gym.forms import FinishForm, ObservationForm, ReplyForm, SessionForm, TasksForm, TroubleForm

Read = TypeVar("Read", bound=BaseModel)


class GymTrouble(sw.ShopworldError):
    """The server has refused something; it says what, and what to do.

    Args:
        told: by the server.
        status: of its answer.
    """

    def __init__(self, told: TroubleForm, status: int) -> None:
        super().__init__(told.message, hint=told.hint or None)
        self.kind, self.status = told.kind, status


class GymClient(Closing):
    """A server of `shopworld gym serve`. A context manager; usable from any thread.

    Args:
        address: e.g. `http://127.0.0.1:8767`.
        token: that it asks; none on loopback.
        seconds: that one action may take.
    """

    def __init__(self, address: str, token: str = "", *, seconds: float = 120.0) -> None:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._http = httpx.Client(base_url=address.rstrip("/"), headers=headers, timeout=seconds, trust_env=False)

    def tasks(self) -> TasksForm:
        """What can be played."""
        return self.ask(TasksForm, "GET", "/tasks")

    def start(
        self, task: str, *, agent: str = "outside", trial: int | None = None, seed: int | None = None
    ) -> GymSession:
        """Begins a session. A context manager: leaving it ends and forgets it.

        Raises:
            GymTrouble: there is no such task, or there are as many sessions as may be.
        """
        asked = {"task": task, "agent": agent, "trial": trial, "seed": seed}
        return GymSession(self, self.ask(SessionForm, "POST", "/sessions", asked))

    def ask(self, form: type[Read], method: str, path: str, body: Mapping[str, Any] | None = None) -> Read:
        """Asks the server, and reads its answer.

        Raises:
            GymTrouble: it has refused.
            EnvironmentFault: it is not there, or not a server of Shopworld's.
        """
        answer = self.send(method, path, body)
        return form.model_validate_json(answer)

    def send(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> bytes:
        """As `ask`; gives the bytes of the answer."""
        try:
            answer = self._http.request(method, path, json=body)
        except httpx.HTTPError as error:
            raise EnvironmentFault(f"the server at {self._http.base_url} does not answer: {error}") from error
        if answer.is_error:
            try:
                told = TroubleForm.model_validate_json(answer.content)
            except ValueError:
                told = TroubleForm(kind="HTTP", message=f"{answer.status_code}: {answer.text[:300]}")
            raise GymTrouble(told, answer.status_code)
        return answer.content

    def close(self) -> None:
        """Closes its connections; sessions stay."""
        self._http.close()


class GymSession(Closing):
    """One session on a server; what it offers is what a session of the library does.

    Args:
        client: of the server.
        about: as the server told of it.
    """

    def __init__(self, client: GymClient, about: SessionForm) -> None:
        self._client, self.about = client, about

    @property
    def goal(self) -> str:
        """What the user wants."""
        return self.about.goal

    def observe(self) -> ObservationForm:
        """What the agent sees now."""
        return self._client.ask(ObservationForm, "GET", f"{self._path}/observation")

    def step(self, action: str) -> ObservationForm:
        """Carries out one action."""
        return self._client.ask(ObservationForm, "POST", f"{self._path}/step", {"action": action})

    def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> ReplyForm:
        """Calls a tool."""
        return self._client.ask(
            ReplyForm, "POST", f"{self._path}/call", {"name": name, "arguments": dict(arguments or {})}
        )

    def say(self, text: str) -> None:
        """Sends the user a last message."""
        self.about = self._client.ask(SessionForm, "POST", f"{self._path}/say", {"text": text})

    def give_up(self, reason: str) -> None:
        """Reports that the task cannot be done."""
        self.about = self._client.ask(SessionForm, "POST", f"{self._path}/give_up", {"text": reason})

    def reset(self, task: str = "") -> None:
        """Begins anew, or another task."""
        self.about = self._client.ask(SessionForm, "POST", f"{self._path}/reset", {"task": task})

    def finish(self) -> FinishForm:
        """Has it graded."""
        return self._client.ask(FinishForm, "POST", f"{self._path}/finish")

    def close(self) -> None:
        """Ends it on the server; one that is gone there already is left alone."""
        try:
            self._client.send("DELETE", self._path)
        except GymTrouble as trouble:
            if trouble.status != _GONE:
                raise

    @property
    def _path(self) -> str:
        return f"/sessions/{self.about.session}"


_GONE = 404
