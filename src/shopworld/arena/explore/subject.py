"""What a shop sells and how it speaks, in general words: counted, not copied."""

from __future__ import annotations

import re
from collections import Counter

from shopworld.arena.explore.findings import GUESSED, LIKELY, Findings
from shopworld.arena.explore.goods_reading import read_goods, trade_of_goods
from shopworld.arena.explore.prefetch.site import PrefetchedSite

_CATEGORIES: tuple[tuple[str, str], ...] = (
    (
        "apparel",
        "shirts? t-?shirts? dress(?:es)? jeans trousers pants jackets? coats? hoodies? sweaters? socks? skirts? shorts "
        "blouses? "
        "cardigans? leggings apparel clothing shoes sneakers boots mens womens",
    ),
    (
        "cookware and kitchen",
        "pans? pots? skillets? woks? knife knives cookware kitchen saucepans? bakeware spatulas? cutting mugs? ovens? "
        "kettles?",
    ),
    (
        "electronics",
        "laptops? phones? smartphones? tablets? headphones earbuds monitors? keyboards? mouse mice usb ssd hdd gpu "
        "cameras? speakers? chargers? processors? routers? electronics consoles?",
    ),
    (
        "electronics hardware",
        "resistors? capacitors? sensors? microcontrollers? boards? breadboards? modules? leds? motors? solder\\w* "
        "connectors? transistors? relays? arduino kits?",
    ),
    ("books", "books? novels? paperbacks? hardcovers? fiction biograph\\w+ poetry authors? cookbooks?"),
    (
        "home and furniture",
        "sofas? chairs? tables? lamps? rugs? cushions? pillows? bedding curtains? vases? candles? furniture decor "
        "shelves shelf",
    ),
    (
        "beauty and care",
        "serums? creams? moisturi[sz]\\w+ shampoos? conditioners? lipsticks? mascaras? perfumes? skincare lotions? "
        "soaps? beauty",
    ),
    (
        "sports and outdoors",
        "bikes? bicycles? tents? yoga dumbbells? running hiking fitness camping backpacks? surf skis? climbing",
    ),
    ("office supplies", "pens? notebooks? staplers? binders? envelopes? paper desks? planners? pencils? folders?"),
    ("pet supplies", "dogs? cats? pets? leash(?:es)? collars? kibble aquariums? litter"),
    ("toys and games", "toys? puzzles? dolls? games? plush blocks? lego figures?"),
    ("jewellery and watches", "rings? necklaces? earrings? bracelets? watch(?:es)? pendants? jewel\\w+"),
    ("food and drink", "coffees? teas? chocolates? wines? beers? snacks? spices? sauces? honey olive"),
)
_TONES: tuple[tuple[str, str], ...] = (
    ("premium", "premium luxury finest exquisite crafted craftsmanship heirloom timeless exclusive"),
    ("technical", "specifications? performance engineered precision data sheets? compatible technical tested"),
    ("friendly", "we love happy friendly hello welcome help our team thanks enjoy"),
    ("playful", "fun wow yay oh psst silly play awesome"),
    ("bold", "bold unleash power fearless best ever ultimate never"),
    ("calm", "calm quiet simple considered slow gentle less thoughtful"),
    ("sustainable", "sustainab\\w+ organic recycled eco planet ethical responsibly plastic-free"),
    ("energetic", "fast go faster race speed energy train deal deals"),
    ("value-minded", "cheap affordable lowest price save savings bargain discount budget"),
    ("family-owned", "family generations? father mother founded grand\\w+"),
)
_PRICE_LEVELS = ((15, "low-priced"), (60, "affordable"), (250, "mid-priced"), (float("inf"), "high-priced"))
_SIZES = ((60, "small"), (600, "medium-sized"), (float("inf"), "large"))
_LEAST_HITS = 3


def describe_subject(site: PrefetchedSite, findings: Findings) -> None:
    """Takes descriptor, category and tone into the findings."""
    titles = " ".join(
        (
            *(f"{one.title} {one.product_type}" for one in site.products),
            *(f"{one.title} {one.title}" for one in site.collections),
        )
    )
    hits = _hits(titles, _CATEGORIES)
    category, count = hits.most_common(1)[0] if hits else ("", 0)
    sure = count >= _LEAST_HITS and count >= len(site.products) * 0.15
    if count < _LEAST_HITS:
        category = "general merchandise"
    trade = trade_of_goods(read_goods(site)) if not sure else ""
    findings.found("category", trade or category, LIKELY if sure or trade else GUESSED)
    category = trade or category
    words = " ".join((site.tagline, *site.policies.values(), *(link.text for link in site.links)))[:60_000]
    tones = [name for name, _ in _hits(words, _TONES).most_common(3)]
    findings.found("tone", tones, GUESSED)
    median = findings.value("stats.price.median")
    level = next((name for limit, name in _PRICE_LEVELS if median is not None and median <= limit), "")
    size = next(name for limit, name in _SIZES if (site.products_total or 0) <= limit)
    article = " ".join(word for word in (size, level, category) if word)
    findings.found("descriptor", f"{article} shop", GUESSED)


def _hits(text: str, lexicon: tuple[tuple[str, str], ...]) -> Counter[str]:
    found: Counter[str] = Counter()
    for name, words in lexicon:
        count = len(re.findall(rf"\b(?:{'|'.join(words.split())})\b", text, re.I))
        if count:
            found[name] = count
    return found
