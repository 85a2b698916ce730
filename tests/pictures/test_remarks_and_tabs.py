"""What is only in words has a place in the strip of seats, and cards without a worth have no empty tab."""

from PIL import Image

from engines.scenes import Fact, Kind, Place, Scene, Trick, TrickCard
from pictures.arrangement import Changes, Seat
from pictures.lettering import Words
from pictures.palette import AMBER
from pictures.seats import lines_below
from pictures.table import draw_table
from tests.cogs.fake_game import words
from tests.pictures.samples import Names, in_units

COUNTS = (
    Fact(words("8 cards"), Kind.HAND, 8),
    Fact(words("2 of 5 tricks"), Kind.TRICKS, 2, 5),
    Fact(words("120 points"), Kind.POINTS, 120),
)
BID = Fact(words("bid 3"))
STRIP_OF_FOUR = 262


def drawn(trick: Trick, *facts: Fact) -> Image.Image:
    places = tuple(Place(seat, False, facts) for seat in range(4))
    png = draw_table("Game", Scene(words("Deal 1"), (), places, words("a plays"), (trick,)), Changes(), Names())
    return in_units(png)


def trick(worth: float | None = None, *, is_over: bool = False) -> Trick:
    cards = [TrickCard(seat, 8 + 4 * seat, worth, is_best=seat == 0) for seat in range(4)]
    return Trick(words("Trick 1"), tuple(cards), is_over=is_over)


def amber(picture: Image.Image) -> int:
    return sum(count for count, colour in picture.getcolors(1 << 20) or () if colour == AMBER)


def test_a_fact_without_a_kind_gets_a_line_where_it_has_no_room_beside_the_icons() -> None:
    def lines(*remarks: Fact, counts: tuple[Fact, ...] = COUNTS) -> int:
        return lines_below(Seat(0, False, counts, remarks, ()), Words(Names()), STRIP_OF_FOUR)

    assert (lines(), lines(BID), lines(BID, counts=COUNTS[:1])) == (0, 1, 0)
    assert lines(BID, Fact(words("has shown a card"))) == 2, "they are not cut"
    assert drawn(trick(), *COUNTS, BID) != drawn(trick(), *COUNTS)
    assert drawn(trick(), *COUNTS, BID) != drawn(trick(), *COUNTS, Fact(words("bid 4")))


def test_a_card_without_a_worth_has_no_empty_tab() -> None:
    over, counted = amber(drawn(trick(is_over=True))), amber(drawn(trick(1, is_over=True)))
    assert counted - over > 3000, "a tab with a worth is a field of amber, and without a worth there is none"


def test_the_best_card_so_far_is_underlined() -> None:
    assert amber(drawn(trick())) > amber(drawn(Trick(words("Trick 1"), (TrickCard(0, 8), *trick().cards[1:]))))
