from .collection import RunCollection as RunCollection
from .exporting import ViewSize as ViewSize
from .exporting import write_view as write_view
from .serving import serve_view as serve_view
