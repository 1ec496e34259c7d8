"""WebMall's `task_sets.json` as published: records of its own format, and its names for things.

Source: the release of Peeters et al., "WebMall: A Multi-Shop Benchmark for Evaluating Web Agents", section 3.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from shopworld.errors import InputError
from shopworld.files import read_bounded

TASK_FILE = "task_sets.json"

CATEGORIES: Final[dict[str, str]] = {
    "Specific_Product": "find_specific_product",
    "Cheapest_Product": "find_cheapest_offer",
    "Best_Fit_Specific": "products_fulfilling_specific_requirements",
    "Add_To_Cart": "add_to_cart",
    "Checkout": "checkout",
    "Cheapest_Best_Fit_Specific": "cheapest_offer_specific_requirements",
    "Best_Fit_Vague": "products_satisfying_vague_requirements",
    "Cheapest_Best_Fit_Vague": "cheapest_offer_vague_requirements",
    "Substitute": "find_substitutes",
    "Compatible_Products": "find_compatible_products",
    "FindAndOrder": "end_to_end",
}
"""The release's category to ours."""


class ReleaseRecord(BaseModel):
    """Base of the release's records: what we do not know is left alone."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class CorrectAnswer(ReleaseRecord):
    """What the release grades against."""

    type: str
    """`string`, `cart` or `checkout`."""
    answers: tuple[str, ...]
    product_in_cart: str = ""
    """The product that the task starts from."""


class UserDetails(ReleaseRecord):
    """Who orders."""

    name: str = ""
    email: str = ""
    street: str = ""
    house_number: str = ""
    zip: str = ""
    city: str = ""
    state: str = ""
    country: str = ""


class PaymentInfo(ReleaseRecord):
    """How it is paid."""

    card: str = ""
    cvv: str = ""
    expiry_date: str = ""


class ReleaseTask(ReleaseRecord):
    """One task as published."""

    id: str
    category: str
    instruction: str
    task: str
    motivation: str = ""
    correct_answer: CorrectAnswer
    user_details: UserDetails | None = None
    payment_info: PaymentInfo | None = None


class ReleaseTaskSet(ReleaseRecord):
    """Tasks of one category."""

    id: str
    tasks: tuple[ReleaseTask, ...]


class _Release(BaseModel):
    """The whole file, for pydantic."""

    model_config = ConfigDict(frozen=True)

    sets: tuple[ReleaseTaskSet, ...]


def read_release(file: Path) -> tuple[ReleaseTask, ...]:
    """All tasks of a release, in its order.

    Raises:
        InputError: the file is missing, is no JSON, or a task is not in the release's format.
    """
    try:
        raw = orjson.loads(read_bounded(file))
    except FileNotFoundError as error:
        hint = f"Give the folder or file of WebMall's release; it holds {TASK_FILE}."
        raise InputError("no such file", file=file, hint=hint) from error
    except orjson.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", file=file, line=error.lineno) from error
    try:
        release = _Release.model_validate_json(orjson.dumps({"sets": raw}))
    except ValidationError as error:
        problem = error.errors(include_url=False, include_context=False)[0]
        place = ".".join(map(str, problem["loc"][1:]))
        raise InputError(f"not in WebMall's format: {problem['msg']}", file=file, field=place) from error
    return tuple(task for task_set in release.sets for task in task_set.tasks)
