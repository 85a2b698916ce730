"""What members decide ahead, and decisions that are made for them."""
