"""Cards can be told apart, even by shape alone (Discord rule 11)."""

from __future__ import annotations

from itertools import combinations

from PIL import Image, ImageChops

from assets.draw_cards import COLOURS, RANKS, draw_back, draw_face

LEAST_DIFFERENCE = 0.015
"""Two cards differ in at least this part of the picture."""


def test_drawing_again_gives_the_same_picture() -> None:
    assert draw_face("Q", "H", COLOURS["H"]).tobytes() == draw_face("Q", "H", COLOURS["H"]).tobytes()
    assert draw_back().tobytes() == draw_back().tobytes()


def test_suits_differ_without_their_colours() -> None:
    suits = [draw_face("7", suit, "#000000").convert("L").resize((44, 44)) for suit in COLOURS]
    for one, other in combinations(suits, 2):
        assert difference(one, other) > LEAST_DIFFERENCE


def test_ranks_differ() -> None:
    ranks = [draw_face(rank, "S", "#000000").convert("L").resize((44, 44)) for rank in RANKS]
    for one, other in combinations(ranks, 2):
        assert difference(one, other) > LEAST_DIFFERENCE


def difference(one: Image.Image, other: Image.Image) -> float:
    histogram = ImageChops.difference(one, other).histogram()
    return sum(histogram[64:]) / sum(histogram)
