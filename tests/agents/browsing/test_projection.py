"""Pages as text without what says nothing."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from shopworld.agents.browsing import Detail, describe, is_interactive, project
from shopworld.agents.browsing.elements import options_of
from shopworld.agents.tree import parse_tree

PAGE = """RootWebArea 'Checkout', focused
	[2] banner ''
		[3] list ''
			[4] listitem ''
				[5] link 'Cart 1 item', clickable
					StaticText 'Cart'
					StaticText '1'
	[6] main ''
		[7] form ''
			[8] LabelText '', clickable
				StaticText 'E-mail address'
			[9] textbox 'E-mail address' value='a@b.example', clickable, required
			[10] combobox 'Country' value='Choose', hasPopup='menu', expanded=False
				MenuListPopup ''
					[11] option 'Choose', selected=True
					[12] option 'Germany', selected=False
			[13] checkbox 'Gift', clickable, checked='true'
			[14] button 'Add the lamp to cart', clickable, disabled=True
				StaticText 'Add to cart'
			[15] generic, clickable
				StaticText '150,00 €'
		[16] article 'Lamp'
			[17] heading 'Lamp'
			StaticText 'In stock'"""


def test_elements_carry_a_tag_and_wrappers_and_repetitions_go() -> None:
    assert project(PAGE, lambda node: f"elem-{node.id}").splitlines() == [
        "banner ''",
        "\t[elem-5] link 'Cart 1 item'",
        "main ''",
        "\tform ''",
        "\t\t[elem-9] textbox 'E-mail address' value='a@b.example', required",
        "\t\t[elem-10] combobox 'Country' value='Choose', expanded=false, options: Choose | Germany",
        "\t\t[elem-13] checkbox 'Gift', checked=true",
        "\t\t[elem-14] button 'Add the lamp to cart', disabled",
        "\t\t[elem-15] generic ''",
        "\t\t\ttext '150,00 €'",
        "\tarticle 'Lamp'",
        "\t\ttext 'In stock'",
    ]


def test_a_page_can_be_reduced_to_its_fields_or_to_its_texts() -> None:
    fields = project(PAGE, detail=Detail.FIELDS).splitlines()
    assert [line.split("]")[0] for line in fields] == ["[9", "[10", "[13", "[14"]
    texts = project(PAGE, detail=Detail.TEXT)
    assert "[" not in texts
    assert "link 'Cart 1 item'" in texts
    assert "text '150,00 €'" in texts


def test_long_lists_of_options_are_cut_with_a_word() -> None:
    options = "\n".join(f"\t\t[{number}] option 'Country {number}'" for number in range(100))
    nodes = parse_tree(f"RootWebArea ''\n\t[1] combobox 'Country'\n{options}")
    assert len(options_of(nodes, nodes[1])) == 100
    assert describe(nodes[1], nodes).endswith("Country 59 and 40 more")


@given(st.lists(st.tuples(st.integers(0, 6), st.sampled_from(["link", "button", "textbox", "generic", "list"]))))
def test_every_element_that_can_be_operated_is_shown_once(lines: list[tuple[int, str]]) -> None:
    tree = "\n".join(
        ["RootWebArea 'x'"]
        + ["\t" * (depth + 1) + f"[{number}] {role} 'n{number}'" for number, (depth, role) in enumerate(lines)]
    )
    shown = re.findall(r"^\t*\[(\d+)\] ", project(tree), re.MULTILINE)
    assert shown == [node.id for node in parse_tree(tree) if is_interactive(node)]
