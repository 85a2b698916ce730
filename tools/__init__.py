"""Programs of the developers beside the bot: training the networks of hard players."""
