"""The post of a league."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from types import SimpleNamespace
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from discord import ui

from cogs.leagues.commands import MOST_LISTED
from cogs.leagues.meetings import state_of
from cogs.leagues.organiser import result_lines
from cogs.leagues.own_screen import out_question, own_screen
from cogs.leagues.pictures import league_pictures
from cogs.leagues.screen import league_post, list_screen, sign_up_screen
from cogs.leagues.words import result_of_round
from cogs.shared.drawing import DrawingLine
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer
from db.league_records import (
    Deed,
    DeedRecord,
    EntryRecord,
    EntryStatus,
    LeagueKind,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchSeatRecord,
    MatchStatus,
    MatchTable,
)
from db.records import Phase
from engines import GAMES
from engines.formats import Way
from sessions.leagues.overview import Overview
from sessions.leagues.standings import Form, Line
from sessions.leagues.tables import OwnClock
from sessions.tables.pace import Pace
from tests.cogs.fake_game import FakeGame
from tests.cogs.reading import text

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
LEAGUE = LeagueRecord(
    id=1,
    guild_id=1,
    channel_id=2,
    kind=LeagueKind.EVENING,
    name="Friday",
    game="fake",
    organiser_id=3,
    phase=LeaguePhase.FINISHED,
    most_players=4,
    rounds=1,
    pace=Pace.LIVE_1,
    minutes=20,
    round=1,
    began_at=NOON,
    round_ends_at=None,
    due_at=None,
    opened_at=NOON,
    entries=tuple(EntryRecord(number, 11 + number, EntryStatus.IN) for number in range(5)),
)


def line(number: int, place: int = 1) -> Line:
    return Line(number, place, 1, 1, 1, 2.0, Fraction(2), 0, (Form.WON,))


def test_who_shares_the_first_place_wins_with_the_others() -> None:
    shared = Overview(LEAGUE, ((line(1), line(0), line(2, 3)),), {})
    renderer = Renderer("en-US", {0: "ann", 1: "bob", 2: "cat"}, isolated=False)
    assert "👑 First place is shared by bob and ann." in text(league_post(shared, FakeGame(), renderer))
    alone = replace(shared, standings=((line(1), line(0, 2)),))
    assert "👑 bob wins!" in text(league_post(alone, FakeGame(), renderer))


def running() -> tuple[LeagueRecord, Renderer]:
    """Round 2 of four: two have played in round 1, and two play at a table."""
    seats = tuple(MatchSeatRecord(number, place) for number, place in ((0, 2), (1, 1)))
    played = MatchRecord(1, 1, 0, MatchStatus.PLAYED, None, False, seats)
    opened = MatchRecord(2, 2, 0, MatchStatus.OPEN, None, False, (MatchSeatRecord(1), MatchSeatRecord(2)))
    again = replace(opened, id=3, seats=(MatchSeatRecord(1), MatchSeatRecord(0)))
    phase = replace(LEAGUE, kind=LeagueKind.LEAGUE, phase=LeaguePhase.ROUNDS, rounds=3, round=2, pace=Pace.MATCH)
    names = dict(enumerate(("ann", "bob", "cat", "dan", "eve")))
    return replace(phase, matches=(played, opened, again)), Renderer("en-US", names, isolated=False)


def test_a_running_league_says_who_has_nobody_to_play() -> None:
    league, renderer = running()
    written = text(league_post(Overview(league, ((line(0),),), {}), FakeGame(), renderer))
    assert "**Still to play:**\nbob – cat\nbob – ann\nBye this round: dan and eve" in written


def test_members_see_all_their_matches_with_their_clocks() -> None:
    league, renderer = running()
    place = MatchTable(2, 7, Phase.PLAYING, 70, 71)
    clocks = {2: OwnClock(is_to_act=True, left=timedelta(days=4))}
    written = text(own_screen(Overview(league, (), {2: place}), 12, renderer, clocks))
    assert "Round 2: you play cat.\nIt's your turn. Your clock: 4 days.\n[To the table](" in written
    assert "Round 2: you play ann." in written
    alone = replace(league, matches=tuple(replace(match, way="same_cards") for match in league.matches))
    assert "You have played all deals of this match." in text(
        own_screen(Overview(alone, (), {}), 12, renderer, {}, {2})
    )
    waits = {2: OwnClock(is_to_act=False, left=None)}
    assert "cat.\nIt is not your turn.\n[" in text(own_screen(Overview(league, (), {2: place}), 12, renderer, waits))


def test_who_has_no_match_reads_when_the_next_round_begins() -> None:
    league, renderer = running()
    waits = replace(league, round_ends_at=NOON)
    told = f"You have no match to play at the moment. The next round begins <t:{NOON.timestamp():.0f}:f>."
    assert told in text(own_screen(Overview(waits, (), {}), 14, renderer, {}))
    evening = text(own_screen(Overview(replace(waits, kind=LeagueKind.EVENING), (), {}), 14, renderer, {}))
    assert "You have no match to play at the moment. The organiser begins the next round." in evening


def test_who_would_like_another_time_or_the_same_cards_is_named() -> None:
    league, renderer = running()
    match = replace(league.matches[1], way=Way.TOGETHER, ends_at=NOON + timedelta(days=2), falls_back_at=NOON)
    bob, cat = match.seats
    later = replace(match, meets_at=NOON, seats=(replace(bob, wants_later=True), cat))
    assert "bob would like another time." in renderer.render(state_of(later))
    alone = replace(match, seats=(bob, replace(cat, wants_alone=True)))
    assert "alone. cat would like that at once." in renderer.render(state_of(alone))


def test_results_are_told_in_words_too() -> None:
    league, renderer = running()
    assert result_lines(league, renderer) == ["-# Round 1 · ann – bob · bob won."]
    told = "Round 1 · ann – bob · No time suited all of them: a draw."
    seats = (MatchSeatRecord(0, 1), MatchSeatRecord(1, 1))
    unmet = replace(league.matches[0], status=MatchStatus.UNPLAYED, seats=seats, way="together", ends_at=NOON)
    assert renderer.render(result_of_round(league, unmet)) == told, "whose match it was, if nobody has won it"


async def test_after_an_evening_equals_share_their_place_on_the_podium() -> None:
    shown = Overview(LEAGUE, ((line(1), line(0, 2), line(2, 2)),), {})
    renderer = Renderer("en-US", {0: "ann", 1: "bob", 2: "cat"}, isolated=False)
    game: Any = FakeGame()
    podium, *_ = await league_pictures(Pictures(DrawingLine(asyncio.to_thread)), shown, game, ZoneInfo("UTC"), renderer)
    assert podium.alt == "1. bob: 2 points. 2. ann: 2 points. 2. cat: 2 points."


def test_any_number_of_leagues_fits_the_list() -> None:
    """Few accounts open as many as they like; they neither fill the list nor break it."""
    phases = (LeaguePhase.SIGN_UP, LeaguePhase.ROUNDS, LeaguePhase.FINISHED)
    leagues = [replace(LEAGUE, id=number, phase=phases[number // 40], name="*" * 32) for number in range(120)]
    posted = [number for number in range(120) if number % 40 < MOST_LISTED]
    post: Any = SimpleNamespace(channel_id=10**18, message_id=10**18)
    written = text(list_screen(leagues, dict.fromkeys(posted, post), {}, Renderer("en-US", {})))
    assert written.count(r"\*" * 32) == 3 * MOST_LISTED
    assert written.count("and 35 more leagues") == 3


def test_each_picture_is_shown_whole() -> None:
    """Discord cuts the pictures of a gallery to squares if there are several in it."""
    shown = Overview(LEAGUE, ((line(0),),), {})
    pictures = [Picture(b"", "A podium", "league0.png"), Picture(b"", "A table", "league1.png")]
    post = league_post(shown, FakeGame(), Renderer("en-US", {0: "ann"}), pictures)
    galleries = [item for item in post.walk_children() if isinstance(item, ui.MediaGallery)]
    assert [[one.description for one in gallery.items] for gallery in galleries] == [["A podium"], ["A table"]]


def test_what_an_organiser_has_changed_stands_in_the_post() -> None:
    deeds = (Deed.REPLACED, Deed.REPLACED, Deed.REPLACED, Deed.ENTERED)
    done = tuple(DeedRecord(NOON, 3, deed, (0, 1), 4, reason="*ill*", is_undone=deed is Deed.ENTERED) for deed in deeds)
    shown = Overview(LEAGUE, ((line(0),),), {}, deeds=done)
    renderer = Renderer("en-US", {0: "ann", 1: "bob", 3: "cat", 4: "dan"}, isolated=False)
    written = text(league_post(shown, FakeGame(), renderer))
    assert written.count("cat: place of dan taken over") == 2, "the latest three"
    assert "cat: result entered, ann – bob" in written


def test_the_list_says_how_much_time_there_is_for_a_match() -> None:
    """The clock is that of the game's format; an evening has none."""
    told = (
        "One match a week, day by day. Each player has {time} for the whole match; whoever uses that up loses. A "
        "new round begins every Sunday at 20:00 server time, and unfinished matches go on."
    )
    signing_up = replace(LEAGUE, kind=LeagueKind.LEAGUE, phase=LeaguePhase.SIGN_UP, pace=Pace.MATCH, minutes=None)
    renderer = Renderer("en-US", {0: "ann"})
    assert told.format(time="14 days") in text(sign_up_screen(signing_up, GAMES["card_duel"], renderer))
    live, alone = "live at a time you agree on", "If you can't find a time, you play the same cards, each alone."
    lost = "If you find none, whoever has named no times loses; if all have, it is a draw."
    for game, ways in ((GAMES["three_piles"], (live, alone)), (FakeGame(), (live, lost))):
        written = text(sign_up_screen(signing_up, cast(Any, game), renderer))
        assert tuple(way for way in (live, alone, lost) if way in written) == ways, "a plugin need not have a way alone"
    evening = replace(signing_up, kind=LeagueKind.EVENING, pace=Pace.LIVE_1, minutes=20)
    assert "whole match" not in text(sign_up_screen(evening, GAMES["card_duel"], renderer))


