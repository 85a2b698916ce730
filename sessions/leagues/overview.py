"""A league as its screens show it."""

from dataclasses import dataclass, replace
from itertools import chain

from db.league_records import (
    Deed,
    DeedRecord,
    EntryStatus,
    LeagueKind,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchTable,
)
from db.ranking import shared_ranks
from sessions.leagues.ledger import LeagueLedger
from sessions.leagues.plan import next_groups, standings_of
from sessions.leagues.schedule import divided
from sessions.leagues.standings import Line
from sessions.leagues.tables import MatchTables

UNTOLD = (Deed.STARTED, Deed.NEXT_ROUND, Deed.CANCELLED)
"""What everybody sees without being told."""


@dataclass(frozen=True, slots=True)
class Overview:
    """A league, its tables (one a group, best first), where open matches are played, and what was done by hand."""

    league: LeagueRecord
    standings: tuple[tuple[Line, ...], ...]
    places: dict[int, MatchTable]
    deeds: tuple[DeedRecord, ...] = ()
    is_followed: bool = False
    """Whether there is a next season."""
    is_paused: bool = False
    is_cancelled: bool = False
    """Whether somebody has ended it by hand."""

    @property
    def open_matches(self) -> list[MatchRecord]:
        """The matches that have no result, those that end first before others."""
        found = [match for match in self.league.matches if match.is_open]
        return sorted(found, key=lambda match: (match.ends_at is None, match.ends_at or 0, match.id))

    @property
    def finishers(self) -> list[Line]:
        """The first group of a league that is finished, best first, without those who were not there to the end."""
        if self.league.phase is not LeaguePhase.FINISHED or not self.standings:
            return []
        stayed = [one for one in self.standings[0] if self.league.entry(one.number).status is EntryStatus.IN]
        places = shared_ranks([line.place for line in stayed])
        return [replace(line, place=place) for line, place in zip(stayed, places, strict=True)]

    @property
    def winners(self) -> list[int]:
        """All who share the first place of a league that is finished."""
        return [line.number for line in self.finishers if line.place == 1]

    @property
    def champions(self) -> list[int]:
        """The members who share the first place, by their user ids."""
        return [self.league.entry(number).user_id for number in self.winners]

    @property
    def next_groups(self) -> list[list[int]]:
        """The groups of the next season, of those who have stayed, best first, if they alone play it."""
        stays = [[line.number for line in one if self.league.entry(line.number).plays] for one in self.standings]
        groups = next_groups([group for group in stays if group])
        return divided([*chain(*groups)], self.league.rounds) if len(groups) > 1 else groups

    @property
    def moving(self) -> tuple[list[int], list[int]]:
        """Who moves up a group in the next season, and who down."""
        after = {number: place for place, group in enumerate(self.next_groups) for number in group}
        lines = [(place, line.number) for place, table in enumerate(self.standings) for line in table]
        up = [number for place, number in lines if after.get(number, place) < place]
        return up, [number for place, number in lines if after.get(number, place) > place]

    @property
    def resting(self) -> list[int]:
        """Who has no match in this round."""
        playing = {
            number for match in self.league.matches if match.round == self.league.round for number in match.numbers
        }
        return [entry.number for entry in self.league.playing if entry.number not in playing]

    def matches_of(self, user_id: int) -> list[MatchRecord]:
        """The open matches that a member plays, those that end first before others."""
        entry = self.league.entry_of(user_id)
        own = [(match, [seat.number for seat in match.expected]) for match in self.open_matches]
        return [match for match, numbers in own if entry and entry.number in numbers]


class Overviews:
    """Puts together what screens show of a league."""

    def __init__(self, ledger: LeagueLedger, tables: MatchTables) -> None:
        self._ledger = ledger
        self._tables = tables

    async def of(self, league_id: int, guild_id: int | None = None) -> Overview:
        """The league with this id. Raises ``Refused`` if there is none."""
        league = await self._ledger.get(league_id, guild_id)
        opened = await self._tables.of([match.id for match in league.matches if match.is_open])
        standings = standings_of(league) if league.round else []
        is_over = league.phase is LeaguePhase.FINISHED
        deeds = await self._ledger.deeds(league.id)
        return Overview(
            league=league,
            standings=tuple(map(tuple, standings)),
            places={match_id: tables[-1] for match_id, tables in opened.items() if tables},
            deeds=tuple(deed for deed in deeds if deed.deed not in UNTOLD),
            is_paused=league.is_paused(self._ledger.now()),
            is_cancelled=any(deed.deed is Deed.CANCELLED and not deed.is_undone for deed in deeds),
            is_followed=is_over and await self._ledger.edition_after(league.id) is not None,
        )

    async def of_finished(self, guild_id: int, most: int) -> list[Overview]:
        """The latest leagues of a server that somebody has won, the latest first."""
        found = [await self.of(league.id) for league in await self._ledger.finished_on(guild_id, most)]
        return [one for one in found if one.league.kind is LeagueKind.LEAGUE and one.winners]
