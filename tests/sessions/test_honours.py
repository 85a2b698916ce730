"""Who has a place: equals share it, and who has left the server gives way to the next in line."""

from collections.abc import Sequence

import pytest

from sessions.honours import places


@pytest.mark.parametrize(
    ("ranked", "gone", "found"),
    [
        ([(1, 7), (2, 8), (3, 9), (4, 10)], [], [[7], [8], [9]]),
        ([(1, 7), (1, 8), (1, 9), (4, 10)], [], [[7, 8, 9], [], []]),
        ([(1, 7), (1, 8), (3, 9), (3, 10)], [], [[7, 8], [], [9, 10]]),
        ([(1, 7), (2, 8), (2, 9), (4, 10)], [], [[7], [8, 9], []]),
        ([(1, 7), (2, 8), (3, 9), (4, 10)], [7], [[8], [9], [10]]),
        ([(1, 7), (1, 8), (3, 9), (4, 10)], [8], [[7], [9], [10]]),
        ([(1, 7)], [7], [[], [], []]),
        ([], [], [[], [], []]),
    ],
)
async def test_places(ranked: Sequence[tuple[int, int]], gone: Sequence[int], found: Sequence[Sequence[int]]) -> None:
    async def is_here(user: int) -> bool:
        return user not in gone

    assert await places(ranked, 3, is_here) == found
