"""Packages that are installed for the duration of a test."""

from pathlib import Path

from engines import plugins

PATIENCE = """
from engines.three_piles.game import ThreePiles
from opponents.policies.base import Policy
from opponents.reasons.base import Reasons


class Patience(ThreePiles):
    key = "patience"
    name = "Patience"


class PatiencePolicy(Policy):
    horizon = 7


class PatienceReasons(Reasons):
    pass
"""
"""A game with its policy and reasons."""


def install(folder: Path, text: str = PATIENCE) -> None:
    """Put a package with this module into a folder on Python's path."""
    groups = {plugins.GAMES: "Patience", plugins.POLICIES: "PatiencePolicy", plugins.REASONS: "PatienceReasons"}
    (folder / "patience.py").write_text(text, encoding="utf-8")
    about = folder / "cardroom_patience-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: cardroom-patience\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(
        "".join(f"[{group}]\npatience = patience:{name}\n" for group, name in groups.items()), encoding="utf-8"
    )
