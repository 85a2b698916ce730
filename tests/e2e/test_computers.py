"""Computers at the table: they sit down, play at a pace that people can follow, take over, and give seats back."""

from random import Random
from typing import Any

import pytest
from simcord import MemberActor

from db.records import Phase, TableRecord
from engines import GAMES
from playground.testing.people import choose, press, slash, suggestions
from playground.testing.robot import Robot, play_out, rather_plays
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from playground.testing.secrecy import Secrecy
from sessions.settings.settings import Wish
from tests.e2e.lengths import LONG_GAMES, Rules, house_rules
from tests.e2e.request_log import RequestLog, shows_table

LONG: Rules = {"counter": {"max_hands": 1}, "card_duel": {"life": 10}}
AGAINST = {"counterweight": "hard", "counter": "easy, hard", "knotweed": "easy normal hard", "card_duel": "normal"}


async def alone(room: Room, game: str, opponents: str, **options: Any) -> MemberActor:
    """A member alone with computers, with an open hand. The computers have made their moves."""
    ann = room.members["ann"]
    await slash(ann, room.channel, f"play {game.replace('_', '-')}", opponents=opponents, **options)
    await press(ann, room.shown, "Start")
    await room.hand(ann)
    await room.computers()
    return ann


def computers_of(table: TableRecord) -> list[str | None]:
    return [seat.computer for seat in table.seats]


@pytest.mark.parametrize("key", GAMES if LONG_GAMES else ["counter"])
async def test_a_lone_member_plays_to_the_end(room: Room, key: str) -> None:
    ann = await alone(room, key, AGAINST.get(key, "computer"), **house_rules(key, long=LONG))
    await room.confirm(ann, "resign")
    assert "This game isn't rated: your first one against computers" in texts(room.shown)
    ann = await alone(room, key, AGAINST.get(key, "computer"), **house_rules(key, long=LONG))

    await play_out(room, [Robot(room, ann, Random(4), rather_plays)], [Secrecy(room, [ann])])
    table = await room.table()
    results = await room.bot.store.games.results(table.id)
    shown = texts(room.shown)
    assert f"🏁 {GAMES[key].name}" in shown
    assert shown.count("🤖") >= len(table.seats) - 1
    assert shown.count("practice rating") == len(table.seats)
    assert {result.player for result in results} == {ann.id, *(seat.computer for seat in table.seats[1:])}
    assert "ann" not in texts(await slash(ann, room.channel, "leaderboard"))
    board = await slash(ann, room.channel, "leaderboard", practice=True)
    assert "**ann** (you)" in texts(board)
    assert "🤖 computers, " in texts(board)
    await press(ann, board, "Ratings")
    assert "Nobody has finished" in texts(board)
    assert "Against computers" in texts(await slash(ann, room.channel, "leaderboard", player=ann))
    await press(ann, room.shown, "Rematch")
    again = await room.table()
    assert (again.phase, computers_of(again)) == (Phase.PLAYING, computers_of(table))


async def test_computers_come_to_the_lobby_and_go(room: Room) -> None:
    ann, bob = await room.open("counter", 2)
    await choose(ann, room.shown, "hard")
    await choose(bob, room.shown, "easy")
    lobby = texts(room.shown)
    assert "3. **🤖 Vesper** · hard" in lobby
    assert "4. **🤖 Pip** · easy" in lobby
    await choose(ann, room.shown, "Remove 🤖 Vesper")
    assert computers_of(await room.table()) == [None, None, "easy"]
    for _ in range(2):
        await choose(ann, room.shown, "normal")
    assert "**🤖 Bram**" in texts(room.shown)
    assert [option.value for option in read(room.shown).menus[0].options] == ["1", "2", "3", "4"], "bob can go as well"
    await press(room.members["cat"], room.shown, "Join")
    assert computers_of(await room.table()) == [None, None, "easy", "normal", None]
    assert "Only players at the table" in told(await choose(room.members["dan"], room.shown, "Remove 🤖 Pip"))
    for person in (ann, bob, room.members["cat"]):
        await press(person, room.shown, "Leave")
    assert (await room.table()).phase is Phase.CLOSED, "computers do not sit among themselves"


