"""How a shop speaks: a few turns of phrase that its tone decides, for heroes, policies and notices."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.capabilities import Capabilities


@dataclass(frozen=True, slots=True)
class Voice:
    """Turns of phrase of one tone.

    Attributes:
        welcome: headline of the first thing on the home page; `{name}` is the shop.
        invitation: label of its button.
        promise: first sentence of service texts.
        closing: last sentence of service texts; `{email}` and `{phone}` are the shop's.
        newsletter_heading: over the newsletter form.
        newsletter_text: below that.
    """

    welcome: str
    invitation: str
    promise: str
    closing: str
    newsletter_heading: str
    newsletter_text: str


_PLAIN = Voice(
    welcome="Everything you need, at {name}",
    invitation="Browse all products",
    promise="We keep our terms short, so that you know where you stand.",
    closing="Questions? Write to {email} or call {phone}.",
    newsletter_heading="Offers by e-mail",
    newsletter_text="One message a week with new products and reduced prices. You can unsubscribe at any time.",
)
_WARM = Voice(
    welcome="Good to see you at {name}",
    invitation="Have a look around",
    promise="We are a small team and want you to be happy with what you buy from us.",
    closing="Is anything unclear? Drop us a line at {email} or ring {phone}. A person answers.",
    newsletter_heading="Stay in touch",
    newsletter_text="Now and then we write about what is new on our shelves. No noise, promise.",
)
_TECHNICAL = Voice(
    welcome="Built from parts you can trust",
    invitation="Go to the catalog",
    promise="All figures on this page are binding and kept up to date.",
    closing="Technical and order support: {email}, {phone}.",
    newsletter_heading="Release notes for your next build",
    newsletter_text="New hardware, restocks and price drops, every Friday.",
)
_ENERGETIC = Voice(
    welcome="Level up with {name}",
    invitation="Shop now",
    promise="Fast, fair and without small print: that is how we work.",
    closing="Need a hand? Hit us up at {email} or {phone}.",
    newsletter_heading="Be first in line",
    newsletter_text="Drops, deals and restocks before everybody else.",
)

_CALM = Voice(
    welcome="Fewer things, chosen well",
    invitation="See the collection",
    promise="We say what we do, in plain words, and keep to it.",
    closing="We are glad to help: {email} or {phone}.",
    newsletter_heading="A letter now and then",
    newsletter_text="What has arrived, and why we chose it. Once a month at most.",
)

_BY_TONE: tuple[tuple[Voice, tuple[str, ...]], ...] = (
    (_TECHNICAL, ("technical", "precise", "expert", "professional", "industrial", "engineering", "factual")),
    (_ENERGETIC, ("energetic", "bold", "sporty", "playful", "loud", "youthful", "dynamic", "fun")),
    (_WARM, ("warm", "friendly", "cosy", "cozy", "personal", "homely", "neighbourly")),
    (_CALM, ("calm", "considered", "quiet", "elegant", "minimal", "crafted", "refined")),
)


def voice_of(capabilities: Capabilities) -> Voice:
    """The voice that a shop's tone asks for; a plain one where no word of it is known."""
    for word in capabilities.tone:
        for voice, words in _BY_TONE:
            if word.casefold() in words:
                return voice
    return _PLAIN
