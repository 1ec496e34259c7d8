from .stranger import Progress as Progress
from .stranger import Stranger as Stranger
from .verdict import StrangerOpinion as StrangerOpinion
from .verdict import StrangerStance as StrangerStance
from .verdict import Tally as Tally
from .verdict import tally as tally
from .walking import Fetch as Fetch
