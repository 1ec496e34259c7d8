"""Departments of goods: what single shops of one trade sell, made from data files and a seed."""

from shopworld.catalog.synthetic.goods.department import (
    GIFT_CARD,
    ArticleText,
    Department,
    FrequentQuestion,
    GoodsKind,
    departments,
    departments_for,
)
from shopworld.catalog.synthetic.goods.making import Good, GoodsMaker
from shopworld.catalog.synthetic.goods.reviews import written_reviews

__all__ = [
    "GIFT_CARD",
    "ArticleText",
    "Department",
    "FrequentQuestion",
    "Good",
    "GoodsKind",
    "GoodsMaker",
    "departments",
    "departments_for",
    "written_reviews",
]
