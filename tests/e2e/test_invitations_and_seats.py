"""Inviting others, the seats of a table, partners, and tables that nobody plays at."""

import pytest

from db.records import Phase
from engines.knotweed.game import Knotweed
from playground.testing.people import choose, pick, press, slash
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from tests.e2e.request_log import RequestLog


def called(request_log: RequestLog) -> list[int]:
    """The users whom the newest message that mentions somebody may notify."""
    bodies = [request.body for request in request_log.requests if request.method == "POST" and request.body]
    (*_, last) = [body for body in bodies if (body.get("allowed_mentions") or {}).get("users")]
    assert not last["allowed_mentions"].get("parse")
    return [int(user) for user in last["allowed_mentions"]["users"]]


async def test_a_challenge_from_the_question_to_the_first_turn(room: Room, request_log: RequestLog) -> None:
    ann, bob = room.people(2)
    asked = await ann.context_menu(room.channel, "Challenge to a game", bob)
    assert asked.ephemeral
    assert "Which game do you want to play with bob?" in texts(asked)
    offered = [option.face for option in read(asked).menu().options]
    assert offered == [game.name for game in room.bot.service.games.values()]
    await choose(ann, asked, "3 Piles")
    table = await room.table()
    assert (table.game, table.host_id, table.phase) == ("three_piles", ann.id, Phase.LOBBY)
    assert called(request_log) == [bob.id]
    invitation = room.channel.history()[-1].content
    assert bob.mention in invitation
    assert "invited to a game of 3 Piles" in invitation
    await press(bob, room.shown, "Join")
    await press(bob, room.shown, "Start")
    assert (await room.table()).phase is Phase.PLAYING


async def test_invited_with_the_command(room: Room, request_log: RequestLog) -> None:
    """Only those who are mentioned are notified, once each, and not the host."""
    ann, bob, cat = room.people(3)
    await slash(
        ann, room.channel, "play knotweed", opponents=f"{bob.mention} and {cat.mention}, {bob.mention} {ann.mention}"
    )
    assert called(request_log) == [bob.id, cat.id]
    assert [seat.user_id for seat in (await room.table()).seats] == [ann.id], "an invitation is no seat"


@pytest.mark.parametrize("closes", [False, True])
async def test_the_host_leaves(room: Room, closes: bool) -> None:
    """The next one becomes the host; the last one closes the table."""
    ann, bob = await room.open("knotweed", 2)
    await press(ann, room.shown, "Leave")
    assert "**bob** · host" in texts(room.shown)
    assert "ann" not in texts(room.shown)
    if closes:
        await press(bob, room.shown, "Leave")
        assert (await room.table()).phase is Phase.CLOSED
        assert "bob closed this table without a result." in texts(room.shown)
    else:
        await room.confirm(bob, "end")
        assert (await room.table()).phase is Phase.CLOSED


async def test_the_short_form_and_back(room: Room) -> None:
    ann, bob = await room.open("counter", 2)
    assert "-# ⏳ Short form: **Hands (at most): 1**, about 7 days." in texts(room.shown)
    await press(bob, room.shown, "Short form")
    assert (await room.table()).options == {}
    await press(ann, room.shown, "Short form")
    assert "about 7 days at two visits a day" in texts(room.shown)
    assert "Short form" not in texts(room.shown)
    assert "**Hands (at most): 1**" in texts(room.shown), "it is named among the house rules"
    assert (await room.table()).options == {"max_hands": 1}
    await press(ann, room.shown, "Long form")
    assert (await room.table()).options == {}
    assert "Short form: **Hands (at most): 1**" in texts(room.shown)


async def test_friends_sit_opposite_each_other_win_together_and_stay_partners(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Knotweed for four on two sides."""
    monkeypatch.setattr(Knotweed, "sides", lambda self, seats: ((0, 2), (1, 3)))
    monkeypatch.setattr(Knotweed, "seats", range(4, 5))

    async def seated() -> dict[int, str]:
        return {seat.seat: room.name_of(seat.user_id) for seat in (await room.table()).seats}

    ann, bob = await room.open("knotweed", 2)
    await choose(bob, room.shown, "Seat 3", menu="Change seats")
    assert await seated() == {0: "ann", 2: "bob"}
    assert "plays with bob" in texts(room.shown) or "plays with bob" in read(room.shown).pictures[0].alt
    assert "You already sit there" in told(await pick(bob, room.shown, "Seat 3", menu="Change seats"))
    cat, dan = room.people(4)[2:]
    for other in (cat, dan):
        await press(other, room.shown, "Join")
    assert await seated() == {0: "ann", 1: cat.name, 2: "bob", 3: dan.name}
    await press(ann, room.shown, "Start")
    for other in (cat, dan):
        await room.confirm(other, "resign")
    table = await room.table()
    assert table.phase is Phase.FINISHED
    results = await room.bot.store.games.results(table.id)
    assert [(result.place, result.won) for result in results] == [(1, True), (2, False), (1, True), (2, False)]
    assert "ann & bob win!" in texts(room.shown)
    assert "1. ann & bob" in texts(room.shown)
    await press(bob, room.shown, "Rematch")
    assert (await seated())[0] == "ann"
    assert (await seated())[2] == "bob"
