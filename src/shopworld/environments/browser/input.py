"""Acts on elements of a page with real mouse and keyboard events."""

from __future__ import annotations

from typing import Any

from shopworld.environments.browser.connection import CommandRefused
from shopworld.environments.browser.keys import MODIFIERS, Key, read_keys
from shopworld.environments.browser.page import BrowserPage
from shopworld.environments.browser.scripts import script
from shopworld.environments.observation import Box
from shopworld.errors import ActionError

_BUTTON_BITS = {"left": 1, "right": 2, "middle": 4}
_DRAG_STEPS = 5
_DRAG_TIMEOUT = 0.25

_FAR = 1000.0
"""Windows away, at most."""

Point = tuple[float, float]


class PageElement:
    """One element of a page, found by an agent's id.

    Args:
        page: where it lies.
        node: its backend node id.
        identifier: the agent's id, for messages.

    Every method raises `ActionError` where the element cannot be used that way; the text says why.
    """

    def __init__(self, page: BrowserPage, node: int, identifier: str) -> None:
        self.page = page
        self.identifier = identifier
        self.box: Box | None = None
        """Where it lay when it was acted on first; None before, and inside of frames."""
        self._node = node
        try:
            answer = page.call("DOM.resolveNode", backendNodeId=node, objectGroup="action")
        except CommandRefused as error:
            raise ActionError(f"element [{identifier}] is no longer on the page") from error
        self._object: str = answer["object"]["objectId"]

    def click(self, *, button: str = "left", modifiers: list[str] | None = None, count: int = 1) -> None:
        """Presses and releases a mouse button on the element, `count` times."""
        point = self._point("click")
        bits = sum(MODIFIERS[name] for name in set(modifiers or ()))
        events = [_mouse(self.page, "mouseMoved", point, modifiers=bits)]
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                events.append(_mouse(self.page, kind, point, button=button, clickCount=number, modifiers=bits))
        _answer_all(self.page, events)

    def hover(self) -> None:
        """Moves the mouse over the element."""
        _answer_all(self.page, [_mouse(self.page, "mouseMoved", self._point("point"))])

    def focus(self) -> None:
        """Gives the element the keyboard focus."""
        self._run("focus")

    def press(self, combination: str) -> None:
        """Focuses the element and presses a key or a combination."""
        bits, modifiers, key = read_keys(combination)
        self._run("focus")
        held = 0
        events = []
        for modifier in modifiers:
            held |= MODIFIERS[modifier.key]
            events.append(_key(self.page, "rawKeyDown", modifier, held))
        events.append(_key(self.page, "keyDown" if key.text else "rawKeyDown", key, bits))
        events.append(_key(self.page, "keyUp", key, bits))
        for modifier in reversed(modifiers):
            held &= ~MODIFIERS[modifier.key]
            events.append(_key(self.page, "keyUp", modifier, held))
        _answer_all(self.page, events)

    def fill(self, value: str) -> None:
        """Replaces the element's content."""
        found = self._run("fill", value)
        if found.get("done"):
            return
        if value:
            self.page.call("Input.insertText", text=value)
        elif not found.get("empty"):
            delete = Key("Delete", "Delete", 46)
            _answer_all(self.page, [_key(self.page, kind, delete, 0) for kind in ("rawKeyDown", "keyUp")])

    def select(self, options: list[str]) -> None:
        """Selects options of a list by value or label."""
        self._run("select", options)

    def drag_to(self, target: PageElement) -> None:
        """Presses the mouse on this element and releases it on the other."""
        page = self.page
        start = self._point("point")
        page.forget_drag()
        page.call("Input.setInterceptDrags", enabled=True)
        try:
            _answer_all(
                page,
                [
                    _mouse(page, "mouseMoved", start),
                    _mouse(page, "mousePressed", start, button="left", clickCount=1),
                ],
            )
            end = target._point("point")
            moves = [_mouse(page, "mouseMoved", between, button="left") for between in _way(start, end)]
            page.wait(
                lambda: page.dragged is not None or all(page.connection.answered(move) for move in moves),
                timeout=_DRAG_TIMEOUT,
            )
            if page.dragged is not None:
                for kind in ("dragEnter", "dragOver", "drop"):
                    page.call("Input.dispatchDragEvent", type=kind, x=end[0], y=end[1], data=page.dragged)
            for move in moves:
                page.connection.forget(move)
            page.call("Input.dispatchMouseEvent", type="mouseReleased", x=end[0], y=end[1], button="left", clickCount=1)
        finally:
            page.post("Input.setInterceptDrags", enabled=False)

    def _point(self, step: str) -> Point:
        found = self._run(step)
        if found.get("outside"):
            quads = self.page.call("DOM.getContentQuads", objectId=self._object)["quads"]
            if not quads:
                raise ActionError(f"element [{self.identifier}] is not visible")
            return sum(quads[0][::2]) / 4, sum(quads[0][1::2]) / 4
        return float(found["x"]), float(found["y"])

    def _run(self, step: str, argument: Any = None) -> dict[str, Any]:
        answer = self.page.call(
            "Runtime.callFunctionOn",
            functionDeclaration=script("element"),
            objectId=self._object,
            arguments=[{"value": step}, {"value": argument}],
            returnByValue=True,
            userGesture=True,
        )
        if "exceptionDetails" in answer:
            raise ActionError(f"element [{self.identifier}] cannot be used: {_exception(answer['exceptionDetails'])}")
        found: dict[str, Any] = answer["result"]["value"]
        self.box = self.box or _box(found.get("box"))
        if "error" in found:
            raise ActionError(f"element [{self.identifier}] {found['error']}")
        return found


