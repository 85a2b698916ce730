"""The private message of one player: the hand, a summary of the table, and the question to answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.hands.paths import Seen, follow, step_back, steps
from cogs.hands.question import QuestionParts, table_choices
from cogs.plans import forget_button, plan_button, plan_lines
from cogs.shared import zones
from cogs.shared.layout import (
    CLOSED_COLOUR,
    GUIDE_COLOUR,
    PLAY_COLOUR,
    RESULT_COLOUR,
    Detail,
    Parts,
    StandIn,
    fit,
    layout,
    row,
    rows,
    rule,
)
from cogs.shared.limits import CONTENT_LIMIT
from cogs.shared.pictures import Picture, below_each_other
from cogs.shared.rendering import Renderer, clip
from cogs.shared.results import result_buttons, winners_heading
from cogs.shared.same_cards import one_try
from cogs.shared.table_parts import (
    Verb,
    closed_screen,
    more_button,
    table_button,
    time_is_up,
    trouble_screen,
    waiting_line,
)
from cogs.tables.screen import result_screen
from db.purpose_records import DayTry, DealTry
from db.records import Phase
from engines.cards import Card
from engines.scenes import MOST_TOLD, Picking, Question, Scene, hand_zone, without_hand
from engines.texts import Text, cards, say
from opponents import tip
from sessions.computers.hints import Hint
from sessions.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class Around:
    """Everything around a question. A picture replaces the table in words; cards to be picked replace the table."""

    seen: Seen
    scene: Scene
    seat: int
    picture: Picture | None
    renderer: Renderer
    detail: Detail
    picking: Picking | None = None

    def above(self) -> Parts:
        """The picture, the player's own cards, and what has happened, as far as it does not show them."""
        if self.picking is not None:
            in_words = zones.picking_lines(self.picking, self.renderer)
            return below_each_other(self.picture) if self.picture else [in_words]
        is_drawn = self.picture is not None and not self.picture.is_blank
        news = () if is_drawn else self.seen.news[-MOST_TOLD:]
        told = "\n".join(f"-# {self.renderer.render(text)}" for text in news)
        if self.picture is None:
            return [zones.own_hand(self.scene, self.seat, self.renderer), told]
        is_in_picture = without_hand(self.scene, self.seat) is self.scene
        own = "" if is_in_picture else zones.own_cards(self.scene, self.seat, self.renderer)
        return [*below_each_other(self.picture), own, StandIn(told) if told else ""]

    def secrets(self) -> str:
        """What only the player knows besides the cards, which a picture of the table does not show."""
        hand = hand_zone(self.scene, self.seat) if self.picture else None
        told = " · ".join(map(self.renderer.render, hand.notes)) if hand else ""
        return f"-# {told[:1].upper()}{told[1:]}" if told else ""

    def below(self) -> Parts:
        """Without a picture the table: the player's own piles, the middle, the others."""
        if self.picture is not None:
            return []
        scene, seat, renderer, detail = self.scene, self.seat, self.renderer, self.detail
        heading = f"-# {self.seen.game.name} · {renderer.render(scene.headline)}"
        return [
            rule(),
            "\n".join([heading, *zones.middle_zones(scene, renderer, detail)]),
            "" if self.picking else zones.own_zones(scene, seat, renderer, detail),
            *zones.seats(scene, renderer, detail, without=seat),
        ]


def trail_of(seen: Seen, path: Sequence[str], renderer: Renderer) -> str:
    """The choices so far: "Play › Pile 2"."""
    chosen = [choice.label for step in steps(seen, path) for choice in step.chosen]
    return " › ".join(renderer.render(label) for label in chosen)


RESIGNED = say("You have given up this game; a computer plays in your place.")


