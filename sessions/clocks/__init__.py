"""What happens when time runs out, and when clocks stand still."""
