"""What leagues say: rounds, matches and results, with the names of those who take part."""

from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from functools import reduce
from typing import Any
from zoneinfo import ZoneInfo

import discord
from babel.dates import format_skeleton

from cogs.shared.renderers import FORMER_PLAYER, Renderers
from cogs.shared.rendering import Renderer, safe_name
from db.league_records import Deed, DeedRecord, LeagueRecord, MatchRecord, MatchStatus
from engines.formats import Way
from engines.kit.wording import listed, names
from engines.texts import Player, Text, say
from sessions.leagues.overview import Overview
from sessions.service import Service

_OF_MATCHES: Mapping[Deed, Callable[[Text], Text]] = {
    Deed.ENTERED: lambda match: say("result entered, {match}", match=match),
    Deed.WALKOVER: lambda match: say("walkover, {match}", match=match),
    Deed.EXTENDED: lambda match: say("more time, {match}", match=match),
    Deed.TIMED: lambda match: say("meeting set, {match}", match=match),
    Deed.ANNULLED: lambda match: say("match annulled, {match}", match=match),
}
_OF_PLAYERS: Mapping[Deed, Callable[[Player], Text]] = {
    Deed.WITHDREW: lambda player: say("{player} withdrawn", player=player),
    Deed.REPLACED: lambda player: say("place of {player} taken over", player=player),
    Deed.LEFT: lambda player: say("{player} is no longer on this server", player=player),
    Deed.MISSED: lambda player: say("{player} is out after two missed matches in a row", player=player),
    Deed.ADDED: lambda player: say("{player} takes part", player=player),
    Deed.MOVED: lambda player: say("{player} in another group", player=player),
}
_OF_LEAGUES = {
    Deed.STARTED: say("first round begun"),
    Deed.NEXT_ROUND: say("next round begun"),
    Deed.APPOINTED: say("second organiser appointed"),
    Deed.REMINDED: say("players reminded"),
    Deed.PAUSED: say("paused"),
    Deed.RESUMED: say("pause ended"),
    Deed.UNDONE: say("struck-out entry undone"),
    Deed.CANCELLED: say("cancelled"),
}
"""What an organiser does that is about no match and no player."""


async def public_renderer(renderers: Renderers, league: LeagueRecord, deeds: Iterable[DeedRecord] = ()) -> Renderer:
    """For what everybody reads about a league. It knows the entries by their numbers, and by user id who did what."""
    reader = await renderers.for_server(league.guild_id, league.organiser_id)
    return await _with_entries(renderers, league, deeds, reader)


async def own_renderer(
    renderers: Renderers, interaction: discord.Interaction[Any], league: LeagueRecord, deeds: Iterable[DeedRecord] = ()
) -> Renderer:
    """The same for what a single member reads."""
    return await _with_entries(renderers, league, deeds, renderers.without_names(interaction))


async def _with_entries(
    renderers: Renderers, league: LeagueRecord, deeds: Iterable[DeedRecord], reader: Renderer
) -> Renderer:
    members = {deed.by for deed in deeds} | {deed.former_id for deed in deeds if deed.former_id is not None}
    users = {entry.number: entry.user_id for entry in league.entries} | {member: member for member in members}
    names = await renderers.names.of(league.guild_id, list(dict.fromkeys(users.values())), reader)
    former = reader.render(FORMER_PLAYER)
    return replace(reader, names={number: names.get(user, former) for number, user in users.items()})


def round_name(league: LeagueRecord, match: MatchRecord | None = None) -> Text:
    """What is being played: a round."""
    if match is not None:
        return say("Round {number}", number=match.round)
    return say("Round {number} of {count}", number=league.round, count=max(league.round, league.rounds))


def season_of(league: LeagueRecord) -> list[Text]:
    """Which season of a league this is; nothing in the first one, which may be the only one."""
    return [say("Season {number}", number=league.edition)] if league.edition > 1 else []


async def champions(
    service: Service, renderers: Renderers, leagues: Sequence[Overview], renderer: Renderer
) -> AsyncIterator[Text]:
    """Who has won leagues that are over. Named are those who are on the server, and do not want to be unnamed."""
    for shown in leagues:
        guild_id = shown.league.guild_id
        users = {user for user in shown.champions if not await service.privacy.is_hidden(user)}
        users -= await renderers.names.gone(guild_id, users)
        names = (await renderers.names.of(guild_id, sorted(users), renderer)).values()
        if names:
            league = " · ".join([safe_name(shown.league.name), *map(renderer.render, season_of(shown.league))])
            yield say(
                "{league} was won by {members}.",
                members=listed([say("{player}", player=f"**{safe_name(name)}**") for name in names]),
                league=league,
            )


def next_season(shown: Overview) -> list[Text]:
    """Who plays in another group in the next season, or that there are more or fewer groups, where nobody rises."""
    groups, (up, down) = len(shown.next_groups), shown.moving
    if groups != len(shown.standings):
        return [say("Groups of the next season, if nobody else signs up: {count}", count=groups)] if groups else []
    risen = [say("Moving up: {players}", players=names(up))] if up else []
    return [*risen, *([say("Moving down: {players}", players=names(down))] if down else [])]


def or_lost(told: Text) -> Text:
    """What becomes of a match for which no time is found, in a game that has no same cards."""
    return say("{told} If you find none, whoever has named no times loses; if all have, it is a draw.", told=told)


