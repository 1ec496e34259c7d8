"""What a search field suggests."""

from __future__ import annotations

from corner_shop import Shopper
from selectolax.lexbor import LexborHTMLParser


def test_suggestions_are_data_where_that_is_asked_for(shopper: Shopper) -> None:
    answer = shopper.get("/search/suggest?q=ombra+gl", headers={"accept": "application/json"})
    assert answer.json()["query"] == "ombra gl"
    assert {"text": "Ombra Glide Mouse", "kind": "product", "path": "/product/ombra-glide-mouse/"} in answer.json()[
        "suggestions"
    ]


def test_suggestions_are_links_otherwise(shopper: Shopper) -> None:
    fragment = LexborHTMLParser(shopper.get("/search/suggest?q=ombra+gl").text)
    assert "/product/ombra-glide-mouse/" in {node.attributes.get("href") for node in fragment.css("a")}


def test_suggesting_leaves_no_trace(shopper: Shopper) -> None:
    before = shopper.episode.clock.now
    for text in ("", "omb", "%00", '"<script>'):
        answer = shopper.get("/search/suggest", params={"q": text})
        assert answer.status_code == 200
        assert "<script>" not in answer.text
    assert shopper.episode.events == []
    assert shopper.episode.clock.now == before
