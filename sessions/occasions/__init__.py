"""What happens on a server at set times."""
