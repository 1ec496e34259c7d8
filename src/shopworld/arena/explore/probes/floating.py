"""What lies over a page at first: cookie banner, age gate, newsletter pop-up, chat, other pop-ups."""

from __future__ import annotations

from itertools import chain

from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.findings import LIKELY, SURE
from shopworld.arena.explore.obstacles import Layer, dismissals, kind_of
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import DISCLOSURES, Sight, SightElement, covered_share, extent, layers
from shopworld.arena.explore.words import CHAT, COOKIES

_SECTION = "Floating UX"
_MODAL_SHARE = 0.12
_NAMES = {
    Layer.COOKIES: "floating.has_cookie_banner",
    Layer.AGE: "floating.has_age_gate",
    Layer.NEWSLETTER: "floating.has_newsletter_popup",
    Layer.CHAT: "floating.has_chat_widget",
}


def is_popup(layer: SightElement, sight: Sight) -> bool:
    """Whether a layer is a window over the home page that asks for attention: none of the kinds that have a name."""
    if kind_of(layer, sight) is not Layer.OTHER:
        return False
    return layer.is_set("modal") or (
        layer.role in ("dialog", "alertdialog") and covered_share(layer, sight) > _MODAL_SHARE
    )


def _run(scene: Scene) -> None:
    seen: dict[Layer, str] = {}
    popup = False
    with scene.session(clear=False) as session:
        sight = session.open(scene.site.start)
        if scene.patience:
            session.page.wait(lambda: False, timeout=scene.patience)
            sight = session.look()
        scene.keep("floating", session, sight)
        for number, shown in enumerate(chain([sight], dismissals(session, sight))):
            popup = _take_in(shown, seen) or popup
            if number:
                scene.keep(f"floating-{number}", session, shown)
    findings = scene.findings
    if scene.site.gate == "age":
        seen.setdefault(Layer.AGE, "A page asks visitors how old they are before they see the shop.")
    if scene.site.gate == "cookies":
        seen.setdefault(Layer.COOKIES, "A page asks visitors for their consent before they see the shop.")
    for kind, name in _NAMES.items():
        findings.found(name, kind in seen, SURE if kind in seen else LIKELY)
    findings.found("homepage.has_popup_modal", popup, SURE if popup else LIKELY)
    for sentence in seen.values():
        findings.say(_SECTION, sentence)
    if popup:
        findings.say(_SECTION, "A window with an offer opens over the home page and has a button that closes it.")
    absent = [kind.value for kind in _NAMES if kind not in seen]
    if absent:
        findings.say(_SECTION, f"Not seen on a first visit: {', '.join(absent)}.")


def _take_in(sight: Sight, seen: dict[Layer, str]) -> bool:
    """Takes in what lies over the page; says whether a window without a name of its own is among it."""
    popup = False
    for layer in layers(sight):
        kind = kind_of(layer, sight)
        if kind is Layer.OTHER:
            popup = popup or is_popup(layer, sight)
        else:
            seen.setdefault(kind, _describe(kind, layer, sight))
    if Layer.COOKIES not in seen and (banner := _banner(sight)) is not None:
        seen[Layer.COOKIES] = _describe(Layer.COOKIES, banner, sight)
    if Layer.CHAT not in seen and _has_chat(sight):
        seen[Layer.CHAT] = "A button opens a chat."
    return popup


def _banner(sight: Sight) -> SightElement | None:
    """A cookie banner that stands in the page instead of over it."""
    for one in sight.root.find("region", "complementary", "alert", "form"):
        if COOKIES.search(f"{one.name} {one.text[:300]}") and one.find("button") and len(one.text) < 900:
            return one
    return None


def _has_chat(sight: Sight) -> bool:
    """Whether something fixed at the lower edge opens a chat: a button, or a frame of another site."""
    for one in controls(sight.root, "button", "link", "Iframe", *DISCLOSURES):
        fixed = any(above.style.get("position") == "fixed" for above in (one, *one.above()))
        if fixed and CHAT.search(one.label) and one.box.bottom > sight.scrolled + sight.viewport[1] * 0.6:
            return True
    return False


def _describe(kind: Layer, layer: SightElement, sight: Sight) -> str:
    box = extent(layer)
    height = sight.viewport[1]
    place = (
        "at the bottom"
        if box.top > sight.scrolled + height * 0.5
        else "in the middle"
        if box.top > sight.scrolled + 60
        else "at the top"
    )
    width = "across the window" if box.width > sight.width * 0.8 else "as a panel"
    buttons = len(layer.find("button"))
    if kind is Layer.COOKIES:
        return f"A cookie banner lies {place}, {width}, with {buttons} buttons."
    if kind is Layer.AGE:
        return "An age gate asks visitors how old they are before they see the shop."
    if kind is Layer.NEWSLETTER:
        return f"A newsletter pop-up lies {place}, {width}, with a field for an e-mail address; it can be closed."
    return "A chat lies in a lower corner."


PROBE = Probe(
    "floating_widgets",
    10,
    ("floating.", "homepage.has_popup_modal"),
    _run,
    lambda _: "open `/` as a new visitor; name and dismiss what lies over it, one after the other",
)
