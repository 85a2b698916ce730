"""Replays of finished games: every position as each seat saw it, and what computers considered."""

from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from cachetools import LRUCache
from card_room import ANNA, BEN, CHANNEL, CHEATING, CLARA, GUILD, KNOTWEED, PILES, STRANGER, Room, refuses
from test_restart import UNREADABLE

from db.purpose_records import ChannelGame
from db.records import Phase, TableRecord
from engines import GAMES
from engines.card_duel.actions import DONE
from engines.contract import Event, View
from engines.scenes import Scene, at_rest, hand_zone
from engines.texts import Text, has_cards, say
from sessions.replays import replays
from sessions.replays.key_moments import MOST, Estimates
from sessions.replays.replays import ALL_HANDS, Alternative, Moment, Replays
from tests.optional import present
from tests.thoughts import note_thoughts

PLAYERS = {key: [ANNA, BEN, CLARA][: game.seats[0]] for key, game in GAMES.items()}


async def every_moment(room: Room, table: TableRecord, seat: int | None) -> list[Moment]:
    """The game from the deal to the end, step by step."""
    moments = [await room.service.replays.moment(table.id, 0, seat)]
    while moments[-1].number < moments[-1].last:
        moments.append(await room.service.replays.moment(table.id, moments[-1].number + 1, seat))
    return moments


def plainly(moment: Moment) -> tuple[Any, ...]:
    """A moment as data that can be compared."""
    move = moment.move
    led = None if move is None else (move.seat, str(move.action), move.considered)
    return moment.number, moment.view.dump(), led, [str(text) for text in moment.news]


class Reference:
    """Plays the stored moves by the rules alone and records what every seat sees on the way."""

    def __init__(self, room: Room, table: TableRecord, moves: list[tuple[int, str]]) -> None:
        game = GAMES[table.game]
        seats = len(table.seats)
        state = game.deal(seats=seats, seed=room.seed, options=game.Options.model_validate(table.options))
        self.views: list[dict[int | None, View[Any]]] = []
        self.labels: list[Text] = []
        self.events: list[list[Event]] = [[]]
        for seat, text in moves:
            self.views.append({viewer: state.view(viewer) for viewer in (None, *range(seats))})
            self.labels.append(game.label(self.views[-1][seat], game.parse(text)))
            self.events.append(state.act(seat, text))
        self.views.append({viewer: state.view(viewer) for viewer in (None, *range(seats))})


@pytest.mark.parametrize("key", GAMES)
async def test_every_position_is_shown_as_each_seat_saw_it(room: Room, key: str):
    options = {"turn_cap": 20} if key == KNOTWEED else {"max_hands": 1} if key == "counter" else {}
    table = await room.some_moves(await room.started(key, PLAYERS[key], options), 10_000)
    moves = [(move.seat, move.text) for move in await room.store.games.moves(table.id)]
    reference = Reference(room, table, moves)
    for seat in (None, *range(len(table.seats))):
        moments = await every_moment(room, table, seat)
        assert [moment.number for moment in moments] == list(range(len(moves) + 1))
        for moment in moments:
            number = moment.number
            assert (moment.last, moment.seat, moment.view.seat) == (len(moves), seat, seat)
            assert moment.view.dump() == reference.views[number][seat].dump()
            assert moment.news == tuple(
                moment.game.tell(event, seat)
                for event in reference.events[number]
                if event.visible_to(seat) and not event.repeats_move
            )
            if moment.move is not None:
                assert (moment.move.seat, moment.move.action) == (moves[number - 1][0], reference.labels[number - 1])
        assert moments[0].move is None
        assert moments[-1].results == tuple(await room.store.games.results(table.id))
    film, public = await room.service.replays.film(table.id), [GAMES[key].scene(seen[None]) for seen in reference.views]
    assert 0 < len(film) <= MOST
    assert film is await room.service.replays.film(table.id), "it is made once, however often it is asked for"
    assert all(has_cards(shot.scene.told[-1]) for shot in film), "each moment shows what was played"
    shown = [[*map(still, public)].index(still(shot.scene)) for shot in film]
    assert all(shot.before in public[:number] for shot, number in zip(film, shown, strict=True))
    assert all(one < other for one, other in pairwise(shown))


