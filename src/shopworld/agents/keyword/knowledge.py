"""The little that the keyword agent knows of electronics: sockets, memory types, sizes, and what replaces what."""

from __future__ import annotations

import re
from dataclasses import replace

from shopworld.agents.keyword.goal import Wish
from shopworld.agents.keyword.matching import quantities, words

_KINDS = (
    ("graphics card", r"\b(graphics card|gpu|rtx ?\d{4}|geforce|radeon)\b"),
    ("motherboard", r"\bmotherboard\b"),
    ("liquid CPU cooler", r"\bliquid cpu cooler|\baio\b|liquid freezer"),
    ("CPU cooler", r"\b(cpu cooler|heatsink)\b"),
    ("monitor", r"\bmonitor\b"),
    ("power supply", r"\b(psu|power supply)\b"),
    ("processor", r"\b(cpu|processor|ryzen|core i\d)\b"),
    ("case", r"\b(gaming case|pc case|tower|chassis)\b"),
    ("keyboard", r"\bkeyboard\b"),
    ("mouse", r"\bmouse\b"),
    ("headphones", r"\b(headphones?|headset|earbuds)\b"),
    ("memory", r"\b(memory|ram|dimm|ddr[345])\b"),
    ("SSD", r"\b(ssd|nvme)\b"),
    ("smartphone", r"\b(smartphone|phone)\b"),
    ("smartwatch", r"\b(smart ?watch|watch)\b"),
)
_SOCKET = re.compile(r"\b(AM[345]|LGA ?\d{3,4}|s?WRX\d+|sTRX?\d+|sTR\d)\b", re.IGNORECASE)
_MEMORY = re.compile(r"\bDDR[345]\b", re.IGNORECASE)
_COLOUR = re.compile(
    r"\b(black|white|silver|gr[ae]y|red|blue|green|pink|purple|orange|yellow|gold|graphite|beige|brown)\b",
    re.IGNORECASE,
)
_WATCH = re.compile(r"\b(watch [\w ]{2,20})", re.IGNORECASE)


def kind_of(text: str) -> str:
    """What a title is about, as search words; empty where it cannot be told."""
    return next((kind for kind, pattern in _KINDS if re.search(pattern, text, re.IGNORECASE)), "")


def rewrite(wish: Wish) -> Wish:
    """Turns phrases of everyday speech into what shops print."""
    text = wish.text
    for pattern, replacement in (
        (r"\bstorage size of (the )?", ""),
        (r"\bdis[ck] space\b", ""),
        (r"\bclock(ing)?( speed)?\b", ""),
        (r"\bfor PCs?\b|\bPC\b(?= PSU)", ""),
        (r"\bmodel of\b|\bseries of\b", ""),
        (r"\b(which|that) (has|have|supports?|can|fits?|match(es)?|are|is)\b", " "),
        (r"\bwith( a| an)?\b|\bfrom( the)?( brand)?\b|\bin\b", " "),
        (r"\bsmart watch(es)?\b", "smartwatch"),
    ):
        text = re.sub(pattern, replacement, text, flags=re.IGNORECASE)
    return replace(wish, text=" ".join(text.split()).strip(" ,.") or wish.text)


def compatible_query(wish: Wish, title: str, text: str) -> Wish:
    """What to search for so that it goes with the product of that title and text."""
    asked = kind_of(wish.text)
    both = f"{title} {text}"
    parts: list[str] = [asked]
    socket = _SOCKET.search(both)
    memory = _MEMORY.search(both)
    colour = _COLOUR.search(title)
    if asked == "processor" and socket:
        parts.append(socket[1])
    elif asked == "memory" and memory:
        parts = [memory[0]]
        parts += [f"{number:g}GB" for number, unit in quantities(wish.text) if unit == "gb"]
    elif asked == "motherboard" and socket:
        parts.append(socket[1])
    elif asked in ("keyboard", "mouse", "headphones") and colour:
        parts.append(colour[1])
    elif not asked:
        watch = _WATCH.search(title)
        parts = [wish.text, watch[1] if watch else ""]
    plain = " ".join(part for part in parts if part)
    return replace(wish, text=plain or wish.text)


def substitute_query(wish: Wish, title: str, text: str) -> Wish:
    """What to search for so that it may replace the product of that title."""
    if not wish.relation:
        return replace(wish, text=" ".join(title.split(",")[0].split()[:8]))
    kind = kind_of(title) or kind_of(text)
    sizes = [f"{number:g}mm" for number, unit in quantities(title) if unit == "mm"]
    inches = re.search(r"(\d{2}(?:\.\d)?)\s*(?:\"|inch|”)", title)
    extra = sizes[:1] if "cooler" in kind else ([inches[1]] if inches and kind == "monitor" else [])
    return replace(wish, text=" ".join([kind or " ".join(words(title)[:3]), *extra]))


def group_key(wish: Wish, title: str) -> str:
    """What «each» is told apart by: the capacity where sizes are asked for, else the model number."""
    if re.search(r"size|capacity|storage", wish.text, re.IGNORECASE):
        return next((f"{number:09.1f}" for number, unit in quantities(title) if unit == "gb"), "")
    model = re.search(r"\b([A-Z]{1,4} ?\d{2,4}(?: ?(?:Ti|Super|Ultra|Plus|Pro|Max))*)\b", title)
    capacity = next((f"{number:g}" for number, unit in quantities(title) if unit == "gb"), "")
    return model[1].replace(" ", "").lower() if model else capacity
