"""Every rule fires on a page that breaks it and is silent on a page that does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from breakable_shop import BreakableShop
from selectolax.lexbor import LexborHTMLParser

from shopworld.arena.verify import Finding
from shopworld.arena.verify.accessibility import RULES, name_of

Ask = Callable[..., list[Finding]]
RIGHT = """<!doctype html><html lang="en"><head><title>Shop</title>
<meta name="viewport" content="width=device-width, initial-scale=1"></head><body>
<nav aria-label="Main menu"><ul><li><a href="/">Home</a></li></ul></nav>
<main><h1>Shirts</h1><h2>Blue</h2><h3>Dark</h3><h2>Red</h2>
<a href="/a"><img src="/a.svg" alt="A blue shirt"></a><img src="/b.svg" alt="">
<button aria-label="Close"><svg aria-hidden="true"></svg></button>
<form><label for="mail">E-mail</label><input id="mail" aria-describedby="hint"><p id="hint">Yours</p>
<label>Size <select><option>S</option></select></label>
<fieldset><legend>Colour</legend><label><input type="radio"> Blue</label></fieldset></form>
<div role="dialog" aria-labelledby="box"><h2 id="box">Stay in touch</h2></div></main>
<nav aria-labelledby="foot"><h2 id="foot">Help</h2></nav></body></html>"""


def faults(html: str) -> list[str]:
    tree = LexborHTMLParser(html)
    return [fault.what for rule in RULES for fault in rule(tree)]


def test_a_page_that_is_right_has_no_fault() -> None:
    assert faults(RIGHT) == []


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('<html lang="en">', "<html>", "the page does not say its language"),
        ("<title>Shop</title>", "<title> </title>", "the page has no title"),
        ("initial-scale=1", "maximum-scale=1", "the page cannot be zoomed"),
        ("<main>", "<main></main><main>", "the page has 2 main parts, expected one"),
        ("<h1>Shirts</h1>", "", "the page has 0 headings of the first level, expected one"),
        ("<h2>Blue</h2>", "", "the heading 'Dark' is an h3 after an h1"),
        ("<h2>Red</h2>", "<h2></h2>", "an empty h2"),
        ('<button aria-label="Close">', '<button class="x">', '<button class="x"> has no name'),
        ('alt="A blue shirt"', 'alt=""', '<a href="/a"> has no name'),
        ('<img src="/b.svg" alt="">', '<img src="/b.svg">', "the picture '/b.svg' has no alternative text"),
        ('alt="A blue shirt"', 'alt="a-blue.svg"', "the alternative text 'a-blue.svg' is the name of a file"),
        ('<label for="mail">E-mail</label>', "", '<input id="mail"> has no label'),
        ("<label>Size <select>", "<label></label><select>", "<select> has no label"),
        ("<legend>Colour</legend>", "", "a fieldset has no legend"),
        ('<p id="hint">', '<p id="mail">', "the id 'mail' stands 2 times on the page"),
        ('<p id="hint">', "<p>", "refers by aria-describedby to 'hint', which is not on the page"),
        (' aria-labelledby="box"', "", "<div> with the role dialog has no name"),
        (' aria-label="Main menu"', ' aria-label="Help"', "2 navigations are called 'Help'"),
        (
            '<a href="/">Home</a>',
            '<a href="/">Home <button>more</button></a>',
            "<button> stands inside another control",
        ),
        ("<ul><li>", "<ul><div>x</div><li>", "a div stands in a list without an <li>"),
    ],
)
def test_a_fault_is_named(old: str, new: str, what: str) -> None:
    assert old in RIGHT
    assert any(what in one for one in faults(RIGHT.replace(old, new, 1))), faults(RIGHT.replace(old, new, 1))


def test_what_is_hidden_needs_no_name() -> None:
    assert faults(RIGHT.replace("</main>", "<div hidden><button></button><input></div></main>")) == []
    assert faults(RIGHT.replace("</main>", "<p aria-hidden=true><button></button></p></main>")) == []


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ("<a aria-label=' Cart '>x</a>", "Cart"),
        ("<a aria-labelledby='one two'>x</a><b id=one>Two</b><b id=two>items</b>", "Two items"),
        ("<a> Go <b>on</b></a>", "Go on"),
        ("<a><svg><title>Search</title></svg></a>", "Search"),
        ("<a title=Help></a>", "Help"),
        ("<a></a>", ""),
    ],
)
def test_names_are_worked_out_as_screen_readers_do(html: str, name: str) -> None:
    tree = LexborHTMLParser(html)
    link = tree.css_first("a")
    assert link is not None
    assert name_of(link, tree) == name


def test_faults_of_a_theme_are_found_on_its_pages(shop: BreakableShop, ask: Ask) -> None:
    shop.template("pages/cart.html", "<h1>{{ page.title }}</h1>", "<h4>{{ page.title }}</h4>")
    shop.template("forms/field.html", '<label for="{{ field.name }}">', "<label>")
    found = ask(shop, "accessibility", areas=("cart", "info"))
    assert {"cart", "info"} == {one.area for one in found}
    told = {(one.area, one.what) for one in found}
    assert ("cart", "the page has 0 headings of the first level, expected one") in told
    assert ("info", '<input name="email"> has no label') in told
    assert any(area == "cart" and "has no label" in what for area, what in told), "the filled checkout is looked at"
