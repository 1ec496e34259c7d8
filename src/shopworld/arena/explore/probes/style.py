"""The look of a site, from computed styles: palette, type, density, radius, buttons, headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from statistics import median

from shopworld.arena.explore.colours import Colour, blended, colour_of, distance, hex_of, lightness, saturation
from shopworld.arena.explore.controls import controls
from shopworld.arena.explore.findings import GUESSED, LIKELY, SURE, Findings
from shopworld.arena.explore.probes.probe import Probe
from shopworld.arena.explore.probes.variants import add_button
from shopworld.arena.explore.scene import Scene
from shopworld.arena.explore.sight import Sight, SightElement, product_cards
from shopworld.arena.explore.sight.element import INTERACTIVE, pixels
from shopworld.errors import ArenaError

_NEAR = 0.03
_PLAIN_TEXT = 4
"""How much more the colour of plain text says of a shop's ink than that of links."""
_COLOURFUL = 0.22
_TINTED = 0.035
"""How far the ground of pictures is from that of the page where it is meant to be seen."""
_GENERIC_FAMILIES = frozenset(
    {"serif", "sans-serif", "monospace", "system-ui", "ui-sans-serif", "-apple-system", "blinkmacsystemfont", "inherit"}
)
_SYSTEM = "system-ui"


def _run(scene: Scene) -> None:
    sights: list[Sight] = []
    with scene.session() as session:
        pages = [
            scene.site.start,
            *(one.url for one in scene.site.collections[:1]),
            *(one.url for one in scene.site.products[:1]),
        ]
        for url in pages:
            try:
                sights.append(session.open(url))
            except ArenaError:
                continue
    if not sights:
        raise LookupError("no page could be opened")
    findings = scene.findings
    _palette(sights, findings)
    _type(sights, findings)
    _shapes(sights, findings)
    _density(sights, findings)
    _pictures(sights, findings)


def _palette(sights: list[Sight], findings: Findings) -> None:
    background = _background(sights)
    texts: Counter[Colour] = Counter()
    grounds: Counter[Colour] = Counter()
    borders: Counter[Colour] = Counter()
    accents: Counter[Colour] = Counter()
    for sight in sights:
        for one in sight.root.walk():
            if not one.visible or one.box.left > sight.width:
                continue
            ink = colour_of(one.style.get("color", ""))
            ground = colour_of(one.style.get("background-color", ""))
            if one.role == "text" and ink is not None:
                texts[ink] += len(one.own_text) * (1 if one.within("link", "button") else _PLAIN_TEXT)
            if ground is not None and one.role != "text":
                grounds[ground] += int(min(one.box.area, 400_000))
                if one.role in ("button", "link") and distance(ground, background) > _NEAR:
                    accents[ground] += int(min(one.box.area, 30_000)) * (2 if one.role == "button" else 1)
            if (edge := _edge(one, background)) is not None:
                borders[edge] += 1
            if one.role == "link" and ink is not None and saturation(ink) > _COLOURFUL:
                accents[ink] += 300
    foreground = max(
        texts, key=lambda one: (texts[one] * (distance(one, background) > 0.3), texts[one]), default=(28, 30, 33)
    )
    primary = _button_colour(sights, background) or next((one for one, _ in accents.most_common()), foreground)
    others = [one for one, _ in accents.most_common() if distance(one, primary) > 0.12 and saturation(one) > _COLOURFUL]
    secondary = (
        others[0]
        if others
        else next(
            (one for one, _ in grounds.most_common() if saturation(one) > _COLOURFUL and distance(one, primary) > 0.12),
            primary,
        )
    )
    muted = next(
        (
            one
            for one, _ in grounds.most_common()
            if _NEAR / 3 < distance(one, background) < 0.25 and saturation(one) < 0.35
        ),
        background,
    )
    border = next((one for one, _ in borders.most_common() if distance(one, background) > 0.01), muted)
    for name, colour in (
        ("background", background),
        ("foreground", foreground),
        ("accent_primary", primary),
        ("accent_secondary", secondary),
        ("surface_muted", muted),
        ("border", border),
    ):
        findings.found(
            f"style.palette.{name}", hex_of(colour), SURE if name in ("background", "foreground") else LIKELY
        )


def _edge(one: SightElement, background: Colour) -> Colour | None:
    """The line above an element, as it is seen; what is clicked on has edges of its own."""
    if one.role in ("text", *INTERACTIVE) or pixels(one.style.get("border-top-width", "")) < 0.5:
        return None
    return blended(one.style.get("border-top-color", ""), background)


def _background(sights: list[Sight]) -> Colour:
    for sight in sights:
        ground = colour_of(sight.root.style.get("background-color", ""))
        if ground is not None:
            return ground
        large = [one for one in sight.root.walk() if one.box.area > 0.5 * sight.viewport[0] * sight.viewport[1]]
        for one in large:
            ground = colour_of(one.style.get("background-color", ""))
            if ground is not None:
                return ground
    return 255, 255, 255


def _button_colour(sights: list[Sight], background: Colour) -> Colour | None:
    for sight in reversed(sights):
        button = add_button(sight)
        ground = colour_of(button.style.get("background-color", "")) if button is not None else None
        if ground is not None and distance(ground, background) > _NEAR:
            return ground
    return None


