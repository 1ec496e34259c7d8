"""A Ray cluster: its nodes and what is installed there, folders that travel by their hash, work shared out."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
