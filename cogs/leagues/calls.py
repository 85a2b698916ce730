"""Tells the players of a match that it begins, ends soon, or was decided without being played.

A match begins with one message for its players, below its table. All pings pass the guard. What calls to a match is
deleted when that is over.
"""

from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from typing import TypeAlias
from zoneinfo import ZoneInfo

import discord
from discord import ui

from cogs.leagues.meetings import match_buttons, on_clocks_of, state_of
from cogs.leagues.words import call, or_lost, public_renderer, result_of_round, title_of, versus
from cogs.shared.contents import Words
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import plain_view
from cogs.shared.post_messages import Shown, in_words
from cogs.shared.rendering import Renderer, safe_name
from cogs.tables.pings import hand_view
from cogs.tables.threads import TableThreads
from db.league_records import LeagueKind, LeagueRecord, MatchRecord, MatchStatus, MatchTable
from db.posts import CALLS_TO_MATCHES, Due, MeetingCall, PostKind, PostRecord
from engines.formats import Way
from engines.kit.wording import names
from engines.texts import Text, say
from sessions.leagues import meetings
from sessions.settings.settings import Pings
from sessions.shared.guard import Call

_FIVE_MINUTES = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Said:
    """What is said to some entries, by their numbers; ``has_names``: the text itself says who they are."""

    numbers: Sequence[int]
    text: Text
    has_names: bool = False


@dataclass(frozen=True, slots=True)
class _About:
    league: LeagueRecord
    match: MatchRecord
    tables: Sequence[MatchTable]
    renderer: Renderer
    now: datetime

    @property
    def left(self) -> str | None:
        """How much time is left for the match, in words: pushes show timestamps as they are written."""
        return None if self.match.ends_at is None else self.renderer.span(self.match.ends_at - self.now)


_RESULTS = (PostKind.FORFEIT, PostKind.ENTERED)
"""What calls nobody."""
_MEETINGS = (MeetingCall.SOON, MeetingCall.NOW)
"""What calls players also in their quiet hours: they have chosen the time themselves."""

Says: TypeAlias = Callable[[_About], Awaitable[Said | None]]
"""Says something about a match; ``None``: no longer."""


