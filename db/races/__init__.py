"""What members race each other at: games of the day and deals, and their tries."""
