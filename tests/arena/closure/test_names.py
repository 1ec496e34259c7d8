"""Other names for classes, ids and data attributes, the same in HTML, styles and scripts."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shopworld.arena.closure.names import Names, Unrenamable

N = Names("a seed")


def c(name: str) -> str:
    return N.of("class", name)


def i(name: str) -> str:
    return N.of("id", name)


def d(name: str) -> str:
    return N.of("data", name)


def test_the_same_name_is_always_renamed_alike_and_others_differ() -> None:
    assert Names("a seed").of("class", "card") == c("card")
    assert len({c("card"), c("cards"), i("card"), d("card"), Names("other").of("class", "card")}) == 5
    assert re.fullmatch(r"[a-z]{9}", c("card"))


def test_pages_keep_all_but_their_names() -> None:
    page = (
        '<!doctype html><nav id="menu" class="menu wide" data-closable data-level="2" aria-label="menu">'
        '<a href="/x?y=1#menu" data-closes="menu" title="class=\'card\'">menu</a> class="card" '
        '<label for="menu">x</label>'
        "<input name=menu class=menu aria-controls='menu other'><svg fill='url(#menu)'/></nav>"
    )
    assert N.html(page) == (
        f'<!doctype html><nav id="{i("menu")}" class="{c("menu")} {c("wide")}" data-{d("data-closable")} '
        f'data-{d("data-level")}="2" aria-label="menu">'
        f'<a href="/x?y=1#{i("menu")}" data-{d("data-closes")}="{i("menu")}" title="class=\'card\'">menu</a> '
        f'class="card" <label for="{i("menu")}">x</label>'
        f"<input name=menu class={c('menu')} aria-controls='{i('menu')} {i('other')}'>"
        f"<svg fill='url(#{i('menu')})'/></nav>"
    )


def test_a_name_is_known_before_its_element_comes() -> None:
    assert (
        f'="{i("later")}"' in Names("a seed").html('<a data-toggles="later">x</a><p id="later">y</p>').partition(">")[0]
    )


def test_values_of_data_attributes_that_are_no_ids_stay() -> None:
    value = "{&quot;S|red&quot;:{&quot;price&quot;:&quot;&gt; €5&quot;}}"
    page = f'<form id="buy" data-variants="{value}" data-sort="price"></form>'
    assert value in N.html(page)
    assert '="price"' in N.html(page)


def test_styles_keep_their_values() -> None:
    css = (
        "/* .note */:root{--line:#abc}\n.card.is-open>a:not(.x)::after,#menu [data-level='2']"
        "{color:#ffffff;margin:.5rem 1.5em;"
        'content:"." attr(data-level)}\n@media (min-width:40.5em){.js [id="menu"]{background:url(/a.b/#c)}}'
    )
    assert N.css(css) == (
        f":root{{--line:#abc}}\n.{c('card')}.{c('is-open')}>a:not(.{c('x')})::after,"
        f"#{i('menu')} [data-{d('data-level')}='2']"
        f'{{color:#ffffff;margin:.5rem 1.5em;content:"." attr(data-{d("data-level")})}}\n'
        f'@media (min-width:40.5em){{.{c("js")} [id="{i("menu")}"]{{background:url(/a.b/#c)}}}}'
    )


@pytest.mark.parametrize("css", ["[class^='card-']{color:red}", "a[id*=menu]{color:red}"])
def test_styles_that_select_by_a_part_of_a_name_are_refused(css: str) -> None:
    with pytest.raises(Unrenamable, match="by a part of a name"):
        Names().css(css)


def test_scripts_follow() -> None:
    script = """
      // ".card" is a note
      const card = document.querySelector(".card, aside#menu:not([hidden])");
      card.classList.toggle("is-open", card.matches(`[data-toggles="${card.id}"]`));
      card.dataset.loadMore = document.getElementById("menu").id === "menu" ? "1.5 .half" : `${card.dataset.a}?q=`;
      Object.assign(card, { className: "card wide", id: `tab-${place + 1}` });
      fetch("/static/menu.js#menu");
    """
    assert (
        N.script(script).split()
        == (
            f"""
      const card = document.querySelector(".{c("card")}, aside#{i("menu")}:not([hidden])");
      card.classList.toggle("{c("is-open")}", card.matches(`[data-{d("data-toggles")}="${{card.id}}"]`));
      card.dataset.{d("data-load-more")} = document.getElementById("{i("menu")}").id === "{i("menu")}"
      ? "1.5 .{c("half")}" : `${{card.dataset.{d("data-a")}}}?q=`;
      Object.assign(card, {{ className: "{c("card")} {c("wide")}", id: `{i("tab-")}${{place + 1}}` }});
      fetch("/static/menu.js#menu");
    """
        ).split()
    )


def test_inline_styles_and_scripts_follow_but_data_for_machines_stays() -> None:
    data = '<script type="application/ld+json">{"b":".a"}</script>'
    page = f'<style>.a{{color:red}}</style><script>x.matches(".a")</script>{data}'
    assert N.html(page) == (f'<style>.{c("a")}{{color:red}}</style><script>x.matches(".{c("a")}")</script>{data}')


def test_addresses_keep_all_but_their_fragment() -> None:
    assert N.address("/cart?x=1#lines") == f"/cart?x=1#{i('lines')}"
    assert N.address("#") == "#"
    assert N.address("/cart") == "/cart"


@given(st.text(alphabet="<>/='\" abc-#.{}&;`$", max_size=80))
def test_any_text_can_be_a_page(text: str) -> None:
    assert Names().html(text) == Names().html(text)
    assert re.sub(r"<[^>]*>", "", text).strip("<>") == "" or Names().html(text)


@given(st.text(alphabet="abc ,.;:!?€0123456789", max_size=60))
def test_text_between_tags_is_never_changed(text: str) -> None:
    assert Names().html(f'<p class="a">{text}</p>').partition(">")[2] == f"{text}</p>"
