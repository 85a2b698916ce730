"""A finished game, move by move: the table as one seat saw it, and what computers considered."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self

from discord import ui

from cogs.shared import zones
from cogs.shared.controls import Control, option
from cogs.shared.layout import REPLAY_COLOUR, Detail, Parts, fit, layout, news_lines, row, rule
from cogs.shared.limits import MENU_LIMIT
from cogs.shared.pictures import Picture, below_each_other
from cogs.shared.rendering import Renderer
from cogs.shared.results import TURNING_POINT, ReplayButton, chances, ending, winners_line
from cogs.shared.table_parts import TableButton, Verb
from db.records import TableRecord
from engines.scenes import Scene
from engines.texts import Player, Text, say
from sessions.replays.replays import ALL_HANDS, Alternative, Eye, Moment, PastMove
from sessions.replays.reviews import LEAST_COST, CostlyMove, FineMove, Review

FEW_MOVES = 8
"""Longer games have a menu to jump to other moves."""
ALTERNATIVES: Mapping[Detail, int] = MappingProxyType({Detail.SHORT: 4, Detail.BARE: 2})
"""How many considered actions are shown where space is short."""
DEALT = say("The cards are dealt.")
PLAYED = "✅"
NOT_PLAYED = "▫️"


class ReplayMenu(Control, prefix="replay_menu"):
    """Moments of a finished game: other moves (``what`` is "jump"), key moments ("key") or other seats ("seat")."""

    table: int
    what: str


class PlayOnButton(Control, prefix="play_on"):
    """Plays on from a finished game after ``number`` moves, in ``seat``, against computers."""

    table: int
    number: int
    seat: int


@dataclass(frozen=True)
class ReplayPlace:
    """The value of a menu's option: how many moves have been made, and whose view it is."""

    number: int
    eye: Eye

    def __str__(self) -> str:
        return f"{self.number}:{'-' if self.eye is None else self.eye}"

    @classmethod
    def read(cls, value: str) -> Self:
        """The place that a value stands for, or the beginning if it makes no sense."""
        number, _, eye = value.partition(":")
        reached = int(number) if number.isdecimal() else 0
        return cls(reached, ALL_HANDS if eye == ALL_HANDS else int(eye) if eye.isdecimal() else None)


def replay_screen(
    moment: Moment,
    renderer: Renderer,
    picture: Picture | None = None,
    moves: Mapping[int, PastMove] = MappingProxyType({}),
    own: int | None = None,
) -> ui.LayoutView:
    """One moment of the game, with controls to step, jump and look from another seat. A picture replaces words.

    ``moves`` are the moves to jump to that need words, ``own`` is the seat that the reader had in this game.
    """
    scene = moment.scene

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        return layout(
            REPLAY_COLOUR,
            _heading(moment, scene, renderer),
            *news_lines(moment.news, renderer, detail),
            *(below_each_other(picture) if picture else _in_words(scene, moment.seat, renderer, detail)),
            *(zones.open_hands(scene, renderer, detail) if picture else []),
            *_considered(moment, renderer, detail),
            rule(),
            _coming(moment, scene, renderer, has_picture=picture is not None),
            row(*_steps(moment, renderer), _hands_button(moment, renderer)),
            row(_seat_menu(moment, renderer)),
            *([row(_jump_menu(moment, moves, renderer))] if moment.last > FEW_MOVES else []),
            *([row(_key_menu(moment, renderer))] if moment.key_moments else []),
            *([row(*last)] if (last := _last_buttons(moment, own, renderer)) else []),
        )

    return fit(renderer, build)


def _heading(moment: Moment, scene: Scene, renderer: Renderer) -> str:
    where = say("Move {number} of {last}", number=moment.number, last=moment.last)
    move = moment.move
    happened = DEALT if move is None else move_in_words(moment.number, move.seat, move.action)
    # Below, "you" and "your" mean the seat whose view this is.
    facts = " · ".join(renderer.render(fact) for fact in (where, scene.headline, seen_by(moment.eye)))
    return f"## 🎞️ {moment.game.name}\n-# {facts}\n### {renderer.render(happened)}"


def move_in_words(number: int, seat: int, action: Text) -> Text:
    """A move: ``12 bob: Play J♥ on pile 2``."""
    return say("{number} {player}: {action}", number=number, player=Player(seat), action=action)


def seen_by(eye: Eye) -> Text:
    """Whether the moment is shown as everybody saw it, as the player at a seat did, or with all hands open."""
    if eye == ALL_HANDS:
        return say("Show all hands")
    return say("As seen by everybody") if eye is None else say("As seen by {player}", player=Player(eye))


