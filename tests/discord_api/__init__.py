"""What Discord accepts: its published description of requests, and the limits that the description omits."""
