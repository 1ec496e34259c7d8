"""Descriptions from outside: put right where exports broke them, and reduced to a few harmless tags."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape, unescape

from selectolax.lexbor import LexborHTMLParser, LexborNode

ALLOWED_TAGS = frozenset(
    ("p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "h3", "h4", "table", "tr", "td", "th"),
)

_RENAMED = {"h1": "h3", "h2": "h3", "h5": "h4", "h6": "h4", "div": "p", "section": "p", "article": "p"}
_DROPPED = frozenset(
    ("script", "style", "iframe", "object", "embed", "noscript", "template", "svg", "input", "button", "select"),
)
_ESCAPED_TWICE = re.compile(r"&amp;(?=(?:amp;)*(?:#\d+|#x[0-9a-f]+|[a-z]+[0-9]*);)", re.IGNORECASE)
_ESCAPED_TAG = re.compile(r"&lt;(/?(?:p|br|ul|ol|li|strong|em|b|i|h[1-6])\s*/?)&gt;", re.IGNORECASE)
_BACKSLASH_BREAK = re.compile(r"\\r\\n|\\[nr]|\r\n?")
_BACKSLASH_TAB = re.compile(r"\\t|\t")
_LOST_RN_PROOF = re.compile(r"rnrn|^rn(?=[A-Z])|\.rn(?=[A-Z])")
_LOST_N_PROOF = re.compile(r"nnn|(?<=[A-Z]{3})n(?=[A-Z][a-z])|(?:[a-z0-9)]n[A-Z].*){4}", re.DOTALL)
_LOST_BREAK_RUN = re.compile(r"(?:rn){2,}n*|(?<![a-z])n{2,}(?=[^a-z]|$)|n{3,}|^rn(?=[A-Z<])|rn$")
_BEFORE_BREAK, _AFTER_BREAK = r"(?<=[A-Za-z0-9.)%¹²³!?:”\"])", r"(?=[A-Z•]|&nbsp;|<)"
_LOST_RN = re.compile(rf"{_BEFORE_BREAK}rn{_AFTER_BREAK}|(?<=\s)rn(?=[A-Za-z])")
_LOST_N = re.compile(rf"{_BEFORE_BREAK}n{_AFTER_BREAK}|(?<=[A-Z])n(?=[0-9])")
_LOST_RETURN = re.compile(r"(?:(?<=[A-Z0-9).:;!”\"″])|(?<=mm)|(?<=cm)|(?<=kg))r (?=[A-Z0-9▲•])|r t(?=[A-Z0-9])")
_LOST_TAB = re.compile(r"(?<![A-Za-z0-9])t(?=[A-Z][A-Za-z-]|[0-9])")
_ONLY_PARAGRAPHS = re.compile(r"<(?!/?p>)[a-z/!]", re.IGNORECASE)
_PARAGRAPH = re.compile(r"</?p>", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[•●▪◦▲✓✔★·*]|-(?=\s))\s*-?\s*")


def undouble_entities(text: str) -> str:
    """The text with entities that were escaped more than once escaped once: `&amp;amp;` is `&amp;`."""
    while (once := _ESCAPED_TWICE.sub("&", text)) != text:
        text = once
    return text


def repair_text(text: str) -> tuple[str, list[str]]:
    """Undo what exports do to text: doubled escapes, literal or lost line breaks.

    A lost line break is a bare `rn`, `n` or `r` that was `\\r\\n` before its backslashes went. It is only looked for in
    texts that show it beyond doubt (`rnrn`, `nnn`, `r t`), since `n` ends many words.

    Returns:
        The text, and what was put right.
    """
    done: list[str] = []
    repaired = undouble_entities(text)
    if repaired != text:
        done.append("entities escaped twice")
        repaired = _ESCAPED_TAG.sub(r"<\1>", repaired)
    broken = _BACKSLASH_TAB.sub(" ", _BACKSLASH_BREAK.sub("\n", repaired))
    if "\\n" in repaired or "\\r" in repaired:
        done.append("line breaks written as \\n")
    repaired = broken
    lost = _LOST_RN if _LOST_RN_PROOF.search(repaired) else _LOST_N if _LOST_N_PROOF.search(repaired) else None
    if lost:
        repaired = lost.sub("\n", _LOST_BREAK_RUN.sub("\n\n", repaired))
        done.append("line breaks that had become rn or n")
    if _LOST_RETURN.search(repaired):
        tabs = "r t" in repaired
        repaired = _LOST_RETURN.sub("\n", repaired)
        repaired = _LOST_TAB.sub("", repaired) if tabs else repaired
        done.append("line breaks that had become r")
    return repaired, done


def plain_text(text: str) -> str:
    """Repaired text or HTML as one line of plain text."""
    plain = LexborHTMLParser(text).text(separator=" ") if "<" in text else unescape(text)
    return " ".join(plain.split())


def description_html(text: str) -> str:
    """Sanitised HTML of a repaired description, which may be HTML or plain text with line breaks.

    Only `ALLOWED_TAGS` stay, without attributes; what scripts, styles and forms hold is dropped, other tags leave
    their text. Plain text becomes paragraphs, and lists where its lines begin with bullets.
    """
    if _ONLY_PARAGRAPHS.search(text):
        return _sanitised(text)
    return _from_lines(unescape(_PARAGRAPH.sub("\n\n", text)))


def _from_lines(text: str) -> str:
    out: list[str] = []
    for block in re.split(r"\n\s*\n", text):
        lines = [" ".join(line.split()) for line in block.split("\n")]
        out.extend(_block([line for line in lines if line]))
    return "".join(out).replace("</ul><ul>", "")


def _block(lines: list[str]) -> Iterator[str]:
    paragraph: list[str] = []
    items: list[str] = []
    for line in [*lines, ""]:
        item = _BULLET.sub("", line, count=1) if _BULLET.match(line) else ""
        if items and not item:
            yield "<ul>" + "".join(f"<li>{one}</li>" for one in items) + "</ul>"
            items = []
        if paragraph and (item or not line):
            yield "<p>" + "<br>".join(paragraph) + "</p>"
            paragraph = []
        if item:
            items.append(escape(item, quote=False))
        elif line and not _BULLET.fullmatch(line):
            paragraph.append(escape(line, quote=False))


def _sanitised(html: str) -> str:
    body = LexborHTMLParser(html).body
    if body is None:
        return ""
    return "".join(_written(body)).replace("<p></p>", "").strip()


def _written(parent: LexborNode) -> Iterator[str]:
    for node in parent.iter(include_text=True):
        name = node.tag or ""
        if name == "-text":
            yield escape(node.text_content or "", quote=False)
        elif name in _DROPPED or name.startswith(("-", "_", "!")):
            continue
        else:
            name = _RENAMED.get(name, name)
            inner = "".join(_written(node))
            if name == "br":
                yield "<br>"
            elif name not in ALLOWED_TAGS or (name == "p" and "<p>" in inner):
                yield inner
            else:
                yield f"<{name}>{inner}</{name}>"
