"""One server where agents of any language play: sessions over HTTP and over the Model Context Protocol; a client."""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
