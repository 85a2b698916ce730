"""What every hand, round or game of a match brought, from the events of the whole game."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from card_room import ANNA, BEN, PILES, STRANGER, Room

from engines import GAMES
from engines.contract import Outcome
from sessions.replays.key_moments import film
from sessions.tables.live import LiveGame
from tests.cogs.fake_game import fake_table
from tests.optional import present

MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("counter", 3, {"max_hands": 3}),
    ("counterweight", 2, {"games": 3}),
    ("knotweed", 3, {"rounds": 3, "turn_cap": 20}),
    ("three_piles", 2, {"target": 40}),
]
"""Matches of several hands, games or rounds."""


def played(key: str, seats: int, options: dict[str, Any]) -> tuple[LiveGame, Outcome]:
    game, chance = GAMES[key], Random(3)
    table = fake_table(players=seats, game=key, options=options)
    live = LiveGame.dealt(game, table, "scores", 0)
    while live.state.outcome is None:
        seat = chance.choice(live.state.to_act)
        live.play(seat, chance.choice(live.state.actions(seat)), 0)
    return live, live.state.outcome


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [
        *MATCHES,
        ("counterweight", 2, {}),
        ("knotweed", 4, {"turn_cap": 20}),
        ("card_duel", 2, {}),
        ("three_piles", 2, {}),
    ],
)
def test_the_scores_of_all_parts_add_up_to_the_result(key: str, seats: int, options: dict[str, Any]):
    live, outcome = played(key, seats, options)
    scores = live.scores()
    assert tuple(map(sum, zip(*scores, strict=True))) == outcome.points
    assert (len(scores) > 1) == bool(options and options != {"turn_cap": 20})


def test_what_a_hand_brought_everybody_stands_at_their_seats():
    game, chance = GAMES["counter"], Random(3)
    live = LiveGame.dealt(game, fake_table(players=4, game="counter", options={}), "scores", 0)
    while not live.scores():
        seat = chance.choice(live.state.to_act)
        live.play(seat, chance.choice(live.state.actions(seat)), 0)
    (scores,) = live.scores()
    for seat in (None, *range(4)):
        for place in game.scene(live.view(seat)).places:
            told = [str(fact.text) for fact in place.facts if "last hand" in str(fact.text)]
            assert [one.partition(":")[0] for one in told] == [f"last hand +{scores[place.seat]:g}"]


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [*MATCHES, ("card_duel", 2, {"best_of": 3})],
)
def test_a_film_tells_of_no_deal_that_comes_next(key: str, seats: int, options: dict[str, Any]):
    live, _ = played(key, seats, options)
    events = [event for happened in live.events for event in happened if isinstance(event, live.game.openings)]
    assert events
    dealt = LiveGame.dealt(live.game, fake_table(players=seats, game=key, options=options), "scores", 0)
    told = " ".join(str(text) for shot in film(dealt, live.moves, []) for text in shot.scene.told)
    assert told
    assert not any(str(live.game.tell(event, None)) in told for event in events)


@pytest.mark.parametrize("key", ["counterweight", "card_duel"])
def test_a_match_for_wins_has_the_score_of_each_game(key: str):
    live, outcome = played(key, 2, {"best_of": 3})
    scores = live.scores()
    assert len(scores) in (2, 3)
    assert all(points == int(points) for game in scores for points in game)
    wins = [sum((game[seat] < game[1 - seat]) + (game[0] == game[1]) / 2 for game in scores) for seat in (0, 1)]
    assert tuple(wins) == outcome.points


async def test_only_a_finished_game_has_open_hands_and_scores(room: Room):
    table = await room.some_moves(await room.started(PILES, [ANNA, BEN]), 10)
    for user in (None, ANNA):
        snapshot = await room.snapshot(table, user)
        assert (snapshot.hands, snapshot.scores, snapshot.turning_point) == ((), (), None)
        assert snapshot.scene is not None
        assert replace(snapshot.scene, told=(), viewer=None) == snapshot.game.scene(present(snapshot.view))
    await room.seats.resign(table.id, BEN)
    snapshot = await room.snapshot(table, None)
    assert [view.seat for view in snapshot.hands] == [0, 1]
    assert len(set(present(snapshot.scene).zones) & set(snapshot.game.scene(snapshot.hands[0]).zones)) > 3


async def test_a_table_closed_without_a_result_keeps_its_hands_closed(room: Room):
    table = await room.some_moves(await room.started(PILES, [ANNA, BEN]), 10)
    await room.play.end(table.id, STRANGER, may_manage=True)
    assert (await room.snapshot(table, None)).hands == ()


async def test_the_news_of_a_result_repeat_neither_scores_nor_the_reason(room: Room):
    table = await room.finished(PILES)
    snapshot = await room.snapshot(table, None)
    told = list(map(str, snapshot.news))
    assert told
    assert str(snapshot.game.ending(present(snapshot.view))) not in told
    assert not any("wins the game" in line or "is a draw" in line for line in told)
