"""Tells the players of a match that it begins, ends soon, or was decided without being played.

A match begins with one message for its players, below its table. All pings pass the guard.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import discord

from cogs.leagues.words import call, moment, public_renderer, result_of_round, round_name, versus
from cogs.shared.contents import Words
from cogs.shared.posts import Keeper, Shown
from cogs.shared.renderers import Renderers
from cogs.tables.threads import TableThreads
from db.league_records import LeagueRecord, MatchRecord, MatchStatus, MatchTable
from db.post_records import PostKind, PostRecord
from engines.texts import Text, say
from sessions.service import TableService
from sessions.settings.settings import Pings
from sessions.shared.guard import Call


@dataclass(frozen=True, slots=True)
class Said:
    """What is said to some entries, by their numbers; ``has_names``: the text itself says who they are."""

    numbers: Sequence[int]
    text: Text
    has_names: bool = False


Says: TypeAlias = Callable[[LeagueRecord, MatchRecord, Sequence[MatchTable]], Awaitable[Said | None]]
"""Says something about a match; ``None``: no longer."""


class MatchCalls:
    """Follows the matches of leagues."""

    def __init__(self, keeper: Keeper, service: TableService, renderers: Renderers, threads: TableThreads) -> None:
        self._service = service
        self._renderers = renderers
        self._threads = threads
        keeper.keep(PostKind.MATCH, self._begun)
        for kind, says in {
            PostKind.BYE: _bye,
            PostKind.WARNING: self._warning,
            PostKind.FORFEIT: _forfeit,
            PostKind.ENTERED: _entered,
        }.items():
            keeper.keep(kind, partial(self._told, says))

    async def _begun(self, post: PostRecord) -> Shown | None:
        """Show the table of a match that begins, and call its players there."""
        league, match = await self._match(post.subject)
        tables = await self._service.league_overviews.tables_of(match.id)
        table = next((table for table in tables if table.table_id == post.part), None)
        if table is None or not table.phase.is_open or not match.is_open:
            return None
        if table.message_id is None:
            renderer = await public_renderer(self._renderers, league)
            title = say("{round} · {match}", round=round_name(league, match), match=versus(match.numbers))
            await self._threads.post_match(table.table_id, renderer.render(title), renderer.plain.render(title))
            tables = await self._service.league_overviews.tables_of(match.id)
        (channel_id,) = [table.channel_id for table in tables if table.table_id == post.part]
        calls = [Said([number], call(league, match, number)) for number in match.numbers]
        return await self._shown(post, league, channel_id, calls)

    async def _told(self, says: Says, post: PostRecord) -> Shown | None:
        """Say something to players of a match, where they play or else in the league's channel."""
        league, match = await self._match(post.subject)
        tables = await self._service.league_overviews.tables_of(match.id)
        said = await says(league, match, tables)
        if said is None:
            return None
        return await self._shown(post, league, tables[-1].channel_id if tables else league.channel_id, [said])

    async def _match(self, match_id: int) -> tuple[LeagueRecord, MatchRecord]:
        """A match and its league. Raises ``Refused``."""
        shown = await self._service.league_overviews.of_match(match_id)
        match = shown.match(match_id)
        assert match is not None
        return shown, match

    async def _warning(self, league: LeagueRecord, match: MatchRecord, tables: Sequence[MatchTable]) -> Said | None:
        """Those whom a match waits for are told that it ends soon."""
        if not match.is_open or match.ends_at is None:
            return None
        waited_for = match.numbers
        if tables:
            users = await self._service.league_overviews.users_to_act(tables[-1].table_id)
            waited_for = tuple(number for number in match.numbers if league.entry(number).user_id in users)
        told = say("This match ends {when}. Whoever has to move then loses it.", when=moment(match.ends_at))
        return Said(waited_for, told)

    async def _shown(self, post: PostRecord, league: LeagueRecord, channel_id: int, lines: Sequence[Said]) -> Shown:
        """What a post says in these lines, one for each call, and whom it may notify.

        Whoever may be pinged now, and wants to be, is addressed by a mention, the others by name.
        """
        renderer = await public_renderer(self._renderers, league)
        users = {number: league.entry(number).user_id for line in lines for number in line.numbers}
        asked = [user for number, user in users.items() if league.entry(number).plays]
        wanting = [user for user in asked if await self._service.settings.pings(user) is not Pings.NEVER]
        admitted = await self._service.guard.admits(Call.MATCH, post.id, wanting, f"{post.id} {post.changes}")
        texts: list[str] = []
        for line in lines:
            mentions = [f"<@{users[number]}>" for number in line.numbers if users[number] in admitted]
            names = [f"**{renderer.player(number)}**:" for number in line.numbers if users[number] not in admitted]
            texts.append(" ".join([*mentions, *([] if line.has_names else names), renderer.render(line.text)]))
        words = Words("\n".join(texts))

        async def make(_with_pictures: bool) -> Words:
            return words

        pinged = [discord.Object(user) for user in admitted]
        mentioned = discord.AllowedMentions(everyone=False, roles=False, users=pinged)
        return Shown(channel_id, make, is_open=False, mentioned=mentioned)


async def _bye(league: LeagueRecord, match: MatchRecord, _tables: Sequence[MatchTable]) -> Said:
    (number,) = match.numbers
    return Said(match.numbers, call(league, match, number))


async def _forfeit(league: LeagueRecord, match: MatchRecord, _tables: Sequence[MatchTable]) -> Said | None:
    if match.status is not MatchStatus.FORFEITED:
        return None
    return Said(match.numbers, result_of_round(league, match), has_names=True)


async def _entered(league: LeagueRecord, match: MatchRecord, _tables: Sequence[MatchTable]) -> Said | None:
    if match.status is not MatchStatus.ENTERED:
        return None
    result = say("{result} Entered by the organiser.", result=result_of_round(league, match))
    return Said(match.numbers, result, has_names=True)
