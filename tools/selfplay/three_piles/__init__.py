"""A simulator of 3 Piles for training: rules, sight and learning."""
