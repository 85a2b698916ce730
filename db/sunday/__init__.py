"""A week of a server, and the positions that members let others solve."""
