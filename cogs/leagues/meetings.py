"""A match that is played together, or with the same cards: agreeing on a time, coming, and playing alone."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import discord
from babel.dates import format_skeleton, format_time
from discord import ui

from cogs.hands.messages import HandMessages
from cogs.leagues.words import moment, or_lost, own_renderer, result_of_round, versus
from cogs.shared.controls import chosen_values, handles
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import LEADERBOARD_COLOUR, layout, row
from cogs.shared.limits import OPTION_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.responses import show, show_in_place
from cogs.shared.same_cards import MatchButton, MatchVerb
from db.league_records import MatchRecord
from engines.formats import Way
from engines.kit.wording import names
from engines.texts import Text, say
from sessions.leagues import meetings
from sessions.leagues.appointments import TimesToChoose

_PRIMARY, _SECONDARY = discord.ButtonStyle.primary, discord.ButtonStyle.secondary
_BUTTONS = {
    MatchVerb.FIND: (say("Find a time"), _PRIMARY),
    MatchVerb.ALONE: (say("Same cards"), _SECONDARY),
    MatchVerb.HERE: (say("I'm here"), _PRIMARY),
    MatchVerb.PUT_OFF: (say("Another day"), _SECONDARY),
    MatchVerb.PLAY: (say("Play these cards"), _PRIMARY),
}
NO_TIME = say("Before the match ends, there is no time outside all quiet hours, vacations and other meetings.")


class LeagueMeetings(Feature):
    """Lets the players of a match meet. As in practice, a member's hand shows what is played alone."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands

    @handles(MatchButton, MatchVerb.FIND, MatchVerb.ANEW)
    async def _on_find(self, interaction: discord.Interaction[Any], button: MatchButton) -> None:
        choice = await self.service.league_appointments.choice(
            button.match, interaction.guild_id, interaction.user.id, anew=button.verb is MatchVerb.ANEW
        )
        renderer = await own_renderer(self.renderers, interaction, choice.league)
        await show(interaction, choice_screen(choice, renderer))

    @handles(MatchButton, MatchVerb.OFFER)
    async def _on_offer(self, interaction: discord.Interaction[Any], button: MatchButton) -> None:
        values = [value for value in chosen_values(interaction) if value.isdecimal() and len(value) < 12]
        times = [datetime.fromtimestamp(int(value), UTC) for value in values]
        match = await self.service.league_appointments.offer(
            button.match, interaction.guild_id, interaction.user.id, times
        )
        await self._show(interaction, match)

    @handles(MatchButton, MatchVerb.HERE)
    async def _on_here(self, interaction: discord.Interaction[Any], button: MatchButton) -> None:
        match = await self.service.league_appointments.come(button.match, interaction.guild_id, interaction.user.id)
        if match.ends_at is None:
            await self.tell(interaction, say("All are here. You can play now."))
        elif match.meets_at is None:
            await self.tell(
                interaction, say("You are marked as here for 15 minutes. The others are asked to play now.")
            )
        else:
            await self.tell(interaction, say("You are marked as here. You can play as soon as everyone is."))

    @handles(MatchButton, MatchVerb.PUT_OFF)
    async def _on_put_off(self, interaction: discord.Interaction[Any], button: MatchButton) -> None:
        match = await self.service.league_appointments.put_off(button.match, interaction.guild_id, interaction.user.id)
        if any(seat.wants_later for seat in match.seats):
            await self.tell(interaction, say("The others are asked. Nothing changes until all agree."))
        else:
            await self._show(interaction, match)

    @handles(MatchButton, MatchVerb.ALONE)
    async def _on_alone(self, interaction: discord.Interaction[Any], button: MatchButton) -> None:
        match = await self.service.league_appointments.prefer_alone(
            button.match, interaction.guild_id, interaction.user.id
        )
        if match.way == Way.SAME_CARDS:
            await self._show(interaction, match)
        else:
            await self.tell(
                interaction, say("Noted. As soon as all of you want that, each plays the same cards alone.")
            )

    @handles(MatchButton, MatchVerb.PLAY)
    async def _on_play(self, interaction: discord.Interaction[Any], button: MatchButton) -> None:
        """Deal the member the next deal, or show the game that they have begun; after the last, how the match ended."""
        appointments, guild, user = self.service.league_appointments, interaction.guild_id, interaction.user.id
        _, match, _ = await appointments.own(button.match, guild, user)
        if match.is_open:
            table = await appointments.play(match.id, guild, user, interaction.channel_id or 0)
            await self._hands.open(interaction, table.id)
        else:
            await self._show(interaction, match)

    async def _show(self, interaction: discord.Interaction[Any], match: MatchRecord) -> None:
        league = await self.service.league_ledger.of_match(match.id)
        renderer = await own_renderer(self.renderers, interaction, league)
        told = state_of(match) if match.is_open else result_of_round(league, match)
        items = match_buttons(match, renderer) if match.is_open else []
        screen = layout(LEADERBOARD_COLOUR, renderer.render(told), *([row(*items)] if items else []))
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await show_in_place(interaction, screen)
        else:
            await show(interaction, screen)


