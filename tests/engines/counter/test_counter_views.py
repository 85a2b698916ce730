"""Counter: what each seat knows (11), is asked (Annex C) and is told."""

import pytest

from engines import IllegalAction
from engines.cards import CARD_TEXTS
from engines.counter.state import CounterState
from engines.scenes import Decision, Kind, Question, Spread
from tests.engines.counter.positions import GAME, five_trick, play_out, position, question, told

FOURS = [["4H", "4D", "4S", "4C"], ["3C", "5D", "KD", "JC"], ["7C", "8D", "QD", "JD"]]


def prompt(state: CounterState, *path: str) -> Question:
    return question(state.view(state.to_act[0]), *path)


def notes(state: CounterState, seat: int | None, zone: str) -> list[str]:
    """The remarks on the zone with this name."""
    found = next(each for each in GAME.scene(state.view(seat)).zones if str(each.name) == zone)
    return [str(note) for note in found.notes]


def facts(state: CounterState, seat: int) -> list[str]:
    return [str(fact.text) for fact in GAME.scene(state.view(None)).places[seat].facts]


def test_four_fours_take_two_questions() -> None:  # Annex C
    state = position(hands=FOURS)
    assert len(state.actions(0)) == 16
    assert len(prompt(state).choices) == 4
    shown = prompt(state, "4H")
    assert [choice.key for choice in shown.choices] == ["plain", "4C", "4D", "4S"]
    assert "4♥" in str(shown.text)
    assert GAME.ask(state.view(0), ("4H", "4D")) == Decision((GAME.parse("play 4H 4D"),))


def test_a_single_four_takes_one_question() -> None:
    state = position(hands=[["4H", "9C"], ["3C", "5D"], ["7C", "8D"]])
    assert GAME.ask(state.view(0), ("4H",)) == Decision((GAME.parse("play 4H"),))


@pytest.mark.parametrize("path", [("KS",), ("4H", "4H"), ("plain",), ("4H", "4D", "4S"), ("3",)])
def test_dead_end_paths_are_rejected(path: tuple[str, ...]) -> None:
    with pytest.raises(IllegalAction, match="no longer there"):
        GAME.ask(position(hands=FOURS).view(0), path)


def test_the_fallback_is_modest() -> None:
    assert str(GAME.fallback(position(phase="bid").view(0))) == "bid 1"
    assert str(GAME.fallback(position(hands=FOURS).view(0))) == "play 4C"
    assert str(GAME.fallback(five_trick().view(0))) == "pass 2C"
    following = play_out(position(hands=[["AH", "2C"], ["9H", "AC"], ["KC", "KD"]]), "play AH")
    assert str(GAME.fallback(following.view(1))) == "play 9H"
    assert GAME.fallback(following.view(0)) is GAME.fallback(following.view(None)) is None


def test_cards_chosen_for_passing_are_hidden_until_all_have_chosen() -> None:  # 11.4
    first, second = five_trick(), five_trick()
    first.act(0, "pass 2C")
    second.act(0, "pass 9C")
    assert first.dump() != second.dump()
    for seat in (None, 1, 2):
        assert first.view(seat) == second.view(seat)
        assert GAME.scene(first.view(seat)) == GAME.scene(second.view(seat))
    assert first.view(0).dump()["passing"] == "2C"
    assert notes(first, 0, "Your hand") == ["chosen to pass: 2♣"]
    assert first.view(None).dump()["chosen"] == [True, False, False]
    assert ("chosen" in facts(first, 0), "choosing" in facts(first, 1)) == (True, True)


def test_only_giver_and_taker_know_passed_cards() -> None:  # 11.2
    state = play_out(five_trick(), "pass 2C", "pass 3C", "pass 7C")
    assert notes(state, 1, "Your hand") == ["passed to player 3: 3♣", "received from player 1: 2♣"]
    dumps = {seat: state.view(seat).dump() for seat in (None, 0, 1, 2)}
    assert (dumps[0]["given"], dumps[0]["received"]) == (["2C"], ["7C"])
    assert (dumps[1]["given"], dumps[1]["received"]) == (["3C"], ["2C"])
    assert dumps[None]["given"] == dumps[None]["received"] == []
    assert "2C" not in str(dumps[2])
    assert "3C" not in str(dumps[None])


