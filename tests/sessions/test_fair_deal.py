"""The hash of a deal is known from the start, its seed only when the game has been played to its end."""

from hashlib import sha256

import pytest
from card_room import ANNA, BEN, CARD_DUEL, KNOTWEED, PILES, Room, plain, refuses

from db.records import Phase, TableRecord
from sessions.tables.fair_deal import deal_of, new_seed

SEED = "7d3f0b6c1e9a48d25b7c0f1e2d3a4b5c"
HASH = sha256(SEED.encode()).hexdigest()


def test_a_new_seed_has_128_bits_and_is_never_the_same():
    seeds = {new_seed() for _ in range(1000)}
    assert len(seeds) == 1000
    assert all(len(seed) == 32 for seed in seeds)
    assert all(int(seed, 16) < 2**128 for seed in seeds)
    assert any(int(seed, 16) >> 127 for seed in seeds)


async def test_a_lobby_has_no_deal(room: Room):
    assert deal_of(await room.opened()) is None


async def test_the_hash_is_the_same_before_and_after_the_game(room: Room):
    room.seed = SEED
    table = await room.started()
    running, during = deal_of(table), await room.service.fair_deals.verify(table.id)
    assert running is not None
    assert running == during.deal
    assert (running.fingerprint, running.seed) == (HASH, None)
    assert (during.repeats, during.trouble) == (None, None)
    finished = await room.some_moves(table, 10_000)
    assert finished.phase is Phase.FINISHED
    after = await room.service.fair_deals.verify(table.id)
    assert (after.deal.fingerprint, after.deal.seed) == (HASH, SEED)
    assert after.repeats is True


@pytest.mark.parametrize("game", [PILES, KNOTWEED, CARD_DUEL, "counter", "counterweight"])
async def test_nothing_that_a_viewer_is_shown_tells_the_seed(room: Room, game: str):
    room.seed = SEED
    players = (ANNA, BEN, 13) if game == "counter" else (ANNA, BEN)
    table = await room.started(game, players, {})
    for _ in range(3):
        table = await room.some_moves(table, 5)
        for user in (None, *players):
            snapshot = await room.snapshot(table, user)
            log = await room.service.views.log(table.id, user or 0)
            assert SEED not in f"{plain(snapshot)} {snapshot!r} {[str(text) for text in log[1]]}"
        assert SEED not in repr(room.table_events)


async def test_a_resigned_game_gives_its_result_again(room: Room):
    table = await room.some_moves(await room.started(), 4)
    await room.seats.resign(table.id, BEN)
    found = await room.service.fair_deals.verify(table.id)
    assert found.repeats is True
    assert found.deal.seed == room.seed


async def test_the_seed_of_a_game_without_a_result_stays_secret(room: Room):
    table = await room.some_moves(await room.started(), 4)
    await room.service.lobby._cache.close_abandoned(table.id)
    found = await room.service.fair_deals.verify(table.id)
    assert found.table.phase is Phase.CLOSED
    assert found.deal.seed is None


async def test_a_result_that_was_tampered_with_is_noticed(room: Room, monkeypatch: pytest.MonkeyPatch):
    table = await room.finished()
    entry = await room.service._cache.get(table.id)
    swapped = tuple(reversed([result.points for result in entry.results]))
    for result, points in zip(entry.results, swapped, strict=True):
        object.__setattr__(result, "points", points + 1)
    assert (await room.service.fair_deals.verify(table.id)).repeats is False


async def test_a_game_that_is_not_installed_shows_its_seed_but_cannot_be_replayed(room: Room, finished: TableRecord):
    found = await room.restarted({}).service.fair_deals.verify(finished.id)
    assert found.deal.seed == room.seed
    assert found.repeats is None
    assert found.trouble is not None


async def test_games_are_found_by_number_and_by_link(room: Room):
    replays, table = room.service.replays, await room.started()
    await room.service.whereabouts.shown_at(table.id, table.channel_id, 777)
    link = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}/777"
    for typed in (str(table.id), f" #{table.id} ", link, f"<{link}>", link.replace("//", "//ptb.")):
        assert (await replays.named(typed)).id == table.id


@pytest.mark.parametrize("typed", ["", "abc", "-1", "1.5", "٣", "1" * 30, "https://example.org/1/2/3", "1; DROP TABLE"])
async def test_what_is_no_number_and_no_link_is_refused(room: Room, typed: str):
    await refuses("can't read that", room.service.replays.named(typed))


@pytest.mark.parametrize("typed", ["0", "99", "8999999999999999999", "https://discord.com/channels/1/2/3"])
async def test_a_game_that_does_not_exist_is_refused(room: Room, typed: str):
    await room.started()
    await refuses("no such game", room.service.replays.named(typed))


async def test_a_lobby_cannot_be_verified(room: Room):
    table = await room.opened()
    await refuses("No cards have been dealt at this table yet", room.service.fair_deals.verify(table.id))
