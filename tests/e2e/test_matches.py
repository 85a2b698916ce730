"""Whole games under house rules that take several deals, or ask everybody after every turn."""

from random import Random
from typing import Any

import pytest

from playground.testing.results import check_result
from playground.testing.robot import Robot, play_out, rather_plays
from playground.testing.room import Room
from playground.testing.secrecy import Secrecy


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("knotweed", {"rounds": 2, "turn_cap": 8}),
        ("knotweed", {"wins": 2, "decks": 2, "turn_cap": 8}),
        ("three-piles", {"target": 20}),
    ],
)
async def test_a_match_of_several_games(room: Room, game: str, options: dict[str, Any]) -> None:
    people = await room.deal(game, 2, **options)
    chance = Random(1)
    await play_out(room, [Robot(room, person, chance) for person in people], [Secrecy(room, people)])
    assert (await room.table()).options == options
    view = (await room.seen()).view
    assert view is not None
    first, number = {"knotweed": ("round", 1), "three-piles": ("game_no", 0)}[game]
    assert view.dump()[first] > number, "one game was enough"
    await check_result(room, people, game.replace("-", "_"))


async def test_cheating_with_everybody_judging_every_turn(room: Room) -> None:
    people = await room.deal("knotweed", 3, cheating=True, turn_cap=6)
    chance = Random(3)

    def taste(label: str) -> float:
        return chance.random() if label.startswith(("Accept", "Challenge")) else rather_plays(label)

    await play_out(room, [Robot(room, person, chance, taste) for person in people], [Secrecy(room, people)])
    moves = await room.moves()
    assert {"accept", "challenge"} <= set(moves)
    await check_result(room, people, "knotweed")
