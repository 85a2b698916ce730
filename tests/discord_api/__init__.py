"""What Discord accepts: its own description of the requests, and the limits that the description leaves out."""
