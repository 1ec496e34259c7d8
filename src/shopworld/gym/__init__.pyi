from .client import GymClient as GymClient
from .client import GymSession as GymSession
from .client import GymTrouble as GymTrouble
from .seats import Seat as Seat
from .seats import Seats as Seats
from .serving import LOOPBACK as LOOPBACK
from .serving import gym_application as gym_application
from .serving import serve_gym as serve_gym
