"""Other names for classes, ids and data attributes: the same in HTML, styles and scripts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_LENGTH = 9

_TAG = re.compile(
    r"<(?P<tag>[a-zA-Z][\w:-]*)"
    r"(?P<attributes>(?:\s+[^\s=>\"'/]+(?:\s*=\s*(?:\"[^\"]*\"|'[^']*'|[^\s>\"']+))?)*)(?P<end>\s*/?>)"
)
_ATTRIBUTE = re.compile(
    r"(?P<space>\s+)(?P<name>[^\s=>\"'/]+)"
    r"(?:(?P<sign>\s*=\s*)(?:\"(?P<double>[^\"]*)\"|'(?P<single>[^']*)'|(?P<bare>[^\s>\"']+)))?"
)
_RAW = re.compile(r"(<(?P<tag>script|style)\b[^>]*>)(.*?)(</(?P=tag)\s*>)", re.S | re.I)
_ID = re.compile(r"\sid\s*=\s*[\"']?([\w-]+)")
_IDS = frozenset(
    (
        *("for", "list", "form", "headers", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns"),
        *("aria-activedescendant", "aria-details", "aria-errormessage", "aria-flowto", "popovertarget", "itemref"),
    )
)
_ADDRESSES = frozenset(["href", "xlink:href", "action", "formaction"])
_PAINT = re.compile(r"url\((['\"]?)#([\w-]+)\1\)")

_STYLE_TOKENS = re.compile(
    r"/\*.*?\*/|\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'|url\((?!\s*['\"])[^)]*\)|[{};]|[^{};\"'/u]+|.", re.S
)
_IN_SELECTOR = re.compile(
    r"\[\s*(?P<data>data-[\w-]+)|\[\s*(?P<exact>id|for|class)(?P<sign>~?=)(?P<quote>[\"']?)(?P<value>[\w-]+)"
    r"|(?P<mark>[.#])(?P<name>-?[a-zA-Z_][\w-]*)|\[\s*(?P<partial>id|class)[\^$*|]="
)
_ATTR = re.compile(r"attr\(\s*(data-[\w-]+)")

_SCRIPT_TOKENS = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`", re.S)
_SELECTOR_WORDS = re.compile(r"[\w\s.,:#>+~*()\[\]=\"'^$|\\-]*")
_DATASET = re.compile(r"\.dataset\.(\w+)")
_CLASS_CALL = re.compile(r"(?:classList\.(?:add|remove|toggle|contains|replace)\((?:[^()]*,\s*)?|className\s*[:=]\s*)$")
_ID_PLACE = re.compile(r"(?:getElementById\(|\bid\s*(?::|\|\|=|===?|!==?|=)\s*)$")


class Unrenamable(ValueError):
    """A name is used in a way that renaming would break."""


class Names:
    """Gives every class, id and data attribute another name, always the same for the same one.

    Args:
        seed: another seed gives other names.
    """

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._known: dict[tuple[str, str], str] = {}

    def of(self, kind: str, name: str) -> str:
        """The other name.

        Args:
            kind: `class`, `id` or `data`.
            name: as it was.
        """
        known = self._known.get((kind, name))
        if known is None:
            digest = hashlib.sha256(f"{self._seed}:{kind}:{name}".encode()).digest()
            known = "".join(_LETTERS[byte % 26] for byte in digest[:_LENGTH])
            self._known[kind, name] = known
        return known

    def renamed(self) -> dict[str, set[str]]:
        """The old names that were met so far, by kind."""
        found: dict[str, set[str]] = {}
        for kind, name in self._known:
            found.setdefault(kind, set()).add(name)
        return found

    def html(self, text: str) -> str:
        """A page, or a fragment of one, with other names."""
        for name in _ID.findall(text):
            self.of("id", name)
        parts, position = [], 0
        for match in _RAW.finditer(text):
            parts += [self._tags(text[position : match.start()]), self._tags(match[1]), self._raw(match), match[4]]
            position = match.end()
        return "".join((*parts, self._tags(text[position:])))

    def css(self, text: str) -> str:
        """A stylesheet with other names.

        Raises:
            Unrenamable: it selects by a part of a name.
        """
        parts: list[str] = []
        statement: list[str] = []
        for match in _STYLE_TOKENS.finditer(text):
            piece = match[0]
            if piece == "{":
                parts += [self._prelude("".join(statement)), piece]
                statement = []
            elif piece in ";}":
                parts += [self._declaration("".join(statement)), piece]
                statement = []
            elif not piece.startswith("/*"):
                statement.append(piece)
        return "".join((*parts, *statement))

    def script(self, text: str) -> str:
        """A script with other names.

        Raises:
            Unrenamable: it selects by a part of a name.
        """
        return "".join(self._code(iter(_Pieces(text))))

    def address(self, text: str) -> str:
        """An address with another name for what it points to in its page."""
        before, mark, fragment = text.partition("#")
        return f"{before}#{self.of('id', fragment)}" if mark and fragment else text

    def _raw(self, match: re.Match[str]) -> str:
        if match["tag"].lower() == "style":
            return self.css(match[3])
        return match[3] if re.search(r"type\s*=\s*[\"'][^\"']*(?:json|text/plain)", match[1]) else self.script(match[3])

    def _tags(self, text: str) -> str:
        return _TAG.sub(lambda match: f"<{match['tag']}{self._attributes(match['attributes'])}{match['end']}", text)

    def _attributes(self, text: str) -> str:
        return _ATTRIBUTE.sub(self._attribute, text)

    def _attribute(self, match: re.Match[str]) -> str:
        name, quote, value = _value_of(match)
        kind = name.lower()
        if kind.startswith("data-"):
            name = f"data-{self.of('data', kind)}"
            value = self._id_in_data(value)
        elif kind == "class":
            value = " ".join(self.of("class", one) for one in value.split())
        elif kind == "id" or kind in _IDS:
            value = " ".join(self.of("id", one) for one in value.split())
        elif kind in _ADDRESSES:
            value = self.address(value)
        else:
            value = _PAINT.sub(lambda one: f"url({one[1]}#{self.of('id', one[2])}{one[1]})", value)
        return f"{match['space']}{name}" + (f"{match['sign']}{quote}{value}{quote}" if match["sign"] else "")

    def _id_in_data(self, value: str) -> str:
        """Data attributes may name an element by its id: a plain word that is the id of one is one."""
        return self.of("id", value) if ("id", value) in self._known else value

    def _prelude(self, text: str) -> str:
        return text if text.lstrip().startswith("@") else self._selector(text)

    def _declaration(self, text: str) -> str:
        return _ATTR.sub(lambda one: f"attr(data-{self.of('data', one[1])}", text)

    def _selector(self, text: str) -> str:
        return _IN_SELECTOR.sub(self._in_selector, text)

    def _in_selector(self, match: re.Match[str]) -> str:
        if match["partial"]:
            raise Unrenamable(f"{match.string.strip()!r} selects by a part of a name")
        if match["data"]:
            return f"[data-{self.of('data', match['data'])}"
        if match["exact"]:
            kind = "class" if match["exact"] == "class" else "id"
            return f"[{match['exact']}{match['sign']}{match['quote']}{self.of(kind, match['value'])}"
        return match["mark"] + self.of("class" if match["mark"] == "." else "id", match["name"])

    def _code(self, pieces: Iterator[tuple[str, str]]) -> Iterator[str]:
        before = ""
        for kind, text in pieces:
            if kind == "code":
                yield _DATASET.sub(lambda one: f".dataset.{self.of('data', _dashed(one[1]))}", text)
                before = (before + text)[-80:]
            elif kind == "comment":
                yield " "
            else:
                yield (
                    text[0] + self._literal(text[1:-1], before) + text[-1]
                    if kind == "string"
                    else self._literal(text, before)
                )
                before = (before + '""')[-80:] if kind == "string" else before

    def _literal(self, text: str, before: str) -> str:
        if _CLASS_CALL.search(before):
            return " ".join(self.of("class", one) for one in text.split(" "))
        if _ID_PLACE.search(before):
            return self.of("id", text) if re.fullmatch(r"[\w-]+", text) else text
        if not _SELECTOR_WORDS.fullmatch(text) or text.startswith(("./", "/")):
            return text
        return self._selector(text)


class _Pieces:
    """A script as code, comments, strings, and the fixed parts of templates."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __iter__(self) -> Iterator[tuple[str, str]]:
        yield from self._from(0, len(self._text))

    def _from(self, position: int, end: int) -> Iterator[tuple[str, str]]:
        text = self._text
        while position < end:
            match = _SCRIPT_TOKENS.search(text, position, end)
            if match is None:
                yield "code", text[position:end]
                return
            yield "code", text[position : match.start()]
            if match[0] != "`":
                yield ("comment" if match[0].startswith("/") else "string"), match[0]
                position = match.end()
                continue
            yield "mark", "`"
            position = match.end()
            while text[position] != "`":
                start = position
                while text[position] != "`" and not text.startswith("${", position):
                    position += 2 if text[position] == "\\" else 1
                yield "part", text[start:position]
                if text[position] == "`":
                    break
                closing = _closing(text, position + 2)
                yield "mark", "${"
                yield from self._from(position + 2, closing)
                yield "mark", "}"
                position = closing + 1
            yield "mark", "`"
            position += 1


def _closing(text: str, position: int) -> int:
    """Where the brace that was opened before `position` closes; strings in between hold no braces of their own."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        position += 1
    return position - 1


def _value_of(match: re.Match[str]) -> tuple[str, str, str]:
    for group, quote in (("double", '"'), ("single", "'"), ("bare", "")):
        if match[group] is not None:
            return match["name"], quote, match[group]
    return match["name"], "", ""


def _dashed(name: str) -> str:
    return "data-" + re.sub(r"[A-Z]", lambda one: f"-{one[0].lower()}", name)
