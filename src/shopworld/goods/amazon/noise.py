"""Odd shapes of the real files, put into synthetic ones: importers must take or refuse each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import orjson

from shopworld.goods.amazon.products import Record

DEFAULT_NOISE = 0.02
"""Share of lines with an odd shape."""


def noisy_products(record: Record, random: Random) -> Iterator[bytes]:
    """The lines for a product that is hit: the product in an odd shape, or beside it a line that cannot be taken."""
    random.choice(_PRODUCT_SHAPES)(record, random)
    yield orjson.dumps(record)
    chance = random.random()
    if chance < 0.12:
        yield orjson.dumps({**record, "title": f"{record['title']} (duplicate)"})
    elif chance < 0.2:
        yield orjson.dumps(
            {**record, "parent_asin": record["parent_asin"][::-1], "title": random.choice(["", None, "  "])}
        )
    elif chance < 0.22:
        yield orjson.dumps(record)[: 40 + int(40 * random.random())]


def noisy_review(record: Record, random: Random) -> bytes:
    """The line for a review that is hit."""
    random.choice(_REVIEW_SHAPES)(record, random)
    return orjson.dumps(record)


def _price_as_text(record: Record, random: Random) -> None:
    price = record["price"]
    if price is not None:
        record["price"] = random.choice([f"${price:,.2f}", f"{price:.2f}", f"from {price:.2f}"])


def _no_price(record: Record, random: Random) -> None:
    record["price"] = random.choice([None, "", "—", "None"])


def _details_as_text(record: Record, random: Random) -> None:
    details = record["details"]
    record["details"] = orjson.dumps(details).decode() if random.random() < 0.5 else str(details)


def _markup(record: Record, _: Random) -> None:
    record["description"] = ["<p>Product <b>description</b></p>", *record["description"], "Easy &amp; safe<br />to use"]


def _emoji(record: Record, random: Random) -> None:
    record["features"] = [f"{random.choice(['✅', '🔥', '🎁', '💡'])} {text}" for text in record["features"]]


def _accents(record: Record, _: Random) -> None:
    record["description"] = [*record["description"], "Ideal für Büro – naïve façade, crème brûlée ★★★★★"]


def _empty_fields(record: Record, _: Random) -> None:
    record.update(features=[], description=[], images=[], main_category=None)


def _rating_left_out(record: Record, _: Random) -> None:
    record.update(average_rating=None, rating_number=None)


def _nested_details(record: Record, _: Random) -> None:
    record["details"] = {**record["details"], "Additional Information": {"ASIN": record["parent_asin"]}}


def _pictures_in_columns(record: Record, _: Random) -> None:
    picture = record["images"]
    if picture:
        record["images"] = {key: [one[key] for one in picture] for key in picture[0]}


_PRODUCT_SHAPES: tuple[Callable[[Record, Random], None], ...] = (
    _price_as_text,
    _no_price,
    _details_as_text,
    _markup,
    _emoji,
    _accents,
    _empty_fields,
    _rating_left_out,
    _nested_details,
    _pictures_in_columns,
)


def _breaks(record: Record, _: Random) -> None:
    record["text"] = record["text"].replace(". ", ".<br /><br />")


def _smile(record: Record, _: Random) -> None:
    record["text"] += " 😀👍"


def _unknown_product(record: Record, random: Random) -> None:
    record["parent_asin"] = record["asin"] = f"X{random.randrange(10**9):09}"


def _no_text(record: Record, _: Random) -> None:
    record["text"] = record["title"] = ""


def _rating_of_zero(record: Record, _: Random) -> None:
    record["rating"] = 0.0


def _video(record: Record, random: Random) -> None:
    record["text"] = f"[[VIDEOID:{random.getrandbits(64):016x}]] {record['text']}"


_REVIEW_SHAPES: tuple[Callable[[Record, Random], None], ...] = (
    _breaks,
    _smile,
    _unknown_product,
    _no_text,
    _rating_of_zero,
    _video,
)
