"""Commands for the host: backups, members' data, and a check of everything that the bot needs."""
