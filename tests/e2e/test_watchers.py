"""Each watcher of whole games notices what it watches for."""

import logging
from collections.abc import Callable

import pytest

from engines.cards import parse_card
from engines.texts import draw_card
from operation.metrics import Metrics
from playground.testing.room import Room
from playground.testing.secrecy import Secrecy
from playground.testing.watcher import Watcher
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers import words
from tests.e2e.watchers.log_secrets import SEED, Log, LogSecrets
from tests.e2e.watchers.measures import Measures
from tests.e2e.watchers.pings import Pings
from tests.e2e.watchers.restarts import RESTARTS, Restarts
from tests.e2e.watchers.stand_ins import STEPS_BEFORE, StandIns
from tests.e2e.watchers.words import Words


async def steps(watcher: Watcher, count: int) -> None:
    for _ in range(count):
        await watcher.after_step()


async def test_a_hidden_card_in_the_channel(room: Room) -> None:
    people = ann, _ = await room.deal("knotweed", 2)
    watcher = Secrecy(room, people)
    await watcher.after_step()
    hidden = draw_card(parse_card((await room.cards(ann))[0]))
    await ann.send(room.channel, f"I have {hidden}")
    with pytest.raises(AssertionError, match=f"everybody reads.*{hidden}"):
        await watcher.after_step()


async def test_a_hand_without_words(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    people = await room.deal("three-piles", 2)
    watcher = Words(room, people)
    await watcher.after_step()
    monkeypatch.setattr(words, "words", lambda _: "")
    with pytest.raises(AssertionError, match="ann does not read their own cards"):
        await watcher.after_step()


async def test_pictures_from_first_to_last(room: Room) -> None:
    watcher = Words(room, await room.deal("three-piles", 2))
    await watcher.after_step()
    with pytest.raises(AssertionError, match="never there, or always"):
        await watcher.at_the_end()


async def test_a_ping_to_somebody_who_is_there(room: Room, request_log: RequestLog) -> None:
    await room.deal("three-piles", 2)
    watcher = Pings(room, request_log)
    await room.env.advance_time(100)
    with pytest.raises(AssertionError, match="was pinged"):
        await watcher.at_the_end()


async def test_too_many_requests(room: Room, request_log: RequestLog) -> None:
    await room.deal("three-piles", 2)
    for _ in range(2):
        await room.bot.http.get_message(room.channel.id, room.shown.id)
    with pytest.raises(AssertionError, match="too many requests"):
        await Pings(room, request_log).at_the_end()


async def test_a_restart_that_changes_something(room: Room) -> None:
    people = ann, _ = await room.deal("three-piles", 2, first=0)

    async def restart(*, killed: bool) -> None:
        await room.type_move(ann, "draw")

    watcher = Restarts(room, people, restart)
    with pytest.raises(AssertionError, match="draw"):
        await steps(watcher, max(RESTARTS))


async def test_a_computer_that_does_not_come(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    watcher = StandIns(room, ann)
    monkeypatch.setattr(Room, "computers", lambda room: room.env.settle())
    with pytest.raises(AssertionError, match="the computer has not moved"):
        await steps(watcher, STEPS_BEFORE + 1)


async def test_a_card_in_the_log(room: Room, seeds: list[str], read_log: Callable[[], Log]) -> None:
    seeds.append(SEED)
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.type_move(ann, "draw")
    watcher = LogSecrets(room, StandIns(room, bob), read_log)
    await watcher.at_the_end()
    logging.getLogger("sessions").info("drawn: 10♠")
    with pytest.raises(AssertionError, match="10♠"):
        await watcher.at_the_end()


async def test_a_move_that_is_counted_twice(room: Room, request_log: RequestLog) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    metrics = Metrics()
    for _ in range(2):
        metrics.observe(room.bot)
    await room.type_move(ann, "draw")
    with pytest.raises(AssertionError, match="not every move counts once"):
        await Measures(room, metrics, request_log).at_the_end()
