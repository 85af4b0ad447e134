"""Double Down Stud: exact odds, advice, the strategy card."""
