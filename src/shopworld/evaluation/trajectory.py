"""Writes an attempt's steps while it runs: the line of a step is complete before the next begins."""

from __future__ import annotations

from pathlib import Path

from pydantic import ValidationError
from pydantic_core import PydanticSerializationError

from shopworld.agents import Move
from shopworld.closing import Closing
from shopworld.environments import Observation
from shopworld.errors import InputError
from shopworld.evaluation.records import OpenTab, Step, read_steps
from shopworld.files import write_whole
from shopworld.models import known_keys, redact_all


def fit_move(action: object) -> Move:
    """A move that a trajectory can keep, of an action or a move: asked before anything is done.

    Raises:
        InputError: it is neither, or holds what cannot be written as JSON.
    """
    move = action if isinstance(action, Move) else Move(action)  # type: ignore[arg-type]
    try:
        step = {"number": 0, "action": move.action, "thought": move.thought, "extra": move.extra}
        Step.model_validate(step, strict=True).to_json()
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        found = type(first["input"]).__name__
        raise InputError(f"{first['msg']}; found {found}", field=str(first["loc"][0])) from error
    except (PydanticSerializationError, TypeError, ValueError, RecursionError) as error:
        raise InputError(f"a move must be JSON-able: {error}", field="action") from error
    return move


class Trajectory(Closing):
    """The steps of one attempt, on disk, without keys of language models: an agent may print its environment.

    Args:
        folder: the attempt's folder; must exist.
        pictures: whether pictures are kept.
    """

    def __init__(self, folder: Path, *, pictures: bool = True) -> None:
        self.folder = folder
        self._pictures, self._keys = pictures, known_keys()
        self._file = (folder / STEPS).open("wb", buffering=0)

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def add(self, number: int, move: Move | None, seen: Observation, *, events: int, seconds: float) -> None:
        """Writes one step.

        Args:
            number: actions taken so far, this one included.
            move: what the agent chose; None for the first page.
            seen: what it saw after that.
            events: events in the episode so far.
            seconds: wall time of choice and action.
        """
        picture = ""
        if self._pictures and seen.screenshot is not None:
            picture = f"step-{number:03d}.jpg"
            (self.folder / picture).write_bytes(seen.screenshot)
        step = Step(
            number=number,
            action=move.action if move else "",
            thought=move.thought if move else "",
            error=seen.last_action_error,
            url=seen.url,
            title=seen.title,
            tree=seen.accessibility_tree,
            focused=seen.focused_element,
            tabs=tuple(OpenTab(url=tab.url, title=tab.title, active=tab.active) for tab in seen.tabs)
            if len(seen.tabs) != 1
            else (),
            result=seen.tool_result,
            screenshot=picture,
            box=seen.acted if picture else None,
            events=events,
            seconds=round(seconds, 4),
            extra=move.extra if move else {},
        )
        self._file.write(redact_all(step.to_json(), self._keys) + b"\n")


STEPS = "steps.jsonl"
EVENTS = "events.jsonl"
TRACEBACK = "traceback.txt"
MODEL_CALLS = "model.jsonl"
"""What a language model was asked and answered, for an agent that has one."""
GOAL = "goal.txt"
"""What the agent was given, so that a page can be made of the episode without the suite."""


def drop_screenshots(folder: Path) -> None:
    """Deletes an attempt's pictures and their names in its steps, where they are not wanted."""
    steps = [step.model_copy(update={"screenshot": "", "box": None}) for step in read_steps(folder / STEPS)]
    write_whole(folder / STEPS, b"".join(step.to_json() + b"\n" for step in steps))
    for picture in folder.glob("step-*.jpg"):
        picture.unlink()
