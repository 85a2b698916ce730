"""Keeps members from pestering others, and from guessing: what pings somebody or fills a channel is counted first.

So is what is stored for good, the tables and lists that a member opens, and what costs much: an export.
"""

from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from datetime import datetime, timedelta
from enum import StrEnum

from db.league_records import LeaguePhase
from db.limits import LimitReached, Use
from db.store import Store
from engines.texts import Text, say
from sessions.shared.refusals import Refused

BETWEEN_CALLS = timedelta(minutes=10)
"""How long a member must wait before calling the same member again in the same way."""
BETWEEN_REMINDERS = timedelta(hours=12)
"""How long a server must wait before reminding the same member again of the game of the day."""
BETWEEN_LEAGUE_CALLS = timedelta(days=1)
"""How long it takes until a league calls a member again for the same."""
WEEK = timedelta(days=7)
WITHIN = timedelta(hours=1)
MOST_INVITED = 10
"""How many members one member can invite in an hour."""
MOST_CALLED = 10
"""How often a member is called in an hour, by all others together."""


class Call(StrEnum):
    """Why a member pings another. The values are stored in hashes."""

    INVITATION = "invitation"
    REMATCH = "rematch"
    REQUEST = "request"
    """To answer a request to take back a move."""
    MATCH = "match of a league"
    """By a league: a match waits for an answer. The id of what tells it stands for a caller."""
    AT_ONCE = "match of a league at once"
    """By a league: another player would play at once."""
    ROUND = "round of a league"
    """By a league: a round begins, with a match or without one, or a match of it ends soon."""
    MEETING = "meeting of a league"
    """By a league: a meeting begins, at once or soon."""
    EVENING = "match of an evening"
    """By a club evening, which its players have come to."""
    DAILY = "daily"
    """The bot reminds of the game of the day, on behalf of a server."""


MOST_OF_LEAGUES = {Call.AT_ONCE: 3, Call.MATCH: 4, Call.ROUND: 5, Call.MEETING: 5}
"""How many calls of leagues a member has had in a week at most, with this one: the last ones are for what matters most.

Asking to play at once never takes the place of times that were named, nor these that of a round or a meeting.
"""


class Post(StrEnum):
    """What a member shows to a channel. The values are stored in hashes."""

    TABLE = "table posted"
    RESULT = "result posted"
    LEADERBOARD = "leaderboard posted"


PAUSES = {Post.TABLE: timedelta(minutes=1), Post.RESULT: BETWEEN_CALLS, Post.LEADERBOARD: BETWEEN_CALLS}
"""How long it is until the same can be posted again."""
MOST_TABLES = 30
"""How many tables, practice games among them, one member can open in an hour."""
MOST_LISTS = 5
"""How many leagues, evenings and cups one member can open in an hour."""
MOST_OWN = 2
"""How many lists that have not begun, and cups that are not over, one member can have on a server."""
BETWEEN_EXPORTS = timedelta(minutes=10)
"""How long it is until a member can export their data again: who has played much keeps the bot busy for seconds."""
PLAYERS_WANTED = timedelta(minutes=30)
"""How long a server is left in peace after a ping for players of a game."""


