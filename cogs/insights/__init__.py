"""How it goes on a server."""
