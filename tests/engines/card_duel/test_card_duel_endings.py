"""Card Duel: how games and matches end (rules 8 and 11)."""

from typing import Any

import pytest

from engines.testing.play import play
from tests.engines.card_duel.positions import GAME, legal, position, walk

KILL = ("hand KH", "hand 9H", "hand AC")


def last_blow(**parts: Any) -> Any:
    """Seat 0 holds an ace, and seat 1 has taken 11 damage."""
    return position(**{"hands": [["KH", "AC"], ["9H"]], "damage": [["2S"], ["AS"]], **parts})


def last_stop(**parts: Any) -> Any:
    """The 40th exchange in a row without damage is about to be stopped."""
    return position(**{"hands": [["5C"], ["5D"]], "idle": 39, **parts})


def test_a_player_who_has_taken_22_loses_at_once() -> None:
    """Rules 8.1 and 2.3, A14: the exchange is not over, so its cards are still on the table."""
    state = last_blow()
    walk(state, *KILL)
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.points, outcome.places) == ("killed", (2, 22), ((0,), (1,)))
    assert (state.to_act, state.phase, state.actions(0)) == ((), "over", [])
    assert state.dump()["table"] == {"attack": "KH", "defence": "9H"}


def test_more_damage_than_needed_makes_no_difference() -> None:
    """Rule 8.1, A14."""
    state = last_blow(damage=[[], ["AS", "KS"]])
    walk(state, *KILL)
    assert state.outcome is not None
    assert (state.outcome.points, state.outcome.winners) == ((0, 32), (0,))


def test_one_point_less_does_not_end_the_game() -> None:
    """Rule 8.1."""
    state = last_blow(damage=[[], ["KS"]])
    walk(state, *KILL)
    assert (state.outcome, state.hurt) == (None, [0, 21])


@pytest.mark.parametrize(
    ("damage", "winners"), [([["9S"], ["8S"]], (1,)), ([["8S"], ["9S"]], (0,)), ([["8S"], ["8D"]], (0, 1))]
)
def test_too_many_exchanges_without_damage_end_the_game(damage: list[list[str]], winners: tuple[int, ...]) -> None:
    """Rule 8.2: less damage wins, equal damage is a draw."""
    state = last_stop(damage=damage)
    walk(state, "hand 5C", "hand 5D")
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winners, outcome.places[0]) == ("idle", winners, winners)
    assert state.dump()["discards"] == [["5C"], ["5D"]]


def test_every_damage_card_resets_the_count() -> None:
    """Rule 8.2: only consecutive exchanges count."""
    state = last_stop(hands=[["5C", "3C"], ["4D"]])
    walk(state, "hand 5C", "hand 4D", "hand 3C")
    assert (state.outcome, state.idle) == (None, 0)


def test_a_stopped_exchange_counts_as_one() -> None:
    """Rules 8.2 and 2.4."""
    state = last_stop(idle=38)
    walk(state, "hand 5C", "hand 5D")
    assert (state.outcome, state.idle) == (None, 39)
    longer = last_stop(options={"idle_limit": 41})
    walk(longer, "hand 5C", "hand 5D")
    assert longer.outcome is None


@pytest.mark.parametrize("options", [{}, {"hand_limit": 0, "life": 100}, {"hand_limit": 60, "life": 40}])
def test_nobody_runs_out_of_cards(options: dict[str, int]) -> None:
    """Annex D: with at most 100 life, rule 9 never applies."""
    rules = GAME.Options.model_validate(options)
    for number in range(20):
        state, moves = play(GAME, 2, str(number), rules)
        assert state.outcome is not None
        assert "none" not in {text for _, text in moves}


def test_a_match_continues_with_the_other_dealer() -> None:
    """Rule 11: players take turns to deal and to attack first."""
    state = last_blow(options={"best_of": 3}, dealer=0, seed="m", reshuffles=[2, 1], idle=7)
    walk(state, *KILL)
    dump = state.dump()
    assert state.outcome is None
    assert (dump["game_no"], dump["dealer"], dump["attacker"], dump["points"]) == (1, 1, 1, [1.0, 0.0])
    assert (dump["phase"], state.to_act, [len(pool) for pool in dump["pools"]]) == ("build", (0, 1), [26, 26])
    assert (dump["damage"], dump["discards"], dump["idle"], dump["reshuffles"]) == ([[], []], [[], []], 0, [0, 0])
    assert dump["table"] == {"attack": None, "defence": None}
    assert legal(state, 1)[-1] == "done"


def test_the_games_of_a_match_are_dealt_differently() -> None:
    """Rule 11: every shuffle has its own number."""
    pools = []
    for seed, chance in (("m", 4), ("m", 4), ("m", 5), ("n", 4)):
        state = last_blow(options={"best_of": 3}, seed=seed, chance=chance)
        walk(state, *KILL)
        pools.append(state.dump()["pools"])
    assert pools[0] == pools[1]
    assert pools[0] != pools[2]
    assert pools[0] != pools[3]


@pytest.mark.parametrize(
    ("best_of", "game_no", "before", "decided"),
    [
        (3, 0, [0, 0], False),
        (3, 1, [1, 0], True),
        (3, 1, [0, 1], False),
        (3, 1, [0.5, 0.5], False),  # 1.5 to 0.5: the last game can still even it up
        (3, 2, [0.5, 1.5], True),
        (5, 2, [2, 0], True),
        (5, 3, [1.5, 1.5], False),
        (7, 3, [2, 1], False),
        (7, 4, [2.5, 1.5], False),
        (7, 4, [3, 1], True),
    ],
)
def test_a_match_lasts_until_nobody_can_catch_up(
    best_of: int, game_no: int, before: list[float], decided: bool
) -> None:
    """Rule 11."""
    state = last_blow(options={"best_of": best_of}, game_no=game_no, points=before)
    walk(state, *KILL)
    assert (state.outcome is not None) == decided
    assert state.points == [before[0] + 1, before[1]]


def test_a_draw_is_half_a_point_each() -> None:
    """Rules 8.2 and 11."""
    state = last_stop(options={"best_of": 3}, points=[1, 0], game_no=1)
    walk(state, "hand 5C", "hand 5D")
    assert (state.outcome, state.points) == (None, [1.5, 0.5])


@pytest.mark.parametrize(
    ("before", "places"),
    [([0, 1.5], ((1,), (0,))), ([0.5, 0.5], ((0,), (1,))), ([0, 1], ((0, 1),))],
)
def test_the_result_of_a_match(before: list[float], places: tuple[tuple[int, ...], ...]) -> None:
    """Rule 11: more points win; a match can be drawn."""
    state = last_blow(options={"best_of": 3}, game_no=2, points=before)
    walk(state, *KILL)
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.points) == ("match", (before[0] + 1, before[1]))
    assert (outcome.places, outcome.winners) == (places, places[0])


@pytest.mark.parametrize("best_of", [1, 3, 5, 7])
def test_dealers_alternate_through_a_match(best_of: int) -> None:
    """Rule 11: each game is worth one point."""
    dealers: dict[int, int] = {}

    def look(state: Any, seat: int, action: Any) -> None:
        dealers[state.game_no] = state.dealer
        assert sum(state.points) == state.game_no

    state, _ = play(GAME, 2, "match", GAME.Options.model_validate({"best_of": best_of, "dealer": 1}), look)
    outcome = state.outcome
    assert outcome is not None
    assert list(dealers.values()) == [(1 + number) % 2 for number in dealers]
    assert best_of // 2 < len(dealers) <= best_of
    assert best_of == 1 or sum(outcome.points) == len(dealers)
