"""3 Piles, an original card game by Lykrast for two players: collect runs of ranks in three piles."""
