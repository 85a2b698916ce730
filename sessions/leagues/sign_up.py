"""Creating leagues, signing up for them and dropping out before they start."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, TypeAlias

from db.league_records import Deed, DeedRecord, EntryRecord, EntryStatus, LeagueKind, LeaguePhase, LeagueRecord
from db.leagues import LeagueChange
from db.limits import in_league
from db.posts import POSTED_WITHIN, Due, PostKind
from engines.texts import say
from sessions.leagues.ledger import LeagueLedger
from sessions.leagues.overview import Overview
from sessions.leagues.plan import fewest_players, is_full, late_entry, takes_late_comers
from sessions.leagues.rounds import require_organiser
from sessions.races import new_secret
from sessions.shared.guard import Guard
from sessions.shared.look_alikes import look, visible
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.pace import Pace

MOST_ORGANISED = 3
"""How many leagues and evenings one member can organise on a server. There is no limit for all: few could use it up."""
LONGEST_NAME = 32
"""Characters of a name: more are not shown, as of members' names."""
EMPTY_TIME = timedelta(days=7)
"""How long a list stays open for which nobody but its organiser signs up."""
WANTED_TIME = timedelta(weeks=8)
"""How long any list stays open at most, whoever signs up or drops out."""
IsShown: TypeAlias = Callable[[LeagueRecord], Awaitable[bool]]
"""Says whether the post of a league is there."""


@dataclass(frozen=True, slots=True)
class NewLeague:
    """What an organiser has chosen; with ``minutes`` a round an evening, with ``same_cards`` a live cup."""

    name: str
    game: str
    most_players: int
    rounds: int
    pace: Pace = Pace.MATCH
    minutes: int | None = None
    same_cards: bool = False


