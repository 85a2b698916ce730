"""Card Duel: what each seat sees and is told (rule 10)."""

from typing import Any

import pytest

from engines.card_duel.state import CardDuelState
from engines.cards import CARD_TEXTS, parse_card, write_cards
from engines.scenes import Kind, Spread, TrickCard
from engines.testing.adapter import written_cards
from engines.texts import cards, say
from tests.engines.card_duel.positions import GAME, building, dealt, position, told
from tests.engines.moves import play

VIEWERS = (None, 0, 1)


def facts(state: CardDuelState, viewer: int | None = None) -> list[list[str]]:
    return [[str(fact.text) for fact in place.facts] for place in GAME.scene(state.view(viewer)).places]


def zones(state: CardDuelState, viewer: int | None) -> dict[tuple[int | None, str], Any]:
    return {(zone.owner, str(zone.name)): zone for zone in GAME.scene(state.view(viewer)).zones}


def listed(state: CardDuelState, viewer: int | None) -> list[str]:
    """The cards that a viewer has not seen yet, and where they may be."""
    groups = GAME.unseen(state.view(viewer))
    return [str(say("{where}: {cards}", where=group.where, cards=cards(group.cards))) for group in groups]


def test_while_hands_are_chosen_players_see_only_their_own_cards() -> None:
    """Rules 10.2, 10.4 and 10.6."""
    state = building()
    play(state, "pick 2C")
    state.act(1, "pick KD")
    assert set(written_cards(state.view(0).dump())) == {"2C", "3C", "4C", "9C", "KC", "AC"}
    assert state.view(0).dump()["hand"] == ["2C"]
    assert written_cards(state.view(None).dump()) == []


def test_only_the_fact_that_a_hand_is_finished_is_public() -> None:
    """Rule 10.4: an empty hand looks like a full one."""
    empty, full = building(), building()
    events = empty.act(0, "done")
    play(full, "pick 2C", "pick 9C")
    assert told(full.act(0, "done"), 1) == told(events, 1) == ["player 1 has chosen a hand."]
    assert full.view(1) == empty.view(1)
    assert facts(full) == [["hand chosen"], ["no hand yet"]]
    assert str(GAME.scene(full.view(None)).waiting) == "player 2 chooses a hand"


def test_the_sizes_of_the_hands_appear_when_both_are_done() -> None:
    """Rules 10.1 and 10.4, A19."""
    state = building()
    play(state, "pick 2C", "done", "pick KD", "pick AD")
    assert state.view(0).hand_counts is None
    assert told(state.act(1, "done"), None) == [
        "player 2 has chosen a hand.",
        "player 1 holds 1 card; the others are shuffled into their deck.",
        "player 2 holds 2 cards; the others are shuffled into their deck.",
        "player 1 attacks first.",
    ]
    for viewer in VIEWERS:
        dump = state.view(viewer).dump()
        assert (dump["hand_counts"], dump["deck_counts"]) == ([1, 2], [5, 4])


def test_the_opponents_unseen_cards_are_one_group() -> None:
    """Rule 10.5: nobody can tell which are in hand and which are in the deck; spectators know neither."""
    one = position(hands=[["5C"], ["9H", "TS"]], decks=[["6C"], ["6D", "7D"]])
    other = position(hands=[["5C"], ["6D", "TS"]], decks=[["6C"], ["7D", "9H"]])
    assert one.view(0).dump()["unseen"] == ["6D", "7D", "9H", "TS"]
    assert one.view(0) == other.view(0)
    assert one.view(1) != other.view(1)
    assert one.view(None) == other.view(None)
    assert written_cards(one.view(None).dump()) == []


def test_unseen_cards_follow_from_what_is_seen() -> None:
    """Rule 10.5: the two pools make up the whole pack."""
    state = dealt("unseen")
    pool = write_cards(state.view(0).pool)
    play(state, *[str(action) for action in state.actions(0)[:3]], "done", "done")
    for _ in range(20):
        if state.to_act:
            shown = state.view(0).dump()
            seen = written_cards([shown[part] for part in ("discards", "damage", "table")])
            assert set(shown["unseen"]) == set(CARD_TEXTS) - set(pool) - set(seen)
            state.act(state.to_act[0], state.actions(state.to_act[0])[-1])


