"""Tables: opening and joining them, their messages in the channel, pings and invitations."""
