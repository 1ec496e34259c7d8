"""Tasks: model, checks, scoring from an episode's events, suites on disk, validation."""

from shopworld.tasks.buyer import Buyer
from shopworld.tasks.checks import (
    AnswerSet,
    AnswerText,
    Cart,
    CartVariant,
    Check,
    CheckResult,
    ChosenProduct,
    FilterChoice,
    ListingUsed,
    NoCheckout,
    NoSideEffects,
    Order,
    OrderVariant,
    PageRead,
    PageVisited,
    Recommendation,
)
from shopworld.tasks.conditions import Condition
from shopworld.tasks.model import Constraint, DifficultyFactors, Evolution, Limits, Suite, Task
from shopworld.tasks.offers import Group, OfferAddress
from shopworld.tasks.scoring import Score, score
from shopworld.tasks.suite import checks_hash, find_suite, load_suite, save_suite, suite_hash, task_hash

__all__ = [
    "AnswerSet",
    "AnswerText",
    "Buyer",
    "Cart",
    "CartVariant",
    "Check",
    "CheckResult",
    "ChosenProduct",
    "Condition",
    "Constraint",
    "DifficultyFactors",
    "Evolution",
    "FilterChoice",
    "Group",
    "Limits",
    "ListingUsed",
    "NoCheckout",
    "NoSideEffects",
    "OfferAddress",
    "Order",
    "OrderVariant",
    "PageRead",
    "PageVisited",
    "Recommendation",
    "Score",
    "Suite",
    "Task",
    "checks_hash",
    "find_suite",
    "load_suite",
    "save_suite",
    "score",
    "suite_hash",
    "task_hash",
]
