"""Looking back at a finished game: by /replay or the button under the result, from every seat, by everybody."""

from collections import Counter
from datetime import timedelta
from io import BytesIO
from random import Random

import pytest
from PIL import Image

from cogs.lessons.screen import lesson_choices
from cogs.replays import commands
from db.purpose_records import PracticeGame, Unrated
from playground.testing.people import choose, press, slash, tap
from playground.testing.replays import hand, large, look_through, positions
from playground.testing.robot import Robot, play_out
from playground.testing.room import Room, told
from playground.testing.screens import message_of, read, texts
from sessions.computers import thinking
from sessions.replays import folding, reviews
from sessions.replays.replays import is_sure
from sessions.settings.settings import Wish
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.e2e.test_lessons import decide, ways
from tests.e2e.watchers.restarts import Restart
from tests.thoughts import note_thoughts

pytestmark = pytest.mark.usefixtures("nobody_is_asked_first")


async def play_a_little(room: Room, steps: int = 6) -> None:
    """A game of 3 Piles of ann and bob in which bob soon gives up."""
    people = await room.deal("three-piles", 2)
    chance = Random(6)
    robots = [Robot(room, person, chance) for person in people]
    for _ in range(steps):
        await next(robot for robot in robots if robot.is_asked).step()
    await room.confirm(people[1], "resign")


async def test_stepping_from_first_to_last_from_every_seat(room: Room) -> None:
    """Players begin at their own seat, others with what everybody saw. All may look from every seat."""
    people = await room.deal("knotweed", 3, turn_cap=3)
    chance = Random(6)
    await play_out(room, [Robot(room, person, chance) for person in people])
    game = await positions(room)
    async with room.unchanged():
        for name, own in (("bob", 1), ("dan", None)):
            person = room.members[name]
            shown = await slash(person, room.channel, "replay")
            assert shown.ephemeral
            assert "🎞️ Knotweed" in texts(shown)
            assert "The cards are dealt." in texts(shown)
            await look_through(person, shown, game, own)
            for seat, other in enumerate(people):
                await press(person, shown, "First")
                await choose(person, shown, f"As seen by {other.name}")
                await look_through(person, shown, game, seat)
            await choose(person, shown, "As seen by everybody")
            assert large(shown) == []
            await press(person, shown, "Previous")
            assert f"Move {len(game) - 2} of {len(game) - 1}" in texts(shown)
            await press(person, shown, "Last")
            assert "🏁" in texts(shown)


async def test_the_button_under_the_result(room: Room) -> None:
    await play_a_little(room)
    (dealt, *_) = await positions(room)
    async with room.unchanged():
        for name, cards in (("ann", hand(dealt, 0)), ("bob", hand(dealt, 1)), ("dan", [])):
            shown = await press(room.members[name], room.shown, "Replay")
            assert shown.ephemeral
            assert large(shown) == cards


async def test_what_a_computer_considered(room: Room) -> None:
    """Each of its moves is told with what else it thought of, best first; a member's move is told alone."""
    (ann,) = await room.deal("three-piles", 1, opponents="hard")
    robot = Robot(room, ann, Random(6))
    for _ in range(6):
        await room.computers()
        await robot.step()
    await room.computers()
    await room.confirm(ann, "resign")
    table, game = await room.table(), await positions(room)
    thoughts = await room.bot.store.games.thoughts(table.id)
    shown = await slash(room.members["dan"], room.channel, "replay")
    assert any(thoughts.values())
    for before, move in zip(game, await room.bot.store.games.moves(table.id), strict=False):
        await press(room.members["dan"], shown, "Next")
        told = texts(shown).replace("\ufe0e", "").splitlines()
        lines = [line for line in told if line.startswith(("✅ **", "▫️ **"))]
        sure = sorted(filter(is_sure, thoughts.get(move.number, ())), key=lambda one: -one[1])
        listed = sure if move.text in [one[0] for one in sure] else []
        assert lines == [
            f"{'✅' if one[0] == move.text else '▫️'} "
            f"**{before.game.label(before.view(move.seat), before.game.parse(one[0]))}**"
            f" — wins {round(100 * one[1])}% ({one[2]} trials)"
            for one in listed
        ]
        assert ("estimates" in texts(shown)) == bool(lines)
        assert not (move.seat == 0 and lines)


