from .agents.protocol import Agent as Agent
from .agents.protocol import Move as Move
from .api.cards import TaskCard as TaskCard
from .api.evaluating import Run as Run
from .api.evaluating import evaluate as evaluate
from .api.opening import load_suite as load_suite
from .api.opening import open as open
from .api.sealed import SealedSession as SealedSession
from .api.sealed import SealedWorld as SealedWorld
from .api.sessions import AsyncSession as AsyncSession
from .api.world import World as World
from .environments.observation import Observation as Observation
from .environments.observation import ToolDescription as ToolDescription
from .environments.observation import ToolReply as ToolReply
from .errors import ShopworldError as ShopworldError
from .evaluation.records import Result as Result
from .evaluation.records import Status as Status
from .evaluation.running.session import Session as Session
from .tasks.model import Suite as Suite
from .tasks.model import Task as Task

__version__: str
