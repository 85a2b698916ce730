"""What Discord shows: every message is built here from snapshots, prompts and records, within its limits."""
