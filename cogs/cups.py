"""Cups: /league cup, the post of a cup and its result, in words and as pictures, and the buttons below them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

import discord
from discord import app_commands, ui
from discord.app_commands import Choice, Range, locale_str

from cogs.hands.messages import HandMessages
from cogs.leagues.words import day
from cogs.shared.contents import Content
from cogs.shared.controls import confirmation, handles
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import CLOSED_COLOUR, LEADERBOARD_COLOUR, layout, row
from cogs.shared.matchpoints import matchpoint_file, matchpoint_lines, matchpoint_pictures, seal_line
from cogs.shared.permissions import may_manage, require_permissions
from cogs.shared.pictures import Picture, Pictures, below_each_other
from cogs.shared.post_messages import Shown
from cogs.shared.posts import BETWEEN_EDITS
from cogs.shared.renderers import FORMER_PLAYER, UNKNOWN, Renderers
from cogs.shared.rendering import Renderer, safe_name
from cogs.shared.responses import send_file, show
from cogs.shared.same_cards import CupButton, CupVerb
from db.cups import CupRecord
from db.posts import PostKind, PostRecord
from db.records import is_former
from engines.kit.wording import listed
from engines.texts import Player, Text, say, say_count
from sessions.cups import FEWEST_DEALS, LONGEST_NAME, MOST_DAYS, MOST_DEALS, CupOverview
from sessions.honours import places
from sessions.settings.server import ServerSetting


async def with_members(renderers: Renderers, shown: CupOverview, reader: Renderer) -> Renderer:
    """The same reader, who knows the members by their numbers: those of their places in ``shown.members``."""
    named = [user for user in shown.members if user not in shown.hidden]
    known = await renderers.names.of(shown.cup.guild_id, named, reader)
    former, hidden = reader.render(FORMER_PLAYER), reader.render(UNKNOWN)
    names = {
        number: hidden if user in shown.hidden else known.get(user, former) for number, user in enumerate(shown.members)
    }
    return replace(reader, names=names)


MOST_LINES = 22
"""How many members a message names. The file has all of them."""
MOST_WINNERS = 5
_ALONE = say("⚔️ The derby is off: the other server no longer takes part. This cup goes on alone.")


def open_cup_screen(shown: CupOverview, renderer: Renderer) -> ui.LayoutView:
    """The message of a cup: what it is, how far everybody is, and the button to play."""
    cup = shown.cup
    told = say(
        "Everybody gets the same cards. Tap **Play** until {when}: you play each deal once, alone against the same "
        "computers, without hints.",
        when=discord.utils.format_dt(cup.ends_at, "f"),
    )
    scored = say(
        "Each deal gives 2 matchpoints for each member you beat and 1 for each tie. You see its results once you "
        "have played it, and all of them at the end. Ratings stay as they are."
    )
    members = list(enumerate(zip(shown.played, shown.members, strict=True)))
    members.sort(key=lambda one: -one[1][0])
    so_far = [f"{renderer.player(number)} {played}" for number, (played, _) in members]
    how_far = say("Played so far, of {deals}: {players}", deals=_deals(cup), players=_listed(so_far, " · "))
    alone = [renderer.render(_ALONE)] if cup.was_derby else []
    return layout(
        LEADERBOARD_COLOUR,
        _heading(shown, renderer),
        renderer.render(told),
        *alone,
        renderer.render(how_far if members else say("Nobody has begun yet.")),
        f"-# {renderer.render(scored)}\n{seal_line(cup.key, renderer)}",
        row(
            CupButton(cup.id, CupVerb.PLAY).button(say("Play"), renderer, discord.ButtonStyle.success),
            CupButton(cup.id, CupVerb.RESULTS).button(say("Results"), renderer),
            CupButton(cup.id, CupVerb.ASK_CANCEL).button(say("Cancel"), renderer),
        ),
    )


def closed_cup_screen(shown: CupOverview, renderer: Renderer) -> ui.LayoutView:
    """What becomes of that message when the cup has ended. The hash stays where it was published."""
    told = say("Cancelled by the organiser.") if shown.cup.is_cancelled else say("This cup is over.")
    return layout(
        CLOSED_COLOUR,
        _heading(shown, renderer),
        renderer.render(told),
        seal_line(shown.cup.key, renderer, with_key=shown.cup.is_unsealed),
    )


def cup_result_screen(
    shown: CupOverview, winners: Sequence[int], pictures: Sequence[Picture], renderer: Renderer
) -> ui.LayoutView:
    """The result of a cup for everybody, with its pictures or in words; ``winners`` are members who are there."""
    cup = shown.cup
    names = [say("{player}", player=Player(shown.members.index(user))) for user in winners]
    more = [say_count("{count} more", "{count} more", len(names) - MOST_WINNERS)] if len(names) > MOST_WINNERS else []
    if not names:
        told = say("This cup is over.") if shown.lines else say("Nobody has finished a deal.")
    elif len(names) == 1:
        told = say("👑 {player} wins!", player=names[0])
    else:
        told = say("👑 First place is shared by {players}.", players=listed([*names[:MOST_WINNERS], *more]))
    galleries = below_each_other(*pictures) if pictures else []
    return layout(
        LEADERBOARD_COLOUR,
        _heading(shown, renderer),
        renderer.render(told),
        *(galleries or [_listed(matchpoint_lines(shown.lines, shown.members.index, renderer), "\n")]),
        seal_line(cup.key, renderer, with_key=True),
        row(
            CupButton(cup.id, CupVerb.RESULTS).button(say("In words"), renderer),
            CupButton(cup.id, CupVerb.FILE).button(say("All results"), renderer),
        ),
    )


def cup_words_screen(shown: CupOverview, renderer: Renderer) -> ui.LayoutView:
    """The results that one member may see."""
    deals = ", ".join(map(str, shown.shown))
    title = say_count("Results of deal {deals}", "Results of deals {deals}", len(shown.shown), deals=deals)
    lines = _listed(matchpoint_lines(shown.lines, shown.members.index, renderer), "\n")
    nobody = renderer.render(say("Nobody has finished a deal."))
    how = say("Matchpoints: 2 for each member beaten on a deal, 1 for each tie.")
    if len(shown.shown) > 1:
        how = say("{how} In brackets: deal by deal.", how=how)
    return layout(
        LEADERBOARD_COLOUR,
        f"{_heading(shown, renderer)}\n**{renderer.render(title)}**",
        lines or nobody,
        f"-# {renderer.render(how)}",
        row(CupButton(shown.cup.id, CupVerb.FILE).button(say("All results"), renderer)),
    )


def about(shown: CupOverview) -> Text:
    """What is played."""
    return say("{game} · {deals}", game=_game(shown), deals=_deals(shown.cup))


def _heading(shown: CupOverview, renderer: Renderer) -> str:
    # Of a cup that was cancelled before anybody had played, no deals are kept.
    what = renderer.render(about(shown)) if shown.cup.deals else _game(shown)
    return f"## 🏆 {safe_name(shown.cup.name)}\n{what}"


def _game(shown: CupOverview) -> str:
    return shown.game.name if shown.game else shown.cup.game


def _deals(cup: CupRecord) -> Text:
    return say_count("1 deal", "{count} deals", len(cup.deals))


def _listed(parts: Iterable[str], separator: str) -> str:
    """As many parts as a message shows, and how many more there are."""
    found = list(parts)
    more = [f"+{len(found) - MOST_LINES}"] if len(found) > MOST_LINES else []
    return separator.join(found[:MOST_LINES] + more)


MOST_PICTURES = 4


async def cup_pictures(pictures: Pictures, shown: CupOverview, zone: ZoneInfo, renderer: Renderer) -> list[Picture]:
    """The table, a page each; none if pictures are not drawn or nobody has finished a deal."""
    when = say("{day}", day=day(shown.cup.ends_at, zone, renderer.written.plain))
    return await matchpoint_pictures(
        pictures, shown.cup.name, about(shown), when, shown.lines, shown.members.index, renderer, MOST_PICTURES
    )


class CupCommands(Feature):
    """Opens cups, deals their cards and shows their results."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands
        self.keeper.keep(PostKind.CUP, self._describe, BETWEEN_EDITS)
        self.keeper.keep(PostKind.CUP_RESULT, self._describe_result)

    def cup_command(self) -> app_commands.Command[Any, ..., Any]:
        """/league cup."""

        async def cup(
            interaction: discord.Interaction[Any],
            name: Range[str, 1, LONGEST_NAME],
            game: str,
            deals: Range[int, FEWEST_DEALS, MOST_DEALS],
            days: Range[int, 1, MOST_DAYS],
        ) -> None:
            await self.open(interaction, name, game, deals, days)

        games = [Choice(name=game.name, value=game.key) for game in self.games.values() if game.daily is not None]
        described = app_commands.describe(
            name=locale_str("What the cup is called"),
            game=locale_str("Which game is played, in its short form"),
            deals=locale_str("How many deals everybody plays"),
            days=locale_str("How many days everybody has for them"),
        )
        return app_commands.Command(
            name=locale_str("cup"),
            description=locale_str("Open a cup: all play the same deals, each alone against computers"),
            callback=app_commands.choices(game=games)(described(cup)),
        )

    async def open(self, interaction: discord.Interaction[Any], name: str, game: str, deals: int, days: int) -> None:
        """Open a cup and respond with its message. One whose post is gone moves here."""
        require_permissions(interaction)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        assert interaction.guild is not None
        guild = interaction.guild

        async def is_shown(cup: CupRecord) -> bool:
            here = guild.get_channel_or_thread(cup.channel_id) is not None
            return here and await self.keeper.is_there(PostKind.CUP, cup.id)

        cup = await self.service.cups.open(
            interaction.guild_id,
            interaction.channel_id,
            interaction.user.id,
            name,
            self.game(game),
            deals,
            days,
            is_shown,
        )
        await self.keeper.respond(interaction, PostKind.CUP, cup.id, say("The cup is open."))

    @handles(CupButton, CupVerb.PLAY)
    async def _on_play(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        """Deal the member the next deal, or show the game that they have begun."""
        table = await self.service.cups.play(
            button.cup, interaction.guild_id, interaction.channel_id or 0, interaction.user.id
        )
        await self._hands.open(interaction, table.id)

    @handles(CupButton, CupVerb.RESULTS)
    async def _on_results(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        shown = await self.service.cups.results(button.cup, interaction.guild_id, interaction.user.id)
        reader = self.renderers.without_names(interaction)
        await show(interaction, cup_words_screen(shown, await with_members(self.renderers, shown, reader)))

    @handles(CupButton, CupVerb.FILE)
    async def _on_file(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        shown = await self.service.cups.results(button.cup, interaction.guild_id, interaction.user.id)
        renderer = await with_members(self.renderers, shown, self.renderers.without_names(interaction))
        file = matchpoint_file(shown.lines, shown.shown, shown.members.index, renderer)
        await send_file(interaction, renderer.render(say("All results that you can see.")), file)

    @handles(CupButton, CupVerb.ASK_CANCEL)
    async def _on_ask_cancel(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        await self.service.cups.require_organiser(
            button.cup, interaction.guild_id, interaction.user.id, may_manage=may_manage(interaction)
        )
        renderer = self.renderers.without_names(interaction)
        question = renderer.render(say("Cancel this cup for everybody? There will be no result."))
        yes = CupButton(button.cup, CupVerb.CANCEL), say("Cancel the cup")
        no = CupButton(button.cup, CupVerb.KEEP), say("Keep it")
        await show(interaction, confirmation(question, yes, no, renderer))

    @handles(CupButton, CupVerb.CANCEL)
    async def _on_cancel(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        await self.service.cups.cancel(
            button.cup, interaction.guild_id, interaction.user.id, may_manage=may_manage(interaction)
        )
        self.keeper.changed(PostKind.CUP, button.cup)
        await self.answer(interaction, say("The cup is cancelled."))

    @handles(CupButton, CupVerb.KEEP)
    async def _on_keep(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        await self.answer(interaction, say("Nothing has changed."))

    async def _describe(self, post: PostRecord) -> Shown:
        shown = await self.service.cups.overview(post.subject)

        async def make(_with_pictures: bool) -> Content:
            screen = closed_cup_screen if self.service.cups.has_ended(shown.cup) else open_cup_screen
            return Content(screen(shown, await self._reader(shown)))

        return Shown(shown.cup.channel_id, make, is_open=not self.service.cups.has_ended(shown.cup))

    async def _describe_result(self, post: PostRecord) -> Shown:
        shown = await self.service.cups.overview(post.subject)
        return Shown(shown.cup.channel_id, partial(self._result, shown), is_open=False)

    async def _result(self, shown: CupOverview, with_pictures: bool) -> Content:
        guild_id = shown.cup.guild_id
        renderer = await self._reader(shown)
        pictures = []
        if with_pictures and await self.service.server_settings.is_on(guild_id, ServerSetting.PICTURES):
            zone = await self.service.settings.time_zone(guild_id)
            pictures = await cup_pictures(self.pictures, shown, zone, renderer)

        async def is_here(user: int) -> bool:
            return not is_former(user) and not await self.renderers.names.gone(guild_id, [user])

        (winners,) = await places([(line.rank, line.member) for line in shown.lines], 1, is_here)
        return Content(cup_result_screen(shown, winners, pictures, renderer), *pictures)

    async def _reader(self, shown: CupOverview) -> Renderer:
        cup = shown.cup
        return await with_members(
            self.renderers, shown, await self.renderers.for_server(cup.guild_id, cup.organiser_id)
        )
