"""Ways of other storefronts that ours do not have, in a real browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from little_site import LittleSite, Route, page

from shopworld.arena.explore.browser_session import BrowserSession, Rules
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.explore.probes.choice_groups import choice_groups
from shopworld.arena.explore.probes.filters import sorts_of
from shopworld.arena.explore.probes.footer import footer_of, has_switcher, link_groups
from shopworld.arena.explore.probes.home_sections import sections_of
from shopworld.arena.explore.probes.product_parts import recommendations_of
from shopworld.arena.explore.probes.variants import choose_all, selectors_of, variant_links
from shopworld.arena.explore.sight import Sight
from shopworld.arena.explore.words import LANGUAGE, LANGUAGE_NAMES
from shopworld.environments.browser import BrowserProcess

_LANGUAGES = ("Afrikaans", "Azərbaycanca", "Deutsch", "Cymraeg", "Dansk", "Esperanto", "Español", "Suomi", "Français")
_PRODUCT = page(
    """<header><form><select>{languages}</select><button>Go</button></form></header>
    <main><h1>Steel bottle</h1><p>€ 35.00</p><div><span>Color</span><ul>
    <li><button type="button">White</button></li><li><button type="button">Black</button></li></ul></div>
    <form><label>Quantity <input type="number" value="1"></label><button>Add to cart</button></form></main>
    <footer><nav aria-label="Footer"><div><p>Shop</p>
    <ul><li><a href="/a">Kids</a></li><li><a href="/b">Men</a></li></ul>
    </div><div><p>Company</p><ul><li><a href="/c">About us</a></li><li><a href="/d">Journal</a></li></ul></div></nav>
    </footer>""".format(languages="".join(f"<option>{one}</option>" for one in _LANGUAGES))
)
_LISTING = page(
    """<main><h1>Pans</h1><aside><h4>Refine by</h4>
    <dl><dt>Type</dt><dd><input type="checkbox"> <a href="?type=pan">pan</a> (36)</dd></dl>
    <dl><dt>Rating</dt><dd><input type="checkbox"> <a href="?stars=4">4</a> (14)</dd>
    <dd><input type="checkbox"> <a href="?stars=3">3</a> (11)</dd></dl>
    <div><ul><li><input type="checkbox"><span>White</span></li><li><input type="checkbox"><span>Black</span></li></ul>
    </div></aside></main>"""
)

_HOME = page(
    """<header><a href="/">Tin Cup</a></header><main><div><h2 style="margin:0">Featured products</h2>
    <a href="/all">See all <img src="/p.svg" width="16" height="16" alt="more"></a>
    <p>Chosen by us for the season</p></div>
    <div style="display:flex">{cards}</div></main>""".format(
        cards="".join(
            f'<div style="height:300px"><a href="/item/{number}"><img src="/p.svg" width="200" height="200" alt="">'
            f"<h3>Tin kettle number {number}</h3><p>€{number + 10}.00</p></a></div>"
            for number in range(4)
        )
    )
)
_CARDS = "".join(
    f'<li><a href="/item/{number}"><img src="/p.svg" width="200" height="200" alt=""><h3>Tin kettle {number}</h3></a>'
    f"<p>€{number + 10}.00</p></li>"
    for number in range(3)
)
_LINKED = page(
    f"""<main><h1>Linen apron</h1><p>€ 42.00</p><h2>Variants:</h2><p><a href="/item/7">Linen apron, size L</a></p>
    <p><a href="/item/8">Linen apron, size M</a></p><h2>Products you recently viewed</h2><ul>{_CARDS}</ul></main>"""
)
_SORTED = page(
    """<main><h1>Vases</h1><div style="padding:20px"><span>Sort by</span>
    <div role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" id="box">Default</div>
    <button type="button" aria-label="Sort descending">↓</button></div>
    <ul role="listbox" id="list" hidden><li role="option">Default</li><li role="option">Price</li>
    <li role="option">Name</li><li role="option">Colour of the sky</li></ul><script>
    document.getElementById("box").addEventListener("click", () => { document.getElementById("list").hidden = false })
    </script></main>"""
)
_PICTURE = (200, "image/svg+xml", '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>')
_ROUTES: dict[str, Route] = {
    "/product": _PRODUCT,
    "/listing": _LISTING,
    "/home": _HOME,
    "/linked": _LINKED,
    "/sorted": _SORTED,
    "/p.svg": _PICTURE,
}


@pytest.fixture(scope="module")
def session() -> Iterator[BrowserSession]:
    """A visitor of the site."""
    with LittleSite(_ROUTES) as site, BrowserProcess() as browser:
        rules = Rules(lambda _: True, lambda _: True, lambda: None)
        with BrowserSession(browser, rules) as one:
            one.open(f"{site.address}home")
            yield one


@pytest.fixture(scope="module")
def sights(session: BrowserSession) -> dict[str, Sight]:
    """The pages as they are seen."""
    root = session.page.url.rpartition("/")[0]
    return {name: session.open(f"{root}/{name}") for name in ("product", "listing", "home", "linked")}


def test_buttons_that_do_not_say_what_is_chosen_are_values_under_the_name_of_a_choice(sights: dict[str, Sight]) -> None:
    (selector,) = selectors_of(sights["product"])
    assert (selector.axis, selector.kind, selector.values) == ("color", "size_button", 2)
    ((control, option),) = choose_all(sights["product"])
    assert (control.label, option) == ("White", "")


def test_lists_with_titles_inside_one_navigation_are_groups_of_the_footer(sights: dict[str, Sight]) -> None:
    footer = footer_of(sights["product"])
    assert footer is not None
    assert [[link.label for link in group.find("link")] for group in link_groups(footer)] == [
        ["Kids", "Men"],
        ["About us", "Journal"],
    ]


def test_a_list_of_many_languages_is_a_switcher_though_most_are_not_known(sights: dict[str, Sight]) -> None:
    assert has_switcher(sights["product"], LANGUAGE, LANGUAGE_NAMES)
    assert not has_switcher(sights["listing"], LANGUAGE, LANGUAGE_NAMES)


def test_a_title_above_products_is_no_section_of_its_own(sights: dict[str, Sight]) -> None:
    (section,) = sections_of(sights["home"], PrefetchedSite(start="http://localhost/", host="localhost"))
    assert len(section.cards) == 4


def test_terms_and_their_descriptions_are_groups_of_choices(sights: dict[str, Sight]) -> None:
    groups = choice_groups(sights["listing"].main, "checkbox")
    assert [(group.title, len(group.controls)) for group in groups] == [("Type", 1), ("Rating", 2), ("", 1), ("", 1)]


def test_links_to_pages_of_variants_are_seen(sights: dict[str, Sight]) -> None:
    assert variant_links(sights["linked"]) == ["size L", "size M"]
    assert selectors_of(sights["linked"]) == []
    assert variant_links(sights["product"]) == []


def test_what_was_seen_before_recommends_nothing(sights: dict[str, Sight]) -> None:
    assert recommendations_of(sights["linked"], "/linked") == []
    assert recommendations_of(sights["home"], "/home") == ["other products"]


def test_sorts_of_a_list_that_opens_are_read_with_the_button_that_turns_them_round(session: BrowserSession) -> None:
    known, other = sorts_of(session, session.open(f"{session.page.url.rpartition('/')[0]}/sorted"))
    assert known == ["featured", "price_asc", "price_desc", "alphabetically_az", "alphabetically_za"]
    assert other == ["Colour of the sky"]
