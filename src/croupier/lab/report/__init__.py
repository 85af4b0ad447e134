"""The PAR sheet: the report that a game mathematician signs."""

from croupier.lab.report.gather import gather

__all__ = ["gather"]
