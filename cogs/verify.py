"""Proof that a deal was fair: the hash during the game, the seed and a replay after it."""

from typing import Any

import discord
from discord import ui

from cogs.shared.controls import handles
from cogs.shared.feature import Feature
from cogs.shared.layout import GUIDE_COLOUR, layout, rule
from cogs.shared.rendering import Renderer
from cogs.shared.responses import show
from cogs.shared.table_parts import TableButton, Verb
from db.purpose_records import DayTry, DealTry
from db.records import Phase
from engines.contract import Game
from engines.texts import Text, say
from sessions.tables.fair_deal import Verification, fingerprint


def verification_screen(found: Verification, game: Game[Any] | None, renderer: Renderer) -> ui.LayoutView:
    """The hash of a deal and, once the game is over, its seed and the outcome of checking both."""
    name = game.name if game else found.table.game
    title = renderer.render(say("Deal of game {number}: {game}", number=str(found.table.id), game=name))
    hashed = renderer.render(say("SHA-256 of the seed, unchanged since the deal:"))
    parts = [f"### ⚖️ {title}", f"{hashed}\n`{found.deal.fingerprint}`"]
    if found.deal.seed is None:
        parts += [rule(), f"-# {renderer.render(_why_secret(found))}"]
        return layout(GUIDE_COLOUR, *parts)
    seed = renderer.render(say("Seed, from which every shuffle follows:"))
    checks = [_check(fingerprint(found.deal.seed) == found.deal.fingerprint, *_HASH), _replay(found)]
    parts += [
        f"{seed}\n`{found.deal.seed}`",
        rule(),
        "\n".join(f"{sign} {renderer.render(told)}" for sign, told in checks),
        f"-# {renderer.render(_HOW)}",
    ]
    return layout(GUIDE_COLOUR, *parts)


_HASH = (say("The seed has this hash."), say("The seed does not have this hash."))
_RESULT = (
    say("Replaying the seed and the moves gives the result of the game."),
    say("Replaying the seed and the moves does not give the result of the game."),
)
_HOW = say(
    "Compare the hash with what the table showed during the game. The file docs/fair-deal.md of this bot has a short "
    "script with which you can repeat every shuffle yourself."
)


def _check(passed: bool, good: Text, bad: Text) -> tuple[str, Text]:
    return ("✅", good) if passed else ("❌", bad)


def _replay(found: Verification) -> tuple[str, Text]:
    """Whether the replay gives the stored result, or why that cannot be checked."""
    if found.repeats is None:
        return "▫️", found.trouble or say("This game can no longer be replayed.")
    return _check(found.repeats, *_RESULT)


def _why_secret(found: Verification) -> Text:
    purpose, phase = found.table.purpose, found.table.phase
    if purpose.is_played_on:
        return say(
            "These are the cards of a finished game, with the same seed. Its replay shows them, so they are no secret."
        )
    if isinstance(purpose, DayTry) and phase is not Phase.CLOSED:
        return say(
            "The seed reveals every card, so it stays secret until you have finished the game and the day is over. "
            "Keep this hash if you want to compare it then."
        )
    if isinstance(purpose, DealTry) and purpose.is_sealed_deal and phase is not Phase.CLOSED:
        return say(
            "The seed reveals every card, so it stays secret until the cup is over. Keep this hash if you want to "
            "compare it then."
        )
    if purpose.is_sealed and phase is Phase.FINISHED:
        return say(
            "The seed reveals every card, so it stays secret until all tables have finished. Keep this hash if "
            "you want to compare it then."
        )
    if phase.is_open:
        return say(
            "The seed reveals every card, so it stays secret until the game is over. Keep this hash if you want to "
            "compare it then."
        )
    return say("This game was closed without a result, so its cards and its seed stay secret.")


class VerifyFeature(Feature):
    """Shows what proves that a deal was fair, to one member."""

    @handles(TableButton, Verb.VERIFY)
    async def _on_verify(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        found = await self.service.fair_deals.verify(button.table)
        if found.deal.seed is not None:
            await self.service.challenges.note_look(button.table, interaction.user.id)
        renderer = self.renderers.without_names(interaction)
        await show(interaction, verification_screen(found, self.service.games.get(found.table.game), renderer))
