"""A league's post: first the list of those who sign up, then the table and the open matches."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import discord
from discord import ui

from cogs.leagues.controls import LeagueControl, LeagueVerb
from cogs.leagues.pictures import table_lines
from cogs.leagues.words import (
    deed_line,
    moment,
    next_season,
    or_lost,
    round_name,
    season_of,
    versus,
    won_by,
)
from cogs.shared.layout import LEADERBOARD_COLOUR, Parts, layout, row
from cogs.shared.matchpoints import seal_line
from cogs.shared.pictures import Picture, below_each_other
from cogs.shared.rendering import Renderer, safe_name
from db.league_records import LeagueKind, LeaguePhase, LeagueRecord, MatchTable
from db.posts import PostRecord
from engines.contract import Game
from engines.formats import Way
from engines.kit.wording import names
from engines.texts import Text, say, say_count
from sessions.leagues.overview import Overview
from sessions.leagues.plan import takes_late_comers
from sessions.leagues.schedule import table_sizes
from sessions.leagues.tables import OWN_CLOCK
from sessions.tables.pace import Pace

_LIVE_CUP = say("A live cup: all tables of a round play the same cards at the same time.")
_LAST_ROUND = say("the last one: its table is final, because there are no finals any more")
_PLAYED_TOGETHER = say(
    "One match a week, played live at a time you agree on. A new round begins every Sunday at 20:00 server time."
)
_OR_ALONE = say("If you can't find a time, you play the same cards, each alone.")
MOST_DEEDS = 3
"""How many of the latest results and players that an organiser has changed stand in a post."""
MOST_MATCHES = 12
"""How many open matches a post lists."""
POST_SECONDS = 2.0
"""How long to wait between two edits of a post. Results in between are shown together."""


def league_post(
    shown: Overview,
    game: Game[Any] | None,
    renderer: Renderer,
    pictures: Sequence[Picture] = (),
) -> ui.LayoutView:
    """The post of a league. ``renderer`` names entries by number, organisers by user id."""
    if shown.league.phase is LeaguePhase.SIGN_UP:
        return sign_up_screen(shown.league, game, renderer)
    league = shown.league
    galleries = below_each_other(*pictures) if pictures else []
    return layout(
        LEADERBOARD_COLOUR,
        _heading(shown, game, renderer),
        *(galleries or ["\n".join(table_lines(shown, renderer))]),
        "" if league.phase.is_over else _open_matches(shown, renderer),
        "\n".join(deed_line(deed, renderer) for deed in shown.deeds[-MOST_DEEDS:]),
        _seal(league, renderer),
        row(*_buttons(shown, renderer)),
    )


def sign_up_screen(league: LeagueRecord, game: Game[Any] | None, renderer: Renderer) -> ui.LayoutView:
    """The list of those who have signed up, and the buttons to change it."""
    about = say(
        "{game} · {weeks}",
        game=game.name if game else league.game,
        weeks=say_count("one week", "{count} weeks", league.rounds),
    )
    if league.kind is LeagueKind.EVENING:
        about = say(
            "{game} · {rounds} of {minutes} minutes",
            game=game.name if game else league.game,
            rounds=say_count("1 round", "{count} rounds", league.rounds),
            minutes=league.minutes or 0,
        )
    described = " · ".join(map(renderer.render, [*season_of(league), about]))
    count = say("**{count} of {most}** have signed up:", count=len(league.playing), most=league.most_players)
    names = ", ".join(renderer.player(entry.number) for entry in league.playing) or "–"
    parts = [f"## 🏆 {safe_name(league.name)}\n{described}", f"{renderer.render(count)} {names}"]
    if league.waiting:
        waiting = ", ".join(renderer.player(entry.number) for entry in league.waiting)
        parts.append(renderer.render(say("Waiting list: {names}", names=waiting)))
    if game is not None and Pace(league.pace).has_own_clocks:
        ways = [one.way for one in game.match_formats(table_sizes(game.seats)[0])]
        is_live = ways[0] is Way.TOGETHER
        told = [_PLAYED_TOGETHER, _OR_ALONE] if Way.SAME_CARDS in ways else [or_lost(_PLAYED_TOGETHER)]
        if not is_live:
            told = [_on_own_clocks(renderer.span(OWN_CLOCK))]
        parts.append(f"-# {' '.join(map(renderer.render, told))}")
    if league.is_live_cup:
        parts += [renderer.render(_LIVE_CUP), _seal(league, renderer)]
    buttons = row(
        LeagueControl(league.id, LeagueVerb.JOIN).button(say("Sign up"), renderer, discord.ButtonStyle.success),
        LeagueControl(league.id, LeagueVerb.LEAVE).button(say("Drop out"), renderer),
        LeagueControl(league.id, LeagueVerb.START).button(say("Start"), renderer, discord.ButtonStyle.primary),
        LeagueControl(league.id, LeagueVerb.TOOLS).button(say("Manage"), renderer),
    )
    return layout(LEADERBOARD_COLOUR, *parts, buttons)


def _on_own_clocks(time: str) -> Text:
    return say(
        "One match a week, day by day. Each player has {time} for the whole match; whoever uses that up loses. A "
        "new round begins every Sunday at 20:00 server time, and unfinished matches go on.",
        time=time,
    )


def list_screen(
    leagues: Sequence[LeagueRecord],
    posts: Mapping[int, PostRecord | None],
    games: Mapping[str, Game[Any]],
    renderer: Renderer,
) -> ui.LayoutView:
    """The leagues of a server by how far they are: those of ``posts`` with a link to it, and how many others."""
    headings = {
        LeaguePhase.SIGN_UP: say("Open for sign-up"),
        LeaguePhase.ROUNDS: say("Being played"),
        LeaguePhase.FINISHED: say("Over"),
    }
    to_post = renderer.render(say("to the league"))
    parts: Parts = []
    for phase, heading in headings.items():
        lines = [f"**{renderer.render(heading)}**"]
        here = [league for league in leagues if league.phase is phase]
        for league in here:
            if league.id in posts:
                game = games.get(league.game)
                told = [safe_name(league.name), *map(renderer.render, season_of(league))]
                told += [game.name if game else league.game, *map(renderer.render, _progress(league))]
                post = posts[league.id]
                if post is not None and post.message_id is not None:
                    link = f"https://discord.com/channels/{league.guild_id}/{post.channel_id}/{post.message_id}"
                    told.append(f"[{to_post}]({link})")
                lines.append(" · ".join(told))
        if more := len(here) - len(lines[1:]):
            lines.append(renderer.render(say_count("and one more league", "and {count} more leagues", more)))
        if here:
            parts.append("\n".join(lines))
    nothing = say("There is no league here yet. /league create opens one.")
    return layout(LEADERBOARD_COLOUR, *(parts or [renderer.render(nothing)]))


def _progress(league: LeagueRecord) -> list[Text]:
    match league.phase:
        case LeaguePhase.SIGN_UP:
            return [say("{count} of {most} places taken", count=len(league.playing), most=league.most_players)]
        case LeaguePhase.ROUNDS:
            return [round_name(league)]
        case _:
            return []


def league_words_screen(shown: Overview, renderer: Renderer) -> ui.LayoutView:
    """The table in words."""
    lines = "\n".join(table_lines(shown, renderer)) or renderer.render(say("The table is empty."))
    title = f"## 🏆 {safe_name(shown.league.name)}"
    return layout(LEADERBOARD_COLOUR, title, lines, f"-# {' '.join(map(renderer.render, _scoring(shown)))}")


def _scoring(shown: Overview) -> Iterator[Text]:
    """What a result is worth, and how equals are ordered."""
    yield say(
        "A match that you play to its end gives 1 point, and up to 2 more for the share of opponents you beat. "
        "Between two players, a win gives 3, a draw 2 and a loss 1; a walkover gives 3 and 0."
    )
    yield say(
        "Order: points for each match due, then results among those who are level, then matches played, then the "
        "points of the opponents beaten."
    )
    yield say(
        "Whoever drops out with less than half of all their matches played leaves the table, and their results count "
        "for nobody."
    )


def place_link(league: LeagueRecord, place: MatchTable) -> str:
    """The address of a match's table."""
    link = f"https://discord.com/channels/{league.guild_id}/{place.channel_id}"
    return link if place.message_id is None else f"{link}/{place.message_id}"


