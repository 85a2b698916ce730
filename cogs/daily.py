"""The game of the day: /daily with the only try, how the others did, the week so far, and pings of a new one."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from cogs.hands.messages import HandMessages
from cogs.shared.contents import Words
from cogs.shared.controls import Control, handles
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import LEADERBOARD_COLOUR, Parts, layout, medal, row, rule
from cogs.shared.permissions import NO_OTHERS, anywhere, may_write, place_of, private_place, server_of
from cogs.shared.post_messages import Shown, in_words
from cogs.shared.renderers import FORMER_PLAYER
from cogs.shared.rendering import Renderer, safe_name
from cogs.shared.responses import announce, show, show_in_place
from cogs.shared.table_parts import TableButton, Verb, learn_buttons
from cogs.tables.pings import MOST_PINGED, mention
from db.posts import Due, PostKind, PostRecord
from db.records import TableRecord
from engines.contract import Game
from engines.kit.wording import in_points
from engines.texts import Player, Text, say, say_count
from sessions.daily.games import DailyOffer, DailyResults, WeekLine
from sessions.occasions import Happened, Kind
from sessions.races import RaceLine
from sessions.shared.guard import Post
from sessions.shared.refusals import Refused


class BeginButton(Control, prefix="day"):
    """Begins a member's try at the game of this day."""

    day: int


def day_offer_screen(offer: DailyOffer, renderer: Renderer) -> ui.LayoutView:
    """The game, its rules of the day, and buttons to begin it and to learn it first."""
    title = say("Daily #{number}: {game}", number=str(offer.day), game=offer.game.name)
    against = say_count(
        "You play against a computer ({level}).",
        "You play against {count} computers ({level}).",
        offer.opponents,
        level=offer.level.label,
    )
    rules = say(
        "You have one try, without hints and without taking moves back. It starts when you tap Begin, and counts if "
        "you finish before the day ends, {when}.",
        when=discord.utils.format_dt(offer.ends_at, "R"),
    )
    begin = BeginButton(offer.day).button(say("Begin"), renderer, discord.ButtonStyle.success, emoji="🗓️")
    told = "\n".join(renderer.render(text) for text in (offer.game.summary, against, rules))
    buttons = row(begin, *learn_buttons(offer.game, renderer))
    return layout(LEADERBOARD_COLOUR, f"## 🗓️ {renderer.render(title)}\n{told}", buttons)


MOST_MESSAGES = 100
"""How many messages a channel gets at most in an evening."""

MOST_LINES = 15
"""Lines of a table that fit a phone's screen."""


def day_screen(results: DailyResults, user_id: int, names: Mapping[int, str], renderer: Renderer) -> ui.LayoutView:
    """The rankings of the day and of its week, each with the reader's own line, at its foot if necessary."""

    def name_of(user: int) -> str:
        name = names.get(user)
        shown = f"**{safe_name(name)}**" if name else f"*{renderer.render(FORMER_PLAYER)}*"
        return renderer.render(say("{name} (you)", name=shown)) if user == user_id else shown

    day = [(line.user_id, _day_line(line, results, name_of(line.user_id), renderer)) for line in results.lines]
    week = [(line.user_id, _week_line(line, name_of(line.user_id), renderer)) for line in results.week]
    nobody = renderer.render(say("Nobody has finished this game yet."))
    parts: Parts = [
        _heading(results, renderer),
        rule(),
        _table(day, user_id) or nobody,
        rule(),
        f"### {renderer.render(_THIS_WEEK)}\n-# {renderer.render(_HOW)}",
        _table(week, user_id) or nobody,
    ]
    return layout(LEADERBOARD_COLOUR, *parts, *_buttons(results, renderer))


_THIS_WEEK = say("This week")
_HOW = say(
    "Each day you score the percentage of other finishers you beat. One missed day a week does not end a streak."
)


