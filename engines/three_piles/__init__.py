"""3 Piles, an original card game by Lykrast for two players: collect runs of ranks in three piles."""

from engines.three_piles.game import ThreePiles

__all__ = ["ThreePiles"]
