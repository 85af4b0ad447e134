"""The page in the system's Chromium, driven by Playwright, against a real server."""
