"""What all sessions use: refusals, events, timers and the time itself."""
