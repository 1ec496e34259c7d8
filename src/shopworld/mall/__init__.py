"""Shops together on one server: the forward proxy, the door, slots, reset, and the solution page.

What is exported stands in `__init__.pyi`; it is loaded when it is used, so that who needs events alone loads no server.
"""

import lazy_loader

import shopworld.mall.events  # noqa: F401  (registers what is told here, so that a log can be read back)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
