"""Crazy Eights, a traditional game for two to five players, as a plugin of Cardroom."""
