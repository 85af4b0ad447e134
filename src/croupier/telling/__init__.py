"""A round for people and programs: in words, as data, as a record and as a felt to draw."""
