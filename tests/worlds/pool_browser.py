"""A browser of another harness: it set its proxy once, at launch, and is told later whose sessions it plays."""

from __future__ import annotations

import json
from typing import Any

from shopworld.environments import BrowserProcess
from shopworld.environments.browser.connection import Connection
from shopworld.mall import Proxy


class PoolBrowser(BrowserProcess):
    """A browser whose proxy is set at launch, before any episode is known."""

    def __init__(self, server: str) -> None:
        super().__init__()
        self._server = server

    def _arguments(self) -> list[str]:
        way = [f"--proxy-server={self._server}", "--proxy-bypass-list=<-loopback>"]
        return [*super()._arguments(), *way]


class PoolContext:
    """A context as another harness makes it: it says nothing of a proxy, and answers who asks for credentials."""

    def __init__(self, connection: Connection, proxy: Proxy) -> None:
        self._connection, self._proxy = connection, proxy
        self.challenges: list[str] = []
        self._loaded = ""
        context = connection.call("Target.createBrowserContext", disposeOnDetach=True)["browserContextId"]
        target = connection.call("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        self._session = connection.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        connection.subscribe(self._session, self._on_event)
        connection.call("Page.enable", self._session)
        connection.call("Page.setLifecycleEventsEnabled", self._session, enabled=True)
        connection.call("Page.setBypassCSP", self._session, enabled=True)
        connection.call("Fetch.enable", self._session, handleAuthRequests=True)

    def open(self, address: str) -> str:
        """Opens an address and returns the text of the page, or what was wrong.

        The browser answers before the page is there, and its own page about an error comes after the error is told: so
        this document's loading is waited for by its number, and never an earlier one's.
        """
        answer = self._connection.call("Page.navigate", self._session, url=address)
        assert self._connection.wait(lambda: self._loaded == answer["loaderId"], timeout=60), address
        return str(answer.get("errorText") or self.run("document.documentElement.innerText"))

    def run(self, script: str) -> Any:
        """The value of a script in the page."""
        found = self._connection.call(
            "Runtime.evaluate", self._session, expression=script, awaitPromise=True, returnByValue=True
        )
        return found["result"].get("value")

    def add(self, thing: str, headers: dict[str, str] | None = None) -> int:
        """Puts something into the cart by a script; the status of the page that follows."""
        body = f"new URLSearchParams({{thing: {json.dumps(thing)}}})"
        options = f"{{method: 'POST', body: {body}, headers: {json.dumps(headers or {})}}}"
        return int(self.run(f"fetch('/cart/add', {options}).then(answer => answer.status, () => 0)"))

    def _on_event(self, method: str, parameters: dict[str, Any]) -> None:
        request = {"requestId": parameters.get("requestId")}
        if method == "Page.lifecycleEvent" and parameters["name"] == "load":
            self._loaded = parameters["loaderId"]
        elif method == "Fetch.requestPaused":
            self._connection.post("Fetch.continueRequest", self._session, **request)
        elif method == "Fetch.authRequired":
            self.challenges.append(parameters["authChallenge"]["origin"])
            known = {"username": self._proxy.username, "password": self._proxy.password}
            reply = {"response": "ProvideCredentials", **known}
            self._connection.post("Fetch.continueWithAuth", self._session, **request, authChallengeResponse=reply)
