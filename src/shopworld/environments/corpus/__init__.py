"""The corpus: the pages of all shops of a mall in one index, and an environment that searches it."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
