"""The building blocks of the games' odds and fast rounds."""
