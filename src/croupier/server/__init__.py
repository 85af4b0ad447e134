"""Live tables in the browser: HTTP, a WebSocket and a page.

See ``docs/api.md`` for the interface.
"""
