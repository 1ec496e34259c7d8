from .colours import COLOURS as COLOURS
from .colours import hex_of as hex_of
from .drawing import VIEWS as VIEWS
from .drawing import draw_picture as draw_picture
from .offer_picture import draw_offer as draw_offer
from .swatches import PATTERNS as PATTERNS
from .swatches import SWATCH_ID as SWATCH_ID
from .swatches import TAG_ID as TAG_ID
