"""A step ends when the page has come to rest: nothing is observed stale, and nothing is waited for without need."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest

from shopworld.environments import BrowserEnvironment

pytestmark = pytest.mark.browser

PATIENCE = 60.0
"""Seconds. What is said to take a moment takes less on the busiest machine."""

SEARCH = """
<label>Search <input id=q></label><ul id=found></ul>
<script>
let timer;
q.addEventListener("input", () => {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const answer = await fetch("/suggest?q=" + encodeURIComponent(q.value));
    const names = await answer.json();
    found.innerHTML = names.map((name) => `<li>${name}</li>`).join("");
  }, 250);
});
</script>
"""


def test_a_debounced_search_is_never_observed_stale(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/suggest"] = lambda request: reply(
        f'["{request.query["q"]} one", "{request.query["q"]} two"]', content_type="application/json", delay=0.05
    )
    visitor.open(SEARCH)
    for word in ("mouse", "keyboard", "cable", "case", "fan", "lamp"):
        visitor.fill("textbox 'Search'", word)
        assert f"'{word} two'" in visitor.tree
        assert visitor.problem == ""


def test_an_answer_that_comes_in_two_parts_is_read_to_its_end(visitor: Any, site: Any) -> None:
    visitor.open(
        """<button onclick="
          fetch('/').then((r) => r.text()).then(() => setTimeout(() => { document.title = 'Done' }, 30))
        ">go</button>"""
    )
    assert visitor.click("button 'go'").title == "Done"


