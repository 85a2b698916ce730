"""The whole bot, played by simulated people on a simulated Discord."""