@pytest.mark.parametrize(
    ("opponents", "seated"),
    [
        ("hard", [None, "hard"]),
        ("Easy, computer", [None, "easy", "normal"]),
        ("{bob} and hard", [None, "hard"]),
        ("2 easy, hard 2", [None, "easy", "easy", "hard", "normal", "normal"]),
    ],
)
async def test_opponents_are_typed(room: Room, opponents: str, seated: list[str | None]) -> None:
    ann, bob = room.people(2)
    await slash(ann, room.channel, "play knotweed", opponents=opponents.format(bob=bob.mention))
    assert computers_of(await room.table()) == seated


async def test_several_computers_in_a_row_take_one_edit(room: Room, request_log: RequestLog) -> None:
    ann = await alone(room, "knotweed", "easy easy normal normal", first=0)
    table, edits = await room.table(), request_log.sent("PATCH", "*/messages/*")
    rev = table.rev
    await press(ann, room.hand_of(ann), "Pass")
    assert "▶ **🤖 Pip**" in texts(room.shown)
    assert "💭 thinking" in texts(room.shown)
    await room.computers()
    assert await room.to_act() == [ann]
    assert (await room.table()).rev >= rev + 5, "every computer's move is stored on its own"
    edited = [request for request in request_log.sent("PATCH", "*/messages/*") if request not in edits]
    at_the_table = [request for request in edited if shows_table(request)]
    assert len(at_the_table) == 2, "one shows what ann has done, one what the computers have"
    assert all(name in texts(room.shown) for name in ("🤖 Pip", "🤖 Bean", "🤖 Ada", "🤖 Bram"))
    assert "💭" not in texts(room.shown)
    assert "It's your turn" not in "".join(text for _, text in room.public()), "ann is here anyway"


async def test_a_hint_in_practice(room: Room) -> None:
    """Where the hand has a tip, what matters now is not said twice."""
    ann = await alone(room, "three_piles", "easy", first=0)
    async with room.unchanged():
        assert told(await press(ann, room.hand_of(ann), "Hint")).startswith("💡 **")
    await room.bot.service.settings.choose(ann.id, Wish.HELP, False)
    async with room.unchanged():
        look = await press(ann, room.hand_of(ann), "Hint")
        assert texts(look).startswith("👀 ")
        assert look.ephemeral
        advice = told(await press(ann, look, "Show the move"))
    assert advice.startswith("💡 **")
    assert len(advice.splitlines()) > 1, "there is a reason"


async def test_no_hints_among_members(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    assert not any("Hint" in button.face for button in read(room.hand_of(ann)).buttons)
    await room.confirm(ann, "end")
    await room.open("knotweed", 2, opponents="easy", first=0)
    await press(ann, room.shown, "Start")
    await room.hand(ann)
    assert not any("Hint" in button.face for button in read(room.hand_of(ann)).buttons)


async def test_going_on_at_once(room: Room, seeds: list[str]) -> None:
    """Computers leave people time to take back a move, unless they tap "Go on"."""
    seeds.append("pine")  # the first couple, which can be taken back, comes early
    ann = await alone(room, "counterweight", "easy", first=0)
    collecting = ""
    while not collecting:
        await room.computers()
        moves = list((await suggestions(ann, room.channel, "move", "action", "")).values())
        collecting = next((move for move in moves if move.startswith("collect")), "")
        await room.type_move(ann, collecting or moves[0])
    before = await room.moves()
    await press(ann, room.hand_of(ann), "Go on")
    await room.env.settle()
    assert len(await room.moves()) > len(before)
    await room.hand(ann)
    assert not {"Take back", "Go on"} & {button.face for button in read(room.hand_of(ann)).buttons}
