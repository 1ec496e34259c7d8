"""What lies over a page or floats beside it: age gate, pop-ups, chat; and the switchers of currency and language."""

from __future__ import annotations

from dataclasses import dataclass

from shopworld.shop.pages.parts import Card, Link, SortOption


@dataclass(frozen=True, slots=True)
class AgeGate:
    """The question for the shopper's age, before anything else."""

    heading: str
    text: str
    years: int
    refused: bool
    """Whether the answer was that the shopper is too young."""


@dataclass(frozen=True, slots=True)
class Popup:
    """An offer in a window over the home page."""

    eyebrow: str
    heading: str
    text: str
    action: Link
    """Taking it up closes the window too."""
    code: str = ""
    image_url: str = ""


@dataclass(frozen=True, slots=True)
class NewsletterPopup:
    """An invitation to the newsletter, beside the page."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class ChatTurn:
    """A question of the shopper and the shop's answer."""

    question: str
    answer: str
    link: Link | None = None


@dataclass(frozen=True, slots=True)
class HelpChat:
    """The help chat."""

    questions: tuple[str, ...]
    """Offered as buttons."""
    turns: tuple[ChatTurn, ...]
    open: bool
    """Whether its panel is open: right after a question."""


@dataclass(frozen=True, slots=True)
class QuickView:
    """A product shown over a listing."""

    card: Card
    text: str
    facts: tuple[tuple[str, str], ...]
    close_url: str


@dataclass(frozen=True, slots=True)
class Overlays:
    """All that lies over a page. At most one window (age gate or pop-up) covers it at a time."""

    age_gate: AgeGate | None = None
    popup: Popup | None = None
    newsletter: NewsletterPopup | None = None
    chat: HelpChat | None = None
    quick_view: QuickView | None = None

    @property
    def covers_page(self) -> bool:
        """Whether the page below cannot be used until it is answered."""
        return self.age_gate is not None or self.popup is not None or self.quick_view is not None


@dataclass(frozen=True, slots=True)
class Switcher:
    """A form that changes how the shop is shown."""

    name: str
    """Field name: `currency` or `locale`."""
    label: str
    action: str
    """Where the form is sent by POST."""
    choices: tuple[SortOption, ...]
    note: str = ""
    """What the choice does not change; empty where the shop's own is chosen."""
