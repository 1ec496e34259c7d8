"""Judges: language models that say whether a task was done, beside the code checks and never instead of them."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
