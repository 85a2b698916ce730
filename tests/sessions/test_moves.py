"""Moves are stored before they are published, all or none; stale ones are refused; some can be taken back."""

import asyncio
from itertools import pairwise
from random import Random

import pytest
from card_room import ANNA, BEN, CHANNEL, CHEATING, CLARA, KNOTWEED, STRANGER, Room, refused, refuses

from db.records import Phase, TableRecord
from engines import GAMES, IllegalAction
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.refusals import Refused
from sessions.tables.live import RECENT_TURNS, LiveGame
from tests.databases import Raw


async def test_a_move_is_stored_before_it_is_published(room: Room, raw: Raw):
    """A listener that opens the database itself finds the move there."""
    found: list[tuple[int, int]] = []

    def look_up(event: TableEvent) -> None:
        ((rev,),) = raw.rows(f"SELECT rev FROM tables WHERE id = {event.table.id}")
        ((last,),) = raw.rows(f"SELECT max(rev) FROM moves WHERE table_id = {event.table.id}")
        found.append((rev, last))

    table = await room.started()
    room.service.bus.subscribe(look_up)
    await room.some_moves(table, 4)
    assert found == [(table.rev + number, table.rev + number) for number in range(1, 5)]


async def test_several_actions_are_one_change(room: Room, table: TableRecord):
    drawn = await room.moved(table, (ANNA, "draw"))
    reply = await room.an_action(drawn, ANNA)
    other = await room.restarted().opened(channel=CHANNEL + 1)
    other = await room.lobby.start(other.id, ANNA)
    both = await room.play.act(other.id, ANNA, ["draw", reply])
    assert both.rev == other.rev + 1
    assert [move.text for move in await room.store.games.moves(other.id)] == ["draw", reply]


@pytest.mark.parametrize(
    "texts", [["draw now"], ["take 0 9"], ["pile 2C 1"], ["pass"], ["accept"], [""], ["draw", "draw"]], ids=" ".join
)
async def test_an_illegal_move_changes_nothing(room: Room, table: TableRecord, texts: list[str]):
    """It discards the legal ones before it, too."""
    before, shown = await room.rows(table), await room.shown(table)
    room.table_events.clear()
    with pytest.raises(IllegalAction):
        await room.play.act(table.id, ANNA, texts)
    assert await room.rows(table) == before
    assert await room.shown(table) == shown
    assert room.table_events == []


async def test_only_the_seat_on_turn_moves(room: Room, table: TableRecord):
    await refuses("It is not your turn", room.play.act(table.id, BEN, ["draw"]))
    await refuses("You have no seat at this table", room.play.act(table.id, STRANGER, ["draw"]))
    assert (await room.rows(table)) == (table, [])


async def test_a_stale_button_does_nothing(room: Room, table: TableRecord):
    assert await room.service.views.asked(table.id, ANNA, table.rev) is not None
    drawn = await room.play.act(table.id, ANNA, ["draw"], drawn_at=table.rev)
    before = await room.rows(table)
    with refused("That button is out of date"):
        await room.play.act(table.id, ANNA, [await room.an_action(drawn, ANNA)], drawn_at=table.rev)
    assert await room.rows(table) == before
    assert await room.service.views.asked(table.id, ANNA, table.rev) is None
    assert await room.service.views.asked(table.id, ANNA, drawn.rev) is not None
    assert await room.service.views.asked(table.id, BEN, drawn.rev) is None
    assert await room.service.views.asked(table.id, STRANGER, drawn.rev) is None


async def test_a_double_tap_plays_once(room: Room, table: TableRecord):
    taps = (room.play.act(table.id, ANNA, ["draw"], drawn_at=table.rev) for _ in range(5))
    results = await asyncio.gather(*taps, return_exceptions=True)
    assert [type(result) for result in results] == [TableRecord, Refused, Refused, Refused, Refused]
    assert len(await room.store.games.moves(table.id)) == 1


