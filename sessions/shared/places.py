"""Where members play: on servers of the bot or, alone, anywhere else."""

NO_SERVER = 0
"""Stands for the server where there is none of the bot's: in direct messages, and where only the member has installed
it. Every game there is private, and counts for nobody but its member. No server of Discord has this id."""
