"""What each seat may know of Knotweed (rule 13)."""

import json
from random import Random
from typing import Any

import pytest

from engines.contract import PrivateEvent
from engines.scenes import Kind, Spread
from tests.engines.knotweed.positions import GAME, position, told, walk
from tests.engines.moves import play


def shuffled_unseen(document: dict[str, Any], seat: int | None, chance: Random, *, buried: bool) -> dict[str, Any]:
    """A position with all cards that ``seat`` cannot see shuffled, optionally including ``buried`` ones."""
    other = json.loads(json.dumps(document))
    tops = {number: pile.pop() for number, pile in other["piles"].items()}
    on = {laid["pile"] for laid in other["plays"]}
    kept = {number: other["piles"][number].pop() for number in map(str, on) if other["piles"][number]}
    places = [other["draw"], *((other["discard"], *other["piles"].values()) if buried else ())]
    places += [hand for owner, hand in enumerate(other["hands"]) if owner != seat]
    cards = [card for place in places for card in place]
    chance.shuffle(cards)
    for place in places:
        place[:] = [cards.pop() for _ in place]
    for number, pile in other["piles"].items():
        pile += [card for card in (kept.get(number), tops[number]) if card is not None]
    return {**other, "seed": "other", "chance": 9}


@pytest.mark.parametrize(("seats", "options"), [(2, {}), (5, {"rounds": 2}), (3, {"cheating": True})])
def test_hidden_cards_do_not_show(seats: int, options: dict[str, int]) -> None:
    """Rules 13.1 to 13.4: other hands, draw pile and seed; buried and discarded cards are known but not shown."""
    chance = Random(3)
    for number, state in enumerate(walk(seats, "views", turn_cap=25, **options)):
        if number % 5:
            continue
        document = state.dump()
        for seat in (None, *range(seats)):
            other = GAME.position(shuffled_unseen(document, seat, chance, buried=False))
            assert other.view(seat) == state.view(seat)
            other = GAME.position(shuffled_unseen(document, seat, chance, buried=True))
            assert other.view(seat).dump() == state.view(seat).dump()
            assert GAME.scene(other.view(seat)) == GAME.scene(state.view(seat))


def test_the_public_sees_numbers_and_tops() -> None:
    """Rules 13.1 and 13.4."""
    state = position(discard=["AD"], piles=[["4C", "5C"], ["9D"]])
    play(state, "play 1 6C 6D")
    shown = state.view(None).dump()
    assert shown["hand"] == []
    assert shown["counts"] == [2, 2]
    assert (shown["draw"], shown["discard"], shown["due"]) == (4, 1, 1)
    assert shown["piles"] == {
        "1": {"top": "6C", "size": 3, "closed": True},
        "2": {"top": "9D", "size": 1, "closed": False},
        "3": {"top": "6D", "size": 1, "closed": True},
    }
    assert shown["plays"] == [{"pile": 1, "on": "5C", "cards": ["6C", "6D"], "opened": [3], "cost": 1}]
    assert json.loads(json.dumps(shown)) == shown


@pytest.mark.parametrize("rule", [False, True])
def test_only_the_taker_sees_penalty_cards(rule: bool) -> None:
    """Rule 13.2; even in the challenge window."""
    state = position(options={"cheating": rule})
    news = play(state, "pass 3" if rule else "pass")
    drawn = ("9♠", "10♠", "J♠")
    private = [str(GAME.tell(event, 0)) for event in news if isinstance(event, PrivateEvent)]
    assert private == ["You draw 9♠ 10♠ J♠."]
    for seat in (None, 1):
        heard = " ".join(told(news, seat))
        assert not any(card in heard for card in drawn)
        assert "9S" not in json.dumps(state.view(seat).dump())
    assert "9S" in state.view(0).dump()["hand"]


def test_the_table_is_drawn_for_its_viewer() -> None:
    """Piles with their top cards, your own hand face up, the others face down."""
    state = position(piles=[["4C", "5C"], ["9D"]], discard=["AD"])
    play(state, "play 1 6C")
    scene = GAME.scene(state.view(0))
    zones = {str(zone.name): zone for zone in scene.zones}
    assert (zones["Draw pile"].spread, zones["Draw pile"].count) == (Spread.HIDDEN, 4)
    assert (zones["Pile 1"].spread, zones["Pile 1"].count, len(zones["Pile 1"].cards)) == (Spread.STACK, 3, 1)
    assert [(zones[name].is_closed, zones[name].notes) for name in ("Pile 1", "Pile 2")] == [(True, ()), (False, ())]
    shorts = [str(zones[name].short) for name in ("Pile 1", "Pile 2", "Draw pile", "Discarded piles")]
    assert shorts == ["1", "2", "Draw", "Discards"]
    assert zones["Discarded piles"].count == 1
    assert (zones["Your hand"].cards, zones["Your hand"].owner) == ((21, 34, 51), 0)
    assert (zones["player 2's hand"].spread, zones["player 2's hand"].cards) == (Spread.HIDDEN, ())
    assert str(scene.headline) == "Turn 1 of 100"
    assert [place.to_act for place in scene.places] == [True, False]


def test_places_show_who_is_out_and_what_was_taken() -> None:
    """Rule 13.1."""
    state = position(hands=[["KS", "9H"], [], ["2H"]], out=[1])
    play(state, "pass")
    places = GAME.scene(state.view(None)).places
    facts = [[str(fact.text) for fact in place.facts] for place in places]
    assert facts == [["5 cards", "drew 3"], ["out, place 1"], ["1 card"]]
    signs = [[(fact.kind, fact.value) for fact in place.facts] for place in places]
    assert signs == [[(Kind.HAND, 5), (None, None)], [(Kind.OUT, 1)], [(Kind.HAND, 1)]]


def test_the_fallback_ends_a_turn_and_prunes_the_first_pile() -> None:
    """This is how the bot plays on for a player who has left."""
    state = position(hands=[["6C", "9C"], ["2H"], ["3H"]], piles=[["5C"], ["9D"]])
    play(state, "play 1 6C")
    assert str(GAME.fallback(state.view(0))) == "end"
    play(state, "play 2 9C")
    assert str(GAME.fallback(state.view(0))) == "discard 1"


def test_a_player_who_is_out_has_no_hand_on_the_table() -> None:
    state = position(hands=[["6C"], ["2H", "3H"], ["QC", "QD"]], piles=[["5C"]])
    state.act(0, "play 1 6C")
    for viewer, shown in ((None, {1, 2}), (1, {1, 2}), (0, {0, 1, 2})):
        zones = GAME.scene(state.view(viewer)).zones
        assert {zone.owner for zone in zones if zone.owner is not None} == shown
