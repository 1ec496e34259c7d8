"""An episode in the browser: observations, tabs, dialogs, endings, determinism, faults."""

from __future__ import annotations

import io
import os
import signal
from typing import Any

import pytest
from PIL import Image

from shopworld.environments import BrowserEnvironment, BrowserProcess, Message, Tab
from shopworld.episode import Ending, Episode, EpisodeIdentity
from shopworld.errors import EnvironmentFault, EpisodeError

pytestmark = pytest.mark.browser

SHOP = """<header><a href=/>Home</a><nav aria-label=Main><a href=/mice>Mice</a></nav></header><main><h1>Mice</h1>
<ul style='list-style:none'><li><h2><a href=/m1>Red <b>mouse</b></a></h2>
<img src=/x.svg alt="A red mouse"><p>€ 9.90<br>in stock</p>
<form method=post action=/add><input type=number name=n value=1 aria-label=Quantity>
<button>Add to cart</button></form></li></ul>
<details><summary>More</summary>text</details><label><input type=checkbox> Only new</label>
<input type=text placeholder="Code" required aria-label=Code><button disabled>Pay</button></main>"""

SHOP_TREE = """RootWebArea 'Mice', focused
	[4] banner ''
		[5] link 'Home', clickable
		[6] navigation 'Main'
			[7] link 'Mice', clickable
	[8] main ''
		[9] heading 'Mice'
		[10] list ''
			[11] listitem ''
				[12] heading 'Red mouse'
					[13] link 'Red mouse', clickable
				[15] image 'A red mouse'
				[16] paragraph ''
					StaticText '€ 9.90'
					StaticText 'in stock'
				[18] form ''
					[19] spinbutton 'Quantity' value=1, clickable, valuemin=0, valuemax=0, valuetext='1'
						StaticText '1'
					[20] button 'Add to cart', clickable
		[21] group ''
			[22] DisclosureTriangle 'More', clickable, expanded=False
		[24] checkbox 'Only new', clickable, checked='false'
		[25] textbox 'Code', clickable, required
		[26] button 'Pay', disabled=True"""


def _episode() -> Episode:
    return Episode(EpisodeIdentity("agent", "task"), "label")


def test_the_first_observation_shows_the_start_page(visitor: Any) -> None:
    seen = visitor.open(SHOP, title="Mice")
    assert (seen.url, seen.title, seen.step, seen.last_action_error) == ("http://shop.example/", "Mice", 0, "")
    assert seen.tabs == (Tab("http://shop.example/", "Mice", True),)
    assert seen.messages == (Message("user", "Buy a mouse."),)
    assert seen.screenshot is None
    assert seen.marked_screenshot is None


def test_the_tree_has_the_form_that_agents_know(visitor: Any) -> None:
    assert visitor.open(SHOP, title="Mice").accessibility_tree == SHOP_TREE


def test_the_same_page_gives_the_same_bytes_in_every_context(browser: BrowserProcess, visitor: Any) -> None:
    first = visitor.open(SHOP, title="Mice")
    with BrowserEnvironment(browser) as other:
        second = other.open(_episode(), visitor.site.proxy, "http://shop.example/", "Buy a mouse.")
    assert second == first
    with BrowserProcess(browser.program, images=False) as fresh, BrowserEnvironment(fresh) as other:
        assert other.open(_episode(), visitor.site.proxy, "http://shop.example/", "Buy a mouse.") == first


def test_ids_stay_with_their_elements_while_the_page_changes(visitor: Any) -> None:
    visitor.open("<ul id=u></ul><button onclick=\"u.innerHTML = '<li>one<li>two'\">fill</button><a href=/>end</a>")
    end = visitor.id_of("link 'end'")
    visitor.click("button 'fill'")
    assert visitor.id_of("link 'end'") == end
    items = [line.split("]")[0].strip()[1:] for line in visitor.tree.splitlines() if "listitem" in line]
    assert [int(item) for item in items] == [int(end) + 1, int(end) + 2]


