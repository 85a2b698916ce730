"""The week of a server in a message: in words and as a picture, with the puzzle, its buttons and its solution."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from babel.dates import format_interval
from discord import ui

from cogs.settings.screen import SettingsButton, SettingsPage
from cogs.shared.alt_text import alt_text, fitting
from cogs.shared.controls import Control
from cogs.shared.layout import GUIDE_COLOUR, LEADERBOARD_COLOUR, Parts, layout, medal, row, rule
from cogs.shared.pictures import Picture, Pictures, below_each_other
from cogs.shared.renderers import FORMER_PLAYER
from cogs.shared.rendering import Renderer, plain_name, safe_name
from engines.contract import Game
from engines.kit.wording import listed
from engines.scenes import hand_zone
from engines.texts import Player, Text, say, say_count
from pictures.lettering import Words as Lettering
from pictures.recap import ComebackTile, GamesTile, PuzzleTile, RecapPicture, StreakTile, UpsetTile, draw_recap
from sessions.sunday import FEWEST_GAMES, Comeback, Puzzle, Recap, Solution, Upset

MOST_LINES = 5
"""How many lines of the daily's table the post has."""
MOST_NAMED = 20
"""How many members who found the solution are named."""


class SundayMenu(Control, prefix="sunday"):
    """Chooses the channel of the weekly post."""


class SolveButton(Control, prefix="solve"):
    """Answers the puzzle from a seat of this table with a choice, by its ``place`` among those shown."""

    deal: int
    seat: int
    place: int


def sunday_page(channel: int | None, trouble: Text | None, renderer: Renderer) -> ui.LayoutView:
    """The page on which a manager chooses where the week is looked back at."""
    how = say(
        "Every Sunday at 18:00 server time I post the week in review, if at least {least} games were played: upset, "
        "streak, comeback, the game of the day, and a puzzle that a member has offered. I ping nobody.",
        least=FEWEST_GAMES,
    )
    menu = SundayMenu().channel_menu(say("No weekly post"), channel, renderer)
    back = SettingsButton(SettingsPage.SERVER).button(say("This server"), renderer, emoji="↩️")
    parts: Parts = [f"### {renderer.render(say('Weekly post'))}\n-# {renderer.render(how)}", row(menu)]
    if trouble is not None:
        parts.append(f"⚠️ {renderer.render(trouble)}")
    return layout(GUIDE_COLOUR, *parts, row(back))


def recap_screen(
    recap: Recap,
    names: Mapping[int, str],
    games: Mapping[str, Game[Any]],
    renderer: Renderer,
    picture: Picture | None,
    puzzle: Puzzle | None,
    position: Picture | None,
    champions: Sequence[Text] = (),
    film: Parts | None = None,
) -> ui.LayoutView:
    """The week: what the picture shows in words, who has won leagues, its film, the game of the day and the puzzle."""
    title = f"## 📰 {renderer.render(TITLE)}\n-# {dates(recap, renderer)}"
    parts: Parts = [title, *(below_each_other(picture) if picture else [])]
    parts.append("\n".join(facts(recap, named(names), games, renderer)))
    if champions:
        parts.append("\n".join(f"👑 {renderer.render(champion)}" for champion in champions))
    if film:
        parts += [rule(), *film]
    if recap.daily:
        parts += [rule(), _daily(recap, names, renderer)]
    if puzzle is not None:
        parts += [rule(), *_puzzle(puzzle, renderer, position)]
    return layout(LEADERBOARD_COLOUR, *parts)


TITLE = say("The week in the card room")


def dates(recap: Recap, renderer: Renderer) -> str:
    """The first and the last day, as the reader's language writes them."""
    language = str(renderer.locale).replace("-", "_")
    return format_interval(recap.first, recap.last, "yMMMd", locale=language)


def named(names: Mapping[int, str]) -> Mapping[int, str]:
    """The names as a message shows them."""
    return {user: f"**{safe_name(name)}**" for user, name in names.items()}