def _box(found: Any) -> Box | None:
    """A box that a page told, unless it is none: pages may replace what is asked."""
    if not isinstance(found, list) or len(found) != 4 or not all(isinstance(one, int | float) for one in found):
        return None
    left, top, width, height = (round(min(max(float(one), -_FAR), _FAR), 4) for one in found)
    return left, top, width, height


def scroll(page: BrowserPage, delta_x: float, delta_y: float, viewport: tuple[int, int]) -> None:
    """Turns the mouse wheel over the middle of the viewport, by CSS pixels."""
    middle = (viewport[0] / 2, viewport[1] / 2)
    _answer_all(page, [_mouse(page, "mouseWheel", middle, deltaX=delta_x, deltaY=delta_y)])


def _mouse(page: BrowserPage, kind: str, point: Point, **parameters: Any) -> int:
    if kind == "mouseMoved" and "button" in parameters:
        parameters["buttons"] = _BUTTON_BITS[parameters["button"]]
    return page.send("Input.dispatchMouseEvent", type=kind, x=point[0], y=point[1], **parameters)


def _key(page: BrowserPage, kind: str, key: Key, modifiers: int) -> int:
    typed = key.text if kind == "keyDown" and not modifiers & ~MODIFIERS["Shift"] else ""
    return page.send(
        "Input.dispatchKeyEvent",
        type="rawKeyDown" if kind == "keyDown" and not typed else kind,
        key=key.key,
        code=key.code,
        windowsVirtualKeyCode=key.number,
        modifiers=modifiers,
        **({"text": typed, "unmodifiedText": typed} if typed else {}),
    )


def _answer_all(page: BrowserPage, numbers: list[int]) -> None:
    for number in numbers:
        page.answer(number)


def _way(start: Point, end: Point) -> list[Point]:
    return [
        (
            start[0] + (end[0] - start[0]) * step / _DRAG_STEPS,
            start[1] + (end[1] - start[1]) * step / _DRAG_STEPS,
        )
        for step in range(1, _DRAG_STEPS + 1)
    ]


def _exception(details: dict[str, Any]) -> str:
    exception = details.get("exception", {})
    text: str = exception.get("description") or details.get("text", "")
    return text.partition("\n")[0]
