"""Forms of a page, filled and sent as a browser would without script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlencode, urljoin, urlsplit, urlunsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

from shopworld.arena.verify.page import spoken
from shopworld.arena.verify.shopper import ShopResponse, VerifyingShopper

_NOT_SENT = frozenset({"button", "reset", "image", "file"})
_TYPED = frozenset({"text", "search", "email", "tel", "url", "number", "password", "textarea", "date", "range"})


@dataclass(frozen=True, slots=True)
class FormControl:
    """A control that takes part in a form.

    Attributes:
        name: in the data that is sent.
        type: of the input; `select` or `textarea` for these.
        value: that it has.
        values: that can be chosen: one for a checkbox or radio button, all that are enabled for a select.
        chosen: whether it is sent as it stands.
        required: whether it must be filled.
        enabled: whether it can be used.
        purpose: words of `autocomplete`.
    """

    name: str
    type: str
    value: str
    values: tuple[str, ...] = ()
    chosen: bool = True
    required: bool = False
    enabled: bool = True
    purpose: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """A form of a page.

    Attributes:
        page: path of the page that it is on.
        action: path that it is sent to.
        method: `GET` or `POST`.
        fields: in order.
        buttons: those that send it: name and value where they have some, and their words.
        in_main: whether it stands in the main part of the page.
    """

    page: str
    action: str
    method: str
    fields: tuple[FormControl, ...]
    buttons: tuple[tuple[str, str, str], ...]
    in_main: bool = False

    def field(self, name: str) -> FormControl | None:
        """The first usable field of that name."""
        return next((one for one in self.fields if one.name == name and one.enabled), None)

    def filled(
        self, values: Mapping[str, str] | None = None, *, button: int = 0, required: bool = True
    ) -> list[tuple[str, str]]:
        """What is sent: what stands in the form, with some values changed.

        Args:
            values: by name; of radio buttons and selects the one that is chosen.
            button: that is pressed, by its place.
            required: whether what must be chosen and is not is chosen: the first value that can be.
        """
        wanted = dict(values or {})
        sent: list[tuple[str, str]] = []
        decided = {one.name for one in self.fields if one.type == "radio" and one.chosen and one.enabled}
        for one in self.fields:
            if not one.enabled or not one.name:
                continue
            if one.type == "radio":
                chosen = one.chosen
                if one.name in wanted:
                    chosen = one.value == wanted[one.name]
                elif required and one.required and one.name not in decided:
                    chosen = True
                    decided.add(one.name)
                if chosen:
                    sent.append((one.name, one.value))
            elif one.type == "checkbox":
                if wanted.get(one.name) == one.value or (one.chosen or (required and one.required)):
                    sent.append((one.name, one.value))
            elif one.type == "select":
                sent.append((one.name, wanted.get(one.name) or _selected(one, required)))
            else:
                sent.append((one.name, wanted.get(one.name, one.value)))
        if self.buttons and self.buttons[button][0]:
            sent.append(self.buttons[button][:2])
        return sent

    def send(self, shopper: VerifyingShopper, fields: list[tuple[str, str]]) -> ShopResponse:
        """Sends it, and follows where it leads."""
        if self.method == "POST":
            return shopper.post(self.action, fields)
        parts = urlsplit(self.action)
        return shopper.get(urlunsplit(("", "", parts.path, urlencode(fields), "")))


def forms_of(answer: ShopResponse) -> list[Form]:
    """The forms of a page, in order."""
    tree = LexborHTMLParser(answer.text)
    main = {node.mem_id for node in tree.css("main form")}
    return [_form(node, tree, answer.path, in_main=node.mem_id in main) for node in tree.css("form")]


def _form(node: LexborNode, tree: LexborHTMLParser, path: str, *, in_main: bool) -> Form:
    given = node.attributes
    parts = urlsplit(urljoin(f"http://shop{path}", (given.get("action") or "").strip() or path))
    controls = list(_controls(node, tree))
    return Form(
        page=path,
        action=urlunsplit(("", "", parts.path or "/", parts.query, "")),
        method="POST" if (given.get("method") or "").lower() == "post" else "GET",
        fields=tuple(_field(one) for one in controls if not _sends(one) and _type(one) not in _NOT_SENT),
        buttons=tuple(
            (one.attributes.get("name") or "", one.attributes.get("value") or "", spoken(one))
            for one in controls
            if _sends(one) and "disabled" not in one.attributes
        ),
        in_main=in_main,
    )


def _controls(form: LexborNode, tree: LexborHTMLParser) -> Iterator[LexborNode]:
    """Controls in a form, then those elsewhere on the page that name it."""
    for node in form.css("input, select, textarea, button"):
        if "form" not in node.attributes or node.attributes["form"] == form.attributes.get("id"):
            yield node
    identifier = form.attributes.get("id")
    if identifier:
        inside = {node.mem_id for node in form.css("[form]")}
        yield from (
            node for node in tree.css("[form]") if node.attributes["form"] == identifier and node.mem_id not in inside
        )


def _field(node: LexborNode) -> FormControl:
    given, kind = node.attributes, _type(node)
    value, chosen = given.get("value") or "", True
    values: tuple[str, ...] = ()
    if kind == "textarea":
        value = node.text(deep=True)
    elif kind == "select":
        options = node.css("option")
        values = tuple(_option(one) for one in options if "disabled" not in one.attributes)
        selected = [_option(one) for one in options if "selected" in one.attributes]
        value = selected[-1] if selected else (_option(options[0]) if options else "")
    elif kind in ("checkbox", "radio"):
        value = value or "on"
        values, chosen = (value,), "checked" in given
    return FormControl(
        name=given.get("name") or "",
        type=kind,
        value=value,
        values=values,
        chosen=chosen,
        required="required" in given or given.get("aria-required") == "true",
        enabled="disabled" not in given,
        purpose=tuple((given.get("autocomplete") or "").split()),
    )


def _selected(field: FormControl, required: bool) -> str:
    if field.value or not (required and field.required):
        return field.value
    return next((value for value in field.values if value), "")


def _option(node: LexborNode) -> str:
    value = node.attributes.get("value")
    return " ".join(node.text(deep=True).split()) if value is None else value


def _type(node: LexborNode) -> str:
    if node.tag in ("select", "textarea"):
        return str(node.tag)
    return (node.attributes.get("type") or ("submit" if node.tag == "button" else "text")).lower()


def _sends(node: LexborNode) -> bool:
    return _type(node) in ("submit", "image") and node.tag in ("button", "input")


def is_typed(field: FormControl) -> bool:
    """Whether people type into it."""
    return field.type in _TYPED