class Guard:
    """Counts calls and posts. What is one too many is not done, also after a restart or a deletion of data."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._limits = store.limits
        self._now = now

    def inviting(self, inviter: int, users: Sequence[int]) -> AbstractAsyncContextManager[None]:
        """Count that a member invites these members, unless the block fails. Raises ``Refused`` if they cannot."""
        pairs = [_of_pair(Call.INVITATION, inviter, user) for user in users]
        own = [Use("invitations", (inviter,), WITHIN, MOST_INVITED)] * len(users)
        return self._counted([*pairs, *own, *map(_of_called, users)])

    def opening_table(self, user_id: int) -> AbstractAsyncContextManager[None]:
        """Count that a member opens a table, unless the block fails. Raises ``Refused`` if they cannot."""
        return self._counted([Use("tables", (user_id,), WITHIN, MOST_TABLES)])

    @asynccontextmanager
    async def opening_list(self, guild_id: int, user_id: int) -> AsyncIterator[None]:
        """Count that a member opens a league, an evening or a cup, unless the block fails. Raises ``Refused``.

        The caller holds the lock for the lists of the server.
        """
        leagues = await self._store.leagues.open_on(guild_id)
        lists = [league.organiser_id for league in leagues if league.phase is LeaguePhase.SIGN_UP]
        lists += [cup.organiser_id for cup in await self._store.cups.due_on(guild_id)]
        if lists.count(user_id) >= MOST_OWN:
            raise Refused(
                say(
                    "You have {count} lists and cups open here, which is the most a member can have. Start a list or "
                    "cancel one of them first.",
                    count=MOST_OWN,
                )
            )
        async with self._counted([Use("lists", (user_id,), WITHIN, MOST_LISTS)]):
            yield

    def exporting(self, user_id: int) -> AbstractAsyncContextManager[None]:
        """Count that a member exports their data, unless the block fails. Raises ``Refused`` if they cannot."""
        return self._counted([Use("export", (user_id,), BETWEEN_EXPORTS)])

    async def admits(self, call: Call, caller: int, users: Collection[int], message: str = "") -> list[int]:
        """Those whom ``caller`` may ping now, who then count as called: the same if a ``message`` is sent again."""
        return [user for user in users if await self._admits(call, caller, user, message)]

    async def admits_ping_for_players(self, guild_id: int, game: str, table_id: int) -> bool:
        """Whether a server can be told now that this table needs players, which then counts for its game, once."""
        own = Use("players wanted", (table_id,), PLAYERS_WANTED)
        return await self._is_taken([own, Use(f"players wanted: {game}", (guild_id,), PLAYERS_WANTED)], own)

    def posting(self, post: Post, *about: int) -> AbstractAsyncContextManager[None]:
        """Count that something about these ids is posted, unless the block fails. Raises ``Refused``."""
        return self._counted([Use(post, about, PAUSES[post])])

    @asynccontextmanager
    async def _counted(self, uses: Sequence[Use]) -> AsyncIterator[None]:
        try:
            taken = await self._limits.take(uses, self._now())
        except LimitReached as reached:
            raise Refused(_too_early(reached)) from None
        try:
            yield
        except BaseException:
            await self._limits.give_back(taken)
            raise

    async def _admits(self, call: Call, caller: int, user: int, message: str) -> bool:
        uses = [_of_pair(call, caller, user), _of_called(user)]
        if call in MOST_OF_LEAGUES:
            uses.append(Use("called by leagues", (user,), WEEK, MOST_OF_LEAGUES[call]))
        told = Use(f"{call}: {message}", (user,), WITHIN)
        return await self._is_taken([told, *uses] if message else uses, told)

    async def _is_taken(self, uses: Sequence[Use], before: Use) -> bool:
        """Whether all of these uses can be counted now, or ``before``, if it is one of them, has been already."""
        try:
            await self._limits.take(uses, self._now())
        except LimitReached as reached:
            return reached.use == before
        return True


def _of_pair(call: Call, caller: int, called: int) -> Use:
    return Use(call, (caller, called), _PAUSES.get(call, BETWEEN_CALLS))


_PAUSES = dict.fromkeys((Call.MATCH, Call.AT_ONCE, Call.ROUND), BETWEEN_LEAGUE_CALLS) | {Call.DAILY: BETWEEN_REMINDERS}


def _of_called(user_id: int) -> Use:
    return Use("called", (user_id,), WITHIN, MOST_CALLED)


def _too_early(reached: LimitReached) -> Text:
    """Why this cannot be done now, and when it can."""
    use, when = reached.use, f"<t:{reached.until.timestamp():.0f}:R>"
    match use.what:
        case Call.INVITATION:
            member = f"<@{use.about[1]}>"
            return say("You have just invited {member}. You can do that again {when}.", member=member, when=when)
        case "invitations":
            return say(
                "You can invite {most} members an hour. You can invite more {when}.", most=MOST_INVITED, when=when
            )
        case "called":
            return say(
                "Members have pinged {member} {most} times in the last hour. You can invite them {when}.",
                member=f"<@{use.about[0]}>",
                most=MOST_CALLED,
                when=when,
            )
        case "tables":
            return say(
                "You can open {most} tables an hour. You can open the next one {when}.", most=MOST_TABLES, when=when
            )
        case "lists":
            return say(
                "You can open {most} leagues, evenings and cups an hour. You can open the next one {when}.",
                most=MOST_LISTS,
                when=when,
            )
        case "export":
            return say("You have just exported your data. You can do that again {when}.", when=when)
        case Post.LEADERBOARD:
            return say("A leaderboard has just been posted here. You can post one again {when}.", when=when)
        case _:
            return say("That has just been posted. You can post it again {when}.", when=when)
