"""Descriptions of offers: sentences of the kind and of all kinds, in the shop's make-up, to the length that fits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from random import Random

from shopworld.catalog.synthetic.assortment import ShopAssortment
from shopworld.catalog.synthetic.departments import Departments
from shopworld.catalog.synthetic.lengths import DESCRIPTION_LENGTHS, draw_length
from shopworld.catalog.synthetic.products import ProductDraft
from shopworld.catalog.synthetic.wording import OfferWording, write_value

_STAGES = {
    "prose": (
        "intro",
        "story",
        "quality",
        "use",
        "details",
        "features",
        "box",
        "table",
        "questions",
        "service",
        "family",
    ),
    "bullets": (
        "intro",
        "features",
        "story",
        "list",
        "box",
        "quality",
        "details",
        "questions",
        "use",
        "service",
        "family",
    ),
    "sections": (
        "intro",
        "story",
        "features",
        "details",
        "table",
        "use",
        "box",
        "quality",
        "questions",
        "service",
        "family",
    ),
    "table": (
        "intro",
        "table",
        "features",
        "story",
        "details",
        "quality",
        "box",
        "service",
        "use",
        "questions",
        "family",
    ),
}


def _html(text: str) -> str:
    return escape(text, quote=False) if "&" in text or "<" in text or ">" in text else text


class Description:
    """Writes one description, stage by stage, until it is long enough.

    Args:
        wording: what the shop states.
        shop: how it writes.
        departments: words that all kinds share.
        siblings: the family and others of the kind, for the comparison in the longest texts.
        rng: chance of this offer.
    """

    def __init__(
        self,
        wording: OfferWording,
        shop: ShopAssortment,
        departments: Departments,
        siblings: Sequence[ProductDraft],
        rng: Random,
    ) -> None:
        self.wording, self.shop, self.departments, self.siblings, self.rng = wording, shop, departments, siblings, rng
        self.parts: list[str] = []
        self.said: set[str] = set()
        self.length = 0
        self.wanted = draw_length(DESCRIPTION_LENGTHS, rng) * shop.description_length

    def html(self) -> str:
        """The description."""
        if self.wanted < 130:
            return self._brief()
        stages: dict[str, Callable[[], None]] = {
            "intro": self._intro,
            "story": self._story,
            "features": self._features,
            "quality": lambda: self._paragraph(self.departments.words.quality, 3),
            "use": lambda: self._paragraph(self.departments.words.use, 3),
            "service": self._service,
            "details": self._details,
            "table": self._table,
            "list": self._list,
            "box": self._box,
            "questions": self._questions,
            "family": self._family,
        }
        for name in _STAGES[self.shop.description_style]:
            if self.length >= self.wanted - 40:
                break
            stages[name]()
        return "".join(self.parts)

    def opening(self) -> str:
        """One sentence that introduces the product, as plain text."""
        openings = self.wording.fill(self.wording.kind.openings)
        return self.rng.choice(openings or self.wording.fill(self.departments.words.openings))

    def _add(self, html: str) -> None:
        self.parts.append(html)
        self.length += len(html)

    def _brief(self) -> str:
        """A description of a few words, as careless shops write them."""
        words = [self.wording.fields["noun"] or self.wording.name, *self.wording.title_words.values()]
        text = words[0]
        for word in words[1:]:
            if len(text) >= 15 and len(text) + len(word) + 2 > self.wanted:
                break
            text += f", {word}"
        return f"<p>{_html(text)}.</p>"

    def _take(self, texts: Sequence[str], most: int) -> list[str]:
        """Filled sentences in a random order, as many as the wanted length still takes."""
        taken: list[str] = []
        length = self.length
        for text in self.rng.sample(texts, len(texts)):
            if len(taken) >= most or length >= self.wanted - 30:
                break
            filled = self.wording.fill_one(text)
            if filled is None or text in self.said:
                continue
            self.said.add(text)
            one = _html(filled)
            taken.append(one)
            length += len(one) + 1
        return taken

    def _paragraph(self, texts: Sequence[str], most: int) -> None:
        taken = self._take(texts, most)
        if taken:
            self._add(f"<p>{' '.join(taken)}</p>")

    def _heading(self, words: Sequence[str]) -> str:
        word = words[self.shop.label % len(words)]
        if self.shop.description_style == "prose":
            return f"<p><strong>{word}</strong></p>"
        return f"<h3>{word}</h3>"

    def _intro(self) -> None:
        first = _html(self.opening())
        self.length += len(first)
        more = self._take(self.wording.kind.sentences, 3)
        self.length -= len(first)
        self._add(f"<p>{' '.join([first, *more])}</p>")

    def _story(self) -> None:
        rest = self._take(self.wording.kind.sentences, 20)
        while rest:
            self._add(f"<p>{' '.join(rest[:4])}</p>")
            rest = rest[4:]

    def _features(self) -> None:
        taken = self._take(self.wording.kind.features, 7)
        if len(taken) > 1:
            heading = self._heading(("Key features", "At a glance", "Highlights", "What it offers"))
            self._add(f"{heading}<ul>{''.join(f'<li>{one}</li>' for one in taken)}</ul>")

    def _details(self) -> None:
        if self.length > self.wanted - 120:
            return
        items = []
        length = self.length
        for attribute in self.wording.stated:
            text = self.wording.values.get(attribute.name)
            if attribute.name == "model" or text is None:
                continue
            about = self.departments.attributes[attribute.name]
            if not about.explain:
                continue
            label = about.labels[self.shop.label % len(about.labels)]
            sentence = _html(self.rng.choice(about.explain).format(value=text, **self._names()))
            items.append(f"<p><strong>{label}.</strong> {sentence}</p>")
            length += len(items[-1])
            if length >= self.wanted - 60:
                break
        if items:
            self._add(self._heading(("In detail", "More about it", "Good to know", "The details")) + "".join(items))

    def _names(self) -> dict[str, str]:
        return {one: self.wording.fields[one] for one in ("brand", "name", "noun_plural")}

    def _rows(self) -> list[tuple[str, str]]:
        return [(one.label, _html(one.text)) for one in self.wording.specifications]

    def _table(self) -> None:
        rows = self._rows()
        if len(rows) > 2 and self.length < self.wanted - 200:
            body = "".join(f"<tr><th>{label}</th><td>{text}</td></tr>" for label, text in rows)
            heading = self._heading(("Specifications", "Technical data", "Specs", "Technical specifications"))
            self._add(f"{heading}<table>{body}</table>")

    def _list(self) -> None:
        rows = self._rows()
        if len(rows) > 2 and self.length < self.wanted - 150:
            body = "".join(f"<li><strong>{label}:</strong> {text}</li>" for label, text in rows)
            self._add(f"{self._heading(('Data',) * 2 + ('Specs', 'Data'))}<ul>{body}</ul>")

    def _box(self) -> None:
        things = self.wording.kind.box
        if things:
            items = "".join(f"<li>{one}</li>" for one in (self.wording.name, *things))
            heading = self._heading(("In the box", "Scope of delivery", "You get", "Package contents"))
            self._add(f"{heading}<ul>{items}</ul>")

    def _questions(self) -> None:
        texts = [list(one) for one in self.departments.words.questions]
        self.rng.shuffle(texts)
        items = []
        length = self.length
        for pair in texts:
            filled = self.wording.fill(pair)
            if len(filled) < 2 or length >= self.wanted - 100:
                continue
            question, answer = (_html(one) for one in filled[:2])
            items.append(f"<p><strong>{question}</strong><br>{answer}</p>")
            length += len(items[-1])
        if items:
            self._add(
                self._heading(("Questions and answers", "You ask, we answer", "FAQ", "Questions")) + "".join(items)
            )

    def _service(self) -> None:
        self._paragraph(self.departments.words.brand, 2)
        self._paragraph(self.departments.words.service, 6)
        self._paragraph(self.departments.words.highlights, 6)

    def _family(self) -> None:
        if self.length > self.wanted - 300 or len(self.siblings) < 2:
            return
        rows = []
        length = self.length
        for draft in dict.fromkeys(self.siblings):
            texts = [
                write_value(value, self.departments.attributes[name].unit, self.shop)
                for name in draft.kind.attributes
                if not isinstance(value := draft.values.get(name, False), bool)
            ]
            rows.append(f"<tr><td>{_html(draft.name)}</td><td>{_html(', '.join(texts))}</td></tr>")
            length += len(rows[-1])
            if length >= self.wanted:
                break
        head = f"<tr><th>Model</th><th>Data</th></tr>{''.join(rows)}"
        self._add(
            f"{self._heading(('The range', 'More models', 'Compare', 'All models compared'))}<table>{head}</table>"
        )
