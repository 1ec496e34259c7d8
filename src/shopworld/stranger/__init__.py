"""A stranger to makers and graders: reads rendered pages and goals, and says whether a task's answers are its own."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
