"""Choosing variants and adding to the cart, from trees."""

from __future__ import annotations

from shopworld.agents.skills import add_to_cart
from shopworld.environments import Observation

PAGE = """RootWebArea 'Shop', focused
	[1] form ''
		[2] searchbox 'Search products'
	[3] main ''
		[4] form ''
			[5] combobox 'Size' value={size!r}, hasPopup='menu'
				MenuListPopup ''
					[6] option 'Choose size'
					[7] option 'Small (sold out)'
					[8] option 'Large'
			[9] group 'Colour'
				[10] radio 'Black', checked='false'
				[11] radio 'Dark red', checked={red!r}
			[12] spinbutton 'Quantity' value=1
			[13] button 'Add Glide to cart'{more}
		[14] form ''
			[15] button 'Add Other thing to cart'"""


def _seen(size: str = "Choose size", red: str = "false", more: str = "") -> Observation:
    return Observation(
        "http://shop.example/product/glide/", "Glide", accessibility_tree=PAGE.format(size=size, red=red, more=more)
    )


def test_every_open_choice_is_made_then_the_product_is_added() -> None:
    adding = add_to_cart(_seen(), 3, preferred=("red",))
    assert next(adding).action == "select_option('5', 'Large')"
    assert adding.send(_seen("Large")).action == "click('11')"
    assert adding.send(_seen("Large", "true")).action == "fill('12', '3')"
    assert adding.send(_seen("Large", "true")).action == "click('13')"


def test_choices_that_are_made_are_left_alone() -> None:
    assert next(add_to_cart(_seen("Large", "true"))).action == "click('13')"


def test_a_disabled_button_is_not_pressed() -> None:
    assert list(add_to_cart(_seen("Large", "true", ", disabled=True"))) == []
