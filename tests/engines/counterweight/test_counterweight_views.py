"""What each seat sees and is told in Counterweight (rule 9)."""

from typing import Any

import pytest

from engines.cards import parse_card
from engines.scenes import Kind, Spread
from engines.testing.adapter import written_cards
from tests.engines.counterweight.positions import GAME, amended, last_card, position, told
from tests.engines.moves import play

COUPLE = "couple 4D B1 9H A1"
TABLE = {"2S", "6S", "9C", "4S"}


def test_a_seat_sees_its_own_hand_and_only_the_size_of_others() -> None:
    """Rules 9.1, 9.2."""
    dump = position().view(0).dump()
    assert dump["hand"] == ["4D", "9H", "KC"]
    assert (dump["counts"], dump["stock"], dump["penalties"]) == ([3, 2], 3, [4, 3])
    assert set(written_cards(dump)) == {*TABLE, "4D", "9H", "KC"}


def test_spectators_see_the_public_part() -> None:
    """Rule 9.4."""
    assert set(written_cards(position().view(None).dump())) == TABLE


def test_all_cards_of_piles_are_public() -> None:
    """Rule 9.1, A21: including their order."""
    assert position(temp={"B1": ["KD", "QD", "4S"]}).view(0).dump()["piles"]["B1"] == ["KD", "QD", "4S"]


def test_set_aside_cards_are_public_until_they_are_picked_up() -> None:
    """Rule 9.3."""
    state = position()
    play(state, COUPLE, "collect A1")
    for seat in (0, 1, None):
        assert state.view(seat).dump()["limbo"] == [["9C", "9H"], []]
    play(state, "new 5C")
    for seat in (1, None):
        dump = state.view(seat).dump()
        assert dump["limbo"] == [[], []]
        assert not {"9C", "9H"} & set(written_cards(dump))
    assert state.view(0).dump()["hand"] == ["9C", "9H", "KC"]


def zones(scene: Any) -> dict[tuple[str, str], Any]:
    return {(str(zone.group or ""), str(zone.name)): zone for zone in scene.zones}


def test_the_scene_shows_the_table() -> None:
    """Rule 9.1, Annex C: piles by owner, with what they cost."""
    temp = {"A1": ["9C"], "B1": ["4S"], "B2": ["QD", "KD"]}
    state = position(temp=temp, limbo=[[], ["3D", "JD"]])
    scene = GAME.scene(state.view(0))
    found = zones(scene)
    assert [str(zone.name) for zone in scene.zones if zone.owner is None] == ["P1", "P2", "Stock"]
    assert (found["", "Stock"].spread, found["", "Stock"].count) == (Spread.HIDDEN, 3)
    pile = found["player 2's piles", "B2"]
    assert (pile.spread, pile.owner, pile.count) == (Spread.STACK, 1, 2)
    assert pile.cards == tuple(map(parse_card, ("QD", "KD")))
    assert found["", "Your hand"].cards == tuple(map(parse_card, ("4D", "9H", "KC")))
    assert (found["", "player 2's hand"].spread, found["", "player 2's hand"].count) == (Spread.HIDDEN, 2)
    aside = found["", "Set aside"]
    assert (aside.owner, aside.cards) == (1, tuple(map(parse_card, ("3D", "JD"))))
    assert [str(zone.short) for zone in (pile, found["", "Stock"], aside)] == ["B2", "Stock", "Aside"]
    facts = [[str(fact.text) for fact in place.facts] for place in scene.places]
    assert facts == [
        ["3 cards", "4 penalty points now", "piles cost 1 × 1 = 1"],
        ["2 cards", "10 penalty points now", "piles cost 3 × 2 = 6"],
    ]
    signs = [(fact.kind, fact.value) for fact in scene.places[1].facts]
    assert signs == [(Kind.HAND, 2), (Kind.PENALTY, 10), (None, None)]


def test_your_hand_is_your_first_zone_outside_a_group() -> None:
    """The screen shows that zone in large size."""
    state = position()
    play(state, COUPLE, "collect A1")
    own = [zone for zone in GAME.scene(state.view(0)).zones if zone.owner == 0 and zone.group is None]
    assert [str(zone.name) for zone in own] == ["Your hand", "Set aside"]


