"""Procedures that several documents share; the game that calls one names the clauses."""
