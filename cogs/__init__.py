"""Discord: commands, components, layouts, pings and permissions. Knows sessions, never SQL."""
