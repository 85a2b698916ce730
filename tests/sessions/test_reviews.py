"""Looking back at the moves of a finished game that cost a player most."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from card_room import ANNA, BEN, CLARA, KNOTWEED, PILES, Room, refused

from db.records import TableRecord
from engines import GAMES
from engines.knotweed.actions import Play
from sessions.replays import reviews
from sessions.replays.reviews import LEAST_COST, MOST, Review, _costliest, _Judgement


@pytest.fixture(autouse=True)
def short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reviews, "FIRST_LOOK", 6)
    monkeypatch.setattr(reviews, "CLOSE_LOOK", 20)


async def played_at_random(room: Room, game: str = PILES, options: dict[str, Any] | None = None) -> TableRecord:
    """A game in which both players take any legal action, and name the cards of a group in any order."""
    table, chance = await room.started(game, options=options or {}), Random(3)
    while True:
        for user in (ANNA, BEN):
            view = (await room.service.views.snapshot(table.id, user)).view
            if view is not None and view.may_act:
                action = chance.choice(view.actions())
                await room.play.act(table.id, user, [_turned_around(action) if isinstance(action, Play) else action])
        snapshot = await room.service.views.snapshot(table.id, ANNA)
        if not snapshot.table.phase.is_open:
            return snapshot.table


def _turned_around(play: Play) -> Play:
    return Play(play.pile, play.cards[::-1])


async def test_the_costliest_moves_come_first(room: Room) -> None:
    table = await played_at_random(room)
    found = (await room.service.reviews.costliest(table.id, ANNA)).moves
    moves = await room.store.games.moves(table.id)
    assert 0 < len(found) <= MOST, "of moves at random some are bad"
    costs = [move.cost for move in found]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] >= LEAST_COST
    assert all(moves[move.number - 1].seat == 0 for move in found), "they are anna's own"
    assert all(move.better != move.played for move in found)
    assert all(move.reasons for move in found)
    numbers = {move.number for move in (await room.service.reviews.costliest(table.id, BEN)).moves}
    assert numbers.isdisjoint(move.number for move in found)


async def test_a_review_says_the_same_each_time(room: Room) -> None:
    table = await played_at_random(room)
    first = await room.service.reviews.costliest(table.id, ANNA)
    assert await room.service.reviews.costliest(table.id, ANNA) is first, "it is remembered"
    again = reviews.Reviews(room.service.reviews._cache, room.service.replays, room.service.reviews._thinker)
    assert await again.costliest(table.id, ANNA) == first


async def test_cards_of_a_group_may_have_been_named_in_any_order(room: Room) -> None:
    """Knotweed 4.4: moves are listed in pack order only."""
    table = await played_at_random(room, KNOTWEED, {"turn_cap": 20})
    typed = [GAMES[KNOTWEED].parse(move.text) for move in await room.store.games.moves(table.id)]
    assert any(isinstance(play, Play) and play.cards != tuple(sorted(play.cards)) for play in typed)
    for user in (ANNA, BEN):
        assert (await room.service.reviews.costliest(table.id, user)).looked_at


async def test_every_decision_is_looked_at_up_to_a_limit_that_the_review_tells(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await played_at_random(room)
    review = await room.service.reviews.costliest(table.id, ANNA)
    _, decisions = await room.service.replays.decisions(table.id, 0)
    assert (review.looked_at, review.decisions) == (len(decisions), len(decisions))
    monkeypatch.setattr(reviews, "DECISIONS", 4)
    review = await room.service.reviews.costliest(table.id, BEN)
    assert review.looked_at <= 4 < review.decisions


async def test_only_players_of_finished_games_look_back(room: Room) -> None:
    table = await room.started(PILES)
    with refused("still in progress"):
        await room.service.reviews.check(table.id, ANNA)
    with refused("no seat"):
        await room.service.reviews.check(table.id, CLARA)
    await room.seats.resign(table.id, BEN)
    await room.service.reviews.check(table.id, ANNA)
    review = await room.service.reviews.costliest(table.id, ANNA)
    assert review == Review((), 0, 0, luck=review.luck, even=0.5), "anna has not moved"


async def test_luck_play_and_the_best_move(room: Room) -> None:
    table = await played_at_random(room)
    own, other = [await room.service.reviews.costliest(table.id, user) for user in (ANNA, BEN)]
    assert own.luck + other.luck == pytest.approx(1)
    assert own.even == other.even == 0.5
    assert own.lost >= sum(move.cost for move in own.moves) > 0
    moves = await room.store.games.moves(table.id)
    for review, seat in ((own, 0), (other, 1)):
        if review.best is not None:
            assert moves[review.best.number - 1].seat == seat
            assert review.best.next_best is None or review.best.got >= review.best.next_best + LEAST_COST


async def test_all_decisions_count_for_what_was_lost(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await played_at_random(room)
    monkeypatch.setattr(_Judgement, "cost", 0.05)
    review = await room.service.reviews.costliest(table.id, ANNA)
    assert review.lost == pytest.approx(0.05 * review.looked_at)


@pytest.mark.parametrize(
    ("costs", "lost", "listed"),
    [
        ([0.05, 0.3, 0.1], 0.5, [0.3, 0.1]),
        # In a match of several hands no decision costs much of the whole, but it can be a good part of what was lost.
        ([0.05, 0.07, 0.02], 0.2, [0.07, 0.05]),
        ([0.01, 0.02], 0.03, []),
    ],
)
def test_a_move_is_listed_for_its_cost_or_its_share(costs: list[float], lost: float, listed: list[float]) -> None:
    judged: Any = [SimpleNamespace(cost=cost) for cost in costs]
    assert [one.cost for one in _costliest(judged, lost)] == listed
