"""Reads the page of one product where no structured data tells it: facts, description, what can be chosen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lxml import html

from shopworld.arena.explore.prefetch.site import FactRecord, OptionRecord
from shopworld.arena.explore.words import ADD_TO_CART, QUANTITY
from shopworld.money import has_amount

_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_BLOCKS = ("p", "li", "dd", "blockquote")
_DESCRIPTION = re.compile(r"\bdescription\b|^(?:product )?details$|^about (?:this|the)\b|\bbeschreibung\b", re.I)
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
_LONGEST_LABEL, _LONGEST_VALUE, _LONGEST_OPTION = 40, 120, 24
_LONGEST_DESCRIPTION = 4_000
_MOST_FACTS = 40
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

    def facts(self) -> tuple[FactRecord, ...]:
        """What tables and lists of terms say of the product: labels with their values, prices and the like left out."""
        found: dict[str, FactRecord] = {}
        for label, value in self._rows():
            if not _NO_FACTS.search(label) and not has_amount(value):
                found.setdefault(label.casefold(), FactRecord(name=label, value=value))
        return tuple(found.values())[:_MOST_FACTS]

    def available(self) -> bool | None:
        """Whether it can be bought, where a row says so."""
        word = next((value for label, value in self._rows() if _STOCK.match(label)), "")
        return not _SOLD_OUT.search(word) if word else None

    def reviews(self) -> int | None:
        """How many reviews it has, where a row says so."""
        word = next((value for label, value in self._rows() if _REVIEWS.match(label)), "")
        return int(word) if word.isdigit() else None

    def description(self) -> str:
        """The paragraphs below the heading of its description; empty where there is none."""
        inside, paragraphs = False, []
        for node in self._main.iter(*_HEADINGS, "table", "form", *_BLOCKS):
            if node.tag in _HEADINGS:
                if inside:
                    break
                inside = bool(_DESCRIPTION.search(_text(node)))
            elif inside and node.tag in ("table", "form"):
                break
            elif inside and not any(one.tag in _BLOCKS for one in node.iterancestors()):
                paragraphs.append(_text(node))
        return "\n".join(one for one in paragraphs if one)[:_LONGEST_DESCRIPTION]

    def choices(self) -> list[OptionRecord]:
        """What can be chosen, in order: by lists, radio buttons and buttons of the form that adds it, else by links."""
        found = [*self._fields(), *self._buttons()]
        return found or list(self._siblings())

    def _rows(self) -> Iterator[tuple[str, str]]:
        for row in self._main.iter("tr"):
            cells = [one for one in row if one.tag in ("th", "td")]
            if len(cells) == 2:
                yield from _row(_text(cells[0]), _text(cells[1]))
        for term in self._main.iter("dt"):
            value = next((one for one in term.itersiblings() if one.tag in ("dd", "dt")), None)
            if value is not None and value.tag == "dd" and next(value.iter("input", "button"), None) is None:
                yield from _row(_text(term), _text(value))

    def _form(self) -> html.HtmlElement | None:
        """The form that holds the first button which adds something."""
        buttons = (one for one in self._tree.iter("button", "input") if ADD_TO_CART.search(_label(one)))
        return next((above for one in buttons for above in one.iterancestors("form")), None)

    def _fields(self) -> list[OptionRecord]:
        form = self._form()
        found: dict[str, tuple[str, list[str]]] = {}
        for node in form.iter("select", "input") if form is not None else ():
            if node.tag == "select":
                values = [_text(one) for one in node.iter("option") if one.get("value")]
                found[node.get("name") or str(len(found))] = (self._title(node), values)
            elif (node.get("type") or "").lower() == "radio":
                titled = found.setdefault(node.get("name") or "", (self._title(node), []))
                titled[1].append(node.get("value") or "")
        return [
            OptionRecord(name=title, values=tuple(values))
            for title, values in found.values()
            if title and len(values) > 1 and not QUANTITY.search(title)
        ]

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
            title = _text(above).partition(":")[0].strip() if above is not None else group.get("aria-label") or ""
            if _AXIS.search(title) and len(title) <= _LONGEST_LABEL:
                yield OptionRecord(name=title, values=values)

    def _siblings(self) -> Iterator[OptionRecord]:
        """Links to pages of the variants: each says the product's title and what is special of it."""
        stem = self._heading.casefold()
        values: dict[str, None] = {}
        first: html.HtmlElement | None = None
        for link in self._main.iter("a"):
            words = _text(link)
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
            return _text(legend).partition(":")[0].strip()
        labels = self._tree.xpath("//label[@for=$id]", id=field.get("id") or "")
        return (_text(labels[0]) if labels else field.get("aria-label") or "").partition(":")[0].strip()


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
            last = _text(one)
    return last


def _text(node: html.HtmlElement) -> str:
    return " ".join(" ".join(node.itertext()).split())


def _label(node: html.HtmlElement) -> str:
    return " ".join((node.get("aria-label") or _text(node) or node.get("value") or "").split())
