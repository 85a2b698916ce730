"""Zones of cards in words: where the remarks about them stand."""

import pytest

from cogs.shared import zones
from cogs.shared.layout import Detail
from cogs.shared.rendering import CardEmojis, Renderer
from engines.scenes import Scene, Spread, Zone
from engines.texts import Text, cards, draw_card
from tests.cogs.fake_game import words

READER = Renderer("en-US", {})
SHORT = words("closed"), words("just placed")
LONG = words("the lowest card wins this trick because of a seven"), words("the player on the left leads again")


def board(*middle: Zone, renderer: Renderer = READER, detail: Detail = Detail.FULL) -> list[str]:
    return zones.middle(Scene(words("Now"), middle, (), None), renderer, detail).splitlines()


def zone(*notes: Text, group: Text | None = None, row: int = 1) -> Zone:
    return Zone(words("Last trick"), Spread.ROW, row, (0,) * row, notes=notes, group=group)


def test_few_short_remarks_stand_in_brackets() -> None:
    (line,) = board(zone(*SHORT))
    assert line.endswith(" *(closed, just placed)*")


@pytest.mark.parametrize("notes", [LONG, (*SHORT, words("empty")), (words("x" * 80),)])
def test_many_or_long_remarks_stand_on_lines_of_their_own(notes: tuple[Text, ...]) -> None:
    first, *others = board(zone(*notes), zone())
    assert "(" not in first
    assert others[:-1] == [f"-# • {note}" for note in notes]
    assert others[-1].startswith("Last trick")


def test_remarks_of_zones_that_share_a_line_stay_in_brackets() -> None:
    (line,) = board(zone(*LONG, group=words("Tricks")), zone(*SHORT, group=words("Tricks")))
    assert line.startswith("**Tricks** — Last trick")
    assert line.count(" *(") == 2


@pytest.mark.parametrize(("detail", "lines"), [(Detail.SHORT, 5), (Detail.BARE, 1)])
def test_long_rows_of_a_group_have_their_remarks_below_until_space_is_short(detail: Detail, lines: int) -> None:
    rows = zone(*LONG, group=words("Tricks"), row=5), zone(group=words("Tricks"))
    assert len(board(*rows, detail=detail)) == lines


def test_drawn_cards_make_a_remark_no_longer() -> None:
    drawn = Renderer("en-US", {}, CardEmojis({card: f"<:card{card}:{10**18}>" for card in range(52)}))
    (line,) = board(zone(words("passed on {cards}", cards=cards(range(8)))), renderer=drawn)
    assert line.endswith(">)*")


@pytest.mark.parametrize(("cards_", "lines"), [(3, 1), (4, 3)])
def test_only_short_rows_of_a_group_share_a_line(cards_: int, lines: int) -> None:
    group = words("Tricks")
    assert len(board(zone(group=group, row=cards_), zone(group=group))) == lines


@pytest.mark.parametrize(("detail", "shown"), [(Detail.WRITTEN, 9), (Detail.SHORT, 8), (Detail.BARE, 1)])
def test_a_long_row_shows_its_last_cards_and_counts_the_others(detail: Detail, shown: int) -> None:
    (line,) = board(Zone(words("Row"), Spread.ROW, 9, tuple(range(9))), detail=detail)
    assert [draw_card(card) in line for card in range(9)] == [card >= 9 - shown for card in range(9)]
    assert line.endswith(f" (and {9 - shown} more)") == (shown < 9)
