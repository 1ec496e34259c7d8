"""Search: what opens it, what it suggests while one types, and how results stand."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from shopworld.arena.explore.browser_session import BrowserSession
from shopworld.arena.explore.controls import controls, named
from shopworld.arena.explore.findings import LIKELY, SURE
from shopworld.arena.explore.prefetch.site import PrefetchedSite
from shopworld.arena.explore.probes.collection import grid_cards
from shopworld.arena.explore.probes.filters import filter_groups, unfold
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import DISCLOSURES, Sight, SightElement
from shopworld.arena.explore.words import NEWSLETTER, SEARCH
from shopworld.errors import ActionError, ArenaError
from shopworld.money import has_amount

_SECTION = "Search"
_FIELDS = ("searchbox", "textbox", "combobox")
_QUERY = re.compile(r"[?&](?:q|s|query|search|term|keyword)=", re.I)
_GROUPS = (
    (
        "suggested_queries",
        re.compile(
            r"\b(?:suggest\w*|popular|trending|recent|top|related)\b.{0,12}\b(?:search\w*|quer\w+)"
            r"|^suggest\w*$|did you mean",
            re.I,
        ),
    ),
    ("collection_shortcuts", re.compile(r"\bshop by\b|\bshortcuts?\b|\bquick links\b|\bbrowse\b", re.I)),
    ("collections", re.compile(r"\b(?:collections?|categor(?:y|ies)|departments?)\b", re.I)),
    ("products", re.compile(r"\bproducts?\b|\bitems\b", re.I)),
)
_ALL = re.compile(r"\b(?:view|see|show)?\s*all\b.{0,40}\b(?:results|products)\b|\bsearch for\b", re.I)
_KEPT_PANELS = 2
_ORDER = ("products", "collections", "suggested_queries", "collection_shortcuts")


def search_field(sight: Sight) -> SightElement | None:
    """The visible field of the shop's search, in the header rather than in the page."""
    found = [
        one
        for one in controls(sight.root, *_FIELDS)
        if one.visible and (one.role == "searchbox" or SEARCH.search(one.label) or one.within("search") is not None)
        if not NEWSLETTER.search(one.label) and not one.options
    ]
    return min(found, key=lambda one: (one.within("main") is not None, one.box.top), default=None)


def open_search(session: BrowserSession, sight: Sight) -> tuple[Sight, SightElement | None, str]:
    """Makes the field visible; says by what: `header_field` or `icon_button`."""
    field = search_field(sight)
    if field is not None and field.within("main") is None:
        return sight, field, "header_field"
    for control in named(sight.root, SEARCH, "button", "link", *DISCLOSURES):
        if control.within("main", "contentinfo") is not None:
            continue
        try:
            opened = session.click(control)
        except (ActionError, ArenaError):
            continue
        field = search_field(opened)
        if field is not None:
            return opened, field, "icon_button"
        sight = opened
    return sight, field, "header_field" if field is not None else ""


def suggestions(before: Sight, after: Sight, site: PrefetchedSite) -> dict[str, list[str]]:
    """What appeared while one typed, by kind."""
    known = {one.node for one in before.root.walk() if one.visible}
    fresh = [
        one
        for one in after.root.find("link", "option", "button", "menuitem")
        if one.node not in known and one.label and one.within("main", "contentinfo") is None
    ]
    found: dict[str, list[str]] = {}
    for one in fresh:
        if not one.lies_in(after.root) or _ALL.search(one.label) or SEARCH.fullmatch(one.label):
            continue
        kind = _kind(one, site)
        if kind:
            found.setdefault(kind, []).append(one.label)
    return found


def _kind(one: SightElement, site: PrefetchedSite) -> str:
    url = one.url.partition("#")[0]
    plain = url.partition("?")[0].rstrip("/")
    if url and site.product(plain) is not None:
        return "products"
    title = _title(one)
    if title:
        return title
    if url and any(plain == listing.url.partition("?")[0].rstrip("/") for listing in site.collections):
        return "collections"
    if _QUERY.search(url):
        return "suggested_queries"
    if has_amount(one.label) or one.first("image") is not None:
        return "products"
    if one.role == "option" and not url:
        return "suggested_queries"
    if re.search(r"/(?:collections?|categor\w+|product-category)/", url):
        return "collections"
    return "products" if re.search(r"/(?:products?|item|p)/", url) else ""


def _title(one: SightElement) -> str:
    """The kind that the title of its group names."""
    words = []
    for above in one.above():
        if above.role in ("region", "group", "list", "listbox") and above.name:
            words.append(above.name)
        if above.role in ("banner", "search", "dialog"):
            break
    if one.role == "link" and len(one.children) > 1:
        words.append(one.text.split(" ")[-1])
    for word in words:
        for kind, pattern in _GROUPS:
            if pattern.search(word):
                return kind
    return ""


