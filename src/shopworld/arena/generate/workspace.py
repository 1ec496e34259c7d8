"""Where a coding agent works: a copy of the shop, its task, the shipped templates to read. Only its theme is taken."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from shopworld.arena.bundle import SpecificationBundle
from shopworld.arena.generate.feedback import task_of
from shopworld.arena.generate.steps import GenerationStep
from shopworld.errors import InputError
from shopworld.shop import (
    CATALOG_FOLDER,
    DATA_FOLDER,
    FINGERPRINTS_FILE,
    IDENTITY_FILE,
    STYLES_FOLDER,
    TEMPLATES_FOLDER,
    THEME_FOLDER,
    ShopFolder,
    fingerprint_of,
    read_theme,
    stylesheet,
    template_sources,
)

_COPIED = (IDENTITY_FILE, "spec", DATA_FOLDER, THEME_FOLDER, FINGERPRINTS_FILE)
_KINDS = {TEMPLATES_FOLDER: ".html", STYLES_FOLDER: ".css"}


@dataclass(frozen=True, slots=True)
class Workspace:
    """The folder in which a coding agent works.

    Attributes:
        folder: its working directory.
        before: hashes of the files of the shop as it found them, by relative name.
    """

    folder: Path
    before: dict[str, str]

    @property
    def shop(self) -> Path:
        """The copy of the shop."""
        return self.folder / "shop"

    @property
    def theme(self) -> Path:
        """What the agent may change."""
        return self.shop / THEME_FOLDER

    def environment(self, step: GenerationStep, iteration: int) -> dict[str, str]:
        """What the agent is told by environment variables."""
        feedback = self.folder / "feedback.md"
        return {
            "SHOPWORLD_WORKSPACE": str(self.folder),
            "SHOPWORLD_SHOP": str(self.shop),
            "SHOPWORLD_THEME": str(self.theme),
            "SHOPWORLD_TASK": str(self.folder / "TASK.md"),
            "SHOPWORLD_SPECIFICATION": str(self.folder / "specification"),
            "SHOPWORLD_FEEDBACK": str(feedback) if feedback.is_file() else "",
            "SHOPWORLD_STEP": step.name,
            "SHOPWORLD_ITERATION": str(iteration),
        }

    def changed(self) -> tuple[list[str], list[str]]:
        """Files of the theme that the agent changed, and other files of the shop that it had no business with."""
        after = _files(self.shop)
        names = sorted(name for name in self.before.keys() | after.keys() if self.before.get(name) != after.get(name))
        mine = [name for name in names if name.startswith(f"{THEME_FOLDER}/")]
        return mine, [name for name in names if name not in mine]

    def take_theme(self, target: Path) -> None:
        """Copies the theme as the agent left it.

        Args:
            target: folder that is made.

        Raises:
            InputError: a file or folder is a link, or no template or style as it must be; nothing is copied.
        """
        for folder in (self.shop, self.theme, *(self.theme / name for name in _KINDS)):
            if folder.is_symlink():
                raise InputError("is a link; a theme holds files of its own only", file=folder.relative_to(self.folder))
        try:
            read_theme(self.theme)
        except InputError as error:
            raise InputError(error.message.replace(f"{self.folder}/", "")) from error
        target.mkdir(parents=True)
        for name, suffix in _KINDS.items():
            for file in sorted((self.theme / name).rglob(f"*{suffix}")):
                if file.is_file() and not file.is_symlink() and not file.name.startswith("."):
                    copy = target / file.relative_to(self.theme)
                    copy.parent.mkdir(parents=True, exist_ok=True)
                    shutil.copyfile(file, copy)


def make_workspace(
    folder: Path, shop: ShopFolder, bundle: SpecificationBundle, step: GenerationStep, feedback: Path | None
) -> Workspace:
    """Makes the workspace of one iteration.

    Args:
        folder: that is made.
        shop: as it stands; it is copied without its catalog, which follows from its data.
        bundle: the specification.
        step: that is worked on.
        feedback: of the verifiers, after the last iteration.
    """
    folder = folder.absolute()  # the agent runs in it, so that relative paths would lead elsewhere
    copy = folder / "shop"
    copy.mkdir(parents=True)
    for name in _COPIED:
        source = shop.path / name
        if source.is_dir():
            shutil.copytree(source, copy / name)
        elif source.is_file():
            shutil.copyfile(source, copy / name)
    for name in _KINDS:
        (copy / THEME_FOLDER / name).mkdir(parents=True, exist_ok=True)
    texts = {
        "TASK.md": task_of(step, bundle, shop),
        "specification/manual.md": step.manual(bundle),
        "specification/values.json": step.slice_of(bundle),
        "reference/shop.css": stylesheet(shop.specification.style),
        **{
            f"reference/templates/{name}": source
            for name, source in template_sources(shop.specification.style.family).items()
        },
    }
    for name, text in texts.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    if feedback is not None:
        shutil.copyfile(feedback, folder / "feedback.md")
    return Workspace(folder, _files(copy))


def _files(shop: Path) -> dict[str, str]:
    """Hashes of a shop's files; the catalog does not count, as serving the shop makes it."""
    return {
        path.relative_to(shop).as_posix(): "link" if path.is_symlink() else fingerprint_of((path,))
        for path in sorted(shop.rglob("*"))
        if (path.is_symlink() or path.is_file())
        and path.relative_to(shop).parts[0] not in (CATALOG_FOLDER, FINGERPRINTS_FILE)
    }
