"""What several documents share, told its clauses by the game that calls it."""
