"""Taking back a move that others have seen: asked, granted, refused, impossible, overtaken and expired."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CARD_DUEL, CHEATING, CLARA, DAN, KNOTWEED, STRANGER, Room, refused, refuses
from test_table_cache import cache_matches_store
from test_waiting_computers import idle

from db.records import Phase, TableRecord, TakeBackStatus
from db.store import Store
from engines import GAMES
from opponents import Level
from sessions.shared.events import EventKind
from sessions.shared.refusals import Refused
from sessions.tables.live import Aftermath, LiveGame
from sessions.tables.pace import Pace
from sessions.tables.updates import seats_on_the_clock
from sessions.take_backs import LIVE_TIME, TIME
from tests.optional import present

THREE = [ANNA, BEN, CLARA]
ANNA_BIDS_FIRST = {"dealer": 2, "max_hands": 1}

NOTES = ["player 1 took back a move; player 2 and player 3 agreed.", "This also takes back what player 2 did after it."]


async def bids(room: Room, bidders: Sequence[int] = (ANNA, BEN), pace: Pace | None = None) -> TableRecord:
    """Counter: these players have bid one trick each."""
    table = await room.started("counter", THREE, ANNA_BIDS_FIRST, pace=pace)
    return await room.moved(table, *((user, "bid 1") for user in bidders))


async def asked(room: Room, pace: Pace | None = None) -> tuple[TableRecord, int]:
    """Anna and Ben have bid, and Anna asks to take back her bid; the table and the number of the request."""
    table = await room.service.take_backs.ask((await bids(room, pace=pace)).id, ANNA)
    request = present(table.take_back_request)
    return table, request.id


async def log(room: Room, table: TableRecord, user: int = CLARA) -> list[str]:
    return [str(text) for text in (await room.service.views.log(table.id, user))[1]]


async def statuses(room: Room, table: TableRecord) -> list[TakeBackStatus]:
    return [request.status for request in (await room.snapshot(table, None)).table.take_backs]


async def test_all_agree(room: Room):
    dealt = await room.started("counter", THREE, ANNA_BIDS_FIRST)
    before = await room.shown(dealt, (None, *THREE))
    table = await room.moved(dealt, (ANNA, "bid 1"), (BEN, "bid 2"))
    table = await room.service.take_backs.ask(table.id, ANNA, drawn_at=table.rev)
    request = present(table.take_back_request)
    assert (request.seat, request.undone, request.until) == (0, (1,), room.time + TIME)
    assert (room.table_events[-1].kind, room.table_events[-1].by) == (EventKind.ASKED, ANNA)
    agreed = await room.service.take_backs.allow(table.id, CLARA, request.id)
    assert (agreed.rev, await room.moves(table)) == (table.rev, [(0, "bid 1"), (1, "bid 2")])
    table = await room.service.take_backs.allow(table.id, BEN, request.id)
    assert (table.rev, await room.moves(table)) == (agreed.rev + 1, [])
    after = await room.shown(table, (None, *THREE))
    for was, now in zip(before, after, strict=True):
        same = ("view", "scene", "seat", "can_take_back", "before")
        assert {key: was[key] for key in same} == {key: now[key] for key in same}
        assert now["news"] == NOTES
    assert await log(room, table) == NOTES
    assert await cache_matches_store(room, table)


async def test_the_log_keeps_the_note_where_it_belongs(room: Room):
    table, request = await asked(room)
    for user in (BEN, CLARA):
        table = await room.service.take_backs.allow(table.id, user, request)
    await room.moved(table, (ANNA, "bid 0"), (BEN, "bid 2"))
    told = await log(room, table)
    assert [line.split(";")[0].split(" after")[0] for line in told] == [
        "player 1 took back a move",
        "This also takes back what player 2 did",
        "player 1 bids 0 tricks.",
        "player 2 bids 2 tricks.",
    ]
    assert await log(room.restarted(), table) == told
    assert [text for _, text in await room.moves(table)] == ["bid 0", "bid 2"]


async def test_a_replay_shows_the_game_without_what_was_taken_back(room: Room):
    table, request = await asked(room)
    for user in (BEN, CLARA):
        table = await room.service.take_backs.allow(table.id, user, request)
    table = await room.some_moves(table, 10_000)
    assert table.phase is Phase.FINISHED
    end = await room.service.replays.moment(table.id, 10_000, None)
    assert end.last == len(await room.moves(table))
    assert end.view == (await room.snapshot(table, None)).view
    assert "player 1 took back a move; player 2 and player 3 agreed." in await log(room, table)


async def test_calls_tell_what_was_taken_back(room: Room):
    table, request = await asked(room)
    for user in (BEN, CLARA):
        table = await room.service.take_backs.allow(table.id, user, request)
    told = [str(text) for text in await room.service.views.news_since(table.id, [ANNA])]
    assert told[0].startswith("player 1 took back a move")


async def test_one_refuses(room: Room):
    table, request = await asked(room)
    before = await room.moves(table)
    await room.service.take_backs.allow(table.id, BEN, request)
    table = await room.service.take_backs.refuse(table.id, CLARA, request)
    assert (await statuses(room, table), await room.moves(table)) == ([TakeBackStatus.REFUSED], before)
    assert (await log(room, table))[-1] == "player 1 asked to take back a move, but player 3 did not agree."
    await refuses("the answer was no", room.service.take_backs.ask(table.id, ANNA))
    assert not (await room.snapshot(table, ANNA)).can_ask_back
    assert (await room.snapshot(table, BEN)).can_ask_back, "for a bid of his own"
    await refuses("no longer open", room.service.take_backs.allow(table.id, BEN, request))
    assert await cache_matches_store(room, table)


async def test_after_a_refusal_another_decision_can_be_asked_for(room: Room):
    table, request = await asked(room)
    await room.service.take_backs.refuse(table.id, CLARA, request)
    table = await room.moved(table, (CLARA, "bid 0"))
    card = await room.an_action(table, ANNA, "play")
    await room.moved(table, (ANNA, card))
    assert (await room.service.take_backs.ask(table.id, ANNA)).take_back_request is not None


async def test_a_move_overtakes_the_request(room: Room):
    table, request = await asked(room)
    table = await room.moved(table, (CLARA, "bid 0"))
    assert await statuses(room, table) == [TakeBackStatus.OVERTAKEN]
    assert "player 1 asked to take back a move, but the game went on." in await log(room, table)
    await refuses("no longer open", room.service.take_backs.allow(table.id, BEN, request))
    assert (await room.service.take_backs.ask(table.id, ANNA)).take_back_request is not None
    assert await cache_matches_store(room, table)


@pytest.mark.parametrize(("pace", "time"), [(Pace.LIVE_10, LIVE_TIME), (Pace.DAYS_1, TIME), (Pace.NO_LIMIT, TIME)])
async def test_it_expires(room: Room, pace: Pace, time: timedelta):
    table, request = await asked(room, pace)
    room.time += time - timedelta(seconds=1)
    await room.service.take_backs.on_due(table.id)
    assert await statuses(room, table) == [TakeBackStatus.OPEN]
    room.pass_time(seconds=1)
    assert await room.service.times.requests.first() == (table.id, room.time)
    await room.service.take_backs.on_due(table.id)
    assert await statuses(room, table) == [TakeBackStatus.EXPIRED]
    assert (await log(room, table))[-1].endswith("but not everybody answered in time.")
    assert await room.service.times.requests.first() is None
    await refuses("no longer open", room.service.take_backs.allow(table.id, BEN, request))
    assert (await room.rows(table))[0] == (await room.snapshot(table, None)).table


async def test_a_restart_in_between(room: Room):
    table, request = await asked(room)
    await room.service.take_backs.allow(table.id, BEN, request)
    later = room.restarted()
    table = await later.service.take_backs.allow(table.id, CLARA, request)
    assert await later.moves(table) == []


async def test_those_who_may_not_answer(room: Room):
    table, request = await asked(room)
    before = await room.rows(table)
    for answer in (room.service.take_backs.allow, room.service.take_backs.refuse):
        await refuses("Only the players at this table", answer(table.id, STRANGER, request))
        await refuses("You asked for this yourself", answer(table.id, ANNA, request))
        await refuses("no longer open", answer(table.id, BEN, request + 1))
    assert await room.rows(table) == before
    await room.service.take_backs.allow(table.id, BEN, request)
    await refuses("You have agreed already", room.service.take_backs.allow(table.id, BEN, request))


async def test_those_who_may_not_ask(room: Room):
    table = await bids(room, [ANNA])
    await refuses("You have no seat", room.service.take_backs.ask(table.id, STRANGER))
    await refuses("nothing you can take back", room.service.take_backs.ask(table.id, BEN))
    await room.service.take_backs.ask(table.id, ANNA)
    table = await room.moved(table, (BEN, "bid 0"))
    await room.service.take_backs.ask(table.id, BEN)
    await refuses("open already", room.service.take_backs.ask(table.id, ANNA))
    await room.seats.leave(table.id, ANNA)
    await refuses("A computer is playing for you", room.service.take_backs.ask(table.id, ANNA))


async def test_a_button_stands_for_the_decision_that_was_the_latest(room: Room):
    table = await bids(room)
    await refuses("out of date", room.service.take_backs.ask(table.id, BEN, drawn_at=table.rev - 1))
    await room.service.take_backs.ask(table.id, ANNA, drawn_at=table.rev - 1)


async def test_players_who_are_away_are_not_asked(room: Room):
    table = await bids(room)
    await room.seats.leave(table.id, CLARA)
    table = await room.computers_moved(table)
    request = present((await room.service.take_backs.ask(table.id, ANNA)).take_back_request)
    table = await room.service.take_backs.allow(table.id, BEN, request.id)
    assert [text for _, text in await room.moves(table)] == []


async def test_computers_wait_for_the_answer(room: Room):
    table = await room.started("counter", [ANNA, BEN], ANNA_BIDS_FIRST, computers=[Level.EASY])
    await room.moved(table, (ANNA, "bid 1"), (BEN, "bid 1"))
    await room.service.take_backs.ask(table.id, ANNA)
    await idle()
    assert len(await room.moves(table)) == 2
    request = present((await room.snapshot(table, None)).table.take_back_request)
    await room.service.take_backs.refuse(table.id, BEN, request.id)
    await room.computers_moved(table)
    assert len(await room.moves(table)) == 3


async def test_computers_wait_no_longer_than_the_request_is_open(room: Room):
    table = await room.started("counter", [ANNA, BEN], ANNA_BIDS_FIRST, computers=[Level.EASY])
    await room.moved(table, (ANNA, "bid 1"), (BEN, "bid 1"))
    await room.service.take_backs.ask(table.id, ANNA)
    later = room.restarted()
    await later.service.start()
    await idle()
    assert len(await later.moves(table)) == 2
    later.time += TIME
    await later.service.take_backs.on_due(table.id)
    await later.computers_moved(table)
    assert len(await later.moves(table)) == 3


async def test_alone_with_computers_only_what_nobody_has_seen_is_taken_back(room: Room):
    table = await room.started("counter", [ANNA], ANNA_BIDS_FIRST, computers=[Level.EASY] * 2)
    await room.moved(table, (ANNA, "bid 1"))
    assert not (await room.snapshot(table, ANNA)).can_ask_back
    await refuses("nothing you can take back", room.service.take_backs.ask(table.id, ANNA))


async def test_what_can_be_taken_back_at_once_is_not_asked_for(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], CHEATING)
    table = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "play")))
    snapshot = await room.snapshot(table, ANNA)
    assert (snapshot.can_take_back, snapshot.can_ask_back) == (True, False)
    await refuses("out of date", room.service.take_backs.ask(table.id, ANNA))


async def test_the_button_for_taking_back_at_once_says_when_the_others_have_to_agree(room: Room):
    table = await bids(room)
    await refuses("they have to agree", room.take_backs.take_back(table.id, ANNA, drawn_at=table.rev))


# What cannot be taken back


async def test_another_player_has_shown_a_card(room: Room):
    table = await bids(room, THREE)
    table = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "play")))
    assert (await room.snapshot(table, ANNA)).can_ask_back, "only her own card has been seen"
    await room.moved(table, (BEN, await room.an_action(table, BEN, "play")))
    assert not (await room.snapshot(table, ANNA)).can_ask_back
    with refused("Cards have been revealed since then, so this move stays"):
        await room.service.take_backs.ask(table.id, ANNA, drawn_at=table.rev)


async def test_somebody_has_drawn_a_card(room: Room):
    table = await room.started(KNOTWEED, [ANNA, BEN], ANNA_FIRST)
    await room.moved(table, (ANNA, "pass"))
    await refuses("Cards have been revealed", room.service.take_backs.ask(table.id, ANNA))


async def test_a_card_from_a_deck_whose_contents_are_known(room: Room):
    table = await room.started(CARD_DUEL, [ANNA, BEN], {"dealer": 0})
    for user in (ANNA, BEN):
        table = await room.moved(table, (user, await room.an_action(table, user, "pick")), (user, "done"))
    for user in (ANNA, BEN):
        with refused("several players were deciding at once|Cards have been revealed"):
            await room.service.take_backs.ask(table.id, user)
    in_hand = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "hand")))
    asked = (await room.service.take_backs.ask(in_hand.id, ANNA)).take_back_request
    assert asked is not None, "only a card out of her hand has been seen"
    table = await room.service.take_backs.allow(table.id, BEN, asked.id)
    await room.moved(table, (ANNA, "deck"))
    await refuses("Cards have been revealed", room.service.take_backs.ask(table.id, ANNA))


def test_a_drawn_card_like_one_in_the_hand_has_come_to_light():
    """Several packs hold the same cards."""
    game = GAMES[KNOTWEED]
    found = False
    for seed in range(20):
        state = game.deal(seats=2, seed=str(seed), options=game.Options.model_validate({"first": 0, "decks": 6}))
        before, hand = state.clone(), state.view(0).dump()["hand"]
        state.act(0, "pass")
        after = state.view(0).dump()["hand"]
        found |= any(hand.count(card) < after.count(card) for card in hand)
        since = Aftermath(game, before, 0)
        since.follow([(0, "pass")])
        assert since.came_to_light
    assert found


@pytest.mark.parametrize("key", GAMES)
def test_what_has_followed_a_decision_is_looked_at_once(key: str, monkeypatch: pytest.MonkeyPatch):
    """However often it is asked, and with the same answer as if all moves were looked at together."""
    game, rng = GAMES[key], Random(key)
    state = game.deal(seats=game.seats[0], seed=key, options=game.Options())
    seat, moves = state.to_act[0], list[tuple[int, str]]()
    step_by_step, before = Aftermath(game, state.clone(), seat), state.clone()
    applied: list[str] = []
    played = type(state).apply
    monkeypatch.setattr(type(state), "apply", lambda *move: (applied.append(str(move[2])), played(*move)))
    while state.outcome is None and len(moves) < 12:
        mover = rng.choice(state.to_act)
        action = rng.choice(state.actions(mover))
        state.act(mover, action)
        moves.append((mover, str(action)))
        applied.clear()
        was_settled = step_by_step.is_settled
        step_by_step.follow(moves, state.view)
        step_by_step.follow(moves, state.view)
        assert applied == ([] if was_settled else [str(action)])
        at_once = Aftermath(game, before.clone(), seat)
        at_once.follow(moves)
        found = (step_by_step.came_to_light, step_by_step.decided_together)
        assert found == (at_once.came_to_light, at_once.decided_together)


async def test_players_have_decided_at_the_same_time(room: Room):
    table = await room.started(KNOTWEED, THREE, CHEATING)
    table = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "play")))
    table = await room.moved(table, (ANNA, await room.an_action(table, ANNA, "end")))
    for judge in (BEN, CLARA):
        await refuses("several players were deciding at once", room.service.take_backs.ask(table.id, ANNA))
        table = await room.moved(table, (judge, "accept"))
    for user in THREE:
        await refuses("several players were deciding at once", room.service.take_backs.ask(table.id, user))


async def test_the_game_is_over(room: Room, finished: TableRecord):
    await refuses("This game is over", room.service.take_backs.ask(finished.id, ANNA))


# Any game

HOUSE_RULES = {KNOTWEED: {"cheating": True}}


class Positions:
    """The whole position, and what everybody sees of it, after each revision of a table."""

    def __init__(self, room: Room, table: TableRecord) -> None:
        self._room = room
        self._table = table
        self.seen: dict[int, list[Any]] = {}

    async def now(self) -> list[Any]:
        live = present((await self._room.service._cache.get(self._table.id)).live)
        viewers = (None, *range(live.state.seats))
        views = [live.state.view(seat) for seat in viewers]
        actions = [sorted(map(str, live.state.actions(seat))) for seat in range(live.state.seats)]
        return [live.state.dump(), views, actions, live.state.to_act, [live.game.scene(view) for view in views]]

    async def note(self, rev: int) -> None:
        self.seen[rev] = await self.now()


async def try_to_take_back(room: Room, table: TableRecord, user: int, positions: Positions) -> TableRecord | None:
    """The table after this member's latest decision was taken back with everybody's consent; ``None`` if refused."""
    before = await positions.now()
    live = present((await room.service._cache.get(table.id)).live)
    seat = present(table.seat_of(user))
    decision = live.decisions.get(seat.seat)
    try:
        asked = await room.service.take_backs.ask(table.id, user)
    except Refused:
        assert not (await room.snapshot(table, user)).can_ask_back
        assert await positions.now() == before
        return None
    request = present(asked.take_back_request)
    room.pass_time(minutes=1)
    for other in asked.users:
        if other != user:
            asked = await room.service.take_backs.allow(table.id, other, request.id)
    kept = max(rev for rev in positions.seen if rev < present(decision).rev)
    assert await positions.now() == positions.seen[kept]
    for rev in [rev for rev in positions.seen if rev > kept]:
        del positions.seen[rev]
    return asked


def assert_sane_clocks(room: Room, table: TableRecord, live: LiveGame) -> None:
    timed = seats_on_the_clock(table, live)
    assert {clock.seat for clock in table.clocks if clock.since is not None} == timed
    assert all(clock.since is None or clock.since <= room.time for clock in table.clocks)
    assert present(table.deadline) > room.time


@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize("key", GAMES)
async def test_a_granted_request_leaves_exactly_the_position_of_before(store: Store, key: str):
    rng, granted, refusals = Random(f"take back {key}"), 0, 0
    for number, rules in enumerate(({}, HOUSE_RULES.get(key, {}))):
        room = Room(store)
        players = [ANNA, BEN, CLARA, DAN][: min(4, GAMES[key].seats[0 if number else -1])]
        room.seed = f"{key} {number}"
        table = await room.started(key, players, rules, channel=number + 1)
        positions = Positions(room, table)
        await positions.note(table.rev)
        for _ in range(45):
            entry = await room.service._cache.get(table.id)
            live = present(entry.live)
            if entry.table.phase is not Phase.PLAYING:
                break
            user = players[rng.choice(live.state.to_act)]
            room.pass_time(minutes=rng.randint(1, 30))
            table = await room.moved(table, (user, rng.choice(await room.actions(table, user))))
            await positions.note(table.rev)
            can_ask = (await room.snapshot(table, user)).can_ask_back
            if table.phase is Phase.PLAYING and rng.random() < (0.5 if can_ask else 0.2):
                asker = user if can_ask else rng.choice(players)
                taken_back = await try_to_take_back(room, table, asker, positions)
                granted, refusals = granted + (taken_back is not None), refusals + (taken_back is None)
                if taken_back is not None:
                    table = taken_back
                    live = present((await room.service._cache.get(table.id)).live)
                    assert_sane_clocks(room, table, live)
        assert await cache_matches_store(room, table)
        await room.service.close()
    assert granted
    assert refusals
