"""The end of a game as members read it, and the rematch."""

from typing import Any

from simcord import ChannelHandle, MemberActor

from db.records import Phase, Player
from engines import GAMES
from playground.testing.people import press, slash
from playground.testing.room import Room
from playground.testing.screens import read, texts
from playground.testing.secrecy import check_secrets


async def check_result(room: Room, people: list[MemberActor], key: str) -> None:
    """The table, everybody's hand message, the leaderboards and the records tell how the game ended."""
    table = await room.table()
    results = await room.bot.store.games.results(table.id)
    assert [result.player for result in results] == [person.id for person in people]
    by_id: dict[Player, str] = {person.id: person.name for person in people}
    (winner, *_) = [by_id[result.player] for result in results if result.won]
    shown, view = texts(room.shown), (await room.seen()).view
    assert f"🏁 {GAMES[key].name}" in shown or read(room.shown).pictures, "nothing says which game this was"
    assert "🏁" in shown
    assert view is not None
    for side in GAMES[key].sides(len(people)):
        first, names = results[side[0]], [people[seat].name for seat in side]
        line = f"**{first.place}. {' & '.join(names)}** — {GAMES[key].score(view, first.points)}"
        assert f"{line} · rating" in shown if len(side) == 1 else line in shown
        assert all(f"-# {name} · rating" in shown for name in names if len(side) > 1)
    for person in people:
        told = _headline(room.hand_text(person))
        assert told == _headline(shown) or "you" in told.lower(), "the result is told neither to its reader nor to all"
    for game in (None, key):
        board = texts(await leaderboard(people[-1], room.channel, game))
        listed = [name for name in by_id.values() if name in board]
        assert listed == list(by_id.values()) or game is None, "a season lists those who have points"
        assert f"**{people[-1].name}** (you)" in board or people[-1].name not in listed
        if listed:
            assert board.index(winner) == min(board.index(name) for name in listed)
        else:
            assert all(result.won for result in results), "whoever won has points, unless nobody is behind"
    record = texts(await slash(people[0], room.channel, "leaderboard", player=room.members[winner]))
    assert "1 game · 1 win" in record
    assert GAMES[key].name in record


def _headline(shown: str) -> str:
    """How the game ended, told to everybody or to the reader."""
    return next(line for line in shown.splitlines() if line.startswith("### ")).split("🏁 ")[-1]


async def leaderboard(person: MemberActor, channel: ChannelHandle, game: str | None) -> Any:
    """The leaderboard of a game, or of all."""
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
