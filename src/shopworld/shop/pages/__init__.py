"""View models: everything a page template is given, already formatted for people. Templates compute nothing.

Every page has a `shell` (header, navigation, cart, footer) and a body of its own kind. All addresses are relative to
the shop's root. A template is chosen by the page class and the shop's capabilities.

Which form sends which fields stands in docs/shop.md. Names that a view model gives (`FormField.name`,
`FilterView.name`, …) are used as given.

Pages are served with a content security policy of `'self'` only: no inline script, no `style` attribute. Colours of
swatches are printed as presentation attributes of inline SVG (`<circle fill="…">`), which the policy allows.
"""

from shopworld.shop.pages.home import Feature, HomePage, Quote, Section, Tile
from shopworld.shop.pages.information import ContactPage, ErrorPage, InfoPage
from shopworld.shop.pages.listing import FilterValueView, FilterView, ListingPage, Pagination, SortOption
from shopworld.shop.pages.parts import (
    Card,
    Choice,
    FooterGroup,
    FormField,
    Link,
    MenuNode,
    Notice,
    PriceView,
    SuggestionView,
)
from shopworld.shop.pages.product import ImageView, ProductPage, RatingBar, ReviewView, SelectorValue, VariantSelector
from shopworld.shop.pages.purchase import CartPage, CheckoutPage, CheckoutStepView, OrderPage
from shopworld.shop.pages.shell import CartLineView, CartView, Shell

__all__ = [
    "Card",
    "CartLineView",
    "CartPage",
    "CartView",
    "CheckoutPage",
    "CheckoutStepView",
    "Choice",
    "ContactPage",
    "ErrorPage",
    "Feature",
    "FilterValueView",
    "FilterView",
    "FooterGroup",
    "FormField",
    "HomePage",
    "ImageView",
    "InfoPage",
    "Link",
    "ListingPage",
    "MenuNode",
    "Notice",
    "OrderPage",
    "Pagination",
    "PriceView",
    "ProductPage",
    "Quote",
    "RatingBar",
    "ReviewView",
    "Section",
    "SelectorValue",
    "Shell",
    "SortOption",
    "SuggestionView",
    "Tile",
    "VariantSelector",
]
