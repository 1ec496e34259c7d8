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

FRAMES = "requestAnimationFrame(() => requestAnimationFrame(() => document.body.append('came ')))"
# What needs two frames: as many as a drawn page is given.
TWO_FRAMES = {
    "an inner document": f"""<iframe srcdoc="<button onclick=&quot;{FRAMES}&quot;>Go</button>"></iframe>""",
    "a document in that": f"""<iframe srcdoc="<iframe srcdoc='
        <button onclick=&quot;{FRAMES.replace("'", "`")}&quot;>Go</button>'></iframe>"></iframe>""",
    "sizes": """<button onclick="turns = 0; box.style.height = '20px'">Go</button>
        <div id=box style="height: 10px"></div><script>
        let turns = 5;
        new ResizeObserver(() => {
          turns += 1;
          if (turns === 1) box.style.height = '30px';
          if (turns === 2) document.body.append('came ');
        }).observe(box);
        </script>""",
}

# What a page does by tasks that nobody counts, or by frames.
MEANS = {
    "frames": "requestAnimationFrame(() => {})",
    "idleness": "requestIdleCallback(() => {})",
    "an interval": "clearInterval(setInterval(() => {}, 10))",
    "sight": "new IntersectionObserver(() => {}).observe(document.body)",
    "sizes": "new ResizeObserver(() => {}).observe(document.body)",
    "a channel": "new MessageChannel().port1.postMessage(0)",
    "a broadcast": "new BroadcastChannel('all').postMessage(0)",
    "a worker": "new Worker(URL.createObjectURL(new Blob(['']))).postMessage(0)",
    "a message": "dispatchEvent(new MessageEvent('message'))",
    "an inner document": "frames[0].requestAnimationFrame(() => {})",
    "nothing of these": "setTimeout(() => {}, 0)",
}

# What a page's own styles make of its opacity.
OPACITIES = {
    "nothing": "",
    "half": "html { opacity: .5 }",
    "unseen": "html { opacity: 0 !important }",
    "a part": "body { opacity: 0 }",
    "on its way": "html { transition: opacity 5s }",
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


@pytest.mark.parametrize("where", TWO_FRAMES)
def test_what_comes_by_frames_is_observed_though_nothing_is_drawn(
    visitor: Any, lean: BrowserEnvironment, where: str
) -> None:
    visitor.environment = lean
    visitor.open(TWO_FRAMES[where])
    for time in range(1, 5):
        assert visitor.click("button 'Go'").accessibility_tree.count("came") == time


@pytest.mark.parametrize("means", MEANS)
def test_a_page_that_works_by_frames_or_tasks_is_known(visitor: Any, lean: BrowserEnvironment, means: str) -> None:
    visitor.environment = lean
    visitor.open("<iframe srcdoc=Inner></iframe>")
    page = lean._context.page  # type: ignore[union-attr]
    told = page.call("Runtime.evaluate", expression=f"{MEANS[means]}; __shopworld.worksByFrames()")
    assert told["result"]["value"] is (means != "nothing of these")


@pytest.mark.parametrize("styles", OPACITIES)
def test_a_script_sees_the_opacity_of_a_drawn_page(visitor: Any, lean: BrowserEnvironment, styles: str) -> None:
    visitor.open(
        f"<style>{OPACITIES[styles]}</style><p id=out></p><script>"
        "const root = document.documentElement, style = getComputedStyle(root);"
        "const seen = (element) => [element.checkVisibility({ checkOpacity: true }),"
        "  element.checkVisibility({ opacityProperty: true }), element.checkVisibility()].join();"
        "out.textContent = [seen(root), seen(document.body), seen(out), seen(document.createElement('p')),"
        "  style.opacity, style['opacity'], style.getPropertyValue('OPACITY'), style.getPropertyValue('display'),"
        "  CSSStyleDeclaration.prototype.getPropertyValue.call(style, 'color'), style instanceof CSSStyleDeclaration,"
        "  window.getComputedStyle(root, null).opacity, getComputedStyle(document.body).opacity,"
        "  root.getAnimations().length, style.transitionProperty].join(' ')</script>"
    )
    drawn = visitor.tree
    visitor.environment = lean
    visitor.start()
    assert visitor.tree == drawn
