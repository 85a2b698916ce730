"""The moves that cost a player most, with buttons into the replay."""

from dataclasses import dataclass

from discord import ui

from cogs.shared.controls import Control, ControlItem
from cogs.shared.layout import REPLAY_COLOUR, Parts, finish, layout, row, rule
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.results import TURNING_POINT, ReplayButton
from db.records import TableRecord
from engines.texts import Text, say
from sessions.replays.reviews import CostlyMove, Review


@dataclass(frozen=True)
class OfferButton(Control):
    """Offers the member's costliest position of a game as a puzzle for others, or withdraws it."""

    prefix = "offer"

    table: int


def review_screen(
    table: TableRecord, seat: int, review: Review, renderer: Renderer, *, can_offer: bool = False
) -> ui.LayoutView:
    """What was better than each of these moves, and why. With ``can_offer``, the worst one can be a puzzle."""
    title = renderer.render(say("Your costliest moves"))
    note = say("As a hard computer sees it. It knows no more than you did, and its estimates are rough.")
    parts: Parts = [f"## 🎯 {title}\n-# {renderer.render(note)}", rule()]
    if review.looked_at < review.decisions:
        part = say(
            "This was a long game: {looked_at} of your {decisions} decisions were looked at.",
            looked_at=review.looked_at,
            decisions=review.decisions,
        )
        parts.insert(1, f"-# {renderer.render(part)}")
    moves = review.moves
    parts.append("\n".join(_summary(review, renderer)))
    if not moves:
        parts.append(renderer.render(say("None of your moves cost you much. Well played!")))
        return finish(layout(REPLAY_COLOUR, *parts))
    parts += ["\n".join(_lines(move, renderer)) for move in moves]
    parts.append(row(*(_way(table, seat, move, renderer) for move in moves)))
    if can_offer:
        parts += _offer(table, renderer)
    return finish(layout(REPLAY_COLOUR, *parts))


def _offer(table: TableRecord, renderer: Renderer) -> Parts:
    """The question whether others may look for the best move, and what they would see."""
    note = say("In Sunday's post, others see the position as you saw it, with your cards but without your name.")
    button = OfferButton(table.id).button(renderer.label(say("Could they find it?"), BUTTON_LABEL_LIMIT), emoji="🧩")
    return [f"-# {renderer.render(note)}", row(button)]


def _summary(review: Review, renderer: Renderer) -> list[str]:
    """Luck, play and the best move, a line each."""
    luck = say(
        "Luck: among equal computers, your cards win {share}% of the games; {even}% would be even.",
        share=round(100 * review.luck),
        even=round(100 * review.even),
    )
    lines = [f"🍀 {renderer.render(luck)}"]
    if review.lost:
        lost = say("Play: your decisions cost you {lost}% of a win.", lost=round(100 * review.lost))
        lines.append(f"🎲 {renderer.render(lost)}")
    if review.best is not None:
        best = say(
            "Your best move, {number}: {action} ({got}%, the next best {next}%)",
            number=review.best.number,
            action=review.best.played,
            got=round(100 * review.best.got),
            next=round(100 * review.best.next_best),
        )
        lines.append(f"⭐ {renderer.render(best)}")
    return lines


def _lines(move: CostlyMove, renderer: Renderer) -> list[str]:
    told: list[Text] = [
        say("Move {number}: {action}", number=move.number, action=move.played),
        say("Better: {action}", action=move.better),
        *move.reasons,
        say(
            "Your chances: {got}% instead of {best}%",
            got=round(100 * move.got),
            best=round(100 * move.best),
        ),
    ]
    first, better, *others = [renderer.render(text) for text in told]
    return [f"**{first}**", f"💡 {better}", *(f"-# {line}" for line in others)]


def _way(table: TableRecord, seat: int, move: CostlyMove, renderer: Renderer) -> ControlItem:
    """A button that opens the replay before a move, as its player saw it, where another one can be tried."""
    label = renderer.label(say("Before move {number}", number=move.number), BUTTON_LABEL_LIMIT)
    return ReplayButton(table.id, move.number - 1, seat, TURNING_POINT).button(label, emoji="🎞️")
