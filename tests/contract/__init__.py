"""What the papers promise of `run`, `house check` and `house diff`, checked from outside with values worked by hand."""
