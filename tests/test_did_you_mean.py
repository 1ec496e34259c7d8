"""Names that are written almost rightly: the hint of an error says which is meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from small_world import make_small_world

import shopworld as sw
from shopworld.errors import MallError, TaskError
from shopworld.mall import Home, Mall
from shopworld.tasks import find_suite, task_of


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """Home of the mall and the suite `small`."""
    home = Home(tmp_path_factory.mktemp("home"))
    make_small_world(home)
    return home


def test_a_suite_a_task_and_a_mall_are_named(home: Home, tmp_path: Path) -> None:
    with pytest.raises(TaskError) as suite:
        find_suite("smal", home.folder)
    assert suite.value.hint == "Did you mean 'small'? There are: small."
    with pytest.raises(TaskError) as task:
        task_of(sw.load_suite("small", home=home.folder), "answer_2")
    assert task.value.hint == "Did you mean 'answer_1'? See `shopworld tasks list small`."
    with pytest.raises(MallError) as mall:
        Mall.open(home.mall("smal"))
    assert mall.value.hint == "Did you mean 'small'? Make one: shopworld mall make smal"
    with pytest.raises(MallError) as nothing:
        Mall.open(tmp_path / "elsewhere")
    assert nothing.value.hint == "Make one: shopworld mall make elsewhere"
