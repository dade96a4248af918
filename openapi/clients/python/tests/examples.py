"""Writes the Python examples of a README into files: `examples.py README FOLDER`."""

import re
import sys
from pathlib import Path


def examples_of(readme: Path) -> list[str]:
    """The examples in Python, as they are in the README."""
    return re.findall(r"^```python\n(.*?)^```$", readme.read_text(), re.DOTALL | re.MULTILINE)


if __name__ == "__main__":
    folder = Path(sys.argv[2])
    folder.mkdir()
    for number, example in enumerate(examples_of(Path(sys.argv[1])), start=1):
        (folder / f"example_{number}.py").write_text(example)
