"""Arguments of the shop tools as pydantic models; the JSON Schema that language models get is made from them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from shopworld.environments.tools.arguments import ToolArguments

Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
Shop = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=200),
    Field(description="The shop's address, e.g. http://techtalk.example/"),
]
Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=2000)]
Page = Annotated[int, Field(ge=1, le=1000, description="Page of the results, from 1.")]
Filters = Annotated[
    dict[str, str | list[str]],
    Field(
        description="Filter names to values, as an earlier result lists them, e.g. "
        '{"brand": ["Brisk"], "price_max": "50"}. Prices: price_min and price_max.'
    ),
]
Sort = Annotated[
    str, Field(max_length=60, description="One of the sorts that an earlier result lists; empty: the shop's own.")
]


class OpenShopArguments(ToolArguments):
    """Arguments of `open_shop`."""

    shop: Shop


class ShopSearchArguments(ToolArguments):
    """Arguments of `search_products`."""

    shop: Shop
    query: Text = Field(min_length=1, description="Words to look for.")
    page: Page = 1
    sort: Sort = ""
    filters: Filters = Field(default_factory=dict)


class ListProductsArguments(ToolArguments):
    """Arguments of `list_products`."""

    url: Address = Field(description="Address of a category; the shop's own address for all its products.")
    page: Page = 1
    sort: Sort = ""
    filters: Filters = Field(default_factory=dict)


class GetProductArguments(ToolArguments):
    """Arguments of `get_product`."""

    url: Address = Field(description="Address of the product's page.")
    reviews_page: Page = 1


class ReadPageArguments(ToolArguments):
    """Arguments of `read_page`."""

    url: Address = Field(description="Address of a page of a shop.")


class ViewCartArguments(ToolArguments):
    """Arguments of `view_cart`."""

    shop: Shop


class AddToCartArguments(ToolArguments):
    """Arguments of `add_to_cart`."""

    url: Address = Field(description="Address of the product's page.")
    quantity: int = Field(default=1, ge=1, le=1_000_000, description="Pieces.")
    options: dict[str, str] = Field(
        default_factory=dict, description='What to choose where there are variants, e.g. {"Size": "M"}.'
    )
    personalization: Text = Field(default="", description="A text of one's own on the product, where it takes one.")


class UpdateCartArguments(ToolArguments):
    """Arguments of `update_cart`."""

    shop: Shop
    line: Text = Field(min_length=1, description="The line, as view_cart names it.")
    quantity: int = Field(ge=0, le=1_000_000, description="Pieces from now on; 0 removes the line.")


class ApplyPromotionArguments(ToolArguments):
    """Arguments of `apply_promotion`."""

    shop: Shop
    code: Text = Field(description="The promotion code; empty takes the one that is applied away.")


class CheckoutArguments(ToolArguments):
    """Arguments of `checkout`."""

    shop: Shop
    values: dict[str, Text] = Field(
        default_factory=dict,
        description="Field names to values; `delivery` and `payment` take one of the choices. Empty: nothing is sent, "
        "the fields are told.",
    )


class SendMessageArguments(ToolArguments):
    """Arguments of `send_message`."""

    shop: Shop
    name: Text = Field(description="Whose message it is.")
    email: Text = Field(description="Where the shop is to answer.")
    message: Annotated[str, StringConstraints(strip_whitespace=True, max_length=5000)] = Field(
        description="What the shop is told or asked."
    )


class SubmitAnswerArguments(ToolArguments):
    """Arguments of `submit_answer`."""

    answer: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=50_000)] = Field(
        description="The final result, as the task says it is to be entered: full addresses separated by ###, or Done."
    )


class ReportInfeasibleArguments(ToolArguments):
    """Arguments of `report_infeasible`."""

    reason: Text = Field(description="Why the task cannot be done.")
