"""Typed data is read safely from several threads, also by the first that meet a type."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import croupier

RACE = """
import sys, threading, types
from croupier.nouns import structs

SOURCE = '''
from __future__ import annotations
import msgspec
class Part(msgspec.Struct):
    person: str
    chips: int = 0
class Whole(msgspec.Struct):
    name: str
    parts: dict[int, Part] = {}
    first: Part | None = None
'''
DATA = b'{"name":"x","parts":{"1":{"person":"a"}},"first":{"person":"b"}}'
sys.setswitchinterval(1e-7)
for number in range(100):
    module = types.ModuleType(f"made{number}")
    sys.modules[module.__name__] = module
    exec(SOURCE, module.__dict__)
    gate = threading.Barrier(4)
    def work():
        gate.wait()
        assert structs.decode(DATA, module.Whole).first.person == "b"
    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
print("done")
"""


def test_threads_that_meet_a_type_at_once_do_not_crash() -> None:
    ran = subprocess.run([sys.executable, "-c", RACE], capture_output=True, text=True)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "done\n", "")


def test_types_are_met_in_one_place_only() -> None:
    """Elsewhere a decoder may be made when a module is imported, before there are threads."""
    package = Path(croupier.__file__).parent
    for file in package.rglob("*.py"):
        if file.name == "structs.py":
            continue
        tree = ast.parse(file.read_text("utf-8"))
        functions = [
            n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        calls = [c for f in functions for c in ast.walk(f) if isinstance(c, ast.Call)]
        for call in calls:
            name = ast.unparse(call.func)
            typed = any(word.arg == "type" for word in call.keywords)
            assert name not in ("msgspec.convert", "msgspec.json.Decoder"), f"{file}: {name}"
            assert name != "msgspec.json.decode" or not typed, f"{file}: {name}"
