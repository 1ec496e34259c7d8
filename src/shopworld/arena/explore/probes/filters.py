"""The filters and sorts of a listing: finds them, opens what is folded, and names their controls."""

from __future__ import annotations

import re
from urllib.parse import parse_qsl

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import controls, named
from shopworld.arena.explore.languages import said
from shopworld.arena.explore.probes.choice_groups import ChoiceGroup, choice_groups, title_before
from shopworld.arena.explore.sight import DISCLOSURES, ProductCard, Sight, SightElement
from shopworld.arena.explore.words import LANGUAGE, QUANTITY, SORTING, filter_of, sort_of
from shopworld.errors import ActionError, ArenaError

_FILTER_BUTTON = re.compile(
    r"^(?:show |open )?(?:all )?filters?(?: by| and sort| & sort|ing)?(?: products)?\b|^refine\b|^narrow\b|"
    + f"^(?:{said('filtering')})",
    re.I,
)
_FOLDED_FILTER_LIMIT = 24
_NO_FILTER = re.compile(
    r"^(?:sort\w*|order\w*|dir\w*|p|page|paged|limit|per_?page|view|mode|display|layout|currency|lang\w*|locale|add\W.*)$",
    re.I,
)
_BARE = re.compile(r"\s*\(?\d+\)?$")
_PER_PAGE = re.compile(r"\bper page\b|^show$|^view$", re.I)
_WAY = re.compile(r"\b(?:ascending|descending|direction|reverse)\b|[↑↓]", re.I)
_TURNED = (
    (re.compile(r"price", re.I), ("Price, low to high", "Price, high to low")),
    (re.compile(r"(?:product )?(?:name|title)", re.I), ("Name, A to Z", "Name, Z to A")),
    (re.compile(r"date|created(?: at)?|age", re.I), ("Date, newest first", "Date, oldest first")),
)
_ROLES = ("checkbox", "radio", "slider", "spinbutton", "combobox", "textbox", "switch", "listbox", "menuitemcheckbox")


def unfold(session: BrowserSession, sight: Sight, cards: list[ProductCard]) -> Sight:
    """Opens the filter panel and what is folded in it, as far as that works without leaving the page."""
    address = sight.url
    if len(filter_groups(sight, cards)) < 2:
        for button in named(sight.main, _FILTER_BUTTON, "button", "link", *DISCLOSURES):
            if not button.is_set("expanded"):
                sight = _try(session, button, sight)
                break
    for _ in range(_FOLDED_FILTER_LIMIT):
        folded = next(iter(_folded(sight, cards)), None)
        if folded is None:
            break
        opened = _try(session, folded, sight)
        if opened.url.partition("#")[0] != address.partition("#")[0]:
            return session.open(address)
        after = {one.label for one in _folded(opened, cards)}
        if folded.label in after:
            return opened
        sight = opened
    return sight


def filter_groups(sight: Sight, cards: list[ProductCard]) -> list[ChoiceGroup]:
    """Groups of filters on a page, sorts and other choices left out."""
    skip = [card.element for card in cards]
    area = _area(sight)
    skip += [
        one
        for one in area.find("banner", "contentinfo", "search")
        if not any(card.element.lies_in(one) for card in cards)
    ]
    groups = choice_groups(area, *_ROLES, skip=skip)
    kept = []
    for group in groups:
        if not group.title or _is_sort(group) or LANGUAGE.search(group.title) or QUANTITY.search(group.title):
            continue
        if _PER_PAGE.search(group.title) or (group.roles == {"textbox"} and not _is_range(group)):
            continue
        kept.append(group)
    return _merged([*kept, *link_filters(sight, skip)])


def link_filters(sight: Sight, skip: list[SightElement]) -> list[ChoiceGroup]:
    """Groups of links that lead to the same listing with a parameter added, under a title: filters as links."""
    path, _, query = sight.url.partition("#")[0].partition("?")
    known = set(parse_qsl(query, keep_blank_values=True))
    groups: dict[tuple[str, int], list[SightElement]] = {}
    for link in controls(_area(sight), "link"):
        to, _, asked = link.url.partition("#")[0].partition("?")
        added = set(parse_qsl(asked)) - known
        if to != path or len(added) != 1 or any(link.lies_in(one) for one in skip):
            continue
        name = next(iter(added))[0]
        told = _BARE.sub("", link.label)
        if _NO_FILTER.search(name) or sort_of(told) or not told or told.isdigit() or link.parent is None:
            continue
        holder = link.within("list") or link.parent
        groups.setdefault((name, holder.node), []).append(link)
    found = []
    for several in groups.values():
        around = several[0].within("list") or several[0].parent
        title = title_before(around) if around is not None else ""
        if len(several) > 1 and around is not None and title and not LANGUAGE.search(title):
            found.append(ChoiceGroup(title, tuple(several), around))
    return found


