"""Writes what the package has from the OpenAPI document: the models, the codes, the operations, and the synchronous layer.

    python tools/generate.py            # writes src/faan
    python tools/generate.py --check    # fails if src/faan is not up to date

The models come from datamodel-code-generator. requirements.txt in this folder pins it.
"""

import argparse
import difflib
import json
import sys
from pathlib import Path

from codes import codes_module
from models import models_module
from operations import operations_module
from synchronous import formatted, synchronous_module

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parent / "src" / "faan"
# The operations are made above. Tasks and threads wait for each other in different ways.
NOT_TRANSLATED = ("operations.py", "once.py")
CONTRACT = HERE.parents[2] / "faan.v1.json"


def generated_files() -> dict[str, str]:
    """The text of every generated file, by its path in src/faan."""
    contract = json.loads(CONTRACT.read_text())
    operations = operations_module(contract)
    files = {
        "models.py": models_module(contract),
        "codes.py": codes_module(contract),
        "_async/operations.py": operations,
        "_sync/operations.py": synchronous_module(operations),
    }
    for source in sorted((SOURCE / "_async").glob("*.py")):
        if source.name not in NOT_TRANSLATED:
            files[f"_sync/{source.name}"] = synchronous_module(source.read_text())
    return {path: formatted(text) for path, text in files.items()}


def outdated(files: dict[str, str]) -> list[str]:
    """The differences between the files of src/faan and what they should be."""
    differences: list[str] = []
    for path, text in files.items():
        file = SOURCE / path
        before = file.read_text() if file.exists() else ""
        differences += difflib.unified_diff(before.splitlines(), text.splitlines(), path, path, lineterm="", n=1)
    return differences


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true", help="write nothing, and fail if a file is not up to date")
    check = parser.parse_args().check
    files = generated_files()
    if check:
        differences = outdated(files)
        if differences:
            sys.exit("\n".join([*differences[:40], "src/faan is not up to date: run tools/generate.py"]))
        return
    for path, text in files.items():
        (SOURCE / path).parent.mkdir(exist_ok=True)
        (SOURCE / path).write_text(text)


if __name__ == "__main__":
    main()