def still(scene: Scene) -> Scene:
    """The table without what was told, and with nobody to act."""
    return replace(at_rest(scene), told=())


async def test_a_game_of_one_exchange_has_a_film(room: Room):
    """Who has won is told after its cards, in the same moment."""
    for number in range(8):
        table, chance = await room.started("card_duel", (ANNA, BEN), {"life": 5}), Random(number)
        while table.phase is Phase.PLAYING:
            user = ANNA if await room.actions(table, ANNA) else BEN
            table = await room.play.act(table.id, user, [chance.choice(await room.actions(table, user))])
        assert await room.service.replays.film(table.id), number


async def test_a_film_shows_every_damage_though_nobody_had_a_choice(room: Room):
    def damage(scene: Scene) -> int:
        return sum(zone.count for zone in scene.zones if zone.name == say("Damage"))

    table = await room.started("card_duel", (ANNA, BEN), {})
    for user in (ANNA, BEN):
        table = await room.play.act(table.id, user, [DONE])
    assert table.phase is Phase.FINISHED, "without hands, the decks play by themselves"
    film = await room.service.replays.film(table.id)
    assert sum(damage(shot.scene) - damage(shot.before) for shot in film) == damage(film[-1].scene) > 0


@pytest.mark.parametrize("reason", ["is_private", "is_sealed"])
async def test_what_not_everybody_could_see_is_not_filmed(room: Room, reason: str, monkeypatch: pytest.MonkeyPatch):
    table = await room.finished()
    monkeypatch.setattr(ChannelGame, reason, True)
    await refuses("so this game has none", room.service.replays.film(table.id))


@pytest.mark.parametrize("interval", [1, 7, replays.KEYFRAME_INTERVAL])
async def test_jumping_shows_what_stepping_shows(room: Room, monkeypatch: pytest.MonkeyPatch, interval: int):
    """Whatever the interval between keyframes and the order in which positions are shown."""
    monkeypatch.setattr(replays, "KEYFRAME_INTERVAL", interval)
    table = await room.some_moves(await room.started(KNOTWEED, [ANNA, BEN, CLARA], {"turn_cap": 30}), 10_000)
    stepped = [plainly(moment) for moment in await every_moment(room, table, 1)]
    assert len(stepped) > interval
    order = list(range(len(stepped)))
    Random(1).shuffle(order)
    other = room.restarted().service.replays
    for number in order:
        assert plainly(await other.moment(table.id, number, 1)) == stepped[number]


