"""What goes with a product, and what replaces it."""

from __future__ import annotations

from shopworld.agents.keyword.goal import GoalRequirement
from shopworld.agents.keyword.relations import compatible, same_product, substitute
from shopworld.agents.skills import ReadProductPage


def _page(title: str, price: int = 10_000, specifications: dict[str, str] | None = None) -> ReadProductPage:
    specifications = specifications or {}
    text = " ".join(f"{label} {value}" for label, value in specifications.items())
    return ReadProductPage(title, price, text, "", specifications)


def test_accessories_are_made_for_a_model() -> None:
    demands = compatible(GoalRequirement("phone cases in clear"), _page("Arden Vesta 5 Plus 256GB blue phone, 5G"))
    assert demands.kind is not None
    assert (demands.kind.name, demands.name, demands.colours) == (
        "phone case",
        ("arden", "vesta", "5", "plus"),
        ("clear",),
    )


def test_parts_share_a_socket_or_a_type_with_the_board() -> None:
    board = _page("Arden B650 motherboard", specifications={"Socket": "AM5", "Memory type": "DDR5"})
    assert compatible(GoalRequirement("CPUs compatible with this motherboard"), board).any_of == (("am5",),)
    memory = compatible(GoalRequirement("memory with 16 GB that is compatible with this motherboard"), board)
    assert memory.any_of == (("ddr5",),)
    assert memory.exact == ((16.0, "gb"),)


def test_the_same_colour_is_that_of_the_product() -> None:
    demands = compatible(
        GoalRequirement("keyboards with the same colour as this case"), _page("Arden Gaming Case, White")
    )
    assert demands.colours == ("white",)


def test_a_substitute_is_of_the_kind_and_size_and_costs_less() -> None:
    demands = substitute(GoalRequirement("this monitor having the same size"), _page('Arden 27" Monitor', 29_999))
    assert demands.kind is not None
    assert (demands.kind.name, demands.exact) == ("monitor", ((27.0, "inch"),))
    (price,) = demands.bounds
    assert price.accepts(299.98)
    assert not price.accepts(299.99)


def test_a_substitute_meets_what_is_written() -> None:
    demands = substitute(GoalRequirement("laptop with 16 GB of RAM"), _page("Arden Tern Laptop", 90_000))
    assert demands.exact == ((16.0, "gb"),)
    assert len(demands.bounds) == 1


def test_the_same_product_is_searched_by_its_name() -> None:
    assert same_product(_page("Arden Wave K75 Keyboard, TKL, Black")).name == ("arden", "wave", "k75")
