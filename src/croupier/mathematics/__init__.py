"""What the games' odds and fast rounds are built from."""
