"""The tests: they mirror the tree."""