def versus(numbers: Sequence[int]) -> Text:
    """Who meets."""
    players = [names([number]) for number in numbers]
    return reduce(lambda one, other: say("{one} – {other}", one=one, other=other), players)


def others(match: MatchRecord, number: int) -> Text:
    """Everybody in a match but one."""
    return names([other for other in match.numbers if other != number])


def call(league: LeagueRecord, match: MatchRecord, number: int, left: str | None = None) -> Text:
    """What a player is told about a match that has begun; ``left``: how much time there is, where pushes show it."""
    what = round_name(league, match)
    if len(match.numbers) == 1:
        return say("{round}: you have a bye, which costs you nothing.", round=what)
    if match.ends_at is None:
        return say("{round}: you play {opponents}.", round=what, opponents=others(match, number))
    named: dict[str, Text] = {"round": what, "opponents": others(match, number)}
    return (
        say("{round}: you play {opponents} until {when}.", **named, when=moment(match.ends_at))
        if left is None
        else say("{round}: you play {opponents}, {time} left.", **named, time=left)
    )


def result_of(match: MatchRecord) -> Text:
    """How a match ended."""
    winners = [seat.number for seat in match.seats if seat.place == 1 and not seat.forfeited]
    late = [seat.number for seat in match.seats if seat.forfeited]
    if match.status is MatchStatus.UNPLAYED and not late:
        is_unmet = match.way == Way.TOGETHER and match.ends_at is not None
        return say("No time suited all of them: a draw.") if is_unmet else say("The table was closed again: a draw.")
    if late and not winners:
        return say("Nobody played in time, so all of them lose this match.")
    if late and len(match.seats) > len(late) + len(winners):
        return say("{winners} won; {late} lost by forfeit.", winners=names(winners), late=names(late))
    if late:
        return say("{winners} won by forfeit against {late}.", winners=names(winners), late=names(late))
    if len(winners) == 1:
        return say("{player} won.", player=Player(winners[0]))
    if len(winners) < len(match.seats):
        return say("{players} share the first place.", players=names(winners))
    return say("A draw.")


def title_of(league: LeagueRecord, match: MatchRecord) -> Text:
    """Which match it is."""
    return say("{round} · {match}", round=round_name(league, match), match=versus(match.numbers))


def result_of_round(league: LeagueRecord, match: MatchRecord) -> Text:
    """What was played, and how it ended, with the names of all where nobody has won."""
    is_won = len({seat.place for seat in match.seats}) > 1
    what = round_name(league, match) if is_won else title_of(league, match)
    result = say("{round} · {result}", round=what, result=result_of(match))
    if match.status is not MatchStatus.ENTERED:
        return result
    if len(match.seats) == 2:
        return say("{result} Entered by the organiser.", result=result)
    order = order_of(match.numbers, [seat.place or 0 for seat in match.seats])
    return say("{result} Entered by the organiser: {order}.", result=result, order=order)


def order_of(numbers: Sequence[int], places: Sequence[int]) -> Text:
    """Players with their places in a match of several, best first, but for those who have none."""
    order = sorted((place, number) for number, place in zip(numbers, places, strict=True) if place)
    return listed([say("{place}. {player}", place=place, player=Player(number)) for place, number in order])


def won_by(winners: Sequence[int]) -> Text:
    """Who has won, alone or with others."""
    if len(winners) == 1:
        return say("👑 {player} wins!", player=Player(winners[0]))
    return say("👑 First place is shared by {players}.", players=names(winners))


def moment(when: datetime) -> str:
    """A time that every reader sees in their own time zone."""
    return discord.utils.format_dt(when, "f")


def day(when: datetime, zone: ZoneInfo, renderer: Renderer) -> str:
    """A day of the server's calendar, for pictures."""
    locale = str(renderer.locale).replace("-", "_")
    return format_day(when.astimezone(zone).date(), locale if renderer.catalogue.has(renderer.locale) else "en")


def format_day(when: date, locale: str) -> str:
    """A day and its month, such as ``29 Nov``."""
    shown: str = format_skeleton("MMMd", when, locale=locale)
    return shown


def group_letter(division: int) -> str:
    """What a group is called."""
    return chr(ord("A") + division)


def what_was_done(deed: DeedRecord) -> Text:
    """What an organiser has done."""
    if (of_match := _OF_MATCHES.get(deed.deed)) is not None:
        return of_match(versus(deed.numbers))
    if (of_player := _OF_PLAYERS.get(deed.deed)) is not None:
        is_named = deed.deed in (Deed.REPLACED, Deed.ADDED) and deed.former_id is not None
        return of_player(Player(deed.former_id if is_named and deed.former_id is not None else deed.numbers[0]))
    return _OF_LEAGUES[deed.deed]


def deed_line(deed: DeedRecord, renderer: Renderer) -> str:
    """A line about what an organiser has done, and why."""
    done = what_was_done(deed)
    by_nobody = deed.deed in (Deed.LEFT, Deed.MISSED)
    told = renderer.render(done if by_nobody else say("{member}: {deed}", member=Player(deed.by), deed=done))
    if deed.is_undone:
        told = f"~~{told}~~"
    reason = "" if deed.reason is None else f" “{safe_name(deed.reason)}”"
    return f"-# {moment(deed.at)} {told}{reason}"