def test_passes_between_others_are_unknown() -> None:  # 11.2
    worlds = [
        play_out(
            five_trick(hands=[["5H", "2C"], ["QH", *cards], ["8H", "7C"]]), "pass 2C", f"pass {cards[0]}", "pass 7C"
        )
        for cards in (["3C"], ["KC"])
    ]
    assert worlds[0].view(0) == worlds[1].view(0)
    assert worlds[0].view(1) != worlds[1].view(1)


def test_only_giver_and_taker_are_told_about_passed_cards() -> None:  # 8.4, 11.2
    state = five_trick()
    assert told(state.act(0, "pass 2C"), None) == ["player 1 has chosen a card to pass."]
    state.act(1, "pass 3C")
    events = state.act(2, "pass 7C")
    assert told(events, None) == ["player 3 has chosen a card to pass.", "Everybody has passed a card to the left."]
    assert told(events, 0)[2:] == ["You pass 2♣ to player 2.", "You receive 7♣ from player 3."]


def test_a_shown_four_is_remembered_until_it_is_played() -> None:  # 11.3
    hands = [["4H", "4D", "4S", "9C"], ["3C", "5D", "KD", "KC"], ["7C", "8D", "7S", "KS"]]
    state = play_out(position(hands=hands), "play 4H 4S")
    assert "showed 4♠" in facts(state, 0)
    play_out(state, "play 3C", "play 7C")
    assert "showed 4♠" in facts(state, 0)
    assert state.view(2).dump()["shown"] == [["4S"], [], []]
    play_out(state, "play 4S")
    assert not any("showed" in fact for fact in facts(state, 0))


def test_unseen_cards_are_all_that_a_seat_has_not_seen() -> None:  # 11.1, 11.2
    state = play_out(position(), "play 5H", "play QH", "play 8H", "pass 2C", "pass 3C", "pass 7C")
    (group,) = GAME.unseen(state.view(0))
    seen = {"9S", "5H", "QH", "8H", "2C", "9C", "7C"}  # the indicator, the trick, its own cards, the received card
    assert {CARD_TEXTS[card] for card in group.cards} == set(CARD_TEXTS) - seen
    assert str(group.where) == "In other hands or not dealt"
    assert GAME.unseen(state.view(None)) == ()


def test_a_shown_four_may_leave_the_hand_unseen() -> None:  # 11.3
    hands = [["4H", "4S", "9C"], ["5H", "KD", "KC"], ["7H", "7S", "KS"]]
    state = play_out(position(hands=hands), "play 4H 4S", "play 5H", "play 7H", "pass 4S", "pass KD", "pass KS")
    assert "showed 4♠" in facts(state, 0)
    assert "4♠" in " ".join(notes(state, 1, "Your hand"))
    assert "4S" in state.view(1).dump()["hand"]


def test_the_table_shows_trumps_bids_and_scores() -> None:  # 11.1
    state = position(stack=["2H", "3H"], bids=[1, 2, 3], won=[0, 1, 0], scores=[4, 1, 0], dealer=1, trick_no=2)
    scene = GAME.scene(state.view(2))
    assert str(scene.headline) == "Hand 1 · trick 2 of 10 · to 9 points"
    assert [(str(zone.name), zone.count) for zone in scene.zones[:2]] == [("Indicator", 1), ("Stack", 2)]
    assert [str(zone.short) for zone in scene.zones[:2]] == ["Trumps", "Stack"]
    assert [str(note) for note in scene.zones[0].notes] == ["spades are trumps"]
    assert facts(state, 1) == ["won 1, bid 2", "1 point", "3 cards", "dealer"]
    signs = [(fact.kind, fact.value, fact.limit) for fact in scene.places[1].facts]
    assert signs == [(Kind.TRICKS, 1, 2), (Kind.POINTS, 1, None), (Kind.HAND, 3, None), (Kind.DEALER, None, None)]
    assert not any("bid" in fact for fact in facts(position(phase="bid"), 0)), "who has no bid has yet to bid"
    hands = [(str(zone.name), zone.spread) for zone in scene.zones if zone.owner is not None]
    assert hands == [("player 1's hand", Spread.HIDDEN), ("player 2's hand", Spread.HIDDEN), ("Your hand", Spread.ROW)]


def test_hands_are_sorted_by_suit() -> None:
    hand = GAME.deal(seats=3, seed="a", options=GAME.Options()).view(0).dump()["hand"]
    assert hand == sorted(hand, key=lambda card: ("CDHS".index(card[1]), CARD_TEXTS.index(card)))
