"""What is told to people and coding agents: the task of a step, and what verification found (`feedback/<step>.md`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fnmatch import fnmatch
from pathlib import Path

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.record import Iteration
from shopworld.arena.generate.steps import GenerationStep
from shopworld.arena.verify import Finding
from shopworld.files import write_whole
from shopworld.shop import ShopFolder, addresses_of, template_sources

FEEDBACK_FOLDER = "feedback"

_TASK = """\
# {title}

{about}

You are one iteration of a loop: a fresh process each time, with no memory but the files here. Look, change what needs a
change, end. After you, verifiers go over the whole shop; what they find stands in `feedback.md` for the next iteration.

## What you may change

Only `shop/theme/`:

- `shop/theme/templates/<name>.html` replaces the shipped template of that name. Copy it from `reference/templates/`
  first, then change it. The language is Jinja (minijinja): `page`, `shell`, `identity`, `capabilities`, `structure` and
  `addresses` are there as the shipped templates use them; what is undefined is an error.
- `shop/theme/styles/<name>.css` is appended to `reference/shop.css`. Colours, spaces and fonts are custom properties at
  its beginning. Styles load nothing from elsewhere.

Everything else is put back after you. A change that gives any verifier more errors is rolled back as a whole.
Change nothing if nothing needs a change: the step is then over.

## What is specified

The manual of this step is in `specification/manual.md`, its values in `specification/values.json`:

{values}

## Templates of this step

{templates}

## Pages to look at

{pages}

`shopworld shop serve shop` shows them in a browser; `shopworld shop verify shop` runs the verifiers.
"""


def task_of(step: GenerationStep, bundle: SpecificationBundle, shop: ShopFolder) -> str:
    """The task of a step as Markdown."""
    names = [
        name
        for name in template_sources(shop.specification.style.family)
        if any(fnmatch(name, one) for one in step.templates)
    ]
    return _TASK.format(
        title=step.title,
        about=step.about,
        values=_lines(f"`{name}` = {text}" for name, text in step.specified(bundle).items()),
        templates="All of `reference/templates/`." if "*" in step.templates else _lines(f"`{name}`" for name in names),
        pages=_lines(f"{what}: `{path}`" for what, path in tour_of(shop).items()),
    )


def tour_of(shop: ShopFolder) -> dict[str, str]:
    """The main pages of a shop: what a visitor sees who looks at everything once."""
    there = addresses_of(shop.specification.identity.addresses)
    data = shop.data
    largest = max(data.collections, key=lambda one: len(one.product_handles), default=None)
    varied = next((one for one in data.products if one.has_options), data.products[0])
    plain = next((one for one in data.products if not one.has_options), None)
    word = varied.title.split()[-1]
    tour = {"home": "/", "all products": there.all_products}
    tour |= {"a collection": there.category((largest.handle,))} if largest else {}
    tour |= {"a product with variants": there.product(varied.handle)}
    tour |= {"a product without variants": there.product(plain.handle)} if plain else {}
    tour |= {"search": there.search_for(word), "cart": there.cart, "checkout": there.checkout}
    tour |= {one.title: there.policy(one.handle) for one in (*data.policies, *data.pages)}
    tour |= {one.title: there.article(one.blog, one.handle) for one in data.articles[:1]}
    return tour


def write_feedback(
    folder: Path,
    step: GenerationStep,
    findings: Sequence[Finding],
    last: Iteration | None,
    lost: Sequence[Finding] = (),
) -> Path:
    """Writes the feedback of a step.

    Args:
        folder: of the shop.
        step: that it is about.
        findings: of its areas, as the shop stands.
        last: the last iteration; None before the first one.
        lost: what verifiers found in changes that were rolled back.

    Returns:
        the file.
    """
    file = folder / FEEDBACK_FOLDER / f"{step.name}.md"
    file.parent.mkdir(exist_ok=True)
    write_whole(file, feedback(step, findings, last, lost).encode())
    return file


def feedback(
    step: GenerationStep, findings: Sequence[Finding], last: Iteration | None, lost: Sequence[Finding] = ()
) -> str:
    """The feedback of a step as Markdown."""
    parts = [f"# {step.title}"]
    if last is not None:
        parts.append(f"Iteration {last.number}: {_told(last)}")
    if lost:
        parts += ["## What the rolled back changes broke", _findings(lost)]
    errors = [one for one in findings if one.severity == "error"]
    warnings = [one for one in findings if one.severity == "warning"]
    if errors:
        parts += ["## What is wrong", _findings(errors)]
    if warnings:
        parts += ["## What could be better", _findings(warnings)]
    if not findings:
        parts.append("The verifiers find nothing wrong.")
    return "\n\n".join(parts) + "\n"


def _told(one: Iteration) -> str:
    files = ", ".join(f"`{name}`" for name in one.files)
    said = {
        "taken": f"changed {files}; the changes stay.",
        "rolled back": f"changed {files}; the changes were rolled back.",
        "refused": "the changes could not be read and were not taken over.",
        "none": "nothing was changed.",
    }[one.change]
    return f"{said} {one.note}".strip()


def _findings(findings: Iterable[Finding]) -> str:
    return "\n".join(f"- **{one.place}**: {sentence(one)} ({one.verifier})" for one in findings)


def sentence(finding: Finding) -> str:
    """What was found, and its cure."""
    what = finding.what.rstrip()
    return f"{what}{'' if what.endswith(('.', '!', '?')) else '.'} {finding.cure}".rstrip()


def _lines(texts: Iterable[str]) -> str:
    return "\n".join(f"- {text}" for text in texts) or "- none"
