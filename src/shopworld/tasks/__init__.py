"""Tasks: model, checks, scoring from an episode's events, suites on disk, validation."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