def test_a_new_page_counts_anew(visitor: Any) -> None:
    visitor.open("<a href=/>self</a>")
    before = visitor.tree
    visitor.click("link 'self'")
    assert visitor.tree.replace(", focused", "") == before.replace(", focused", "")


def test_frames_are_part_of_the_tree(visitor: Any, site: Any) -> None:
    site.pages["/a"] = "<title>A</title><button>in a</button><iframe src=/b></iframe>"
    site.pages["/b"] = "<title>B</title><button>in b</button>"
    visitor.open("<iframe src=/a></iframe><iframe src=/b></iframe><button>outer</button>")
    assert visitor.id_of("button 'in a'").startswith("a")
    assert visitor.id_of("button 'in b'").startswith("aa")
    assert visitor.tree.count("button 'in b'") == 2
    assert "[b] Iframe" in visitor.tree
    assert "\tRootWebArea 'A'" in visitor.tree


def test_text_that_repeats_is_left_out_and_quotes_are_safe(visitor: Any) -> None:
    visitor.open("""<button>It's</button><p>a "quoted" word</p>""")
    assert visitor.tree.splitlines()[1:] == [
        '\t[4] button "It\'s"',
        "\t[5] paragraph ''",
        """\t\tStaticText 'a "quoted" word'""",
    ]


def test_links_to_new_tabs_are_followed(visitor: Any, site: Any, reply: Any) -> None:
    site.pages["/b"] = lambda request: reply("<title>B</title><p>other</p>", delay=0.2)
    visitor.open("<a href=/b target=_blank>new</a><button onclick=\"window.open('/b')\">open</button>")
    seen = visitor.click("link 'new'")
    assert seen.tabs == (
        Tab("http://shop.example/", "Page", False),
        Tab("http://shop.example/b", "B", True),
    )
    assert "'other'" in seen.accessibility_tree
    visitor.step("tab_focus(0)")
    assert visitor.seen.url == "http://shop.example/"
    assert len(visitor.click("button 'open'").tabs) == 3
    assert visitor.seen.title == "B"
    visitor.step("tab_close()")
    visitor.step("tab_close()")
    assert visitor.seen.tabs == (Tab("http://shop.example/", "Page", True),)
    assert "there is no tab 1; expected a number from 0 to 0" in visitor.step("tab_focus(1)").last_action_error


def test_new_tabs_wait_like_the_first(visitor: Any, site: Any) -> None:
    site.pages["/b"] = "<title>B</title><script>setTimeout(() => { document.title = 'Ready' }, 400)</script>"
    visitor.open("<a href=/b target=_blank>new</a>")
    for _ in range(5):
        assert visitor.click("link 'new'").title == "Ready"
        visitor.step("tab_close()")


def test_a_tab_can_be_opened_and_the_last_one_is_replaced(visitor: Any) -> None:
    visitor.open("<p>x</p>")
    assert visitor.step("new_tab()").url == "about:blank"
    assert visitor.step("goto('http://shop.example/')").title == "Page"
    visitor.step("tab_close()")
    visitor.step("tab_close()")
    assert visitor.seen.tabs == (Tab("about:blank", "", True),)


def test_history_goes_back_and_forward(visitor: Any, site: Any) -> None:
    site.pages["/b"] = "<title>B</title><a href=#x>jump</a>"
    visitor.open("<a href=/b>b</a>")
    assert "no previous page" in visitor.step("go_back()").last_action_error
    visitor.click("link 'b'")
    visitor.click("link 'jump'")
    assert visitor.seen.url == "http://shop.example/b#x"
    assert visitor.step("go_back()").url == "http://shop.example/b"
    assert visitor.step("go_back()").title == "Page"
    assert visitor.step("go_forward()").title == "B"
    visitor.step("go_forward()")
    assert "no next page" in visitor.step("go_forward()").last_action_error


