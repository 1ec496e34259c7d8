"""The script where answers are late, fail, or come while a visitor has gone on: every click counts once."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import garment_shop
import pytest
from composed_shop import composed
from corner_shop import make_specification
from shop_window import DESKTOP, Window, open_shop
from starlette.requests import Request
from starlette.responses import Response

from shopworld.catalog import Catalog
from shopworld.environments import BrowserProcess
from shopworld.mall.reply import Application, Message, Receive, Scope, Send
from shopworld.shop import ShopSpecification
from shopworld.shop.events import CartChanged
from shopworld.shop.look.designs import load_design

pytestmark = pytest.mark.browser

SOCKS = CartChanged(offer_id="garment/5", slug="wool-socks", quantity=1, price=1_600)
CARDS = 'const cards = () => [...document.querySelectorAll("#product-list > li a")].map((one) => one.href);'
MORE = 'const more = () => document.querySelector(".pagination a[rel=next]");'
FIELD = """
const field = document.querySelector("header input[type=search]");
const suggestions = document.querySelector("[data-suggestions]");
const tell = (node, event) => node.dispatchEvent(event);
const type = (text) => { field.focus(); field.value = text; tell(field, new Event("input", { bubbles: true })); };
const shown = async () => { for (let turn = 0; suggestions.hidden && turn < 200; turn += 1) await wait(50); };
const press = (key) => tell(document.activeElement, new KeyboardEvent("keydown", { key, bubbles: true }));
"""


class Held:
    """Keeps the answers to some requests back until they are let go; may also refuse them.

    Args:
        part: of the address of what is kept back.
        status: what is answered in the end; 0 is what the shop answers.
    """

    def __init__(self, part: str, status: int = 0) -> None:
        self.asked: list[str] = []
        self._part = part
        self._status = status
        self._go = threading.Event()

    def let_go(self) -> None:
        self._go.set()

    def wait_until_asked(self) -> None:
        """Waits until such a request has arrived, at most 10 s."""
        deadline = time.monotonic() + 10
        while not self.asked and time.monotonic() < deadline:
            time.sleep(0.01)
        assert self.asked

    def around(self, application: Application) -> Application:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            address = str(Request(scope).url)
            if self._part not in address:
                return await application(scope, receive, send)
            self.asked.append(address)
            while not self._go.is_set():
                await asyncio.sleep(0.01)
            served: Application = Response("", self._status, media_type="text/html") if self._status else application
            return await served(scope, receive, send)

        return answer


OpenHeld = Callable[[ShopSpecification, Held], Window]


@pytest.fixture
def open_held(browser: BrowserProcess, catalog: Catalog) -> Iterator[OpenHeld]:
    """Opens a window on the corner shop, some of whose answers are held back."""
    with ExitStack() as stack:

        def make(specification: ShopSpecification, held: Held) -> Window:
            stack.callback(held.let_go)
            return open_shop(stack, browser, specification, catalog, served=held.around)

        yield make


def by_button() -> tuple[ShopSpecification, str]:
    """A shop whose lists grow by a button, and the address of its list."""
    design = load_design("boutique")
    shop = make_specification().model_copy(update={"capabilities": design.capabilities, "style": design.style})
    return shop, "/shop/"


def by_scrolling() -> tuple[ShopSpecification, str]:
    """A shop whose lists grow by scrolling, and the address of its list."""
    return composed(collection={"pagination": "infinite_scroll", "columns_desktop": 1}), "/collections/all"


LISTS = pytest.mark.parametrize("kind", [by_button, by_scrolling])


@LISTS
def test_impatient_clicks_bring_the_next_products_once(
    open_held: OpenHeld, kind: Callable[[], tuple[ShopSpecification, str]]
) -> None:
    shop, path = kind()
    held = Held("page")
    window = open_held(shop, held).open(path)
    before = window.tell(f"""{CARDS}{MORE} const before = cards(); more().scrollIntoView();
        more().click(); more().click(); await wait(60); more().click(); return before;""")
    held.let_go()
    window.until(f"{CARDS} return cards().length > {len(before)};")
    after = window.tell(f"{CARDS} await wait(200); return cards();")
    assert after[: len(before)] == before
    assert not set(after[len(before) :]) & set(before)
    assert len(set(held.asked)) == len(held.asked)


@LISTS
def test_who_has_gone_on_is_left_there_when_products_arrive(
    open_held: OpenHeld, kind: Callable[[], tuple[ShopSpecification, str]]
) -> None:
    shop, path = kind()
    held = Held("page")
    window = open_held(shop, held).open(path)
    before = window.tell(f"""{CARDS}{MORE} more().focus(); more().click(); await wait(60);
        document.querySelector(".skip-link").focus(); return cards().length;""")
    held.let_go()
    assert (
        window.until(f"""{CARDS} return cards().length > {before}
        && (document.activeElement === document.querySelector(".skip-link") ? "there" : "moved");""")
        == "there"
    )


@LISTS
def test_products_that_fail_to_come_leave_an_ordinary_link(
    open_held: OpenHeld, kind: Callable[[], tuple[ShopSpecification, str]]
) -> None:
    shop, path = kind()
    held = Held("page", status=404)
    window = open_held(shop, held).open(path)
    before = window.tell(f"{CARDS}{MORE} const before = cards(); more().click(); return before;")
    held.let_go()
    window.until(f'{MORE} return !more().matches("[data-load-more]");')
    after = window.tell(f"""{CARDS} for (let turn = 0; turn < 5; turn += 1) {{
        window.scrollTo(0, 0); await wait(60); window.scrollTo(0, document.body.scrollHeight); await wait(60); }}
        return {{ cards: cards(), at: location.pathname }};""")
    assert after == {"cards": before, "at": path}
    assert len(held.asked) == 1
    window.tell(f"{MORE} more().click()")
    window.until(f"return location.pathname + location.search !== '{path}'")
    assert len(held.asked) == 2


def test_suggestions_do_not_open_again_for_who_has_closed_them(open_held: OpenHeld) -> None:
    window = open_held(composed(), Held("nothing")).open("/")
    window.tell(f'{FIELD} type("omb"); await shown();')
    seen = window.tell(f"""{FIELD} const before = !suggestions.hidden; type("ombr"); press("Escape"); await wait(600);
        return [before, !suggestions.hidden];""")
    assert seen == [True, False]
    seen = window.tell(f"""{FIELD} type("ombra"); document.querySelector(".skip-link").focus(); await wait(600);
        return !suggestions.hidden;""")
    assert seen is False


@pytest.mark.parametrize("text", ["", "omb"])
def test_suggestions_that_come_after_escape_stay_away(open_held: OpenHeld, text: str) -> None:
    held = Held("suggest")
    window = open_held(composed(), held).open("/")
    window.tell(f'{FIELD} type("{text}");')
    held.wait_until_asked()
    window.tell(f'{FIELD} press("Escape");')
    held.let_go()
    assert window.tell(f"{FIELD} await wait(300); return !suggestions.hidden;") is False


def test_escape_on_a_suggestion_closes_what_is_suggested_to_everybody(open_held: OpenHeld) -> None:
    window = open_held(composed(search={"predictive_types": ["collection_shortcuts"]}), Held("nothing")).open("/")
    seen = window.tell(f"""{FIELD} field.focus(); await shown(); const before = !suggestions.hidden;
        suggestions.querySelector("a").focus(); press("Escape"); await wait(300);
        return [before, !suggestions.hidden, document.activeElement === field];""")
    assert seen == [True, False, True]


@pytest.mark.parametrize("late", [0, 400])
def test_one_letter_suggests_the_same_however_late_the_answer_is(open_held: OpenHeld, late: int) -> None:
    held = Held("suggest")
    window = open_held(composed(search={"predictive_types": ["collection_shortcuts"]}), held).open("/")
    if not late:
        held.let_go()
    window.tell(f'{FIELD} type("o"); await wait({late});')
    held.let_go()
    assert window.tell(f"{FIELD} await shown(); await wait(400); return !suggestions.hidden;") is True


def test_a_choice_counts_that_is_made_while_the_first_is_on_its_way(open_held: OpenHeld) -> None:
    filters = [{"name": "brand", "control": "checkbox"}, {"name": "availability", "control": "drop-down"}]
    held = Held("brand=")
    window = open_held(composed(collection={"filters": filters, "sort": ["featured"]}), held).open("/collections/all")
    window.tell("""
        document.querySelector("#listing-form [type=checkbox]").click(); await wait(100);
        const select = document.querySelector("#listing-form select");
        if (select.disabled) throw new Error("cannot be chosen from");
        select.value = select.options[1].value; select.dispatchEvent(new Event("change", { bubbles: true }));
    """)
    held.let_go()
    asked = window.until("return location.search && Object.fromEntries(new URLSearchParams(location.search))")
    assert {"brand", "availability"} <= set(asked)
    assert all(asked.values())


def test_quick_steps_in_the_drawer_are_all_counted(browser: BrowserProcess, garment_catalog: Catalog) -> None:
    shop, held = garment_shop.specification(cart={"type": "drawer"}), Held("/cart")
    with ExitStack() as stack:
        stack.callback(held.let_go)
        window = open_shop(stack, browser, shop, garment_catalog, DESKTOP, (SOCKS,), held.around)
        window.open("/collections/all")
        window.tell("""const more = named('button', 'Increase quantity of wool socks');
            more.click(); await wait(60); more.click();""")
        held.let_go()
        assert window.until("""
            const cart = document.getElementById("cart-panel");
            return cart.querySelector("[name=quantity]").defaultValue === "3" && cart.checkVisibility();
        """)


def test_a_step_in_the_drawer_is_seen_although_the_page_comes_in_parts(
    browser: BrowserProcess, garment_catalog: Catalog
) -> None:
    """The drawer stands last in its page, and a browser shows what comes before it as soon as that is there."""
    held, parts = Held("/late.js", status=204), threading.Event()

    def in_parts(application: Application) -> Application:
        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            async def stop_before_the_footer(message: Message) -> None:
                if parts.is_set() and b"<footer" in message.get("body", b""):
                    message["body"] = message["body"].replace(b"<footer", b'<script src="/late.js"></script><footer', 1)
                await send(message)

            await held.around(application)(scope, receive, stop_before_the_footer)

        return answer

    with ExitStack() as stack:
        stack.callback(held.let_go)
        shop = garment_shop.specification(cart={"type": "drawer"})
        window = open_shop(stack, browser, shop, garment_catalog, DESKTOP, (SOCKS,), in_parts)
        window.open("/collections/all")
        parts.set()
        window.tell("named('button', 'Increase quantity of wool socks').click()")
        held.wait_until_asked()
        threading.Timer(0.5, held.let_go).start()
        assert window.until("""
            const cart = document.getElementById("cart-panel");
            return cart.querySelector("[name=quantity]").defaultValue === "2" && cart.checkVisibility();
        """)
