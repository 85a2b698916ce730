"""After the game, all hands are revealed, and nothing else."""

from dataclasses import replace
from random import Random

import pytest

from engines import GAMES
from engines.scenes import Scene, Spread, Zone, hand_zone, with_open_hands
from engines.testing.play import positions
from engines.texts import say
from tests.engines.adapters import tables


@pytest.mark.parametrize(("key", "seats"), list(tables()))
def test_exactly_the_hands_are_revealed(key: str, seats: int):
    game = GAMES[key]
    found = positions(game, seats, 1, "open hands")
    for state in Random(1).sample(found, min(10, len(found))):
        closed = game.scene(state.view(None))
        own = [game.scene(state.view(seat)) for seat in range(seats)]
        opened = with_open_hands(closed, own)
        assert replace(opened, zones=closed.zones) == closed
        for before, after in zip(closed.zones, opened.zones, strict=True):
            if before == after:
                continue
            assert before.owner is not None
            hand = hand_zone(own[before.owner], before.owner)
            assert hand is not None
            assert after == replace(before, spread=Spread.ROW, cards=hand.cards)
            assert len(after.cards) == after.count
        for seat in range(seats):
            zone = hand_zone(opened, seat)
            assert zone is None or zone.spread is Spread.ROW or zone.count == 0


def test_a_partly_known_hand_stays_hidden():
    closed = Scene(say("A table"), (Zone(say("Hand"), Spread.HIDDEN, 3, owner=0),), (), None)
    own = replace(closed, zones=(Zone(say("Your hand"), Spread.ROW, 3, (1, 2), owner=0),))
    assert with_open_hands(closed, [own]) == closed
    assert with_open_hands(closed, []) == closed
