"""Tells the players of a match that it begins, ends soon, is postponed, or was decided without being played.

A match begins with one ping for each player: the table itself, posted in its thread. All pings pass the guard.
"""

import logging
from collections.abc import Iterable
from dataclasses import dataclass

import discord

from cogs.leagues.words import call, moment, public_renderer, result_of_round, round_name, versus
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from cogs.shared.responses import REQUEST_ERRORS, new_nonce
from cogs.tables.pings import Ping
from cogs.tables.threads import TableThreads
from db.league_records import LeagueRecord, MatchRecord, MatchStatus, MatchTable
from engines.texts import Player, Text, say
from sessions.leagues.ledger import LeagueEvent, LeagueNews
from sessions.service import TableService
from sessions.settings.settings import Pings
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.guard import Call
from sessions.shared.timer import Sleep

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Addressed:
    """How a message begins that is for some entries, by their numbers, and whom it may notify."""

    names: dict[int, str]
    mentioned: discord.AllowedMentions


class MatchCalls:
    """Follows the matches of leagues."""

    def __init__(
        self,
        client: discord.Client,
        service: TableService,
        renderers: Renderers,
        threads: TableThreads,
        sleep: Sleep,
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._threads = threads
        self._told: CoalescingTasks[tuple[LeagueNews, int, int]] = CoalescingTasks(self._tell, sleep)

    def on_event(self, event: LeagueEvent) -> None:
        """Tell the players of the matches that the event is about."""
        for match in event.matches:
            self._told.request((event.news, event.league.id, match.id))
        if event.news is LeagueNews.ROUND_BEGAN:
            for match in event.league.matches:
                if match.round == event.league.round and match.status is MatchStatus.BYE:
                    self._told.request((event.news, event.league.id, match.id))

    async def close(self) -> None:
        """Stop telling."""
        await self._told.close()

    async def _tell(self, about: tuple[LeagueNews, int, int]) -> None:
        news, league_id, match_id = about
        shown = await self._service.league_overviews.of(league_id)
        match = shown.league.match(match_id)
        if match is None:
            return
        tables = await self._service.league_overviews.tables_of(match_id)
        renderer = await public_renderer(self._renderers, shown.league)
        try:
            if news is LeagueNews.MATCHES_OPENED and tables:
                await self._open(shown.league, match, tables[-1], renderer)
            elif news is LeagueNews.ROUND_BEGAN:
                (number,) = match.numbers
                await self._send(shown.league, match, tables, [number], call(shown.league, match, number), renderer)
            elif news is LeagueNews.WARNED and match.is_open and match.ends_at is not None:
                await self._warn(shown.league, match, tables, renderer)
            elif news is LeagueNews.FORFEITED and match.status is MatchStatus.FORFEITED:
                result = result_of_round(shown.league, match)
                await self._send(shown.league, match, tables, match.numbers, result, renderer, says_names=True)
            elif news is LeagueNews.ENTERED and match.status is MatchStatus.ENTERED:
                result = say("{result} Entered by the organiser.", result=result_of_round(shown.league, match))
                await self._send(shown.league, match, tables, match.numbers, result, renderer, says_names=True)
            elif news is LeagueNews.POSTPONED and match.is_open:
                await self._send(shown.league, match, tables, *_postponed(match), renderer)
        except REQUEST_ERRORS as error:
            _log.info("The players of match %s could not be told: %s", match_id, error)

    async def _open(self, league: LeagueRecord, match: MatchRecord, table: MatchTable, renderer: Renderer) -> None:
        """Show the table of a match that begins, with a ping for each player."""
        if table.message_id is not None:
            return
        addressed = await self._addressed(league, match, match.numbers, renderer)
        lines = [f"{name} {renderer.render(call(league, match, number))}" for number, name in addressed.names.items()]
        ping = Ping("\n".join(lines), addressed.mentioned)
        title = say("{round} · {match}", round=round_name(league, match), match=versus(match.numbers))
        await self._threads.post_match(table.table_id, renderer.render(title), renderer.plain.render(title), ping)

    async def _warn(
        self, league: LeagueRecord, match: MatchRecord, tables: list[MatchTable], renderer: Renderer
    ) -> None:
        """Tell those whom a match waits for that it ends soon."""
        assert match.ends_at is not None
        waited_for = match.numbers
        if tables:
            users = await self._service.league_overviews.users_to_act(tables[-1].table_id)
            waited_for = tuple(number for number in match.numbers if league.entry(number).user_id in users)
        told = say("This match ends {when}. Whoever has to move then loses it.", when=moment(match.ends_at))
        await self._send(league, match, tables, waited_for, told, renderer)

    async def _send(
        self,
        league: LeagueRecord,
        match: MatchRecord,
        tables: list[MatchTable],
        numbers: Iterable[int],
        text: Text,
        renderer: Renderer,
        *,
        says_names: bool = False,
    ) -> None:
        """Say something to these players, where they play or else in the league's channel.

        If the text ``says_names``, it begins with mentions only.
        """
        place = tables[-1].channel_id if tables else league.channel_id
        addressed = await self._addressed(league, match, numbers, renderer)
        names = [name for name in addressed.names.values() if not says_names or name.startswith("<@")]
        line = " ".join([*names, renderer.render(text)])
        channel = self._client.get_partial_messageable(place, guild_id=league.guild_id)
        await channel.send(line, allowed_mentions=addressed.mentioned, nonce=new_nonce())

    async def _addressed(
        self, league: LeagueRecord, match: MatchRecord, numbers: Iterable[int], renderer: Renderer
    ) -> Addressed:
        """Address these entries: whoever may be pinged now, and wants to be, by a mention, the others by name."""
        users = {number: league.entry(number).user_id for number in numbers}
        asked = [user for number, user in users.items() if league.entry(number).plays]
        wanting = [user for user in asked if await self._service.settings.pings(user) is not Pings.NEVER]
        admitted = await self._service.guard.admits(Call.MATCH, match.id, wanting)
        names = {
            number: f"<@{user}>" if user in admitted else f"**{renderer.player(number)}**:"
            for number, user in users.items()
        }
        pinged = [discord.Object(user) for user in admitted]
        return Addressed(names, discord.AllowedMentions(everyone=False, roles=False, users=pinged))


def _postponed(match: MatchRecord) -> tuple[list[int], Text]:
    """Whom to tell what about a match that somebody wants to postpone, or that has been."""
    if match.asked_by is None:
        assert match.ends_at is not None
        return list(match.numbers), say("This match is postponed: it ends {when}.", when=moment(match.ends_at))
    others = [number for number in match.numbers if number != match.asked_by]
    asked = say(
        "{player} asks to postpone this match by a week. If you agree, tap “My match” at the league's post.",
        player=Player(match.asked_by),
    )
    return others, asked
