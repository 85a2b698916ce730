"""What every game would otherwise write again."""