def facts(recap: Recap, names: Mapping[int, str], games: Mapping[str, Game[Any]], renderer: Renderer) -> Iterator[str]:
    """What happened, a sentence each."""

    def name(user: int) -> str:
        return names.get(user, renderer.render(FORMER_PLAYER))

    played = say_count("{count} game was played", "{count} games were played", recap.games)
    told: list[tuple[str, Text]] = [
        ("🎴", say("{played} (the week before: {before}).", played=played, before=recap.games_before))
    ]
    if recap.upset is not None:
        upset = say(
            "Upset of the week: {winner} ({winner_rating}) finished ahead of {loser} ({loser_rating}) in {game}.",
            winner=name(recap.upset.winner),
            winner_rating=recap.upset.winner_rating,
            loser=name(recap.upset.loser),
            loser_rating=recap.upset.loser_rating,
            game=game_name(recap.upset.game, games),
        )
        told.append(("😲", upset))
    if recap.streak is not None:
        member, wins = recap.streak
        told.append(("🔥", say("Longest streak: {name}, {count} wins.", name=name(member), count=wins)))
    if recap.comeback is not None:
        comeback = say(
            "Biggest comeback: {name} won in {game} after a computer gave them {share}%.",
            name=name(recap.comeback.winner),
            game=game_name(recap.comeback.game, games),
            share=round(100 * min(recap.comeback.chances)),
        )
        told.append(("🎢", comeback))
    for sign, text in told:
        yield f"{sign} {renderer.render(text)}"


def game_name(key: str, games: Mapping[str, Game[Any]]) -> str:
    """The name of a game, which may be gone."""
    return games[key].name if key in games else key


def _daily(recap: Recap, names: Mapping[int, str], renderer: Renderer) -> str:
    shown, former = named(names), renderer.render(FORMER_PLAYER)
    lines = [
        f"{medal(line.rank)} {line.rank}\\. {shown.get(line.user_id, former)} — **{line.score}**"
        for line in recap.daily[:MOST_LINES]
    ]
    title = renderer.render(say("Game of the day: this week"))
    return "\n".join([f"### 🗓️ {title}", *lines])


def _puzzle(puzzle: Puzzle, renderer: Renderer, position: Picture | None) -> Parts:
    anonymous = without_names(puzzle, renderer)
    question = say(
        "{game}: {player} is to move. One of these is clearly better than the others.",
        game=puzzle.moment.game.name,
        player=Player(puzzle.record.seat),
    )
    note = renderer.render(say("Tap your answer. The solution comes a day later and names those who found it."))
    heading = f"### 🧩 {renderer.render(FIND_IT)}\n{anonymous.render(question)}\n-# {note}"
    described = below_each_other(position) if position else [alt_text(puzzle.moment.scene, anonymous)]
    record = puzzle.record
    buttons = [
        SolveButton(record.table_id, record.seat, place).button(text, anonymous)
        for place, (_, text) in enumerate(puzzle.choices)
    ]
    return [heading, *described, row(*buttons)]


FIND_IT = say("Could you find it?")


def without_names(puzzle: Puzzle, renderer: Renderer) -> Renderer:
    """A renderer that calls the players of a puzzle by letters: nobody learns who missed the move."""
    letters = {seat: chr(ord("A") + seat) for seat in range(len(puzzle.moment.table.seats))}
    return Renderer(renderer.locale, letters, renderer.card_emojis, renderer.catalogue)


def solution_lines(solution: Solution, names: Mapping[int, str], renderer: Renderer) -> str:
    """The best move of Sunday's puzzle, and who found it."""
    puzzle, anonymous = solution.puzzle, without_names(solution.puzzle, renderer)
    told = [
        say("Sunday's puzzle ({game}), the best move: {action}", game=puzzle.moment.game.name, action=puzzle.solution),
        say(
            "In the game: {action}. A hard computer estimates that this wins {got}% instead of {best}%.",
            action=puzzle.played,
            got=round(100 * puzzle.record.got),
            best=round(100 * puzzle.record.best),
        ),
    ]
    lines = [f"🧩 {anonymous.render(told[0])}", f"-# {anonymous.render(told[1])}"]
    return "\n".join([*lines, renderer.render(_found(solution.solvers, solution.answers, named(names)))])


