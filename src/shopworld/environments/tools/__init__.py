"""The tool sandbox: ten functions over a catalog and a shopper who can be asked."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