class LeagueCalls(Feature):
    """Calls the players of matches."""

    def __init__(self, context: Context, threads: TableThreads) -> None:
        super().__init__(context)
        self._threads = threads
        self.keeper.keep(PostKind.MATCH, self._begun, is_call=True)
        self.keeper.keep(PostKind.MEETING, self._meeting, is_call=True)
        for kind, says in {
            PostKind.BYE: _bye,
            PostKind.WARNING: self._warning,
            PostKind.FORFEIT: partial(_result, (MatchStatus.FORFEITED, MatchStatus.WALKOVER, MatchStatus.UNPLAYED)),
            PostKind.ENTERED: partial(_result, (MatchStatus.ENTERED,)),
        }.items():
            self.keeper.keep(kind, partial(self._told, says), is_call=True)  # a result that is undone goes, too

    async def _begun(self, post: PostRecord) -> Shown | None:
        """Show the table of a match that begins, and call its players there."""
        about = await self._about(post)
        table = next((table for table in about.tables if table.table_id == post.part), None)
        if table is None or not table.phase.is_open or about.league.is_past(about.match):
            return None
        league, match = about.league, about.match
        if table.message_id is None:
            title, renderer = title_of(league, match), about.renderer
            await self._threads.post_match(table.table_id, renderer.render(title), renderer.plain.render(title))
            await self.service.posts.make_due(post.guild_id, [Due(PostKind.LEAGUE, league.id)], about.now)  # its link
            about = await self._about(post)
        (table,) = [table for table in about.tables if table.table_id == post.part]
        clock = (await self.service.views.snapshot(table.table_id, None)).table.budget
        calls = [
            Said([seat.number], _with_clock(call(league, match, seat.number, about.left), clock, about.renderer))
            for seat in match.expected
        ]
        return await self._shown(post, replace(about, tables=[table]), calls)

    async def _meeting(self, post: PostRecord) -> Shown | None:
        """Say how far the players of a match have agreed on a time, and call those of whom something is asked."""
        about = await self._about(post)
        is_edited = post.message_id is not None and not post.is_anew
        if about.league.is_past(about.match):
            return None
        zone = await self.service.settings.time_zone(post.guild_id)
        told = MeetingCall(post.part)
        said = said_of_meeting(told, about.match, about.now, about.renderer, zone, is_edited=is_edited)
        if said is None:
            return None
        if is_edited:  # an edit calls nobody
            said = replace(said, numbers=())
        return await self._shown(post, about, [said])

    async def _told(self, says: Says, post: PostRecord) -> Shown | None:
        """Say something to players of a match, where they play or else in the league's channel."""
        about = await self._about(post)
        said = await says(about)
        if said is not None and about.match.way == Way.SAME_CARDS and (post.message_id is None or post.is_anew):
            await self.service.posts.changed(PostKind.MEETING, post.subject, about.now)  # it loses its button
        return None if said is None else await self._shown(post, about, [said])

    async def _about(self, post: PostRecord) -> _About:
        """What a post is about. Raises ``Refused`` if that is gone."""
        league = await self.service.league_ledger.of_match(post.subject)
        match = league.match(post.subject)
        assert match is not None
        tables = await self.service.league_tables.of_match(match.id)
        return _About(league, match, tables, await public_renderer(self.renderers, league), self.service.now())

    async def _warning(self, about: _About) -> Said | None:
        """Those whom a match waits for are told that it ends soon, or reminded by the organiser."""
        if about.league.is_past(about.match) or (meetings.is_to_meet(about.match) and about.match.meets_at is not None):
            return None
        if meetings.is_to_meet(about.match):
            told = _to_agree(about.match, about.now, about.renderer)
            return Said(meetings.yet_to_answer(about.match) or about.match.numbers, told, has_names=True)
        if about.match.way == Way.SAME_CARDS:
            owing = await self.service.league_appointments.owing(about.league, about.match)
            return _of(about.match, owing, say("{time} left to play your cards of this match.", time=about.left or ""))
        waited_for = about.match.numbers
        if about.tables:
            users = await self.service.league_tables.users_to_act(about.tables[-1].table_id)
            waited_for = tuple(number for number in waited_for if about.league.entry(number).user_id in users)
        told = say("{time} left for this match. Whoever has to move then loses it.", time=about.left or "")
        if about.left is None:
            told = say("The organiser reminds you: this match waits for you.")
        return _of(about.match, waited_for, told)

    async def _shown(self, post: PostRecord, about: _About, lines: Sequence[Said]) -> Shown:
        """What a post says in these lines, one for each call, and whom it may notify.

        Whoever may be pinged now, and wants to be, is addressed by a mention, the others by name.
        """
        league = about.league
        users = {number: league.entry(number).user_id for line in lines for number in line.numbers}
        asked = {user for number, user in users.items() if league.entry(number).plays}
        asked -= await self.renderers.names.gone(league.guild_id, asked)
        wanting = [user for user in sorted(asked) if await self.service.settings.pings(user) is not Pings.NEVER]
        if post.kind in _RESULTS or (post.message_id is not None and not post.is_anew):  # an edit calls nobody
            wanting = []
        call = call_of(league, post)
        later = {} if call in (Call.MEETING, Call.EVENING) else await self._asleep(league.guild_id, wanting, about.now)
        awake = [user for user in wanting if user not in later]
        admitted = await self.service.guard.admits(call, post.id, awake, f"{post.id} {post.changes}")
        texts: list[str] = []
        for line in lines:
            mentions = [f"<@{users[number]}>" for number in line.numbers if users[number] in admitted]
            others = [about.renderer.player(number) for number in line.numbers if users[number] not in admitted]
            named = [f"{', '.join(others)}:"] if others and not line.has_names else []
            texts.append(" ".join([*mentions, *named, in_league(league, line, about.renderer)]))
        mentioned = discord.AllowedMentions(everyone=False, roles=False, users=[*map(discord.Object, admitted)])
        words = Words("\n".join(texts), await self._buttons(post, about))
        channel_id = about.tables[-1].channel_id if about.tables else league.channel_id
        again = partial(self._call_again, post, min(later.values())) if later else None
        return in_words(channel_id, words, mentioned, again)

    async def _asleep(self, guild_id: int, users: Sequence[int], now: datetime) -> dict[int, datetime]:
        """Those of these members who have quiet hours now, each with their end."""
        found: dict[int, datetime] = {}
        for user in users:
            hours = await self.service.settings.quiet_hours(user, guild_id)
            if hours is not None and (when := hours.next_ping(now)) > now:
                found[user] = when
        return found

    async def _call_again(self, post: PostRecord, when: datetime) -> None:
        """Tell the same anew when somebody's quiet hours are over. Whoever has been called is called by name only."""
        due = Due(post.kind, post.subject, post.part, is_anew=True, at=when)
        await self.service.posts.make_due(post.guild_id, [due], when)

    async def _buttons(self, post: PostRecord, about: _About) -> ui.View | None:
        """What those who are called do next: agree on a time, or look at their cards."""
        if post.kind not in CALLS_TO_MATCHES:
            return None
        items = match_buttons(about.match, about.renderer)
        if post.kind is PostKind.MEETING and about.match.way == Way.SAME_CARDS:  # a warning has the button from then on
            items = [] if await self.service.posts.find(PostKind.WARNING, post.subject) else items
        if post.kind is PostKind.MEETING or not about.tables or not about.tables[-1].phase.is_open:
            return plain_view(*items) if items or post.kind is PostKind.MEETING else None
        view = hand_view(await self.service.views.snapshot(about.tables[-1].table_id, None), about.renderer)
        for item in items:
            view.add_item(item)
        return view


