"""Games with computers: what they considered, and how such games are rated."""

from typing import Any

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CLARA, GUILD, KNOTWEED, PILES, Room, compute_now

from db.store import Store
from opponents import Considered, Level, Thought
from sessions.playing.play import MAX_CONSIDERED
from sessions.tables.results import NEWCOMER, rate

EASY, NORMAL, HARD, _ = Level


async def test_what_hard_computers_considered_is_stored_with_their_moves(store: Store):
    thoughts: list[Thought[Any]] = []

    async def think_and_record(function: Any, *arguments: Any) -> Any:
        thoughts.append(await compute_now(function, *arguments))
        return thoughts[-1]

    room = Room(store, compute=think_and_record)
    table = await room.started(players=[ANNA], computers=[HARD])
    table = await room.some_moves(table, 6)
    await room.service.close()
    kept = await store.games.thoughts(table.id)
    by_computer = [move for move in await store.games.moves(table.id) if move.seat == 1]
    assert len(by_computer) == len(thoughts) >= 3
    assert any(thought.considered for thought in thoughts)
    for move, thought in zip(by_computer, thoughts, strict=True):
        assert move.text == str(thought.action)
        expected = tuple(
            (str(one.action), round(one.estimate, 3), one.visits, round(one.error, 3))
            for one in thought.considered[:MAX_CONSIDERED]
        )
        assert kept.get(move.number, ()) == expected


async def test_a_thought_belongs_to_the_chosen_move_and_not_to_the_forced_one_after_it(store: Store):
    """3 Piles 5.5: a blocked player passes without being asked, in the same change."""

    async def think_and_record(function: Any, *arguments: Any) -> Any:
        action = (await compute_now(function, *arguments)).action
        return Thought(action, (Considered(action, 0.5, 1),))

    room = Room(store, compute=think_and_record)
    followed = False
    for number in range(40):  # until a game has such a move
        table = await room.started(players=[ANNA], computers=[EASY], channel=number)
        table = await room.some_moves(table, 10_000, str(number))
        stored, kept = await store.games.moves(table.id), await store.games.thoughts(table.id)
        for move in stored:
            first = next(other for other in stored if other.rev == move.rev)
            assert (move.number in kept) == (move is first and move.seat == 1)
            followed |= move is not first and first.seat == 1
        if followed:
            break
    assert followed
    await room.service.close()


async def test_easy_computers_leave_no_thoughts(room: Room):
    table = await room.started(players=[ANNA], computers=[EASY])
    table = await room.some_moves(table, 6)
    assert await room.store.games.thoughts(table.id) == {}


# Ratings


async def test_practice_is_rated_separately_from_games_among_members(room: Room):
    await room.first_game()
    table = await room.under_way(players=[ANNA], computers=[EASY])
    assert table.has_computer_players
    await room.seats.resign(table.id, ANNA)
    winner, loser = rate([NEWCOMER, NEWCOMER], [1, 2])
    for game in (PILES, None):
        assert await room.store.leaderboards.rating(GUILD, ANNA, game) is None
        assert await room.store.leaderboards.rating(GUILD, ANNA, game, practice=True) == loser
        assert await room.store.leaderboards.rating(GUILD, EASY, game, practice=True) == winner
        assert await room.store.leaderboards.rating(GUILD, NORMAL, game, practice=True) is None
    await room.seats.resign((await room.under_way()).id, BEN)
    assert await room.store.leaderboards.rating(GUILD, ANNA, PILES) == winner
    assert await room.store.leaderboards.rating(GUILD, ANNA, PILES, practice=True) == loser
    assert await room.store.leaderboards.rating(GUILD, BEN, PILES, practice=True) is None


async def test_ratings_of_practice_build_on_each_other(slow_room: Room):
    room = slow_room
    await room.first_game()
    ratings = [NEWCOMER, NEWCOMER]
    for _ in range(2):
        table = await room.under_way(players=[ANNA], computers=[HARD])
        await room.seats.resign(table.id, ANNA)
        ratings = rate(ratings, [2, 1])
    assert [await room.store.leaderboards.rating(GUILD, who, PILES, practice=True) for who in (ANNA, HARD)] == ratings


async def test_a_computer_playing_for_a_member_does_not_make_it_a_practice_game(room: Room):
    """And the result does not count for the computer."""
    table = await room.under_way(KNOTWEED, [ANNA, BEN, CLARA], ANNA_FIRST)
    table = await room.seats.leave(table.id, CLARA)
    assert not table.has_computer_players
    await room.seats.resign(table.id, BEN)
    await room.seats.resign(table.id, ANNA)
    assert await room.store.leaderboards.rating(GUILD, CLARA, KNOTWEED) is not None
    for practice in (False, True):
        assert await room.store.leaderboards.rating(GUILD, NORMAL, KNOTWEED, practice=practice) is None


async def test_computers_of_one_level_have_one_rating(room: Room):
    """The average of the ratings that their seats would get alone."""
    await room.first_game(KNOTWEED)
    table = await room.started(KNOTWEED, [ANNA], {"turn_cap": 12}, computers=[EASY, EASY, HARD])
    table = await room.some_moves(table, 1000)
    results = await room.store.games.results(table.id)
    alone = rate([NEWCOMER] * 4, [result.place for result in results])
    assert results[1].place != results[2].place
    assert results[1].rating == results[2].rating
    assert results[1].rating.mu == pytest.approx((alone[1].mu + alone[2].mu) / 2)
    assert (results[0].rating, results[3].rating) == (alone[0], alone[3])
    assert await room.store.leaderboards.rating(GUILD, EASY, KNOTWEED, practice=True) == results[1].rating
