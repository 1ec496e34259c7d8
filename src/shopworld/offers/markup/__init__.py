"""What pages say of offers for machines: schema.org in any syntax, flattened to one row an offer."""

from shopworld.offers.markup.flatten import offers_of_items
from shopworld.offers.markup.item import MarkupItem
from shopworld.offers.markup.page import offers_of_page

__all__ = ["MarkupItem", "offers_of_items", "offers_of_page"]
