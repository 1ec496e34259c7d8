"""Shops together on one server: the forward proxy, the door, slots, reset, and the solution page."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
