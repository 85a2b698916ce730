"""A simulated server in the browser: the same bot, no token, no Discord."""
