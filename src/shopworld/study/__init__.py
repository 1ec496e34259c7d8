"""Tasks played by people in their own browsers: one by who sits here, or a suite by the participants of a study."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
