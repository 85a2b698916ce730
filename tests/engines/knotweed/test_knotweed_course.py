"""Knotweed: who begins, resets, taking back and matches (rules 2, 3, 7 and 10), where worked cases leave gaps."""

import pytest

from engines.cards import parse_card, write_cards
from engines.knotweed.options import Options
from engines.knotweed.positions import declined
from engines.knotweed.rules import TurnEnded
from tests.engines.knotweed.positions import GAME, cheating, position
from tests.engines.moves import play


def test_two_resets_of_a_game_differ() -> None:
    """All shuffles come from the seed, each with its own number."""
    piles = [write_cards(range(0, 52, 2))]
    first = position(draw=[], piles=piles)
    second = position(draw=[], piles=piles, chance=2)
    play(first, "pass")
    play(second, "pass")
    assert first.draw != second.draw
    assert (first.chance, second.chance) == (2, 3)


def test_a_turn_ends_by_itself_when_no_pile_is_open() -> None:
    """Rules 3.2 and 4.6: everybody sees that nothing else can be played."""
    several = position(piles=[["5C"], ["JD"]])
    play(several, "play 1 6C 6D")
    assert several.forced() is None
    state = position()
    assert state.forced() is None
    play(state, "play 1 6C")
    assert state.forced() == (0, GAME.parse("end"))


def test_a_play_can_be_taken_back_until_the_turn_ends() -> None:
    """Rule 3.3: but not before a play, by others, or once the turn is over."""
    state = position()
    assert not state.can_take_back(0)
    play(state, "play 1 6C")
    assert state.can_take_back(0)
    assert not state.can_take_back(1)
    play(state, "end")
    assert not state.can_take_back(0)
    assert not state.can_take_back(1)


def test_everybody_remembers_what_a_player_could_still_have_played() -> None:
    """Rule 5.2: what costs no more than the turn already does. A pass costs 3 (5.1), so any card that fits."""
    state = position(piles=[["5C"], ["JD"]])
    assert state.ended == [(), ()]
    held, draw = len(state.hands[0]), len(state.draw)
    play(state, "play 1 6C", "end")
    (turn,) = state.ended[0]
    assert turn == TurnEnded((5,), (parse_card("JD"),), cost=1, held=held - 1, taken=1, draw=draw)
    cards = [parse_card(card) for card in ("QD", "JH", "KD", "6S", "5S")]
    assert write_cards(card for card in cards if declined(turn) >> card & 1) == ["QD", "JH", "6S"]
    play(state, "pass")
    (turn,) = state.ended[1]
    assert (turn.ranks, turn.tops, turn.cost) == ((), (parse_card("6C"), parse_card("JD")), 3)
    assert "ended" not in state.view(0).dump()


def test_a_cheat_proves_nothing() -> None:
    """Rule 11.1: the player may have taken fewer cards than were due."""
    state = cheating()
    play(state, "pass 1", "accept")
    assert state.ended == [(), ()]


def test_the_standings_of_a_match_are_shown() -> None:
    """Rule 10.1 on screen: everybody's rounds won and points."""
    state = position(options={"rounds": 3}, round=2, points=[1.5, 0.5], wins=[1, 0])
    scene = GAME.scene(state.view(None))
    assert str(scene.headline) == "Round 2 of 3 · turn 1 of 100"
    assert [str(fact.text) for fact in scene.places[0].facts] == ["4 cards", "1 round won", "1.5 points"]
    wins = GAME.scene(position(options={"wins": 2}, round=2).view(None))
    assert str(wins.headline) == "Round 2, first to win 2 · turn 1 of 100"


@pytest.mark.parametrize(
    ("seats", "options", "words"), [(1, {}, "2 to 8"), (9, {}, "2 to 8"), (3, {"first": 3}, "0 to 2")]
)
def test_impossible_deals_are_rejected(seats: int, options: dict[str, int], words: str) -> None:
    """Rules 1.1 and 1.4."""
    with pytest.raises(ValueError, match=words):
        GAME.deal(seats=seats, seed="x", options=Options.model_validate(options))
