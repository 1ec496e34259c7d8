"""The specification bundle: what a shop is like, as a folder that people and programs read and edit."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
