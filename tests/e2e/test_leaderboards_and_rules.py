"""What there is to read: leaderboards, records, rules and help."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import discord
from simcord import MemberActor

from cogs.leaderboards.screen import STANDINGS_PER_PAGE
from db.leaderboards.seasons import SeasonNow
from db.records import NewTable, Rating, ResultRecord
from playground.testing.people import choose, press, slash, suggestions
from playground.testing.room import Room, refused, tap_refused
from playground.testing.screens import message_of, read, texts
from playground.testing.truths.requests import Truth
from sessions.leaderboards import Season
from sessions.shared.guard import PAUSES, Post
from tests.e2e.request_log import RequestLog

NOW = datetime(2026, 1, 1, tzinfo=UTC)
TWELVE = (
    *("play", "practice", "daily", "hand", "games", "move", "replay", "leaderboard", "rules", "settings", "help"),
    "league",
)


async def play_in_the_past(room: Room, pairs: int) -> list[MemberActor]:
    """Store this many finished games of 3 Piles, each of two new members; return the members, best first."""
    people: list[MemberActor] = []
    for pair in range(pairs):
        users = [room.env.create_user(f"player{2 * pair + number:02}") for number in range(2)]
        first, second = [room.guild.add_member(user) for user in users]
        people += [first, second]
        await win_in_the_past(room, first, second, channel=1000 + pair, mu=30 - pair)
    return people


async def win_in_the_past(room: Room, first: MemberActor, second: MemberActor, *, channel: int, mu: float = 30) -> None:
    """Store a finished game of 3 Piles that ``first`` has won in the season that goes on."""
    store, ended = room.bot.store, discord.utils.utcnow()
    table = await store.tables.open_table(
        NewTable(guild_id=room.guild.id, channel_id=channel, game="three_piles", options={}, host_id=first.id), NOW
    )
    async with store.tables.change(table.id, table.rev) as change:
        change.sit(second.id)
        change.start(seed="past", rules_version=1, now=NOW)
        ratings = [Rating(mu, 5.0), Rating(mu - 0.5, 5.0)]
        results = [
            ResultRecord(seat, user.id, seat + 1, 9.0, not seat, ratings[seat], ratings[seat])
            for seat, user in enumerate((first, second))
        ]
        season = Season.of(ended)
        began = season.begins_at(ZoneInfo("UTC"))
        change.finish(results, ended, season=SeasonNow(season.number, began, season.number))


NAMES_AT_ONCE = "A page names members who have never used the bot: the last of fifteen names come after three seconds."


async def test_the_pages_of_a_leaderboard(room: Room) -> None:
    room.env.backend.truths.suspend(Truth.MEMBER_LIMIT, because=NAMES_AT_ONCE)
    names = [person.name for person in await play_in_the_past(room, 10)]
    ann = room.members["ann"]
    board = await slash(ann, room.channel, "leaderboard", game="three_piles")
    assert board.ephemeral
    assert [name for name in names if name in texts(board)] == names[:STANDINGS_PER_PAGE]
    assert read(board).button("Previous").disabled
    await press(ann, board, "Next")
    assert [name for name in names if name in texts(board)] == names[STANDINGS_PER_PAGE:]
    assert read(board).button("Next").disabled
    await press(ann, board, "Previous")
    assert names[0] in texts(board)
    everything = texts(await press(ann, await slash(ann, room.channel, "leaderboard"), "Ratings"))
    assert "Leaderboard: all games" in everything
    assert names[0] in everything
    assert "Nobody has finished" in texts(await slash(ann, room.channel, "leaderboard", game="knotweed"))


async def test_names_of_members_who_have_left(room: Room, request_log: RequestLog) -> None:
    """Discord is asked for them once. A member who has left the server keeps their name on Discord."""
    gone, _ = await play_in_the_past(room, 1)
    room.guild.remove_member(gone)
    ann = room.members["ann"]
    assert gone.name in texts(await slash(ann, room.channel, "leaderboard"))
    asked = len(request_log.sent("GET"))
    assert gone.name in texts(await slash(ann, room.channel, "leaderboard"))
    assert len(request_log.sent("GET")) == asked


async def test_posting_a_page(room: Room) -> None:
    """Everybody sees the page, without the line of the member who posts it; then the channel has peace for a while."""
    people = await play_in_the_past(room, STANDINGS_PER_PAGE + 1)
    last = people[-2]  # the last winner
    board = await slash(last, room.channel, "leaderboard")
    assert last.name in texts(board), "their own line"
    posted = await press(last, board, "Post here")
    assert not posted.ephemeral
    shown = room.channel.history()[-1]
    assert people[0].name in texts(shown)
    assert last.name not in texts(shown)
    assert not shown.mentions
    again = await tap_refused(room, lambda: press(last, board, "Post here"))
    assert "A leaderboard has just been posted here. You can post one again <t:" in again
    await room.env.advance_time(PAUSES[Post.LEADERBOARD].total_seconds())
    assert not (await press(last, board, "Post here")).ephemeral


async def test_rules_of_the_table_here(room: Room) -> None:
    ann = room.members["ann"]
    assert "The games" in texts(await slash(ann, room.channel, "rules"))
    await slash(ann, room.channel, "play three-piles")
    assert "📖 3 Piles" in texts(await slash(ann, room.channel, "rules"))


async def test_looking_something_up_in_the_rules(room: Room) -> None:
    ann = room.members["ann"]
    assert "prune" in await suggestions(ann, room.channel, "rules", "about", "pru", game="knotweed")
    assert "prune" in await suggestions(ann, room.channel, "rules", "about", "pru"), "over all games"
    found = await slash(ann, room.channel, "rules", game="knotweed", about="pruning")
    assert found.ephemeral
    assert "### Going out" in texts(found), "only one page speaks of it"
    found = await slash(ann, room.channel, "rules", game="knotweed", about="draw pile")
    assert "What the rules say about “draw pile”" in texts(found)
    await choose(ann, found, "When the draw pile is empty")
    assert "### When the draw pile is empty" in texts(found)
    found = await slash(ann, room.channel, "rules", about="What happens when the draw pile is empty?")
    assert "**3 Piles · When the deck is empty**" in texts(found)
    assert "**Knotweed · When the draw pile is empty**" in texts(found)
    await choose(ann, found, "3 Piles · When the deck is empty")
    assert "📖 3 Piles" in texts(found)
    assert "### When the deck is empty" in texts(found)


async def test_the_rules_of_the_table_here_come_first(room: Room) -> None:
    ann = room.members["ann"]
    await slash(ann, room.channel, "play three-piles", target=70)
    found = await slash(ann, room.channel, "rules", about="match")
    assert read(found).menu().options[0].face.startswith("3 Piles")
    await choose(ann, found, "3 Piles · A match")
    assert "Points needed to win a match: 70" in texts(found)


async def test_looking_up_what_is_not_in_the_rules(room: Room) -> None:
    ann = room.members["ann"]
    missing = await slash(ann, room.channel, "rules", game="knotweed", about="prunne")
    assert "say nothing about “prunne”. Did you mean “prune”?" in texts(missing)
    assert "say nothing about “xyzzy”." in texts(
        await slash(ann, room.channel, "rules", game="knotweed", about="xyzzy")
    )
    assert "Did you mean “prune”?" in texts(await slash(ann, room.channel, "rules", about="prunne"))
    assert await refused(room, ann, "rules", about=" ?! ") == "Type a word or a question to look up, such as “pass”."


async def test_there_are_no_more_than_twelve_commands(room: Room) -> None:
    names = {command.name for command in room.bot.tree.get_commands(type=discord.AppCommandType.chat_input)}
    assert names <= {*TWELVE}, "what belongs to a table or a replay is a button there"


async def test_help_says_what_the_games_are_and_leads_to_the_rules(room: Room) -> None:
    ann = room.members["ann"]
    shown = await slash(ann, room.channel, "help")
    for game in room.bot.service.games.values():
        assert f"**{game.name}**: {game.summary}" in texts(shown)
    assert texts(shown).index("Learn a game in three minutes") < texts(shown).index("**/play**")
    assert sum("🎓" in button.face for button in read(shown).buttons) == len(room.bot.service.games)
    await press(ann, shown, "What each command does")
    for command in (name for name in TWELVE if name not in ("help", "league")):
        assert f"**/{command}** — " in texts(shown)
    firsts = [texts(shown).index(f"**/{name}**") for name in ("play", "practice", "daily", "hand", "games")]
    assert firsts == sorted(firsts), "in the order in which they are looked for"
    assert "**/practice** — Play against computers in a message that only you see" in texts(shown)
    shown = await slash(ann, room.channel, "rules")
    faces = [button.face for button in read(shown).buttons]
    assert faces.count("Rules") == len(room.bot.service.games)
    rules = [button for button in read(shown).buttons if button.face == "Rules"][-1]
    pressed = await ann.click(message_of(shown), custom_id=rules.custom_id)
    assert pressed.ephemeral
    assert "📖" in texts(pressed)
    assert "The games" in texts(shown), "the list stays where it is"


async def test_the_season_and_the_hall_of_fame(room: Room) -> None:
    """The season is what /leaderboard shows first; from there it is a tap to ratings and past seasons, and back."""
    names = [person.name for person in await play_in_the_past(room, STANDINGS_PER_PAGE + 1)]
    ann = room.members["ann"]
    board = await slash(ann, room.channel, "leaderboard")
    assert "Season: " in texts(board)
    assert "Lost games give nothing." in texts(board)
    await press(ann, board, "Hall of fame")
    assert "The first season is still going on" in texts(board)
    await press(ann, board, "This season")
    await press(ann, board, "Next")
    assert names[-2] in texts(board)
    shown = await press(ann, board, "Post here")
    assert not shown.ephemeral
    assert "Season: " in texts(room.channel.history()[-1])


async def test_the_record_of_another_member_says_how_the_two_have_met(room: Room) -> None:
    winner, loser = await play_in_the_past(room, 1)
    shown = texts(await slash(loser, room.channel, "leaderboard", player=winner))
    assert f"You and {winner.name}: 1 game together. You finished ahead in 0, {winner.name} in 1." in shown
    assert "together" not in texts(await slash(loser, room.channel, "leaderboard", player=loser))
