from .cases import ClosureCase as ClosureCase
from .cases import closure_cases as closure_cases
from .closure import CaseResult as CaseResult
from .closure import Closure as Closure
from .closure import ClosureSettings as ClosureSettings
from .closure import close_the_circle as close_the_circle
