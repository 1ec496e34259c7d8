"""Goals whose later steps need what earlier ones found, in a shop of three pages and a few products."""

from __future__ import annotations

import pytest

from shopworld.stranger.journeys import judge_journey
from shopworld.stranger.verdict import StrangerStance
from shopworld.stranger.walking import StrangerShop

HOME = "http://a.example/"
PRODUCTS = {
    "red-mug": ("Red Mug", 40, 4.1, "Orla"),
    "blue-mug": ("Blue Mug", 45, 4.6, "Finn"),
    "tray": ("Tray", 22, 4.0, "Finn"),
    "vase": ("Vase", 18, 4.0, "Orla"),
    "clock": ("Clock", 50, 4.0, "Orla"),
}
SHIPPING = (
    "<table><tr><th>Method</th><th>Price</th><th>Free from</th></tr>"
    "<tr><td>Standard delivery</td><td>$6.00</td><td>$45.00</td></tr></table>"
)


def _card(slug: str) -> str:
    title, price, _, _ = PRODUCTS[slug]
    return f'<li><h3><a href="/p/{slug}">{title}</a></h3><p class="price">${price}.00</p></li>'


def _product(slug: str) -> str:
    title, price, stars, maker = PRODUCTS[slug]
    return (
        f'<main><h1>{title}</h1><p class="brand">{maker}</p><p class="price">${price}.00</p>'
        f'<p aria-label="Rated {stars} out of 5, 9 reviews"></p></main>'
    )


_ROOM = "".join(map(_card, ("tray", "vase", "clock")))
PAGES = {
    "": "<p>$12 off orders over $44 with code TWELVE · 30-day returns</p>"
    '<a href="/all">Shop all</a><a href="/c/room">Room</a>'
    '<a href="/shipping">Shipping</a><a href="/returns">Returns</a><main><h1>A</h1></main>',
    "all": f"<main><h1>All</h1><ul>{''.join(map(_card, PRODUCTS))}</ul></main>",
    "c/room": "<main><h1>Room</h1><form><fieldset><legend>Color</legend><label>"
    f"<input type='checkbox' name='c' value='g'>Green</label></fieldset></form><ul>{_ROOM}</ul></main>",
    "c/room?c=g": f"<main><h1>Room</h1><ul>{_card('vase')}</ul></main>",
    "shipping": f"<main><h1>Shipping</h1>{SHIPPING}</main>",
    "returns": "<main><h1>Returns</h1><p>You have 30 days. To send a parcel back costs $5.00.</p></main>",
    **{f"p/{slug}": _product(slug) for slug in PRODUCTS},
}


def _opinion(goal: str, *groups: tuple[str, ...]) -> tuple[StrangerStance, str]:
    task = {
        "id": "t",
        "intent": f"It is for a birthday, and I am late. {goal} Leave everything in the cart.",
        "checks": [{"type": "cart", "groups": [[{"shop": "a.example", "slug": one} for one in g] for g in groups]}],
    }
    opinion = judge_journey(task, StrangerShop(HOME, lambda address: PAGES.get(address.removeprefix(HOME))), {})
    return opinion.stance, opinion.text


@pytest.mark.parametrize(
    ("goal", "right", "wrong"),
    [
        ("It's a present. With at least 45 days to return it I'd give “Red Mug”, else “Blue Mug”.", "blue", "red"),
        ("It's a present. With at least 20 days to return it I'd give “Red Mug”, else “Blue Mug”.", "red", "blue"),
        ("If a return costs me no more than $4.00 here, I take “Red Mug”, otherwise “Blue Mug”.", "blue", "red"),
        ("Put the better rated of “Red Mug” and “Blue Mug” into the cart.", "blue", "red"),
        ("Between “Red Mug” and “Blue Mug” I go by the price: the lower one wins.", "red", "blue"),
        (
            "Does a single “Blue Mug” get “Standard delivery” for free? Then that one, else “Red Mug”.",
            "blue",
            "red",
        ),
        ("“Red Mug” or “Blue Mug”: I want the one that comes to less with “Standard delivery” added.", "blue", "red"),
        ("Get “Red Mug” or “Blue Mug”, whichever leaves me paying less with the shop's current code.", "blue", "red"),
    ],
)
def test_a_fact_of_the_shop_decides_between_two_products(goal: str, right: str, wrong: str) -> None:
    assert _opinion(goal, (f"{right}-mug",))[0] is StrangerStance.AGREE
    assert _opinion(goal, (f"{wrong}-mug",))[0] is StrangerStance.DISAGREE


@pytest.mark.parametrize(
    ("sequel", "right"),
    [
        ("Half of what it costs may go into something from “Room”; take the most expensive one that fits.", "vase"),
        (
            "My wallet holds $65.00 for everything. What is left goes into “Room”: the dearest I can pay.",
            "tray",
        ),
        ("Beside it goes the cheapest product from “Room” that is dearer than the one you took.", "clock"),
        ("From “Room” one thing more, Color: Gold if they have it, Green if they don't.", "vase"),
        ("I'd also love something from “Room” with Color Gold. My second wish would be Green.", "vase"),
    ],
)
def test_what_was_taken_decides_what_else_is_bought(sequel: str, right: str) -> None:
    goal = f"Whatever is cheaper, “Red Mug” or “Blue Mug”, is the one I want. {sequel}"
    others = [one for one in ("tray", "vase", "clock") if one != right]
    stance, text = _opinion(goal, ("red-mug",), (right,))
    assert stance is StrangerStance.AGREE, text
    for other in others:
        assert _opinion(goal, ("red-mug",), (other,))[0] is StrangerStance.DISAGREE
    assert _opinion(goal, ("red-mug",))[0] is StrangerStance.DISAGREE


def test_anything_of_the_same_maker_is_as_good() -> None:
    goal = "Put the better rated of “Red Mug” and “Blue Mug” into the cart. Add anything from “Room” of the same maker."
    assert _opinion(goal, ("blue-mug",), ("tray",))[0] is StrangerStance.AGREE
    assert _opinion(goal, ("blue-mug",), ("vase", "clock"))[0] is StrangerStance.DISAGREE


@pytest.mark.parametrize(
    "goal",
    [
        "Whatever is cheaper, “Red Mug” or “Blue Mug”, is the one I want. From “Room” take what my aunt would like.",
        "“Red Mug” or “Blue Mug”? Whichever matches my carpet.",
        "“Red Mug” or “Blue Mug”: I want the one that comes to less with “Night delivery” added.",
        "Whatever is cheaper, “Red Mug” or “Blue Mug”, is it. Add the dearest thing from “Attic” within half of it.",
    ],
)
def test_what_is_not_understood_whole_is_left_alone(goal: str) -> None:
    assert _opinion(goal, ("red-mug",), ("tray",))[0] is StrangerStance.ABSTAIN
