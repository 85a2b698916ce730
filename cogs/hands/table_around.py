"""The table around a hand and its question, in games and lessons. A picture replaces most of the words."""

from collections.abc import Sequence

from cogs.hands.paths import steps
from cogs.hands.seen import Seen
from cogs.shared import zones
from cogs.shared.layout import Detail, Parts, news_lines, rule
from cogs.shared.pictures import Picture
from cogs.shared.rendering import Renderer
from engines.scenes import Scene


def above_hand(seen: Seen, picture: Picture | None, renderer: Renderer, detail: Detail) -> Parts:
    """The picture with the news below it; nothing without a picture."""
    return [picture.gallery(), *news_lines(seen.news, renderer, detail), rule()] if picture else []


def below_question(seen: Seen, scene: Scene, seat: int, renderer: Renderer, detail: Detail) -> Parts:
    """What may help to choose, below the question: the news, the player's own piles, the middle, the others."""
    heading = f"-# {seen.game.name} · {renderer.render(scene.headline)}"
    return [
        *news_lines(seen.news, renderer, detail),
        rule(),
        "\n".join([heading, *zones.middle_zones(scene, renderer, detail)]),
        zones.own_zones(scene, seat, renderer, detail),
        *zones.seats(scene, renderer, detail, without=seat),
    ]


def trail_of(seen: Seen, path: Sequence[str], renderer: Renderer) -> str:
    """The choices so far in small print: "Play › Pile 2"."""
    chosen = [choice.label for step in steps(seen, path) for choice in step.chosen]
    return "-# " + " › ".join(renderer.render(label) for label in chosen) if chosen else ""
