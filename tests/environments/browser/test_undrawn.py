"""Where nobody asks for a picture nothing is drawn, and everything that is observed stays the same."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from shopworld.environments import BrowserEnvironment, BrowserProcess, Observation

FILLED = """
<style>#hidden { display: none } #menu { opacity: .5 } #shy { visibility: hidden } #faint { opacity: 0 }</style>
<h1>Mugs</h1><p id=hidden>not there</p><p id=shy>nor this</p>
<nav id=menu><a href=/a>First</a> <a href=/b>Second</a></nav>
<button id=faint onclick="document.title = 'faint'">Faint</button>
<div onclick="document.title = 'mouse'">Reacts</div><div>Rests</div>
<details><summary>More</summary><input placeholder="Say something"></details>
<label><input type=checkbox> Agree</label><select><option>One<option>Two</select>
<div style="height: 3000px"></div><p>The end</p>
"""

# What changes the elements, or which of them react to the mouse, without anybody's hand: by a scroll event alone.
CHANGES = {
    "an element": "document.getElementById('here').append(document.createElement('button'))",
    "an attribute": "document.getElementById('plain').contentEditable = 'true'",
    "a listener": "document.getElementById('plain').addEventListener('click', () => {})",
    "a listener's end": "document.getElementById('reacts').removeEventListener('mousedown', heard)",
    "a handler": "document.getElementById('plain').onclick = () => {}",
    "a value": "document.getElementById('field').value = 'said'",
    "a shadow": "document.getElementById('here').attachShadow({ mode: 'closed' }).innerHTML = '<button>Dark</button>'",
    "a frame": "document.getElementById('here').innerHTML = '<iframe srcdoc=\"<button>In</button>\"></iframe>'",
    "nothing": "",
}


@pytest.fixture(scope="module")
def lean(browser: BrowserProcess) -> Iterator[BrowserEnvironment]:
    """An environment that draws nothing."""
    with BrowserProcess(browser.program, images=False) as process, BrowserEnvironment(process) as environment:
        yield environment


def read_of(environment: BrowserEnvironment) -> list[str]:
    """From now on, the protocol commands that read elements."""
    connection = environment.browser.connection()
    sent: list[str] = []
    send = connection.send

    def noting(method: str, session: str = "", /, **parameters: Any) -> int:
        if method.startswith("DOMSnapshot."):
            sent.append(method)
        return send(method, session, **parameters)

    connection.send = noting  # type: ignore[method-assign]
    return sent


def walk(visitor: Any, environment: BrowserEnvironment, *actions: str) -> list[Observation]:
    visitor.environment = environment
    return [visitor.start(), *(visitor.step(action) for action in actions)]


def test_a_page_is_observed_as_if_it_were_drawn(visitor: Any, lean: BrowserEnvironment) -> None:
    whole = visitor.environment
    visitor.open(FILLED)
    acts = [
        "scroll(0, 500)",
        "scroll(0, -500)",
        f"click('{visitor.id_of('button')}')",
        f"hover('{visitor.id_of('link')}')",
        f"click('{visitor.id_of('checkbox')}')",
        f"select_option('{visitor.id_of('combobox')}', 'Two')",
        "noop()",
    ]
    drawn = walk(visitor, whole, *acts)
    undrawn = walk(visitor, lean, *acts)
    assert [replace(one, messages=()) for one in undrawn] == [replace(one, messages=()) for one in drawn]
    assert drawn[3].title == "faint"


@pytest.mark.parametrize("drawn", [True, False])
def test_only_a_page_that_somebody_looks_at_is_drawn(visitor: Any, lean: BrowserEnvironment, drawn: bool) -> None:
    if not drawn:
        visitor.environment = lean
    visitor.open("<body style='background: #c00'>Red")
    page = visitor.environment._context.page
    taken = base64.b64decode(page.call("Page.captureScreenshot", format="png")["data"])
    colour = Image.open(io.BytesIO(taken)).convert("RGB").getpixel((400, 400))
    assert colour == ((204, 0, 0) if drawn else (255, 255, 255))


@pytest.mark.parametrize("change", CHANGES)
def test_elements_are_read_anew_where_they_may_have_changed(
    visitor: Any, lean: BrowserEnvironment, change: str
) -> None:
    whole = visitor.environment
    visitor.open(
        "<input id=field placeholder=Search><p id=plain>Plain text</p><p id=reacts>Reacts</p>"
        "<section id=here></section>"
        "<button>Last</button><div style='height: 3000px'></div><script>const heard = () => {};"
        "document.getElementById('reacts').addEventListener('mousedown', heard);"
        f"addEventListener('scroll', () => {{ {CHANGES[change]} }}, {{ once: true }})</script>"
    )
    acts = ("scroll(0, 300)", "scroll(0, -300)")
    drawn = walk(visitor, whole, *acts)
    visitor.environment = lean
    visitor.start()
    sent = read_of(lean)
    undrawn = [visitor.step(action) for action in acts]
    assert [one.accessibility_tree for one in undrawn] == [one.accessibility_tree for one in drawn[1:]]
    assert (len(sent) > 0) is (change != "nothing")
    del lean.browser.connection().send


def test_an_event_that_waits_for_its_turn_is_waited_for(visitor: Any, lean: BrowserEnvironment) -> None:
    visitor.environment = lean
    visitor.site.pages["/said"] = "<b>three mugs</b>"
    visitor.open(
        "<details><summary>Search</summary><input></details><p id=found></p><script>"
        "document.querySelector('details').addEventListener('toggle', () => document.querySelector('input').focus());"
        "document.querySelector('input').addEventListener('focus', async () => {"
        "  found.innerHTML = await (await fetch('/said')).text() });"
        "document.querySelector('summary').addEventListener('click', () => {"
        "  const end = performance.now() + 60; while (performance.now() < end); })</script>"
    )
    assert "three mugs" in visitor.click("DisclosureTriangle 'Search'").accessibility_tree


def test_the_next_episode_finds_its_context_made(visitor: Any, lean: BrowserEnvironment) -> None:
    visitor.environment = lean
    visitor.open("<script>document.cookie = 'seen=1'</script><p>First")
    lean.leave()
    lean.prepare(visitor.site.proxy)
    spare = lean._spare
    visitor.open("<script>document.title = document.cookie || 'nothing'</script><p>Second")
    assert lean._context is spare
    assert visitor.seen.title == "nothing"
    lean.leave()
    lean.prepare("127.0.0.1:9")
    visitor.open("<p>Third")
    assert "Third" in visitor.tree
