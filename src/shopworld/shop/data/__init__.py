"""A shop's data in ShopGym's contract: read, written, and turned into offers and content."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
