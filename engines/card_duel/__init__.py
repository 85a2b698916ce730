"""Card Duel: two players, each with a small secret hand and a deck of their other cards, attack and defend."""
