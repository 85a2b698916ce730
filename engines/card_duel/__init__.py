"""Card Duel: two players with a small secret hand each, a deck of all other cards, attack against defence."""