def _considered(moment: Moment, renderer: Renderer, detail: Detail) -> Parts:
    """What a computer made of the choices at the move, a line each, best first; nothing if that is unknown."""
    move = moment.move
    if move is None or not move.considered:
        return []
    title = say("A computer's estimates")
    shown = move.considered[: ALTERNATIVES.get(detail, len(move.considered))]
    return [rule(), "\n".join([f"**{renderer.render(title)}**", *(_alternative(one, renderer) for one in shown)])]


def _alternative(one: Alternative, renderer: Renderer) -> str:
    estimate = say("wins {share}% ({count} trials)", share=round(100 * one.estimate), count=one.visits)
    mark = PLAYED if one.is_played else NOT_PLAYED
    return f"{mark} **{renderer.render(one.action)}** — {renderer.render(estimate)}"


def _coming(moment: Moment, scene: Scene, renderer: Renderer, *, has_picture: bool) -> str:
    """Whose move comes next, or how the game ended. A picture says both."""
    if moment.number < moment.last:
        return f"-# ⏳ {renderer.render(scene.waiting)}" if scene.waiting and not has_picture else ""
    winners = f"### 🏁 {winners_line(moment.results, renderer, moment.game.sides(len(moment.table.seats)))}"
    return winners if has_picture else f"{winners}\n-# {renderer.render(ending(moment))}"


def _steps(moment: Moment, renderer: Renderer) -> list[ui.Button[Any]]:
    """Buttons to the beginning, one move back, one move on, and to the end."""
    number, last = moment.number, moment.last
    at_first, at_last = number == 0, number == last
    ways = (
        ("first", 0, say("First"), "⏮️", at_first),
        ("previous", max(number - 1, 0), say("Previous"), "◀️", at_first),
        ("next", min(number + 1, last), say("Next"), "▶️", at_last),
        ("last", last, say("Last"), "⏭️", at_last),
    )
    return [
        ReplayButton(moment.table.id, to, moment.eye, way).button(label, renderer, emoji=emoji, disabled=disabled)
        for way, to, label, emoji, disabled in ways
    ]


def _hands_button(moment: Moment, renderer: Renderer) -> ui.Button[Any]:
    """A button that opens all hands, or returns to what everybody saw."""
    is_open = moment.eye == ALL_HANDS
    label, emoji = (say("Hide hands"), "🙈") if is_open else (say("Show all hands"), "👐")
    button = ReplayButton(moment.table.id, moment.number, None if is_open else ALL_HANDS, "hands")
    return button.button(label, renderer, emoji=emoji)


def _last_buttons(moment: Moment, own: int | None, renderer: Renderer) -> list[ui.Button[Any]]:
    """Buttons to play on, unless nobody has a choice any more, for the film, and to check a deal that was a secret."""
    buttons: list[ui.Button[Any]] = []
    if moment.can_play_on:
        buttons.append(_play_on_button(moment, own, renderer))
    if moment.table.purpose.can_be_filmed:
        buttons.append(_table_button(moment, renderer, Verb.FILM, say("Film"), "🎬"))
    if moment.table.purpose.has_secret_deal:
        buttons.append(_table_button(moment, renderer, Verb.VERIFY, say("Verify"), "⚖️"))
    return buttons


def _play_on_button(moment: Moment, own: int | None, renderer: Renderer) -> ui.Button[Any]:
    """A button to play on in the seat whose view this is, or else the reader's own one; others are named."""
    seat = own if moment.seat is None else moment.seat
    if seat is None:
        seat = moment.view.to_act[0]
    if seat == own:
        label = say("Play on from here") if moment.number else say("Play these cards")
    else:
        named = {"player": Player(seat)}
        label = say("Play on as {player}", **named) if moment.number else say("Play {player}'s cards", **named)
    button = PlayOnButton(moment.table.id, moment.number, seat)
    return button.button(label, renderer, emoji="🕹️")


def _table_button(moment: Moment, renderer: Renderer, verb: Verb, label: Text, emoji: str) -> ui.Button[Any]:
    button = TableButton(moment.table.id, moment.table.rev, verb)
    return button.button(label, renderer, emoji=emoji)


def _seat_menu(moment: Moment, renderer: Renderer) -> ui.Select[Any]:
    """The seats to look from. Without a seat, the replay shows what everybody saw."""
    viewers: list[tuple[int | None, str]] = [(None, "👥"), *((seat.seat, "🪑") for seat in moment.table.seats)]
    options = [
        option(seen_by(seat), ReplayPlace(moment.number, seat), renderer, emoji=emoji, is_chosen=seat == moment.eye)
        for seat, emoji in viewers
    ]
    return ReplayMenu(moment.table.id, "seat").menu(options, renderer, say("Show as seen by…"))