def in_league(league: LeagueRecord, said: Said, renderer: Renderer) -> str:
    """The same with the league's name: a push shows nothing else that says which one it is."""
    return f"{safe_name(league.name)} · {renderer.render(said.text)}"


def said_of_meeting(
    call: MeetingCall, match: MatchRecord, now: datetime, renderer: Renderer, zone: ZoneInfo, *, is_edited: bool = False
) -> Said | None:
    """What is told of the meeting of a match, or stands in a message that ``is_edited``; ``None``: no longer.

    ``zone`` is the server's.
    """
    if call is MeetingCall.FIND:
        is_new = meetings.is_to_meet(match) and match.meets_at is None and not is_edited
        told = _to_agree(match, now, renderer) if is_new else state_of(match)
        if match.meets_at is not None and not is_edited:  # the organiser has set it
            when = on_clocks_of(zone, match.meets_at, renderer)
            times = {"time": renderer.span(match.meets_at - now), "when": when, "zone": zone.key}
            told = say("{match}: your meeting is in {time}, on {when} ({zone}).", match=versus(match.numbers), **times)
        is_on = meetings.is_to_meet(match) or match.way == Way.SAME_CARDS
        return Said(match.numbers, told, has_names=True) if is_on else None
    later = [seat.number for seat in match.expected if seat.wants_later]
    rest = [number for number in match.numbers if number not in later]
    if call is MeetingCall.LATER and later and meetings.can_pause(match):
        told = say("{players} would like to go on another day. Tap “Pause” to agree.", players=names(later))
        return Said(rest, told)
    if not meetings.is_to_meet(match):
        return None
    waiting, left = meetings.yet_to_answer(match), _left_to_agree(match, now, renderer)
    if call is MeetingCall.OFFERED and match.meets_at is None and len(waiting) < len(match.expected):
        by = names([seat.number for seat in match.expected if seat.offers])
        told = say("{players} named times to play. Choose those that suit you, {time} left.", players=by, time=left)
        return Said(waiting, told)
    if call is MeetingCall.LAST and match.meets_at is None and meetings.can_fall_back(match):
        told = say("One day left to agree on a time. After that, each plays the same cards alone.")
        return _of(match, waiting or match.numbers, told)
    if call is MeetingCall.LATER and later and match.meets_at is not None and now < match.meets_at + meetings.PATIENCE:
        told = say("{players} would like to meet at another time. Tap “Another day” to agree.", players=names(later))
        return Said(rest, told)
    missing = [seat.number for seat in match.expected if not seat.is_here]
    since = meetings.here_since(match)
    if call is MeetingCall.HERE and since is not None and now < since + meetings.PATIENCE:
        here = versus([seat.number for seat in match.expected if seat.is_here])
        return Said(missing, say("Ready to play: {players}. Tap “I'm here” within 15 minutes.", players=here))
    if match.meets_at is None or not match.meets_at - meetings.REMINDED <= now < match.meets_at + meetings.PATIENCE:
        return None
    if call is MeetingCall.SOON and now < match.meets_at:
        before = _FIVE_MINUTES * -((now - match.meets_at) // _FIVE_MINUTES)
        told = say("Your match begins in {time}. Tap “I'm here” when you are ready.", time=renderer.span(before))
        return _of(match, missing, told)
    if call is MeetingCall.NOW and now >= match.meets_at:
        return _of(match, missing, say("Your match begins now. Whoever is not here in 15 minutes loses it."))
    return None


def _of(match: MatchRecord, numbers: Sequence[int], told: Text) -> Said:
    """The same with who meets: a push shows nothing else that says which match it is."""
    return Said(numbers, say("{title}: {text}", title=versus(match.numbers), text=told), has_names=True)


def _left_to_agree(match: MatchRecord, now: datetime, renderer: Renderer) -> str:
    """How long players have to find a time, in words: pushes show no timestamps."""
    return renderer.span((match.falls_back_at or match.ends_at or now) - now)


def _to_agree(match: MatchRecord, now: datetime, renderer: Renderer) -> Text:
    """That players have to find a time, and how long they have."""
    named = {"match": versus(match.numbers), "time": _left_to_agree(match, now, renderer)}
    told = say("{match}: agree on a time to play together, {time} left.", **named)
    if meetings.is_paused(match):
        told = say("{match}: the game pauses. Agree on a time to go on with it, {time} left.", **named)
    if meetings.is_off(match):
        told = say("{match}: that meeting is off. Agree on another time, {time} left.", **named)
    return told if meetings.can_fall_back(match) else or_lost(told)


def _with_clock(told: Text, clock: timedelta | None, renderer: Renderer) -> Text:
    """The same with the time on each player's own clock, if there is one."""
    return told if clock is None else say("{told} Your clock: {time}.", told=told, time=renderer.span(clock))


async def _bye(about: _About) -> Said | None:
    told = call(about.league, about.match, about.match.numbers[0])
    return None if about.league.is_past(about.match) else Said(about.match.numbers, told)


async def _result(statuses: Collection[MatchStatus], about: _About) -> Said | None:
    if about.match.status not in statuses:
        return None
    return Said(about.match.numbers, result_of_round(about.league, about.match), has_names=True)


def call_of(league: LeagueRecord, post: PostRecord) -> Call:
    """Why a post calls its players."""
    if league.kind is LeagueKind.EVENING:
        return Call.EVENING
    if post.kind is PostKind.MEETING and post.part in _MEETINGS:
        return Call.MEETING
    if post.kind is PostKind.MEETING and post.part not in (MeetingCall.FIND, MeetingCall.LAST):
        return Call.AT_ONCE if post.part == MeetingCall.HERE else Call.MATCH
    return Call.MATCH if post.kind in _RESULTS else Call.ROUND
