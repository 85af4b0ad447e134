"""Sphinx settings: Markdown pages, and reference pages generated from the code."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from croupier import __version__

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE))

import_module("generate").write_all(HERE / "generated")

project = "Croupier"
author = "The Croupier maintainers"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
source_suffix = {".md": "markdown"}
exclude_patterns = ["build", "examples"]
suppress_warnings = ["myst.xref_missing", "myst.header"]
html_theme = "furo"
html_title = f"Croupier {version}"
html_copy_source = False
html_show_sphinx = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
nitpicky = False
