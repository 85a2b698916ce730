"""Commands for whoever runs the bot: backups, members' data, a check of everything that the bot needs."""
