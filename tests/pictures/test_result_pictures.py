"""Pictures of results: they fit, whatever the names, and say what happened without colours."""

from collections.abc import Sequence

import pytest
from PIL import Image

from cogs.shared.catalogue import default_catalogue
from cogs.shared.rendering import Renderer
from engines.contract import Outcome
from engines.texts import say
from pictures.canvas import SIZE
from pictures.lettering import number, width
from pictures.palette import AMBER
from pictures.result import BANNER, WIDEST_SCORE, Result, draw_result
from pictures.result_accounts import EN_DASH, Finisher
from tests.engines.test_results import Finished, finished
from tests.pictures.samples import NASTY_NAMES, Names, in_units

TABLES = [
    ("counter", 3),
    ("counter", 4),
    ("counter", 5),
    ("counterweight", 2),
    ("knotweed", 2),
    ("knotweed", 5),
    ("knotweed", 8),
    ("card_duel", 2),
    ("three_piles", 2),
]


def finishers(outcome: Outcome, changes: Sequence[int] = (27, -23, 0)) -> tuple[Finisher, ...]:
    found: list[Finisher] = []
    for group in outcome.places:
        place = len(found) + 1
        found += [
            Finisher(seat, place, seat in outcome.winners, outcome.points[seat], 1500, changes[seat % len(changes)])
            for seat in group
        ]
    return tuple(found)


def draw(over: Finished, names: Names, title: str = "Game", **changes: Sequence[int]) -> Image.Image:
    assert over.state.outcome is not None
    shown = finishers(over.state.outcome, **changes)
    result = Result(over.scene, shown, say("A headline"), say("wins by a lot"), say("It is over."))
    png = draw_result(title, result, names)
    assert len(png) < 80_000
    return in_units(png)


@pytest.mark.parametrize(("key", "seats"), TABLES)
@pytest.mark.parametrize("names", [Names(), Names(NASTY_NAMES), Names(("W" * 32,) * 8)], ids=["usual", "nasty", "wide"])
def test_a_result_is_drawn_whatever_the_names(key: str, seats: int, names: Names) -> None:
    picture = draw(finished(key, seats, 1), names)
    assert picture.size == SIZE
    # The banner keeps its margins: nothing is drawn over its edges, left of the crown or right of the score.
    edges = [(BANNER.x + 6, BANNER.middle[1]), (BANNER.right - 6, BANNER.middle[1]), (BANNER.middle[0], BANNER.y + 4)]
    assert {picture.getpixel(edge) for edge in edges} == {AMBER}


def test_a_result_has_more_amber_than_any_table() -> None:
    picture = draw(finished("card_duel", 2, 1), Names())
    colours = {colour: count for count, colour in picture.getcolors(picture.width * picture.height) or []}
    assert colours[AMBER] > 0.1 * picture.width * picture.height


@pytest.mark.parametrize("language", ["en", *default_catalogue().languages])
def test_units_fit_below_the_score(language: str) -> None:
    reader = Renderer(language, {})
    matches = [finished("card_duel", 2, 1, best_of=3), finished("counterweight", 2, 1, best_of=3)]
    for over in (*(finished(key, seats, 1) for key, seats in TABLES), *matches):
        unit = reader.render(over.scene.unit)
        assert width(unit, 28) <= WIDEST_SCORE, unit


def test_ratings_up_and_down_differ_by_shape_and_sign() -> None:
    over = finished("three_piles", 2, 1)
    up, down, none = (draw(over, Names(), changes=[change] * 2).tobytes() for change in (7, -7, 0))
    assert len({up, down, none}) == 3
    assert EN_DASH == "–", "the font has no minus sign"
    assert number(0.5) == "½"