async def test_a_hundred_moves_at_once_on_twenty_tables(room: Room):
    tables = [await room.started(channel=channel, guild=channel) for channel in range(20)]
    acts = [room.play.act(table.id, user, ["draw"]) for _ in range(3) for table in tables for user in (ANNA, BEN)]
    results = await asyncio.gather(*acts, return_exceptions=True)
    assert sum(isinstance(result, TableRecord) for result in results) == 20
    assert sum(isinstance(result, IllegalAction) for result in results) == 100
    for table in tables:
        assert [move.text for move in await room.store.games.moves(table.id)] == ["draw"]
        assert await room.shown(table) == await room.restarted().shown(table)


async def test_players_see_their_own_cards_and_spectators_none(room: Room, table: TableRecord):
    seen = {user: await room.snapshot(table, user) for user in (None, ANNA, BEN, STRANGER)}
    assert [seen[user].seat for user in seen] == [None, 0, 1, None]
    hands = [view.dump()["hand"] for view in (snapshot.view for snapshot in seen.values()) if view is not None]
    assert [len(hand) for hand in hands] == [0, 3, 3, 0]
    assert hands[1] != hands[2]


async def test_news_cover_what_happened_since_the_players_own_last_move(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], {"first": 0})
    assert (await room.snapshot(table, ANNA)).news == ()
    await room.moved(table, (ANNA, "pass"), (BEN, "pass"))
    seen = {user: [str(text) for text in (await room.snapshot(table, user)).news] for user in (ANNA, BEN, None)}
    assert len(seen[ANNA]) > len(seen[BEN]) > 0
    told = " ".join(seen[None])
    assert "player 1" in told
    assert "player 2" in told


def test_the_trick_of_the_own_last_card_is_told_with_the_cards_before_it():
    """Counter: whoever plays last to a trick still sees all of it until the next decision."""
    game = GAMES["counter"]
    live, chance = LiveGame(game, game.deal(seats=3, seed="trick", options=game.Options())), Random(1)
    whole = 0
    while live.state.outcome is None and len(live.moves) < 60:
        live.play_forced(len(live.moves))
        if live.state.outcome is not None:
            break
        seat = live.state.to_act[0]
        live.play(seat, chance.choice(live.state.actions(seat)), len(live.moves))
        (*_, told) = [str(text) for text in live.news_for(seat) if "trick" in str(text)] or [""]
        if "wins the trick" in told:
            whole += 1
            assert len(set(told.split(".")[0].split(", "))) == 3, told
    assert whole > 5


async def test_an_action_with_many_events_is_told_in_full(room: Room):
    """Counter: the trick that ends a game is one line with all cards; the points are in the result and the log."""
    players = [ANNA, BEN, CLARA]
    table = await room.started("counter", players, {"dealer": 0, "max_hands": 1})
    table = await room.some_moves(table, 10_000)
    assert table.phase is Phase.FINISHED
    *_, trick = [str(text) for text in (await room.snapshot(table, None)).news]
    assert all(f"player {number}" in trick for number in (1, 2, 3))
    _, log = await room.service.views.log(table.id, ANNA)
    assert sum(" won " in str(line) for line in log) == len(players)


async def test_the_table_tells_the_latest_turns(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], {"first": 0})
    await room.moved(table, *[(user, "pass") for user in (ANNA, BEN, CLARA) * 2], (ANNA, "pass"))
    told = [str(text) for text in (await room.snapshot(table, None)).news]
    assert told == ["player 2, player 3 and player 1: passed."]
    assert told[0].count("player") == RECENT_TURNS


async def test_the_log_tells_everything_a_member_may_know(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN, CLARA], {"first": 0})
    await room.moved(table, *[(user, "pass") for user in (ANNA, BEN, CLARA) * 2])
    _, own = await room.service.views.log(table.id, ANNA)
    _, spectators = await room.service.views.log(table.id, STRANGER)
    assert sum("pass" in str(text) for text in spectators) == 6
    assert sum("You draw" in str(text) for text in own) == 2
    assert not any("You" in str(text) for text in spectators)


async def test_knotweed_takes_back_a_play(room: Room):
    room.seed = "a hand that fits"
    table = await room.started(KNOTWEED, [ANNA, BEN], CHEATING)
    shown = await room.shown(table)
    assert not (await room.snapshot(table, ANNA)).can_take_back
    played = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "play")))
    assert (await room.snapshot(table, ANNA)).can_take_back
    assert not (await room.snapshot(table, BEN)).can_take_back
    taken_back = await room.take_backs.take_back(table.id, ANNA)
    assert taken_back.rev == played.rev + 1
    assert await room.store.games.moves(table.id) == []
    assert [data["view"] for data in await room.shown(table)] == [data["view"] for data in shown]
    assert room.table_events[-1].kind is EventKind.MOVED


