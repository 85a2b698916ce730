"""What hosts ask of the database."""
