"""What is stored about leagues and club evenings."""
