"""Zones of cards in words: where the remarks about them stand."""

import pytest

from cogs.shared import zones
from cogs.shared.layout import Detail
from cogs.shared.rendering import CardEmojis, Renderer
from engines.scenes import Scene, Spread, Trick, TrickCard, Zone
from engines.texts import Text, cards, draw_card
from tests.cogs.fake_game import words

READER = Renderer("en-US", {})
SHORT = words("closed"), words("just placed")
LONG = words("the lowest card wins this trick because of a seven"), words("the player on the left leads again")


def board(
    *middle: Zone, renderer: Renderer = READER, detail: Detail = Detail.FULL, tricks: tuple[Trick, ...] = ()
) -> list[str]:
    return zones.middle(Scene(words("Now"), middle, (), None, tricks), renderer, detail).splitlines()


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


def test_a_trick_has_a_line_for_each_card_that_was_played() -> None:
    parts = TrickCard(2, 10, 7), TrickCard(0, 0, 0.5, suit=2, is_best=True, notes=(words("void"),)), TrickCard(1)
    trick = Trick(words("Trick 7"), parts, suit=2, multiple=2, notes=(words("the lowest value wins"),))
    lines = [line.replace("\ufe0e", "") for line in board(tricks=(trick,))]
    assert lines == [
        "**Trick 7** *(hearts led, lead counts × 2, the lowest value wins)*",
        "▫️ player 3 3♥ → 7",
        "👑 player 1 A♣ → ½ *(counts as hearts, void, best so far)*",
    ]


def test_a_trick_says_who_wins_when_all_cards_lie() -> None:
    trick = Trick(words("Last trick"), (TrickCard(0, 0, 1), TrickCard(1, 4, 2, is_best=True)), is_over=True)
    assert [line.replace("\ufe0e", "") for line in board(tricks=(trick,))][1:] == [
        "▫️ player 1 A♣ → 1",
        "👑 player 2 2♣ → 2 *(wins)*",
    ]


def test_a_trick_is_not_mentioned_before_the_lead_unless_it_is_doubled() -> None:
    parts = TrickCard(0), TrickCard(1)
    assert board(tricks=(Trick(words("Trick 1"), parts),)) == []
    assert board(tricks=(Trick(words("Trick 1"), parts, multiple=2),)) == ["**Trick 1** *(lead counts × 2)*"]


def test_a_card_without_worth_has_none() -> None:
    (_, line) = board(tricks=(Trick(words("Trick 1"), (TrickCard(0, 0), TrickCard(1))),))
    assert line.replace("\ufe0e", "") == "▫️ player 1 A♣"


def test_a_closed_zone_says_so_first() -> None:
    (line,) = board(Zone(words("P1"), Spread.STACK, 1, (0,), notes=(words("just placed"),), is_closed=True))
    assert line.endswith(" *(closed, just placed)*")
