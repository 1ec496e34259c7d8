"""Checks: typed, declarative conditions over an episode's events. A kind of check is one module of `kinds/`."""

from shopworld.tasks.buyer import Buyer
from shopworld.tasks.checks.check import KINDS, AnswerForm, Check, kind_name
from shopworld.tasks.checks.ground import Ground
from shopworld.tasks.checks.kinds.answer_set import AnswerSet
from shopworld.tasks.checks.kinds.answer_text import AnswerText
from shopworld.tasks.checks.kinds.cart import Cart
from shopworld.tasks.checks.kinds.cart_variant import CartVariant
from shopworld.tasks.checks.kinds.chosen_product import ASPECTS, ChosenProduct
from shopworld.tasks.checks.kinds.listing_used import FilterChoice, ListingUsed
from shopworld.tasks.checks.kinds.no_checkout import NoCheckout
from shopworld.tasks.checks.kinds.no_side_effects import NoSideEffects
from shopworld.tasks.checks.kinds.order import Order
from shopworld.tasks.checks.kinds.order_variant import OrderVariant
from shopworld.tasks.checks.kinds.page_read import PageRead
from shopworld.tasks.checks.kinds.page_visited import PageVisited
from shopworld.tasks.checks.kinds.recommendation import Recommendation
from shopworld.tasks.checks.plan import PlanStep
from shopworld.tasks.checks.porting import NotPortable, Twin
from shopworld.tasks.checks.result import CheckResult
from shopworld.tasks.checks.words import CheckWords, in_words
from shopworld.tasks.offers import Group, OfferAddress

__all__ = [
    "ASPECTS",
    "KINDS",
    "AnswerForm",
    "AnswerSet",
    "AnswerText",
    "Buyer",
    "Cart",
    "CartVariant",
    "Check",
    "CheckResult",
    "CheckWords",
    "ChosenProduct",
    "FilterChoice",
    "Ground",
    "Group",
    "ListingUsed",
    "NoCheckout",
    "NoSideEffects",
    "NotPortable",
    "OfferAddress",
    "Order",
    "OrderVariant",
    "PageRead",
    "PageVisited",
    "PlanStep",
    "Recommendation",
    "Twin",
    "in_words",
    "kind_name",
]