def _jump_menu(moment: Moment, moves: Mapping[int, PastMove], renderer: Renderer) -> ui.Select[Any]:
    """Moves to jump to: all of a short game, otherwise evenly spaced ones and the present one."""

    def label(number: int) -> Text:
        if number in moves:
            return move_in_words(number, moves[number].seat, moves[number].action)
        return say("Move {number} of {last}", number=number, last=moment.last) if number else DEALT

    options = [
        option(label(number), ReplayPlace(number, moment.eye), renderer) for number in stops(moment.number, moment.last)
    ]
    return ReplayMenu(moment.table.id, "jump").menu(options, renderer, say("Jump to another move"))


def _key_menu(moment: Moment, renderer: Renderer) -> ui.Select[Any]:
    """The moves that mattered most, with what each of them changed or brought."""
    options = [
        option(
            move_in_words(key.number, key.seat, key.action),
            ReplayPlace(key.number, moment.eye),
            renderer,
            description=key.told if key.estimates is None else chances(key.estimates),
        )
        for key in moment.key_moments
    ]
    return ReplayMenu(moment.table.id, "key").menu(options, renderer, say("Key moments"))


def stops(number: int, last: int) -> list[int]:
    """Numbers from 0 to ``last``, including both and ``number``, no more than fit a menu."""
    apart = max(1, -(-last // (MENU_LIMIT - 2)))
    return sorted({*range(0, last, apart), number, last})


def _in_words(scene: Scene, seat: int | None, renderer: Renderer, detail: Detail) -> Parts:
    """The table, and below it the cards of the seat whose view this is."""
    table: Parts = [rule(), zones.middle(scene, renderer, detail), *zones.seats(scene, renderer, detail, without=seat)]
    if seat is None:
        return table
    return [*table, rule(), zones.own_zones(scene, seat, renderer, detail), zones.own_hand(scene, seat, renderer)]


SMALL, LARGE = 0.25, 0.6
"""Who lost less of a win than the first made small mistakes; who lost more than the second, grave ones."""


class OfferButton(Control, prefix="offer"):
    """Offers the member's costliest position of a game as a puzzle for others, or withdraws it."""

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
        return layout(REPLAY_COLOUR, *parts)
    parts.append("\n".join(_summary(review, renderer)))
    if not moves:
        praised = say("None of your moves cost you much. Well played!")
        added_up = say("No single move clearly cost you much, but small losses may have added up.")
        parts.append(renderer.render(praised if review.lost is not None and review.lost < LEAST_COST else added_up))
        return layout(REPLAY_COLOUR, *parts)
    parts += ["\n".join(_lines(move, renderer)) for move in moves]
    parts.append(row(*(_way(table, seat, move, renderer) for move in moves)))
    if can_offer:
        seen = say("In Sunday's post, others see the position as you saw it, with your cards but without your name.")
        button = OfferButton(table.id).button(say("Could they find it?"), renderer, emoji="🧩")
        parts += [f"-# {renderer.render(seen)}", row(button)]
    return layout(REPLAY_COLOUR, *parts)


def _summary(review: Review, renderer: Renderer) -> list[str]:
    """Luck, play and the best move, a line each."""
    luck = say(
        "Your cards: equal computers would win {share}% of games with them; {even}% is average.",
        share=round(100 * review.luck),
        even=round(100 * review.even),
    )
    lines = [f"🍀 {renderer.render(luck)}", f"🎲 {renderer.render(_play(review))}"]
    if review.best is not None:
        lines.append(f"⭐ {renderer.render(_best(review.best))}")
    return lines


def _play(review: Review) -> Text:
    """How well a member played, by the share of a win that all decisions cost; where a move is listed, one was bad."""
    lost = review.lost
    if lost is None:
        return say("Your play: the computer had too little time to judge it.")
    if lost < LEAST_COST and not review.moves:
        return say("Your play: hardly a mistake.")
    if lost < SMALL:
        return say("Your play: small mistakes.")
    if not review.moves:
        return say("Your play: many small mistakes.")
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
    ]
    if move.is_sure:
        got, best = round(100 * move.got), round(100 * move.best)
        told.append(say("You had {got}%; this would have given you {best}%.", got=got, best=best))
    first, better, *others = [renderer.render(text) for text in told]
    return [f"**{first}**", f"💡 {better}", *(f"-# {line}" for line in others)]


def _way(table: TableRecord, seat: int, move: CostlyMove, renderer: Renderer) -> ui.Button[Any]:
    """A button that opens the replay before a move, as its player saw it, where another one can be tried."""
    return ReplayButton(table.id, move.number - 1, seat, TURNING_POINT).button(
        say("Before move {number}", number=move.number), renderer, emoji="🎞️"
    )
