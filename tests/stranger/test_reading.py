"""Pages as a stranger reads them."""

from __future__ import annotations

from shopworld.stranger.reading import offer_key, read_listing, read_page

PAGE = """<html><body><main>
<nav aria-label="Breadcrumb"><ol><li><a href="/">Home</a></li><li><a href="/c/tv/">TV</a></li><li>X</li></ol></nav>
<h1>Sorano Quint 55-inch TV</h1>
<p class="price"><del>€ 300.00</del> <span class="old-price">was € 299.00</span> <span>€ 259.90</span></p>
<p class="stock">Sold out</p>
<form method="post"><label for="s">Colour</label>
<select id="s" name="o"><option>Red</option><option>Blue</option></select>
</form>
<table><tr><th>Screen</th><td>55-inch</td></tr><tr><th>HDR</th><td>Yes</td></tr></table>
<table><tr><th>Model</th><td>Data</td></tr><tr><th>Rondo</th><td>43in, 4K, QLED</td></tr>
<tr><th>Quint</th><td>65in, 4K, LED</td></tr></table>
<ul><li>Panel: LED</li><li>Bright</li></ul>
<section><h2>You may also like</h2><h3><a href="/p/other">Other TV</a></h3><p class="price">€ 5.00</p>
<table><tr><th>Screen</th><td>99-inch</td></tr></table></section>
</main></body></html>"""


def test_a_product_page_is_read_without_its_neighbours() -> None:
    listing = read_listing("http://a.example/p/sorano/", PAGE)
    assert listing is not None
    assert (listing.title, listing.price, listing.gone) == ("Sorano Quint 55-inch TV", 259.90, True)
    assert listing.key == ("a.example", "sorano")
    assert listing.trail == ("TV",)
    assert listing.rows == (("Screen", "55-inch"), ("HDR", "Yes"), ("Panel", "LED"))
    assert listing.choices == (("Colour", ("Red", "Blue")),)


def test_stars_of_neighbours_are_not_those_of_the_product() -> None:
    with_neighbour = PAGE.replace("<h3><a", '<p aria-label="Rated 5.0 out of 5, 9 reviews"></p><h3><a')
    listing = read_listing("http://a.example/p/sorano/", with_neighbour)
    assert listing is not None
    assert listing.stars is None
    own = PAGE.replace("</h1>", '</h1><p aria-label="Rated 4.3 out of 5, 1,204 reviews"></p>')
    listing = read_listing("http://a.example/p/sorano/", own)
    assert listing is not None
    assert (listing.stars, listing.reviews) == (4.3, 1204)


def test_a_list_shows_cards_filters_and_the_next_page() -> None:
    page = read_page(
        "http://a.example/c/tv/",
        """<main><h1>TV</h1><form><fieldset><legend>Brand</legend><label><input type="checkbox" name="b" value="x">
        <span>Xeno</span> <span class="count">3</span></label></fieldset></form>
        <li><h3><a href="/p/one">One</a></h3><p class="price">$ 5.00</p></li>
        <h3><a href="/journal">How to choose</a></h3><a rel="next" href="/c/tv/page/2/">Next</a></main>""",
    )
    assert [(card.address, card.price) for card in page.cards] == [("http://a.example/p/one", 5.0)]
    assert page.filters == (("Brand", "Xeno", "b", "x"),)
    assert page.following == "http://a.example/c/tv/page/2/"


def test_a_price_is_found_where_nothing_has_a_class() -> None:
    by_name = "<main><h1>Mug</h1><p data-price><span data-old-price>was </span><del>$9</del> <b>$7.50</b></p></main>"
    told = (
        '<script type="application/ld+json">{"@type": "Product", "brand": {"name": "Orla"}, '
        '"offers": {"price": "7.50"}}</script><main><h1>Mug</h1></main>'
    )
    bare = "<main><h1>Mug</h1><p>Save $2 today.</p><p><del>$9</del><b>$7.50</b></p></main>"
    prices = [one.price for page in (by_name, told, bare) if (one := read_listing("http://a.example/m", page))]
    assert prices == [7.5, 7.5, 7.5]
    without = read_listing("http://a.example/m", "<main><h1>Mug</h1></main>")
    assert without is not None
    assert without.price is None


def test_a_list_that_a_script_draws_is_read_from_its_data() -> None:
    page = read_page(
        "http://a.example/c",
        '<script type="application/ld+json">{"@type": "ItemList", "itemListElement": [{"@type": "ListItem", "item": '
        '{"@type": "Product", "name": "Mug", "url": "/p/mug.html", "offers": {"price": "7.50"}}}]}</script>'
        '<script type="application/ld+json">not JSON</script><main><h1>Mugs</h1><ul></ul></main>',
    )
    assert [(one.title, one.price, offer_key(one.address)) for one in page.cards] == [
        ("Mug", 7.5, ("a.example", "mug"))
    ]


def test_counts_are_no_part_of_what_a_filter_says() -> None:
    page = read_page(
        "http://a.example/c",
        "<main><h1>X</h1><form><fieldset><legend>Color</legend><label><input type='checkbox' name='c' value='r'> "
        "<span>Red</span> <small>3</small></label></fieldset><label>Size <select name='s'><option value='5'>5 V (2)"
        "</option></select></label></form>"
        "<select id='sort' name='by'><option value='up'>Cheapest</option></select></main>",
    )
    assert [one[1] for one in page.filters] == ["Red", "5 V"]
    assert page.sorts == (("Cheapest", "by", "up"),)
