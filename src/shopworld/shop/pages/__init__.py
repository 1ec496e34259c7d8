"""View models: everything a page template is given, already formatted for people. Templates compute nothing.

Every page has a `shell` (header, navigation, cart, footer) and a body of its own kind. All addresses are relative to
the shop's root. A template is chosen by the page class and the shop's capabilities.

Which form sends which fields stands in docs/shop.md. Names that a view model gives (`FormField.name`,
`FilterView.name`, …) are used as given.

Pages are served with a content security policy of `'self'` only: no inline script, no `style` attribute. Colours of
swatches are printed as presentation attributes of inline SVG (`<circle fill="…">`), which the policy allows.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
