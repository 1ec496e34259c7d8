"""From findings to a specification: values in the closed vocabulary, the manual's prose, provenance."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from shopworld.arena.bundle import (
    BundleManifest,
    BundleSource,
    ShopPromises,
    SpecificationBundle,
    Statistics,
    manual_of,
)
from shopworld.arena.bundle.bundle import NEUTRAL_STYLE
from shopworld.arena.explore.anonymity import Anonymity
from shopworld.arena.explore.findings import Findings
from shopworld.shop.capabilities import Capabilities
from shopworld.shop.specification import Style

_PREFIXES = ("stats.", "style.", "promises.")
_MOST_ATTEMPTS = 12
_MARK_LINE = re.compile(r"^- [^:`]+: `([a-z_.]+) = [^`]*`$")

M = TypeVar("M", bound=BaseModel)


def bundle_of(findings: Findings, anonymity: Anonymity, *, platform: str) -> SpecificationBundle:
    """The specification that the findings make; what does not fit the vocabulary goes to `other`.

    Args:
        findings: of one site.
        anonymity: cleans every text.
        platform: what the site is built with, in general words.
    """
    capabilities = _part(Capabilities, findings, "", Capabilities())
    other = {name: anonymity.clean(text) for name, text in sorted(findings.other.items())}
    capabilities = capabilities.model_copy(update={"other": {**capabilities.other, **other}})
    bundle = SpecificationBundle(
        manual="",
        capabilities=capabilities,
        statistics=_part(Statistics, findings, "stats.", Statistics()),
        style=_part(Style, findings, "style.", NEUTRAL_STYLE),
        promises=_part(ShopPromises, findings, "promises.", ShopPromises()),
        manifest=BundleManifest(
            sources=(BundleSource(label="seed 1", method="explored", note=f"a {platform} storefront"),),
            confidence={one.name: one.confidence for one in sorted(findings, key=lambda one: one.name)},
            unknown={name: anonymity.clean(reason) for name, reason in sorted(findings.unknown.items())},
            by_model={
                one.name: anonymity.clean(one.note)
                for one in sorted(findings, key=lambda one: one.name)
                if one.source == "model"
            },
            withheld=anonymity.withheld(),
        ),
    )
    prose = {section: anonymity.clean(" ".join(sentences)) for section, sentences in findings.prose.items()}
    written = manual_of(bundle, prose)
    return replace(written, manual=_without_unseen(written.manual, findings))


def _without_unseen(manual: str, findings: Findings) -> str:
    """The manual without marks of values that nobody saw: what stands there is only the vocabulary's default."""
    lines = manual.split("\n")
    kept = [line for line in lines if not (match := _MARK_LINE.match(line)) or match[1] in findings.values]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept))


def _part(model: type[M], findings: Findings, prefix: str, default: M) -> M:
    """One part of the specification. A value that the model refuses is noted as unknown, verbatim in `other`."""
    for _ in range(_MOST_ATTEMPTS):
        data: dict[str, Any] = default.model_dump(mode="json")
        for one in findings:
            own = one.name.startswith(prefix) if prefix else not one.name.startswith(_PREFIXES)
            if own:
                _put(data, one.name.removeprefix(prefix), one.value)
        try:
            return model.model_validate(data)
        except ValidationError as error:
            if not _drop(findings, error, prefix):
                raise
    return default


def _put(data: dict[str, Any], name: str, value: Any) -> None:
    *areas, last = name.split(".")
    for area in areas:
        data = data.setdefault(area, {})
    data[last] = value


def _drop(findings: Findings, error: ValidationError, prefix: str) -> bool:
    """Takes out the findings at fault; False where none is."""
    dropped = False
    for problem in error.errors(include_url=False):
        place = prefix + ".".join(str(one) for one in problem["loc"])
        for name in [
            one for one in findings.values if place == one or place.startswith(f"{one}.") or one.startswith(f"{place}.")
        ]:
            value = findings.values.pop(name).value
            findings.missing(name, f"what was seen is not in the vocabulary: {problem['msg']}")
            findings.other[name] = str(value)
            dropped = True
    return dropped