def test_dialogs_are_accepted_and_told(visitor: Any, site: Any) -> None:
    site.pages["/b"] = "<title>B</title>"
    visitor.open(
        """<button onclick="alert('Careful')">alert</button>
        <button onclick="document.title = confirm('Sure?') + ':' + prompt('Name', 'Ann')">ask</button>
        <button onclick="onbeforeunload = (e) => { e.preventDefault() }; location = '/b'">leave</button>"""
    )
    assert (
        visitor.click("button 'alert'").last_action_error
        == "The page opened a dialog (alert): 'Careful'. It was accepted."
    )
    assert visitor.click("button 'ask'").title == "true:Ann"
    assert "confirm" in visitor.problem
    assert visitor.click("button 'leave'").title == "B"


def test_a_wrong_action_is_told_and_counts_as_a_step(visitor: Any) -> None:
    visitor.open("<p>x</p>")
    assert "unknown action 'jump'" in visitor.step("jump('1')").last_action_error
    assert visitor.seen.step == 1
    assert visitor.step("noop()").last_action_error == ""
    assert visitor.seen.step == 2


def test_only_the_first_action_of_a_step_is_run(visitor: Any) -> None:
    visitor.open("<input aria-label=Q><button onclick=\"document.title = 'clicked'\">b</button>")
    box, button = visitor.id_of("textbox"), visitor.id_of("button")
    seen = visitor.step(f"fill('{box}', 'x')\nclick('{button}')")
    assert "value='x'" in seen.accessibility_tree
    assert seen.title == "Page"
    assert "only the first action was run" in seen.last_action_error
    assert f"click('{button}')" in seen.last_action_error


def test_a_message_to_the_user_ends_the_episode(visitor: Any) -> None:
    visitor.open("<p>x</p>")
    seen = visitor.step("send_msg_to_user('It costs 5.')")
    assert visitor.environment.ended
    assert visitor.episode.ending is Ending.MESSAGE
    assert [event.kind for event in visitor.episode.events] == ["message_sent"]
    assert seen.messages[-1] == Message("assistant", "It costs 5.")
    with pytest.raises(EpisodeError, match="has ended"):
        visitor.step("noop()")


def test_an_infeasible_task_ends_the_episode(visitor: Any) -> None:
    visitor.open("<p>x</p>")
    visitor.step("report_infeasible('sold out')")
    assert visitor.episode.ending is Ending.INFEASIBLE
    assert [event.payload.model_dump() for event in visitor.episode.events] == [{"reason": "sold out"}]


def test_an_ending_from_the_shops_side_is_seen(visitor: Any) -> None:
    visitor.open("<p>x</p>")
    visitor.episode.end(Ending.SUBMITTED)
    assert visitor.environment.ended


def test_a_page_that_ends_the_episode_is_observed_whichever_is_sooner(visitor: Any) -> None:
    def accept(request: Any) -> str:
        visitor.episode.end(Ending.SUBMITTED)
        return "<title>Thanks</title><p>Taken down</p>"

    visitor.site.pages["/answer"] = accept
    # The click returns before the page is sent, or only after it was answered.
    after = "<form method=post action=/answer><button>Submit</button></form>"
    before = """<button onclick="const sent = new XMLHttpRequest(); sent.open('POST', '/answer', false); sent.send();
        document.open(); document.write(sent.responseText); document.close()">Submit</button>"""
    for body in (after, before):
        visitor.episode = _episode()
        visitor.open(body)
        seen = visitor.click("button 'Submit'")
        assert visitor.environment.ended
        assert (seen.title, seen.step) == ("Thanks", 1)
        assert "Taken down" in seen.accessibility_tree


def test_a_step_needs_a_start(browser: BrowserProcess) -> None:
    with BrowserEnvironment(browser) as environment, pytest.raises(EpisodeError, match="not started"):
        environment.step("noop()")


