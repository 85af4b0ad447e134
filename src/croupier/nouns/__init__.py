"""Nouns: cards, hands and money. They depend on nothing."""