class SignUp:
    """Opens leagues and keeps the list of those who take part."""

    def __init__(self, cache: TableCache, ledger: LeagueLedger, guard: Guard) -> None:
        self._cache = cache
        self._store = cache.store.leagues
        self._limits = cache.store.limits
        self._ledger = ledger
        self._guard = guard

    async def create(
        self, guild_id: int, channel_id: int, organiser_id: int, new: NewLeague, is_shown: IsShown | None = None
    ) -> LeagueRecord:
        """Open a league, or move the organiser's one of this name here if none ``is_shown``. Raises ``Refused``."""
        shown = visible(new.name)[:LONGEST_NAME].strip()
        if not shown:
            raise Refused(say("A league needs a name, such as “Autumn League”."))
        game = self._cache.games[new.game]
        if new.most_players < (fewest := fewest_players(game.seats)):
            raise Refused(say("A league of {game} needs at least {count} players.", game=game.name, count=fewest))
        async with self._cache.lock("lists of", guild_id):
            others = await self._store.open_on(guild_id)
            for other in others:
                if look(other.name) == look(shown):
                    async with self._ledger.hold(other.id) as held:
                        if not held.phase.is_over:
                            return await self._moved(held, organiser_id, channel_id, is_shown)
            _require_room(others, organiser_id)
            columns: dict[str, Any] = {
                "guild_id": guild_id,
                "channel_id": channel_id,
                "organiser_id": organiser_id,
                "kind": LeagueKind.LEAGUE if new.minutes is None else LeagueKind.EVENING,
                "key": new_secret() if new.same_cards else None,
                "edition": 1,
            }
            kept = ("game", "most_players", "rounds", "pace", "minutes")
            columns |= {"name": shown, **{name: getattr(new, name) for name in kept}}
            return await self._open(columns)

    async def next_edition(self, shown: Overview, user_id: int, *, may_manage: bool) -> LeagueRecord:
        """Open the list of the next season, with those on it who have stayed, by its tables. Raises ``Refused``."""
        lists = self._cache.lock("lists of", shown.league.guild_id)
        async with lists, self._ledger.hold(shown.league.id) as former:
            require_organiser(former, user_id, may_manage=may_manage)
            if not former.has_editions or former.phase is not LeaguePhase.FINISHED:
                raise Refused(say("Another season can begin when this one is over."))
            others = await self._store.open_on(former.guild_id)
            if await self._ledger.edition_after(former.id) is not None:
                raise Refused(say("The next season has been opened already."))
            if any(look(other.name) == look(former.name) for other in others):
                raise Refused(say("There is a league of that name here that is not over."))
            _require_room(others, user_id)
            kept = ("guild_id", "channel_id", "kind", "name", "game", "most_players", "rounds")
            columns: dict[str, Any] = {name: getattr(former, name) for name in kept}
            columns |= {"organiser_id": user_id, "pace": Pace.MATCH}
            columns |= {"edition": former.edition + 1, "former_id": former.id}
            users = [former.entry(number).user_id for group in shown.next_groups for number in group]
            return await self._open(columns, [EntryRecord(*one, EntryStatus.IN) for one in enumerate(users)])

    async def _open(self, columns: dict[str, Any], entries: Sequence[EntryRecord] = ()) -> LeagueRecord:
        now = self._cache.now()
        async with self._guard.opening_list(columns["guild_id"], columns["organiser_id"]):
            columns |= {"phase": LeaguePhase.SIGN_UP, "opened_at": now}
            league = await self._store.create(columns, now + POSTED_WITHIN, entries)
        self._ledger.on_posts()
        return await self._ledger.set_due(league, closes_at(league, now))

    async def _moved(
        self, league: LeagueRecord, organiser_id: int, channel_id: int, is_shown: IsShown | None
    ) -> LeagueRecord:
        """Move the organiser's league, held by the caller, here if its post is gone. Raises ``Refused`` otherwise."""
        if league.organiser_id != organiser_id or is_shown is None or await is_shown(league):
            raise Refused(say("That name is taken here. Choose another one."))
        now = self._cache.now()
        post = Due(PostKind.LEAGUE, league.id, is_anew=True, at=now + POSTED_WITHIN)
        change = LeagueChange(columns={"channel_id": channel_id}, posts=[post])
        if league.phase.is_played:
            change.columns["due_at"] = now
        return await self._ledger.change(league, change)

    async def join(self, league_id: int, guild_id: int | None, user_id: int) -> LeagueRecord:
        """Sign a member up, or put them on the waiting list. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            known = league.entry_of(user_id)
            if known is not None and known.status is not EntryStatus.OUT:
                raise Refused(say("You have signed up already."))
            if known is not None:
                _require_return(league, await self._ledger.deeds(league.id), known.number)
            elif not takes_late_comers(league):
                _require_sign_up(league)
            elif await self._limits.reached_until(in_league(league_id, user_id), self._cache.now()) is not None:
                raise Refused(say("You were in this league until your data was deleted. Ask the organiser to add you."))
            entry = late_entry(league, user_id)
            if is_full(league):
                entry = replace(entry, status=EntryStatus.WAITING)
            change = LeagueChange(entries=[entry])
            if league.phase is LeaguePhase.SIGN_UP and user_id != league.organiser_id:
                change.columns["due_at"] = max(league.opened_at + WANTED_TIME, league.due_at or league.opened_at)
            return await self._ledger.change(league, change)

    async def leave(self, league_id: int, guild_id: int | None, user_id: int) -> LeagueRecord:
        """Take a member off the list; the first of the waiting list moves up. Raises ``Refused``."""
        async with self._ledger.hold(league_id, guild_id) as league:
            _require_sign_up(league)
            entry = league.entry_of(user_id)
            if entry is None:
                raise Refused(say("You have not signed up."))
            others = tuple(one for one in league.entries if one != entry)
            change = LeagueChange(dropped=[entry.number])
            if replace(league, entries=others).is_unwanted:
                empty_until = self._cache.now() + EMPTY_TIME
                change.columns["due_at"] = min(empty_until, league.due_at or empty_until)
            if entry.plays and league.waiting:
                change.entries.append(replace(league.waiting[0], status=EntryStatus.IN))
            return await self._ledger.change(league, change)


def closes_at(league: LeagueRecord, now: datetime) -> datetime:
    """When a list that is opened now, or again, closes by itself."""
    latest = league.opened_at + WANTED_TIME
    return min(now + EMPTY_TIME, latest) if league.is_unwanted else latest


def _require_return(league: LeagueRecord, deeds: Sequence[DeedRecord], number: int) -> None:
    """Raise ``Refused`` if a player who is out cannot come back now."""
    places = (Deed.WITHDREW, Deed.ADDED)
    decided = [one.deed for one in deeds if number in one.numbers and one.deed in places and not one.is_undone]
    if not takes_late_comers(league):
        raise Refused(say("You have dropped out, and it is too late to come back."))
    if decided[-1:] == [Deed.WITHDREW]:
        raise Refused(say("The organiser has withdrawn you. Ask them to add you again."))
    if is_full(league):
        raise Refused(say("You have dropped out, and all places are taken now."))


def _require_room(others: Sequence[LeagueRecord], organiser_id: int) -> None:
    own = sum(other.organiser_id == organiser_id for other in others)
    if own >= MOST_ORGANISED:
        raise Refused(say("You organise {count} leagues here that are not over, and cannot have more.", count=own))


def _require_sign_up(league: LeagueRecord) -> None:
    if league.phase is not LeaguePhase.SIGN_UP:
        raise Refused(say("The league has started, so the list is closed."))