async def test_the_game_before_the_one_that_is_on(room: Room, gateway: Gateway) -> None:
    await play_a_little(room)
    ann, bob, cat = room.people(3)
    finished, (dealt, *_) = await room.table(), await positions(room)
    await press(ann, room.shown, "Rematch")
    await press(bob, room.shown, "Join")
    await press(ann, room.shown, "Start")
    running, (dealt_again, *_) = await room.table(), await positions(room)
    assert running.id > finished.id
    assert hand(dealt_again, 0) != hand(dealt, 0)
    shown = await slash(cat, room.channel, "replay")
    await choose(cat, shown, "As seen by ann")
    assert large(shown) == hand(dealt, 0)
    gateway.forge(f"replay:{finished.id}:", f"replay:{running.id}:")
    async with room.unchanged():
        assert "still in progress" in told(await press(cat, shown, "Next"))
    gateway.forge(f"replay_menu:{finished.id}:", f"replay_menu:{running.id}:")
    async with room.unchanged():
        assert "still in progress" in told(await choose(cat, shown, "As seen by bob"))
    assert large(shown) == hand(dealt, 0)


async def test_forged_places(room: Room, gateway: Gateway) -> None:
    """An impossible move leads to the nearest one; a seat, table or number that does not exist is refused."""
    await play_a_little(room)
    cat, last = room.members["cat"], len(await room.moves())
    shown = await slash(cat, room.channel, "replay")
    gateway.forge(":1:-:next", ":99999999999999999999:-:next")
    async with room.unchanged():
        assert "no longer in use" in told(await press(cat, shown, "Next"))
    gateway.forge(":1:-:next", ":999999999999:-:next")
    await press(cat, shown, "Next")
    assert f"Move {last} of {last}" in texts(shown)
    gateway.forge(":0:-:first", ":0:2:first")
    async with room.unchanged():
        assert told(await press(cat, shown, "First")) == "Nobody had that seat in this game."
    gateway.forge("replay:1:", "replay:99:")
    async with room.unchanged():
        assert "I no longer know that table" in told(await press(cat, shown, "First"))
    for forged in (f"{last}:7", f"{last}:77777777777777777777"):
        gateway.forge(f'"{last}:1"', f'"{forged}"')
        async with room.unchanged():
            assert told(await choose(cat, shown, "As seen by bob")) == "Nobody had that seat in this game."
    gateway.forge(f'"{last}:1"', '"nonsense"')
    await choose(cat, shown, "As seen by bob")
    assert f"Move 0 of {last}" in texts(shown)


async def test_all_hands_open_and_closed_again(room: Room, restart: Restart) -> None:
    await play_a_little(room, 12)
    ann, game = room.members["ann"], await positions(room)
    shown = await slash(ann, room.channel, "replay")
    await press(ann, shown, "Next")
    await restart()
    await press(ann, shown, "Show all hands")
    for number in (1, 2):
        named = texts(shown).replace("\ufe0e", "")
        assert f"Move {number} of" in named
        assert "Show all hands" in named
        for seat, name in enumerate(("ann", "bob")):
            line = next(line for line in named.splitlines() if line.startswith(f"{name}'s hand:"))
            assert sorted(line.partition(": ")[2].split()) == hand(game[number], seat)
        await press(ann, shown, "Next")
    await press(ann, shown, "Hide hands")
    assert "As seen by everybody" in texts(shown)
    assert large(shown) == []


