"""The line about the deal of a game, at the foot of tables, results and replays."""

from cogs.shared.rendering import Renderer
from engines.texts import say
from sessions.tables.fair_deal import Deal

SHORT = 16
"""How many digits of the hash the line shows; /verify shows all 64."""


def deal_line(deal: Deal | None, renderer: Renderer) -> str:
    """The number of the game, the hash of its deal and, once it is no secret, the seed; nothing before the deal."""
    if deal is None:
        return ""
    known = {"number": str(deal.number), "fingerprint": deal.fingerprint[:SHORT]}
    if deal.seed is None:
        line = say("Game {number} · deal {fingerprint}…", **known)
    else:
        line = say("Game {number} · deal {fingerprint}… · seed {seed}", **known, seed=deal.seed)
    return f"-# {renderer.render(line)}"
