"""The addresses under ``/api``, one module for each kind of visitor's errand."""
