"""Records of checked parts."""

from __future__ import annotations

from shopworld.catalog.model import Attribute, Offer, Specification
from shopworld.catalog.trusted import Trusted


def test_they_are_the_records_that_pydantic_makes() -> None:
    attributes = (Attribute(name="colour", value=("black",)),)
    parts = {"id": "a/1", "shop_id": "a", "number": 1, "product_id": "p", "slug": "s", "title": "T", "rating": 4.5}
    made = Trusted(Offer)(**parts, attributes=attributes)
    checked = Offer.model_validate({**parts, "attributes": attributes})
    assert made == checked
    assert made.model_dump_json() == checked.model_dump_json()
    assert made.model_dump_json(exclude_defaults=True) == checked.model_dump_json(exclude_defaults=True)
    assert made.model_dump_json(exclude_unset=True) == checked.model_dump_json(exclude_unset=True)
    assert hash(made) == hash(checked)


def test_no_two_records_share_what_can_be_changed() -> None:
    make = Trusted(Specification)
    one, other = make(label="a", text="b"), make(label="c", text="d")
    assert one.model_copy(update={"text": "x"}).text == "x"
    assert (one.label, other.label) == ("a", "c")