def test_screenshots_and_marks_are_jpeg_pictures_of_the_viewport(browser: BrowserProcess, visitor: Any) -> None:
    visitor.site.pages["/"] = "<title>P</title><button style='width:200px;height:80px'>b</button>"
    with BrowserEnvironment(browser, viewport=(640, 480), screenshots=True, marks=True) as environment:
        seen = environment.open(_episode(), visitor.site.proxy, "http://shop.example/", "goal")
    assert seen.screenshot is not None
    assert seen.marked_screenshot is not None
    plain = Image.open(io.BytesIO(seen.screenshot))
    marked = Image.open(io.BytesIO(seen.marked_screenshot))
    assert (plain.format, plain.size, marked.format, marked.size) == ("JPEG", (640, 480), "JPEG", (640, 480))
    assert plain.getpixel((12, 40)) != marked.getpixel((9, 40))


def test_pictures_in_view_are_there_on_a_screenshot(browser: BrowserProcess, visitor: Any, reply: Any) -> None:
    square = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'
    )
    visitor.site.pages["/red.svg"] = lambda request: reply(square, content_type="image/svg+xml", delay=0.3)
    visitor.site.pages["/"] = (
        "<title>P</title><body style='margin:0'><div id=d></div>"
        "<button onclick=\"d.innerHTML = '<img src=/red.svg width=100 height=100>'\">show</button>"
    )
    with BrowserEnvironment(browser, screenshots=True) as environment:
        seen = environment.open(_episode(), visitor.site.proxy, "http://shop.example/", "goal")
        identifier = seen.accessibility_tree.split("[")[1].split("]")[0]
        seen = environment.step(f"click('{identifier}')")
    assert seen.screenshot is not None
    red, green, blue = Image.open(io.BytesIO(seen.screenshot)).convert("RGB").getpixel((50, 50))  # type: ignore[misc]
    assert red > 200
    assert max(green, blue) < 60


def test_contexts_share_no_cookies(visitor: Any, browser: BrowserProcess) -> None:
    visitor.open("<script>document.cookie = 'seen=1'</script><p id=p></p>")
    visitor.site.pages["/"] = "<p id=p></p><script>p.textContent = 'cookie ' + document.cookie</script>"
    with BrowserEnvironment(browser) as other:
        seen = other.open(_episode(), visitor.site.proxy, "http://shop.example/", "goal")
    assert "'cookie'" in seen.accessibility_tree


def test_a_crashed_page_is_a_fault_and_the_next_episode_works(browser: BrowserProcess, visitor: Any) -> None:
    with BrowserProcess(browser.program) as own, BrowserEnvironment(own) as environment:
        visitor.site.pages["/"] = "<title>P</title>"
        environment.open(_episode(), visitor.site.proxy, "http://shop.example/", "goal")
        context = environment._context
        assert context is not None
        context.page.post("Page.crash")
        with pytest.raises(EnvironmentFault, match="crashed"):
            environment.step("noop()")
        assert not own.running
        with pytest.raises(EpisodeError, match="start a new episode"):
            environment.step("noop()")
        assert environment.open(_episode(), visitor.site.proxy, "http://shop.example/", "goal").title == "P"


def test_a_killed_browser_is_a_fault_and_the_next_episode_works(browser: BrowserProcess, visitor: Any) -> None:
    with BrowserProcess(browser.program) as own, BrowserEnvironment(own) as environment:
        visitor.site.pages["/"] = "<title>P</title>"
        environment.open(_episode(), visitor.site.proxy, "http://shop.example/", "goal")
        assert own.process_id is not None
        os.killpg(own.process_id, signal.SIGKILL)
        with pytest.raises(EnvironmentFault, match="gone"):
            environment.step("noop()")
        assert environment.open(_episode(), visitor.site.proxy, "http://shop.example/", "goal").title == "P"


def test_a_first_page_that_cannot_be_opened_is_a_fault(browser: BrowserProcess) -> None:
    with (
        BrowserProcess(browser.program) as own,
        BrowserEnvironment(own) as environment,
        pytest.raises(EnvironmentFault, match="first page cannot be opened"),
    ):
        environment.open(_episode(), "127.0.0.1:9", "http://shop.example/", "goal")
