"""The seeds of a cup all follow from one key."""

import hmac
from hashlib import sha256

from hypothesis import given
from hypothesis import strategies as st

from engines import GAMES
from sessions.races import deal_seed

KEYS = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(KEYS, KEYS)
def test_every_deal_of_every_key_has_a_seed_of_its_own(key: str, other: str) -> None:
    seeds = {deal_seed(one, number) for one in {key, other} for number in range(1, 9)}
    assert len(seeds) == 8 * len({key, other})


@given(KEYS, st.integers(1, 8))
def test_the_seed_is_what_the_document_says(key: str, number: int) -> None:
    """As in docs/fair-deal.md; a prefix of a longer message would not do."""
    assert deal_seed(key, number) == hmac.new(key.encode(), f"deal {number}".encode(), sha256).hexdigest()[:32]


def test_the_same_key_deals_the_same_cards_to_all() -> None:
    key = "6f" * 32
    for game in GAMES.values():
        if game.daily is not None:
            options, seats = game.Options(**game.daily.options), game.daily.opponents + 1
            dealt = [game.deal(seats=seats, seed=deal_seed(key, number), options=options) for number in (1, 1, 2)]
            assert dealt[0] == dealt[1]
            assert dealt[0].dump() != dealt[2].dump()
