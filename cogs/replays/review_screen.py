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
from sessions.replays.reviews import LEAST_COST, CostlyMove, FineMove, Review

SMALL, LARGE = 0.25, 0.6
"""Who lost less of a win than the first made small mistakes; who lost more than the second, grave ones."""


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
    note = say("A hard computer's opinion. It saw only what you saw, and its estimates are rough.")
    parts: Parts = [f"## 🎯 {title}\n-# {renderer.render(note)}", rule()]
    if review.looked_at < review.decisions:
        part = say(
            "This was a long game: {looked_at} of your {decisions} decisions were looked at.",
            looked_at=review.looked_at,
            decisions=review.decisions,
        )
        parts.insert(1, f"-# {renderer.render(part)}")
    moves = review.moves
    if not review.decisions:
        parts.append(renderer.render(say("You had nothing to decide in this game.")))
        return finish(layout(REPLAY_COLOUR, *parts))
    parts.append("\n".join(_summary(review, renderer)))
    if not moves:
        praised = say("None of your moves cost you much. Well played!")
        added_up = say("No single move cost you much, but small losses added up.")
        parts.append(renderer.render(praised if review.lost < LEAST_COST else added_up))
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
        "Your cards: equal computers would win {share}% of games with them; {even}% is average.",
        share=round(100 * review.luck),
        even=round(100 * review.even),
    )
    lines = [f"🍀 {renderer.render(luck)}", f"🎲 {renderer.render(_play(review.lost))}"]
    if review.best is not None:
        lines.append(f"⭐ {renderer.render(_best(review.best))}")
    return lines


def _play(lost: float) -> Text:
    """How well a member played who lost this share of a win by all decisions together."""
    if lost < LEAST_COST:
        return say("Your play: hardly a mistake.")
    if lost < SMALL:
        return say("Your play: small mistakes.")
    if lost < LARGE:
        return say("Your play: mistakes that cost you a good part of your chances.")
    return say("Your play: mistakes that can decide a game.")


def _best(best: FineMove) -> Text:
    got, shown = round(100 * best.got), {"number": best.number, "action": best.played}
    return say(
        "Your best move, {number}: {action} ({got}%, the next best {next}%)",
        got=got,
        next=round(100 * best.next_best),
        **shown,
    )


def _lines(move: CostlyMove, renderer: Renderer) -> list[str]:
    told: list[Text] = [
        say("Move {number}: {action}", number=move.number, action=move.played),
        say("Better: {action}", action=move.better),
        *move.reasons,
        say(
            "You had {got}%; this would have given you {best}%.", got=round(100 * move.got), best=round(100 * move.best)
        ),
    ]
    first, better, *others = [renderer.render(text) for text in told]
    return [f"**{first}**", f"💡 {better}", *(f"-# {line}" for line in others)]


def _way(table: TableRecord, seat: int, move: CostlyMove, renderer: Renderer) -> ControlItem:
    """A button that opens the replay before a move, as its player saw it, where another one can be tried."""
    label = renderer.label(say("Before move {number}", number=move.number), BUTTON_LABEL_LIMIT)
    return ReplayButton(table.id, move.number - 1, seat, TURNING_POINT).button(label, emoji="🎞️")
