"""What is stored about members and servers: export and deletion."""
