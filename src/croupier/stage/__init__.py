"""The stage: what may be said, what happened, what lies on the table, and the round that ties them."""
