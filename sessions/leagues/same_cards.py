"""Matches whose players cannot meet: each plays the same deals alone, against the same computers, and once.

Nobody sees what the others have scored before all have played, or the time is up.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from db.league_records import LeagueRecord, MatchRecord, MatchSeatRecord, MatchStatus
from db.race_records import DealRecord, TryRecord
from db.ranking import shared_ranks
from db.records import TableRecord
from engines.contract import Game
from engines.formats import Way
from engines.texts import say
from opponents import Level
from sessions.leagues.meetings import format_of
from sessions.leagues.standings import unplayed
from sessions.races import Races, deal_seed, new_secret
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

ALL_PLAYED = say("You have played all deals of this match. The result follows when the others have, too.")


def sealed_deals(league: LeagueRecord, match: MatchRecord, game: Game[Any]) -> list[DealRecord]:
    """The deals of a match that is played with the same cards from now on."""
    form = format_of(game, len(match.numbers), Way.SAME_CARDS)
    assert form is not None, "the match has this way"
    assert match.ends_at is not None, "what is played alone ends with its round"
    key = new_secret()
    options, levels = game.Options(**form.options).dump(), (Level.NORMAL,) * max(len(match.numbers), game.seats[0])
    played = (0, league.guild_id, None, game.key, options, game.rules_version, levels)
    return [
        DealRecord(*played, deal_seed(key, number), match.ends_at, is_sealed=True, match_id=match.id)
        for number in range(1, form.deals + 1)
    ]


def compared(
    match: MatchRecord,
    deals: int,
    tries: Mapping[int, Sequence[TryRecord]],
    *,
    fewest_points_win: bool,
    is_over: bool = False,
) -> MatchRecord | None:
    """The match with its result, from the tries of each entry; ``None`` while somebody has yet to play.

    When it ``is_over``, those who have played are compared all the same. Whoever has finished more deals is ahead, then
    whoever has scored more in all. To finish none is to forfeit.
    """
    owing = _owing(match, deals, tries)
    if owing and not is_over:
        return None
    points = {
        seat.number: [one.points for one in tries[seat.number] if one.points is not None and not seat.forfeited]
        for seat in match.seats
    }
    sign = -1 if fewest_points_win else 1
    keys = {number: (-len(scored), -sign * sum(scored)) for number, scored in points.items()}
    order = sorted(match.numbers, key=lambda number: (keys[number], number))
    places = dict(zip(order, shared_ranks([keys[number] for number in order]), strict=True))
    seats = tuple(
        MatchSeatRecord(number, places[number], sum(points[number]), forfeited=not points[number])
        for number in match.numbers
    )
    have_played = sum(not seat.forfeited for seat in seats)
    if owing and have_played < 2:
        return unplayed(match, [seat.number for seat in seats if seat.forfeited])
    status = MatchStatus.PLAYED if have_played == len(seats) else MatchStatus.FORFEITED
    return replace(match, status=status, seats=seats)


def _owing(match: MatchRecord, deals: int, tries: Mapping[int, Sequence[TryRecord]]) -> list[int]:
    return [seat.number for seat in match.expected if sum(not one.is_open for one in tries[seat.number]) < deals]


class SameCards:
    """Deals the cards of such matches, and compares what has been scored."""

    def __init__(self, cache: TableCache, races: Races) -> None:
        self._cache = cache
        self._races = races

    async def results(self, league: LeagueRecord, over: Collection[MatchRecord] = ()) -> list[MatchRecord]:
        """The open matches of a league that all have played by now, or that are ``over``, with their results."""
        alone = [match for match in league.open_matches if match.way == Way.SAME_CARDS]
        game = self._cache.games.get(league.game)
        if not alone or game is None:
            return []
        is_low = game.daily is not None and game.daily.fewest_points_win
        tries = await self._tries(league, alone)
        deals = {match.id: len(await self._deals(match)) for match in alone}
        found = [
            compared(match, deals[match.id], tries[match.id], fewest_points_win=is_low, is_over=match in over)
            for match in alone
        ]
        return [match for match in found if match is not None]

    async def owing(self, league: LeagueRecord, match: MatchRecord) -> list[int]:
        """The entries that have yet to play deals of a match."""
        return _owing(match, len(await self._deals(match)), (await self._tries(league, [match]))[match.id])

    async def play(self, match: MatchRecord, user_id: int, channel_id: int) -> TableRecord:
        """The member's game with the first deal that they have not ended, dealt now if need be. Raises ``Refused``."""
        for place, deal in enumerate(await self._deals(match)):
            begun = await self._races.try_of(deal, user_id)
            if begun is None or begun.phase.is_open:
                return await self._races.begin(deal, place % len(deal.levels), channel_id, user_id)
        raise Refused(ALL_PLAYED)

    async def _deals(self, match: MatchRecord) -> list[DealRecord]:
        return await self._cache.store.deals.of_matches([match.id])

    async def _tries(
        self, league: LeagueRecord, matches: Sequence[MatchRecord]
    ) -> dict[int, dict[int, list[TryRecord]]]:
        """The tries at the deals of these matches, by match and entry."""
        deals = {deal.id: deal for deal in await self._cache.store.deals.of_matches([match.id for match in matches])}
        found: dict[int, dict[int, list[TryRecord]]] = {
            match.id: {number: [] for number in match.numbers} for match in matches
        }
        for one in await self._cache.store.races.of_deals(deals):
            entry, match_id = league.entry_of(one.user_id), deals[one.deal].match_id
            if entry is not None and match_id is not None and entry.number in found[match_id]:
                found[match_id][entry.number].append(one)
        return found