def _heading(shown: Overview, game: Game[Any] | None, renderer: Renderer) -> str:
    league = shown.league
    title = f"## 🏆 {safe_name(league.name)}"
    if shown.winners:
        facts = [[*season_of(league), won_by(shown.winners)], next_season(shown) if league.has_editions else []]
        return "\n".join([title, *(" · ".join(map(renderer.render, line)) for line in facts if line)])
    if league.phase is LeaguePhase.FINISHED:
        nobody = say("Over. Everybody has dropped out, so nobody wins.")
        return f"{title}\n{renderer.render(nobody)}"
    if league.phase is LeaguePhase.CANCELLED:
        closed = say("Closed: it was not started in time.")
        if shown.is_cancelled:
            closed = say("Cancelled by the organiser.")
        elif league.is_unwanted:
            closed = say("Closed: nobody else had signed up.")
        return f"{title}\n{renderer.render(closed)}"
    told = [game.name if game else league.game, *map(renderer.render, [*season_of(league), round_name(league)])]
    if league.round_ends_at is not None:
        told.append(renderer.render(say("until {when}", when=moment(league.round_ends_at))))
    if league.paused_until is not None and shown.is_paused:
        told.append(renderer.render(say("paused until {when}", when=moment(league.paused_until))))
    if league.kind is LeagueKind.LEAGUE and not league.edition:
        told.append(renderer.render(_LAST_ROUND))
    if game is None:
        told.append(renderer.render(say("This game is no longer installed, so everything waits until it is back.")))
    return f"{title}\n{' · '.join(told)}"


