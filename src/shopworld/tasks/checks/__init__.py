"""Checks: typed, declarative conditions over an episode's events. A kind of check is one module of `kinds/`."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
