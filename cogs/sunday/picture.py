"""What the picture of a week shows, in the reader's words."""

from collections.abc import Mapping
from typing import Any

from cogs.shared.rendering import Renderer, plain_name
from cogs.sunday.screen import FIND_IT, TITLE, change, dates, game_name
from engines.contract import Game
from engines.scenes import hand_zone
from engines.texts import Text, say, say_count
from pictures.recap import ComebackTile, GamesTile, PuzzleTile, RecapPicture, StreakTile, UpsetTile
from sessions.sunday.puzzles import Puzzle
from sessions.sunday.recap import Comeback, Recap, Upset


def recap_picture(
    recap: Recap, names: Mapping[int, str], games: Mapping[str, Game[Any]], renderer: Renderer, puzzle: Puzzle | None
) -> RecapPicture:
    """Everything that the picture says."""
    words = _Words(names, games, renderer)
    footer = (
        say("Tap your answer below. The solution comes on Monday.")
        if puzzle
        else say("Offer a puzzle yourself: “My costliest moves” is below each result.")
    )
    return RecapPicture(
        title=words.of(TITLE),
        dates=dates(recap, renderer),
        games=GamesTile(
            words.of(say("Games played")),
            recap.games,
            recap.games - recap.games_before,
            words.of(say("{change} on last week", change=change(recap))),
        ),
        footer=words.of(footer),
        upset=None if recap.upset is None else words.upset(recap.upset),
        streak=None if recap.streak is None else words.streak(*recap.streak),
        comeback=None if recap.comeback is None else words.comeback(recap.comeback),
        puzzle=None if puzzle is None else words.puzzle(puzzle),
    )


class _Words:
    """The tiles in words."""

    def __init__(self, names: Mapping[int, str], games: Mapping[str, Game[Any]], renderer: Renderer) -> None:
        self._names = {user: plain_name(name) for user, name in names.items()}
        self._games = games
        self._renderer = renderer.written.plain

    def of(self, text: Text) -> str:
        return self._renderer.render(text)

    def upset(self, upset: Upset) -> UpsetTile:
        apart = upset.loser_rating - upset.winner_rating
        note = say("{game} · {count} rating apart", game=game_name(upset.game, self._games), count=apart)
        winner, loser = (self._names.get(user, "?") for user in (upset.winner, upset.loser))
        label = self.of(say("Upset of the week"))
        return UpsetTile(label, winner, upset.winner_rating, loser, upset.loser_rating, self.of(note))

    def streak(self, member: int, wins: int) -> StreakTile:
        unit = self.of(say_count("win", "wins", wins))
        return StreakTile(self.of(say("Longest streak")), wins, unit, self._names.get(member, "?"))

    def comeback(self, comeback: Comeback) -> ComebackTile:
        note = say("{game}, won against a computer", game=game_name(comeback.game, self._games))
        name = self._names.get(comeback.winner, "?")
        return ComebackTile(self.of(say("Biggest comeback")), name, self.of(note), comeback.chances)

    def puzzle(self, puzzle: Puzzle) -> PuzzleTile:
        moment = puzzle.moment
        hand = hand_zone(moment.game.scene(moment.view), puzzle.record.seat)
        known = tuple(card for card in hand.cards if card is not None) if hand else ()
        question = say("{game}: which move is best?", game=moment.game.name)
        return PuzzleTile(self.of(FIND_IT), self.of(question), known)
