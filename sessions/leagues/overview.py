"""A league as its screens show it."""

from dataclasses import dataclass, replace

from db.league_records import Deed, DeedRecord, EntryStatus, LeaguePhase, LeagueRecord, MatchRecord, MatchTable
from db.ranking import shared_ranks
from sessions.leagues.ledger import Ledger
from sessions.leagues.plan import tables_of
from sessions.leagues.standings import Line
from sessions.leagues.tables import MatchTables

UNTOLD = (Deed.STARTED, Deed.NEXT_ROUND, Deed.CANCELLED)
"""What everybody sees without being told."""


@dataclass(frozen=True, slots=True)
class Overview:
    """A league with its tables (one for each group, best first) and where its open matches are played.

    ``deeds`` are the results and players that an organiser has changed.
    """

    league: LeagueRecord
    standings: tuple[tuple[Line, ...], ...]
    places: dict[int, MatchTable]
    deeds: tuple[DeedRecord, ...] = ()

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
    def merit(self) -> list[Line]:
        """All lines, best first; with several groups, first the winners."""
        ranked = [(rank, line) for table in self.standings for rank, line in enumerate(table)]
        return [line for _, line in sorted(ranked, key=lambda one: (one[0], -one[1].average))]

    def match_of(self, user_id: int) -> MatchRecord | None:
        """The open match of a member that ends first."""
        entry = self.league.entry_of(user_id)
        return next((match for match in self.open_matches if entry and entry.number in match.numbers), None)


class Overviews:
    """Puts together what screens show of a league."""

    def __init__(self, ledger: Ledger, tables: MatchTables) -> None:
        self._ledger = ledger
        self._tables = tables

    async def tables_of(self, match_id: int) -> list[MatchTable]:
        """The tables at which a match is or was played, oldest first."""
        return (await self._tables.of([match_id]))[match_id]

    async def places(self, league: LeagueRecord) -> dict[int, list[MatchTable]]:
        """Where each match of a league is or was played, oldest first."""
        return await self._tables.of([match.id for match in league.matches])

    async def users_to_act(self, table_id: int) -> frozenset[int]:
        """Whom a game waits for."""
        return await self._tables.users_to_act(table_id)

    async def of_match(self, match_id: int) -> LeagueRecord:
        """The league of a match. Raises ``Refused`` if it is gone."""
        return await self._ledger.of_match(match_id)

    async def of(self, league_id: int, guild_id: int | None = None) -> Overview:
        """The league with this id. Raises ``Refused`` if there is none."""
        league = await self._ledger.get(league_id, guild_id)
        is_pairs = self._tables.is_of_pairs(league)
        opened = await self._tables.of([match.id for match in league.matches if match.is_open])
        standings = tables_of(league, is_pairs=is_pairs) if league.round else []
        return Overview(
            league=league,
            standings=tuple(map(tuple, standings)),
            places={match_id: tables[-1] for match_id, tables in opened.items() if tables},
            deeds=tuple(deed for deed in await self._ledger.deeds(league) if deed.deed not in UNTOLD),
        )
