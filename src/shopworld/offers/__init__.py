"""Offers of the web at any scale: from crawls to malls."""

from typing import TYPE_CHECKING

from shopworld.later import later

if TYPE_CHECKING:
    from shopworld.offers.crawl import make_crawl
    from shopworld.offers.engines import Engine, HereEngine
    from shopworld.offers.making import MallOfOffers, MallPlan, make_mall_of_offers
    from shopworld.offers.pipeline import OfferRun, read_offers, read_run
    from shopworld.offers.scoring import CrawlScore, score_run
    from shopworld.offers.settings import OfferSettings, settings_of
else:  # reading crawls loads much that the command line does not need for its help
    __getattr__ = later(
        __name__,
        {
            "shopworld.offers.crawl": ("make_crawl",),
            "shopworld.offers.engines": ("Engine", "HereEngine"),
            "shopworld.offers.making": ("MallOfOffers", "MallPlan", "make_mall_of_offers"),
            "shopworld.offers.pipeline": ("OfferRun", "read_offers", "read_run"),
            "shopworld.offers.scoring": ("CrawlScore", "score_run"),
            "shopworld.offers.settings": ("OfferSettings", "settings_of"),
        },
    )

__all__ = [
    "CrawlScore",
    "Engine",
    "HereEngine",
    "MallOfOffers",
    "MallPlan",
    "OfferRun",
    "OfferSettings",
    "make_crawl",
    "make_mall_of_offers",
    "read_offers",
    "read_run",
    "score_run",
    "settings_of",
]