def test_your_own_deck_is_listed_once_the_hand_is_finished() -> None:
    """Rules 10.2 and 10.3."""
    state = building()
    play(state, "pick 2C")
    assert listed(state, 0) == []
    play(state, "done")
    assert listed(state, 0) == ["Your deck, in unknown order: 3♣ 4♣ 9♣ K♣ A♣"]


def test_a_hand_that_can_be_deduced_is_listed_as_such() -> None:
    """A reshuffle means that the deck was empty, so all other unseen cards are in hand."""
    state = position(hands=[["KH"], ["9H"]], decks=[["6C"], []], discards=[[], ["8D", "7D"]])
    play(state, "deck", "deck")
    assert state.view(0).known_hand == (parse_card("9H"),)
    assert listed(state, 0)[-2:] == ["player 2's hand: 9♥", "player 2's deck: 7♦"]


def test_discards_and_damage_are_public() -> None:
    """Rule 10.1, A12."""
    state = position(discards=[["8C", "2C"], ["8D"]], damage=[["3S"], []], reshuffles=[0, 2])
    for viewer in VIEWERS:
        dump = state.view(viewer).dump()
        assert (dump["discards"], dump["damage"]) == ([["8C", "2C"], ["8D"]], [["3S"], []])
        assert dump["reshuffles"] == [0, 2]


def test_the_scene_during_the_duel() -> None:
    """Rules 10.1 to 10.5."""
    state = position(discards=[["8C"], []], damage=[["3S", "9S"], []], reshuffles=[1, 0])
    play(state, "hand KH")
    shown = zones(state, 0)
    assert shown[0, "Your hand"].cards == (parse_card("5C"),)
    assert (shown[1, "player 2's hand"].spread, shown[1, "player 2's hand"].count) == (Spread.HIDDEN, 2)
    own, others = shown[0, "Deck"], shown[1, "Deck"]
    assert listed(state, 0) == ["Your deck, in unknown order: 6♣ 7♣", "player 2's hand or deck: 6♦ 7♦ 9♥ 10♠"]
    assert (own.notes, others.notes, listed(state, None)) == ((), (), [])
    assert (own.spread, others.spread, own.cards, others.cards) == (Spread.HIDDEN, Spread.HIDDEN, (), ())
    assert shown[0, "Discard pile"].cards == (parse_card("8C"),)
    assert shown[0, "Discard pile"].spread is Spread.RUN
    assert shown[0, "Damage"].cards == (parse_card("3S"), parse_card("9S"))
    assert [str(shown[0, name].short) for name in ("Deck", "Discard pile", "Damage")] == ["Deck", "Discard", "Damage"]
    assert facts(state) == [
        ["attacking", "1 card in hand", "2 cards in the deck", "12 of 22 damage", "1 reshuffle"],
        ["defending", "2 cards in hand", "2 cards in the deck", "0 of 22 damage"],
    ]
    signs = [fact for fact in GAME.scene(state.view(None)).places[0].facts if fact.kind is not None]
    assert [(fact.kind, fact.value, fact.limit) for fact in signs] == [
        (Kind.HAND, 1, None),
        (Kind.DECK, 2, None),
        (Kind.DAMAGE, 12, 22),
    ]


@pytest.mark.parametrize(
    "parts",
    [
        {"phase": "defend", "table": {"attack": "QS"}},
        {"phase": "damage", "table": {"attack": "QS", "defence": "2S"}},
        {"phase": "damage", "table": {"attack": "QS"}},
        {"phase": "over", "damage": [["AS", "AH"], []], "table": {"attack": "QS", "defence": "2S"}},
    ],
)
def test_an_attack_is_shown_against_its_defence(parts: dict[str, Any]) -> None:
    """Rules 1.2, 6.4: everybody sees the attack beat a defence that is worth less."""
    state = position(attacker=1, **parts)
    for viewer in (None, 0):
        (exchange,) = GAME.scene(state.view(viewer)).tricks
        attack, defence = exchange.cards
        assert attack == TrickCard(1, parse_card("QS"), 10, is_best=True)
        assert defence == (TrickCard(0, parse_card("2S"), 2) if "defence" in parts["table"] else TrickCard(0))