def _prefixes(site: PrefetchedSite) -> list[str]:
    """Beginnings of words that something may be suggested for: one of many products' titles, one of a listing's."""
    listings = [one for one in site.collections if not one.is_everything]
    largest = sorted(listings, key=lambda one: (-(one.count or len(one.products)), one.url))
    words = [word for one in largest for word in re.findall(r"[a-z]{4,}", one.title.lower())]
    found = [*_beginnings([one.title for one in site.products])[:1], *(word[:4] for word in words[:1])]
    return list(dict.fromkeys(found)) or ["s", "a"]


def _beginnings(titles: Iterable[str]) -> list[str]:
    """The first letters of words, those that most titles have first."""
    counts: Counter[str] = Counter()
    for title in titles:
        counts.update({word[:3] for word in re.findall(r"[a-z]{4,}", title.lower())})
    return sorted(counts, key=lambda one: (-counts[one], one))


def _run(scene: Scene) -> None:
    findings = scene.findings
    with scene.session() as session:
        closed = session.open(scene.site.start)
        sight, field, trigger = open_search(session, closed)
        if field is None:
            raise LookupError("no search was found")
        scene.keep("search-open", session, sight)
        findings.found("search.trigger", trigger, SURE)
        findings.say(
            _SECTION,
            "A search field stands in the header."
            if trigger == "header_field"
            else "An icon button opens the search field.",
        )
        _predictive(scene, session, closed, sight)
        _results(scene, session)


def _predictive(scene: Scene, session: BrowserSession, closed: Sight, sight: Sight) -> None:
    """Enters the field, then types beginnings of words.

    Listings that are there before anything is typed, or whatever is typed, are fixed shortcuts and no answers.
    """
    findings = scene.findings
    field = search_field(sight)
    seen: list[dict[str, list[str]]] = []
    for text in ("", *_prefixes(scene.site)):
        if field is None:
            break
        try:
            shown = session.type(field, text) if text else session.click(field)
        except (ActionError, ArenaError):
            break
        if scene.patience:
            session.page.wait(lambda: False, timeout=1.0)
            shown = session.look()
        seen.append(suggestions(closed, shown, scene.site))
        if seen[-1] and len(seen) <= _KEPT_PANELS:
            scene.keep(f"search-suggestions-{len(seen)}", session, shown)
        field = search_field(shown)
    kinds = {kind for one in seen for kind in one}
    listings = [one.get("collections") for one in seen]
    always = len(seen) > 1 and all(one == listings[0] for one in listings)
    if "collections" in kinds and (always or listings[0]):
        kinds |= {"collection_shortcuts"}
        if always or not any(listings[1:]):
            kinds -= {"collections"}
    findings.found("search.has_predictive", bool(kinds), SURE if kinds else LIKELY)
    findings.found("search.predictive_types", [one for one in _ORDER if one in kinds], SURE if kinds else LIKELY)
    if kinds:
        shown_kinds = ", ".join(one.replace("_", " ") for one in _ORDER if one in kinds)
        findings.say(_SECTION, f"While one types, a panel suggests {shown_kinds}.")
    else:
        findings.say(_SECTION, "Nothing is suggested while one types.")


def _results(scene: Scene, session: BrowserSession) -> None:
    findings = scene.findings
    word = _common_word(scene.site)
    sight = session.open(scene.site.start)
    sight, field, _ = open_search(session, sight)
    if field is None:
        findings.missing("search.results_layout", "the search field could not be opened again")
        return
    address = sight.url
    session.fill(field, word)
    results = session.press(field, "Enter")
    if results.url.partition("#")[0] == address.partition("#")[0] and not grid_cards(results):
        findings.missing("search.results_layout", "the search led nowhere")
        return
    cards = grid_cards(results)
    scene.keep("search-results", session, results)
    groups = filter_groups(unfold(session, results, cards), cards)
    findings.found("search.results_layout", "grid_with_filters" if groups else "fullpage", SURE if cards else LIKELY)
    findings.say(
        _SECTION,
        "Results stand on a page of their own" + (", with filters." if groups else ", without filters."),
    )


def _common_word(site: PrefetchedSite) -> str:
    counts: dict[str, int] = {}
    for product in site.products:
        for word in set(re.findall(r"[a-z]{4,}", product.title.lower())):
            counts[word] = counts.get(word, 0) + 1
    return max(sorted(counts), key=lambda one: counts[one], default="a")


PROBE = Probe(
    "search_predictive",
    6,
    ("search.",),
    _run,
    lambda _: (
        "open the search; type two beginnings of words; name what is suggested; submit a word and look at the results"
    ),
)
