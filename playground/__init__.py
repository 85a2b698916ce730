"""A simulated Discord server in the browser, for trying out the real bot without a token."""
