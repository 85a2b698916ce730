"""Which modules something passes."""

from benchmarks.passages import Watcher, sizes
from engines.sides import alone
from engines.texts import say


def test_modules_are_noted_while_somebody_looks():
    watcher = Watcher()
    with watcher.installed():
        alone(2)
        with watcher.passing() as passage:
            say("{count}", count=1)
            alone(3)
        alone(4)
    assert list(passage.modules) == ["engines.texts", "engines.sides"]
    assert passage.modules["engines.sides"]["alone"] == 1
    assert passage.stored is None


def test_every_part_of_the_project_is_counted():
    assert {part for part, files, lines in sizes() if 0 < files < lines} == {"product", "tests", "examples"}
