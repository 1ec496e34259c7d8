"""Money in texts: the one reader of amounts, and how they are written; signs and codes are CLDR's."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