@pytest.mark.parametrize("rounds", range(2, 8))
def test_who_drops_out_reads_until_when_they_can_come_back(rounds: int) -> None:
    renderer = Renderer("en-US", {})
    for number in range(1, rounds + 1):
        running = replace(LEAGUE, kind=LeagueKind.LEAGUE, phase=LeaguePhase.ROUNDS, rounds=rounds, round=number)
        told = "Until half of the rounds have begun you can sign up again." in text(out_question(running, renderer))
        assert told == (2 * number <= rounds)


def test_a_league_that_is_over_says_who_moves_and_offers_the_next_season() -> None:
    names = dict(enumerate(("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal")))
    entries = tuple(EntryRecord(number, 11 + number, EntryStatus.IN, number // 4) for number in names)
    over = replace(LEAGUE, kind=LeagueKind.LEAGUE, edition=1, entries=entries)
    groups = tuple(tuple(line(number, number % 4 + 1) for number in range(first, first + 4)) for first in (0, 4))
    renderer = Renderer("en-US", names, isolated=False)
    post = league_post(Overview(over, groups, {}), FakeGame(), renderer)
    assert "👑 ann wins!\nMoving up: eve · Moving down: dan\n" in text(post)
    assert "Play season 2" in str(post.to_components())
    left = replace(
        over, entries=tuple(replace(one, status=EntryStatus.OUT) if one.number == 1 else one for one in entries)
    )
    assert "👑 ann wins!\nGroups of the next season, if nobody else signs up: 1\n" in text(
        league_post(Overview(left, groups, {}), FakeGame(), renderer)
    )
    followed = league_post(Overview(over, groups, {}, is_followed=True), FakeGame(), renderer)
    assert "Play season" not in str(followed.to_components())
