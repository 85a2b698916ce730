"""Couples are counted as the rules list them."""

from hypothesis import given
from hypothesis import strategies as st

from engines.cards import mask_of
from engines.counterweight.rules import couples
from opponents.policies.counterweight import count_couples


@given(cards=st.lists(st.integers(0, 51), unique=True, min_size=2, max_size=30), piles=st.integers(1, 9))
def test_as_many_couples_are_counted_as_the_rules_list(cards: list[int], piles: int) -> None:
    tops, hand = cards[:piles], cards[piles:]
    listed = couples(hand, {number: (top,) for number, top in enumerate(tops)})
    assert count_couples(mask_of(hand), tops) == len(listed)