def shared_line(results: DailyResults) -> Text | None:
    """What a member, in seat 0, shares with the others, without giving away cards; ``None`` before the end."""
    own = results.own
    if own is None or own.rank is None or results.game is None:
        return None
    shown = {
        "player": Player(0),
        "number": str(results.day),
        "game": results.game.name,
        "rank": own.rank,
        "count": results.finishers,
        "streak": results.streak,
    }
    if results.is_over:
        return say("🗓️ Daily #{number}, {game}: {player}, place {rank} of {count} · streak {streak} 🔥", **shown)
    return say("🗓️ Daily #{number}, {game}: {player}, place {rank} of {count} so far · streak {streak} 🔥", **shown)


def _heading(results: DailyResults, renderer: Renderer) -> str:
    game = results.game.name if results.game else ""
    title = renderer.render(say("Daily #{number}: {game}", number=str(results.day), game=game))
    if results.is_over:
        ending = say("The day is over.")
    else:
        when = discord.utils.format_dt(results.ends_at, "R")
        ending = say("The day ends {when}; until then others can still play.", when=when)
    return f"## 🗓️ {title}\n-# {renderer.render(ending)}\n{renderer.render(_own(results))}"


def _own(results: DailyResults) -> Text:
    if results.own is None:
        return say("You did not play.")
    if results.own.rank is None:
        return say("You have not finished this game, so it does not count.")
    return say(
        "You: place {rank} of {count} · streak {streak} 🔥",
        rank=results.own.rank,
        count=results.finishers,
        streak=results.streak,
    )


def _table(lines: list[tuple[int, str]], user_id: int) -> str:
    """The first lines, and the reader's own line if it is not among them."""
    own = [line for user, line in lines[MOST_LINES:] if user == user_id]
    return "\n".join([*(line for _, line in lines[:MOST_LINES]), *own])


def _day_line(line: RaceLine, results: DailyResults, name: str, renderer: Renderer) -> str:
    if line.rank is None or line.points is None:
        return f"▫️ {name} — " + renderer.render(say("not finished"))
    points = renderer.render(_score(results.game, line.points))
    return f"{medal(line.rank)} {line.rank}\\. {name} — **{points}**"


def _score(game: Game[Any] | None, points: float) -> Text:
    """Points in the words of the game. It chooses them by a view, so a game is dealt for this."""
    if game is None or game.daily is None:
        return in_points(points)
    dealt = game.deal(seats=game.daily.opponents + 1, seed="words", options=game.Options(**game.daily.options))
    return game.score(dealt.view(None), points)


def _week_line(line: WeekLine, name: str, renderer: Renderer) -> str:
    days = renderer.render(say_count("1 day", "{count} days", line.days))
    return f"{medal(line.rank)} {line.rank}\\. {name} — **{line.score}** · {days}"