def _open_matches(shown: Overview, renderer: Renderer) -> str:
    """Who has yet to play, each with a link to the table."""
    heading = say("Still to play:") if shown.open_matches else say("All matches have been played.")
    lines = [f"**{renderer.render(heading)}**"]
    for match in shown.open_matches[:MOST_MATCHES]:
        place = shown.places.get(match.id)
        players = renderer.render(versus(match.numbers))
        open_table = renderer.render(say("to the table"))
        where = f"[{open_table}]({place_link(shown.league, place)})" if place else None
        when = None if match.meets_at is None or place else moment(match.meets_at)
        lines.append(" · ".join(filter(None, (players, when, where))))
    more = len(shown.open_matches) - MOST_MATCHES
    if more > 0:
        lines.append(renderer.render(say_count("and one more match", "and {count} more matches", more)))
    if shown.resting and shown.league.phase.is_played:
        lines.append(renderer.render(say("Bye this round: {players}", players=names(shown.resting))))
    return "\n".join(lines)


def _seal(league: LeagueRecord, renderer: Renderer) -> str:
    """The hash of a live cup's key, and when it is over the key."""
    return seal_line(league.key, renderer, with_key=league.phase.is_over) if league.key else ""


def _buttons(shown: Overview, renderer: Renderer) -> list[ui.Button[Any]]:
    league = shown.league
    words = LeagueControl(league.id, LeagueVerb.WORDS).button(say("In words"), renderer)
    export = LeagueControl(league.id, LeagueVerb.EXPORT).button(say("All results"), renderer)
    organise = LeagueControl(league.id, LeagueVerb.TOOLS).button(say("Manage"), renderer)
    if league.phase is LeaguePhase.FINISHED:
        again = say("Play season {number}", number=league.edition + 1)
        season = LeagueControl(league.id, LeagueVerb.NEXT_SEASON).button(again, renderer, discord.ButtonStyle.primary)
        return [*([season] if league.has_editions and not shown.is_followed else []), words, export, organise]
    if league.phase.is_over:
        return [words, export, organise]
    mine = LeagueControl(league.id, LeagueVerb.MINE).button(say("My matches"), renderer, discord.ButtonStyle.primary)
    late = (
        [LeagueControl(league.id, LeagueVerb.JOIN).button(say("Sign up"), renderer)]
        if takes_late_comers(league)
        else []
    )
    if league.kind is LeagueKind.EVENING:
        label = say("Finish") if league.round >= league.rounds else say("Next round")
        following = LeagueControl(league.id, LeagueVerb.NEXT_ROUND).button(label, renderer, discord.ButtonStyle.primary)
        return [mine, *late, following, words, organise]
    return [mine, *late, words, export, organise]