async def test_evicted_games_are_prepared_again(room: Room, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(room.service.replays, "_games", LRUCache(1))
    first = await room.finished(channel=1)
    second = await room.finished(channel=2, seed="other moves")
    shown = [plainly(await room.service.replays.moment(table.id, 9, 0)) for table in (first, second, first, second)]
    assert shown[0] == shown[2] != shown[1] == shown[3]


@pytest.mark.parametrize(("number", "nearest"), [(-1, 0), (10**30, -1)])
async def test_a_number_out_of_range_gives_the_nearest_position(room: Room, number: int, nearest: int):
    table = await room.finished()
    moments = await every_moment(room, table, 0)
    assert plainly(await room.service.replays.moment(table.id, number, 0)) == plainly(moments[nearest])


@pytest.mark.parametrize("seat", [-1, 2, 10**30])
async def test_a_seat_that_nobody_had(room: Room, finished: TableRecord, seat: int):
    await refuses("Nobody had that seat", room.service.replays.moment(finished.id, 0, seat))


async def test_the_beginning_is_shown_from_the_viewers_own_seat(room: Room, finished: TableRecord):
    begun = {user: await room.service.replays.beginning(finished.id, user) for user in (ANNA, BEN, CLARA)}
    assert {user: (moment.number, moment.seat) for user, moment in begun.items()} == {
        ANNA: (0, 0),
        BEN: (0, 1),
        CLARA: (0, None),
    }


@pytest.mark.parametrize("key", GAMES)
async def test_whoever_plays_on_has_a_game_that_waits_for_somebody(room: Room, key: str):
    """The last moves of many games are forced; then there is nothing to play on."""
    options = {"turn_cap": 20} if key == KNOTWEED else {"max_hands": 1} if key == "counter" else {}
    table = await room.some_moves(await room.started(key, PLAYERS[key], options), 10_000)
    last = (await room.service.replays.moment(table.id, 0, 0)).last
    for number in range(last - 5, last + 1):
        moment = await room.service.replays.moment(table.id, number, 0)
        if moment.can_play_on:
            past = await room.service.replays.position(table.id, moment.number, 0)
            again = await room.service.practice.play_on(past, GUILD, CHANNEL, CLARA)
            view = present((await room.snapshot(again, CLARA)).view)
            assert view.to_act
        else:
            await refuses("nobody has a choice any more", room.service.replays.position(table.id, moment.number, 0))


# What computers considered


async def test_what_a_computer_considered_is_shown_with_its_move(room: Room):
    """Thoughts are stored by the number of their move, and a move that was taken back keeps its number."""
    table = await room.started(KNOTWEED, [ANNA, BEN], CHEATING)
    await room.moved(table, (ANNA, await room.an_action(table, ANNA, "play")))
    table = await room.take_backs.take_back(table.id, ANNA)
    view = present((await room.snapshot(table, ANNA)).view)
    better, worse, worst = [str(action) for action in view.actions()[:3]]
    async with room.store.tables.change(table.id, table.rev) as change:
        change.add_move(0, worse, room.time, [(worse, 0.615, 400), (worst, 0.0, 1), (better, 0.64, 412)])
    other = room.restarted()
    await other.seats.resign(table.id, BEN)
    for seat in (None, 0, 1):
        moment = await other.service.replays.moment(table.id, 1, seat)
        assert moment.last == 1
        assert moment.move is not None
        words = {text: moment.game.label(view, moment.game.parse(text)) for text in (better, worse, worst)}
        assert moment.move.action == words[worse]
        assert moment.move.considered == (
            Alternative(words[better], 0.64, 412, is_played=False),
            Alternative(words[worse], 0.615, 400, is_played=True),
        ), "the third one is too vague to say anything about it"
    assert (await other.service.replays.moment(table.id, 0, 0)).move is None


async def test_moves_of_members_have_no_alternatives(room: Room, finished: TableRecord):
    assert all(not moment.move.considered for moment in await every_moment(room, finished, None) if moment.move)


# Show all hands, key moments


@pytest.mark.parametrize("key", GAMES)
async def test_all_hands_lie_open_in_a_view_of_its_own(room: Room, key: str):
    table = await room.some_moves(await room.started(key, PLAYERS[key], {}), 12)
    await refuses("still in progress", room.service.replays.moment(table.id, 3, ALL_HANDS))
    await refuses("still in progress", room.service.replays.moves(table.id, [3]))
    for user in PLAYERS[key][1:]:
        await room.seats.resign(table.id, user)
    for number in (0, 6, 12):
        moment = await room.service.replays.moment(table.id, number, ALL_HANDS)
        assert (moment.eye, moment.seat, moment.view.seat) == (ALL_HANDS, None, None)
        seen = [(await room.service.replays.moment(table.id, number, seat)).view for seat in range(len(table.seats))]
        assert [view.dump() for view in moment.hands] == [view.dump() for view in seen]
        hands = [hand_zone(moment.scene, seat) for seat in range(len(table.seats))]
        own = [hand_zone(moment.game.scene(view), seat) for seat, view in enumerate(seen)]
        assert all(
            hand is None or mine is None or hand.cards == mine.cards for hand, mine in zip(hands, own, strict=True)
        )
        public = await room.service.replays.moment(table.id, number, None)
        assert (public.eye, public.hands) == (None, ())
        assert public.scene == public.game.scene(public.view)


async def test_key_moments_are_the_largest_changes_of_estimates(room: Room):
    table = await room.some_moves(await room.started(PILES, [ANNA, BEN]), 12)
    moves = await room.store.games.moves(table.id)
    (first, second, third, *_) = [move for move in moves if move.seat == 1]
    estimates = ((first, 0.6), (second, 0.55), (third, 0.2))
    await note_thoughts(
        room.store, table.id, {move.number: [(move.text, estimate, 400)] for move, estimate in estimates}
    )
    other = room.restarted()
    await other.seats.resign(table.id, BEN)
    looking = other.service.replays
    (key,) = (await looking.moment(table.id, 0, None)).key_moments
    assert second.number <= key.number < third.number
    assert key.estimates == Estimates(1, 0.55, 0.2)
    assert await looking.turning_point(table.id) == key
    assert (await other.snapshot(table, None)).turning_point == key
    (move,) = (await looking.moves(table.id, [key.number])).values()
    assert (key.seat, key.action) == (move.seat, move.action)


async def test_without_estimates_key_moments_are_those_at_which_much_happened(room: Room):
    """Those of a tree that is good for choosing only are none, though an earlier version has stored them as sure."""
    table = await room.some_moves(await room.started("card_duel", [ANNA, BEN], {}), 24)
    moves = await room.store.games.moves(table.id)
    await note_thoughts(room.store, table.id, {move.number: [(move.text, move.number % 2, 400)] for move in moves})
    await room.some_moves(table, 10_000)
    moment = await room.service.replays.moment(table.id, 0, None)
    assert moment.key_moments
    assert all(key.estimates is None and key.told is not None for key in moment.key_moments)
    assert moment.key_moments[-1].number == moment.last
    assert await room.service.replays.turning_point(table.id) is None


async def test_moves_by_their_numbers(room: Room, finished: TableRecord):
    last = (await room.service.replays.moment(finished.id, 0, None)).last
    found = await room.service.replays.moves(finished.id, [-1, 0, 1, last, last + 1])
    assert list(found) == [1, last]


# Which games


async def check_refused(room: Room, table: TableRecord, words: str) -> None:
    for seat in (None, 0, 1):
        await refuses(words, room.service.replays.moment(table.id, 0, seat))
    await refuses(words, room.service.replays.beginning(table.id, ANNA))


async def test_a_game_that_is_not_finished_shows_no_cards(room: Room):
    table = await room.opened()
    await check_refused(room, table, "has not started yet")
    table = await room.some_moves(await room.lobby.start(table.id, ANNA), 5)
    await check_refused(room, table, "still in progress; a replay would show hidden cards")
    await room.play.end(table.id, STRANGER, may_manage=True)
    await check_refused(room, table, "closed without a result")


async def test_an_unknown_table(room: Room):
    await refuses("no longer know that table", room.service.replays.moment(99, 0, None))


@pytest.mark.parametrize(("games", "words"), UNREADABLE)
async def test_a_game_that_can_no_longer_be_read(room: Room, finished: TableRecord, games: Any, words: str):
    await refuses(words, room.restarted(games).service.replays.moment(finished.id, 0, None))


async def test_a_game_that_ended_because_the_others_gave_up(room: Room):
    table = await room.moved(await room.started(), (ANNA, "draw"))
    await room.seats.resign(table.id, BEN)
    moments = await every_moment(room, table, 1)
    assert [moment.number for moment in moments] == [0, 1]
    assert moments[-1].game.ending(moments[-1].view) is None
    assert [result.won for result in moments[-1].results] == [True, False]


async def test_a_game_given_up_before_the_first_move(room: Room, table: TableRecord):
    await room.seats.resign(table.id, BEN)
    (only,) = await every_moment(room, table, None)
    assert (only.number, only.last, only.move) == (0, 0, None)


async def test_the_latest_finished_game_of_a_channel(room: Room):
    looking: Replays = room.service.replays
    await refuses("No game has been finished in this channel yet", looking.latest_in(CHANNEL, ANNA))
    lobby = await room.opened()
    await refuses("No game has been finished in this channel yet", looking.latest_in(CHANNEL, ANNA))
    await room.lobby.start(lobby.id, ANNA)
    await refuses("still in progress", looking.latest_in(CHANNEL, ANNA))
    first = await room.seats.resign(lobby.id, BEN)
    assert (await looking.latest_in(CHANNEL, ANNA)).id == first.id
    closed = await room.started()
    assert (await looking.latest_in(CHANNEL, ANNA)).id == first.id
    await room.play.end(closed.id, STRANGER, may_manage=True)
    assert (await looking.latest_in(CHANNEL, ANNA)).id == first.id
    second = await room.finished()
    assert (await looking.latest_in(CHANNEL, ANNA)).id == second.id
    await refuses("No game has been finished", looking.latest_in(CHANNEL + 1, ANNA))