def _buttons(results: DailyResults, renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """Buttons to the reader's own game, to its replay when the day is over, and to share the result."""
    table = results.table
    if table is None or results.own is None:
        return []
    offered = [(Verb.HAND, say("My game"), "🎴")] if results.own.rank is not None else []
    if results.own.rank is not None and results.is_over:
        offered.append((Verb.REPLAY, say("Replay"), "🎞️"))
    if results.own.rank is not None:
        offered.append((Verb.SHARE, say("Share"), "📣"))
    offered.append((Verb.DAY, say("Refresh"), "🔄"))
    buttons = [TableButton(table, 0, verb).button(label, renderer, emoji=emoji) for verb, label, emoji in offered]
    return [row(*buttons)]


class ReminderFeature(Feature):
    """The reminder in the evening."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.keeper.keep(PostKind.REMINDER, self._describe)
        context.service.occasions.on(Kind.REMINDER, self.remind)

    async def remind(self, guild_id: int, _due: datetime) -> Happened:
        """Have those reminded who want that, where they last played, and again tomorrow if there are any."""
        if self.client.get_guild(guild_id) is None:
            return Happened()
        reminder = await self.service.reminders.due(guild_id)
        if reminder is None:
            return Happened(again=False)
        part = reminder.offer.day * MOST_MESSAGES
        return Happened([Due(PostKind.REMINDER, channel_id, part) for channel_id in reminder.users])

    async def _describe(self, post: PostRecord) -> Shown | None:
        """Those who are reminded by a message; others follow in the next one."""
        day, number = divmod(post.part, MOST_MESSAGES)
        reminders, posts = self.service.reminders, self.service.posts
        called = await reminders.called(post.guild_id, post.subject, day, number, MOST_PINGED)
        if called is None:
            return None
        renderer = await self.renderers.for_server(post.guild_id)
        text = say(
            "Daily #{number} is waiting for you: {game}. It ends in {time}. /daily",
            number=str(called.offer.day),
            game=called.offer.game.name,
            time=renderer.span(called.offer.ends_at - self.service.now()),
        )

        async def is_told() -> None:
            if called.more:
                await posts.call(
                    post.guild_id, [Due(PostKind.REMINDER, post.subject, post.part + 1)], self.service.now()
                )

        ping = mention(called.users, renderer.render(text))
        return in_words(post.subject, Words(ping.line), ping.mentioned, is_told)


class DailyCommands(Feature):
    """The game of the day. As in practice, the member's hand shows it."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands

    @anywhere
    @app_commands.command(
        name=locale_str("daily"),
        description=locale_str("Play the game of the day: the same cards for everybody, one try each"),
    )
    @app_commands.describe(results=locale_str("Show this week's standings and the latest results instead of playing"))
    async def daily(self, interaction: discord.Interaction[Any], results: bool = False) -> None:
        """/daily: what today's game is, then the member's game, and the results once it is over."""
        guild_id, user_id = place_of(interaction), interaction.user.id
        if results:
            found = await self.service.daily.latest_results(guild_id, user_id)
            await show(interaction, await self._screen(interaction, found))
            return
        today = await self.service.daily.today(guild_id, user_id)
        if isinstance(today, DailyOffer):
            await show(interaction, day_offer_screen(today, self.renderers.without_names(interaction)))
        else:
            await self._open(interaction, today)

    @handles(BeginButton)
    async def _on_begin(self, interaction: discord.Interaction[Any], button: BeginButton) -> None:
        table = await self.service.daily.begin(*private_place(interaction), button.day)
        await self.service.reminders.plan(interaction.user.id)
        await self._open(interaction, table)

    async def _open(self, interaction: discord.Interaction[Any], table: TableRecord) -> None:
        """Show the member's game, or its results once it is over."""
        if table.phase.is_open:
            await self._hands.open(interaction, table.id)
        else:
            found = await self.service.daily.results(table.id, interaction.user.id)
            await show(interaction, await self._screen(interaction, found))

    @handles(TableButton, Verb.DAY)
    async def _on_results(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        found = await self.service.daily.results(button.table, interaction.user.id)
        await show_in_place(interaction, await self._screen(interaction, found))

    @handles(TableButton, Verb.SHARE)
    async def _on_share(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        found = await self.service.daily.results(button.table, interaction.user.id)
        line = shared_line(found)
        if line is None:
            raise Refused(say("You have not finished this game, so there is nothing to share."))
        if server_of(interaction) is None:
            raise Refused(NO_OTHERS)
        if not may_write(interaction):
            raise Refused(say("You can't write in this channel. Share your result in another one."))
        table = (await self.service.views.snapshot(button.table, interaction.user.id)).table
        async with self.service.guard.posting(Post.RESULT, table.id):
            await announce(interaction, (await self.renderers.for_channel(table)).render(line))

    async def _screen(self, interaction: discord.Interaction[Any], found: DailyResults) -> ui.LayoutView:
        user_id = interaction.user.id
        renderer = self.renderers.without_names(interaction)
        shown = {line.user_id for line in (*found.lines[:MOST_LINES], *found.week[:MOST_LINES])}
        names = await self.renderers.names.of(place_of(interaction), shown | {user_id}, renderer)
        return day_screen(found, user_id, names, renderer)
