"""The ten tools: names, descriptions, arguments, and what runs when one is called."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.environments.observation import ToolDescription
from shopworld.environments.tools.arguments import (
    AskUserArguments,
    FilterByAttributeArguments,
    GetProductDetailsArguments,
    GetProductReviewStatsArguments,
    GetReviewContentArguments,
    GetStoreProductsArguments,
    GetUserProfileArguments,
    PythonExecuteArguments,
    RecommendProductArguments,
    SearchProductsArguments,
    ToolArguments,
    parameters_schema,
)
from shopworld.environments.tools.profile import ToolProfile


@dataclass(frozen=True, slots=True)
class CatalogTool:
    """One of the ten.

    Attributes:
        name: as the original calls it.
        arguments: model of its arguments.
        description: for agents.
        better: what the default profile can do besides; added to the description there.
    """

    name: str
    arguments: type[ToolArguments]
    description: str
    better: str = ""

    def described(self, profile: ToolProfile) -> ToolDescription:
        """As language models take it."""
        more = f" {self.better}" if self.better and profile is ToolProfile.DEFAULT else ""
        return ToolDescription(self.name, self.description + more, parameters_schema(self.arguments))


TOOLS: tuple[CatalogTool, ...] = (
    CatalogTool(
        "search_products",
        SearchProductsArguments,
        "Search the catalog by words. Returns 20 products a page (product_id, title), the page and the number found.",
        "Words of titles, brands, attributes and texts count; without a product that has all words, any of them do.",
    ),
    CatalogTool(
        "filter_by_attribute",
        FilterByAttributeArguments,
        "Of up to 10 products, keep those whose attribute has the given value. Returns their ids.",
        "Other names of the attribute, narrower values and other units are understood.",
    ),
    CatalogTool(
        "get_product_details",
        GetProductDetailsArguments,
        "Everything the catalog says about one product: title, category, store, price, features, description, "
        "attributes (details), products bought together.",
        "And its ratings.",
    ),
    CatalogTool(
        "get_review_content",
        GetReviewContentArguments,
        "Up to 5 reviews of one product that fit the words: rating, title and text.",
        "Without words (an empty query): the most helpful ones.",
    ),
    CatalogTool(
        "get_product_review_stats",
        GetProductReviewStatsArguments,
        "Average rating and number of ratings of up to 10 products.",
    ),
    CatalogTool(
        "get_store_products",
        GetStoreProductsArguments,
        "The products of one store, 20 a page, and how many it has.",
    ),
    CatalogTool(
        "get_user_profile", GetUserProfileArguments, "The shopper's saved profile; it holds part of the requirements."
    ),
    CatalogTool(
        "ask_user",
        AskUserArguments,
        "Ask the shopper one short question about one topic; part of the requirements is told only when asked about. "
        "The number of turns is limited.",
    ),
    CatalogTool(
        "python_execute",
        PythonExecuteArguments,
        "Run Python for calculations, without files, network, generators and packages; print what you want to see. "
        "At most 5 seconds.",
    ),
    CatalogTool(
        "recommend_product",
        RecommendProductArguments,
        "Recommend exactly one product. This ends the task; it can be called once.",
    ),
)

TOOL_BY_NAME = {tool.name: tool for tool in TOOLS}


def tool_descriptions(profile: ToolProfile = ToolProfile.DEFAULT) -> tuple[ToolDescription, ...]:
    """All ten as function schemas."""
    return tuple(tool.described(profile) for tool in TOOLS)
