"""Descriptions as merchants write them: sentences from the grammar, lists, rows of data, and what they always say."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from random import Random

from shopworld.goods.lengths import DESCRIPTION_LENGTHS, draw_length
from shopworld.goods.merchants.grammar import MerchantVoice
from shopworld.goods.merchants.habits import Merchant, tongue_words
from shopworld.goods.merchants.lexicon import KindLexicon, lexicon_of
from shopworld.goods.merchants.speech import MerchantSpeech
from shopworld.goods.wording import OfferWording

_BRIEF = 90
_NOBODY = "The maker"
"""Whose brand is not told."""
_LINES = ("<br>", "<br>", "</p><p>", "\n")
_MARKUP_OF_HEADINGS = (
    "<p><strong>{}</strong></p>",
    "<h3>{}</h3>",
    "<p>{}</p>",
    "<p>{}:</p>",
    "<p><b>{}</b></p>",
    "<h4>{}</h4>",
)
_LOWERED = (
    "The ",
    "Its ",
    "It ",
    "This ",
    "That ",
    "Every ",
    "Each ",
    "One ",
    "A ",
    "An ",
    "You ",
    "Add ",
    "When ",
    "With ",
)
_HEADINGS = {
    "bullet": "Features|Highlights|Why you will like it|Key points|Product features|FEATURES|At a glance|About it|"
    "What it offers|In short|Strong points|{noun} in brief|About the {name}|Good reasons|{brand} {noun}|"
    "Why this {noun}|Advantages|What to expect|The {name} in brief|Our summary|Facts about the {noun}|Your benefits",
    "number": "Technical details|Specifications|Specs|Data|SPECIFICATION|Product details|Measurements|Data sheet|"
    "{noun} data|{name}|Logistics|For the record|Details of the {name}|Good to have|{brand} data sheet|Packing data",
    "question": "FAQ|Questions|Customers ask|Q & A|Asked about the {name}|Asked often|About the {noun}",
    "tag": "Tags|Keywords|Search terms|Related|People search for|Also found as|{brand} {noun}|See also",
}


def _unbranded(text: str) -> str:
    """A line in which a brand stands before other names, without the words for none."""
    return text.replace(f"{_NOBODY} ", "")


def _within_a_sentence(word: str) -> str:
    """A word of a kind's noun in small letters; `USB`, `PC` and `DDR5` stay."""
    return word if any(one.isupper() or one.isdigit() for one in word[1:]) else word.lower()