def hand_screen(
    snapshot: Snapshot,
    renderer: Renderer,
    path: Sequence[str] = (),
    page: int = 0,
    picture: Picture | None = None,
    *,
    helped: bool = False,
) -> ui.LayoutView:
    """What a player at the table sees and is asked, after the choices in ``path`` (see ``paths``).

    A picture replaces most of the words. ``helped``: a beginner reads what matters now. Raises ``IllegalAction`` if
    the path does not exist.
    """
    if snapshot.table.phase is Phase.FINISHED:
        if snapshot.table.purpose.is_private:
            return result_screen(snapshot, renderer, picture)
        # The table in the channel shows the rest.
        return layout(RESULT_COLOUR, winners_heading(snapshot, renderer), row(*result_buttons(snapshot, renderer)))
    if snapshot.table.phase is Phase.CLOSED:
        return closed_screen(snapshot, renderer)
    seat = snapshot.seat
    if seat is None:
        return trouble_screen(snapshot, renderer, RESIGNED)
    if snapshot.view is None:
        return trouble_screen(snapshot, renderer)
    scene = snapshot.game.scene(snapshot.view)
    asked = _asked(snapshot, path)
    choices = table_choices(snapshot.table)

    def build(detail: Detail, words: Renderer) -> ui.LayoutView:
        picking = asked[1].picking if asked else None
        around = Around(snapshot, scene, seat, picture, words, detail, picking)
        notes = [plan_lines(snapshot, words) if snapshot.plan else "", _own_request(snapshot, words)]
        day = _day_lines(snapshot, words)
        if asked is None:
            waiting = waiting_line(snapshot, scene, words, is_small=picture is not None)
            foot = _foot(snapshot, words, None)
            return layout(CLOSED_COLOUR, *around.above(), waiting, *notes, *foot, *around.below(), day)
        walked, question = asked
        # Buttons and menus always show cards as emojis, however the texts show them.
        asking = QuestionParts(choices, question, walked, page, renderer, time_is_up(snapshot))
        trail = trail_of(snapshot, walked, words)
        told = (_tip(snapshot, words) if helped else "", around.secrets(), *notes, _time_left(snapshot, words))
        below = "\n".join(filter(None, told))
        foot = _foot(snapshot, words, walked)
        trick = "" if picture else zones.present_trick(scene, words)
        return layout(PLAY_COLOUR, *around.above(), trick, *asking.parts(trail), below, *foot, *around.below(), day)

    return fit(renderer, build)


def why_not_text(seen: Seen, renderer: Renderer) -> str:
    """Why some cards cannot be played, a line for each reason, as a plain message."""
    refusals = seen.game.refusals(seen.view) if seen.view else ()
    if not refusals:
        return renderer.render(say("There is nothing to explain about your cards right now."))
    by_reason: dict[Text, list[Card]] = {}
    for card, reason in refusals:
        by_reason.setdefault(reason, []).append(card)
    lines = [say("{cards}: {reason}", cards=cards(group), reason=reason) for reason, group in by_reason.items()]
    return _plain_message(lines, renderer)


def unseen_text(seen: Seen, renderer: Renderer) -> str:
    """The cards that the player has not seen yet, as a plain message."""
    groups = seen.game.unseen(seen.view) if seen.view else ()
    if not groups:
        return renderer.render(say("There are no unseen cards to list right now."))
    return _plain_message(
        [say("{where}: {cards}", where=group.where, cards=cards(group.cards)) for group in groups], renderer
    )


def _plain_message(lines: Sequence[Text], renderer: Renderer) -> str:
    """The lines with emojis for cards, or with written cards if that would be too long."""
    drawn = "\n".join(renderer.render(line) for line in lines)
    if len(drawn) <= CONTENT_LIMIT:
        return drawn
    return clip("\n".join(renderer.written.render(line) for line in lines), CONTENT_LIMIT)


def is_asked(snapshot: Snapshot) -> bool:
    """Whether the player is to answer a question now."""
    return snapshot.view is not None and snapshot.seat in snapshot.view.to_act and not snapshot.is_away


def _asked(snapshot: Snapshot, path: Sequence[str]) -> tuple[tuple[str, ...], Question] | None:
    """The question to put now and the path to it; ``None`` if it is not this player's turn."""
    if not is_asked(snapshot):
        return None
    walked, asked = follow(snapshot, path)
    if not isinstance(asked, Question):  # the path is a complete move, which a screen does not play
        walked, asked = follow(snapshot, ())
    return (walked, asked) if isinstance(asked, Question) else None


