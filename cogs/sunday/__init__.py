"""The weekly post, and its puzzle."""
