"""The page in a real browser: the system's Chromium, driven by Playwright, against a real server."""