def match_buttons(match: MatchRecord, renderer: Renderer) -> list[ui.Button[Any]]:
    """What the players of a match can do about it now, besides playing at its table."""
    verbs: list[MatchVerb] = []
    if match.way == Way.SAME_CARDS:
        verbs = [MatchVerb.PLAY]
    elif meetings.is_to_meet(match) and match.meets_at is not None:
        verbs = [MatchVerb.HERE, MatchVerb.PUT_OFF]
    elif meetings.is_to_meet(match):
        verbs = [MatchVerb.FIND, MatchVerb.HERE, *([MatchVerb.ALONE] if meetings.can_fall_back(match) else [])]
    elif meetings.can_pause(match) and match.moves < meetings.MOST_MOVES:
        verbs = [MatchVerb.PUT_OFF]
    labels = {verb: label for verb, (label, _) in _BUTTONS.items()}
    if meetings.can_pause(match):
        labels[MatchVerb.PUT_OFF] = say("Pause")
    if match.meets_at is None and meetings.here_since(match) is None:
        labels[MatchVerb.HERE] = say("I'm here now")
    return [MatchButton(match.id, verb).button(labels[verb], renderer, _BUTTONS[verb][1]) for verb in verbs]


def state_of(match: MatchRecord) -> Text:
    """How far the players of a match have agreed, and what they do next."""
    who, until = versus(match.numbers), "" if match.ends_at is None else moment(match.ends_at)
    if match.way == Way.SAME_CARDS:
        return say(
            "{match}: everyone plays the same cards, alone against computers, until {when}. The best total wins. "
            "You see the others' results when all have played.",
            match=who,
            when=until,
        )
    if match.meets_at is not None:
        left = discord.utils.format_dt(match.meets_at, "R")
        told = say("{match}: you meet on {when}, {left}.", match=who, when=moment(match.meets_at), left=left)
        later = [seat.number for seat in match.expected if seat.wants_later]
        return say("{told} {players} would like another time.", told=told, players=names(later)) if later else told
    told = say("{match}: play together until {when}. Agree on a time.", match=who, when=until)
    if meetings.is_paused(match):
        told = say("{match}: the game pauses. Agree on a time to go on with it by {when}.", match=who, when=until)
    waiting = meetings.yet_to_answer(match)
    if 0 < len(waiting) < len(match.expected):
        told = say("{told} Yet to answer: {players}.", told=told, players=versus(waiting))
    if match.falls_back_at is None or not meetings.can_fall_back(match):
        return or_lost(told)
    back, alone = moment(match.falls_back_at), [seat.number for seat in match.expected if seat.wants_alone]
    told = say("{told} If you have none by {when}, each of you plays the same cards alone.", told=told, when=back)
    return say("{told} {players} would like that at once.", told=told, players=names(alone)) if alone else told


def choice_screen(choice: TimesToChoose, renderer: Renderer) -> ui.LayoutView:
    """The times from which a member chooses, in their zone."""
    zone = {"minutes": choice.minutes, "zone": choice.zone.key, "match": versus(choice.match.numbers)}
    if choice.is_answer:
        told = say("{match}: which of these times suit you for {minutes} minutes? Times in {zone}.", **zone)
    else:
        told = say(
            "{match}: when can you play for {minutes} minutes? Choose all that suit you. Times in {zone}.", **zone
        )
    hint = say("/settings zone is where you choose your time zone and quiet hours.")
    if not choice.starts:
        items = match_buttons(choice.match, renderer)[1:]
        buttons = [row(*items)] if items else []
        return layout(LEADERBOARD_COLOUR, f"{renderer.render(NO_TIME)}\n-# {renderer.render(hint)}", *buttons)
    menu = MatchButton(choice.match.id, MatchVerb.OFFER).menu(
        time_options(choice, renderer), renderer, say("Choose times"), most=len(choice.starts)
    )
    others = MatchButton(choice.match.id, MatchVerb.ANEW).button(say("None of these"), renderer)
    words = f"{renderer.render(told)}\n-# {renderer.render(hint)}"
    return layout(LEADERBOARD_COLOUR, words, row(menu), *([row(others)] if choice.is_answer else []))


def time_options(choice: TimesToChoose, renderer: Renderer, prefix: str = "") -> list[discord.SelectOption]:
    """The times of a choice for a menu, in their zone; ``prefix`` begins their values."""
    return [
        discord.SelectOption(
            label=on_clocks_of(choice.zone, start, renderer)[:OPTION_LIMIT], value=f"{prefix}{start.timestamp():.0f}"
        )
        for start in choice.starts
    ]


def on_clocks_of(zone: ZoneInfo, when: datetime, renderer: Renderer) -> str:
    """A day and time in words, where no timestamp is shown: ``Sat, Nov 28, 8:00 PM``."""
    locale = str(renderer.locale).replace("-", "_") if renderer.catalogue.has(renderer.locale) else "en"
    at = when.astimezone(zone)
    return f"{format_skeleton('MMMEd', at, locale=locale)}, {format_time(at, 'short', locale=locale)}"
