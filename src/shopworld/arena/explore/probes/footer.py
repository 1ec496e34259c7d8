"""The footer, and the switchers of language and currency wherever they stand."""

from __future__ import annotations

import re
from collections.abc import Callable

from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import DISCLOSURES, Sight, SightElement
from shopworld.arena.explore.words import CURRENCY, LANGUAGE, LANGUAGE_NAMES, NEWSLETTER
from shopworld.money import has_amount, names_currency

_SECTION = "Site shell"
_MOST_GROUPS = 6
_TITLE = 60
_SHORT_NAME = 24
_MANY_LANGUAGES = 5
"""A list with that many known languages is one of languages, whatever else it holds."""
_SOCIAL = re.compile(
    r"\b(?:instagram|facebook|tiktok|youtube|pinterest|twitter|linkedin|x\.com|mastodon|threads)\b", re.I
)


def footer_of(sight: Sight) -> SightElement | None:
    """The footer: the landmark, else what stands below the main part."""
    landmark = sight.landmark("contentinfo")
    if landmark is not None:
        return landmark
    main = sight.landmark("main")
    if main is None:
        return None
    below = [
        one
        for one in sight.root.walk()
        if one.box.top >= main.box.bottom - 2 and one.box.width > sight.width * 0.8 and one.find("link")
    ]
    return max(below, key=lambda one: len(one.find("link")), default=None)


def link_groups(footer: SightElement) -> list[SightElement]:
    """Titled groups of links: lists with a title above them, or navigations with a name."""
    groups: list[SightElement] = []
    for one in footer.find("list", "navigation"):
        if any(one.lies_in(known) or known.lies_in(one) for known in groups):
            continue
        links = one.find("link")
        if not links or all(_SOCIAL.search(f"{link.label} {link.url}") for link in links):
            continue
        lists = [inner for inner in one.find("list") if inner is not one and inner.find("link")]
        if one.role == "navigation" and sum(_titled(inner, footer) for inner in lists) >= 2:
            continue
        if _titled(one, footer):
            groups.append(one)
    return groups


def _titled(group: SightElement, footer: SightElement) -> bool:
    if group.role == "navigation" and (group.name or group.find("heading")):
        return True
    for one in (group, *group.above()):
        if one is footer:
            return False
        if one.role == "navigation" and one.name:
            return True
        if one.parent is None or one.parent is footer.parent:
            return False
        siblings = one.parent.children
        before = siblings[: next((at for at, sibling in enumerate(siblings) if sibling is one), 0)]
        for sibling in reversed(before):
            words = sibling.text
            if words and len(words) <= _TITLE and not sibling.find("link") and sibling.role != "list":
                return sibling.box.bottom <= group.box.top + 4
            if words:
                return False
        if len(one.parent.find("link")) > len(group.find("link")):
            return False
    return False


def has_switcher(sight: Sight, kind: re.Pattern[str], names: Callable[[str], object]) -> bool:
    """Whether a visitor can switch language or currency: a list, a disclosure, or links side by side."""
    for one in controls(sight.root, "combobox", "listbox", "button", *DISCLOSURES):
        if one.within("main") is not None and one.role not in ("combobox", "listbox"):
            continue
        if one.role in ("combobox", "listbox"):
            fits = sum(bool(names(option)) for option in one.options)
            if fits >= 2 and (fits >= len(one.options) * 0.6 or fits >= _MANY_LANGUAGES):
                return True
        elif (kind.search(one.label) and "policy" not in one.label.lower()) and len(one.label) < 60:
            return True
    for group in sight.root.find("list", "navigation", "group"):
        links = [link for link in group.find("link", "button") if len(link.label) < 24]
        named = sum(bool(names(link.label)) for link in links)
        if named >= 2 and named == len(links) and group.within("main") is None:
            return True
    return _side_by_side(sight, names)


def _side_by_side(sight: Sight, names: Callable[[str], object]) -> bool:
    """Whether short links or buttons stand together that all name languages, or all currencies, in no list."""
    together: dict[int, list[bool]] = {}
    for one in controls(sight.root, "link", "button"):
        if one.parent is not None and one.within("main") is None:
            named = 0 < len(one.label) < _SHORT_NAME and bool(names(one.label))
            together.setdefault(one.parent.node, []).append(named)
    return any(len(several) >= 2 and all(several) for several in together.values())


def _is_currency(label: str) -> bool:
    """Whether it is a currency to choose, and no price."""
    return names_currency(label) and not has_amount(label)


def _run(scene: Scene) -> None:
    findings = scene.findings
    with scene.session() as session:
        sight = session.open(scene.site.start)
        footer = footer_of(sight)
        language = has_switcher(sight, LANGUAGE, LANGUAGE_NAMES)
        currency = has_switcher(sight, CURRENCY, _is_currency)
        findings.found("intl.has_locale_switcher", language, SURE if language else LIKELY)
        findings.found("intl.has_currency_switcher", currency, SURE if currency else LIKELY)
        if language or currency:
            both = " and ".join(name for name, there in (("language", language), ("currency", currency)) if there)
            findings.say(_SECTION, f"Visitors can switch the {both}.")
        sight = session.scroll_to_end()
        scene.keep("footer", session, sight)
        if footer is None:
            findings.found("site_shell.footer_groups", 0, GUESSED)
            raise LookupError("the page has no footer that can be recognised")
        groups = link_groups(footer)
        findings.found("site_shell.footer_groups", min(len(groups), _MOST_GROUPS), SURE if groups else LIKELY)
        parts = [f"{len(groups)} titled groups of links"]
        if any(NEWSLETTER.search(one.label) for one in controls(footer, "textbox")):
            parts.append("a field for a newsletter")
        if any(_SOCIAL.search(f"{one.label} {one.url}") for one in footer.find("link")):
            parts.append("links to social media")
        findings.say(_SECTION, f"The footer has {', '.join(parts)}.")


PROBE = Probe(
    "footer",
    4,
    ("site_shell.footer_groups", "intl."),
    _run,
    lambda site: (
        f"scroll to the footer of `/` ({sum(one.area == 'footer' for one in site.links)} links); count its groups; "
        "look for "
        "switchers of language and currency in header and footer"
    ),
)
