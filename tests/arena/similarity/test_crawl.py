"""What a crawl knows of addresses."""

from __future__ import annotations

from shopworld.arena.similarity.crawl import CrawlSettings, SimilarityCrawl


def test_a_page_stays_what_it_is_with_another_query() -> None:
    crawl = SimilarityCrawl(
        CrawlSettings(), templates={"/nike-air": "/products/*", "/men": "/collections/*", "/broken": ""}
    )
    assert crawl.template("/nike-air?color=3") == "/products/*"
    assert crawl.template("/men?sort=price") == "/collections/*"
    assert crawl.template("/?s=mouse") == "/search"
    assert crawl.template("/broken?x=1") is None
    assert crawl.template("/nobody-was-there") is None
