"""Speed, measured beside something known in the same run. A benchmark asserts its answers."""
