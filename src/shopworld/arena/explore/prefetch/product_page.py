"""Reads the page of one product where no structured data tells it: facts, description, what can be chosen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from lxml import html

from shopworld.arena.explore.languages import said
from shopworld.arena.explore.prefetch.prices import BARE, price_of
from shopworld.arena.explore.prefetch.site import FactRecord, OptionRecord, VariantRecord
from shopworld.arena.explore.prefetch.text import own_heading, price_text, text_of
from shopworld.arena.explore.words import ADD_TO_CART, QUANTITY, SOLD_OUT
from shopworld.money import amounts_in, has_amount

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = ("p", "li", "dd", "blockquote")
_DESCRIPTION = re.compile(r"\bdescription\b|^(?:product )?details$|^about (?:this|the)\b|" + said("description"), re.I)
_NO_FACTS = re.compile(
    r"\b(?:price|prices|tax|vat|availability|available|stock|quantity|qty|reviews?|ratings?|stars?|deliver\w*|shipping|"
    r"returns?|sku|upc|ean|gtin|isbn|mpn|barcode|date|posted|author|name|e-?mail|phone|address|subtotal|total)\b",
    re.I,
)
_STOCK = re.compile(r"^(?:availability|stock|in stock|lagerbestand|verfügbarkeit)$", re.I)
_REVIEWS = re.compile(r"^(?:number of )?(?:customer )?reviews?$", re.I)
_SOLD_OUT = re.compile(r"\b(?:un|not )available\b|\bunavailable\b|\bout of stock\b|\bsold out\b|^no$|^0\b", re.I)
_AXIS = re.compile(r"\b(size|colou?r|material|length|width|style|scent|flavou?r|pack|capacity|finish)s?\b", re.I)
_CHOICES = re.compile(r"\b(?:variants?|options?|choices?|choose|select|versions?|available in)\b", re.I)
_ASKING = re.compile(r"\W*(?:choose|select|please|pick|--|bitte)", re.I)
_LONGEST_PRICE = 60
_LONGEST_LABEL, _LONGEST_VALUE, _LONGEST_OPTION = 40, 120, 24
_LONGEST_DESCRIPTION = 4_000
_MOST_FACTS = 40
_LEAST_LEAD = 8
_NO_LEAD = ("nav", "header", "footer", "form", "aside", "li", "table")
_MOST_SIBLINGS = 40


class ProductMarkup:
    """The main part of a page that is of one product.

    Args:
        tree: of the whole page; scripts and styles taken out.
        heading: the product's title as the page has it.
    """

    def __init__(self, tree: html.HtmlElement, heading: str) -> None:
        mains = tree.xpath("//main | //*[@role='main']")
        self._main: html.HtmlElement = mains[0] if mains else tree
        self._tree = tree
        self._heading = heading
        self._told: dict[str, dict[str, tuple[bool, float]]] = {}
        """What options say of prices, by choice: whether it is added to the product's own, and how much."""

    def facts(self) -> tuple[FactRecord, ...]:
        """What tables and lists of terms say of the product: labels with their values, prices and the like left out."""
        found: dict[str, FactRecord] = {}
        for label, value in self._rows():
            if not _NO_FACTS.search(label) and not has_amount(value):
                found.setdefault(label.casefold(), FactRecord(name=label, value=value))
        return tuple(found.values())[:_MOST_FACTS]

    def available(self) -> bool | None:
        """Whether it can be bought: as a row says, else by what adds it; None where nothing tells."""
        word = next((value for label, value in self._rows() if _STOCK.match(label)), "")
        if word:
            return not _SOLD_OUT.search(word)
        if any(ADD_TO_CART.search(_label(one)) for one in self._main.iter("button", "input", "a")):
            return True
        return False if SOLD_OUT.search(text_of(self._main)) else None

    def price(self, currency: str = "") -> tuple[float, str] | None:
        """What the product costs, with the currency: the first amount below its heading that is no former price.

        Args:
            currency: that the page names, where numbers stand alone; empty where none does.
        """
        heading = own_heading(self._main)
        below = heading is None
        for node in self._main.iter():
            below = below or node is heading
            if not below or not isinstance(node.tag, str) or node is heading:
                continue
            words = price_text(node)
            if len(words) > _LONGEST_PRICE or any(one.tag in _HEADINGS for one in (node, *node.iterancestors())):
                continue
            value, _, code, _ = price_of(self._main, [node], bare=False)
            if value is None and currency and BARE.match(words):
                value, _, _, _ = price_of(self._main, [node], bare=True)
            if value is not None:
                return value, code or currency
        return None

    def reviews(self) -> int | None:
        """How many reviews it has, where a row says so."""
        word = next((value for label, value in self._rows() if _REVIEWS.match(label)), "")
        return int(word) if word.isdigit() else None

    def description(self) -> str:
        """The paragraphs below the heading of its description, else those between its title and what adds it."""
        inside, paragraphs = False, []
        for node in self._main.iter(*_HEADINGS, "table", "form", *_BLOCKS):
            if node.tag in _HEADINGS:
                if inside:
                    break
                inside = bool(_DESCRIPTION.search(text_of(node)))
            elif inside and node.tag in ("table", "form"):
                break
            elif inside and not any(one.tag in _BLOCKS for one in node.iterancestors()):
                paragraphs.append(text_of(node))
        return "\n".join(one for one in paragraphs or self._lead() if one)[:_LONGEST_DESCRIPTION]

    def _lead(self) -> list[str]:
        """Paragraphs between the title and the button that adds the product; none where there is no such button."""
        heading, below, found = own_heading(self._main), False, list[str]()
        for node in self._main.iter():
            if node is heading:
                below = True
            elif not below or not isinstance(node.tag, str):
                continue
            elif node.tag in ("button", "input") and ADD_TO_CART.search(_label(node)):
                return found
            elif node.tag in _HEADINGS:
                break
            elif node.tag == "p" and not any(one.tag in _NO_LEAD for one in node.iterancestors()):
                words = text_of(node)
                found += [words] if len(words.split()) >= _LEAST_LEAD and not has_amount(words) else []
        return []

    def content(self) -> tuple[str, ...]:
        """What tells this product from others: title, price, first picture, description; empty where that is little."""
        price = self.price()
        picture = next((one.get("src") or "" for one in self._main.iter("img")), "")
        words = self.description() or picture
        return (self._heading.casefold(), str(price), picture, words) if self._heading and price and words else ()

    def variants(self, axes: Sequence[OptionRecord], base: float | None) -> tuple[VariantRecord, ...]:
        """The variants of a product with one choice whose options say what they cost: `(+$14.00)`, `($26.40)`."""
        told = self._told.get(axes[0].name, {}) if len(axes) == 1 and base is not None else {}
        if not told or base is None:
            return ()
        prices = [(one, told.get(one, (True, 0.0))) for one in axes[0].values]
        return tuple(
            VariantRecord(title=one, options=(one,), price=round(base + amount if added else amount, 2))
            for one, (added, amount) in prices
        )

    def choices(self) -> list[OptionRecord]:
        """What can be chosen, in order: by lists, radio buttons and buttons of the form that adds it, else by links."""
        found = [*self._fields(), *self._buttons()]
        return found or list(self._siblings())

    def _rows(self) -> Iterator[tuple[str, str]]:
        for row in self._main.iter("tr"):
            cells = [one for one in row if one.tag in ("th", "td")]
            if len(cells) == 2:
                yield from _row(text_of(cells[0]), text_of(cells[1]))
        for term in self._main.iter("dt"):
            value = next((one for one in term.itersiblings() if one.tag in ("dd", "dt")), None)
            if value is not None and value.tag == "dd" and next(value.iter("input", "button"), None) is None:
                yield from _row(text_of(term), text_of(value))

    def _form(self) -> html.HtmlElement | None:
        """The form that holds the first button which adds something."""
        buttons = (one for one in self._tree.iter("button", "input") if ADD_TO_CART.search(_label(one)))
        return next((above for one in buttons for above in one.iterancestors("form")), None)

    def _fields(self) -> list[OptionRecord]:
        form = self._form()
        found: dict[str, tuple[str, list[str]]] = {}
        for node in form.iter("select", "input") if form is not None else ():
            if node.tag == "select":
                name = node.get("name") or str(len(found))
                options = [(text_of(one), one.get("value")) for one in node.iter("option")]
                words = [text for text, value in options if value != "" and not _ASKING.match(text)]
            elif (node.get("type") or "").lower() == "radio":
                name = node.get("name") or ""
                label = next(node.iterancestors("label"), None)
                words = [(text_of(label) if label is not None else "") or node.get("value") or ""]
            else:
                continue
            title, values = found.setdefault(name, (self._title(node), []))
            values += [self._without_price(title, one) for one in words]
        return [
            OptionRecord(name=title, values=tuple(dict.fromkeys(values)))
            for title, values in found.values()
            if title and len(values) > 1 and not QUANTITY.search(title)
        ]

    def _without_price(self, title: str, words: str) -> str:
        """An option without what it says of its price, which is kept."""
        amounts = amounts_in(words)
        if not amounts:
            return words
        start, end = amounts[0].span
        before = words[:start].rstrip()
        added = before[-1:] in "+-" or amounts[0].value < 0
        name = before.rstrip("+-([ ").strip() or words[end:].strip(" )]")
        amount = float(amounts[0].value)
        self._told.setdefault(title, {})[name] = (added, -abs(amount) if before[-1:] == "-" else amount)
        return name

    def _buttons(self) -> Iterator[OptionRecord]:
        """Rows of buttons with short words under the name of an axis."""
        form = self._form()
        for group in form.iter("ul", "ol", "div", "fieldset") if form is not None else ():
            if any(one.tag in ("ul", "ol") for one in group.iterdescendants()):
                continue
            buttons = [one for one in group.iter("button") if (one.get("type") or "").lower() == "button"]
            values = tuple(dict.fromkeys(_label(one) for one in buttons))
            if len(values) < 2 or any(not 0 < len(one) <= _LONGEST_OPTION for one in values):
                continue
            above = group.getprevious()
            title = text_of(above).partition(":")[0].strip() if above is not None else group.get("aria-label") or ""
            if _AXIS.search(title) and len(title) <= _LONGEST_LABEL:
                yield OptionRecord(name=title, values=values)

    def _siblings(self) -> Iterator[OptionRecord]:
        """Links to pages of the variants: each says the product's title and what is special of it."""
        stem = self._heading.casefold()
        values: dict[str, None] = {}
        first: html.HtmlElement | None = None
        for link in self._main.iter("a"):
            words = text_of(link)
            if not stem or not words.casefold().startswith(stem) or len(words) == len(stem):
                continue
            rest = words[len(stem) :].strip(" ,;:–—-()/")
            if rest and len(rest) <= _LONGEST_OPTION:
                first = link if first is None else first
                values[rest] = None
        if first is None or not 2 <= len(values) <= _MOST_SIBLINGS:
            return
        above = _heading_before(first, self._main)
        axes = {found[1].casefold() for one in values if (found := _AXIS.match(one))}
        if len(axes) == 1 and all(_AXIS.match(one) for one in values):
            axis = axes.pop()
            bare = (_AXIS.sub("", one, count=1).strip(" ,:") for one in values)
            yield OptionRecord(name=axis.capitalize(), values=tuple(one for one in bare if one))
        elif _CHOICES.search(above) or _AXIS.search(above):
            named = _AXIS.search(above)
            yield OptionRecord(name=named[0].capitalize() if named else "Option", values=tuple(values))

    def _title(self, field: html.HtmlElement) -> str:
        """The title of a choice: of its group, else its label."""
        group = next(field.iterancestors("fieldset"), None)
        legend = group.find("legend") if group is not None else None
        if legend is not None:
            return text_of(legend).partition(":")[0].strip()
        labels = self._tree.xpath("//label[@for=$id]", id=field.get("id") or "") if field.get("id") else []
        is_radio = field.tag == "input"
        own = next(field.iterancestors("label"), None)
        if labels and not is_radio:
            return text_of(labels[0]).partition(":")[0].strip()
        if own is not None and not is_radio and (own.text or "").strip():
            return (own.text or "").partition(":")[0].strip()
        named = field.get("aria-label") or ""
        return named if named and not is_radio else self._words_before(own if own is not None else field)

    def _words_before(self, node: html.HtmlElement) -> str:
        """The short text right before a control, whatever holds it."""
        above = node.getparent()
        while above is not None and above is not self._main:
            before = ""
            for one in above:
                if one is node:
                    break
                before = (one.tail or "").strip() or (text_of(one) if one.tag not in ("br", "input") else "") or before
            before = before or (above.text or "").strip()
            if before:
                words = before.partition(":")[0].strip()
                return words if len(words) <= _LONGEST_LABEL and not amounts_in(words) else ""
            node, above = above, above.getparent()
        return ""


def _row(label: str, value: str) -> Iterable[tuple[str, str]]:
    label = label.rstrip(" :")
    if 0 < len(label) <= _LONGEST_LABEL and 0 < len(value) <= _LONGEST_VALUE:
        yield label, value


def _heading_before(node: html.HtmlElement, top: html.HtmlElement) -> str:
    """The last heading above a node, in the order of the page."""
    last = ""
    for one in top.iter(*_HEADINGS, node.tag):
        if one is node:
            break
        if one.tag in _HEADINGS:
            last = text_of(one)
    return last


def _label(node: html.HtmlElement) -> str:
    return " ".join((node.get("aria-label") or text_of(node) or node.get("value") or "").split())
