"""A context's login at its proxy: the browser asks for credentials once, and sends them by itself from then on.

Chromium takes no credentials in a proxy's address. It hands the proxy's 407 to who intercepts the request, and keeps
what it is told with the context, for all its tabs. So documents are intercepted until the question has come, and
nothing is after it: a login costs one round trip an episode.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shopworld.environments.browser.connection import Connection, Message

if TYPE_CHECKING:
    from shopworld.mall import Proxy

_DOCUMENTS = [{"resourceType": "Document"}]


class ProxyLogin:
    """Answers one proxy's challenge in one context.

    Args:
        connection: the browser's.
        proxy: the only one that is given its credentials.
    """

    def __init__(self, connection: Connection, proxy: Proxy) -> None:
        self._connection = connection
        self._proxy = proxy
        self.done = not proxy.username
        """Whether the browser knows the credentials, or needs none."""

    def watch(self, session: str) -> None:
        """Waits for the challenge in a tab, if it is yet to come."""
        if not self.done:
            self._connection.post("Fetch.enable", session, handleAuthRequests=True, patterns=_DOCUMENTS)

    def let_pass(self, session: str, parameters: Message) -> None:
        """A request was intercepted."""
        self._connection.post("Fetch.continueRequest", session, requestId=parameters["requestId"])

    def answer(self, session: str, parameters: Message) -> None:
        """Somebody asks for credentials. A site is told nothing, nor is another proxy."""
        challenge = parameters["authChallenge"]
        reply = {"response": "Default"}
        if challenge.get("source") == "Proxy" and challenge["origin"] == self._proxy.server:
            reply = {
                "response": "ProvideCredentials",
                "username": self._proxy.username,
                "password": self._proxy.password,
            }
            self.done = True
        request = parameters["requestId"]
        self._connection.post("Fetch.continueWithAuth", session, requestId=request, authChallengeResponse=reply)
        if self.done:
            self._connection.post("Fetch.disable", session)
