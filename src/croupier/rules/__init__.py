"""The rules as data: clauses, findings, and what a licensee chose."""
