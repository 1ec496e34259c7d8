"""One piece of goods after another: names, facts, options, prices and texts that go together."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from shopworld.goods.trades.department import Department, GoodsKind, fields_of
from shopworld.goods.trades.directory import trade_kinds

_TRIES = 40
_MOST_VALUES = 6
_FEWEST_SIZES = 4
_PROPER = frozenset(
    {"Japanese", "German", "Damascus", "Oxford", "Pima", "Tencel", "French", "English", "Spanish", "Merino"}
    | {"January", "July", "September"}
)
"""Words that keep their capital inside a sentence."""
_SECOND, _NOTE, _LAST = 0.85, 0.4, 0.7
"""How often a description has a second sentence, a note, and a last sentence."""
_ARTICLE = re.compile(r"\b([Aa]) (?!one\b|uni|use|eu)([aeiou])")
_VERBS = re.compile(r"(\w+)\|(\w+)")


@dataclass(frozen=True, slots=True)
class Good:
    """A product before a shop sells it.

    Attributes:
        kind: name of its kind.
        title: unique among what its maker made.
        vendor: who makes it.
        line: product line it belongs to, as its title says; empty where it says none.
        price: what it usually costs, in units of a currency.
        options: what can be chosen, by name; a product with one value of an option cannot be chosen in it.
        facts: by name, values for people.
        audience: for whom; empty where the department does not tell people apart.
        use: what it is bought for; empty where nothing is said.
        season: the season it is for; empty where it is for all.
        sentences: its description.
        points: selling points.
        care: how it is cared for.
    """

    kind: str
    title: str
    vendor: str
    line: str
    price: float
    options: dict[str, tuple[str, ...]]
    facts: dict[str, str]
    audience: str
    use: str
    season: str
    sentences: tuple[str, ...]
    points: tuple[str, ...]
    care: str


class GoodsMaker:
    """Makes goods of one department.

    Args:
        department: whose.
        seed: of all choices.
        vendors: how many of the department's makers the shop deals with; all where None.
    """

    def __init__(self, department: Department, seed: str, vendors: int | None = None) -> None:
        self.department = department
        self.seed = seed
        choice = Random(f"{seed}:vendors")
        names = list(department.vendors)
        choice.shuffle(names)
        self.vendors = sorted(names[: vendors or len(names)])
        self._titles: set[str] = set()
        self._made = 0

    def make(self, kind_name: str) -> Good:
        """The next product of a kind."""
        kind = self.department.kinds[kind_name]
        self._made += 1
        rng = Random(f"{self.seed}:{kind_name}:{self._made}")
        vendor = rng.choice(self.vendors)
        facts = {name: rng.choice(self.department.values(values)) for name, values in kind.facts.items()}
        audiences = kind.audiences or self.department.audiences
        audience = rng.choice(audiences) if audiences else ""
        uses = [one for one in kind.uses if one not in self.department.unfit_uses.get(audience, ())]
        fields = {
            "vendor": vendor,
            "use": rng.choice(uses) if uses else "",
            "line": "",
            "word": "",
            "noun": "",
            **facts,
        }
        title = self._title(kind, fields, rng)
        options = self._options(kind, rng)
        return Good(
            kind=kind_name,
            title=title,
            vendor=vendor,
            line=fields["line"],
            price=kind.price * self._factor(facts, rng),
            options=options,
            facts=facts,
            audience=audience,
            use=fields["use"],
            season=rng.choice(kind.seasons) if kind.seasons else "",
            sentences=self._sentences(kind, fields | {"name": _short(title, fields)}, rng),
            points=self._points(kind, fields, rng),
            care=rng.choice(kind.care or self.department.care),
        )

    def _title(self, kind: GoodsKind, fields: dict[str, str], rng: Random) -> str:
        """A title that nothing has yet; tells the fields which line, word and noun it took."""
        shown = {name: title_case(value) for name, value in fields.items()}
        forms = [
            one
            for one in kind.titles or self.department.titles
            if all(fields.get(field) or field in ("line", "word", "noun") for field in fields_of(one))
        ]
        for _ in range(_TRIES):
            fields["line"] = rng.choice(self.department.lines)
            fields["word"] = rng.choice(kind.words or self.department.words)
            fields["noun"] = rng.choice(kind.nouns)
            names = {name: fields[name] for name in ("line", "word", "noun")}
            title = rng.choice(forms).format_map(shown | names)
            if title not in self._titles and not _stutters(title):
                break
        else:
            title = next(
                numbered
                for number in range(2, self._made + 3)
                if (numbered := f"{fields['line']} {fields['noun']} No. {number}") not in self._titles
            )
        self._titles.add(title)
        if fields["line"] not in title:
            fields["line"] = ""
        return title

    def _options(self, kind: GoodsKind, rng: Random) -> dict[str, tuple[str, ...]]:
        """The values on offer: some of those the kind comes in, in their order; the first color is the one shown."""
        found = {}
        for name, listed in kind.options.items():
            values = self.department.values(listed)
            most = min(len(values), _MOST_VALUES)
            least = _FEWEST_SIZES if name == "Size" and len(values) > _FEWEST_SIZES else 2
            count = rng.randint(min(least, most), most)
            if name in kind.per_option or name == "Size":
                first = rng.randint(0, len(values) - count)
                found[name] = tuple(values[first : first + count])
            else:
                chosen = rng.sample(range(len(values)), count)
                if name != "Color":
                    chosen.sort()
                found[name] = tuple(values[at] for at in chosen)
        return found

    def _factor(self, facts: dict[str, str], rng: Random) -> float:
        factor = rng.lognormvariate(0, 0.2)
        for value in facts.values():
            factor *= self.department.material_factor.get(value, 1)
        return factor

    def _sentences(self, kind: GoodsKind, fields: dict[str, str], rng: Random) -> tuple[str, ...]:
        """Two to four sentences: the first names the product, a note and the last one are the department's."""
        said = {name: value if name in ("name", "line", "vendor") else spoken(value) for name, value in fields.items()}
        said["use"] = "" if fields["use"] == "Gifts" else fields["use"].lower()
        notes = [one for one in self.department.notes if fields["line"] or "line" not in fields_of(one)]
        naming = [one for one in kind.about if "name" in fields_of(one)] or kind.about
        texts = [rng.choice(naming)]
        others = [one for one in kind.about if one not in naming] or [one for one in kind.about if one != texts[0]]
        if rng.random() < _SECOND:
            texts.append(rng.choice(others))
        if notes and rng.random() < _NOTE:
            texts.append(rng.choice(notes))
        if len(texts) < 2 or rng.random() < _LAST:
            texts.append(rng.choice(kind.closing or self.department.closing))
        plural = is_plural(fields["noun"])
        return tuple(
            begun(_agreeing(one, plural).format_map(said))
            for one in texts
            if all(said.get(field) for field in fields_of(one))
        )

    def _points(self, kind: GoodsKind, fields: dict[str, str], rng: Random) -> tuple[str, ...]:
        texts = [one for one in kind.points if all(fields.get(field) for field in fields_of(one))]
        chosen = sorted(rng.sample(range(len(texts)), k=min(len(texts), rng.randint(3, 4))))
        return tuple(
            begun(texts[at].format_map({name: spoken(value) for name, value in fields.items()})) for at in chosen
        )


