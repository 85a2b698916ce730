"""What happened on a server this week, and a position to solve."""