def test_an_exchange_has_places_for_its_cards_before_they_are_supplied() -> None:
    assert GAME.scene(position(attacker=1).view(None)).tricks[0].cards == (TrickCard(1), TrickCard(0))
    assert GAME.scene(position(phase="over", damage=[["AS", "AH"], []]).view(None)).tricks == ()
    assert GAME.scene(building().view(0)).tricks == ()


def test_the_scene_calls_the_viewers_own_zones_yours() -> None:
    state = position(attacker=1, phase="damage", table={"attack": "QS", "defence": "2S"})
    names = [(str(zone.name), zone.group and str(zone.group)) for zone in GAME.scene(state.view(0)).zones]
    assert names[:2] == [("Your hand", None), ("Deck", "Your cards")]
    assert names[4:6] == [("player 2's hand", None), ("Deck", "player 2's cards")]


def test_the_scene_while_hands_are_chosen() -> None:
    """Rule 10.4: the player's own cards come first, because the question is about them."""
    state = building(hands=[["TH"], ["TS"]])
    assert [(owner, name) for owner, name in zones(state, 0)] == [(0, "Your cards"), (0, "Your hand so far")]
    assert zones(state, 0)[0, "Your hand so far"].cards == (parse_card("TH"),)
    assert zones(state, None) == {}
    play(state, "done")
    finished = zones(state, 0)
    assert finished[0, "Your hand"].cards == (parse_card("TH"),)
    assert (finished[0, "Your deck"].spread, finished[0, "Your deck"].count) == (Spread.HIDDEN, 6)


def test_only_the_player_is_told_about_a_pick() -> None:
    """Rule 10.4."""
    events = building(hands=[["TH"], []]).act(0, "pick 9C")
    assert told(events, 0) == ["You put 9♣ into your hand: 19 of 30."]
    assert told(events, 1) == told(events, None) == []


def test_stops_reshuffles_and_missing_cards_are_reported() -> None:
    """Rules 6.3, 7.2 and 9."""
    state = position(hands=[["5C"], []], decks=[["6C"], []], discards=[[], ["8D"]])
    assert told(play(state, "hand 5C", "deck")) == [
        "player 2 reshuffles their discard pile of 1 card.",
        "player 2 defends with 8♦ from their deck.",
        "player 2 stops the attack and attacks next.",
    ]
    assert told(play(position(hands=[[], []], decks=[[], []]), "none")) == ["player 1 has no cards left to play."]
    assert told(position(hands=[[], []], decks=[[], []]).act(0, "none"), 0) == ["You have no cards left to play."]


def test_the_end_of_a_game_is_reported() -> None:
    """Rules 8.1, 8.2 and 11."""
    blow = {"hands": [["KH", "AC"], ["9H"]], "damage": [["2S"], ["AS"]]}
    state = position(**blow, options={"best_of": 3})
    assert told(play(state, "hand KH", "hand 9H", "hand AC"))[1:] == [
        "player 2 takes 11 damage: 22 of 22.",
        "player 1 wins the game with 2 damage to 22.",
        "Match score: player 1 1, player 2 0.",
        "Game 2 is dealt. player 2 attacks first.",
    ]
    assert told(play(position(hands=[["5C"], ["5D"]], idle=39), "hand 5C", "hand 5D"))[-2:] == [
        "40 exchanges in a row have done no damage.",
        "The game is a draw.",
    ]


def test_the_rules_name_the_source() -> None:
    assert "nagnazul.blogspot.com" in GAME.credit.line
    assert "YHNL" in GAME.credit.line
    assert GAME.credit.url.endswith("/2009/10/was-bored-designed-card-game.html")
