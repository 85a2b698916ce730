"""Commands for the host of the bot: backups, members' data, a check of everything that the bot needs."""
