"""The picture of a week: it can be drawn with and without each part, and whatever the names are."""

import io
from dataclasses import replace
from itertools import product

import pytest
from PIL import Image

from engines.cards import parse_card
from pictures.canvas import PIXELS, SIZE
from pictures.recap import BODY, ComebackTile, GamesTile, PuzzleTile, RecapPicture, StreakTile, UpsetTile, draw_recap
from tests.optional import present
from tests.pictures.samples import NASTY_NAMES

HAND = tuple(parse_card(text) for text in ["AS", "3S", "4C", "9S", "QH", "KD"])
FULL = RecapPicture(
    title="The week in the card room",
    dates="16–22 Nov 2026",
    games=GamesTile("Games played", 128, 12, "+12 in 7 days"),
    footer="Tap your answer below. The solution comes a day later.",
    upset=UpsetTile("Upset of the week", "Ann", 1205, "Vesper", 1743, "Counter"),
    streak=StreakTile("Longest streak", 9, "wins", "Ben"),
    comeback=ComebackTile("Biggest comeback", "Cleo", "Card Duel, won against a computer", (0.5, 0.3, 0.01, 0.4)),
    puzzle=PuzzleTile("Could you find it?", "Counterweight: which move is best?", HAND),
)


def size_of(recap: RecapPicture) -> tuple[int, int]:
    return Image.open(io.BytesIO(draw_recap(recap))).size


@pytest.mark.parametrize("left_out", [*product([True, False], repeat=4)])
def test_what_is_not_known_is_left_out(left_out: tuple[bool, ...]) -> None:
    parts = ("upset", "streak", "comeback", "puzzle")
    shown = replace(FULL, **{part: None for part, gone in zip(parts, left_out, strict=True) if gone})
    assert size_of(shown) == PIXELS
    assert (draw_recap(shown) == draw_recap(FULL)) == (not any(left_out))


@pytest.mark.parametrize("name", NASTY_NAMES)
def test_any_name_can_be_drawn(name: str) -> None:
    shown = replace(
        FULL,
        upset=replace(present(FULL.upset), winner=name, loser=name),
        streak=replace(present(FULL.streak), name=name, wins=12345),
        comeback=replace(present(FULL.comeback), name=name, chances=(0.2,)),
    )
    assert size_of(shown) == PIXELS


def test_the_picture_is_small_and_fills_its_frame() -> None:
    assert len(draw_recap(FULL)) < 60_000
    assert BODY.right < SIZE[0]
