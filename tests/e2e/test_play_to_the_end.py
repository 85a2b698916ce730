"""From /play to the leaderboard and on to the rematch, by what every player's hand message offers."""

from collections import Counter
from random import Random
from typing import Any

import pytest
from simcord import ChannelHandle, MemberActor

from db.records import Phase, Player
from engines import GAMES
from tests.e2e.lengths import house_rules
from tests.e2e.people import press, slash
from tests.e2e.robot import Robot, Taste, Typist, play_out, rather_plays
from tests.e2e.room import Room
from tests.e2e.screens import texts
from tests.e2e.secrecy import check_secrets


async def play_secretly(room: Room, people: list[MemberActor], robots: list[Robot]) -> None:
    """Play the game out; after every step nobody reads a card that is hidden from them."""

    async def check() -> None:
        await check_secrets(room, people)

    await play_out(room, robots, check)


def robots_for(room: Room, people: list[MemberActor], taste: Taste = rather_plays) -> list[Robot]:
    chance = Random(1)
    return [Robot(room, person, chance, taste) for person in people]


def used_by(robots: list[Robot]) -> Counter[str]:
    return sum((robot.used for robot in robots), Counter())


KINDS = {("knotweed", 8): {"button", "menu"}, ("card_duel", 2): {"button", "several", "turn"}}
"""The kinds of controls that robots use in some games."""
TABLES = [(key, seats) for key, game in GAMES.items() for seats in sorted({game.seats[0], game.seats[-1]})]


@pytest.mark.parametrize(("key", "seats"), TABLES)
async def test_a_game_by_the_choices_of_the_hand(room: Room, key: str, seats: int) -> None:
    people = await room.deal(key.replace("_", "-"), seats, **house_rules(key, seats))
    robots = robots_for(room, people)
    await play_secretly(room, people, robots)
    assert used_by(robots)["button"]
    if (key, seats) in KINDS:
        assert set(used_by(robots)) >= KINDS[key, seats], "not every kind of control was tried"
    await check_result(room, people, key)
    await check_rematch(room, people)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("knotweed", {"rounds": 2, "turn_cap": 8}),
        ("knotweed", {"wins": 2, "decks": 2}),
        ("three-piles", {"target": 20, "first": 1}),
    ],
)
async def test_a_match_of_several_games(room: Room, game: str, options: dict[str, Any]) -> None:
    people = await room.deal(game, 2, **options)
    await play_secretly(room, people, robots_for(room, people))
    assert (await room.table()).options == options
    await check_result(room, people, game.replace("-", "_"))


async def test_cheating_with_everybody_judging_every_turn(room: Room) -> None:
    people = await room.deal("knotweed", 3, cheating=True, turn_cap=12)
    chance = Random(3)

    def taste(label: str) -> float:
        return chance.random() if label in ("Accept", "Challenge") else rather_plays(label)

    await play_secretly(room, people, robots_for(room, people, taste))
    moves = await room.moves()
    assert {"accept", "challenge"} <= set(moves)
    await check_result(room, people, "knotweed")


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_by_typed_moves_alone(room: Room, key: str) -> None:
    people = await room.deal(key.replace("_", "-"), GAMES[key].seats[0], **house_rules(key))
    chance = Random(2)
    await play_secretly(room, people, [Typist(room, person, chance) for person in people])
    await check_result(room, people, key)


async def check_result(room: Room, people: list[MemberActor], key: str) -> None:
    """The table, everybody's hand message, the leaderboards and the records tell how the game ended."""
    table = await room.table()
    results = await room.bot.store.games.results(table.id)
    assert [result.player for result in results] == [person.id for person in people]
    by_id: dict[Player, str] = {person.id: person.name for person in people}
    (winner, *_) = [by_id[result.player] for result in results if result.won]
    shown, view = texts(room.shown), (await room.seen()).view
    assert f"🏁 {GAMES[key].name}" in shown
    assert view is not None
    for result in results:
        assert f"**{result.place}. {by_id[result.player]}** — {GAMES[key].score(view, result.points)} · rating" in shown
    for person in people:
        assert winner in room.hand_text(person)
        assert shown.splitlines()[:2] == room.hand_text(person).splitlines()[:2]
    for game in (None, key):
        board = texts(await leaderboard(people[-1], room.channel, game))
        assert all(name in board for name in by_id.values())
        assert f"**{people[-1].name}** (you)" in board
        assert board.index(winner) == min(board.index(name) for name in by_id.values())
    record = texts(await slash(people[0], room.channel, "stats", player=room.members[winner]))
    assert "1 game · 1 win" in record
    assert GAMES[key].name in record


async def leaderboard(person: MemberActor, channel: ChannelHandle, game: str | None) -> Any:
    options = {"game": game} if game else {}
    return await slash(person, channel, "leaderboard", **options)


async def check_rematch(room: Room, people: list[MemberActor]) -> None:
    """After "Rematch" and "Join" the same people play at a new table, and the old one keeps its result."""
    finished, result = await room.table(), texts(room.shown)
    await press(people[-1], room.shown, "Rematch")
    for person in people[:-1]:
        await press(person, room.shown, "Join")
    await press(people[0], room.shown, "Start")
    table = await room.table()
    assert table.id > finished.id
    assert table.phase is Phase.PLAYING
    assert {seat.user_id for seat in table.seats} == {person.id for person in people}
    assert result in [texts(message) for message in room.channel.history()]
    for person in people:
        await room.hand(person)
    await check_secrets(room, people)
