"""Departments of goods: what single shops of one trade sell, made from data files and a seed."""

from shopworld.goods.trades.department import (
    GIFT_CARD,
    Article,
    Department,
    GoodsKind,
    Question,
    departments,
    departments_for,
)
from shopworld.goods.trades.making import Good, GoodsMaker
from shopworld.goods.trades.reviews import written_reviews

__all__ = [
    "GIFT_CARD",
    "Article",
    "Department",
    "Good",
    "GoodsKind",
    "GoodsMaker",
    "Question",
    "departments",
    "departments_for",
    "written_reviews",
]
