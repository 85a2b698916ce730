"""A member's own matches: where they are, and what the member can do about them."""

from collections.abc import Collection, Mapping
from types import MappingProxyType

from discord import ui

from cogs.leagues.controls import LeagueControl, LeagueVerb
from cogs.leagues.meetings import match_buttons, state_of
from cogs.leagues.screen import place_link
from cogs.leagues.words import call, moment
from cogs.shared.controls import confirmation
from cogs.shared.layout import LEADERBOARD_COLOUR, Parts, layout, row
from cogs.shared.rendering import Renderer
from db.league_records import EntryStatus, LeagueKind, LeaguePhase, LeagueRecord
from engines.texts import Text, say
from sessions.leagues.meetings import needs_table
from sessions.leagues.overview import Overview
from sessions.leagues.plan import takes_late_comers
from sessions.leagues.same_cards import ALL_PLAYED
from sessions.leagues.tables import OwnClock

WAITS = say("You are on the waiting list, for the place of somebody who drops out.")
_TO_THE_TABLE = say("To the table")
MOST_OWN = 4
"""How many matches of a member are shown at once: those that end first."""


def own_screen(
    shown: Overview,
    user_id: int,
    renderer: Renderer,
    clocks: Mapping[int, OwnClock] = MappingProxyType({}),
    played: Collection[int] = (),
) -> ui.LayoutView:
    """A member's open matches, each with its table and their own clock or with what they can do; and the way out.

    ``played`` are those whose same cards they have played.
    """
    league, matches, entry = shown.league, shown.matches_of(user_id), shown.league.entry_of(user_id)
    if entry is None or not entry.plays:
        waits = entry is not None and entry.status is EntryStatus.WAITING
        return layout(LEADERBOARD_COLOUR, renderer.render(WAITS if waits else say("You don't take part.")))
    parts: Parts = [] if matches else [renderer.render(_nothing_to_play(league))]
    for match in matches[:MOST_OWN]:
        place = shown.places.get(match.id)
        items = match_buttons(match, renderer)
        told = call(league, match, entry.number) if needs_table(match) else state_of(match)
        lines = [renderer.render(told)]
        if match.id in played:
            lines, items = [*lines, renderer.render(ALL_PLAYED)], []
        if match.id in clocks:
            lines.append(renderer.render(_clock(clocks[match.id], renderer)))
        if place is not None:
            lines.append(f"[{renderer.render(_TO_THE_TABLE)}]({place_link(league, place)})")
        parts += ["\n".join(lines), row(*items) if items else ""]
    out = LeagueControl(league.id, LeagueVerb.ASK_OUT).button(say("Drop out"), renderer)
    return layout(LEADERBOARD_COLOUR, *parts, row(out))


def _clock(clock: OwnClock, renderer: Renderer) -> Text:
    told = say("It's your turn.") if clock.is_to_act else say("It is not your turn.")
    return told if clock.left is None else say("{told} Your clock: {time}.", told=told, time=renderer.span(clock.left))


def out_question(league: LeagueRecord, renderer: Renderer) -> ui.LayoutView:
    """Whether to leave a league."""
    words = say("Drop out of the league? You lose your open match and all that follow.")
    if takes_late_comers(league):
        words = say("{question} Until half of the rounds have begun you can sign up again.", question=words)
    if league.kind is LeagueKind.EVENING:
        words = say("Drop out of the evening? You lose an open match. Until the last round you can sign up again.")
    return _question(league, words, (LeagueVerb.OUT, say("Drop out")), renderer)


def cancel_question(league: LeagueRecord, renderer: Renderer) -> ui.LayoutView:
    """Whether to end a league without a champion."""
    words = say("Cancel for everybody? Open tables close, and nobody wins.")
    return _question(league, words, (LeagueVerb.CANCEL, say("Cancel for everybody")), renderer)


def _nothing_to_play(league: LeagueRecord) -> Text:
    """That a member has no match, and when there may be one."""
    none = say("You have no match to play at the moment.")
    if league.phase is not LeaguePhase.ROUNDS or league.round >= league.rounds:
        return none
    if league.kind is LeagueKind.EVENING:
        return say("{none} The organiser begins the next round.", none=none)
    if league.round_ends_at is None:
        return none
    return say("{none} The next round begins {when}.", none=none, when=moment(league.round_ends_at))


def _question(league: LeagueRecord, words: Text, yes: tuple[LeagueVerb, Text], renderer: Renderer) -> ui.LayoutView:
    keep = LeagueControl(league.id, LeagueVerb.KEEP), say("Keep playing")
    return confirmation(renderer.render(words), (LeagueControl(league.id, yes[0]), yes[1]), keep, renderer)
