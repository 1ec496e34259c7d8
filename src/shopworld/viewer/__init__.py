"""A viewer of runs: tables of trials, traces step by step, comparisons and figures, live or as one file."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
