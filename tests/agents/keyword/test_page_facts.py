"""Answers read from information pages."""

from __future__ import annotations

import pytest

from shopworld.agents.keyword.page_facts import answer

PAGE = """RootWebArea 'Delivery', focused
	[1] banner ''
		StaticText 'Free shipping on orders over $99.00'
	[2] main ''
		[3] table ''
			[4] row ''
				[5] columnheader 'Method'
				[6] columnheader 'Price'
				[7] columnheader 'Free from'
				[8] columnheader 'Delivery time'
			[9] row ''
				[10] cell 'By land'
				[11] cell '$4.50'
				[12] cell '$60.00'
				[13] cell '3 to 5 working days'
			[14] row ''
				[15] cell 'By air'
				[16] cell '$17.00'
				[17] cell '–'
				[18] cell '1 working day'
		[19] paragraph ''
			StaticText 'You have 45 days to send things back. A return label costs $6.25.'
			StaticText 'We answer within 2 working days.'"""


@pytest.mark.parametrize(
    ("question", "right"),
    [
        ("What does “By land” cost? Answer with the amount alone.", "$4.50"),
        ("What does “By air” cost?", "$17.00"),
        ("From what order value is “By land” free?", "$60.00"),
        ("How long does “By land” take?", "3 to 5 working days"),
        ("How long does “By air” take?", "1 working day"),
        ("Within how many days can I send something back? Answer with the number alone.", "45"),
        ("What does a return cost?", "$6.25"),
    ],
)
def test_the_fact_whose_surroundings_are_asked_for(question: str, right: str) -> None:
    assert answer(question, PAGE) == right


def test_a_page_without_such_a_fact_gives_no_answer() -> None:
    assert answer("What does it cost?", "RootWebArea 'About us'\n\t[1] main ''\n\t\tStaticText 'We are a shop.'") == ""
