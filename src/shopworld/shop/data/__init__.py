"""A shop's data in ShopGym's contract: read, written, and turned into offers and content."""

from shopworld.shop.data.content import content_of
from shopworld.shop.data.files import DATA_FILES, read_collections, read_products, read_shop_data, write_shop_data
from shopworld.shop.data.model import (
    ArticleData,
    CollectionData,
    ImageData,
    MenuItemData,
    OptionData,
    PageData,
    PolicyData,
    ProductData,
    ProductDetails,
    ReviewData,
    ShopData,
    StoreData,
    VariantData,
)
from shopworld.shop.data.offers import offers_of, reviews_of
from shopworld.shop.data.records import collections_from, products_from, review_data, reviews_from

__all__ = [
    "DATA_FILES",
    "ArticleData",
    "CollectionData",
    "ImageData",
    "MenuItemData",
    "OptionData",
    "PageData",
    "PolicyData",
    "ProductData",
    "ProductDetails",
    "ReviewData",
    "ShopData",
    "StoreData",
    "VariantData",
    "collections_from",
    "content_of",
    "offers_of",
    "products_from",
    "read_collections",
    "read_products",
    "read_shop_data",
    "review_data",
    "reviews_from",
    "reviews_of",
    "write_shop_data",
]
