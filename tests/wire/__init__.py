"""Real processes of the bot on a Discord of our own, which speaks HTTP and WebSocket on this machine."""
