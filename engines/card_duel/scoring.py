"""Who has won a game (8), and when a match is decided (11)."""

from collections.abc import Sequence

from engines.kit.scoring import places_by


def less_damage(hurt: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The ranking after a finished game, by the damage that each seat took (8.1, 8.2)."""
    return places_by([-damage for damage in hurt])


def is_decided(points: Sequence[float], game_no: int, best_of: int) -> bool:
    """Whether the game just finished was the last of the match: all are played, or nobody can catch up (11)."""
    return game_no + 1 >= best_of or 2 * max(points) > best_of
