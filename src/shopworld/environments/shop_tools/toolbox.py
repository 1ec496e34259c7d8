"""The shop tools: names, arguments, descriptions."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.environments.observation import ToolDescription
from shopworld.environments.shop_tools import arguments
from shopworld.environments.tools.arguments import ToolArguments, parameters_schema


@dataclass(frozen=True, slots=True)
class ShopTool:
    """One function.

    Attributes:
        name: of the tool, and of the function of `Shops` that it calls.
        arguments: model of its arguments.
        description: for agents.
    """

    name: str
    arguments: type[ToolArguments]
    description: str

    @property
    def described(self) -> ToolDescription:
        """As language models take it."""
        return ToolDescription(self.name, self.description, parameters_schema(self.arguments))


BROWSING = (
    ShopTool(
        "open_shop",
        arguments.OpenShopArguments,
        "The categories of a shop and its information pages (delivery, returns, …).",
    ),
    ShopTool(
        "search_products",
        arguments.ShopSearchArguments,
        "Search one shop by words. Returns a page of products (title, url, price, …) and the filters and sorts that "
        "the shop offers for them.",
    ),
    ShopTool(
        "list_products",
        arguments.ListProductsArguments,
        "The products of a category, or all of a shop, a page at a time, with the filters and sorts that there are.",
    ),
    ShopTool(
        "get_product",
        arguments.GetProductArguments,
        "A product's page: price, stock, options, description, specifications, a page of its reviews.",
    ),
    ShopTool("read_page", arguments.ReadPageArguments, "Any page of a shop: delivery, returns, contact, articles, …."),
)

BUYING = (
    ShopTool("view_cart", arguments.ViewCartArguments, "What is in a shop's cart. Each shop has a cart of its own."),
    ShopTool(
        "add_to_cart",
        arguments.AddToCartArguments,
        "Put a product into its shop's cart. Where it has options, choose one of each.",
    ),
    ShopTool("update_cart", arguments.UpdateCartArguments, "Change the quantity of a line of a cart; 0 removes it."),
    ShopTool("apply_promotion", arguments.ApplyPromotionArguments, "Apply a promotion code to a cart."),
    ShopTool(
        "checkout",
        arguments.CheckoutArguments,
        "Order what is in a shop's cart. Without values it tells which fields there are; with the values of all fields "
        "it places the order. Fields of later steps may be given at once.",
    ),
)

TALKING = (ShopTool("send_message", arguments.SendMessageArguments, "Send a shop's contact form."),)

SUBMIT = ShopTool(
    "submit_answer",
    arguments.SubmitAnswerArguments,
    "Submit the final result, as on the solution page. This ends the task; nothing counts before.",
)
INFEASIBLE = ShopTool(
    "report_infeasible",
    arguments.ReportInfeasibleArguments,
    "Give up: say why the task cannot be done. This ends the task.",
)

SHOP_TOOLS = (*BROWSING, *BUYING, *TALKING, SUBMIT, INFEASIBLE)
"""All, as agents of the interface `tools` get them."""
