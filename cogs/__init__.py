"""Discord: what members type, tap and see. One package for each feature; ``shared`` holds what several need."""
