"""What servers and members choose for themselves."""
