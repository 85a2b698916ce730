"""What Cardroom relies on and only the real Discord can show: tried in a channel of the host's own."""
