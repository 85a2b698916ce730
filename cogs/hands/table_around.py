"""The order of a private message in games and lessons: table, hand, news, question, buttons, the table in words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from cogs.hands.paths import Seen, steps
from cogs.shared import zones
from cogs.shared.layout import Detail, Parts, rule
from cogs.shared.pictures import Picture, below_each_other
from cogs.shared.rendering import Renderer
from engines.scenes import MOST_TOLD, Picking, Scene, hand_zone, without_hand

SOFT_LINES = 2
"""Lines of small print between a question and its buttons: always as many, so that the buttons stand still."""
LINE_CHARACTERS = 40
"""How many characters of small print a line holds on a phone."""
TIP_LINES = 2
"""How many lines a tip has, besides the line of what else is told."""
_EMOJI = re.compile(r"<a?:\w+:\d+>|[\U0001F300-\U0001FAFF]")
_AS_WIDE = "mm"
BLANK_LINE = "-# \u200b"


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
        return [*below_each_other(self.picture), own, told]

    def secrets(self) -> str:
        """What only the player knows besides the cards, which a picture of the table does not show."""
        hand = hand_zone(self.scene, self.seat) if self.picture else None
        return " · ".join(map(self.renderer.render, hand.notes)) if hand else ""

    def below(self) -> Parts:
        """Without a picture the table: the player's own piles, the middle, the others."""
        if self.picture is not None:
            return []
        scene, seat, renderer, detail = self.scene, self.seat, self.renderer, self.detail
        heading = f"-# {self.seen.game.name} · {renderer.render(scene.headline)}"
        return [
            rule(),
            "\n".join([heading, *zones.middle_zones(scene, renderer, detail)]),
            zones.own_zones(scene, seat, renderer, detail),
            *zones.seats(scene, renderer, detail, without=seat),
        ]


def soft_lines(*told: str, lines: int = SOFT_LINES) -> list[str]:
    """The first two of these in small print, and blank lines until there are so many ``lines``."""
    shown = [line for line in told if line][:2]
    used = sum(map(lines_needed, shown))
    return [*(f"-# {line}" for line in shown), *[BLANK_LINE] * (lines - used)]


def lines_needed(told: str) -> int:
    """How many lines of small print this needs on a phone."""
    return len(wrap(_EMOJI.sub(_AS_WIDE, told), LINE_CHARACTERS))


def trail_of(seen: Seen, path: Sequence[str], renderer: Renderer) -> str:
    """The choices so far: "Play › Pile 2"."""
    chosen = [choice.label for step in steps(seen, path) for choice in step.chosen]
    return " › ".join(renderer.render(label) for label in chosen)
