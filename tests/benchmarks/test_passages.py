"""Which modules something passes."""

from benchmarks.passages import Watcher, sizes
from db.purpose_records import IN_CHANNEL
from engines.texts import say


def test_modules_are_noted_while_somebody_looks():
    watcher = Watcher()
    with watcher.installed():
        assert IN_CHANNEL.is_rated
        with watcher.passing() as passage:
            say("{count}", count=1)
            assert not IN_CHANNEL.is_played_on
        assert IN_CHANNEL.is_rated
    assert list(passage.modules) == ["engines.texts", "db.purpose_records"]
    assert list(passage.modules["db.purpose_records"]) == ["is_played_on"]
    assert passage.stored is None


def test_every_part_of_the_project_is_counted():
    assert {part for part, files, lines in sizes() if 0 < files < lines} == {"product", "tests", "examples"}
