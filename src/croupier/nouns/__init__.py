"""Nouns: cards, hands, money, reasons, and canonical bytes. They depend on no other room."""
