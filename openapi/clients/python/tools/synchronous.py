"""The synchronous layer: the asynchronous one without `async` and `await`."""

import re
import subprocess
import sys
from pathlib import Path

# In this order.
REPLACEMENTS = [
    (r"async def ", "def "),
    (r"async with ", "with "),
    (r"async for ", "for "),
    (r"\bawait ", ""),
    (r"AsyncGenerator\[([\w.]+), None\]", r"Generator[\1, None, None]"),
    (r"AsyncGenerator", "Generator"),
    (r"Awaitable\[([\w.]+)\]", r"\1"),
    (r"contextlib\.aclosing", "contextlib.closing"),
    (r"__aenter__", "__enter__"),
    (r"__aexit__", "__exit__"),
    (r"\baclose\b", "close"),
    (r"\baread\b", "read"),
    (r"\baiter_bytes\b", "iter_bytes"),
    (r"import asyncio\n", "import time\n"),
    (r"asyncio\.sleep", "time.sleep"),
    (r"Coroutine\[None, None, (\w+)\]", r"\1"),
    (r"\bAsync(\w+)", r"\1"),
    (r"faan\._async", "faan._sync"),
]


def synchronous_module(text: str) -> str:
    """The synchronous module for an asynchronous one."""
    for pattern, replacement in REPLACEMENTS:
        text = re.sub(pattern, replacement, text)
    return f"# Generated from the file of the same name in _async by tools/generate.py.\n{text}"


def formatted(text: str) -> str:
    """The text as ruff formats it, with sorted imports."""
    ruff = Path(sys.executable).with_name("ruff")
    settings = ["--config", str(Path(__file__).resolve().parents[1] / "pyproject.toml"), "--stdin-filename", "module.py"]
    for command in (["check", "--select", "I,F401", "--fix", "--quiet"], ["format", "--quiet"]):
        text = subprocess.run([ruff, *command, *settings, "-"], input=text, capture_output=True, text=True, check=True).stdout
    return text
