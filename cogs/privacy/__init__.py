"""What members can do about their data."""
