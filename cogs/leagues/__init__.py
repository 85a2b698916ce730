"""/league: leagues that a server organises."""