class MerchantText:
    """Writes the description of one offer.

    Args:
        wording: what the offer states.
        merchant: who writes.
        rows: facts as rows, label and value, that stand in the text; empty where a table holds them, or nothing does.
        title: of the offer.
        codes: part number and the like, for lists of data.
        rng: chance of this offer.
    """

    def __init__(
        self,
        wording: OfferWording,
        merchant: Merchant,
        kind: str,
        rows: Sequence[tuple[str, str]],
        title: str,
        codes: Sequence[tuple[str, str]],
        rng: Random,
    ) -> None:
        self.wording, self.merchant, self.rows, self.title, self.codes, self.rng = (
            wording,
            merchant,
            rows,
            title,
            codes,
            rng,
        )
        self.lexicon: KindLexicon = lexicon_of(kind)
        fields = wording.fields
        noun = fields["noun"]
        self.names = {
            "name": fields["name"],
            "brand": fields["brand"] or _NOBODY,
            "noun": " ".join(map(_within_a_sentence, noun.split(" "))),
            "series": fields["series"] or fields["brand"] or fields["name"],
        }
        self.voice = MerchantVoice(self.lexicon.classes, self.names, rng)
        self.speech = MerchantSpeech(self.lexicon, self.voice, rng)
        self.parts: list[str] = []
        self.length = 0
        self.wanted = draw_length(DESCRIPTION_LENGTHS, rng) * merchant.length

    def html(self) -> str:
        """The description, as sanitised HTML."""
        chance = self.rng.random
        if self.wanted < _BRIEF and not self.rows:
            self._add(f"<p>{escape(self._brief(), quote=False)}</p>")
            return "".join(self.parts)
        if chance() < 0.2:
            self._add(f"<p>{escape(self.title, quote=False)}</p>")
        voice = self.merchant.voice
        stages: list[tuple[float, Callable[[], None]]] = [
            (1.0, self._opening),
            (voice["story"], self._story),
            (voice["bullet"], self._bullets),
            (voice["number"], self._numbers),
            (voice["comparison"] * 0.7, self._comparison),
            (0.1, self._questions),
            (voice["tag"], self._tags),
        ]
        first = [one for share, one in stages if chance() < share]
        self.rng.shuffle(first)
        first.sort(key=lambda one: one in (self._comparison, self._questions, self._tags))  # nobody begins with these
        if self.rows:
            self._facts()
        for stage in first:
            if self.length > self.wanted:
                break
            stage()
        weights = [share + 0.05 for share, _ in stages]
        while self.length < self.wanted - 60:
            self.rng.choices([one for _, one in stages], weights)[0]()
        if chance() < 0.45:
            self._service()
        elif chance() < 0.25:
            self._paragraph([f"{label}: {text}" for label, text in self.codes[-1:]])
        text = "".join(self.parts)
        if self.merchant.debris and chance() < 0.5:
            text = self._littered(text)
        return text

    def opening(self) -> str:
        """One sentence that introduces the product, as plain text."""
        return self.speech.introduction()

    def _add(self, html: str) -> None:
        self.parts.append(html)
        self.length += len(html)

    def _heading(self, stage: str) -> str:
        if self.rng.random() < 0.55:
            return ""
        words = _HEADINGS[stage].split("|")
        kept = self.merchant.boilerplate
        text = _unbranded(words[(kept >> 4) % len(words)].format(**self.names))
        return _MARKUP_OF_HEADINGS[kept % len(_MARKUP_OF_HEADINGS)].format(
            escape(text[:1].upper() + text[1:], quote=False)
        )

    def _paragraph(self, sentences: Sequence[str]) -> None:
        if sentences:
            self._add(f"<p>{escape(' '.join(sentences), quote=False)}</p>")

    def _brief(self) -> str:
        words = [self.wording.fields["noun"] or self.wording.name, *self.wording.title_words.values()]
        return ", ".join(words[: max(2, int(self.wanted / 14))])

    def _opening(self) -> None:
        sentences = [self.speech.introduction() for _ in range(self.rng.choice((1, 1, 2)))]
        self._paragraph([*sentences, *self._own_sentences(self.rng.choice((0, 0, 1)))])

    def _own_sentences(self, count: int) -> list[str]:
        """Sentences of the kind's department, with the offer's facts in them."""
        kind = self.wording.kind
        pool = [one for one in (*kind.sentences, *kind.openings) if "{" in one]
        filled = (self.wording.fill_one(one) for one in self.rng.sample(pool, min(len(pool), count)))
        return [self._led_on(one, "led_on") for one in filled if one is not None]

    def _led_on(self, text: str, stage: str) -> str:
        """A sentence or a line about a fact, with what it is good for; some stand as they are."""
        if self.rng.random() < 0.3:
            return text
        end = text[-1:] if text.endswith((".", "!")) else ""
        return f"{text.removesuffix(end)}{self.voice.write(self.rng.choice(self.lexicon.lines[stage]))}{end}"

    def _story(self) -> None:
        sentences = [self.speech.sentence() for _ in range(self.rng.randint(2, 5))]
        sentences += self._own_sentences(self.rng.choice((0, 1, 1)))
        self._paragraph([self._linked(one) if self.rng.random() < 0.2 else one for one in sentences])

    def _linked(self, sentence: str) -> str:
        """A sentence behind a word that leads to it."""
        if not sentence.startswith(_LOWERED):
            return sentence
        return f"{self.voice.start('link')}, {sentence[0].lower()}{sentence[1:]}"

    def _bullets(self) -> None:
        headed = self.rng.random() < 0.15
        stage = "headed_bullet" if headed else "bullet"
        lines = [self.speech.line(stage) for _ in range(self.rng.randint(3, 6 if headed else 9))]
        if self.rng.random() < 0.5:
            features = self.rng.sample(self.wording.kind.features, min(3, len(self.wording.kind.features)))
            lines += [self._led_on(one, "line_on") for text in features if (one := self.wording.fill_one(text))]
            self.rng.shuffle(lines)
        if self.merchant.tongue and self.rng.random() < 0.4:
            lines.append(self.rng.choice(tongue_words()[self.merchant.tongue]))
        self._listed("bullet", lines)

    def _listed(self, stage: str, lines: Sequence[str]) -> None:
        mark = self.merchant.bullet
        shown = [escape(one, quote=False) for one in lines]
        if not mark:
            self._add(f"{self._heading(stage)}<ul>{''.join(f'<li>{one}</li>' for one in shown)}</ul>")
            return
        if mark == "【】":
            shown = [f"【{one.partition(' ')[0]}】{one.partition(' ')[2] or one}" for one in shown]
        else:
            shown = [f"{mark} {one}" for one in shown]
        self._add(f"{self._heading(stage)}<p>{'<br>'.join(shown)}</p>")

    def _facts(self) -> None:
        """The facts as lines of the text, for pages without a table."""
        rows = [f"{escape(label, quote=False)}: {escape(text, quote=False)}" for label, text in self.rows]
        if self.merchant.boilerplate & 1:
            self._add(f"{self._heading('number')}<ul>{''.join(f'<li>{one}</li>' for one in rows)}</ul>")
        else:
            self._add(f"{self._heading('number')}<p>{'<br>'.join(rows)}</p>")

    def _numbers(self) -> None:
        rows = []
        for name, most in (("number_row", 2), ("word_row", 4)):
            patterns = self.lexicon.classes[name]
            for pattern in self.rng.sample(patterns, min(len(patterns), self.rng.randint(1, most))):
                label, _, text = self.voice.write(pattern).partition("|")
                if self.merchant.decimal_comma and text[:1].isdigit():
                    text = text.replace(".", ",")
                rows.append(f"{label}: {text}")
        rows += [f"{label}: {text}" for label, text in self.codes if self.rng.random() < 0.75]
        self._listed("number", self._joined(list(dict.fromkeys(rows))))

    def _joined(self, rows: Sequence[str]) -> list[str]:
        """Rows of data, some of them on one line as in many a listing."""
        mark = (" | ", " / ", ", ", "; ", " - ")[self.merchant.boilerplate % 5]
        lines: list[str] = []
        for row in rows:
            if lines and self.rng.random() < 0.6:
                lines[-1] += mark + row
            else:
                lines.append(row)
        return lines

    def _comparison(self) -> None:
        patterns = self.lexicon.lines["comparison"]
        lines = self.rng.sample(patterns, self.rng.choice((1, 1, 2)))
        self._paragraph([_unbranded(self.voice.write(one)) for one in lines])

    def _questions(self) -> None:
        items = []
        for _ in range(self.rng.randint(1, 3)):
            question, answer = self.speech.question()
            items.append(f"<p><strong>{escape(question, quote=False)}</strong><br>{escape(answer, quote=False)}</p>")
        self._add(self._heading("question") + "".join(items))

    def _tags(self) -> None:
        mark = (", ", " ", " #", "; ", " | ")[self.merchant.boilerplate % 5]
        words = mark.join(_unbranded(self.voice.pick("tag_line")) for _ in range(self.rng.randint(4, 16)))
        self._add(f"{self._heading('tag')}<p>{escape(words, quote=False)}</p>")

    def _service(self) -> None:
        """What the merchant writes under everything, in its own words; now and then in another language."""
        own = Random(self.merchant.boilerplate)
        fixed = MerchantVoice(
            self.lexicon.classes, {"name": "goods", "brand": "the maker", "noun": "item", "series": "range"}, own
        )
        patterns = self.lexicon.lines["service"]
        lines = [fixed.write(one) for one in own.sample(patterns, own.randint(1, 3))]
        if self.merchant.name and own.random() < 0.7:
            lines.append(
                f"{own.choice(('Sold by', 'Shipped by', 'Your team at', 'Offered by', '©'))} {self.merchant.name}."
            )
        if self.merchant.tongue:
            words = tongue_words()[self.merchant.tongue]
            lines.append(", ".join(self.rng.sample(words, self.rng.randint(1, 4))).capitalize() + ".")
        self._paragraph(lines)

    def _littered(self, html: str) -> str:
        """The text with what an export has left in it, between two blocks."""
        at = html.find("</p>")
        return html if at < 0 else f"{html[:at]}{escape(self.merchant.debris, quote=False)}{html[at:]}"