async def test_the_turning_point_below_the_result_opens_the_replay(room: Room, restart: Restart) -> None:
    """The computer's estimates are written into the database, as if it had thought."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    for _ in range(3):
        for person in (ann, bob):
            await room.type_move(person, "draw")
            await room.type_move(person, f"stack {(await room.cards(person))[0]} 0")
    table = await room.table()
    first, *_, later = [move for move in await room.bot.store.games.moves(table.id) if move.seat == 0]
    estimates = ((first, 0.3), (later, 0.8))
    await note_thoughts(
        room.bot.store, table.id, {move.number: [(move.text, estimate, 400)] for move, estimate in estimates}
    )
    await restart()
    await room.confirm(bob, "resign")
    result = texts(room.shown)
    assert "Turning point, move" in result
    assert "ann's chances: 30% → 80%" in result
    before = result
    shown = await press(room.members["dan"], room.shown, "See the turning point")
    assert shown.ephemeral
    number = result.partition("Turning point, move ")[2].partition(":")[0]
    assert f"### {number} bob: " in texts(shown)
    assert texts(room.shown) == before


async def test_a_game_is_played_on_from_any_moment(room: Room) -> None:
    """From ann's seat, from bob's by somebody who only watched, and with the same cards from the beginning."""
    await play_a_little(room)
    finished, moves = await room.table(), await room.moves()
    cat = room.members["cat"]
    shown = await slash(cat, room.channel, "replay")
    await press(cat, shown, "Next")
    await choose(cat, shown, "As seen by bob")
    hand_message = await press(cat, shown, "Play on as bob")
    assert hand_message.ephemeral
    (again,) = await room.bot.store.tables.open_tables_of(cat.id)
    assert (again.purpose, again.seed) == (PracticeGame(unrated=Unrated.KNOWN), finished.seed)
    assert again.options == finished.options
    assert [(seat.user_id, seat.computer) for seat in again.seats] == [(None, "normal"), (cat.id, None)]
    assert [move.text for move in await room.bot.store.games.moves(again.id)][:1] == moves[:1]
    shown = await slash(cat, room.channel, "replay")
    await choose(cat, shown, "As seen by ann")
    await press(cat, shown, "Play ann's cards")
    assert len(await room.bot.store.tables.open_tables_of(cat.id)) == 2
    listed = texts(await slash(cat, room.channel, "games"))
    assert listed.count("From a replay, 3 Piles: ") == 2
    assert "Practice" not in listed
    more = await press(cat, hand_message, "More")
    assert "This game does not count: its cards were already known." in texts(more)
    verified = texts(await press(cat, more, "Verify"))
    assert "Its replay shows them, so they are no secret." in verified
    assert "secret until" not in verified
    # By "More", which is there whether or not the computer has moved in the meantime.
    asked = await press(cat, await press(cat, hand_message, "More"), "Resign")
    await press(cat, asked, "Give up")
    await room.env.settle()
    ended = await room.bot.store.tables.get(again.id)
    assert await room.bot.store.leaderboards.statistics(room.guild.id, cat.id) == []
    assert "This game does not count: its cards were already known." in texts(hand_message)
    assert ended is not None
    assert ended.phase == "finished"


async def test_the_costliest_moves_lead_into_the_replay(
    room: Room, request_log: RequestLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "TOLD_EVERY", 0.0)
    monkeypatch.setattr(thinking, "MOST_TRIALS", 60)
    monkeypatch.setattr(reviews, "is_sure", lambda one: True)
    monkeypatch.setattr(reviews, "CLOSE", 0.0)
    monkeypatch.setattr(reviews, "LEAST_COST", 0.0)
    await play_a_little(room, steps=12)
    ann, dan = room.members["ann"], room.members["dan"]
    first = await press(ann, room.shown, "My costliest moves")  # from now on, what the moves were worth is stored
    told_while_waiting = [request for request in request_log.requests if "decisions looked at…" in str(request.body)]
    assert len(told_while_waiting) > 1
    assert "🎯 Your costliest moves" in texts(first), "in place of how far it was"
    async with room.unchanged():
        shown = await press(ann, room.shown, "My costliest moves")
        assert "🎯 Your costliest moves" in texts(shown)
        assert "💡 Better:" in texts(shown)
        button = read(shown).buttons[0]
        number = int(button.face.rpartition(" ")[2])
        replay = await press(ann, shown, button.face)
        assert button.face == f"🎞️ Before move {number}"
        assert f"Move {number - 1} of" in texts(replay)
        assert "🎯" in texts(shown), "it stays where it is"
        assert "no seat" in told(await tap(dan, room.shown, "My costliest moves"))
    moves = await room.moves()
    await press(ann, replay, "Play on from here" if number > 1 else "Play these cards")
    (again,) = await room.bot.store.tables.open_tables_of(ann.id)
    begun = [move.text for move in await room.bot.store.games.moves(again.id)]
    assert begun == moves[: number - 1], "the other move can be tried"
    (place,) = await room.bot.service.lookup.of([again], ann.id)
    assert place.is_own_turn


async def test_a_member_learns_from_their_mistakes(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "MOST_TRIALS", 60)
    monkeypatch.setattr(reviews, "is_sure", lambda one: True)
    await play_a_little(room, steps=12)
    ann, dan = room.members["ann"], room.members["dan"]
    assert "no seat" in told(await tap(dan, room.shown, "Learn from my mistakes"))
    step = message_of(await press(ann, room.shown, "Learn from my mistakes"))
    table = await room.table()
    (own,) = await room.bot.service.mistakes.latest(ann.id)
    assert own.waiting
    asked = await room.bot.service.mistakes.step(table.id, ann.id, own.waiting[0])
    controls = lesson_choices(asked.game.key, asked.lesson.key, own.waiting[0])
    view = asked.reached.state.view(asked.lesson.seat)
    best = asked.lesson.steps[own.waiting[0]].accepted[0]
    number = dict(asked.lesson.steps[own.waiting[0]].words.values)["number"]
    assert f"Move {number}: " in texts(step)
    assert "”. What is better?" in texts(step)
    played = (await room.moves())[int(str(number)) - 1]
    found = [(groups, str(decision.actions[0])) for groups, decision in ways(asked.game, view)]
    await decide(ann, step, controls, asked.game, view, next(way for way, action in found if action == played))
    assert "❌" in texts(step)
    assert "% of games; another move wins " in texts(step)
    await decide(ann, step, controls, asked.game, view, next(way for way, action in found if action == best))
    assert "✅" in texts(step)
    (later,) = await room.bot.service.mistakes.latest(ann.id)
    assert later.waiting == own.waiting[1:]
    page = await slash(ann, room.channel, "practice mistakes")
    assert "Learn from my mistakes" in texts(page)
    count = len(later.waiting or ())
    waits = {0: "nothing to ask now", 1: "1 position waits"}
    assert waits.get(count, f"{count} positions wait") in texts(page)
    themes = Counter(str(theme.title) for theme in later.themes.values())
    assert themes.total() == count
    if len(themes) > 1:
        title, waiting = themes.most_common(1)[0]
        await press(ann, page, f"{title} ({waiting})")
        for _ in range(waiting):
            assert title in texts(page)
            await press(ann, page, "Show me")
            assert "💡" in texts(page)
            await press(ann, page, "Next")
        assert "Learn from my mistakes" in texts(page)
        (left,) = await room.bot.service.mistakes.latest(ann.id)
        assert title not in {str(theme.title) for theme in left.themes.values()}
    elif later.waiting:
        await press(ann, page, "🎯")
        await press(ann, page, "Show me")
        assert "💡" in texts(page)


@pytest.mark.bot(draw_tables=True)
async def test_the_film_of_a_game_is_shown_and_posted_once(room: Room) -> None:
    """What everybody saw in ten moments, with the result before and after, and the same in words."""
    await play_a_little(room, 12)
    dan = room.members["dan"]
    moments = await room.bot.service.replays.film((await room.table()).id)
    shown = await press(dan, await press(dan, room.shown, "Replay"), "Film")
    assert shown.ephemeral
    assert f"{len(moments)} moments of the game" in texts(shown)
    await press(dan, shown, "Post here")
    post = room.channel.history()[-1]
    (file,) = post.attachments
    film = Image.open(BytesIO(await file.read()))
    assert (film.format, getattr(film, "n_frames", 0)) == ("GIF", len(moments) + 2)
    assert file.size < 1_000_000
    assert [picture.alt for picture in read(post).pictures] == [picture.alt for picture in read(shown).pictures]
    assert "That has just been posted" in told(await press(dan, shown, "Post here"))
    await room.bot.service.settings.choose(dan.id, Wish.PICTURES, False)
    in_words = await press(dan, await press(dan, room.shown, "Replay"), "Film")
    assert not read(in_words).pictures
    assert texts(in_words).count("• ") == len(moments) + 1


@pytest.fixture
def looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folding, "LOOK_EVERY", timedelta(minutes=5))


@pytest.mark.usefixtures("looks_often")
@pytest.mark.bot(keep_moves=timedelta(minutes=1))
async def test_a_replay_of_a_folded_game_says_what_is_left(room: Room) -> None:
    """The moves of old games are deleted if the host wants that."""
    await play_a_little(room)
    ann = room.members["ann"]
    result, shown = room.shown, texts(room.shown)
    await room.env.advance_time(6 * 60)
    assert await room.bot.store.games.moves((await room.table()).id) == []
    for asked in (await press(ann, result, "Replay"), await slash(ann, room.channel, "replay")):
        assert "This game is more than a year old: its result is kept, its moves are not." in told(asked)
    assert texts(room.shown) == shown, "the result in the channel stays as it was"
    assert "ann" in texts(await slash(ann, room.channel, "leaderboard"))
