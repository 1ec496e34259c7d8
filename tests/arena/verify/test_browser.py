"""What only a browser can tell: looks, and what a stranger sees of the specification."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from breakable_shop import BreakableShop

from shopworld.arena.verify import Finding, verify_shop
from shopworld.arena.verify.visual import WindowView, seen, visual_verifier
from shopworld.arena.verify.visual.checks import same_pictures
from shopworld.arena.verify.visual.look import PicturePrint

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("browser_is_there")]
Ask = Callable[..., list[Finding]]
PHRASE = "Wonderfully long and unbreakable: " + "m" * 200


def test_a_right_shop_looks_right_and_more_can_be_asked(right_shop: Path) -> None:
    looks: list[WindowView] = []
    sizes: list[int] = []

    def mine(look: WindowView) -> Iterator[Finding]:
        looks.append(look)
        if len(looks) == 1:
            sizes.append(len(look.picture()))
        yield seen(look, "my own", "is looked at", "Nothing to do.", severity="warning")

    from shopworld.arena.verify.visual import VISUAL_CHECKS

    asked = visual_verifier((*VISUAL_CHECKS, mine))
    found = verify_shop(right_shop, None, ["product", "cart"], verifiers=[asked])
    assert {one.verifier for one in found} == {"visual: my own"}, [one for one in found if one.severity == "error"]
    assert {look.viewport[0] for look in looks} == {1280, 390}
    assert {"/cart", "/checkout"} <= {look.path for look in looks}
    assert all(look.measures.readable > 20 and look.measures.controls > 10 for look in looks)
    assert sizes[0] > 10_000
    prints = [one for look in looks for one in look.measures.prints]
    assert {len(one.cells) for one in prints} == {256}
    assert len({one.cells for one in prints}) > 3


def test_pictures_of_two_products_that_cannot_be_told_apart_are_told() -> None:
    def a_print(number: int, cells: str = "10" * 128, red: int = 90, view: str = "front") -> PicturePrint:
        return PicturePrint(address=f"/media/{number}/{view}.svg", cells=cells, colour=(red, 90, 90))

    first, close = a_print(1), a_print(2, "01" + "10" * 127, 92)
    assert list(same_pictures([first, close])) == [("/media/1/front.svg", "/media/2/front.svg")]
    assert not list(same_pictures([first, a_print(1, view="scene")]))
    assert not list(same_pictures([first, a_print(2, red=140)]))
    assert not list(same_pictures([first, a_print(2, "01" * 128)]))


def test_a_theme_that_looks_wrong_is_told_what_and_where(shop: BreakableShop, ask: Ask) -> None:
    shop.template(
        "pages/info.html",
        "<h1>{{ page.title }}</h1>",
        f'<h1>{{{{ page.title }}}}</h1><div id="wide">{PHRASE}</div><p id="faint">Hardly to be read</p>'
        '<p id="under">Words below words</p><p id="over">Words over words</p><img src="/gone.png" alt="Gone">'
        '<section><h2>Nothing here</h2></section><div id="gap"></div>',
    )
    shop.style(
        "#wide{white-space:nowrap;width:2000px}#faint{color:#ccc;background:#fff}"
        "#over{margin-top:-1.7em;position:relative}#gap{height:1200px}"
    )
    found = ask(shop, "visual", areas=("info",))
    by_check: dict[str, list[Finding]] = {}
    for one in found:
        assert one.area == "info"
        assert " at 1280 px" in one.place or " at 390 px" in one.place
        assert one.cure
        by_check.setdefault(one.verifier.removeprefix("visual: "), []).append(one)
    assert by_check.keys() == {"overflow", "overlap", "contrast", "picture", "empty region"}
    assert 'wider than its window: div "Wonderfully' in by_check["overflow"][0].what
    assert any("Words below words" in one.what and "Words over words" in one.what for one in by_check["overlap"])
    assert any("'Hardly to be read'" in one.what and "#cccccc on #ffffff" in one.what for one in by_check["contrast"])
    assert by_check["picture"][0].what == "the picture /gone.png does not come"
    empty = [one.what for one in by_check["empty region"]]
    assert any(one.startswith("nothing stands between y =") for one in empty)
    assert "the section 'Nothing here' has a heading and nothing below it" in empty


def test_a_page_without_style_and_content_is_told(shop: BreakableShop, ask: Ask) -> None:
    shop.template("base.html", '<link rel="stylesheet" href="{{ shell.stylesheet_url }}">', "")
    shop.template("pages/info.html", "{% block main %}", "{% block main %}{% endblock %}{% block rest %}")
    told = {one.what for one in ask(shop, "visual", areas=("info",))}
    assert {"no style sheet applies", "the main part of the page is empty"} <= told


def test_what_a_stranger_sees_is_compared_with_the_specification(shop: BreakableShop, ask: Ask) -> None:
    shop.style(".promotion,.upsells,[aria-labelledby=upsells-title]{display:none!important}")
    found = ask(shop, "conformance", areas=("cart",))
    names = {one.place: one for one in found if one.severity == "error"}
    assert "cart.has_promo_input" in names
    assert names["cart.has_promo_input"].area == "cart"
    assert names["cart.has_promo_input"].what.startswith("specified is yes; a visitor sees no")
    assert "cart.type" not in names
