"""The card faces can be told apart at the size at which Discord shows them, by shape alone too (Discord rule 11)."""

from itertools import combinations
from math import sqrt

import pytest
from PIL import Image, ImageChops, ImageStat

from assets.draw_cards import FOLDER, draw_back, draw_face
from engines.cards import RANKS
from pictures.palette import INKS

IN_TEXT = (22, 22)
"""The size of an emoji in a line of text."""
THEMES = {"dark": "#313338", "light": "#ffffff"}
DIFFERENCE = 35
"""The root mean square by which two faces of a suit differ at least, from 0 to 255."""
WITHOUT_COLOUR = 25
"""That of two suits of a rank in grey."""


def shown(picture: Image.Image, background: str) -> Image.Image:
    """A face as it stands in a line of text."""
    small = picture.convert("RGBA").resize(IN_TEXT, Image.Resampling.LANCZOS)
    below = Image.new("RGBA", IN_TEXT, background)
    below.alpha_composite(small)
    return below.convert("RGB")


def difference(one: Image.Image, other: Image.Image) -> float:
    """The root mean square of the differences, over all pixels and channels."""
    channels = ImageStat.Stat(ImageChops.difference(one, other)).rms
    return sqrt(sum(value**2 for value in channels) / len(channels))


@pytest.mark.parametrize("background", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("suit", INKS)
def test_ranks_differ_in_a_line_of_text(suit: str, background: str) -> None:
    faces = {rank: shown(Image.open(FOLDER / f"{rank}{suit}.png"), background) for rank in RANKS}
    close = {
        (one, other): difference(faces[one], faces[other])
        for one, other in combinations(RANKS, 2)
        if difference(faces[one], faces[other]) < DIFFERENCE
    }
    assert close == {}


@pytest.mark.parametrize("rank", RANKS)
def test_suits_differ_without_their_colours(rank: str) -> None:
    faces = [shown(draw_face(rank, suit, (0, 0, 0)), THEMES["light"]).convert("L") for suit in INKS]
    for one, other in combinations(faces, 2):
        assert difference(one, other) >= WITHOUT_COLOUR


def test_the_files_are_the_faces_that_the_script_draws() -> None:
    drawn = {f"{rank}{suit}": draw_face(rank, suit, colour) for suit, colour in INKS.items() for rank in RANKS}
    for name, picture in {**drawn, "back": draw_back()}.items():
        stored = shown(Image.open(FOLDER / f"{name}.png"), THEMES["dark"])
        assert difference(stored, shown(picture, THEMES["dark"])) < 5, name


def test_drawing_again_gives_the_same_picture() -> None:
    assert draw_face("Q", "H", INKS["H"]).tobytes() == draw_face("Q", "H", INKS["H"]).tobytes()
    assert draw_back().tobytes() == draw_back().tobytes()
