"""A round for people and programs: in words, as data, as text, as a drawing."""
