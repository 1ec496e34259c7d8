"""Pages can be used without seeing them: names of controls, labels, alternative texts, headings, landmarks, language.

Own rules over the served HTML, after WCAG 2.2 (1.1.1, 1.3.1, 2.4.1, 2.4.2, 3.1.1, 4.1.2) and the naming rules of
Accessible Name and Description Computation 1.2, as far as markup alone tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.arena.verify.finding import Finding
from shopworld.arena.verify.page import VisitedPage
from shopworld.arena.verify.subject import VerifiedShop
from shopworld.arena.verify.verifier import Verifier

_EACH_KIND = 12
_SHOWN = 60
_FIELDS = ", ".join(
    (
        "input" + "".join(f":not([type={one}])" for one in ("hidden", "submit", "button", "reset", "image")),
        "select",
        "textarea",
    )
)
_ROLES_WITH_NAMES = "[role=dialog], [role=alertdialog], [role=region], [role=tablist], [role=img], dialog"
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


@dataclass(frozen=True, slots=True)
class _Fault:
    what: str
    cure: str


def _accessibility(subject: VerifiedShop) -> Iterator[Finding]:
    pages = subject.crawl.sample(most=_EACH_KIND)
    for page in [*pages, *_filled(subject)]:
        tree = LexborHTMLParser(page.answer.text)
        for rule in RULES:
            for fault in rule(tree):
                yield Finding(
                    verifier="accessibility", area=page.area, place=page.path, what=fault.what, cure=fault.cure
                )


def _filled(subject: VerifiedShop) -> list[VisitedPage]:
    """Cart and checkout with something in them."""
    shopper, there = subject.filled_cart, subject.addresses
    pages = (
        VisitedPage(there.cart, "cart", shopper.get(there.cart), host=shopper.host),
        VisitedPage(there.checkout, "checkout", shopper.get(there.checkout), host=shopper.host),
    )
    return [page for page in pages if page.answer.is_fine]


def names_of_controls(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """Everything that can be pressed says what it does."""
    for node in tree.css("button, a[href], summary, [role=button], input[type=submit], input[type=image]"):
        if not _is_hidden(node) and not name_of(node, tree):
            yield _Fault(
                f"{_shown(node)} has no name",
                "Give it words, an aria-label, or a picture with an alternative text.",
            )


def labels_of_fields(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """Every field has a label."""
    for node in tree.css(_FIELDS):
        if not _is_hidden(node) and not _label_of(node, tree):
            yield _Fault(
                f"{_shown(node)} has no label",
                "Give it a <label for=…>, put it into a <label>, or give it an aria-label; a placeholder is none.",
            )


def groups_have_legends(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """Every group of choices says what is chosen."""
    for node in tree.css("fieldset"):
        legend = node.css_first("legend")
        named = node.attributes.get("aria-label") or node.attributes.get("aria-labelledby")
        if not named and (legend is None or not _text(legend)):
            yield _Fault("a fieldset has no legend", "Begin it with a <legend> that says what is chosen.")


def alternative_texts(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """Every picture has an alternative text, or says by an empty one that it only decorates."""
    for node in tree.css("img"):
        alt = node.attributes.get("alt") or ""
        if "alt" not in node.attributes and not _is_hidden(node):
            yield _Fault(
                f"the picture {_source(node)} has no alternative text",
                'Say what it shows: alt="…"; alt="" where the words beside it say so already.',
            )
        elif alt and alt.rsplit(".", 1)[-1].lower() in ("svg", "png", "jpg", "jpeg", "webp", "gif"):
            yield _Fault(f"the alternative text {alt!r} is the name of a file", "Say what the picture shows.")


def headings(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """One h1, no level skipped on the way down, none empty."""
    found = [node for node in tree.css(", ".join(_HEADINGS)) if not _is_hidden(node)]
    first = [node for node in found if node.tag == "h1"]
    if len(first) != 1:
        yield _Fault(
            f"the page has {len(first)} headings of the first level, expected one",
            "Give it one h1, which says what the page is about.",
        )
    level = 0
    for node in found:
        own = int(str(node.tag)[1])
        if not name_of(node, tree):
            yield _Fault(f"an empty {node.tag}", "Give it words, or take it out.")
        if level and own > level + 1:
            yield _Fault(
                f"the heading {_cut(_text(node))!r} is an h{own} after an h{level}",
                f"Make it an h{level + 1}; levels say what belongs to what, styles say how large it is.",
            )
        level = own


def document(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """The document has a language, a title, a main part and may be zoomed."""
    root = tree.css_first("html")
    if root is None or not (root.attributes.get("lang") or "").strip():
        yield _Fault("the page does not say its language", 'Write <html lang="en">.')
    title = tree.css_first("head title")
    if title is None or not _text(title):
        yield _Fault("the page has no title", "Give it a <title> that tells it from other pages.")
    mains = len(tree.css("main, [role=main]"))
    if mains != 1:
        yield _Fault(f"the page has {mains} main parts, expected one", "Put the content of the page into one <main>.")
    viewport = tree.css_first("meta[name=viewport]")
    content = "".join((viewport.attributes.get("content") or "").split()).lower() if viewport else ""
    if "user-scalable=no" in content or "maximum-scale=1" in content:
        yield _Fault("the page cannot be zoomed", "Take user-scalable and maximum-scale out of the viewport.")


def identifiers(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """No id twice, and what refers to an id finds it."""
    known = Counter(node.attributes.get("id") or "" for node in tree.css("[id]"))
    for name, count in known.items():
        if count > 1:
            yield _Fault(f"the id {name!r} stands {count} times on the page", "Give each its own.")
    for attribute in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
        for node in tree.css(f"[{attribute}]"):
            missing = [name for name in (node.attributes.get(attribute) or "").split() if name not in known]
            if missing:
                yield _Fault(
                    f"{_shown(node)} refers by {attribute} to {missing[0]!r}, which is not on the page",
                    "Give that id to the element that is meant, or take the attribute out.",
                )


def roles_with_names(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """Dialogs, regions and pictures by role have a name."""
    for node in tree.css(_ROLES_WITH_NAMES):
        if not _is_hidden(node) and not _given_name(node, tree):
            yield _Fault(
                f"{_shown(node)} with the role {node.attributes.get('role') or node.tag} has no name",
                "Name it: aria-labelledby with the id of its heading, or aria-label.",
            )
    several = [node for node in tree.css("nav") if not _is_hidden(node)]
    names = Counter(_given_name(node, tree) for node in several)
    for name, count in names.items():
        if count > 1 and len(several) > 1:
            yield _Fault(
                f"{count} navigations are called {name!r}" if name else f"{count} navigations have no name",
                "Give each an aria-label that tells them apart.",
            )


def nesting(tree: LexborHTMLParser) -> Iterator[_Fault]:
    """No control inside a control, and lists hold only entries."""
    for node in tree.css("a[href] button, button a[href], a[href] input, button input, a[href] select"):
        yield _Fault(f"{_shown(node)} stands inside another control", "Put them beside each other.")
    for node in tree.css("ul > *, ol > *"):
        if node.tag not in ("li", "script", "template", "-comment"):
            yield _Fault(f"a {node.tag} stands in a list without an <li>", "Put it into an <li>.")


Rule = Callable[[LexborHTMLParser], Iterator[_Fault]]
RULES: tuple[Rule, ...] = (
    document,
    headings,
    names_of_controls,
    labels_of_fields,
    groups_have_legends,
    alternative_texts,
    identifiers,
    roles_with_names,
    nesting,
)
"""The rules, in the order in which they are asked."""


def name_of(node: LexborNode, tree: LexborHTMLParser) -> str:
    """What a screen reader calls it."""
    given = _given_name(node, tree)
    if given:
        return given
    text = _text(node)
    if text:
        return text
    for inner in node.css("img[alt], [aria-label], svg title"):
        found = inner.attributes.get("aria-label") or inner.attributes.get("alt") or _text(inner)
        if found and found.strip():
            return found.strip()
    return (node.attributes.get("value") or node.attributes.get("alt") or node.attributes.get("title") or "").strip()


def _given_name(node: LexborNode, tree: LexborHTMLParser) -> str:
    by = (node.attributes.get("aria-labelledby") or "").split()
    words = [_text(owner) for one in by if (owner := _by_id(tree, one)) is not None]
    return " ".join(words).strip() or (node.attributes.get("aria-label") or "").strip()


def _label_of(node: LexborNode, tree: LexborHTMLParser) -> str:
    given = _given_name(node, tree) or (node.attributes.get("title") or "").strip()
    if given:
        return given
    identifier = node.attributes.get("id")
    if identifier:
        for label in tree.css("label[for]"):
            if label.attributes["for"] == identifier and name_of(label, tree):
                return name_of(label, tree)
    above = node.parent
    while above is not None:
        if above.tag == "label":
            return name_of(above, tree)
        above = above.parent
    return ""


def _by_id(tree: LexborHTMLParser, identifier: str) -> LexborNode | None:
    escaped = identifier.replace("\\", "\\\\").replace('"', '\\"')
    return tree.css_first(f'[id="{escaped}"]')


def _is_hidden(node: LexborNode) -> bool:
    above: LexborNode | None = node
    while above is not None:
        if "hidden" in above.attributes or above.attributes.get("aria-hidden") == "true":
            return True
        above = above.parent
    return False


def _text(node: LexborNode) -> str:
    return " ".join(node.text(deep=True, separator=" ").split())


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _source(node: LexborNode) -> str:
    return repr(_cut(node.attributes.get("src") or ""))


def _shown(node: LexborNode) -> str:
    """An element for people: its tag and what tells it from others."""
    for name in ("name", "id", "href", "class", "type"):
        value = node.attributes.get(name)
        if value:
            return f'<{node.tag} {name}="{_cut(value)}">'
    return f"<{node.tag}>"


ACCESSIBILITY = Verifier("accessibility", "Can every page be used without seeing it?", _accessibility)
