from .stranger import Progress as Progress
from .stranger import Stranger as Stranger
from .verdict import Opinion as Opinion
from .verdict import Stance as Stance
from .verdict import Tally as Tally
from .verdict import tally as tally
from .walking import Fetch as Fetch