def test_cards_just_placed_are_marked() -> None:
    state = position()
    play(state, COUPLE)
    marked = [str(zone.name) for zone in GAME.scene(state.view(1)).zones if zone.notes]
    assert marked == ["A1", "B1"]


def test_labels_are_words() -> None:
    view = position().view(0)
    assert str(GAME.label(view, GAME.parse(COUPLE))) == "Place 4♦ on 4♠ (B1) and 9♥ on 9♣ (A1)"
    assert str(GAME.label(view, GAME.parse("new KC"))) == "Begin a new pile with K♣"
    assert str(GAME.label(last_card().view(0), GAME.parse("single 7S P1"))) == "Place 7♠ on 7♦ (P1)"


def test_a_couple_and_a_collection_are_reported() -> None:
    state = position()
    assert told(play(state, COUPLE)) == ["player 1 places 4♦ on 4♠ (B1) and 9♥ on 9♣ (A1)."]
    assert told(play(state, "collect A1"), 1) == ["player 1 collects A1: 2 cards."]
    assert told(play(state, "new 5C")) == [
        "player 2 has no couple and begins pile B2 with 5♣.",
        "player 2 draws a card.",
        "player 1 picks up 2 set-aside cards.",
    ]
    state = position()
    play(state, COUPLE)
    assert told(play(state, "collect")) == ["player 1 collects nothing."]


def test_a_free_new_pile_does_not_prove_anything() -> None:
    """Rule 9.5: it does so only under the default rules."""
    events = play(position(options={"free_new_pile": True}), "new KC")
    assert told(events)[0] == "player 1 begins pile A2 with K♣."


def test_relocations_are_reported() -> None:
    """Rule 8."""
    for move, text in (
        ("relocate 3H P2 TS P1", "moves 3♥ to P2 and 10♠ to P1"),
        ("relocate", "leaves the cards where they are"),
    ):
        state = amended()
        play(state, "couple 3H B2 TS B1")
        assert told(play(state, move)) == [f"player 2 {text}."]


@pytest.mark.parametrize(
    ("parts", "moves", "sentences"),
    [
        (
            {"hands": [["9H", "4D"], ["8C"]], "P1": ["9S"], "temp": {"B1": ["4S"]}},
            ("couple 4D B1 9H P1",),
            [
                "player 1 places 4♦ on 4♠ (B1) and 9♥ on 9♠ (P1).",
                "player 1 has no cards or piles left and goes out.",
                "player 1 has 0 penalty points.",
                "player 2 has 3 penalty points.",
                "player 1 wins the game.",
            ],
        ),
        (
            {"stock": []},
            (COUPLE, "collect"),
            [
                "player 1 collects nothing.",
                "The stock is empty and player 2 cannot place a couple.",
                "player 1 has 3 penalty points.",
                "player 2 has 4 penalty points.",
                "player 1 wins the game.",
            ],
        ),
        (
            {"options": {"idle_limit": 1}, "hands": [["9H", "4D", "KC"], ["8C"]]},
            (COUPLE, "collect"),
            [
                "player 1 collects nothing.",
                "1 turn without progress: the game ends.",
                "player 1 has 3 penalty points.",
                "player 2 has 3 penalty points.",
                "The game is a draw.",
            ],
        ),
    ],
)
def test_the_end_is_reported_with_the_penalty_points(
    parts: dict[str, Any], moves: tuple[str, ...], sentences: list[str]
) -> None:
    """Rule 7."""
    assert told(play(position(**parts), *moves)) == sentences


def test_a_relocated_card_is_reported() -> None:
    """Rule 8.2."""
    state = amended(P1=["9H"], P2=["JH"])
    play(state, "couple 3H B2 TS B1")
    assert told(play(state, "relocate 3H P1")) == ["player 2 moves 3♥ to P1."]


def test_views_do_not_show_what_a_good_memory_would_know() -> None:
    """Rule 9.3: dumps leave out collected cards in hand and what new piles prove; only computer players use these."""
    assert not {"collected", "barren"} & set(position().view(0).dump())
