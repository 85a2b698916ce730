"""What the turns of a player of Knotweed tell of the cards that it has kept."""

from hypothesis import given
from hypothesis import strategies as st

from engines.cards import Card, mask_of, parse_card, write_cards
from engines.knotweed.positions import LAPSES, chances, declined
from engines.knotweed.rules import TurnEnded


def cards(texts: str) -> list[Card]:
    return [parse_card(text) for text in texts.split()]


UNKNOWN = mask_of(range(52)) & ~mask_of(cards("5C JD 6C"))


def turn(tops: str = "", ranks: tuple[int, ...] = (), cost: int = 0, taken: int = 0) -> TurnEnded:
    return TurnEnded(ranks, tuple(cards(tops)), cost, held=5, taken=taken, draw=30)


def test_a_card_that_could_have_been_played_for_nothing_has_hardly_been_kept() -> None:
    """Knotweed 4.3: equal ranks cost nothing, and up to three of its suit cost as many as they are higher."""
    kept = chances((turn("JD", cost=1),), UNKNOWN)
    likely = max(kept)
    unlikely = [card for card in range(52) if UNKNOWN >> card & 1 and kept[card] < likely]
    assert write_cards(unlikely) == ["JC", "JH", "JS", "QD"]
    assert kept[parse_card("QD")] == kept[parse_card("JC")]
    assert abs(kept[parse_card("QD")] - LAPSES * likely) < 1e-9


def test_a_rank_that_was_played_was_played_as_a_whole() -> None:
    """Knotweed 4.4: cards of a rank can go along at no cost."""
    assert write_cards(card for card in range(52) if declined(turn(ranks=(5,))) >> card & 1) == ["6C", "6D", "6H", "6S"]


def test_what_was_declined_twice_is_less_likely_than_what_was_declined_once() -> None:
    kept = chances((turn("JD QS"), turn("JD")), UNKNOWN)
    twice, once, never = (kept[parse_card(card)] for card in ("JS", "QC", "2H"))
    assert twice < once < never


def test_cards_taken_since_may_be_any() -> None:
    """Of what was declined three turns ago, some may have been taken afterwards."""
    early, late = (
        chances((turn("JD"), turn(), turn()), UNKNOWN),
        chances((turn("JD", taken=3), turn(), turn()), UNKNOWN),
    )
    jack, other = parse_card("JS"), parse_card("2H")
    assert early[jack] / early[other] < late[jack] / late[other] < 1


@given(
    st.lists(
        st.builds(turn, st.sampled_from(["", "5C", "5C JD", "AH"]), cost=st.integers(0, 3), taken=st.integers(0, 3))
    )
)
def test_chances_are_chances_of_unknown_cards(turns: list[TurnEnded]) -> None:
    kept = chances(tuple(turns), UNKNOWN)
    assert [card for card in range(52) if kept[card]] == [card for card in range(52) if UNKNOWN >> card & 1]
    assert all(0 <= chance <= 1 for chance in kept)
