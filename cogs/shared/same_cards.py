"""Playing the same cards: the board below a finished game with the button to try them, and the buttons of cups."""

from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import Parts, medal, rule
from cogs.shared.renderers import FORMER_PLAYER
from cogs.shared.rendering import Renderer
from db.records import is_former
from engines.contract import Game, View
from engines.texts import Text, say
from sessions.deals import Board, SeatBoard

MOST_LINES = 10
"""How many results are shown for each seat."""


class BeatButton(Control, prefix="beat"):
    """Deals the cards of the game at table ``origin`` again, in ``seat``, or asks which seat (``None``).

    Whose private table that was does not matter, so it is no ``table`` here.
    """

    origin: int
    seat: int | None


class CupVerb(StrEnum):
    """What a button of a cup does."""

    PLAY = "play"
    RESULTS = "results"
    FILE = "file"
    """Send the results as a file."""
    ASK_CANCEL = "askcancel"
    CANCEL = "cancel"
    KEEP = "keep"
    """Change nothing after all."""


class CupButton(Control, prefix="cup"):
    """Does something in a cup."""

    cup: int
    verb: CupVerb


class MatchVerb(StrEnum):
    """What a button or a menu of a league's match does whose players have to meet."""

    FIND = "find"
    """Ask when the member can play, at the times of the others first."""
    ANEW = "anew"
    """Ask for any other time."""
    OFFER = "offer"
    """Note the times chosen."""
    HERE = "here"
    PUT_OFF = "putoff"
    ALONE = "alone"
    """Play the same cards instead, if all want that."""
    PLAY = "play"
    """Deal the next of these cards."""


class MatchButton(Control, prefix="match"):
    """Does something about the match of a league with this number."""

    match: int
    verb: MatchVerb


def beat_button(origin: int, renderer: Renderer) -> ui.Button[Any]:
    """A button for whoever wants to try the cards of a game."""
    return BeatButton(origin, None).button(say("Beat my hand"), renderer, emoji="⚔️")


def board_parts(board: Board | None, game: Game[Any], view: View[Any] | None, renderer: Renderer) -> Parts:
    """Who has scored what with the same cards; nothing as long as nobody has finished."""
    if board is None or view is None or not board.seats:
        return []
    until = say("The same cards for everybody, until {when}.", when=discord.utils.format_dt(board.deal.ends_at, "f"))
    blocks = [_seat_block(seat, game, view, renderer) for seat in board.seats]
    heading = f"**⚔️ {renderer.render(say('Beat my hand'))}**"
    return [rule(), "\n".join([heading, *blocks, f"-# {renderer.render(until)}"])]


def _seat_block(seat: SeatBoard, game: Game[Any], view: View[Any], renderer: Renderer) -> str:
    """The results with the cards of a seat, in a line, after who held them in the game and what they scored."""
    held = say(
        "{player}'s cards (in the game: {score}):",
        player=member(seat.player, renderer),
        score=game.score(view, seat.points),
    )
    shown = " · ".join(
        f"{medal(line.rank)} {member(line.user_id, renderer)} {renderer.render(game.score(view, line.points))}"
        for line in seat.lines[:MOST_LINES]
        if line.points is not None
    )
    more = len(seat.lines) - MOST_LINES
    return f"{renderer.render(held)} {shown}" + (f" · +{more}" if more > 0 else "")


def member(user_id: int, renderer: Renderer) -> str:
    """A member as a mention, which notifies nobody because no message of the bot lets mentions do so by themselves."""
    return renderer.render(FORMER_PLAYER) if is_former(user_id) else f"<@{user_id}>"


def one_try(when: str) -> Text:
    """What is special about a try."""
    return say(
        "You have one try, without hints and without taking moves back. It counts only for this comparison, and "
        "only if you finish it. Time runs out {when}.",
        when=when,
    )