def _type(sights: list[Sight], findings: Findings) -> None:
    headings: Counter[str] = Counter()
    bodies: Counter[str] = Counter()
    cases: Counter[str] = Counter()
    for sight in sights:
        for one in sight.root.walk():
            if not one.visible:
                continue
            if one.role == "heading" and one.within("contentinfo") is None:
                headings[_family(one)] += 1 + int(one.font_size > 22) * 3
                if len(one.text.split()) > 1 and one.font_size >= 18:
                    cases[_case(one)] += 1
            elif one.role == "text":
                bodies[_family(one)] += len(one.own_text)
    body = next((name for name, _ in bodies.most_common()), _SYSTEM)
    findings.found("style.fonts.body", body, SURE)
    findings.found("style.fonts.heading", next((name for name, _ in headings.most_common()), body), SURE)
    findings.found(
        "style.heading_case", cases.most_common(1)[0][0] if cases else "sentence", LIKELY if cases else GUESSED
    )


def _family(one: SightElement) -> str:
    families = [part.strip().strip("\"'") for part in one.style.get("font-family", "").split(",")]
    return next((part for part in families if part and part.lower() not in _GENERIC_FAMILIES), families[0] or _SYSTEM)


def _case(heading: SightElement) -> str:
    words = re.findall(r"[^\W\d_]{3,}", heading.text)
    if heading.style.get("text-transform") == "uppercase" or (words and all(word.isupper() for word in words)):
        return "upper"
    later = words[1:]
    long = [word for word in later if len(word) > 3]
    return "title" if long and sum(word[0].isupper() for word in long) > len(long) * 0.7 else "sentence"


def _shapes(sights: list[Sight], findings: Findings) -> None:
    radii: list[float] = []
    shapes: Counter[str] = Counter()
    for sight in sights:
        add = add_button(sight)
        for one in controls(sight.root, "button", "link", "textbox", "searchbox", "combobox"):
            painted = (
                colour_of(one.style.get("background-color", "")) is not None
                or pixels(one.style.get("border-top-width", "")) > 0
            )
            if not painted or one.box.height < 24 or one.box.width < 56:
                continue
            radius = pixels(one.style.get("border-top-left-radius", "").split(" ")[0])
            if one.role in ("button", "link"):
                shapes[_shape(radius, one)] += 6 if one is add else 1
            else:
                radii.append(min(radius, 40.0))
        for card in product_cards(sight.main):
            for one in card.element.walk():
                if one.box.width > 80 and pixels(one.style.get("border-top-left-radius", "")) > 0:
                    radii.append(pixels(one.style.get("border-top-left-radius", "").split(" ")[0]))
                    break
            else:
                radii.append(0.0)
    typical = median(radii) if radii else 0.0
    findings.found(
        "style.corner_radius",
        "none" if typical < 2 else "subtle" if typical <= 9 else "prominent",
        LIKELY if radii else GUESSED,
    )
    findings.found(
        "style.button_shape", shapes.most_common(1)[0][0] if shapes else "rounded", SURE if shapes else GUESSED
    )


def _shape(radius: float, one: SightElement) -> str:
    if radius >= one.box.height * 0.45:
        return "pill"
    return "rounded" if radius >= 2 else "square"


def _density(sights: list[Sight], findings: Findings) -> None:
    """From the space between what stands below one another, in lines of text."""
    gaps: list[float] = []
    for sight in sights[:1]:
        blocks = [one for one in sight.main.find("region", "heading", "list") if one.box.width > sight.width * 0.3]
        tops = sorted((one.box.top, one.box.bottom) for one in blocks if one.role == "heading")
        for heading in [one for one in blocks if one.role == "heading" and one.font_size >= 18]:
            above = max(
                (
                    one.box.bottom
                    for one in sight.main.walk()
                    if one.role in ("text", "image") and one.visible and one.box.bottom <= heading.box.top + 1
                ),
                default=None,
            )
            if above is not None and tops:
                gaps.append(min(heading.box.top - above, 240.0))
    body = median([one.font_size for one in sights[0].main.walk() if one.role == "text" and one.visible] or [16.0])
    if not gaps:
        findings.found("style.density", "comfortable", GUESSED)
        return
    lines = median(gaps) / body
    findings.found("style.density", "compact" if lines < 3 else "comfortable" if lines < 5.2 else "airy", GUESSED)


def _pictures(sights: list[Sight], findings: Findings) -> None:
    """How pictures of products stand: plain, on a tinted ground, with a frame, or on a dark page."""
    background = _background(sights)
    styles: Counter[str] = Counter()
    for sight in sights:
        for card in product_cards(sight.main):
            styles[_imagery(card.picture, background)] += 1
    findings.found("style.imagery_style", styles.most_common(1)[0][0] if styles else "plain", GUESSED)


def _imagery(picture: SightElement | None, background: Colour) -> str:
    if lightness(background) < 0.25:
        return "dark"
    holders: Iterable[SightElement] = () if picture is None else (picture, *list(picture.above())[:2])
    for one in holders:
        if pixels(one.style.get("border-top-width", "")) >= 0.5:
            return "outlined"
        ground = colour_of(one.style.get("background-color", ""))
        if ground is not None and distance(ground, background) > _TINTED:
            return "tinted"
    return "plain"


PROBE = Probe(
    "style",
    5,
    ("style.",),
    _run,
    lambda _: (
        "read palette, type, radius, density and heading case from the computed styles of home, listing and product "
        "page"
    ),
)
