"""``Game.sample``: what particular games know about hidden cards. General checks are in ``engines.testing``."""

from random import Random

import pytest

from engines import GAMES
from engines.counter.rules.values import EIGHT
from engines.counter.state import CounterState
from engines.counterweight.actions import OVER
from engines.counterweight.state import CounterweightState
from engines.knotweed.positions import declined
from engines.knotweed.state import KnotweedState
from engines.testing.play import positions
from engines.testing.views import viewers


@pytest.mark.parametrize("seats", GAMES["counter"].seats)
def test_counter_respects_voids_and_shown_fours(seats: int) -> None:
    """Counter 5.3 to 5.5, 5.7 and 11.3."""
    chance, limited, shown = Random(seats), 0, 0
    for state in positions(GAMES["counter"], seats, 150, "voids"):
        assert isinstance(state, CounterState)
        for seat in viewers(state):
            world = state.game.sample(state.view(seat), chance)
            assert isinstance(world, CounterState)
            for position in (state, world):
                hands = [
                    [*hand, *([] if card is None else [card])]
                    for hand, card in zip(position.hands, position.passing, strict=True)
                ]
                for hand, limits, fours in zip(hands, state.known.most, state.known.fours, strict=True):
                    for suit, most in enumerate(limits):
                        assert sum(card & 3 == suit and card >> 2 != EIGHT for card in hand) <= most
                        limited += most == 0
                    assert set(fours) <= set(hand)
                    shown += len(fours)
    assert limited > 100
    assert shown > 0


def test_counter_remembers_the_card_passed_to_the_left() -> None:
    """Counter 11.2: only the player who passed it knows it, until cards are passed again."""
    chance, checked = Random(3), 0
    for state in positions(GAMES["counter"], 4, 300, "passes"):
        assert isinstance(state, CounterState)
        if state.passed and state.phase == "play":
            for seat, card in enumerate(state.passed[-1]):
                left = (seat + 1) % 4
                if card in state.hands[left]:
                    world = state.game.sample(state.view(seat), chance)
                    assert isinstance(world, CounterState)
                    assert card in world.hands[left]
                    checked += 1
    assert checked > 50


def test_counterweight_keeps_collected_cards_and_what_new_piles_prove() -> None:
    """Counterweight 9.3: collected cards were seen; 9.5: a player who begins a pile has no couple."""
    chance, collected, proved = Random(5), 0, 0
    for state in positions(GAMES["counterweight"], 2, 400, "proofs"):
        assert isinstance(state, CounterweightState)
        for seat in (0, 1):
            other = 1 - seat
            world = state.game.sample(state.view(seat), chance)
            assert isinstance(world, CounterweightState)
            assert set(state.collected[other]) <= set(state.hands[other]) & set(world.hands[other])
            collected += len(state.collected[other])
            proof = state.barren[other]
            if proof is not None and state.phase != OVER:
                for position in (state, world):
                    hand = position.hands[other]
                    assert any(not proof.couples_with([card for card in hand if card != drawn]) for drawn in hand)
                proved += 1
    assert collected > 100
    assert proved > 50


def test_knotweed_seldom_deals_what_a_player_would_have_played() -> None:
    """Knotweed 5.2: nobody keeps cards that would have cost nothing more; cards drawn since may be any."""
    chance, dealt, usual = Random(8), [0, 0], [0, 0]
    for state in positions(GAMES["knotweed"], 2, 2000, "ended"):
        assert isinstance(state, KnotweedState)
        for seat in (0, 1):
            turns = state.ended[1 - seat]
            world = state.game.sample(state.view(seat), chance)
            assert isinstance(world, KnotweedState)
            assert world.ended == state.ended
            if not turns or state.taken[1 - seat] > 1:
                continue
            hand = world.hands[1 - seat]
            hidden = [*hand, *world.draw]
            unlikely = declined(turns[-1])
            dealt[0] += sum(unlikely >> card & 1 for card in hand)
            dealt[1] += len(hand)
            usual[0] += sum(unlikely >> card & 1 for card in hidden)
            usual[1] += len(hidden)
    expected = dealt[1] * usual[0] / usual[1]
    assert expected > 20
    assert dealt[0] < 0.3 * expected


def test_card_duel_deals_hands_that_could_have_been_chosen() -> None:
    """Card Duel 3.2: the hand was within the limit; 7.2: after a reshuffle it follows from all the other cards."""
    game, chance, known = GAMES["card_duel"], Random(7), 0
    for state in positions(GAMES["card_duel"], 2, 200, "hands"):
        view = state.view(0)
        world = state.game.sample(view, chance)
        first, second = state.dump(), world.dump()
        hand = [game.parse(f"hand {card}") for card in second["hands"][1]]
        worth = sum(min(action.card // 4 + 1, 10) if action.card > 3 else 11 for action in hand)
        assert worth + second["spent"][1] <= 30
        if first["reshuffles"][1]:
            assert second["hands"][1] == first["hands"][1]
            known += 1
    assert known > 0


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_knotweed_knows_buried_cards_and_challenge_windows(seats: int) -> None:
    """Knotweed 13.3: cards that were seen when played cannot be in a hand; 11.2: who has responded."""
    chance, waiting = Random(seats), 0
    for state in positions(GAMES["knotweed"], seats, 30, "buried", cheating=True):
        for seat in viewers(state):
            view = state.view(seat)
            world = state.game.sample(view, chance)
            assert world.view(seat) == view
            first, second = state.dump(), world.dump()
            assert (first["piles"], first["discard"]) == (second["piles"], second["discard"])
            waiting += first["phase"] == "challenge"
    assert waiting > 0


def test_an_empty_deck_leaves_no_uncertainty() -> None:
    """3 Piles 9.3: once the deck is empty, a player can work out the opponent's hand."""
    chance, checked = Random(11), 0
    for state in positions(GAMES["three_piles"], 2, 100, "empty"):
        document = state.dump()
        if not document["deck"]:
            for seat in (0, 1):
                hands = state.game.sample(state.view(seat), chance).dump()["hands"]
                assert [sorted(hand) for hand in hands] == [sorted(hand) for hand in document["hands"]]
                checked += any(hands)
    assert checked > 10
