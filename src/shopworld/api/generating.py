"""Shops generated from specifications."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from shopworld.api.asking import model_use
from shopworld.api.places import Place, home_of
from shopworld.api.progress import OnProgress, in_words
from shopworld.arena import shipped_specifications
from shopworld.arena import verify as verification
from shopworld.arena.bundle import BUNDLE_FILES, read_bundle
from shopworld.arena.generate import (
    FIDELITY_FILE,
    KINDS_OF_TEXT,
    OF_TWINS,
    AuthoredContents,
    CodingAgent,
    Contents,
    GenerateSettings,
    Generation,
    TextStore,
    TwinContents,
    generate,
    invented,
)
from shopworld.arena.verify import VisualJudge, with_judge
from shopworld.errors import InputError
from shopworld.files import write_whole
from shopworld.models import ModelSettings


def generate_shop(
    specification: Place,
    out: Place,
    *,
    seed: int = 1,
    products: int | None = None,
    twin: bool = False,
    source: Place | None = None,
    pictures: Place | None = None,
    verify: bool = True,
    coding_agent: str = "",
    iterations: int = 30,
    agent_seconds: float = 900.0,
    model: str | None = None,
    texts: Sequence[str] | None = None,
    judge: bool = True,
    fresh: bool = False,
    models: ModelSettings | None = None,
    record: Place | None = None,
    replay: Place | None = None,
    home: Place | None = None,
    progress: OnProgress | None = None,
) -> Generation:
    """Generates a shop from a specification, and verifies it.

    Over a shop that stands there, after an edit of the specification, only what follows from the edit is written; files
    that were edited by hand are kept. An interrupted generation goes on by the same call.

    Args:
        specification: its folder, or the name of one that ships: `clothing`, `cookware`, `hardware`.
        out: folder of the shop.
        seed: of all choices; the same seed gives the same shop.
        products: how many; as the specification says by default.
        twin: whether it sells what the explored source sells, under an invented name.
        source: of a twin: where exploration kept what it read; looked up at home by default.
        pictures: folder of photographs that take the place of drawings, called after products or kinds of them.
        verify: whether it is verified.
        coding_agent: command of an agent that works on templates and styles, step by step.
        iterations: most runs of the agent for one step.
        agent_seconds: longest run of the agent.
        model: `provider/model` that writes texts and looks at pages.
        texts: what it writes: `products`, `collections`, `reviews`, `pages`; all by default.
        judge: whether it judges how pages look.
        fresh: whether what it wrote before is forgotten.
        models: how it is called, and what that may cost.
        record: file for what it is asked and answers.
        replay: such a file, to answer from without the model.
        home: where sources and written texts are; `SHOPWORLD_HOME` or `.shopworld` by default.
        progress: is told what is being done.

    Returns:
        the shop, what was written, and what stays unmet.

    Raises:
        InputError: specification, options or an edited file of the shop are wrong.
        ArenaError: a twin's source is not there, or there is no such coding agent.
        ShopError: something else stands in the folder; nothing is changed there.
        BrowserMissing: there is no Chromium for the verification; the shop is there, and not verified.
        ModelError: the model cannot be called as asked.
    """
    use = model_use(model, models, record=record, replay=replay)
    settings = GenerateSettings(
        seed=seed,
        products=products,
        agent=CodingAgent(coding_agent, agent_seconds) if coding_agent else None,
        iterations=iterations,
        verify=verify,
        twin=twin or source is not None,
        judge=model if judge and model else "",
        pictures=Path(pictures) if pictures is not None else None,
    )
    kinds = _kinds_of_text(texts, model, twin=settings.twin)
    folder = _folder_of(specification)
    place = home_of(home).folder
    bundle = read_bundle(folder)
    contents: Contents = invented
    twin_of: TwinContents | None = None
    verifiers = verification.VERIFIERS
    if settings.twin:
        from shopworld.arena.generate import find_source, likeness_verifier

        kept = Path(source) if source is not None else None
        contents = twin_of = TwinContents(find_source(folder, kept, sources=place / "explored"))
        verifiers = (*verifiers, likeness_verifier(folder))
    author: AuthoredContents | None = None
    looking: VisualJudge | None = None
    doing = in_words(progress, "Generating")
    with ExitStack() as opened:
        if use is not None:
            asked = opened.enter_context(use.opened(seed=seed))
            if kinds:
                store = TextStore(place / "authored" if record is None and replay is None else None, use.name)
                if fresh:
                    store.forget()
                contents = author = AuthoredContents(
                    asked, kinds, store=store, inner=contents, twin=settings.twin, doing=doing
                )
            if judge:
                looking = VisualJudge(asked, bundle)
                verifiers = with_judge(verifiers, looking)
        made = generate(
            bundle,
            Path(out),
            settings,
            contents=contents,
            verifiers=verifiers,
            authored=lambda: author.report.record if author else None,
            doing=doing,
        )
    fidelity = twin_of.fidelity if twin_of is not None else None
    if fidelity is not None:
        write_whole(Path(out) / FIDELITY_FILE, (fidelity.model_dump_json(indent=2) + "\n").encode())
        made = replace(made, fidelity=fidelity)
    return replace(made, texts=author.report if author else None, judge=looking.report if looking else None)


def _kinds_of_text(texts: Sequence[str] | None, model: str | None, *, twin: bool) -> tuple[str, ...]:
    """What the model is to write."""
    if texts is None:
        return () if not model else OF_TWINS if twin else KINDS_OF_TEXT
    unknown = sorted(set(texts) - {*KINDS_OF_TEXT, "none"})
    if unknown:
        raise InputError(f"--texts: {unknown[0]!r} is no kind of text; expected {', '.join(KINDS_OF_TEXT)} or none")
    if not model:
        raise InputError("--texts says what a language model writes, and there is no --model")
    sources_own = sorted(set(texts) - {*OF_TWINS, "none"}) if twin else []
    if sources_own:
        raise InputError(
            f"--texts {sources_own[0]}: those of a twin are its source's", hint="reviews and pages are not."
        )
    return tuple(one for one in KINDS_OF_TEXT if one in texts)


def _folder_of(specification: Place) -> Path:
    """The folder of a specification; one in the working directory goes before one that ships."""
    folder = Path(specification)
    is_bundle = any((folder / name).is_file() for name in BUNDLE_FILES)
    return folder if is_bundle else shipped_specifications().get(str(specification), folder)