def filters_of(groups: list[ChoiceGroup]) -> list[dict[str, str]]:
    """Filters in the vocabulary, each name once."""
    found: dict[str, str] = {}
    for group in groups:
        name = filter_of(group.title)
        if name:
            found.setdefault(name, control_of(group))
    return [{"name": name, "control": control} for name, control in found.items()]


def control_of(group: ChoiceGroup) -> str:
    """How a filter is operated, in the vocabulary."""
    if "slider" in group.roles:
        return "slider"
    if _is_range(group):
        return "min-max"
    if group.roles & {"combobox", "listbox"}:
        return "drop-down"
    if group.has_patches:
        return "swatch"
    if group.is_pills or "radio" in group.roles:
        return "buckets"
    return "checkbox"


def sorts_of(session: BrowserSession, sight: Sight) -> tuple[list[str], list[str]]:
    """The sorts that a listing offers: names in the vocabulary, and options that are not in it."""
    options = _sort_options(sight)
    if not options:
        for opener in _openers(sight):
            before = {one.node for one in _choices(sight)}
            opened = _try(session, opener, sight)
            options = [one.label for one in _choices(opened) if one.node not in before]
            if sum(bool(sort_of(one) or _both_ways(one)) for one in options) >= 2:
                break
    turned = any(_WAY.search(one.label) for one in named(_area(sight), SORTING, "button"))
    known, other = [], []
    for option in [each for one in options for each in (_both_ways(one) if turned else ()) or (one,)]:
        name = sort_of(option)
        if name and name not in known:
            known.append(name)
        elif not name and option:
            other.append(option)
    return known, other


def _openers(sight: Sight) -> list[SightElement]:
    """What may open a list of sorts: a list whose options are not there before, under such a title; a button."""
    lists = [
        group.controls[0]
        for group in choice_groups(_area(sight), "combobox")
        if SORTING.search(group.title) and not group.controls[0].options
    ]
    called = [
        group.controls[0]
        for group in choice_groups(_area(sight), "button")
        if SORTING.search(group.title) or (len(group.controls) == 1 and sort_of(group.controls[0].label))
    ]
    return [*lists, *named(_area(sight), SORTING, "button", *DISCLOSURES), *called]


def _both_ways(option: str) -> tuple[str, ...]:
    """What an option means where a button beside it turns the order round."""
    return next((both for pattern, both in _TURNED if pattern.fullmatch(option.strip())), ())


def _sort_options(sight: Sight) -> list[str]:
    for group in choice_groups(_area(sight), "combobox", "listbox", "radio"):
        folded = group.controls[0].role == "combobox" and not group.controls[0].options
        if _is_sort(group) and not folded:
            return group.options
    links = [
        one
        for one in _area(sight).find("link")
        if sort_of(one.label)
        and len(one.label) < 40
        and one.url.partition("?")[0] == sight.url.partition("?")[0]
        and "?" in one.url
    ]
    return [one.label for one in links] if len(links) >= 2 else []


def _choices(sight: Sight) -> list[SightElement]:
    return controls(sight.root, "link", "radio", "menuitem", "menuitemradio", "option", "button")


def _is_sort(group: ChoiceGroup) -> bool:
    if SORTING.search(group.title):
        return True
    options = group.options
    return group.roles <= {"combobox", "listbox", "radio"} and sum(bool(sort_of(one)) for one in options) >= max(
        2, len(options) * 0.6
    )


def _is_range(group: ChoiceGroup) -> bool:
    fields = [one for one in group.controls if one.role in ("spinbutton", "textbox")]
    return len(fields) >= 2 and bool(re.search(r"\b(?:from|to|min|max)", " ".join(one.label for one in fields), re.I))


def _merged(groups: list[ChoiceGroup]) -> list[ChoiceGroup]:
    """Groups of the same title as one: a list and the rest of it that was folded; both ends of a range."""
    merged: dict[str, ChoiceGroup] = {}
    for group in groups:
        key = filter_of(group.title)
        known = merged.get(key)
        merged[key] = (
            group if known is None else ChoiceGroup(known.title, known.controls + group.controls, known.holder)
        )
    return list(merged.values())


def _area(sight: Sight) -> SightElement:
    return sight.root


def _folded(sight: Sight, cards: list[ProductCard]) -> list[SightElement]:
    """Closed disclosures that may hold filters."""
    found = []
    for one in sight.root.find("button", *DISCLOSURES):
        if one.states.get("expanded") is not False or any(one.lies_in(card.element) for card in cards):
            continue
        if one.within("banner", "contentinfo", "search") is not None or SORTING.search(one.label):
            continue
        if one.within("navigation") is not None:
            continue
        if filter_of(one.label) and len(one.label) < 40:
            found.append(one)
    return found


def _try(session: BrowserSession, control: SightElement, sight: Sight) -> Sight:
    try:
        return session.click(control)
    except (ActionError, ArenaError):
        return sight