async def test_a_double_tap_takes_back_one_action(room: Room):
    """Card Duel: two picks of one hand, each of which could be taken back."""
    table = await room.started("card_duel", [ANNA, BEN], {})
    for _ in range(2):
        table = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "pick")))
    picked = await room.store.games.moves(table.id)
    once = await room.take_backs.take_back(table.id, ANNA, drawn_at=table.rev)
    for service in (room.service, room.restarted().service):
        await refuses("out of date", service.take_backs.take_back(table.id, ANNA, drawn_at=table.rev))
    assert await room.store.games.moves(table.id) == picked[:1]
    await room.take_backs.take_back(table.id, ANNA, drawn_at=once.rev)
    assert await room.store.games.moves(table.id) == []


async def test_a_button_takes_back_the_action_that_it_was_drawn_for(room: Room):
    table = await room.started("card_duel", [ANNA, BEN], {})
    first = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "pick")))
    await room.moved(table, (ANNA, await room.an_action(table, ANNA, "pick")))
    await refuses("out of date", room.take_backs.take_back(table.id, ANNA, drawn_at=first.rev))
    assert len(await room.store.games.moves(table.id)) == 2


async def test_what_cannot_be_taken_back(room: Room, table: TableRecord):
    await refuses("nothing you can take back", room.take_backs.take_back(table.id, ANNA))
    drawn = await room.moved(table, (ANNA, "draw"))
    await refuses("Cards have been revealed", room.take_backs.take_back(table.id, ANNA))
    assert (await room.rows(table))[0] == drawn


async def test_buttons_from_before_a_take_back_are_stale_even_after_a_restart(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], CHEATING)
    played = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "play")))
    again = await room.take_backs.take_back(table.id, ANNA)
    for service in (room.service, room.restarted().service):
        asked = [
            await service.views.asked(table.id, ANNA, rev) is not None for rev in (table.rev, played.rev, again.rev)
        ]
        assert asked == [False, False, True]


async def test_moves_after_a_take_back_get_new_numbers(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], CHEATING)
    await room.moved(table, (ANNA, await room.an_action(table, ANNA, "play")))
    await room.take_backs.take_back(table.id, ANNA)
    await room.moved(table, (ANNA, "pass 3"), (BEN, "accept"))
    assert [move.number for move in await room.store.games.moves(table.id)] == [2, 3]
    assert await room.shown(table) == await room.restarted().shown(table)


async def test_forced_actions_are_played_automatically(room: Room):
    """3 Piles 3.3: a player whom no stack top fits draws without being asked."""
    moves = await room.store.games.moves((await room.some_moves(await room.started(), 10_000)).id)
    played = [move.text.split()[0] for before, move in pairwise(moves) if move.rev == before.rev]
    assert "draw" in played
    assert set(played) <= {"draw", "take", "pass"}


async def test_a_finished_game_takes_no_moves(room: Room, finished: TableRecord):
    assert finished.phase is Phase.FINISHED
    await refuses("This game is over", room.play.act(finished.id, ANNA, ["draw"]))


@pytest.mark.parametrize("key", GAMES)
async def test_a_position_is_looked_at_and_drawn_once_for_all_who_show_it(room: Room, key: str):
    players = [ANNA, BEN, CLARA][: max(2, GAMES[key].seats[0])]
    table = await room.started(key, players, {})
    shown = [await room.snapshot(table, user) for user in (None, ANNA, BEN)]
    first, *others = (snapshot.public for snapshot in shown)
    assert first is not None
    assert all(other is first for other in others)
    assert GAMES[key].scene(first) is GAMES[key].scene(first)
    table = await room.some_moves(table, 1)
    after = (await room.snapshot(table, None)).public
    restarted = (await room.restarted().service.views.snapshot(table.id, None)).public
    assert after is not first
    assert after == restarted