def test_an_xml_http_request_is_waited_for(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/slow"] = lambda request: reply("late", delay=0.3)
    visitor.open(
        """<button onclick="const x = new XMLHttpRequest(); x.open('GET', '/slow');
          x.onload = () => { out.textContent = x.responseText }; x.send()">go</button><p id=out></p>"""
    )
    assert "'late'" in visitor.click("button 'go'").accessibility_tree


def test_a_failed_request_ends_the_wait(visitor: Any, site: Any) -> None:
    visitor.open(
        """<button onclick="
          fetch('/x', {method: 'NONSENSE\\n'}).catch(() => { document.title = 'refused' })
        ">go</button>"""
    )
    assert visitor.click("button 'go'").title == "refused"


@pytest.fixture
def patient_visitor(browser: Any, visitor: Any) -> Iterator[Any]:
    """A visitor that would wait far longer than any machine is busy."""
    with BrowserEnvironment(browser, settle_timeout=PATIENCE) as visitor.environment:
        yield visitor


def test_an_endless_interval_does_not_hold_the_page_up(patient_visitor: Any) -> None:
    began = time.monotonic()
    patient_visitor.open(
        "<p id=p>0</p><script>setInterval(() => { p.dataset.n = Date.now() }, 100)</script><button>b</button>"
    )
    patient_visitor.click("button 'b'")
    assert patient_visitor.problem == ""
    assert time.monotonic() - began < PATIENCE


def test_an_endless_chain_of_timers_does_not_hold_the_page_up(patient_visitor: Any) -> None:
    began = time.monotonic()
    patient_visitor.open(
        "<p id=p>0</p><script>const f = () => { p.dataset.n = 1; setTimeout(f, 100) }; f()</script><button>b</button>"
    )
    patient_visitor.click("button 'b'")
    assert time.monotonic() - began < PATIENCE


def test_long_timers_are_not_waited_for(patient_visitor: Any) -> None:
    patient_visitor.open("<button onclick=\"setTimeout(() => { document.title = 'late' }, 100000)\">b</button>")
    began = time.monotonic()
    assert patient_visitor.click("button 'b'").title == "Page"
    assert time.monotonic() - began < PATIENCE


def test_a_slow_page_is_waited_for(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/slow"] = lambda request: reply("<title>Slow</title>came", delay=0.7)
    visitor.open("<a href=/slow>slow</a>")
    assert visitor.click("link 'slow'").title == "Slow"
    assert "'came'" in visitor.tree


def test_redirects_are_followed_to_the_end(visitor: Any, site: Any, reply: Any) -> None:
    for number in range(4):
        site.pages[f"/{number}"] = lambda request, number=number: reply(
            "", status=302, headers={"Location": f"/{number + 1}"}, delay=0.05
        )
    site.pages["/4"] = "<title>End</title>"
    visitor.open("<a href=/0>go</a>")
    seen = visitor.click("link 'go'")
    assert (seen.url, seen.title) == ("http://shop.example/4", "End")


def test_a_form_sent_by_post_is_waited_for(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/add"] = lambda request: reply("", status=303, headers={"Location": "/cart"}, delay=0.1)
    site.pages["/cart"] = "<title>Cart</title>"
    visitor.open("<form method=post action=/add><input name=offer value=7><button>Add</button></form>")
    assert visitor.click("button 'Add'").title == "Cart"
    assert [(r.method, r.form) for r in site.requests if r.path == "/add"] == [("POST", {"offer": "7"})]


def test_a_form_sent_after_a_timer_is_waited_for(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/list"] = lambda request: reply(f"<title>Sorted by {request.query['sort']}</title>", delay=0.2)
    visitor.open(
        """<form action=/list><select name=sort aria-label=Sort
          onchange="setTimeout(() => this.form.requestSubmit(), 200)">
        <option value=a>A<option value=b>B</select></form>"""
    )
    seen = visitor.step(f"select_option({visitor.id_of('combobox')!r}, 'B')")
    assert seen.title == "Sorted by b"


def test_a_refresh_by_the_page_is_followed(visitor: Any, site: Any) -> None:
    site.pages["/next"] = "<title>Next</title>"
    visitor.open('<meta http-equiv=refresh content="1;url=/next">')
    assert visitor.seen.title == "Next"


def test_a_script_that_leaves_the_page_is_followed(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/next"] = lambda request: reply("<title>Next</title>", delay=0.1)
    visitor.open("<button onclick=\"setTimeout(() => location.assign('/next'), 300)\">b</button>")
    assert visitor.click("button 'b'").title == "Next"


def test_a_frame_that_loads_is_waited_for(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/inner"] = lambda request: reply("<p>inside</p>", delay=0.3)
    visitor.open(
        "<button onclick=\"const f = document.createElement('iframe'); f.src = '/inner'; "
        'document.body.append(f)">b</button>'
    )
    assert "'inside'" in visitor.click("button 'b'").accessibility_tree


def test_a_short_animation_is_waited_for(visitor: Any) -> None:
    visitor.open(
        """<button onclick="
          d.animate([{opacity: 0}, {opacity: 1}], 300).onfinish = () => { d.hidden = false }
        ">b</button>
        <p id=d hidden>shown</p>"""
    )
    assert "'shown'" in visitor.click("button 'b'").accessibility_tree


def test_pictures_that_are_folded_away_are_not_waited_for(browser: Any, visitor: Any) -> None:
    visitor.environment = BrowserEnvironment(browser, screenshots=True, settle_timeout=PATIENCE)
    with visitor.environment:
        began = time.monotonic()
        visitor.open("<details><summary>More</summary><img loading=lazy src=/folded.png alt=Folded></details>")
        assert time.monotonic() - began < PATIENCE


def test_a_page_that_never_rests_is_observed_as_it_is(browser: Any, visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/never"] = lambda request: reply("x", delay=PATIENCE)
    site.pages["/"] = "<title>P</title><button onclick=\"fetch('/never')\">b</button>"
    with BrowserEnvironment(browser, settle_timeout=1.0) as visitor.environment:
        visitor.start()
        began = time.monotonic()
        visitor.click("button 'b'")
        assert 0.9 < time.monotonic() - began < PATIENCE
        assert "button 'b'" in visitor.tree


def test_the_counter_leaves_no_trace_among_a_pages_names(visitor: Any) -> None:
    visitor.open(
        """<p id=out></p><script>out.textContent = [Object.keys(window).some((name) => name.includes('shopworld')),
        setTimeout.length, setTimeout.name, fetch.name].join(' ')</script>"""
    )
    assert "'false 2 setTimeout fetch'" in visitor.tree
