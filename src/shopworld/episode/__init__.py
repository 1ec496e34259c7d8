"""One try of one agent at one task: its identity, events, virtual clock, and state as a fold over events."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