def _found(solvers: Sequence[int], answers: int, names: Mapping[int, str]) -> Text:
    if not answers:
        return say("Nobody answered.")
    shown = [say("{player}", player=names[user]) for user in solvers[:MOST_NAMED] if user in names]
    if not shown:
        return say_count("{count} answer, and nobody found it.", "{count} answers, and nobody found it.", answers)
    found = listed(shown)
    return say_count("{count} answer. Found by {names}.", "{count} answers. Found by {names}.", answers, names=found)


async def draw_week(
    pictures: Pictures,
    recap: Recap,
    names: Mapping[int, str],
    games: Mapping[str, Game[Any]],
    renderer: Renderer,
    puzzle: Puzzle | None,
) -> Picture | None:
    """The week as a picture; ``None`` if pictures are not drawn."""
    pictured = {number: names[user] for number, user in enumerate(recap.pictured) if user in names}
    reader = replace(renderer, names=pictured)
    shown = _recap_picture(recap, games, reader, puzzle)
    plain_names = {user: plain_name(name) for user, name in names.items()}
    alt = fitting(facts(recap, plain_names, games, renderer.plain))
    return await pictures.draw_other(shown, reader, (draw_recap, (shown,)), alt, pictured)


def _recap_picture(
    recap: Recap, games: Mapping[str, Game[Any]], reader: Renderer, puzzle: Puzzle | None
) -> RecapPicture:
    """Everything that the picture says. ``reader`` knows the members by their places in ``recap.pictured``."""
    words = _Words(recap, games, reader)
    footer = (
        say("Tap your answer below. The solution comes a day later.")
        if puzzle
        else say("Offer a puzzle: “My costliest moves” below a result")
    )
    return RecapPicture(
        title=words.of(TITLE),
        dates=dates(recap, reader),
        games=GamesTile(
            words.of(say("Games played")),
            recap.games,
            recap.games - recap.games_before,
            words.of(say("last week: {before}", before=recap.games_before)),
        ),
        footer=words.of(footer),
        upset=None if recap.upset is None else words.upset(recap.upset),
        streak=None if recap.streak is None else words.streak(*recap.streak),
        comeback=None if recap.comeback is None else words.comeback(recap.comeback),
        puzzle=None if puzzle is None else words.puzzle(puzzle),
    )


class _Words:
    """The tiles in words."""

    def __init__(self, recap: Recap, games: Mapping[str, Game[Any]], reader: Renderer) -> None:
        self._games = games
        self._renderer = reader.written.plain
        drawn = Lettering(self._renderer)
        self._names = {user: drawn.name(number) for number, user in enumerate(recap.pictured)}

    def of(self, text: Text) -> str:
        return self._renderer.render(text)

    def upset(self, upset: Upset) -> UpsetTile:
        winner, loser = (self._names[user] for user in (upset.winner, upset.loser))
        label = self.of(say("Upset of the week"))
        note = game_name(upset.game, self._games)
        return UpsetTile(label, winner, upset.winner_rating, loser, upset.loser_rating, note)

    def streak(self, member: int, wins: int) -> StreakTile:
        unit = self.of(say_count("win", "wins", wins))
        return StreakTile(self.of(say("Longest streak")), wins, unit, self._names[member])

    def comeback(self, comeback: Comeback) -> ComebackTile:
        note = say("{game}, won against a computer", game=game_name(comeback.game, self._games))
        name = self._names[comeback.winner]
        return ComebackTile(self.of(say("Biggest comeback")), name, self.of(note), comeback.chances)

    def puzzle(self, puzzle: Puzzle) -> PuzzleTile:
        moment = puzzle.moment
        hand = hand_zone(moment.game.scene(moment.view), puzzle.record.seat)
        known = tuple(card for card in hand.cards if card is not None) if hand else ()
        question = say("{game}: which move is best?", game=moment.game.name)
        return PuzzleTile(self.of(FIND_IT), self.of(question), known)
