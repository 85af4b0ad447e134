"""The rules as data: clauses, findings, and the choices of a licensee."""
