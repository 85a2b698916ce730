"""The help page: how to play, which games there are, what can be typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from cogs.controls import OpenRulesButton
from cogs.rendering import Renderer
from cogs.screens.limits import finish
from cogs.screens.parts import how_many_players, layout, rule
from engines.contract import Game
from engines.texts import Text, say

HELP_COLOUR = 0x5865F2


def help_screen(
    games: Mapping[str, Game[Any]], renderer: Renderer, commands: Sequence[tuple[str, Text]] = ()
) -> ui.LayoutView:
    """How to play: the way of a game, the games with a button to their rules, the commands."""
    steps = [
        say("**/play** opens a table in this channel. Others **Join**, and **Add computer** fills free seats."),
        say("**Start** deals the cards. The message in the channel shows what everybody may see."),
        say("**My hand** shows your cards, to you alone, and asks what you want to do: only legal moves are offered."),
        say(
            "You are pinged when it is your turn. Games survive restarts. Who keeps the others waiting for a day, or "
            "leaves, is stood in for by a computer and may come back."
        ),
    ]
    way = "\n".join(f"{number}. {renderer.say(step)}" for number, step in enumerate(steps, 1))
    parts: list[str | ui.Item[Any]] = [f"## 🃏 {renderer.say(say('How to play'))}\n{way}", rule()]
    for game in games.values():
        about = f"**{game.name}** · {renderer.say(how_many_players(game))}\n-# {renderer.say(game.summary)}"
        button = OpenRulesButton(game.key, renderer.say(say("Rules")))
        parts.append(ui.Section[Any](about, accessory=button))
    if commands:
        parts += [rule(), "\n".join(f"**{name}** — {renderer.say(text)}" for name, text in commands)]
    return finish(layout(HELP_COLOUR, *parts))