def _short(title: str, fields: dict[str, str]) -> str:
    """What running text calls a product: `Harbor Tee` for `Harbor Organic Cotton Tee`."""
    line, noun = fields["line"], fields["noun"]
    return f"{line} {noun}" if line and title.startswith(line) and noun in title and ":" not in title else title


def product_type(kind: str) -> str:
    """What shops call the kind, as their catalog says it: `T-Shirts`, `Frying Pans`."""
    return title_case(trade_kinds()[kind].plural)


def title_case(text: str) -> str:
    """`Frying pans and lids` is `Frying Pans and Lids`."""
    small = {"and", "of", "for", "the", "in", "to", "with", "on", "a", "by"}
    return " ".join(word if word in small and at else _capitalised(word) for at, word in enumerate(text.split()))


def _capitalised(text: str) -> str:
    if " " in text:
        return text[:1].upper() + text[1:]
    return "-".join(part[:1].upper() + part[1:] for part in text.split("-"))


def begun(text: str) -> str:
    """A text with a capital at its beginning and `an` where it belongs."""
    return _ARTICLE.sub(r"\1n \2", text[:1].upper() + text[1:])


def is_plural(noun: str) -> bool:
    """Whether a noun stands for several things: `Jumper Wires`, but not `French Press`."""
    return noun.endswith("s") and not noun.endswith("ss")


def _agreeing(text: str, plural: bool) -> str:
    """Chooses among verbs: `make|makes`."""
    return _VERBS.sub(lambda match: match[1] if plural else match[2], text)


def spoken(value: str) -> str:
    """A value inside a sentence: `Cast iron` is `cast iron`, `PLA` and `USB-C` stay."""
    first, *rest = value.split(" ")
    if first in _PROPER or any(word[:1].isupper() and word[1:].islower() for word in rest):
        return value
    return value if not first[1:].islower() and len(first) > 1 else value[:1].lower() + value[1:]


def _stutters(title: str) -> bool:
    """Whether a word stands in it twice."""
    words = [word.rstrip("s") for word in title.lower().replace("-", " ").split()]
    return len(words) != len(set(words))
