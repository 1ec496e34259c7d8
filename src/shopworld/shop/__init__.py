"""One storefront: specification, pages, cart, checkout, promotions, served as an ASGI application.

What is exported stands in `__init__.pyi`; it is loaded when it is used, so that who needs no pages loads no templates.
"""

import lazy_loader

import shopworld.shop.events  # noqa: F401  (registers what is told here, so that a log can be read back)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