def _time_left(snapshot: Snapshot, renderer: Renderer) -> str:
    """How much of the time until the deadline is extra time, or what is left on an own clock, in small print."""
    timing = snapshot.timing
    seconds = int(timing.extra.total_seconds()) if timing else 0
    if timing is None or not seconds:
        return ""
    if timing.clock_ends is not None:
        when = discord.utils.format_dt(timing.clock_ends, "R")
        extra = say("Your clock for the whole match runs out {when}. It stops when you have moved.", when=when)
    else:
        extra = say(
            "This includes your extra time, {minutes}:{seconds} minutes for the rest of the game.",
            minutes=seconds // 60,
            seconds=f"{seconds % 60:02}",
        )
    return f"-# ⏱️ {renderer.render(extra)}"


def _own_request(snapshot: Snapshot, renderer: Renderer) -> str:
    request = snapshot.table.take_back_request
    if request is None or request.until is None or request.seat != snapshot.seat:
        return ""
    asked = say(
        "You have asked to take back your move. The request expires {when}, or when somebody moves.",
        when=discord.utils.format_dt(request.until, "R"),
    )
    return f"-# ⏪ {renderer.render(asked)}"


def _tip(snapshot: Snapshot, renderer: Renderer) -> str:
    told = tip(snapshot.game, snapshot.view) if snapshot.view else None
    return f"-# 💡 {renderer.render(told)}" if told else ""


def _day_lines(snapshot: Snapshot, renderer: Renderer) -> str:
    """What is special about a game that others play as well, in small print."""
    purpose = snapshot.table.purpose
    if isinstance(purpose, DealTry):
        return f"-# ⚔️ {renderer.render(one_try(discord.utils.format_dt(purpose.ends_at, 'R')))}"
    if not isinstance(purpose, DayTry):
        return ""
    told = say(
        "🗓️ Daily #{number}: you have one try, without hints and without taking moves back. The day ends {when}. A game "
        "that you give up or have not finished by then does not count.",
        number=str(purpose.day),
        when=discord.utils.format_dt(purpose.ends_at, "R"),
    )
    return f"-# {renderer.render(told)}"


def _foot(snapshot: Snapshot, renderer: Renderer, path: Sequence[str] | None) -> list[ui.ActionRow[Any]]:
    """The buttons below the hand. ``path`` leads to the open question, if there is one."""
    table = snapshot.table
    controls: list[ui.Item[Any]] = []
    if snapshot.is_away:
        style = discord.ButtonStyle.success
        controls.append(table_button(snapshot, renderer, Verb.RETURN, say("I'm back"), style, emoji="🪑"))
    if path and steps(snapshot, path):
        back = table_choices(table).button(step_back(snapshot, path))
        controls.append(back.button(say("Back"), renderer))
    if path is not None and len(table.users) == 1 and table.has_computer_players and table.purpose.allows_hints:
        controls.append(table_button(snapshot, renderer, Verb.HINT, say("Hint")))
    if snapshot.can_take_back:
        controls.append(table_button(snapshot, renderer, Verb.TAKE_BACK, say("Take back")))
    if snapshot.can_ask_back:
        controls.append(table_button(snapshot, renderer, Verb.ASK_BACK, say("Ask to take back")))
    if snapshot.can_go_on:
        controls.append(table_button(snapshot, renderer, Verb.GO_ON, say("Go on")))
    if path is None and snapshot.plans:
        controls.append(plan_button(snapshot, renderer))
    if path is not None and snapshot.plan is not None and snapshot.plan.due_at is not None:
        controls.append(forget_button(snapshot, renderer))
    if path is None:
        controls.append(table_button(snapshot, renderer, Verb.HAND, say("Refresh")))
    controls.append(more_button(snapshot, renderer))
    return rows(controls)


def first_hint_screen(snapshot: Snapshot, look: Text, renderer: Renderer) -> ui.LayoutView:
    """What matters now, so that players can find the move themselves, and a button that reveals it."""
    button = table_button(snapshot, renderer, Verb.ADVICE, say("Show the move"), emoji="💡")
    return layout(GUIDE_COLOUR, f"👀 {renderer.render(look)}", row(button))


def hint_text(hint: Hint, renderer: Renderer) -> str:
    """The recommended move, or several actions chosen together, with the reasons, as a plain message."""
    lines: list[str] = []
    advised: Hint | None = hint
    while advised is not None:
        move = renderer.render(advised.game.label(advised.view, advised.thought.action))
        lines += [f"💡 **{move}**", *(renderer.render(text) for text in advised.reasons)]
        advised = advised.then
    return clip("\n".join(lines), CONTENT_LIMIT)
