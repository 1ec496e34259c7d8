"""View models: everything a page template is given, already formatted for people. Templates compute nothing.

Every page has a `shell` (header, navigation, cart, footer) and a body of its own kind. All addresses are relative to
the shop's root. A template is chosen by the page class and the shop's capabilities.

Which form sends which fields stands in docs/shop.md. Names that a view model gives (`FormField.name`,
`FilterView.name`, …) are used as given.

Pages are served with a content security policy of `'self'` only: no inline script, no `style` attribute. Colours of
swatches are printed as presentation attributes of inline SVG (`<circle fill="…">`), which the policy allows.
"""

from shopworld.shop.pages.home import (
    ArticleCard,
    HomePage,
    HomePromise,
    Quote,
    Section,
    Slide,
    Spokesperson,
    Tile,
    Video,
)
from shopworld.shop.pages.information import (
    ArticlePage,
    ArticleTeaser,
    BlogPage,
    ContactPage,
    ErrorPage,
    InfoPage,
    StoresPage,
    StoreView,
)
from shopworld.shop.pages.listing import FilterValueView, FilterView, ListingPage, Pagination
from shopworld.shop.pages.overlays import AgeGate, ChatTurn, HelpChat, NewsletterPopup, Overlays, Popup, Switcher
from shopworld.shop.pages.parts import (
    Card,
    FooterGroup,
    FormField,
    Link,
    MenuNode,
    Notice,
    PriceView,
    RadioChoice,
    SortOption,
    SuggestionPanel,
    SuggestionView,
)
from shopworld.shop.pages.product import (
    ImageView,
    ProductPage,
    Rail,
    RatingBar,
    ReviewTools,
    ReviewView,
    SelectorValue,
    ServiceTexts,
    SizeGuide,
    VariantSelector,
)
from shopworld.shop.pages.purchase import CartPage, CheckoutPage, CheckoutStepView, OrderPage
from shopworld.shop.pages.shell import CartLineView, CartView, EstimateView, Shell

__all__ = [
    "AgeGate",
    "ArticleCard",
    "ArticlePage",
    "ArticleTeaser",
    "BlogPage",
    "Card",
    "CartLineView",
    "CartPage",
    "CartView",
    "ChatTurn",
    "CheckoutPage",
    "CheckoutStepView",
    "ContactPage",
    "ErrorPage",
    "EstimateView",
    "FilterValueView",
    "FilterView",
    "FooterGroup",
    "FormField",
    "HelpChat",
    "HomePage",
    "HomePromise",
    "ImageView",
    "InfoPage",
    "Link",
    "ListingPage",
    "MenuNode",
    "NewsletterPopup",
    "Notice",
    "OrderPage",
    "Overlays",
    "Pagination",
    "Popup",
    "PriceView",
    "ProductPage",
    "Quote",
    "RadioChoice",
    "Rail",
    "RatingBar",
    "ReviewTools",
    "ReviewView",
    "Section",
    "SelectorValue",
    "ServiceTexts",
    "Shell",
    "SizeGuide",
    "Slide",
    "SortOption",
    "Spokesperson",
    "StoreView",
    "StoresPage",
    "SuggestionPanel",
    "SuggestionView",
    "Switcher",
    "Tile",
    "VariantSelector",
    "Video",
]
