"""Task generation: tasks whose answers are computed over the whole catalog and proven a second time from the pages."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
