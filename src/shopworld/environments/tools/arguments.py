"""The arguments of the ten tools as pydantic models; the JSON Schema that language models get is made from them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

MOST_PRODUCTS = 10
"""In one call of `filter_by_attribute` or `get_product_review_stats`."""

_Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=1000)]
_ProductId = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
_Page = Annotated[int, Field(ge=0, le=1000, description="Page of the results, from 0.")]


class ToolArguments(BaseModel):
    """Base of all arguments: immutable, unknown names refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SearchProductsArguments(ToolArguments):
    """Arguments of `search_products`."""

    query: _Text = Field(min_length=1, description="Words to look for, e.g. 'wireless charger stand'.")
    page: _Page = 0


class FilterByAttributeArguments(ToolArguments):
    """Arguments of `filter_by_attribute`."""

    product_ids: tuple[_ProductId, ...] = Field(
        min_length=1, max_length=MOST_PRODUCTS, description="Ids of 1 to 10 products."
    )
    attribute_name: _Text = Field(min_length=1, description="Name of the attribute, e.g. 'Color'.")
    attribute_value: _Text = Field(min_length=1, description="Value that the product must have, e.g. 'Black'.")


class GetProductDetailsArguments(ToolArguments):
    """Arguments of `get_product_details`."""

    product_id: _ProductId = Field(description="Id of a product, from a search result.")


class GetReviewContentArguments(ToolArguments):
    """Arguments of `get_review_content`."""

    query: _Text = Field(description="Words to look for in the reviews, e.g. 'battery life'.")
    product_id: _ProductId = Field(description="Id of a product, from a search result.")


class GetProductReviewStatsArguments(ToolArguments):
    """Arguments of `get_product_review_stats`."""

    product_ids: tuple[_ProductId, ...] = Field(
        min_length=1, max_length=MOST_PRODUCTS, description="Ids of 1 to 10 products."
    )


class GetStoreProductsArguments(ToolArguments):
    """Arguments of `get_store_products`."""

    store_name: _Text = Field(min_length=1, description="Name of the store, as product details give it.")
    page: _Page = 0


class GetUserProfileArguments(ToolArguments):
    """Arguments of `get_user_profile`: none."""


class AskUserArguments(ToolArguments):
    """Arguments of `ask_user`."""

    question: Annotated[str, StringConstraints(strip_whitespace=True, max_length=2000)] = Field(
        description="One short question to the shopper about one topic, at most 100 characters."
    )


class PythonExecuteArguments(ToolArguments):
    """Arguments of `python_execute`."""

    code: str = Field(max_length=20_000, description="Python code; print what you want to see.")


class RecommendProductArguments(ToolArguments):
    """Arguments of `recommend_product`."""

    product_id: _ProductId = Field(description="Id of the product.")
    reasoning: Annotated[str, StringConstraints(strip_whitespace=True, max_length=10_000)] = Field(
        description="Why this product satisfies every requirement."
    )


def parameters_schema(arguments: type[ToolArguments]) -> dict[str, Any]:
    """JSON Schema of a tool's arguments, without titles and docstrings of ours."""
    schema = arguments.model_json_schema()
    schema.pop("description", None)
    schema.pop("title", None)
    for field in schema["properties"].values():
        field.pop("title", None)
    return schema
