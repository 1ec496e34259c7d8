"""Departments of goods: what single shops of one trade sell, made from data files and a seed."""

from shopworld.catalog.synthetic.goods.department import (
    GIFT_CARD,
    Article,
    Department,
    GoodsKind,
    Question,
    departments,
    departments_for,
)
from shopworld.catalog.synthetic.goods.making import Good, GoodsMaker
from shopworld.catalog.synthetic.goods.reviews import written_reviews

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
